"""The example files and the test games: their published figures, and the exact ones."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from feltworks.odds.claims import check_claims
from feltworks.odds.keys import KeysUsed
from feltworks.odds.side import side_wager
from feltworks.odds.solver import Solver
from feltworks.rules.handbook import Handbook
from feltworks.rules.loader import load

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = Path(__file__).parent / "games"
LONG = ("casino-holdem", "texas-holdem-bonus")
"""Boards of five take their time; one such game is counted below, these in the bench."""
QUICK = [
    EXAMPLES / "three-card-poker.toml",
    EXAMPLES / "let-it-ride.toml",
    *sorted(path for path in GAMES.glob("*.toml") if path.stem not in LONG),
]


@pytest.mark.parametrize("path", QUICK, ids=lambda path: path.stem)
def test_what_is_published_is_what_is_computed(path: Path) -> None:
    findings = list(check_claims(path))
    assert findings
    assert {finding.agreement for finding in findings} <= {"exactly", "rounds"}


def test_ultimate_texas_holdem_and_its_trips() -> None:
    findings = list(check_claims(EXAMPLES / "ultimate-texas-holdem.toml"))
    assert [finding.wager for finding in findings] == ["main", "main", "trips"]
    assert {finding.agreement for finding in findings} == {"rounds"}
    assert round(float(findings[0].computed), 6) == 0.021850


@pytest.mark.parametrize(
    ("name", "edge"),
    [
        ("three-card-poker", Fraction(686689, 20358520)),
        ("let-it-ride", Fraction(37963, 1082900)),
    ],
)
def test_exact_edges_of_the_examples(name: str, edge: Fraction) -> None:
    assert Solver(load(str(EXAMPLES / f"{name}.toml"))).main({}).house_edge == edge


def test_trips_pays_whatever_the_dealer_has() -> None:
    rules = load(str(EXAMPLES / "ultimate-texas-holdem.toml"))
    trips = side_wager(rules, Handbook(rules), "trips", KeysUsed(rules))
    assert round(float(trips.house_edge), 6) == 0.034979
    assert trips.combinations == 133_784_560
