"""A whole decision at a glance: a grid of two cards, or how often each choice is best."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rich.text import Text

from feltworks.cli.showing import console, new_table, print_json
from feltworks.cli.strategy import heading
from feltworks.errors import did_you_mean
from feltworks.odds.bestcounts import deals_by_best
from feltworks.odds.grid import Grid, as_grid
from feltworks.odds.plaindata import exact
from feltworks.odds.strategy import Advisor, PositionError, StrategyLine
from feltworks.rules.loader import Loaded

SHADES = ("green", "red", "yellow", "cyan", "magenta")


def show_decision(loaded: Loaded, advisor: Advisor, at: str | None, *, as_json: bool) -> None:
    """One decision as a whole, the first unless another is named."""
    if not advisor.decisions:
        raise PositionError(f"{loaded.rules.game.id} asks the player for no decision")
    decision = at if at is not None else advisor.decisions[0]
    if decision not in advisor.decisions:
        raise PositionError(
            f"there is no decision {decision!r}{did_you_mean(decision, advisor.decisions)}; "
            f"allowed: {', '.join(advisor.decisions)}"
        )
    best = deals_by_best(advisor, decision)
    lines: list[StrategyLine] = []
    if advisor.own_cards(decision) == 2 and not advisor.board_cards(decision):
        lines = list(advisor.lines(decision))
    grid = as_grid(lines, advisor.walk.plan.book.deck) if lines else None
    if as_json:
        print_json(_as_json(loaded, decision, best, lines))
    else:
        _print(loaded, decision, best, grid)


def _as_json(
    loaded: Loaded, decision: str, best: Counter[str], lines: list[StrategyLine]
) -> dict[str, Any]:
    return {
        **heading(loaded),
        "decision": decision,
        "deals_by_best": dict(best),
        "positions": [
            {
                "cards": [str(card) for card in line.cards],
                "deals": line.deals,
                "best": line.advice.best,
                "choices": {choice: exact(value) for choice, value in line.advice.values.items()},
            }
            for line in lines
        ],
    }


def _print(loaded: Loaded, decision: str, best: Counter[str], grid: Grid | None) -> None:
    out = console()
    out.print(f"{loaded.rules.game.name}, decision {decision}", style="bold")
    total = sum(best.values())
    for choice, deals in best.most_common():
        out.print(f"{choice} is best in {deals:,} of {total:,} deals, {deals / total:.4%}")
    if grid is None:
        out.print(
            f"no grid fits this decision: ask for a position with --at {decision} --cards and "
            "--board, or write all of them to a file with --export FILE.csv"
        )
        return
    out.print("suited hands above the diagonal, others below it")
    shades = dict(zip(best, SHADES * len(best), strict=False))
    letters = _letters(list(best))
    table = new_table(None, "", *grid.ranks)
    for row in grid.ranks:
        cells = [Text(row, style="bold")]
        for column in grid.ranks:
            advice = grid.cells.get((row, column))
            choice = advice.best if advice is not None else ""
            cells.append(Text(letters.get(choice, ""), style=shades.get(choice, "")))
        table.add_row(*cells)
    out.print(table)
    out.print(", ".join(f"{letter} = {choice}" for choice, letter in letters.items()))


def _letters(choices: list[str]) -> dict[str, str]:
    """The shortest beginnings that tell the choices apart."""
    for length in range(1, max(map(len, choices), default=0) + 1):
        short = {choice: choice[:length] for choice in choices}
        if len(set(short.values())) == len(choices):
            return short
    return {choice: choice for choice in choices}
