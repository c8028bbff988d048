"""Totals and draws by rule in a file: what can be wrong with them, and how they are told."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from tests.ask.rules import EXAMPLES_DIR, RulesError, guide, load, read_document, warnings

FILE = EXAMPLES_DIR / "baccarat.toml"
PATCHES: list[tuple[str, object, str]] = [
    ("totals.player.from.player", 3, "1 to 2, as many as are dealt there"),
    ("totals.player.over", "player", "another total"),
    ("totals.player.over", "tie", "the total 'tie'"),
    ("totals.player.values.X", 1, "the rank 'X'"),
    ("totals.banker.modulo", 11, "same values and modulo"),
    ("totals.player-two", {"from": {"player": 2}}, "each hand under its own id"),
    ("hands.player-two.from.player-third", 1, "may not be drawn by the rules"),
    ("stages.1.draws_if", [{"player": "10"}], "10 is not a total"),
    ("stages.1.draws_if", [{"player": "pair"}], "does not name a total"),
    ("stages.1.draws_if", [{"player-two": "3"}], "the total 'player-two'"),
    ("stages.1.draws_if", [{}], "an empty case"),
    ("stages.1.deal", [], "cards to the table or the dealer"),
    ("stages.1.decide", ["check"], "none where a rule draws"),
    ("stages.0.deal.0", "1 down to player", "totals of open cards"),
    ("stages.2.deal.0", "1 down to banker-third", "cards that nobody ever turns over"),
    ("zones.player", "player", "totals of open cards"),
    ("pays.dragon-7.hand", "dragon", "the hand 'dragon'"),
    ("pays.lucky-6.rows.1", "6 with three cards pays 9:1", "already pay"),
    ("contests.coup.player", "player-two", "do not count alike"),
]


WARNED: list[tuple[str, object, str, str]] = [
    (
        "stages.1.draws_if",
        [{"player": "0 to 5", "third-card": "5"}],
        "stages.player-draws.draws_if.1.third-card",
        "no card of third-card is dealt by then: this never holds",
    ),
    (
        "pays.dragon-7.rows",
        ["no card pays 40:1"],
        "pays.dragon-7.rows.no-card",
        "banker always has cards: this never pays",
    ),
    (
        "contests.coup.dealer",
        "player",
        "contests.coup",
        "player is compared with itself: every round is a tie",
    ),
]


def patched(path: str, value: object) -> dict[str, Any]:
    """The file with another value at that path."""
    document = tomllib.loads(FILE.read_text())
    *steps, last = path.split(".")
    at: Any = document
    for step in steps:
        at = at[int(step) if isinstance(at, list) else step]
    at[int(last) if isinstance(at, list) else last] = value
    return document


@pytest.mark.parametrize(("path", "value", "told"), PATCHES)
def test_mistakes_are_told(path: str, value: object, told: str) -> None:
    with pytest.raises(RulesError, match=told):
        read_document(patched(path, value), "baccarat.toml")


@pytest.mark.parametrize(("path", "value", "key", "says"), WARNED)
def test_rules_that_never_hold_are_warned_of(path: str, value: object, key: str, says: str) -> None:
    rules = read_document(patched(path, value), "baccarat.toml").rules
    assert warnings(rules) == {key: says}
    assert warnings(load(str(FILE))) == {}


def test_the_rules_are_told_to_a_reader() -> None:
    sections = {section.id: section for section in guide(load(str(FILE)))}
    steps = " ".join(note for step in sections["round"].steps for note in step.notes)
    assert "only if player has 0 to 5" in steps
    assert "banker has 3 and third card has no card, 0 to 7, 9" in steps
    assert "the cards are out if player has 8 or 9; or banker has 8 or 9" in steps
    points = [row for table in sections["hands"].tables for row in table.rows if row[0] == "banker"]
    assert points == [
        [
            "banker",
            "up to 2 banker and 1 banker-third",
            "T J Q K 0, A 1, 2 2, 3 3, 4 4, 5 5, 6 6, 7 7, 8 8, 9 9; modulo 10",
        ]
    ]
