"""Frozen transcripts replay, and are written again byte for byte."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from tests.ask.rounds import OpenTable, open_table, read_transcript, write_transcript
from tests.ask.rules import Loaded, read

from .versions import FOLDERS, transcripts

EVERY = [
    pytest.param(folder, game, id=f"{folder.name}-{game}")
    for folder in FOLDERS
    for game in sorted({name.split("/")[0] for name in transcripts(folder)})
]


@cache
def as_written(path: Path) -> Loaded:
    return read(path)


@cache
def dealt(path: Path, options: tuple[tuple[str, str], ...]) -> OpenTable:
    """The table of a file; its identities, the same whatever is chosen, are worked out once."""
    loaded, file = read(path, dict(options)), as_written(path)
    vars(loaded).update({name: getattr(file, name) for name in ("sha256", "sha256_of_version_1")})
    return open_table(loaded)


@pytest.mark.slow
@pytest.mark.parametrize(("folder", "game"), EVERY)
def test_every_transcript_of_a_game_replays_and_is_written_again_byte_for_byte(folder, game):
    told = {n: text for n, text in transcripts(folder).items() if n.startswith(f"{game}/")}
    assert len(told) >= 12
    for name, text in told.items():
        transcript = read_transcript(text, name)
        chosen = tuple(transcript.named.options.items())
        round = dealt(folder / "rules" / f"{game}.toml", chosen).replay(transcript)
        assert round.turn.waits_for == "nothing"
        assert write_transcript(transcript.named, round, transcript.reveal) == text


SHOWN = {
    "mini-tex": ("withdraws", "supervisor notes", "is void", "pocket-poker"),
    "mini-tex-ring": ("posting both blinds", "side pot", "supervisor notes", "pocket-poker"),
    "pick-2-poker": ("tips $", " setting ", "pack = 2", "withdraws", "supervisor notes"),
    "spanish-poker": ("tucks", "fold-untucked", "from the jackpot", "withdraws"),
    "texas-21": ("decides split", "insure", "even-money", "surrender", "double", "discarded"),
    "let-it-ride": ("decides pull", "withdraws", "supervisor notes"),
    "three-card-poker": ("decides fold", "supervisor notes"),
    "ultimate-texas-holdem": ("decides check", "supervisor notes", "withdraws"),
}


def test_between_them_they_show_what_the_engines_can_do():
    (folder, *_) = FOLDERS
    for game, words in SHOWN.items():
        texts = [t for name, t in transcripts(folder).items() if name.startswith(f"{game}/")]
        shown = Counter(word for text in texts for word in words if word in text)
        assert set(shown) == set(words), game
