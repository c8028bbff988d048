"""The mathematics report: every wager with its outcomes, what the house can expect, and the proof.

It asks the odds, the sessions, the simulation and the published claims, and sets down their words.
What is exact, what is approximated and what is sampled is said where it stands.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from feltworks.odds.chart import weighed_bars
from feltworks.odds.claims import check_claims
from feltworks.odds.kept import KeptCounts
from feltworks.odds.mechanisms import is_solved
from feltworks.odds.moments import round_moments
from feltworks.odds.readings import open_options, readings
from feltworks.odds.report import OddsReport, report
from feltworks.odds.result import WagerOdds
from feltworks.odds.undecided import is_undecided
from feltworks.odds.walk import Progress, silent
from feltworks.reports.drawing import outcome_records, returns_svg
from feltworks.reports.expectation import (
    MOST_EXACT,
    Z,
    expectation,
    full_table,
    sampled,
    wager_name,
)
from feltworks.reports.paper import (
    Block,
    Paper,
    chart,
    game_facts,
    heading,
    paragraph,
    points,
    table,
)
from feltworks.rules.handbook import Handbook
from feltworks.rules.loader import Loaded
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.randomtests import random_tests

SHUFFLES = 5_000


@dataclass(frozen=True, kw_only=True)
class MathematicsSettings:
    """`rounds` are simulated from the `seed`; `with_readings` weighs every open reading of the file
    as it is written, and holds its published figures against it. Seats of one table are counted
    together if that takes no longer than `seats_seconds` on one core, and sampled otherwise."""

    rounds: int = 2_000_000
    seed: int = 1
    seats_seconds: float = 60.0
    with_readings: bool = True


@dataclass(frozen=True)
class MathematicsReport:
    """Everything that the report sets down, worked out when the paper is made."""

    loaded: Loaded
    made: date
    command: str
    settings: MathematicsSettings = field(default_factory=MathematicsSettings)
    progress: Progress = silent

    def paper(self) -> Paper:
        kept = KeptCounts.of_user(self.loaded.chosen)
        found = report(self.loaded.rules, kept=kept, progress=self.progress)
        moments = round_moments(found.rules, found.analysis, self.progress)
        blocks = [
            *self._summary(found),
            *self._wagers(found),
            *expectation(self.loaded.rules, found, moments),
            *full_table(self.loaded, self.settings, self.progress),
            *self._progressives(found),
            *self._readings(),
            *self._simulation(found),
            *self._random_numbers(),
            *self._claims(),
            *self._method(),
        ]
        facts = game_facts(self.loaded)
        facts["Settings"] = (
            f"jackpots as quoted below; simulation of {self.settings.rounds:,} rounds, "
            f"seed {self.settings.seed}"
        )
        facts["Filters"] = "none: every wager of the game"
        return Paper(
            title="Mathematics report",
            subject=self.loaded.rules.game.name,
            made=self.made,
            command=self.command,
            facts=facts,
            blocks=blocks,
        )

    # --- wagers -----------------------------------------------------------------------------

    def _name(self, wager: str) -> str:
        return wager_name(self.loaded.rules, wager)

    def _summary(self, found: OddsReport) -> Iterator[Block]:
        yield heading("Summary")
        rows = []
        if (weighed := found.analysis.weighed) is not None:
            chances = weighed.chances
            hit = math.fsum(chance for net, chance in chances.items() if net > 0)
            mean = math.fsum(float(net) * chance for net, chance in chances.items())
            square = math.fsum(float(net) ** 2 * chance for net, chance in chances.items())
            spread = math.sqrt(square - mean**2)
            rows.append(
                [
                    self._name("main"),
                    self.loaded.rules.unit,
                    percent(weighed.house_edge),
                    "",
                    percent(hit),
                    f"{spread:.4f}",
                    f"{Z[0.90] * spread:.4f}",
                ]
            )
        for wager, odds in found.analysis.wagers.items():
            rows.append(
                [
                    self._name(wager),
                    "wager" if odds.unit == wager else odds.unit,
                    percent(odds.house_edge),
                    percent(odds.element_of_risk),
                    percent(odds.hit_frequency),
                    f"{odds.standard_deviation:.4f}",
                    f"{Z[0.90] * odds.standard_deviation:.4f}",
                ]
            )
        columns = ["wager", "unit", "house edge", "element of risk", "hit frequency"]
        yield table([*columns, "std. deviation", "volatility (90%)"], rows, left=2)
        yield paragraph(
            "The house edge is what the house keeps of a unit on average under the best play; the "
            "element of risk is the same of all money that comes to be wagered. The volatility is "
            "1.645 standard deviations of one round, the reach of its 90% band."
        )
        if found.analysis.weighed is not None:
            yield paragraph(
                "The main wager is weighed in float64, not counted: by the best play that the "
                "composition of a hand allows, in the first round of a full shoe."
            )

    def _wagers(self, found: OddsReport) -> Iterator[Block]:
        yield heading("Wagers")
        if (weighed := found.analysis.weighed) is not None:
            yield heading(self._name("main"), 2)
            rows = [
                [f"{float(net):+g}", f"{chance:.9f}", percent(float(net) * chance, sign=True)]
                for net, chance in weighed.chances.items()
            ]
            total = ["all", f"{math.fsum(weighed.chances.values()):.9f}"]
            yield table(
                ["net result", "probability", "return"],
                rows,
                total=[*total, percent(weighed.expected_value, sign=True)],
            )
            yield chart(
                f"{self._name('main')}: where the return comes from",
                returns_svg(weighed_bars(weighed.chances), self.loaded.rules.unit),
            )
        for wager, odds in found.analysis.wagers.items():
            yield heading(self._name(wager), 2)
            yield _outcomes(odds)
            unit = "wager" if odds.unit == wager else odds.unit
            yield chart(
                f"{self._name(wager)}: where the return comes from",
                returns_svg(outcome_records(odds), unit),
            )

    def _progressives(self, found: OddsReport) -> Iterator[Block]:
        if not found.progressives:
            return
        yield heading("Progressive jackpots")
        for wager, jackpot in found.progressives.items():
            average = jackpot.average_dollars
            amounts = {
                "at its seed": jackpot.seed_dollars,
                "at its average": average,
                "where the wager breaks even": jackpot.break_even_dollars,
            }
            yield table(
                ["jackpot", "amount", "house edge"],
                [
                    [name, f"${float(amount):,.2f}", percent(-jackpot.value_at(amount))]
                    for name, amount in amounts.items()
                    if amount is not None
                ],
                title=self._name(wager),
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
            yield points(told)

    # --- proof ------------------------------------------------------------------------------

    def _readings(self) -> Iterator[Block]:
        options = open_options(self.loaded.written)
        if not self.settings.with_readings or not options:
            return
        yield heading("Readings of what the document leaves open")
        found = list(readings(self.loaded.name, self.progress))
        wagers = list(found[0].edges)
        yield table(
            ["reading", *(self._name(wager) for wager in wagers)],
            [
                [
                    ", ".join(f"{id_} = {value}" for id_, value in each.options.items())
                    + (" (as shipped)" if each.is_default else ""),
                    *(percent(each.edges[wager]) for wager in wagers),
                ]
                for each in found
            ],
            title="House edge under each reading",
        )

    def _simulation(self, found: OddsReport) -> Iterator[Block]:
        yield heading("Confirmation by simulation (sampled)")
        rules, settings = self.loaded.rules, self.settings
        if not is_solved(rules) and rules.blackjack is None:
            yield paragraph("Players play each other: there is no game of the house to confirm.")
            return
        if is_solved(rules) and is_undecided(rules, Handbook(rules)):
            yield paragraph("Nobody decides: every deal was counted, and none is sampled.")
            return
        try:
            sheet, rounds = sampled(self.loaded, 1, settings.rounds, settings.seed, self.progress)
        except SimulationError as refused:
            yield paragraph(f"Not simulated: {refused}.")
            return
        seat = sheet["seats"][0]
        away = (seat["mean"] - sheet["exact_mean"]) / seat["standard_error"]
        exact = "exact, best play"
        if (weighed := found.analysis.weighed) is not None:
            exact = f"exact, basic strategy, {sheet['exact_is_of']}"
        yield table(
            ["", "mean of a round", "standard error"],
            [
                [exact, f"{sheet['exact_mean']:+.6f}", ""],
                ["sampled", f"{seat['mean']:+.6f}", f"{seat['standard_error']:.6f}"],
            ],
        )
        if weighed is not None:
            yield paragraph(
                f"Two values are exact here, of two ways to play. The basic strategy, which is "
                f"dealt, is worth {percent(sheet['exact_mean'], sign=True)}; the summary has the "
                "best play by the composition of the hand, worth "
                f"{percent(weighed.expected_value, sign=True)}."
            )
        fit = sheet.get("chi_square")
        told = [
            f"{rounds:,} rounds were dealt card by card from the seed {settings.seed}; "
            f"the mean lies {away:+.2f} standard errors from the exact one."
        ]
        if fit:
            told.append(
                f"Outcomes against exact chances: chi-square {fit['statistic']:.2f} with "
                f"{fit['degrees_of_freedom']} degrees of freedom, p = {fit['p_value']:.4f}."
            )
        yield points([*told, *sheet.get("notes", ())])

    def _random_numbers(self) -> Iterator[Block]:
        yield heading("Random numbers")
        deck = Handbook(self.loaded.rules).deck
        found = random_tests(deck, shuffles=SHUFFLES, seed=self.settings.seed)
        yield table(
            ["test", "looked at", "statistic", "p"],
            [
                [each.name, each.looked_at, f"{each.statistic:,.3f}", f"{each.p_value:.4f}"]
                for each in found
            ],
            title=f"{SHUFFLES:,} shuffles of {deck.title}",
            left=2,
        )
        yield paragraph(
            "The tests use the sampler that deals at tables, fed from a seed so that they can be "
            "repeated; at tables the operating system's generator feeds it. p is how often fair "
            "shuffles look as odd as these."
        )

    def _claims(self) -> Iterator[Block]:
        if not self.settings.with_readings:
            return
        found = list(check_claims(self.loaded.name, self.progress))
        if not found:
            return
        yield heading("Published figures held against these")
        yield table(
            ["wager", "figure", "with", "published", "computed", "agrees"],
            [
                [
                    self._name(each.wager),
                    each.figure.replace("_", " "),
                    ", ".join(f"{id_} = {value}" for id_, value in each.options.items()) or "-",
                    each.published,
                    _like(each.published, each.computed),
                    each.agreement if each.agreement != "exactly" else "yes",
                ]
                for each in found
            ],
            left=3,
        )
        reasons = [
            f"{self._name(each.wager)}, {each.figure}: {each.explanation or each.note}"
            for each in found
            if each.agreement == "differs" and (each.explanation or each.note)
        ]
        if reasons:
            yield points(dict.fromkeys(reasons))

    def _method(self) -> Iterator[Block]:
        yield heading("Method")
        yield points(
            [
                "Figures are counted, not estimated, unless they are marked: every deal of the "
                "deck is laid out, those that differ only by a swap of suits once, and the choices "
                "are found backward from the last decision. Counts and results are whole numbers "
                "and fractions; they are rounded only in print.",
                "What a wager pays is read from the same rules file that deals the game at tables, "
                "by the same function.",
                "The kernels are held against a plain program that deals every card of small decks "
                "one by one, and agree in every count.",
                "Side wagers that cards alone decide are counted over their pay tables' hands.",
                "Bands over many rounds take rounds as independent. Up to "
                f"{MOST_EXACT:,} rounds they are convolved from the exact distribution of one "
                "round; beyond they are normal with its exact mean and variance.",
                "Combinations are deals; a return is net pay times probability, in units.",
            ]
        )


def _outcomes(odds: WagerOdds) -> Block:
    total = odds.combinations
    rows = []
    for row in odds.outcomes:
        net, chance = odds.net(row), Fraction(row.combinations, total)
        rows.append(
            [
                row.id.replace("-", " "),
                _net(net),
                f"{row.combinations:,}",
                f"{float(chance):.9f}",
                percent(net * chance, sign=True),
            ]
        )
    own = odds.own_expected_value
    return table(
        ["outcome", "net", "combinations", "probability", "return"],
        rows,
        total=["all", "", f"{total:,}", "1.000000000", percent(own, sign=True)],
    )


def _net(net: Fraction) -> str:
    return f"{float(net):+,.4f}".rstrip("0").rstrip(".") if net else "0"


def _like(published: str, computed: Fraction) -> str:
    """A computed figure with two more digits than the printed one."""
    if computed.denominator == 1 and "." not in published:
        return str(computed)
    return f"{float(computed):.{len(published.partition('.')[2]) + 2}f}"


def percent(value: Fraction | float, *, sign: bool = False, places: int = 4) -> str:
    return f"{float(value) * 100:{'+' if sign else ''}.{places}f}%"
