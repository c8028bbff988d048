"""How a jackpot is shown: as a list of facts, as JSON, as a statement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from feltworks.house.jackpots.standing import Standing
    from feltworks.house.jackpots.statement import Statement
    from feltworks.jackpots import Holdings


def print_statement(stated: Statement) -> None:
    from feltworks.cli.showing import console, new_table
    from feltworks.house.jackpots.statement import side_of
    from feltworks.money import money

    table = new_table(f"{stated.jackpot}, {stated.day}", "", "record", "document", "amount")
    table.columns[3].justify = "right"
    opening = stated.opening_displayed + stated.opening_reserve
    table.add_row("opening, displayed and reserve", "", "", money(opening))
    signs = {"contributions": 1, "seed": 1, "prizes": -1, "adjustments": -1}
    for side, sign in signs.items():
        lines = [line for line in stated.lines if side_of(line.purpose) == side]
        table.add_row(side, "", "", money(sign * stated.total(side)))
        if side != "contributions":
            for line in lines:
                what = f"  {line.kind}" + (f", round {line.round}" if line.round else "")
                paper = line.document or ""
                table.add_row(what, str(line.record), paper, money(sign * line.cents))
    table.add_row("comes to", "", "", money(stated.expected), style="bold")
    table.add_row("displayed", "", "", money(stated.displayed))
    table.add_row("reserve", "", "", money(stated.reserve))
    table.add_row("difference", "", "", money(stated.difference), style="bold")
    console().print(table)
    for part, fraction in stated.carried.items():
        console().print(f"carried for the {part}: {fraction} of a cent")


def remark(standing: Standing) -> str:
    if standing.status == "removed":
        return "removed"
    return "to be counted" if standing.awaits_count else "in play"


def rows_of(standing: Standing, held: Holdings) -> list[tuple[str, str]]:
    from feltworks.money import money

    terms = standing.terms
    rate = terms.contribution
    fed = "the day's remainder" if rate is None else f"{rate} of what is {terms.contribution_of}"
    return [
        ("displayed", money(standing.displayed)),
        ("backups", f"{money(held.first)} and {money(held.second)}"),
        ("above the cap", money(held.reserve)),
        ("seed still out", money(held.seed_out)),
        ("starts with", money(terms.seed)),
        ("cap", "none" if terms.cap is None else money(terms.cap)),
        ("is fed by", fed),
        ("seed recovery", terms.seed_recovery),
        ("played for at", ", ".join(standing.tables)),
        ("wagered since the count", money(standing.wagered)),
        ("prizes of the tray since then", money(standing.tray_paid)),
    ]


def jackpot_json(standing: Standing, held: Holdings) -> dict[str, Any]:
    return {
        "jackpot": standing.name,
        **standing.as_json(),
        "tables": list(standing.tables),
        "terms": standing.terms.as_json(),
        "backups": [held.first, held.second],
        "reserve": held.reserve,
        "seed_out": held.seed_out,
    }
