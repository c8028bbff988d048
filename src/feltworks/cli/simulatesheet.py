"""A simulation for a person: what was sampled, its error, and the exact figures beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from feltworks.cli.terminal import console, new_table, say
from feltworks.money import money


def print_simulation(name: str, sheet: Mapping[str, Any]) -> None:
    """The whole sheet."""
    out = console()
    out.print(f"{name}: sampled, {sheet['rounds']:,} rounds dealt", style="bold")
    out.print(
        f"seed {sheet['seed']}, strategy {sheet['strategy']}, seats {len(sheet['seats'])}; "
        f"figures in units of the {sheet['unit']}"
    )
    heads = ("exact",) if any("exact_mean" in seat for seat in sheet["seats"]) else ()
    table = new_table(None, "who", "mean", "standard error", "standard deviation", "hold", *heads)
    for seat in sheet["seats"]:
        exact = [f"{seat['exact_mean']:+.6f}"] if heads else []
        table.add_row(f"seat {seat['seat']}", *_figures(seat), *exact)
    table.add_row("the house", *_figures(sheet["house"]), *([""] if heads else []))
    out.print(table)
    for seat in (seat for seat in sheet["seats"] if "wagers" in seat):
        bets = ", ".join(f"{wager} ${amount:,.2f}" for wager, amount in seat["wagers"].items())
        say(f"seat {seat['seat']} bets {bets}; jackpots are not counted")
    if sheet.get("exact_mean") is not None:
        line = f"exact mean of a seat {sheet['exact_mean']:+.6f}"
        if sheet.get("exact_standard_deviation") is not None:
            line += f", standard deviation {sheet['exact_standard_deviation']:.6f}"
        out.print(line)
    if "counter" in sheet:
        _print_counter(sheet["counter"], sheet["unit"])
    for note in sheet.get("notes", ()):
        say(note)
    if "outcomes" in sheet:
        _print_outcomes("how rounds ended", sheet)
    for side in sheet.get("side_wagers", ()):
        out.print()
        out.print(
            f"{side['wager']}: {side['mean']:+.6f} ± {side['standard_error']:.6f} of the wager "
            f"(sampled), exact {side['exact_mean_without_jackpot']:+.6f}; jackpots not counted"
        )
        _print_outcomes(side["wager"], side)
    for jackpot in sheet.get("jackpots", ()):
        _print_jackpot(jackpot, sheet["days"])


def _print_counter(counter: Mapping[str, Any], unit: str) -> None:
    out = console()
    spread = ", ".join(f"{bet:g} from {count:+g}" for count, bet in counter["spread"])
    line = (
        f"seat 1 counts {counter['count']} and bets {spread}, {counter['average_bet']:.3f} units "
        f"on average: {counter['won_in_100_rounds']:+.4f} ± "
        f"{counter['standard_error_in_100_rounds']:.4f} {unit}s in 100 rounds, "
        f"{counter['won_in_100_shoes']:+.3f} in 100 shoes"
    )
    if "won_of_money_bet" in counter:
        line += (
            f"; {counter['won_of_money_bet'] * 100:+.4f}% ± "
            f"{counter['standard_error_of_money_bet'] * 100:.4f}% of the money bet"
        )
    elif counter["average_bet"]:
        line += "; its side wagers included"
    say(line)
    heads = ("true count", "rounds", "a unit wins", "standard error")
    table = new_table("by true count, rounded down", *heads)
    for row in counter["by_count"]:
        table.add_row(
            f"{row['count']:+d}",
            f"{row['share'] * 100:.3f}%",
            f"{row['mean'] * 100:+.3f}%",
            f"{row['standard_error'] * 100:.3f}%",
        )
    out.print(table)


def _print_jackpot(jackpot: Mapping[str, Any], days: int) -> None:
    out, found, exact = console(), jackpot["found_dollars"], jackpot["exact_average_found_dollars"]
    out.print()
    out.print(
        f"{jackpot['jackpot']}: {jackpot['hits']:,} hits of {jackpot['wagers']:,} wagers in "
        f"{days:,} days (sampled), one expected in {jackpot['exact_wagers_between_hits']:,.0f}"
    )
    if found is not None:
        told = "" if exact is None else f", exact average ${exact:,.0f}"
        out.print(
            f"displayed when hit: ${found['mean']:,.0f} ± {found['standard_error']:,.0f}; nine of "
            f"ten between ${found['0.05']:,.0f} and ${found['0.95']:,.0f}{told}"
        )
    out.print(
        f"paid out ${jackpot['paid_out_dollars']:,.2f}, started {jackpot['restarts']:,} times "
        f"again, house's seed in it ${jackpot['seed_dollars']:,.2f}; with that the house kept "
        f"{money(round(jackpot['house_income_dollars'] * 100))}, "
        f"{jackpot['house_income_per_wager'] * 100:.2f}% of the wagers; "
        f"${jackpot['displayed_dollars']:,.2f} is displayed at the end"
    )


def _figures(figures: Mapping[str, Any]) -> tuple[str, ...]:
    return (
        f"{figures['mean']:+.6f}",
        f"{figures['standard_error']:.6f}",
        f"{figures['standard_deviation']:.4f}",
        "" if figures.get("hold") is None else f"{figures['hold'] * 100:.4f}%",
    )


def _print_outcomes(title: str, sheet: Mapping[str, Any]) -> None:
    out = console()
    table = new_table(title, "outcome", "net", "count", "sampled", "exact")
    for row in sheet["outcomes"]:
        exact = "" if row["exact"] is None else f"{row['exact'] * 100:.5f}%"
        sampled = f"{row['sampled'] * 100:.5f}%"
        table.add_row(row["id"], f"{row['net']:+g}", f"{row['count']:,}", sampled, exact)
    out.print(table)
    fit = sheet.get("chi_square")
    if fit is not None:
        out.print(
            f"chi-square {fit['statistic']:.2f} with {fit['degrees_of_freedom']} degrees of "
            f"freedom; by chance alone as far off in {fit['p_value'] * 100:.1f}% of runs"
        )
