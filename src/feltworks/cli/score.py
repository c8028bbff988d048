"""`feltworks score`: statistics over transcripts of games between players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

from feltworks.cli.mechanisms import MECHANISMS
from feltworks.cli.options import AsJson, CommandError, Commands, argument
from feltworks.cli.replay import read_transcript_file
from feltworks.cli.terminal import count_text, new_table, tell

if TYPE_CHECKING:
    from rich.table import Table

    from feltworks.ring import RingRound
    from feltworks.ring.scorebook import Score, Scorebook

app = Commands()


@app.command()
def score(
    paths: Annotated[list[Path], argument("PATH...", "Transcripts, or folders of them.")],
    as_json: AsJson = False,
) -> None:
    """How players fared over many games: each is replayed first, then counted."""
    book = _scored(list(_files(paths)))
    tell(_scores_json(book), scores_table(book), as_json=as_json)


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(path.glob("*.toml"))
        elif path.is_file():
            yield path
        else:
            raise CommandError(f"{path} is neither a transcript nor a folder of them")


def _scored(files: list[Path]) -> Scorebook:
    from feltworks.pit import replay_text
    from feltworks.ring.scorebook import Scorebook

    if not files:
        raise CommandError("there is no transcript among them: transcripts end in .toml")
    book = Scorebook()
    for path in files:
        table, _, done = replay_text(read_transcript_file(path), str(path))
        if "score" not in MECHANISMS[table.rules.game.mechanism].words:
            raise CommandError(f"{path} is no game between players")
        book.enter(cast("RingRound", done))
    return book


def scores_table(book: Scorebook) -> Table:
    """One line for each player."""
    rates = ("big blinds a hundred games", "played", "showdown", "won there")
    rows = [
        (name, str(score.games), _rate(score), *map(_percent, _shares(score).values()))
        for name, score in book.scores.items()
    ]
    title = count_text(book.games, "game")
    return new_table(title, "player", "games", *rates, rows=rows, right=range(1, 6))


def _scores_json(book: Scorebook) -> dict[str, Any]:
    return {
        "games": book.games,
        "players": [
            {
                "player": name,
                "games": score.games,
                "big_blinds_a_hundred_games": score.win_rate,
                "standard_error": score.standard_error,
                **_shares(score),
            }
            for name, score in book.scores.items()
        ],
    }


def _shares(score: Score) -> dict[str, float | None]:
    return {
        "played": score.played_often,
        "showdown": score.showdown_often,
        "showdown_won": score.showdown_won_often,
    }


def _rate(score: Score) -> str:
    error = score.standard_error
    return f"{score.win_rate:+.1f}" + ("" if error is None else f" ± {error:.1f}")


def _percent(part: float | None) -> str:
    return "" if part is None else f"{100 * part:.1f}%"
