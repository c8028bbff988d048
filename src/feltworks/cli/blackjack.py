"""Blackjack at the terminal: its odds, its strategy card in colour, and one position.

Imported only when a game turns out to be blackjack, so the analysis is imported at the top.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from feltworks.cards import Card, join_cards, parse_cards
from feltworks.cli.options import CommandError, game_json, options_not_default
from feltworks.cli.progress import counting
from feltworks.cli.terminal import console, new_table, print_json
from feltworks.odds.blackjack.advice import HandAdvice, HandAdvisor
from feltworks.odds.blackjack.analysis import STRATEGIES, VALUE_WITHIN, BlackjackOdds
from feltworks.odds.blackjack.chartpage import check_page, write_page
from feltworks.odds.blackjack.charts import Chart, departures
from feltworks.odds.blackjack.fromrules import blackjack_odds, blackjack_of, shoe_of
from feltworks.odds.blackjack.shoe import VALUES

if TYPE_CHECKING:
    from feltworks.cli.strategy import Question
    from feltworks.rules.loader import Loaded

SHADES = {"H": "yellow", "S": "red", "D": "cyan", "P": "green", "R": "magenta"}
"""By the first letter of a cell: hit, stand, double, split, surrender."""


def print_main(odds: BlackjackOdds, title: str) -> None:
    """The main wager: the edge on top, then the distribution of the net result."""
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
    table = new_table(None, "net result", "probability", "return", right=range(3))
    for net, chance in found.chances.items():
        table.add_row(f"{float(net):+g}", f"{chance:.9f}", f"{float(net) * chance:+.9f}")
    out.print(table)
    out.print(f"probabilities together within {found.within:.1e}")
    if odds.insurance is not None:
        taken = f"{odds.insurance.taken:.4%} of rounds" if odds.insurance.taken else "never"
        out.print(f"insurance apart: {odds.insurance.value:+.6f} a unit; worth taking {taken}")


def show(loaded: Loaded, question: Question) -> None:
    """Answer a position if cards are given, otherwise show the strategy card."""
    if (option := question.first_of("at", "board", "indifferent")) is not None:
        raise CommandError(
            f"{option} is not for blackjack: a position is --cards and --dealer, and other cards "
            "that lie open go to --gone"
        )
    if (question.cards is None) != (question.dealer is None):
        raise CommandError(
            "a position needs --cards and --dealer both: --cards 'As 7d' --dealer 9c"
        )
    if question.cards is not None:
        _show_position(loaded, question)
    else:
        _show_card(loaded, question)


def _show_position(loaded: Loaded, question: Question) -> None:
    rules = loaded.rules
    cards, up = parse_cards(question.cards or ""), Card.parse(question.dealer or "")
    with counting():
        advice = HandAdvisor(shoe_of(rules), blackjack_of(rules)).advise(cards, up)
    if question.as_json:
        position = {
            "cards": [str(card) for card in cards],
            "dealer": str(up),
            "seen": [str(card) for card in loaded.gone],
        }
        print_json({**game_json(loaded), "method": "float64", **position, **advice.as_json()})
        return
    _print_position(advice, cards, up, rules.unit)


def _show_card(loaded: Loaded, question: Question) -> None:
    rules = loaded.rules
    if question.export is not None:
        check_page(question.export)
    odds = blackjack_odds(rules)
    with counting():
        card = odds.chart
    title = f"{rules.game.name}: basic strategy"
    says = _valid_for(loaded, odds)
    if question.export is not None:
        write_page(question.export, title, says, card)
    if question.as_json:
        print_json({**game_json(loaded), **odds.strategy_data()})
    elif question.export is None:
        _print_chart(odds, f"{title}. {says}")


def _valid_for(loaded: Loaded, odds: BlackjackOdds) -> str:
    """What the card is valid for: the shoe, and the options that differ from their defaults."""
    chosen = [f"{id} {value}" for id, value in options_not_default(loaded)]
    return f"{odds.setting.shoe.size} cards; {', '.join(chosen) or 'options at their defaults'}."


def _print_chart(odds: BlackjackOdds, title: str) -> None:
    """The card in colour, and where the cards of a hand matter more than its total."""
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


def _print_position(advice: HandAdvice, cards: Sequence[Card], up: Card, unit: str) -> None:
    """One hand: what to do, and what everything else costs."""
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
