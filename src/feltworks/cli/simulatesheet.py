"""A simulation for a person: what was sampled, its error, and the exact figures beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from feltworks.cli.terminal import Lines, Sheet, bold, new_table, unbroken
from feltworks.money import money
from feltworks.odds.naming import OutcomeWords
from feltworks.rules.schema import Rules


def simulation_lines(rules: Rules, sheet: Sheet) -> Lines:
    """The whole sheet."""
    name, words = rules.game.name, OutcomeWords(rules)
    yield bold(f"{name}: sampled, {sheet['rounds']:,} rounds dealt")
    yield (
        f"seed {sheet['seed']}, strategy {sheet['strategy']}, seats {len(sheet['seats'])}; "
        f"figures in units of the {sheet['unit']}"
    )
    yield from _means(sheet)
    for seat in (seat for seat in sheet["seats"] if "wagers" in seat):
        bets = ", ".join(f"{wager} ${amount:,.2f}" for wager, amount in seat["wagers"].items())
        yield unbroken(f"seat {seat['seat']} bets {bets}; jackpots are not counted")
    if sheet.get("exact_mean") is not None:
        line = "exact mean of a seat {exact_mean:+.6f}"
        if sheet.get("exact_standard_deviation") is not None:
            line += ", standard deviation {exact_standard_deviation:.6f}"
        yield line.format_map(sheet)
    yield from _differences(sheet["seats"])
    if "counter" in sheet:
        yield from _counter(sheet["counter"], sheet["unit"])
    yield from map(unbroken, sheet.get("notes", ()))
    if "outcomes" in sheet:
        yield from _outcomes("how rounds ended", partial(words.of, "main"), sheet)
    for side in sheet.get("side_wagers", ()):
        yield ""
        yield (
            "{wager}: {mean:+.6f} ± {standard_error:.6f} of the wager (sampled), exact "
            "{exact_mean_without_jackpot:+.6f}; jackpots not counted"
        ).format_map(side)
        yield f"sampled less exact: {_difference(side)}"
        yield from _outcomes(side["wager"], partial(words.of, side["wager"]), side)
    for jackpot in sheet.get("jackpots", ()):
        yield from _jackpot(jackpot, sheet["days"])


def _means(sheet: Sheet) -> Lines:
    """What each seat and the house won in a round; a seat's exact mean where it is known."""
    headings = ["who", "mean", "standard error", "standard deviation", "hold"]
    rows = [
        [
            f"seat {won['seat']}" if "seat" in won else "the house",
            f"{won['mean']:+.6f}",
            f"{won['standard_error']:.6f}",
            f"{won['standard_deviation']:.4f}",
            "" if won.get("hold") is None else f"{won['hold']:.4%}",
        ]
        for won in (*sheet["seats"], sheet["house"])
    ]
    if any("exact_mean" in seat for seat in sheet["seats"]):
        headings.append("exact")
        for row, seat in zip(rows, sheet["seats"], strict=False):
            row.append(f"{seat['exact_mean']:+.6f}")
    yield new_table(None, *headings, rows=rows)


def _differences(seats: Sequence[Sheet]) -> Lines:
    """How far each seat's mean lies from the exact one, if that is known."""
    known = [seat for seat in seats if "difference" in seat]
    if known:
        told = ", ".join(f"seat {seat['seat']} {_difference(seat)}" for seat in known)
        yield unbroken(f"sampled less exact: {told}")


def _difference(sampled: Sheet) -> str:
    off = sampled["standard_errors_off"]
    errors = "" if off is None else f" ({off:+.2f} standard errors)"
    return f"{sampled['difference']:+.6f}{errors}"


def _counter(counter: Sheet, unit: str) -> Lines:
    spread = ", ".join(f"{bet:g} from {count:+g}" for count, bet in counter["spread"])
    line = (
        f"seat 1 counts {{count}} and bets {spread}, {{average_bet:.3f}} units on average: "
        f"{{won_in_100_rounds:+.4f}} ± {{standard_error_in_100_rounds:.4f}} {unit}s in 100 rounds, "
        "{won_in_100_shoes:+.3f} in 100 shoes"
    )
    if "won_of_money_bet" in counter:
        line += "; {won_of_money_bet:+.4%} ± {standard_error_of_money_bet:.4%} of the money bet"
    elif counter["average_bet"]:
        line += "; its side wagers included"
    yield unbroken(line.format_map(counter))
    cells = ("{count:+d}", "{share:.3%}", "{mean:+.3%}", "{standard_error:.3%}")
    rows = [[cell.format_map(row) for cell in cells] for row in counter["by_count"]]
    headings = ("true count", "rounds", "a unit wins", "standard error")
    yield new_table("by true count, rounded down", *headings, rows=rows)


def _jackpot(jackpot: Sheet, days: int) -> Iterator[str]:
    found, exact = jackpot["found_dollars"], jackpot["exact_average_found_dollars"]
    yield ""
    yield (
        f"{jackpot['jackpot']}: {jackpot['hits']:,} hits of {jackpot['wagers']:,} wagers in "
        f"{days:,} days (sampled), one expected in {jackpot['exact_wagers_between_hits']:,.0f}"
    )
    if found is not None:
        told = "" if exact is None else f", exact average ${exact:,.0f}"
        yield (
            f"displayed when hit: ${found['mean']:,.0f} ± {found['standard_error']:,.0f}; nine of "
            f"ten between ${found['0.05']:,.0f} and ${found['0.95']:,.0f}{told}"
        )
    kept = money(round(jackpot["house_income_dollars"] * 100))
    yield (
        "paid out ${paid_out_dollars:,.2f}, started {restarts:,} times again, house's seed in it "
        "${seed_dollars:,.2f}; with that the house kept {kept}, {house_income_per_wager:.2%} of "
        "the wagers; ${displayed_dollars:,.2f} is displayed at the end"
    ).format_map({**jackpot, "kept": kept})


def _outcomes(title: str, words: Callable[[str], str], sheet: Sheet) -> Lines:
    rows = [
        (
            words(row["id"]),
            f"{row['net']:+g}",
            f"{row['count']:,}",
            f"{row['sampled']:.5%}",
            "" if row["exact"] is None else f"{row['exact']:.5%}",
        )
        for row in sheet["outcomes"]
    ]
    yield new_table(title, "outcome", "net", "count", "sampled", "exact", rows=rows)
    if sheet.get("chi_square") is not None:
        yield (
            "chi-square {statistic:.2f} with {degrees_of_freedom} degrees of freedom; by chance "
            "alone as far off in {p_value:.1%} of runs"
        ).format_map(sheet["chi_square"])
