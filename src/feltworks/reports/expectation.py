"""The part of the mathematics report about what the house can expect over many rounds.

It covers one seat's wagers, separately and together, and a full table, whose seats share a dealer.
Each table says whether it is exact, approximated or sampled.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from feltworks.odds.blackjack.withsides import looks_beyond_first_cards
from feltworks.odds.mechanisms import is_solved
from feltworks.odds.moments import MAIN, RoundMoments
from feltworks.odds.report import OddsReport
from feltworks.odds.undecided import is_undecided
from feltworks.reports import blocks
from feltworks.reports.betweenseats import counted_between_seats, sampled, shares_every_card
from feltworks.reports.blocks import Block
from feltworks.reports.drawing import bands_svg
from feltworks.reports.paper import AskedPaper, wager_name
from feltworks.rules.checks.mechanisms import players_of
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.sessions import RoundDistribution, Session

ROUNDS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
BANDS = (0.90, 0.95, 0.99)
Z = {0.90: 1.6448536269514722, 0.95: 1.959963984540054, 0.99: 2.5758293035489004}
"""How many standard deviations the middle range of a normal distribution reaches."""
MOST_PAIRS = 10
"""The most pairs of wagers that are listed one by one."""
MOST_EXACT = 10_000
"""Up to this many rounds a session is convolved; a longer one is approximated as normal."""


def expectation(rules: Rules, found: OddsReport, moments: RoundMoments) -> Iterator[Block]:
    """What the house can expect from one seat."""
    yield blocks.heading("What the house can expect")
    yield blocks.paragraph(
        "What one seat leaves with the house over many rounds, in units; each band holds the "
        "result with the stated probability."
    )
    one: RoundDistribution | None = None
    title = "The required wagers alone"
    if (main := found.analysis.wagers.get(MAIN)) is not None:
        one = RoundDistribution.of(main)
    elif (weighed := found.analysis.weighed) is not None:
        one = RoundDistribution.of_chances(weighed.chances, rules.unit)
        title = "The main wager alone"
    if one is not None:
        yield _bands(title, one)
        yield blocks.chart(
            "What the house keeps of a unit on average over so many rounds, with its 95% band",
            bands_svg([_band_a_round(one, rounds) for rounds in ROUNDS], rules.unit),
        )
    if len(moments.means) > 1:
        yield from _together(rules, moments)


def _band_a_round(one: RoundDistribution, rounds: int) -> tuple[int, float, float]:
    reach = Z[0.95] * one.standard_deviation / math.sqrt(rounds)
    return rounds, -one.mean - reach, -one.mean + reach


def offered(rules: Rules) -> list[str]:
    """The side wagers on the layout, as many as may be bet at once."""
    sides = list(rules.offer.side_wagers)
    return sides if rules.offer.at_most is None else sides[: rules.offer.at_most]


def _together(rules: Rules, moments: RoundMoments) -> Iterator[Block]:
    yield from between_wagers(rules, moments)
    played = [wager for wager in (MAIN, *offered(rules)) if wager in moments.means]
    mean, variance, left_out = moments.together(dict.fromkeys(played, Fraction(1)))
    yield _normal_bands(
        "Every wager that the layout offers with one unit, normal approximation",
        -float(mean),
        float(variance),
    )
    names = ", ".join(wager_name(rules, wager) for wager in played)
    yield blocks.paragraph(f"One unit each on: {names}.")
    if left_out:
        yield blocks.paragraph(
            "An approximation: the covariance of the pairs that are not counted is taken as 0."
        )


def between_wagers(
    rules: Rules, moments: RoundMoments, most_pairs: int = MOST_PAIRS
) -> Iterator[Block]:
    """How wagers of one round vary together: pair by pair, or as a matrix if they are many."""
    at = ", jackpots at the amounts quoted" if rules.jackpots else ""
    if len(moments.covariances) <= most_pairs:
        yield blocks.table(
            ["pair of wagers", "covariance", "correlation"],
            [
                [
                    _pair_name(rules, pair),
                    "not counted" if covariance is None else f"{float(covariance):+.6f}",
                    "" if covariance is None else f"{moments.correlation(pair):+.4f}",
                ]
                for pair, covariance in moments.covariances.items()
            ],
            title=f"How wagers of one round vary together{at}",
        )
    else:
        yield from _matrix(rules, moments, at)
    missing = [pair for pair, covariance in moments.covariances.items() if covariance is None]
    if missing:
        pairs = "; ".join(_pair_name(rules, pair) for pair in missing)
        yield blocks.paragraph(
            f"Not counted, for these cannot be laid out over the same deals: {pairs}."
        )
    if is_solved(rules) or rules.blackjack is None:
        yield blocks.paragraph("Exact: both wagers are counted over the same deals.")
        return
    beyond = [
        wager_name(rules, wager)
        for wager in moments.means
        if wager in rules.wagers and looks_beyond_first_cards(rules, wager)
    ]
    told = (
        "With the main wager: from what a round is worth for each two first cards and up card, in "
        "float64. Side wagers among each other: exact."
    )
    if beyond:
        names = " and ".join(beyond)
        told += (
            f" An approximation for {names}: the other cards that decide it are then gone from "
            "the shoe, which changes a little what the round is worth. That is left out, and how "
            "much it comes to was not counted."
        )
    yield blocks.paragraph(told)


def _pair_name(rules: Rules, pair: tuple[str, str]) -> str:
    return " and ".join(wager_name(rules, wager) for wager in pair)


def _matrix(rules: Rules, moments: RoundMoments, at: str) -> Iterator[Block]:
    wagers = list(moments.means)

    def cell(row: int, column: int) -> str:
        if column >= row:
            return "1" if column == row else ""
        pair = wagers[column], wagers[row]
        if moments.covariances[pair] is None:
            return "-"
        return f"{moments.correlation(pair):+.3f}"

    yield blocks.table(
        ["wager", *map(str, range(1, len(wagers) + 1))],
        [
            [
                f"{row + 1} {wager_name(rules, wager)}",
                *(cell(row, column) for column in range(len(wagers))),
            ]
            for row, wager in enumerate(wagers)
        ],
        title=f"Correlation of the wagers of one round{at}",
    )
    yield blocks.paragraph(
        "The covariance of two wagers is their correlation times the standard deviations of both, "
        "which stand in the summary."
    )


def full_table(asked: AskedPaper) -> Iterator[Block]:
    """Seats that share a dealer and a board win and lose together."""
    loaded, settings, progress = asked.loaded, asked.settings, asked.progress
    rules = loaded.rules
    seats = rules.table.seats
    if seats < 2 or players_of(rules):
        return
    if shares_every_card(rules):
        yield blocks.paragraph(
            "Every card of this game lies before all seats: equal wagers at two seats win and lose "
            "alike, with a correlation of 1 (exact). A full table varies as one seat does that "
            "bets what all bet together."
        )
        return
    if not is_solved(rules) or is_undecided(rules, Handbook(rules)):
        yield blocks.paragraph(
            "A full table is not weighed here: its seats draw from one shoe, and how they vary "
            "together hangs on how many cards are left in it."
            if not is_solved(rules)
            else "A full table is not weighed here: how its seats vary together is neither counted "
            "nor sampled where nobody decides."
        )
        return
    counted = counted_between_seats(loaded, progress, settings.seats_seconds)
    if counted is not None:
        covariance, odds = counted
        together = math.sqrt(seats * odds.variance + seats * (seats - 1) * covariance)
        alone = odds.standard_deviation
        # A round that always ends alike varies with nothing.
        bound = float(covariance / odds.variance) if odds.variance else 0.0
        mean = float(odds.own_expected_value)
        how, told = "exact", "counted over all deals of two seats"
    else:
        try:
            sheet, rounds = sampled(loaded, seats, settings.rounds, settings.seed, progress)
        except SimulationError as refused:
            yield blocks.paragraph(f"A full table is not weighed here: {refused}.")
            return
        alone, together = sheet["exact_standard_deviation"], sheet["house"]["standard_deviation"]
        mean = sheet["exact_mean"]
        bound = ((together / alone) ** 2 / seats - 1) / (seats - 1) if alone else 0.0
        how, told = "sampled", f"sampled over {rounds:,} rounds"
    yield blocks.table(
        ["", "standard deviation of a round"],
        [
            ["one seat (exact)", f"{alone:.4f}"],
            [f"{seats} seats, if they were independent", f"{alone * math.sqrt(seats):.4f}"],
            [f"{seats} seats at one table ({how})", f"{together:.4f}"],
        ],
        title="A full table, required wagers only",
    )
    about = "" if counted is not None else "about "
    yield blocks.paragraph(
        f"Two seats of one table vary together with a correlation of {about}{bound:+.4f}, {told}."
    )
    yield _normal_bands(
        f"A full table of {seats} seats, required wagers only, normal approximation",
        -seats * mean,
        together**2,
    )


def _bands(title: str, one: RoundDistribution) -> Block:
    rows = []
    for rounds in ROUNDS:
        if rounds <= MOST_EXACT:
            session = Session(one, rounds)
            cells = []
            for band in BANDS:
                low, high = session.band(band)
                cells.append(f"{-high:+,.1f} to {-low:+,.1f}")
            how = "convolved"
        else:
            variance = one.standard_deviation**2
            cells = [_normal_band(-one.mean, variance, rounds, band) for band in BANDS]
            how = "normal"
        rows.append([f"{rounds:,}", how, f"{-one.mean * rounds:,.1f}", *cells])
    columns = ["rounds", "method", "mean", *(f"{band:.0%} band" for band in BANDS)]
    return blocks.table(columns, rows, title=title, left=2)


def _normal_bands(title: str, mean: float, variance: float) -> Block:
    return blocks.table(
        ["rounds", "mean", *(f"{band:.0%} band" for band in BANDS)],
        [
            [
                f"{rounds:,}",
                f"{mean * rounds:,.1f}",
                *(_normal_band(mean, variance, rounds, band) for band in BANDS),
            ]
            for rounds in ROUNDS
        ],
        title=title,
    )


def _normal_band(mean: float, variance: float, rounds: int, band: float) -> str:
    reach = Z[band] * math.sqrt(variance * rounds)
    return f"{mean * rounds - reach:+,.1f} to {mean * rounds + reach:+,.1f}"
