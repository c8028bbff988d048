"""Another game is another file: loaded, checked, shown, named, settled without any Python."""

import json
import subprocess
import sys

import pytest
from tests.ask.rules import Situation, check_file, read, settle

from .felt import Felt
from .sample import SIXTH


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "queens.toml"
    path.write_text(SIXTH)
    return path


def feltworks(*words: object) -> subprocess.CompletedProcess[str]:
    call = [sys.executable, "-m", "feltworks", *map(str, words)]
    return subprocess.run(call, capture_output=True, text=True, check=False)


def test_it_is_none_of_the_shipped_games(file):
    from tests.ask.rules import game_ids

    assert read(file).rules.game.id not in game_ids()


def test_it_loads_and_checks(file):
    assert check_file(file).chosen == {"qualifier": "queen", "seats": "6"}


@pytest.mark.slow
def test_it_is_shown(file):
    shown = feltworks("rules", "show", file, "--set", "qualifier=king")
    assert shown.returncode == 0, shown.stderr
    for words in ("Three Queens", "Pair Up", "king high or better", "40 to 1", "not offered"):
        assert (words in shown.stdout) is (words != "not offered")


@pytest.mark.slow
def test_its_hands_are_named(file):
    named = feltworks("hand", file, "Qs", "Qd", "Qc", "--json")
    assert named.returncode == 0, named.stderr
    (found,) = [hand for hand in json.loads(named.stdout)["hands"] if "player" in hand["hands"]]
    assert found["category"] == "three of a kind"
    assert {prize["table"]: prize["pays"] for prize in found["pays"]} == {
        "ante-bonus": "4 to 1",
        "pair-up": "30 to 1",
    }


def test_its_wagers_are_settled(file):
    felt = Felt(file)
    trips = {"cards": "Qs Qd Qc", "dealer": "2s 5d 9c"}
    held = felt.held(**trips)
    not_qualified = Situation(held, qualified=False, result="win")
    assert {
        wager: settle(felt.book, wager, not_qualified).odds for wager in felt.book.rules.wagers
    } == {"ante": 5, "play": 0, "pair-up": 30, "six-card": 7}


def test_its_dealer_qualifies_by_its_own_phrase(file):
    felt = Felt(file)
    needs = felt.book.rules.contests["main"].qualifies
    for cards, qualifies in (("2s 5d Qc", True), ("2s 5d Jc", False), ("2s 2d 3c", True)):
        dealer = felt.held(dealer=cards)["dealer"]
        assert felt.book.test("dealer", needs).matches(dealer.value, dealer.cards) is qualifies
