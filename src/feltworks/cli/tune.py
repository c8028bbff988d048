"""`feltworks tune`: the pay tables that come nearest a wanted house edge."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from feltworks.cli import options
from feltworks.cli.progress import counting
from feltworks.cli.terminal import console, new_table, percent, print_json

if TYPE_CHECKING:
    from rich.text import Text

    from feltworks.odds.tune import Tuned, Tuning
    from feltworks.rules.loader import Loaded

app = typer.Typer(add_completion=False)
FAR_OFF = 0.001


@app.command()
def tune(
    game: options.GameName,
    target: Annotated[
        str, typer.Option(metavar="EDGE", help="The house edge wanted: 2.5% or 0.025.")
    ],
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WAGER.HAND",
            help="A row that may change, or all rows of a WAGER; may be given several times.",
        ),
    ] = None,
    show: Annotated[int, typer.Option(min=1, max=100, help="How many tables to list.")] = 10,
    settings: options.Settings = None,
    as_json: options.AsJson = False,
) -> None:
    """The pay tables of whole odds, falling with the hands, nearest a house edge.

    The deals are counted once: the counts stay when only the pays change, except where another
    play becomes the best, and then the table says so.
    """
    edge = edge_wanted(target)
    loaded = options.read_game(game, settings)
    with counting() as progress:
        from feltworks.odds.tune import tune as tuned

        found = tuned(loaded.rules, edge, vary or [], show=show, progress=progress)
    if as_json:
        print_json(_tuning_json(loaded, edge, found))
    else:
        _print(loaded, edge, found)


def edge_wanted(text: str) -> Fraction:
    """A house edge as people write it: 2.5%, 0.025."""
    plain = text.strip()
    if re.fullmatch(r"-?\d{1,2}(\.\d{1,9})?\s?%", plain):
        return Fraction(plain.rstrip("% ")) / 100
    if re.fullmatch(r"-?0(\.\d{1,9})?|-?\.\d{1,9}", plain):
        return Fraction(plain)
    raise options.SettingError(
        f"--target {text!r} is not a house edge: write 2.5%, or 0.025 for the same"
    )


def _pays(tuning: Tuning, loaded: Loaded, tuned: Tuned) -> dict[str, str]:
    """What every row that may change pays in a table."""
    now = {
        (id_, row.id): str(row.pays)
        for id_, table in loaded.rules.pays.items()
        for row in table.rows
    }
    return {
        str(row): f"{tuned.pays[row]}:1" if row in tuned.pays else now[row.table, row.row]
        for row in tuning.rows
    }


def _tuning_json(loaded: Loaded, edge: Fraction, tuning: Tuning) -> dict[str, Any]:
    from feltworks.odds.plaindata import exact

    return {
        **options.game_json(loaded),
        "wager": tuning.wager,
        "target": float(edge),
        "present_edge": exact(tuning.present.house_edge),
        "tables": [
            {
                "pays": _pays(tuning, loaded, tuned),
                "changed": [str(row) for row in tuned.pays],
                "house_edge": exact(tuned.edge),
                "hit_frequency": float(tuned.odds.hit_frequency),
                "standard_deviation": tuned.odds.standard_deviation,
                "best_play_changes": tuned.play_changes,
            }
            for tuned in tuning.found
        ],
    }


def _print(loaded: Loaded, edge: Fraction, tuning: Tuning) -> None:
    out = console()
    rules = loaded.rules
    what = rules.wagers[tuning.wager].name if tuning.wager in rules.wagers else "required wagers"
    out.print(f"{rules.game.name}: {what}, target {percent(edge)}", style="bold")
    out.print(f"as the file stands: {percent(tuning.present.house_edge)}")
    out.print(f"pays are in the order of {', '.join(row.row for row in tuning.rows)}")
    figures = ("house edge", "off target", "hit frequency", "st. deviation")
    table = new_table(None, "pays", *figures, "best play", right=range(5))
    plays = {False: "as before", True: "changes", None: "not looked into"}
    for tuned in tuning.found:
        table.add_row(
            _notation(tuning, loaded, tuned),
            percent(tuned.edge),
            f"{float(tuned.edge - edge) * 100:+.4f}%",
            percent(tuned.odds.hit_frequency),
            f"{tuned.odds.standard_deviation:.4f}",
            plays[tuned.play_changes],
        )
    out.print(table)
    if abs(tuning.found[0].edge - edge) > FAR_OFF:
        out.print("no table nearer the target was found by changing these rows")
    if any(tuned.play_changes is None for tuned in tuning.found):
        out.print(
            "where the best play was not looked into, the edge is that of the play best today: "
            "it is exact for that play, and the best play can only lower it; ask odds --pay"
        )


def _notation(tuning: Tuning, loaded: Loaded, tuned: Tuned) -> Text:
    """A pay table as it is talked about, 50-40-30-8-7-4-3, what is new in bold."""
    from rich.text import Text

    changed = {str(row) for row in tuned.pays}
    parts: list[Text] = []
    for row, odds in _pays(tuning, loaded, tuned).items():
        parts.append(Text(odds.removesuffix(":1"), style="bold" if row in changed else "dim"))
    return Text("-").join(parts)
