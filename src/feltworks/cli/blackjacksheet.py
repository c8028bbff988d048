"""Blackjack for a person: its odds, its strategy card in colour, and one position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from feltworks.cli.showing import console, new_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltworks.cards import Card
    from feltworks.odds.blackjack.advice import HandAdvice
    from feltworks.odds.blackjack.analysis import BlackjackOdds
    from feltworks.odds.blackjack.charts import Chart

SHADES = {"H": "yellow", "S": "red", "D": "cyan", "P": "green", "R": "magenta"}
"""By the first letter of a cell: hit, stand, double, split, surrender."""


def print_main(odds: BlackjackOdds, title: str) -> None:
    """The main wager: the edge on top, then the distribution of the net result."""
    from feltworks.odds.blackjack.analysis import STRATEGIES, VALUE_WITHIN

    out, found = console(), odds.distribution
    side = "the house" if odds.house_edge >= 0 else "the player"
    out.print(title, style="bold")
    out.print(
        f"house edge {odds.house_edge * 100:.9f}%, in favour of {side}; strategy {odds.strategy}: "
        f"{STRATEGIES[odds.strategy]}",
        style="bold",
    )
    out.print(
        f"expected value {odds.expected_value:.12f}, float64 within {VALUE_WITHIN:g}; "
        f"{odds.setting.shoe.size} cards"
    )
    out.print(
        f"average wager {odds.average_wager:.6f}, element of risk "
        f"{odds.element_of_risk * 100:.4f}%, hit frequency {found.hit_frequency * 100:.4f}%, "
        f"standard deviation {found.standard_deviation:.6f}"
    )
    table = new_table(None, "net result", "probability", "return")
    for column in table.columns:
        column.justify = "right"
    for net, chance in found.chances.items():
        table.add_row(f"{float(net):+g}", f"{chance:.9f}", f"{float(net) * chance:+.9f}")
    out.print(table)
    out.print(f"probabilities together within {found.within:.1e}")
    if odds.insurance is not None:
        taken = f"{odds.insurance.taken:.4%} of rounds" if odds.insurance.taken else "never"
        out.print(f"insurance apart: {odds.insurance.value:+.6f} a unit; worth taking {taken}")


def print_chart(odds: BlackjackOdds, title: str) -> None:
    """The card in colour, and where the cards of a hand matter more than its total."""
    from feltworks.odds.blackjack.charts import departures
    from feltworks.odds.blackjack.shoe import VALUES

    out = console()
    out.print(title, style="bold")
    _print_grid(odds.chart)
    for code, meaning in odds.chart.used.items():
        out.print(Text(f"{code:3}", style=SHADES[code[0]]) + Text(meaning))
    found = departures(odds.setting, odds.basic_plays, *odds.best)
    if not found:
        return
    out.print()
    out.print("better by the cards than by the total", style="bold")
    table = new_table(None, "hand", "dealer", "chart", "better", "gain")
    for departure in found:
        start = departure.start
        table.add_row(
            f"{VALUES[start.low]},{VALUES[start.high]}",
            VALUES[start.up],
            departure.says.name.lower(),
            departure.better.name.lower(),
            f"{departure.gain:.6f}",
        )
    out.print(table)


def _print_grid(chart: Chart) -> None:
    table = new_table(None, "dealer shows", *chart.columns)
    for number, rows in enumerate(chart.parts.values()):
        if number:
            table.add_section()
        for row in rows:
            cells = [Text(cell, style=SHADES[cell[0]]) for cell in row.cells]
            table.add_row(Text(row.hand, style="bold"), *cells)
    console().print(table)


def print_position(advice: HandAdvice, cards: Sequence[Card], up: Card, unit: str) -> None:
    """One hand: what to do, and what everything else costs."""
    from feltworks.cards import join_cards

    out = console()
    out.print(f"{join_cards(cards)} against {up}", style="bold")
    out.print(f"best: {advice.best}", style="bold")
    table = new_table(None, "choice", f"value in {unit}", "costs")
    for action, value in advice.values.items():
        cost = advice.cost(action)
        table.add_row(action, f"{value:+.6f}", f"{cost:.6f}" if cost else "-")
    out.print(table)
    if advice.insurance is not None:
        verdict = "take it" if advice.insurance > 0 else "leave it"
        out.print(f"insurance: {advice.insurance:+.6f} a unit: {verdict}")
