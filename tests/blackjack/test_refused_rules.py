"""Rules that blackjack cannot be dealt by: one sentence that says what is wrong, and where."""

import pytest
from tests.ask.rounds import BlackjackError, BlackjackPlan, PitError, open_table
from tests.ask.rules import RulesError, load, read, read_document

from feltworks.errors import FeltworksError

from .plain_rules import plain_document


def box(*faces: str):
    return [{"to": "box", "cards": 1, "face": face} for face in faces]


def bank(*faces: str):
    return [{"to": "bank", "cards": 1, "face": face} for face in faces]


def refusal(document) -> str:
    rules = read_document(document, "plain").rules
    with pytest.raises(BlackjackError) as error:
        BlackjackPlan(rules)
    assert isinstance(error.value, FeltworksError) and "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize(
    ("deal", "says"),
    [
        (box("up", "down") + bank("up", "down"), "box gets a card up, a card down;"),
        (box("blind", "blind") + bank("up", "down"), "box gets a card blind, a card blind;"),
        (box("up", "up") + bank("down", "up"), "bank gets a card down, a card up; the dealer"),
        (box("up", "up") + bank("up", "up"), "bank gets a card up, a card up; the dealer"),
        (
            [*box("down", "down"), {"turn": "box", "cards": 1}, *bank("up", "down")],
            "cards of box are turned; only the dealer's and the table's may be",
        ),
    ],
)
def test_first_cards_that_are_not_blackjacks(deal, says):
    document = plain_document()
    document["stages"][0]["deal"] = deal
    assert says in refusal(document)


def test_only_a_dealer_who_does_not_peek_may_begin_with_one_card():
    for peek in (True, False):
        document = plain_document(peek=peek)
        document["stages"][0]["deal"] = box("up", "up") + bank("up")
        if peek:
            with pytest.raises(RulesError, match="1 cards dealt to bank; allowed: two"):
                read_document(document, "plain")
        else:
            assert not BlackjackPlan(read_document(document, "plain").rules).game.peek


def test_a_dealer_who_does_not_peek_begins_with_no_other_cards():
    for faces in (("up", "up"), ("down", "up")):
        document = plain_document(peek=False)
        document["stages"][0]["deal"] = box("up", "up") + bank(*faces)
        says = f"bank gets a card {faces[0]}, a card {faces[1]}; the dealer begins with one card"
        assert says in refusal(document)


def test_a_joker_has_no_value():
    deck = {"ranks": "2 3 4 5 6 7 8 9 T J Q K A", "jokers": 1}
    assert refusal(plain_document(deck)) == "Jo has no value in blackjack; the deck must do without"


def test_a_cut_card_on_top_of_the_shoe():
    assert "penetration" in refusal(plain_document(penetration="1%"))


def test_the_play_must_be_the_last_stage():
    document = side_wager(**{"ranking": "two-card", "from": {"box": 2}})
    document["stages"].append({"id": "after", "settles": ["side"]})
    assert "stages.after ends the round; the last stage must be" in refusal(document)


def test_the_play_cannot_hang_on_a_wager():
    document = plain_document()
    document["stages"][1]["if_out"] = ["stake"]
    assert "without if_out" in refusal(document)


def test_choices_before_the_play():
    document = plain_document()
    document["stages"][0]["decide"] = ["check"]
    assert "stages.first.decide has choices" in refusal(document)


def side_wager(**hand):
    document = plain_document()
    document["wagers"]["side"] = {"name": "Side", "kind": "side"}
    document["offer"] = {"side_wagers": ["side"]}
    document["hands"] = {"own": hand}
    document["settle"] = {"side": {"always": {"table": "side", "else": "lose"}}}
    document["pays"] = {
        "side": {"hand": "own", "rows": [{"hand": "straight flush", "pays": "9:1"}]}
    }
    return document


def test_a_wager_on_the_hole_card_is_not_settled_before_it_is_shown():
    document = side_wager(**{"ranking": "four-card", "from": {"box": 2, "bank": 2}})
    rows = [{"hand": "four of a kind", "pays": "9:1"}]
    document["pays"]["side"]["rows"] = rows
    BlackjackPlan(read_document(document, "plain").rules)
    document["stages"][0]["settles"] = ["side"]
    assert "stages.first.settles side on the dealer's face-down card" in refusal(document)


def test_a_wager_by_the_name_of_the_engines_own():
    document = side_wager(**{"ranking": "two-card", "from": {"box": 2}})
    for section in ("wagers", "settle"):
        document[section]["insurance"] = document[section].pop("side")
    document["offer"] = {"side_wagers": ["insurance"]}
    assert "wagers.insurance has the name of the engine's own wager" in refusal(document)


def test_a_game_of_another_mechanism():
    with pytest.raises(BlackjackError, match="dealt by the mechanism 'table'"):
        BlackjackPlan(load("mini-tex"))


@pytest.mark.slow
def test_no_table_is_opened_with_a_choice_for_analysis():
    with pytest.raises(PitError, match="decks = 8"):
        open_table(read("texas-21", {"decks": "8"}))
