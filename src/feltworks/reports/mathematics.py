"""The mathematics report: every wager with its outcomes, what the house can expect, and the proof.

It puts together the odds, the sessions, the simulation and the published claims. Each figure says
whether it is exact, approximated or sampled.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from feltworks.odds.chart import weighed_bars
from feltworks.odds.kept import KeptCounts
from feltworks.odds.moments import round_moments
from feltworks.odds.naming import OutcomeWords
from feltworks.odds.report import OddsReport, report
from feltworks.odds.result import WagerOdds
from feltworks.reports import blocks
from feltworks.reports.blocks import Block
from feltworks.reports.drawing import outcome_records, returns_svg
from feltworks.reports.expectation import Z, expectation, full_table
from feltworks.reports.paper import AskedPaper, Paper, game_paper, percent, wager_name
from feltworks.reports.proof import proof
from feltworks.rules.schema import Rules


def mathematics_report(asked: AskedPaper) -> Paper:
    """The report, with everything computed now."""
    import altair  # noqa: F401 - if it is missing, say so before anything is counted

    rules, kept = asked.loaded.rules, KeptCounts.of_user(asked.loaded.chosen)
    found = report(rules, kept=kept, progress=asked.progress)
    moments = round_moments(found.rules, found.analysis, asked.progress)
    parts = [
        *_summary(rules, found),
        *_wagers(rules, found),
        *expectation(rules, found, moments),
        *full_table(asked),
        *_progressives(rules, found),
        *proof(asked, found),
    ]
    sampled = f"simulation of {asked.settings.rounds:,} rounds, seed {asked.settings.seed}"
    return game_paper(
        asked,
        "Mathematics report",
        parts,
        Settings=f"jackpots as quoted below; {sampled}",
        Filters="none: every wager of the game",
    )


def _summary(rules: Rules, found: OddsReport) -> Iterator[Block]:
    yield blocks.heading("Summary")
    rows = []
    if (weighed := found.analysis.weighed) is not None:
        chances = weighed.chances
        hit = math.fsum(chance for net, chance in chances.items() if net > 0)
        mean = math.fsum(float(net) * chance for net, chance in chances.items())
        square = math.fsum(float(net) ** 2 * chance for net, chance in chances.items())
        figures = [percent(weighed.house_edge), "", percent(hit)]
        spread = _spread(math.sqrt(square - mean**2))
        rows.append([wager_name(rules, "main"), rules.unit, *figures, *spread])
    for wager, odds in found.analysis.wagers.items():
        figures = [*map(percent, (odds.house_edge, odds.element_of_risk, odds.hit_frequency))]
        spread = _spread(odds.standard_deviation)
        rows.append([_name(rules, wager), _unit(wager, odds), *figures, *spread])
    columns = ["wager", "unit", "house edge", "element of risk", "hit frequency"]
    yield blocks.table([*columns, "std. deviation", "volatility (90%)"], rows, left=2)
    yield blocks.paragraph(
        "The house edge is what the house keeps of a unit on average under the best play; the "
        "element of risk is the same of all money that comes to be wagered. The volatility is "
        "1.645 standard deviations of one round, the reach of its 90% band."
    )
    if found.analysis.weighed is not None:
        yield blocks.paragraph(
            "The main wager is weighed in float64, not counted: by the best play that the "
            "composition of a hand allows, in the first round of a full shoe."
        )


def _name(rules: Rules, wager: str) -> str:
    """A wager by its name, and whether the table offers it."""
    away = "" if rules.is_on_layout(wager) else ", not on the layout with these options"
    return f"{wager_name(rules, wager)}{away}"


def _spread(deviation: float) -> tuple[str, str]:
    """The standard deviation of a round, and the reach of its 90% band."""
    return f"{deviation:.4f}", f"{Z[0.90] * deviation:.4f}"


def _unit(wager: str, odds: WagerOdds) -> str:
    return "wager" if odds.unit == wager else odds.unit


def _wagers(rules: Rules, found: OddsReport) -> Iterator[Block]:
    yield blocks.heading("Wagers")
    if (weighed := found.analysis.weighed) is not None:
        rows = [
            [f"{float(net):+g}", f"{chance:.9f}", percent(float(net) * chance, sign=True)]
            for net, chance in weighed.chances.items()
        ]
        value = percent(weighed.expected_value, sign=True)
        total = ["all", f"{math.fsum(weighed.chances.values()):.9f}", value]
        chances = blocks.table(["net result", "probability", "return"], rows, total=total)
        svg = returns_svg(weighed_bars(weighed.chances), rules.unit)
        yield from _wager(wager_name(rules, "main"), chances, svg)
    for wager, odds in found.analysis.wagers.items():
        svg = returns_svg(outcome_records(rules, wager, odds), _unit(wager, odds))
        yield from _wager(_name(rules, wager), _outcomes(rules, wager, odds), svg)


def _wager(name: str, outcomes: Block, svg: str) -> Iterator[Block]:
    yield from (
        blocks.heading(name, 2),
        outcomes,
        blocks.chart(f"{name}: where the return comes from", svg),
    )


def _progressives(rules: Rules, found: OddsReport) -> Iterator[Block]:
    if not found.progressives:
        return
    yield blocks.heading("Progressive jackpots")
    for wager, jackpot in found.progressives.items():
        average = jackpot.average_dollars
        amounts = {
            "at its seed": jackpot.seed_dollars,
            "at its average": average,
            "where the wager breaks even": jackpot.break_even_dollars,
        }
        yield blocks.table(
            ["jackpot", "amount", "house edge"],
            [
                [name, f"${float(amount):,.2f}", percent(-jackpot.value_at(amount))]
                for name, amount in amounts.items()
                if amount is not None
            ],
            title=wager_name(rules, wager),
        )
        told = [
            f"A prize of any kind comes once in {float(jackpot.wagers_per_hit):,.2f} wagers, "
            f"one from the jackpot once in {float(jackpot.wagers_per_jackpot_hit):,.2f}.",
            f"Each dollar in the jackpot adds {percent(jackpot.value_per_dollar, places=8)}.",
        ]
        if average is None:
            told.append(f"The average cannot be told: {jackpot.added_note}.")
        elif jackpot.added_dollars is not None:
            told.append(
                f"A wager adds ${float(jackpot.added_dollars):,.4f} on average: "
                f"{jackpot.added_note}."
            )
        yield blocks.points(told)


def _outcomes(rules: Rules, wager: str, odds: WagerOdds) -> Block:
    words, total = OutcomeWords(rules), odds.combinations
    rows = []
    for row in odds.outcomes:
        net, chance = odds.net(row), Fraction(row.combinations, total)
        rows.append(
            [
                words.of(wager, row.id),
                _net(net),
                f"{row.combinations:,}",
                f"{float(chance):.9f}",
                percent(net * chance, sign=True),
            ]
        )
    own = odds.own_expected_value
    return blocks.table(
        ["outcome", "net", "combinations", "probability", "return"],
        rows,
        total=["all", "", f"{total:,}", "1.000000000", percent(own, sign=True)],
    )


def _net(net: Fraction) -> str:
    return f"{float(net):+,.4f}".rstrip("0").rstrip(".") if net else "0"
