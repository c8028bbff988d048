"""The example files and the test games: their published figures, and the exact ones."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from tests.ask.odds import odds
from tests.ask.rules import EXAMPLES_DIR, load
from tests.cli.running import run
from tests.frozen.versions import FOLDERS, answers, unlike

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


def verified(capsys, path: Path) -> list[dict]:
    """Every published figure beside the computed one."""
    (game,) = run(capsys, "verify", str(path), "--json").data["games"]
    return game["figures"]


@pytest.mark.slow
@pytest.mark.parametrize("path", QUICK, ids=lambda path: path.stem)
def test_what_is_published_is_what_is_computed(path: Path, capsys) -> None:
    figures = verified(capsys, path)
    assert figures
    assert {figure["agreement"] for figure in figures} <= {"exactly", "rounds"}


@pytest.mark.slow
def test_ultimate_texas_holdem_and_its_trips(capsys) -> None:
    path = EXAMPLES_DIR / "ultimate-texas-holdem.toml"
    figures = verified(capsys, path)
    assert [figure["wager"] for figure in figures] == ["main", "main", "trips"]
    assert {figure["agreement"] for figure in figures} == {"rounds"}
    assert round(figures[0]["computed"]["decimal"], 6) == 0.021850
    found = run(capsys, "odds", str(path), "--json").data
    for folder in FOLDERS:
        ((_, frozen),) = answers(folder, "odds", path.stem)
        assert list(unlike(frozen, found)) == []
    trips = found["wagers"]["trips"]
    assert (round(trips["house_edge"], 6), trips["combinations"]) == (0.034979, 133_784_560)


@pytest.mark.parametrize(
    ("name", "edge"),
    [
        ("three-card-poker", Fraction(686689, 20358520)),
        ("let-it-ride", Fraction(37963, 1082900)),
    ],
)
def test_exact_edges_of_the_examples(name: str, edge: Fraction) -> None:
    assert odds(load(str(EXAMPLES_DIR / f"{name}.toml")))["main"].house_edge == edge
