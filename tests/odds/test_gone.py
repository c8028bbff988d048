"""Cards known to be gone are reckoned with: the solver agrees with dealing what is left."""

from __future__ import annotations

import pytest
from tests.ask.rounds import PitError, open_table
from tests.ask.rules import Handbook, read, without_cards
from tests.cli.running import refusal, run

import feltworks
from feltworks.cards import CardError, DeckError, deck, parse_cards
from feltworks.odds.analyse import analyse
from feltworks.odds.keys import KeysUsed
from feltworks.odds.plaindata import wager_data
from feltworks.odds.side import side_wager
from feltworks.odds.strategy import Advisor
from feltworks.players.optimal import Optimal

from .oracle_compare import assert_same_odds
from .small_decks import DECKS, on_deck

SMALL = [
    ("mini-tex", "three suits alike", "Kc"),
    ("mini-tex", "two and two suits alike", "Ac Qd"),
    ("spanish-poker", "two suits and a joker", "7c Jo"),
    ("pick-2-poker", "two suits alike", "6c Ad"),
]


@pytest.mark.parametrize(("game", "cards", "gone"), SMALL)
def test_counted_without_the_cards_is_dealt_without_them(game, cards, gone):
    rules = without_cards(on_deck(game, DECKS[game][cards]), parse_cards(gone))
    assert not set(parse_cards(gone)) & set(Handbook(rules).deck.cards)
    assert_same_odds(rules)


def test_a_hand_keeps_its_value_and_a_phrase_its_meaning():
    full = read("mini-tex").rules
    thin = without_cards(full, parse_cards("As Ah Ad Ac"))
    before, after = Handbook(full), Handbook(thin)
    king_high = parse_cards("Kd Qd Jc")
    hand = next(id for id, hand in full.hands.items() if before.ranking(id).cards == 3)
    assert before.compiled(hand).whole_hand(king_high) == after.compiled(hand).whole_hand(king_high)
    assert before.test(hand, "pair of aces").values == after.test(hand, "pair of aces").values
    odds = analyse(thin).wagers["pocket-poker"]
    assert {row.combinations for row in odds.outcomes if row.id == "aces"} <= {0}
    assert odds.combinations == 48 * 47 // 2


def test_the_average_over_unknown_cards_is_the_full_deck():
    """A card burnt unseen changes nothing: the side wager's value is the mean over all of them."""
    rules = read("mini-tex").rules

    def value(rules):
        return side_wager(rules, Handbook(rules), "pocket-poker", KeysUsed(rules)).expected_value

    every = [value(without_cards(rules, [card])) for card in Handbook(rules).deck.cards[::4]]
    assert sum(every) / len(every) == value(rules)


def test_shoes_lose_one_copy():
    shoe = deck("standard-52").shoe(6)
    left = shoe.without(parse_cards("As As 7d"))
    assert left.size == 309 == len(left.cards)
    assert left.count(parse_cards("As")[0]) == 4
    assert left.full == shoe
    assert left.from_data({"id": "x", **left.as_data()}).copies == left.copies
    with pytest.raises(CardError, match="holds it only 4 times"):
        left.without(parse_cards("As As As As As"))
    with pytest.raises(DeckError, match="gone has Kd 2 times: the deck holds 1"):
        deck("standard-52").from_data({"id": "x", "ranks": "K A", "gone": "Kd Kd"})


def test_no_table_is_opened_with_cards_gone():
    with pytest.raises(PitError, match="the cards Kd 7s gone"):
        open_table(read("mini-tex").without(parse_cards("Kd 7s")))


def test_values_change_when_cards_are_known():
    rules = read("mini-tex").rules
    hole = parse_cards("Qs 7d")
    plain = Advisor(rules).advise(first_decision(rules), hole)
    knowing = Advisor(without_cards(rules, parse_cards("Qc Qd 7c 7s"))).advise(
        first_decision(rules), hole
    )
    assert knowing.values != plain.values


def first_decision(rules):
    return next(stage.id for stage in rules.stages if stage.decide)


def test_commands_take_cards_that_are_gone(capsys):
    told = run(capsys, "odds", "spanish-poker", "--gone", "Kd 7s", "--json").data
    assert told["gone"] == ["Kd", "7s"]
    thin = analyse(without_cards(read("spanish-poker").rules, parse_cards("Kd 7s")))
    assert told["wagers"]["main"] == wager_data(thin.wagers["main"], None)
    assert (
        "gone from the deck: Kd 7s" in run(capsys, "odds", "spanish-poker", "--gone", "Kd 7s").out
    )
    assert "Zz" in refusal(capsys, "odds", "mini-tex", "--gone", "Zz")
    assert "--gone 'Kd Kd'" in refusal(capsys, "odds", "mini-tex", "--gone", "Kd Kd")


def test_the_library_takes_cards_that_are_gone():
    game = feltworks.load("mini-tex")
    hole, gone = "Qs 7d", "Qc Qd 7c 7s"
    knowing = game.advise(hole=hole, gone=gone)
    assert knowing.values == game.without(gone).advise(hole=hole).values
    assert knowing.values != game.advise(hole=hole).values
    assert repr(game.without(gone)).endswith(", without Qc Qd 7c 7s>")
    assert game.odds(gone="As").main.house_edge == game.without("As").odds().main.house_edge


def test_the_coach_reckons_with_cards_it_was_shown():
    """A card exposed by mistake is gone from the deck, for whoever saw it."""
    loaded = read("mini-tex")
    optimal = Optimal(loaded.rules)
    shown = parse_cards("Kd")[0]
    knowing = optimal._knowing((shown,))
    assert knowing is not None
    assert shown not in knowing.solver.book.deck.cards
    assert optimal._knowing(()) is optimal.advisor
