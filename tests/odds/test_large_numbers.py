"""Sums and choices up to the most that is counted, and what is said of more."""

from __future__ import annotations

import tomllib

import pytest
from tests.ask.odds import Rejected, odds, reported_odds
from tests.ask.rules import Rules, load_text, read_document

from .oracle_compare import assert_same_odds

NINE_CARDS = """
[game]
id = "nine-cards"
name = "Nine Cards"
title = "Two cards of one's own and two that come one by one."
deck = {{ ranks = "3 8 K", suits = "c d h" }}
unit = "ante"
[zones]
hole = "player"
board = "table"
[hands.player]
ranking = "four-card"
from = {{ hole = 2, board = 2 }}
[wagers]
ante = {{ name = "Ante", kind = "required" }}
third = {{ name = "Third", kind = "decision" }}
[[stages]]
id = "third"
deal = [
    {{ to = "hole", cards = 2, face = "down" }},
    {{ to = "board", cards = 2, face = "down" }},
]
decide = ["fold", {{ id = "bet", bet = "third", size = "{sizes} x ante" }}]
[[stages]]
id = "fourth"
deal = [{{ turn = "board", cards = {seen} }}]
decide = ["fold", "check"]
{show}
[settle.ante]
folded = "lose"
always = {{ table = "pays", else = "{otherwise}" }}
[settle.third]
folded = "lose"
always = "{third}"
[pays.pays]
hand = "player"
rows = [
    {{ hand = "three of a kind or better", pays = "{three}" }},
    {{ hand = "pair of threes or better", pays = "{pair}" }},
]
[table]
seats = 1
most_seats = 1
"""


def nine_cards(*, seen: int, sizes: str = "1", **pays: str) -> Rules:
    """With so many cards of the board seen before the last decision."""
    last = '[[stages]]\nid = "show"\ndeal = [{ turn = "board", cards = 1 }]'
    show = last if seen == 1 else ""
    return load_text(
        NINE_CARDS.format(seen=seen, show=show, sizes=sizes, **pays), "nine-cards.toml"
    )


@pytest.mark.parametrize("pays", ["8521759:1", "8521760:1"])
def test_sums_are_exact_below_and_above_32_bits(pays: str) -> None:
    """With the first, sums come as near to 2^31 as they can."""
    assert_same_odds(nine_cards(seen=1, otherwise=pays, third="1:1", three=pays, pair=pays))


@pytest.mark.slow
def test_pays_are_exact_up_to_what_64_bits_hold() -> None:
    """The smallest unit of pay is the millionth or the billionth part of a wager."""
    pays = {"seen": 1, "third": "1:1", "otherwise": "lose", "three": "999999999:1"}
    assert_same_odds(nine_cards(pair="1:999983", **pays))
    rejected = r"deals at pays up to .* fewer cards or write smaller pays, .* simulate GAME"
    with pytest.raises(Rejected, match=rejected):
        odds(nine_cards(pair="1:999999937", **pays))


def test_a_tie_on_the_last_level_is_another_play() -> None:
    """A pair loses as a fold does, or is paid: it is kept in both, but tied no longer."""
    asked = {"seen": 2, "otherwise": "lose", "third": "lose", "three": "1000:1"}
    ties, none = (nine_cards(pair=pair, **asked) for pair in ("lose", "1:1"))
    found = reported_odds(ties, pays=["pays.pair-of-threes-or-better=1"])
    assert found == odds(none)
    assert found["main"].ties != odds(ties)["main"].ties


@pytest.mark.slow
def test_a_decision_may_offer_63_choices() -> None:
    pays = {"seen": 1, "otherwise": "lose", "third": "1:1", "three": "2:1", "pair": "1:2"}
    assert_same_odds(nine_cards(sizes=sizes(62), **pays))
    with pytest.raises(Rejected, match="up to 63 choices"):
        odds(nine_cards(sizes=sizes(63), **pays))


@pytest.mark.slow
def test_choices_that_only_some_hands_may_take_are_limited_over_all_histories() -> None:
    assert_same_odds(more_on_a_pair(third=9, fourth=6))
    with pytest.raises(Rejected, match="offers 64 choices over all"):
        odds(more_on_a_pair(third=8, fourth=7))


def sizes(count: int) -> str:
    return ", ".join(map(str, range(1, count + 1)))


def more_on_a_pair(*, third: int, fourth: int) -> Rules:
    """Bets of so many sizes at both decisions, the later one with a pair only."""
    text = NINE_CARDS.format(
        seen=2,
        show="",
        sizes=sizes(third),
        otherwise="lose",
        third="1:1",
        three="2:1",
        pair="1:1",
    )
    document = tomllib.loads(text)
    document["wagers"]["fourth"] = "decision"
    document["settle"]["fourth"] = document["settle"]["ante"]
    needs = {"hand": "player", "is": "pair of threes or better"}
    bet = {"id": "more", "bet": "fourth", "size": f"{sizes(fourth)} x ante", "requires": needs}
    document["stages"][1]["decide"] = ["fold", bet]
    return read_document(document, "nine-cards.toml").rules
