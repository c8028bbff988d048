"""A simulation for a person: what was sampled, its error, and the exact figures beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from feltworks.cli.terminal import console, new_table


def print_simulation(name: str, sheet: Mapping[str, Any]) -> None:
    """The whole sheet."""
    out = console()
    out.print(f"{name}: sampled, {sheet['rounds']:,} rounds dealt", style="bold")
    out.print(
        f"seed {sheet['seed']}, strategy {sheet['strategy']}, seats {len(sheet['seats'])}; "
        f"figures in units of the {sheet['unit']}"
    )
    table = new_table(None, "who", "mean", "standard error", "standard deviation", "hold")
    for seat in sheet["seats"]:
        table.add_row(f"seat {seat['seat']}", *_figures(seat))
    table.add_row("the house", *_figures(sheet["house"]))
    out.print(table)
    if sheet.get("exact_mean") is not None:
        line = f"exact mean of a seat {sheet['exact_mean']:+.6f}"
        if sheet.get("exact_standard_deviation") is not None:
            line += f", standard deviation {sheet['exact_standard_deviation']:.6f}"
        out.print(line)
    for note in sheet.get("notes", ()):
        out.print(note, soft_wrap=True)
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
        f"again, house's seed in it ${jackpot['seed_dollars']:,.2f}; the house kept "
        f"${jackpot['house_income_dollars']:,.2f}, "
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
