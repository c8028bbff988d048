"""The odds of a game for a person: the edge on top, then where it comes from."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module

from feltworks.cli.mechanisms import MECHANISMS
from feltworks.cli.showing import console, new_table
from feltworks.odds.progressive import Progressive
from feltworks.odds.report import OddsReport
from feltworks.odds.result import WagerOdds
from feltworks.rules.amounts import number_text
from feltworks.rules.loader import Loaded


def print_odds(loaded: Loaded, report: OddsReport) -> None:
    """Every wager of a report."""
    rules, analysis, jackpots = report.rules, report.analysis, report.progressives
    out = console()
    out.print(rules.game.name, style="bold")
    chosen = [
        f"{id_} = {value}"
        for id_, value in loaded.chosen.items()
        if value != rules.options[id_].default
    ]
    out.print(f"options: {', '.join(chosen) or 'all at their defaults'}")
    if analysis.indifferent:
        ties = ", ".join(f"{at} {choice}" for at, choice in analysis.indifferent.items())
        out.print(f"where choices are worth the same: {ties}")
    mechanism = rules.game.mechanism
    sheet = MECHANISMS[mechanism].main_sheet
    if analysis.weighed is not None and sheet is not None:
        out.print()
        title = f"{mechanism} (main), in units of the {rules.unit}"
        import_module(sheet).print_main(analysis.weighed, title)
    elif "main" not in analysis.wagers:
        out.print(f"the main game is {mechanism}, which is not analysed here")
    for id_, odds in analysis.wagers.items():
        out.print()
        name = rules.wagers[id_].name if id_ in rules.wagers else "all required wagers together"
        away = id_ in rules.wagers and id_ not in rules.offer.side_wagers
        title = f"{name} ({id_}){', not on the layout with these options' if away else ''}"
        _print_wager(title, odds, "wager" if odds.unit == id_ else odds.unit)
        if id_ in jackpots:
            _print_jackpot(jackpots[id_])


def percent(value: Fraction | float) -> str:
    return f"{float(value) * 100:.4f}%"


def _print_wager(title: str, odds: WagerOdds, unit: str) -> None:
    out = console()
    out.print(title, style="bold")
    edge = odds.house_edge
    side = "the house" if edge > 0 else "the player" if edge < 0 else "neither side"
    out.print(
        f"house edge {percent(edge)} of the {unit}, in favour of {side}",
        style="bold",
    )
    out.print(f"expected value {odds.expected_value} = {float(odds.expected_value):.8f}")
    if odds.joint_with_main is not None:
        out.print(
            "  what it adds when it is played with the required wagers; its own rows come to "
            f"{float(odds.own_expected_value):.8f}"
        )
    out.print(
        f"average wager {float(odds.average_wager):.6f}, element of risk "
        f"{percent(odds.element_of_risk)}, hit frequency {percent(odds.hit_frequency)}, "
        f"standard deviation {odds.standard_deviation:.4f}"
    )
    out.print(_outcomes(odds))
    for decision, deals in odds.indifferent_deals.items():
        out.print(f"indifferent deals at {decision}: {deals:,}")
    if odds.parts:
        parts = ", ".join(f"{wager} {float(value):+.6f}" for wager, value in odds.parts.items())
        out.print(f"expected value by wager: {parts}")


def _outcomes(odds: WagerOdds) -> object:
    table = new_table(None, "outcome", "net", "combinations", "probability", "return")
    for column in table.columns[1:]:
        column.justify = "right"
    for row in odds.outcomes:
        net = odds.net(row)
        part = Fraction(row.combinations, odds.combinations)
        table.add_row(
            row.id,
            pays_text(net),
            f"{row.combinations:,}",
            f"{float(part):.8f}",
            f"{float(part * net):+.6f}",
        )
    table.add_section()
    table.add_row(
        "total", "", f"{odds.combinations:,}", "1", f"{float(odds.own_expected_value):+.6f}"
    )
    return table


def pays_text(net: Fraction) -> str:
    """A net pay with its sign; a jackpot's long fraction is cut to cents."""
    text = number_text(net) if net.denominator < 1000 else f"{float(net):.2f}"
    return f"+{text}" if net > 0 else text


def _print_jackpot(jackpot: Progressive) -> None:
    out = console()
    out.print(
        f"jackpot {jackpot.jackpot}: quoted at ${float(jackpot.quoted_dollars):,.2f} "
        f"({jackpot.quoted}), seed ${float(jackpot.seed_dollars):,.2f}"
    )
    out.print(
        f"value {float(jackpot.value_without_jackpot):.6f} with nothing in it and "
        f"{float(jackpot.value_per_dollar * 1000):+.6f} for every $1,000; breaks even at "
        f"${float(jackpot.break_even_dollars):,.2f}"
    )
    out.print(
        f"a prize of any kind one in {float(jackpot.wagers_per_hit):,.4f}, of the jackpot one in "
        f"{float(jackpot.wagers_per_jackpot_hit):,.2f}; other prizes return "
        f"{percent(jackpot.fixed_return)}"
    )
    if jackpot.average_dollars is None or jackpot.added_dollars is None:
        out.print(f"no average jackpot: {jackpot.added_note}")
    else:
        out.print(
            f"average jackpot ${float(jackpot.average_dollars):,.2f} when each wager adds "
            f"${float(jackpot.added_dollars):.4f}, {jackpot.added_note}"
        )
