"""Jackpots for a person: all of them, one with its money and terms, and the statement of a day."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from feltworks.cli.housecall import AMOUNTS_IN
from feltworks.cli.terminal import Lines, new_table
from feltworks.money import money

if TYPE_CHECKING:
    from rich.table import Table

    from feltworks.house.jackpots.keeping import HouseJackpot
    from feltworks.house.jackpots.statement import JackpotStatement


def jackpots_table(shown: Iterable[HouseJackpot]) -> Table:
    columns = ("jackpot", "displayed", "reserve", "kept by", "tables", "counted", "")
    table = new_table(None, *columns, right=(1, 2))
    for standing in shown:
        table.add_row(
            standing.name,
            money(standing.displayed),
            money(standing.held.undisplayed),
            "hand" if standing.terms.mode == "manual" else "meter",
            ", ".join(standing.tables),
            str(standing.counted or "-"),
            _state(standing),
        )
    return table


def jackpot_table(standing: HouseJackpot) -> Table:
    table = new_table(f"{standing.name}: {_state(standing)}", "", "", rows=_rows(standing))
    table.show_header = False
    return table


def statement_lines(stated: JackpotStatement) -> Lines:
    from feltworks.house.jackpots.statement import SIGNS

    title = f"{stated.jackpot}, {stated.day}"
    table = new_table(title, "", "record", "document", "amount", right=(3,))
    opening = stated.opening_displayed + stated.opening_reserve
    table.add_row("opening, displayed and reserve", "", "", money(opening))
    for side, sign in SIGNS.items():
        lines = [line for line in stated.lines if line.side == side]
        table.add_row(side, "", "", money(sign * stated.total(side)))
        if side != "contributions":
            for line in lines:
                what = f"  {line.kind}" + (f", round {line.round}" if line.round else "")
                amount = money(sign * line.cents)
                table.add_row(what, str(line.record), line.document or "", amount)
    table.add_row("comes to", "", "", money(stated.expected), style="bold")
    table.add_row("displayed", "", "", money(stated.displayed))
    table.add_row("reserve", "", "", money(stated.reserve))
    table.add_row("difference", "", "", money(stated.difference), style="bold")
    yield table
    for part, fraction in stated.carried.items():
        yield f"carried for the {part}: {fraction} of a cent"


def _state(standing: HouseJackpot) -> str:
    if standing.status == "removed":
        return "removed"
    return "to be counted" if standing.awaits_count else "in play"


def _rows(standing: HouseJackpot) -> list[tuple[str, str]]:
    terms, held = standing.terms, standing.held
    rate = terms.contribution
    fed = "the day's remainder" if rate is None else f"{rate} of what is {terms.contribution_of}"
    return [
        ("displayed", money(standing.displayed)),
        ("backups", f"{money(held.first)} and {money(held.second)}"),
        ("above the cap", money(held.reserve)),
        ("counted, posted when its tables open", money(held.counted)),
        ("separate account", _account(standing)),
        ("seed still out", money(held.seed_out)),
        ("starts with", money(terms.seed)),
        ("cap", "none" if terms.cap is None else money(terms.cap)),
        ("is fed by", fed),
        ("seed recovery", terms.seed_recovery),
        ("played for at", ", ".join(standing.tables)),
        ("wagered since the count", money(standing.wagered)),
        ("prizes of the tray since then", money(standing.tray_paid)),
    ]


def _account(standing: HouseJackpot) -> str:
    if standing.terms.account is None:
        return "none"
    level = "never level" if standing.level_on is None else f"last level on {standing.level_on}"
    return f"{standing.terms.account}: {money(standing.banked or 0)}, {level}"


def jackpot_json(standing: HouseJackpot) -> dict[str, Any]:
    held = standing.held
    return {
        "jackpot": standing.name,
        **AMOUNTS_IN,
        **standing.as_json(),
        "tables": list(standing.tables),
        "terms": standing.terms.as_json(),
        "backups": [held.first, held.second],
        "reserve": held.reserve,
        "counted_cents": held.counted,
        "seed_out": held.seed_out,
    }
