"""The proof in a mathematics report: readings, a simulation, random numbers, published figures.

Each part comes from the package that computes it; what is sampled says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from feltworks.odds.claims import CellCounts, check_claims, figure_words
from feltworks.odds.mechanisms import is_solved
from feltworks.odds.readings import open_options, readings
from feltworks.odds.report import OddsReport
from feltworks.odds.undecided import is_undecided
from feltworks.reports import blocks
from feltworks.reports.betweenseats import sampled
from feltworks.reports.blocks import Block
from feltworks.reports.expectation import MOST_EXACT
from feltworks.reports.paper import AskedPaper, options_words, percent, wager_name
from feltworks.rules.handbook import Handbook
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.randomtests import random_tests

SHUFFLES = 5_000


def proof(asked: AskedPaper, found: OddsReport) -> Iterator[Block]:
    """What the figures of the report can be compared with, and how they were found."""
    yield from _readings(asked)
    yield from _simulation(asked, found)
    yield from _random_numbers(asked)
    yield from _claims(asked)
    yield from _method()


def _readings(asked: AskedPaper) -> Iterator[Block]:
    loaded = asked.loaded
    if not asked.settings.with_readings or not open_options(loaded.written):
        return
    yield blocks.heading("Readings of what the document leaves open")
    found = list(readings(loaded.name, asked.progress))
    wagers = list(found[0].edges)
    yield blocks.table(
        ["reading", *(wager_name(loaded.rules, wager) for wager in wagers)],
        [
            [
                options_words(each.options) + (" (as shipped)" if each.is_default else ""),
                *(percent(each.edges[wager]) for wager in wagers),
            ]
            for each in found
        ],
        title="House edge under each reading",
    )


def _simulation(asked: AskedPaper, found: OddsReport) -> Iterator[Block]:
    yield blocks.heading("Confirmation by simulation (sampled)")
    rules, settings = asked.loaded.rules, asked.settings
    if not is_solved(rules) and rules.blackjack is None:
        yield blocks.paragraph("Players play each other: there is no game of the house to confirm.")
        return
    if is_solved(rules) and is_undecided(rules, Handbook(rules)):
        yield blocks.paragraph("Nobody decides: every deal was counted, and none is sampled.")
        return
    try:
        sheet, rounds = sampled(asked.loaded, 1, settings.rounds, settings.seed, asked.progress)
    except SimulationError as refused:
        yield blocks.paragraph(f"Not simulated: {refused}.")
        return
    seat = sheet["seats"][0]
    off = seat["standard_errors_off"]
    exact = "exact, best play"
    if (weighed := found.analysis.weighed) is not None:
        exact = f"exact, basic strategy, {sheet['exact_is_of']}"
    yield blocks.table(
        ["", "mean of a round", "standard error"],
        [
            [exact, f"{sheet['exact_mean']:+.6f}", ""],
            ["sampled", f"{seat['mean']:+.6f}", f"{seat['standard_error']:.6f}"],
        ],
    )
    if weighed is not None:
        yield blocks.paragraph(
            f"Two values are exact here, of two ways to play. The basic strategy, which is "
            f"dealt, is worth {percent(sheet['exact_mean'], sign=True)}; the summary has the "
            "best play by the composition of the hand, worth "
            f"{percent(weighed.expected_value, sign=True)}."
        )
    fit = sheet.get("chi_square")
    where = "each came out the same"
    if off is not None:
        where = f"the mean lies {off:+.2f} standard errors from the exact one"
    told = [f"{rounds:,} rounds were dealt card by card from the seed {settings.seed}; {where}."]
    if fit:
        told.append(
            f"Outcomes against exact chances: chi-square {fit['statistic']:.2f} with "
            f"{fit['degrees_of_freedom']} degrees of freedom, p = {fit['p_value']:.4f}."
        )
    yield blocks.points([*told, *sheet.get("notes", ())])


def _random_numbers(asked: AskedPaper) -> Iterator[Block]:
    yield blocks.heading("Random numbers")
    deck = Handbook(asked.loaded.rules).deck
    found = random_tests(deck, shuffles=SHUFFLES, seed=asked.settings.seed)
    yield blocks.table(
        ["test", "looked at", "statistic", "p"],
        [
            [each.name, each.looked_at, f"{each.statistic:,.3f}", f"{each.p_value:.4f}"]
            for each in found
        ],
        title=f"{SHUFFLES:,} shuffles of {deck.title}",
        left=2,
    )
    yield blocks.paragraph(
        "The tests use the sampler that deals at tables, fed from a seed so that they can be "
        "repeated; at tables the operating system's generator feeds it. p is how often fair "
        "shuffles look as odd as these."
    )


def _claims(asked: AskedPaper) -> Iterator[Block]:
    if not asked.settings.with_readings:
        return
    rules, found = asked.loaded.rules, list(check_claims(asked.loaded.name, asked.progress))
    notes = asked.loaded.notes_on_figures
    if found or notes:
        yield blocks.heading("Published figures held against these")
    yield from (blocks.paragraph(f"{note[:1].upper()}{note[1:]}.") for note in notes)
    if not found:
        return
    yield blocks.table(
        ["wager", "figure", "with", "published", "computed", "agrees"],
        [
            [
                wager_name(rules, each.wager),
                figure_words(rules, each.wager, each.figure),
                "; ".join(filter(None, (options_words(each.options), each.ties))) or "-",
                each.published,
                _with_more_digits(each.published, each.computed),
                each.agreement if each.agreement != "exactly" else "yes",
            ]
            for each in found
        ],
        left=3,
    )
    yield blocks.paragraph(
        f"{CellCounts.of(found).words}. After the options stands the tie rule that a printed "
        "table was counted by."
    )
    reasons = [
        f"{wager_name(rules, each.wager)}, {figure_words(rules, each.wager, each.figure)}: "
        f"{each.explanation or each.note}"
        for each in found
        if each.agreement == "differs" and (each.explanation or each.note)
    ]
    if reasons:
        yield blocks.points(dict.fromkeys(reasons))


def _method() -> Iterator[Block]:
    yield blocks.heading("Method")
    yield blocks.points(
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


def _with_more_digits(published: str, computed: Fraction) -> str:
    """A computed figure with two more digits than the published one."""
    if published.endswith("%"):
        return f"{_with_more_digits(published.removesuffix('%'), computed * 100)}%"
    if computed.denominator == 1 and "." not in published:
        return str(computed)
    return f"{float(computed):.{len(published.partition('.')[2]) + 2}f}"
