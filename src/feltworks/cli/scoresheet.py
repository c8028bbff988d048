"""A scorebook as a table, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltworks.cli.showing import console, new_table

if TYPE_CHECKING:
    from feltworks.ring.scorebook import Score, Scorebook


def print_scores(book: Scorebook) -> None:
    """One line for each player."""
    title = f"{book.games} game{'' if book.games == 1 else 's'}"
    table = new_table(
        title,
        "player",
        "games",
        "big blinds a hundred games",
        "played",
        "showdown",
        "won there",
    )
    for column in table.columns[1:]:
        column.justify = "right"
    for name, score in book.scores.items():
        table.add_row(
            name,
            str(score.games),
            _rate(score),
            _percent(score.played_often),
            _percent(score.showdown_often),
            _percent(score.showdown_won_often),
        )
    console().print(table)


def scores_json(book: Scorebook) -> dict[str, Any]:
    """The same for programs."""
    return {
        "games": book.games,
        "players": [
            {
                "player": name,
                "games": score.games,
                "big_blinds_a_hundred_games": score.win_rate,
                "standard_error": score.standard_error,
                "played": score.played_often,
                "showdown": score.showdown_often,
                "showdown_won": score.showdown_won_often,
            }
            for name, score in book.scores.items()
        ],
    }


def _rate(score: Score) -> str:
    error = score.standard_error
    return f"{score.win_rate:+.1f}" + ("" if error is None else f" ± {error:.1f}")


def _percent(part: float | None) -> str:
    return "" if part is None else f"{100 * part:.1f}%"
