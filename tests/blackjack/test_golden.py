"""The golden rounds show every branch between them."""

from functools import cache

from tests.ask.rounds import CASES, Settled
from tests.ask.rules import load

from .golden_rounds import ROUNDS
from .rigging import GAME

OUTCOMES = {
    "blackjack",
    "even-money",
    "win",
    "tie",
    "lose",
    "bust",
    "surrender",
    "dealer-bust",
    "dealer-blackjack",
}


@cache
def _settled() -> list[Settled]:
    return [
        entry
        for rigged in ROUNDS.values()
        for entry in rigged.played().log
        if isinstance(entry, Settled)
    ]


def test_every_outcome_of_a_hand_is_shown():
    shown = {entry.case for entry in _settled() if entry.wager.startswith("blackjack")}
    assert shown == OUTCOMES <= set(CASES)


def test_insurance_is_shown_won_and_lost():
    results = {entry.net_cents > 0 for entry in _settled() if entry.wager == "insurance"}
    assert results == {True, False}


def test_every_row_of_both_pay_tables_is_shown_and_the_rest():
    rules = load(GAME)
    shown = {(entry.wager, row) for entry in _settled() for row in entry.rows}
    for wager in ("bonus", "progressive"):
        assert {(wager, row.id) for row in rules.pays[wager].rows} <= shown
        assert any(e.wager == wager and not e.rows and e.net_cents < 0 for e in _settled())
