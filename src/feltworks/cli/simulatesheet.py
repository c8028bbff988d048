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
