"""`feltworks score`: statistics over transcripts of games between players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from feltworks.cli.asking import AsJson
from feltworks.cli.mechanisms import MECHANISMS
from feltworks.errors import FeltworksError

if TYPE_CHECKING:
    from feltworks.ring import RingRound
    from feltworks.ring.scorebook import Scorebook

app = typer.Typer(add_completion=False)


class ScoreError(FeltworksError):
    """Something that no score can be made of."""


@app.command()
def score(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="Transcripts, or folders of them."),
    ],
    as_json: AsJson = False,
) -> None:
    """How players fared over many games: each is replayed first, then counted."""
    from feltworks.cli.scoresheet import print_scores, scores_json
    from feltworks.cli.showing import print_json

    book = _scored(list(_files(paths)))
    if as_json:
        print_json(scores_json(book))
    else:
        print_scores(book)


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(path.glob("*.toml"))
        elif path.is_file():
            yield path
        else:
            raise ScoreError(f"{path} is neither a transcript nor a folder of them")


def _scored(files: list[Path]) -> Scorebook:
    from feltworks.pit import replay_text
    from feltworks.ring.scorebook import Scorebook

    if not files:
        raise ScoreError("there is no transcript among them: transcripts end in .toml")
    book = Scorebook()
    for path in files:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ScoreError(f"{path} cannot be read: {error}") from None
        table, _, done = replay_text(text, str(path))
        if "score" not in MECHANISMS[table.rules.game.mechanism].words:
            raise ScoreError(f"{path} is no game between players")
        book.enter(cast("RingRound", done))
    return book
