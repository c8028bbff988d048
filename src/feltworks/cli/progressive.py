"""`feltworks progressive`: the life of a game's jackpot, day by day."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from feltworks.cli.options import (
    AsJson,
    Commands,
    GameName,
    Settings,
    check_seed,
    option,
    read_game,
)
from feltworks.cli.progress import counting
from feltworks.cli.terminal import console, new_table, print_json
from feltworks.money import money

app = Commands()


@app.command()
def progressive(
    game: GameName,
    jackpot: Annotated[
        str | None, option("--jackpot ID", "Which jackpot, where a game has several.")
    ] = None,
    days: Annotated[int, option("--days N", "How many days are simulated.")] = 3650,
    wagers: Annotated[int, option("--wagers N", "How many wagers are made on it a day.")] = 1000,
    seed: Annotated[int, option("--seed N", "The same seed gives the same days.")] = 1,
    settings: Settings = None,
    as_json: AsJson = False,
) -> None:
    """How often a jackpot is hit, what is in it then, and what the house keeps."""
    check_seed(seed)
    from feltworks.simulate.jackpotlife import jackpot_game, life_report

    loaded = read_game(game, settings)
    with counting():
        life = life_report(jackpot_game(loaded.rules, jackpot), days, wagers, seed)
    sheet = {"game": loaded.rules.game.id, "options": dict(loaded.chosen), **life}
    if as_json:
        print_json(sheet)
    else:
        _print(loaded.rules.game.name, sheet)


def _print(name: str, sheet: Mapping[str, Any]) -> None:
    out = console()
    out.print(f"{name}: the life of {sheet['jackpot']}", style="bold")
    out.print(
        f"{sheet['label']}: {sheet['days']:,} days of {sheet['wagers_a_day']:,} wagers, "
        f"seed {sheet['seed']}"
    )
    out.print(f"hit {sheet['hits']:,} times, started again {sheet['restarts']:,} times")
    columns = ("mean", "standard_error", "0.05", "0.25", "0.5", "0.75", "0.95")
    heads = ("", "mean", "error", "5%", "25%", "half", "75%", "95%")
    table = new_table(None, *heads)
    for label, key in (
        ("dollars in it when hit", "found_dollars"),
        ("dollars paid", "paid_dollars"),
        ("days between hits", "days_between_hits"),
    ):
        if sheet[key] is not None:
            table.add_row(label, *(f"{sheet[key][column]:,.2f}" for column in columns))
    out.print(table)
    if sheet["exact_average_found_dollars"] is not None:
        out.print(f"exact average when hit ${sheet['exact_average_found_dollars']:,.2f}")
    out.print(f"exact wagers between hits {sheet['exact_wagers_between_hits']:,.1f}")
    if sheet["house_seed_needed"] is not None:
        out.print(
            f"the jackpot's own money did not suffice for {sheet['house_seed_needed'] * 100:.1f}% "
            f"of new starts; seed put in and not recovered ${sheet['seed_dollars']:,.2f}"
        )
    out.print(
        f"days that fell short of the tray's prizes {sheet['short_days'] * 100:.2f}%; the house "
        f"kept {money(round(sheet['house_income_dollars'] * 100))}, all seed taken off, "
        f"{sheet['house_income_per_wager'] * 100:.3f}% of what was wagered"
    )
