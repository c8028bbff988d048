"""Cards known to be gone are reckoned with: the solver agrees with dealing what is left."""

from __future__ import annotations

import pytest
from tests.ask.odds import odds
from tests.ask.rounds import PitError, open_table
from tests.ask.rules import EXAMPLES_DIR, Handbook, read, without_cards
from tests.cli.running import refusal, run

import feltworks
from feltworks.cards import CardError, DeckError, deck, parse_cards

from .oracle_compare import assert_same_odds
from .small_decks import DECKS, on_deck

SMALL = [
    ("mini-tex", "three suits alike", "Kc"),
    ("mini-tex", "two and two suits alike", "Ac Qd"),
    ("spanish-poker", "two suits and a joker", "7c Jo"),
    ("pick-2-poker", "two suits alike", "6c Ad"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "cards", "gone"), SMALL)
def test_counted_without_the_cards_is_dealt_without_them(game, cards, gone):
    rules = without_cards(on_deck(game, DECKS[game][cards]), parse_cards(gone))
    assert not set(parse_cards(gone)) & set(Handbook(rules).deck.cards)
    assert_same_odds(rules)


@pytest.mark.slow
def test_a_hand_keeps_its_value_and_a_phrase_its_meaning():
    full = read("mini-tex").rules
    thin = without_cards(full, parse_cards("As Ah Ad Ac"))
    before, after = Handbook(full), Handbook(thin)
    king_high = parse_cards("Kd Qd Jc")
    hand = next(id for id, hand in full.hands.items() if before.ranking(id).cards == 3)
    assert before.compiled(hand).whole_hand(king_high) == after.compiled(hand).whole_hand(king_high)
    assert before.test(hand, "pair of aces").values == after.test(hand, "pair of aces").values
    pocket = odds(thin)["pocket-poker"]
    assert {row.combinations for row in pocket.outcomes if row.id == "aces"} <= {0}
    assert pocket.combinations == 48 * 47 // 2


def test_the_average_over_unknown_cards_is_the_full_deck():
    """A card burnt unseen changes nothing: a wager's value is the mean over all of them."""
    rules = read(EXAMPLES_DIR / "dragon-tiger.toml").rules
    ranks = [odds(without_cards(rules, [card])) for card in Handbook(rules).deck.cards[:13]]
    for id_, whole in odds(rules).items():
        left = [wagers[id_].expected_value for wagers in ranks]
        assert sum(left) / len(left) == whole.expected_value


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


def test_commands_take_cards_that_are_gone(capsys):
    told = run(capsys, "odds", "three-card-poker", "--gone", "Kd 7s", "--json").data
    assert told["gone"] == ["Kd", "7s"]
    rules = read(EXAMPLES_DIR / "three-card-poker.toml").rules
    thin = odds(without_cards(rules, parse_cards("Kd 7s")))["main"]
    counts = {row["id"]: row["combinations"] for row in told["wagers"]["main"]["outcomes"]}
    assert counts == {row.id: row.combinations for row in thin.outcomes}
    shown = run(capsys, "odds", "three-card-poker", "--gone", "Kd 7s").out
    assert "gone from the deck: Kd 7s" in shown
    assert "Zz" in refusal(capsys, "odds", "mini-tex", "--gone", "Zz")
    assert "--gone 'Kd Kd'" in refusal(capsys, "odds", "mini-tex", "--gone", "Kd Kd")


def test_the_library_takes_cards_that_are_gone():
    game = feltworks.load("three-card-poker")
    hand, gone = "Qs 7d 2c", "Qc Qd 7c 7s"
    knowing = game.advise(cards=hand, gone=gone)
    assert knowing.values == game.without(gone).advise(cards=hand).values
    assert knowing.values != game.advise(cards=hand).values
    assert repr(game.without(gone)).endswith(", without Qc Qd 7c 7s>")
    assert game.odds(gone="As").main.house_edge == game.without("As").odds().main.house_edge
