"""`feltworks progressive`: the life of a game's jackpot, day by day."""

from __future__ import annotations

from typing import Annotated

from feltworks.cli import options
from feltworks.cli.options import option
from feltworks.cli.progress import counting
from feltworks.cli.terminal import Lines, Sheet, bold, new_table, tell
from feltworks.money import money

app = options.Commands()
SPREADS = {
    "dollars in it when hit": "found_dollars",
    "dollars paid": "paid_dollars",
    "days between hits": "days_between_hits",
}
FIGURES = ("mean", "standard_error", "0.05", "0.25", "0.5", "0.75", "0.95")
HEADINGS = ("", "mean", "error", "5%", "25%", "half", "75%", "95%")


@app.command()
def progressive(
    game: options.GameName,
    jackpot: Annotated[
        str | None, option("--jackpot ID", "Which jackpot, where a game has several.")
    ] = None,
    days: Annotated[int, option("--days N", "How many days are simulated.")] = 3650,
    wagers: Annotated[int, option("--wagers N", "How many wagers are made on it a day.")] = 1000,
    seed: Annotated[int, option("--seed N", "The same seed gives the same days.")] = 1,
    settings: options.Settings = None,
    as_json: options.AsJson = False,
) -> None:
    """How often a jackpot is hit, what is in it then, and what the house keeps."""
    options.check_seed(seed)
    from feltworks.simulate.jackpotlife import jackpot_game, life_report

    loaded = options.read_game(game, settings)
    with counting():
        life = life_report(jackpot_game(loaded.rules, jackpot), days, wagers, seed)
    sheet = {"game": loaded.rules.game.id, "options": dict(loaded.chosen), **life}
    tell(sheet, *_lines(loaded.rules.game.name, sheet), as_json=as_json)


def _lines(name: str, sheet: Sheet) -> Lines:
    yield bold(f"{name}: the life of {sheet['jackpot']}")
    yield "{label}: {days:,} days of {wagers_a_day:,} wagers, seed {seed}".format_map(sheet)
    yield "hit {hits:,} times, started again {restarts:,} times".format_map(sheet)
    rows = [
        (label, *(f"{sheet[key][figure]:,.2f}" for figure in FIGURES))
        for label, key in SPREADS.items()
        if sheet[key] is not None
    ]
    yield new_table(None, *HEADINGS, rows=rows)
    if sheet["exact_average_found_dollars"] is not None:
        yield "exact average when hit ${exact_average_found_dollars:,.2f}".format_map(sheet)
    yield "exact wagers between hits {exact_wagers_between_hits:,.1f}".format_map(sheet)
    if sheet["house_seed_needed"] is not None:
        yield (
            "the jackpot's own money did not suffice for {house_seed_needed:.1%} of new starts; "
            "seed put in and not recovered ${seed_dollars:,.2f}"
        ).format_map(sheet)
    kept = money(round(sheet["house_income_dollars"] * 100))
    yield (
        f"days that fell short of the tray's prizes {sheet['short_days']:.2%}; the house kept "
        f"{kept}, all seed taken off, {sheet['house_income_per_wager']:.3%} of what was wagered"
    )
