"""What variants of blackjack add to a table: free bets, rescues, bonuses, a 22 that pushes."""

from __future__ import annotations

import pytest
from tests.ask.odds import why_not
from tests.ask.rounds import Bet, FreeBet, Staked, balances, replay_text, stack
from tests.ask.rules import RulesError, guide, load, read_document

from .plain_rules import plain_document
from .rigging import Rigged, lines, settled

BET = (Bet(1, "bet", 1000),)


def offered(round) -> dict[str, tuple[str, int | None]]:
    """By choice: its name and what it takes."""
    return {
        legal.move.choice: (legal.name, legal.amounts and legal.amounts.most_cents)
        for legal in round.legal_moves()
    }


def free_bet(cards: dict[str, str], say: str = ""):
    return Rigged(cards, say, BET, game="free-bet").played()


def test_a_free_double_takes_no_amount_and_wins_for_both_wagers():
    cards = {"1": "6c 5d 9h", "dealer": "Tc 8d"}
    assert offered(free_bet(cards))["double"] == ("Free double", None)
    round = free_bet(cards, "1 double")
    assert "house puts a free bet of $10 on seat 1 bet" in lines(round)
    assert settled(round) == {(1, "bet"): (2000, "win")}
    assert not any(isinstance(entry, Staked) for entry in round.log)
    assert balances(round.log)[stack(1)] == 2000


@pytest.mark.parametrize(
    ("last", "dealer", "net", "case"),
    [("2h", "Tc 8d", -1000, "lose"), ("7h", "Tc 8d", 0, "tie"), ("7h", "6c Td 6h", 0, "dealer-22")],
)
def test_a_free_double_that_does_not_win_costs_the_original_wager_at_most(last, dealer, net, case):
    round = free_bet({"1": f"6c 5d {last}", "dealer": dealer}, "1 double")
    assert settled(round) == {(1, "bet"): (net, case)}


def test_a_soft_total_is_doubled_with_the_players_own_chips():
    assert offered(free_bet({"1": "Ac 7d", "dealer": "6c 8d"}))["double"] == ("Double", 1000)


def test_tens_are_split_with_the_players_own_chips():
    assert offered(free_bet({"1": "Kc Td", "dealer": "6c 8d"}))["split"] == ("Split", 1000)


def test_a_free_split_hand_wins_and_loses_nothing():
    """Eights to three hands, one of them doubled for free: the books have one stake of $10."""
    cards = {"1": "8c 8d Th", "1/2": "8h 3c Kd", "1/3": "9s", "dealer": "Tc 9d"}
    waiting = free_bet({"1": "8c 8d", "dealer": "Tc 9d"})
    assert offered(waiting)["split"] == ("Free split", None)
    round = free_bet(cards, "1 split, 1 stand, 1 split, 1 double, 1 stand")
    assert settled(round) == {
        (1, "bet"): (-1000, "lose"),
        (1, "bet/2"): (2000, "win"),
        (1, "bet/3"): (0, "lose"),
    }
    bets = [(entry.wager, entry.cents) for entry in round.log if isinstance(entry, FreeBet)]
    assert bets == [("bet/2", 1000), ("bet/3", 1000), ("bet/2", 1000)]
    assert "seat 1 bet/3 $0 wins nothing (dealer is higher)" in lines(round)
    assert sum(balances(round.log).values()) == 0 and balances(round.log)[stack(1)] == 1000


def spanish(cards: dict[str, str], say: str = ""):
    return Rigged(cards, say, BET, game="spanish-21").played()


def test_a_doubled_hand_may_be_rescued_for_the_original_wager():
    cards = {"1": "2c 3d 5h 4c", "dealer": "Kc 9d"}
    waiting = spanish(cards, "1 hit, 1 double")
    assert offered(waiting) == {"stand": ("Stand", None), "surrender": ("Rescue", None)}
    assert settled(spanish(cards, "1 hit, 1 double, 1 surrender")) == {
        (1, "bet"): (-1000, "rescue")
    }
    assert settled(spanish(cards, "1 hit, 1 double, 1 stand")) == {(1, "bet"): (-2000, "lose")}


