"""What a table says is a sentence, whatever happens, and no id of the rules file stands in it."""

from __future__ import annotations

import dataclasses
import re

import pytest
from tests.ask.counts import hand_with_article, held_name
from tests.ask.rounds import (
    Decide,
    Felt,
    Folded,
    FreeBet,
    Lying,
    Operation,
    Qualified,
    Settled,
    Shown,
    Taken,
    Turned,
)
from tests.ask.rules import Handbook, load

from feltworks.cards import parse_cards
from feltworks.cli.wording import YOU, Wording

RULES = load("pick-2-poker")
# What a person at a terminal is not told: it is on the felt, or does not happen there.
UNTOLD = {
    *(
        "Operation",
        "SeatOperation",
        "WagerOperation",
        "ZoneOperation",
        "SeatChips",
        "Burnt",
        "Collected",
        "DeckPutAway",
        "Closed",
        "Moved",
        "NextHand",
        "Exposed",
    ),
    *("Undone", "JackpotUndone", "Wagered", "Gathered", "PaidBack", "CutCardOut"),
    "ShoeEmpty",
}
GIVEN = {
    "seat": 1,
    "stage": "pick",
    "zone": "cards",
    "card": parse_cards("As")[0],
    "cards": parse_cards("As Kd"),
    "wager": "three-five-bonus",
    "under": "three-five-bonus",
    "behind": "play",
    "beside": "play",
    "contest": "five-card",
    "hand": "pair of twos",
    "result": "win",
    "cents": 500,
    "stake_cents": 500,
    "returned_cents": 0,
    "paid_cents": 0,
    "case": "lose",
    "row": parse_cards("As Kd"),
    "aside": parse_cards("2c"),
    "call": "soft 17",
    "blind": "big",
    "face": "up",
    "jackpot": "gran",
    "pot": 0,
    "pots": 1,
    "taken": Taken(1, 500, 0, 1),
    "consequence": "void",
    "by": "rules",
    "totals": (("banker", "3 with two cards"),),
    "says": "draws",
}


def below(kind):
    """The kinds of operations that the product's engines write, moves left out."""
    for each in kind.__subclasses__():
        if re.match(r"feltworks\.(?!.*moves$)", each.__module__):
            yield each
        yield from below(each)


KINDS = {kind.__name__: kind for kind in below(Operation)}
TOLD = [kind for name, kind in sorted(KINDS.items()) if name not in UNTOLD]


def made(kind, **changes):
    fields = [field for field in dataclasses.fields(kind) if field.default is dataclasses.MISSING]
    optional = {field.name for field in dataclasses.fields(kind)} & {"under", "behind", "beside"}
    values = {field.name: GIVEN.get(field.name, 7) for field in fields}
    return kind(**{**values, **{name: GIVEN[name] for name in optional}, **changes})


@pytest.mark.parametrize("kind", TOLD, ids=lambda kind: kind.__name__)
def test_every_operation_that_is_told_has_a_sentence_of_its_own(kind):
    entry = made(kind)
    for names in ({1: YOU}, {1: "shark 1"}, {}):
        said = Wording(RULES, names).sentence(entry)
        assert re.match(r"[A-Z0-9]", said) and said[-1] in ".sdc", said
        assert said.rstrip(".") != f"{entry.line[:1].upper()}{entry.line[1:]}" or "seat" not in said
        for id in ("three-five-bonus", " stage ", " arranges ", " decides "):
            assert id not in said, said


def test_the_person_is_you_and_others_have_their_names():
    mine, theirs = Wording(RULES, {1: YOU}), Wording(RULES, {1: "shark 1"})
    folds = Folded(1)
    assert mine.sentence(folds) == "You fold."
    assert theirs.sentence(folds) == "Shark 1 folds."
    assert Wording(RULES, {}).sentence(folds) == "Seat 1 folds."
    assert theirs.sentence(Decide(1, "raise-to", 2000)) == "Shark 1 raises to $20."
    bust = KINDS["Called"](None, "dealer", "bust with 22")
    assert mine.sentence(bust) == "The dealer busts with 22."
    assert mine.sentence(KINDS["Called"](1, "cards/2", "18")) == "You have 18 in hand 2."


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        ("pair of twos", "a pair of twos"),
        ("ace-high straight flush", "an ace-high straight flush"),
        ("eight-four-two flush", "an eight-four-two flush"),
        ("jack-six high", "jack-six high"),
        ("three twos", "three twos"),
        ("pair of fours, eight-five-two kickers", "a pair of fours, eight-five-two kickers"),
    ],
)
def test_a_hand_has_the_article_it_needs(hand, says):
    assert hand_with_article(hand) == says


@pytest.mark.parametrize(
    ("game", "hole", "board", "says"),
    [
        ("mini-tex", "Jh 6s", "", "jack-six high"),
        ("mini-tex", "2s 2h", "", "a pair of twos"),
        ("mini-tex", "Jh 6s", "2s Kc", "king-jack-six high"),
        ("mini-tex", "Jh 6s", "2s Kc 9s", "a nine-six-two flush"),
        ("mini-tex-ring", "2s 2h", "7c Td", "a pair of twos, ten kicker"),
    ],
)
def test_a_hand_is_named_by_what_is_seen_of_it(game, hole, board, says):
    lying = {
        (1, "hole"): [Lying(card, "down") for card in parse_cards(hole)],
        (None, "community"): [Lying(card, "up") for card in parse_cards(board)],
        (None, "dealer"): [Lying(None, "down")] * 2,
    }
    assert held_name(Handbook(load(game)), Felt(cards=lying), 1) == says


def test_both_hands_are_named_where_the_player_may_choose():
    lying = {(1, "cards"): [Lying(card, "down") for card in parse_cards("4c 5c 4s 2s 8s")]}
    named = held_name(Handbook(RULES), Felt(cards=lying), 1)
    assert named == "an eight-four-two flush or a pair of fours, eight-five-two kickers"
    hidden = {(1, "cards"): [Lying(None, "down")] * 5}
    assert held_name(Handbook(RULES), Felt(cards=hidden), 1) is None


@pytest.mark.parametrize(
    ("wager", "case", "told"),
    [
        ("player", "lose", "Your Player of $5 loses $5: the banker is higher."),
        ("banker", "win", "Your Banker of $5 loses $5: the player is higher."),
        (
            "player-bonus",
            "win",
            "Your Player Bonus of $5 loses $5: the player is higher, but not with a hand that "
            "pays.",
        ),
    ],
)
def test_hands_on_the_table_are_called_by_their_names(wager, case, told):
    settled = Settled(1, wager, 500, 0, 0, case)
    assert Wording(load("baccarat"), {1: YOU}).sentence(settled) == told


def test_the_wager_on_a_hand_that_was_split_off_is_called_by_its_number():
    told = Wording(load("free-bet"), {1: YOU}).sentence(FreeBet(1, "bet/2", 500))
    assert told == "The house puts a free bet of $5 on your Bet, hand 2."


def test_cards_that_are_nobodys_hand_are_not_called_the_dealers():
    told = Wording(load("red-dog"), {1: YOU})
    ends = Qualified("between", "five-three high", None)
    assert told.sentence(ends) == "The ends are five-three high."
    seven, two = parse_cards("7d"), parse_cards("3c 5c")
    assert told.sentence(Turned("middle", seven)) == "The middle card is turned up: 7d"
    assert told.sentence(Shown(None, "middle", seven)) == "The middle card is 7d"
    assert told.sentence(Shown(None, "ends", two)) == "The ends cards are 3c 5c"
