"""Blackjack at the terminal: its odds, its strategy card in colour, and one position.

Imported only when a game turns out to be blackjack, so the analysis is imported at the top.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from feltworks.cards import Card, join_cards, parse_cards
from feltworks.cli.options import CommandError, options_not_default
from feltworks.cli.progress import counting
from feltworks.cli.terminal import Lines, bold, new_table, tell
from feltworks.odds.blackjack.advice import HandAdvice, HandAdvisor
from feltworks.odds.blackjack.analysis import STRATEGIES, VALUE_WITHIN, BlackjackOdds
from feltworks.odds.blackjack.chartpage import check_page, write_page
from feltworks.odds.blackjack.charts import Chart, departures
from feltworks.odds.blackjack.fromrules import blackjack_odds, blackjack_of, shoe_of
from feltworks.odds.blackjack.shoe import VALUES
from feltworks.rules.readings import edge_and_side

if TYPE_CHECKING:
    from rich.table import Table

    from feltworks.cli.strategy import Question
    from feltworks.rules.loader import Loaded

SHADES = {"H": "yellow", "S": "red", "D": "cyan", "P": "green", "R": "magenta"}
"""By the first letter of a cell: hit, stand, double, split, surrender."""


def main_lines(odds: BlackjackOdds, title: str) -> Lines:
    """The main wager: the edge on top, then the distribution of the net result."""
    found, (name, side) = odds.distribution, edge_and_side(odds.house_edge)
    yield bold(title)
    yield bold(
        f"{name} {abs(odds.house_edge):.9%}, in favour of {side}; strategy {odds.strategy}: "
        f"{STRATEGIES[odds.strategy]}"
    )
    yield (
        f"expected value {odds.expected_value:.12f}, float64 within {VALUE_WITHIN:g}; "
        f"{odds.setting.shoe.size} cards"
    )
    yield (
        f"average wager {odds.average_wager:.6f}, element of risk {odds.element_of_risk:.4%}, "
        f"hit frequency {found.hit_frequency:.4%}, standard deviation "
        f"{found.standard_deviation:.6f}"
    )
    rows = [
        (f"{float(net):+g}", f"{chance:.9f}", f"{float(net) * chance:+.9f}")
        for net, chance in found.chances.items()
    ]
    yield new_table(None, "net result", "probability", "return", rows=rows, right=range(3))
    yield f"probabilities together within {found.within:.1e}"
    if odds.insurance is not None:
        taken = f"{odds.insurance.taken:.4%} of rounds" if odds.insurance.taken else "never"
        yield f"insurance apart: {odds.insurance.value:+.6f} a unit; worth taking {taken}"


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
    position = {"cards": cards, "dealer": up, "seen": loaded.gone}
    tell(
        {**loaded.as_json(), "method": "float64", **position, **advice.as_json()},
        *_position_lines(advice, cards, up, rules.unit),
        as_json=question.as_json,
    )


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
    lines = () if question.export is not None else _chart_lines(odds, f"{title}. {says}")
    tell({**loaded.as_json(), **odds.strategy_data()}, *lines, as_json=question.as_json)


def _valid_for(loaded: Loaded, odds: BlackjackOdds) -> str:
    """What the card is valid for: the shoe, and the options that differ from their defaults."""
    chosen = [f"{id} {value}" for id, value in options_not_default(loaded)]
    return f"{odds.setting.shoe.size} cards; {', '.join(chosen) or 'options at their defaults'}."


def _chart_lines(odds: BlackjackOdds, title: str) -> Lines:
    """The card in colour, and where the cards of a hand matter more than its total."""
    yield bold(title)
    yield _grid(odds.chart)
    for code, meaning in odds.chart.used.items():
        yield Text(f"{code:3}", style=SHADES[code[0]]) + Text(meaning)
    found = departures(odds.setting, odds.basic_plays, *odds.best)
    if not found:
        return
    yield ""
    yield bold("better by the cards than by the total")
    rows = [
        (
            f"{VALUES[each.start.low]},{VALUES[each.start.high]}",
            VALUES[each.start.up],
            each.says.name.lower(),
            each.better.name.lower(),
            f"{each.gain:.6f}",
        )
        for each in found
    ]
    yield new_table(None, "hand", "dealer", "chart", "better", "gain", rows=rows)


def _grid(chart: Chart) -> Table:
    table = new_table(None, "dealer shows", *chart.columns)
    for number, rows in enumerate(chart.parts.values()):
        if number:
            table.add_section()
        for row in rows:
            cells = [Text(cell, style=SHADES[cell[0]]) for cell in row.cells]
            table.add_row(bold(row.hand), *cells)
    return table


def _position_lines(advice: HandAdvice, cards: Sequence[Card], up: Card, unit: str) -> Lines:
    """One hand: what to do, and what everything else costs."""
    yield bold(f"{join_cards(cards)} against {up}")
    yield bold(f"best: {advice.best}")
    rows = [
        (action, f"{value:+.6f}", f"{cost:.6f}" if (cost := advice.cost(action)) else "-")
        for action, value in advice.values.items()
    ]
    yield new_table(None, "choice", f"value in {unit}", "costs", rows=rows)
    if advice.insurance is not None:
        verdict = "take it" if advice.insurance > 0 else "leave it"
        yield f"insurance: {advice.insurance:+.6f} a unit: {verdict}"
