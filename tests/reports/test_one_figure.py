"""Every paper of a game names one tie rule, and no two of them tell one thing twice.

The test reads the blocks of the papers, and the certificate. Wherever two places state the same
figure of the same wager under the same options, both must be roundings of one number.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from fractions import Fraction

import pytest
from tests.ask.rules import read
from tests.ask.words import outcome_words

from feltworks.reports import mathematics
from feltworks.reports.certificate import certify
from feltworks.reports.comparing import comparison
from feltworks.reports.felt import felt_svg
from feltworks.reports.packet import PAPERS
from feltworks.reports.paper import AskedPaper, MathematicsSettings, Paper, PaperError, percent
from feltworks.reports.writing import pdf_of

MAIN = "All required wagers"
TIES = "Where choices are worth the same"
NOT_OFFERED = ", not on the layout with these options"
SETTINGS = MathematicsSettings(rounds=1_000, seats_seconds=0.0)
COLUMNS = {"combinations": 2, "probability": 3, "return": 4}
Stated = Iterator[tuple[tuple[str, str], str]]
"""A wager and the name of its figure, and the figure as printed."""


def tables(paper: Paper) -> Iterator[tuple[str, str, dict]]:
    """Every table with the headings above it."""
    above = {1: "", 2: ""}
    for block in paper.blocks:
        if block["kind"] == "heading":
            above[block["level"]] = block["text"]
            if block["level"] == 1:
                above[2] = ""
        elif block["kind"] == "table":
            yield above[1], above[2], block


def in_mathematics(paper: Paper, options: dict[str, str]) -> Stated:
    for section, wager, table in tables(paper):
        if section == "Summary":
            for name, _, *figures in table["rows"]:
                yield from (((name, key), text) for key, text in zip(EDGES, figures, strict=False))
        elif section == "Wagers" and "combinations" in table["columns"]:
            for row in table["rows"]:
                for column, place in COLUMNS.items():
                    yield (wager, f"{row[0]}, {column}"), row[place]
        elif section.startswith("Readings"):
            wagers = table["columns"][1:]
            shipped = next(row for row in table["rows"] if "(as shipped)" in row[0])
            yield from (
                ((name, "house edge"), text) for name, text in zip(wagers, shipped[1:], strict=True)
            )
        elif section.startswith("Published"):
            yield from in_the_print(table, options)


EDGES = ("house edge", "element of risk", "hit frequency", "std. deviation")


def in_the_print(table: dict, options: dict[str, str]) -> Stated:
    """The computed cells of the printed tables whose options are those of the paper."""
    for wager, figure, under, _, computed, _ in table["rows"]:
        chosen = dict(re.findall(r"(\w+) = ([\w-]+)", under))
        if chosen.items() <= options.items() and not figure.endswith(("pays", "frequency")):
            is_outcome = figure[0].isupper() and ", " not in figure
            yield (wager, f"{figure}, combinations" if is_outcome else figure), computed


def in_the_rack_card(paper: Paper) -> Stated:
    for section, _, table in tables(paper):
        if section == "What the house keeps":
            for name, edge in table["rows"]:
                yield (MAIN if name == "Main game" else name, "house edge"), edge


def in_the_strategy_card(paper: Paper) -> Stated:
    text = " ".join(block["text"] for block in paper.blocks if block["kind"] == "text")
    for edge in re.findall(r"(\S+%) by the best play", text):
        yield (MAIN, "house edge"), edge


def in_the_certificate(asked: AskedPaper) -> Stated:
    rules = asked.loaded.rules
    certificate = certify(asked.loaded, asked.made)
    for figures in certificate.get("weighed", {}).values():
        yield (MAIN, "house edge"), percent(-Fraction(figures["expected_value"]), places=6)
    for wager, figures in certificate["wagers"].items():
        name = MAIN if wager == "main" else rules.wagers[wager].name
        yield (name, "house edge"), percent(-Fraction(figures["expected_value"]), places=12)
        counts = defaultdict(int)
        for id_, _, _, deals in figures["outcomes"]:
            counts[outcome_words(rules, wager, id_)] += deals
        yield from (
            ((name, f"{each}, combinations"), f"{deals:,}") for each, deals in counts.items()
        )


def number(printed: str) -> tuple[Fraction, Fraction]:
    """A printed number, and by how much the exact one may differ from it."""
    plain = printed.replace(",", "").replace("+", "")
    scale = 100 if plain.endswith("%") else 1
    plain = plain.removesuffix("%")
    places = len(plain.partition(".")[2])
    slack = Fraction(1, 2 * 10**places) if places else Fraction(0)
    return Fraction(plain) / scale, slack / scale


def is_one(first: str, second: str) -> bool:
    (one, slack), (other, more) = number(first), number(second)
    return abs(one - other) <= slack + more


GAMES = (
    *("pick-2-poker", "texas-21", "mini-tex-ring"),
    ("mini-tex", "dealer_qualifier", "ace-king"),
)
"""Readings, blackjack with a jackpot, players among themselves, a printed table with a tie rule."""


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_no_thing_has_two_figures_and_every_paper_names_one_tie_rule(game, tmp_path, monkeypatch):
    monkeypatch.setenv("FELTWORKS_COUNTS", str(tmp_path))
    # What many rounds bring is told nowhere else, and takes most of the time.
    for part in ("expectation", "full_table"):
        monkeypatch.setattr(mathematics, part, lambda *_: ())
    monkeypatch.setattr(mathematics, "round_moments", lambda *_: None)
    name, *option = (game,) if isinstance(game, str) else game
    loaded = read(name, dict([option]) if option else {})
    asked = AskedPaper(loaded, date(2026, 11, 16), "feltworks report", SETTINGS)
    papers: dict[str, Paper] = {}
    for kind, (_, make) in PAPERS.items():
        try:
            papers[kind] = make(asked)
        except PaperError:
            assert kind == "strategy"
    for kind in ("dealer", "floor", "rack", "strategy"):
        assert name != "texas-21" or pdf_of(papers[kind]).startswith(b"%PDF")
    rules = {paper.facts.get(TIES) for paper in papers.values()}
    assert len(rules) == 1
    rule = rules.pop()
    assert rule is None or rule in felt_svg(asked)
    if name == "mini-tex":
        assert rule.endswith("Table 2" if option else "Table 1")
    stated = defaultdict(list)
    for told in (
        in_mathematics(papers["mathematics"], dict(loaded.chosen)),
        in_the_rack_card(papers["rack"]),
        in_the_strategy_card(papers["strategy"]) if "strategy" in papers else (),
        in_the_certificate(asked),
    ):
        for (wager, thing), figure in told:
            stated[wager.removesuffix(NOT_OFFERED), thing].append(figure)
    several = {thing: figures for thing, figures in stated.items() if len(figures) > 1}
    assert several, "nothing is told twice: the test compares nothing"
    if name == "mini-tex":
        assert len(stated[MAIN, "Folded at the river, combinations"]) == 3
    for thing, figures in several.items():
        assert all(is_one(figures[0], other) for other in figures[1:]), (thing, figures)


@pytest.mark.slow
def test_a_comparison_names_the_rule_of_both_games():
    one, other = read("mini-tex"), read("mini-tex", {"dealer_qualifier": "ace-king"})
    facts = comparison(one, other, date(2026, 11, 16), "feltworks report --compare").facts
    assert facts["Choices worth the same in the first"].endswith("Table 1")
    assert facts["Choices worth the same in the second"].endswith("Table 2")


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("10,284,123,768", "10285213416", False),
        ("10,285,213,416", "10285213416", True),
        ("3.2235%", "0.03223470", True),
        ("3.2235%", "0.03224", True),
        ("3.2235%", "0.03235", False),
        ("+0.1820%", "-0.1820%", False),
    ],
)
def test_two_figures_are_one_if_both_may_be_roundings_of_it(first, second, same):
    assert is_one(first, second) == same
