"""The golden transcripts: true to the rules, as written, and between them every branch.

They name their rules by the identity of today. The same rounds as 0.1 wrote them, which name
version 1 of it, are among the transcripts of tests/frozen.
"""

import pytest
from tests.golden import check_replay, dealt_text, name_in

from feltworks.round.payouts import CASES, Settled
from feltworks.rules.loader import load

from .golden_rounds import FOLDER, ROUNDS
from .rigging import GAME

FILES = sorted(FOLDER.rglob("*.toml"))
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


def test_there_is_a_file_for_every_golden_round_and_none_beside():
    assert {name_in(FOLDER, path) for path in FILES} == set(ROUNDS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: name_in(FOLDER, path))
def test_replay_gives_the_same_log_byte_for_byte(path):
    check_replay(path)


@pytest.mark.parametrize("name", ROUNDS)
def test_the_clause_is_still_dealt_as_written(name):
    """After a change that is meant, write them anew: `python -m tests.blackjack.golden_rounds`."""
    written = (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    assert dealt_text(ROUNDS[name]) == written


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
