"""The example files and the test games: their published figures, and the exact ones."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.ask.rules import EXAMPLES_DIR, Handbook, load, read
from tests.frozen.versions import FOLDERS, answers, unlike

from feltworks.odds import claims
from feltworks.odds.analyse import analyse
from feltworks.odds.claims import check_claims
from feltworks.odds.keys import KeysUsed
from feltworks.odds.plaindata import game_data
from feltworks.odds.report import OddsReport
from feltworks.odds.result import Analysis
from feltworks.odds.side import side_wager
from feltworks.odds.solver import Solver

GAMES = Path(__file__).parent / "games"
LONG = ("casino-holdem", "texas-holdem-bonus")
"""Boards of five take their time; one such game is counted below, these in the bench."""
QUICK = [
    EXAMPLES_DIR / "three-card-poker.toml",
    EXAMPLES_DIR / "let-it-ride.toml",
    EXAMPLES_DIR / "six-deck-blackjack.toml",
    EXAMPLES_DIR / "dragon-tiger.toml",
    EXAMPLES_DIR / "baccarat.toml",
    EXAMPLES_DIR / "casino-war.toml",
    EXAMPLES_DIR / "red-dog.toml",
    EXAMPLES_DIR / "jacks-or-better.toml",
    *sorted(path for path in GAMES.glob("*.toml") if path.stem not in LONG),
]


@pytest.mark.parametrize("path", QUICK, ids=lambda path: path.stem)
def test_what_is_published_is_what_is_computed(path: Path) -> None:
    findings = list(check_claims(path))
    assert findings
    assert {finding.agreement for finding in findings} <= {"exactly", "rounds"}


def test_ultimate_texas_holdem_and_its_trips(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one solving of it, which takes a minute, is held against the frozen odds as well."""
    path = EXAMPLES_DIR / "ultimate-texas-holdem.toml"
    solved: list[Analysis] = []

    def remembered(*given: Any, **asked: Any) -> Analysis:
        solved.append(analyse(*given, **asked))
        return solved[-1]

    monkeypatch.setattr(claims, "analyse", remembered)
    findings = list(check_claims(path))
    assert [finding.wager for finding in findings] == ["main", "main", "trips"]
    assert {finding.agreement for finding in findings} == {"rounds"}
    assert round(float(findings[0].computed), 6) == 0.021850
    (analysis,) = solved
    for folder in FOLDERS:
        ((_, frozen),) = answers(folder, "odds", path.stem)
        loaded = read(path)
        sheet = game_data(loaded, OddsReport(loaded.rules, analysis, {}))
        assert list(unlike(frozen, sheet)) == []


@pytest.mark.parametrize(
    ("name", "edge"),
    [
        ("three-card-poker", Fraction(686689, 20358520)),
        ("let-it-ride", Fraction(37963, 1082900)),
    ],
)
def test_exact_edges_of_the_examples(name: str, edge: Fraction) -> None:
    assert Solver(load(str(EXAMPLES_DIR / f"{name}.toml"))).main({}).house_edge == edge


def test_trips_pays_whatever_the_dealer_has() -> None:
    rules = load(str(EXAMPLES_DIR / "ultimate-texas-holdem.toml"))
    trips = side_wager(rules, Handbook(rules), "trips", KeysUsed(rules))
    assert round(float(trips.house_edge), 6) == 0.034979
    assert trips.combinations == 133_784_560