@pytest.mark.parametrize(
    ("cards", "say", "net"),
    [
        ("6c 7d 8h", "1 hit", 1500),
        ("6c 7c 8c", "1 hit", 2000),
        ("8s 6s 7s", "1 hit", 3000),
        ("7s 7s 7s", "1 hit", 3000),
        ("2c 3d 4h 5c 7d", "1 hit, 1 hit, 1 hit", 1500),
        ("2c 3d 4h 5c 3d 4c", "1 hit, 1 hit, 1 hit, 1 hit", 2000),
        ("Ac 2d 3h 4c 3d 3c 5h", "1 hit, 1 hit, 1 hit, 1 hit, 1 hit", 3000),
        ("9c 2c Kc", "1 hit", 1000),
        ("6s 7s 8s", "1 double", 2000),
    ],
)
def test_a_twenty_one_is_paid_by_its_cards_and_not_when_doubled(cards, say, net):
    round = spanish({"1": cards, "dealer": "Kc Kd"}, say)
    assert settled(round) == {
        (1, "bet"): (net, "twenty-one" if "double" in say or net == 1000 else "bonus")
    }


def test_a_blackjack_wins_against_a_dealers():
    round = spanish({"1": "Ac Kd", "dealer": "Ad Kc"}, "1 decline")
    assert settled(round) == {(1, "bet"): (1500, "blackjack")}


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"free_double": "9-11", "double": "10-11"}, "totals that may double"),
        ({"free_double": "9-11", "rescue": True}, "not the player's to save"),
        ({"free_split": "all", "peek": False}, "true where doubles or splits are free"),
        ({"free_split": "all", "split_unlike_tens": False}, "true where splits are free"),
        ({"rescue": True, "peek": False}, "true where doubled hands may be given up"),
        ({"push_22": "all", "blackjack_wins": True, "even_money": False}, "blackjack-wins"),
        ({"blackjack_wins": True}, "a blackjack wins anyhow"),
        ({"bonus": [{"cards": "6 7 8", "suits": "one", "pays": "2:1"}]}, "twenty_one_wins = true"),
        ({"bonus": [{"cards": "6 7 T", "pays": "2:1"}]}, "ten-valued cards"),
        ({"bonus": [{"cards": "A2 3 4", "pays": "3:2"}]}, "three ranks or more of A and 2 to 9"),
        ({"bonus": [{"cards": "6 7 7", "pays": "2:1"}]}, "cards that make twenty-one"),
        ({"bonus": [{"pays": "2:1"}]}, "cards or size"),
        ({"bonus": [{"size": 5, "pays": "1:2"}]}, "odds of one to one or more"),
    ],
)
def test_rules_that_do_not_go_together_are_refused_with_what_does(keys, says):
    with pytest.raises(RulesError, match=says):
        read_document(plain_document(**keys), "plain")


def test_a_shoe_that_a_round_could_use_up_is_refused_before_it_is_weighed():
    document = plain_document()
    document["game"]["deck"] = {"title": "Low cards", "ranks": "A 2 3 4 5", "packs": 1}
    refused = why_not(read_document(document, "plain").rules)
    assert refused is not None and "could run out of cards" in refused
    assert why_not(load("free-bet")) is None


def test_a_transcript_of_an_example_game_is_found_by_its_id():
    rigged = Rigged({"1": "6c 5d 9h", "dealer": "Tc 8d"}, "1 double", BET, game="free-bet")
    text = rigged.table.transcript(*rigged.with_deck())
    _, transcript, round = replay_text(text)
    assert transcript.named.game == "free-bet" and settled(round) == {(1, "bet"): (2000, "win")}


def test_rows_for_a_bonus_are_told_in_words():
    keys = {key: told for key, told, _ in _keys("spanish-21")}
    assert keys["bonus"].startswith("5 cards or more pays 3:2; 6 cards or more pays 2:1; ")
    assert "6 7 8 of one suit pays 2:1; 6 7 8 of spades pays 3:1; 7 7 7 pays 3:2" in keys["bonus"]
    assert {key: told for key, told, _ in _keys("free-bet")}["bonus"] == "none"


def _keys(game: str) -> list[list[str]]:
    (section,) = (each for each in guide(load(game)) if each.id == "blackjack")
    return [row for table in section.tables for row in table.rows]
