"""The oracle held against games so small that they are counted by hand.

Three cards: queen, king and ace. One to the player, one to the board, one to the dealer;
the higher of the two hole cards wins. The six deals are easily listed.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any

import pytest
from tests.ask.rules import Rules

from .oracle import deal_everything
from .oracle_counted import Counted, Row
from .small_decks import DECKS, on_deck

EVEN = {"folded": "lose", "win": "1:1", "tie": "push", "lose": "lose"}
FOLD_OR_BET = ["fold", {"bet": "play", "size": "1 x ante"}]
TO_HOLE = {"to": "hole", "cards": 1, "face": "down"}
TO_DEALER = {"to": "dealer", "cards": 1, "face": "down"}
TO_BOARD = {"to": "board", "cards": 1, "face": "up"}


def three_cards(stages: list[dict[str, Any]], **more: Any) -> Rules:
    """The game of three cards with those stages; `more` replaces or adds sections."""
    document: dict[str, Any] = {
        "game": {
            "id": "three-cards",
            "name": "Three cards",
            "title": "The higher of two cards wins.",
            "deck": {"ranks": "Q K A", "suits": "c"},
        },
        "zones": {"hole": "player", "dealer": "dealer", "board": "table"},
        "rankings": {"high": {"like": "two-card", "categories": ["high card"]}},
        "hands": {
            "mine": {"ranking": "high", "from": {"hole": 1, "board": 1}},
            "theirs": {"ranking": "high", "from": {"dealer": 1, "board": 1}},
        },
        "contests": {"main": {"player": "mine", "dealer": "theirs"}},
        "wagers": {
            "ante": {"name": "Ante", "kind": "required"},
            "play": {"name": "Play", "kind": "decision"},
        },
        "stages": stages,
        "settle": {"ante": EVEN, "play": EVEN},
    }
    for section, keys in more.items():
        document[section] = {**document.get(section, {}), **keys}
    return Rules.model_validate(document)


SEES_OWN_CARD = [
    {"id": "hole", "deal": [TO_HOLE, TO_DEALER], "decide": FOLD_OR_BET},
    {"id": "board", "deal": [TO_BOARD]},
]
SEES_BOTH = [{"id": "look", "deal": [TO_HOLE, TO_DEALER, TO_BOARD], "decide": FOLD_OR_BET}]


def rows(counted: Counted) -> dict[tuple[str, str], int]:
    return {(row.id, str(row.net)): count for row, count in counted.rows.items()}


def test_a_player_who_sees_all_but_one_card_folds_exactly_the_losing_hands() -> None:
    main = deal_everything(three_cards(SEES_BOTH))["main"]
    assert rows(main) == {("win", "2"): 3, ("fold-look", "-1"): 3}
    assert main.expected_value == Fraction(1, 2)
    assert main.average_wager == Fraction(3, 2)


def test_a_player_who_sees_one_card_bets_the_king_without_knowing() -> None:
    main = deal_everything(three_cards(SEES_OWN_CARD))["main"]
    assert rows(main) == {("win", "2"): 3, ("lose", "-2"): 1, ("fold-hole", "-1"): 2}
    assert main.expected_value == Fraction(1, 3)
    assert main.parts == {"ante": Fraction(0), "play": Fraction(1, 3)}
    assert main.indifferent_deals == {}


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("bet", {("win", "2"): 3, ("lose", "-2"): 1, ("fold-hole", "0"): 2}),
        ("fold", {("win", "2"): 2, ("fold-hole", "0"): 4}),
    ],
)
def test_a_king_that_may_fold_for_nothing_is_a_toss_up(
    rule: str, expected: Mapping[tuple[str, str], int]
) -> None:
    free_fold = three_cards(SEES_OWN_CARD, settle={"ante": {**EVEN, "folded": "push"}})
    main = deal_everything(free_fold, {"hole": rule})["main"]
    assert rows(main) == expected
    assert main.expected_value == Fraction(2, 3)
    assert main.indifferent_deals == {"hole": 2}


def test_toss_ups_behind_a_better_choice_are_not_counted() -> None:
    stages = [
        {"id": "hole", "deal": [TO_HOLE, TO_DEALER], "decide": FOLD_OR_BET},
        {"id": "board", "deal": [TO_BOARD], "decide": ["fold", "check"]},
    ]
    lost_anyway = deal_everything(three_cards(stages))["main"]
    # Folding or checking a beaten hand loses both wagers alike; queens never get there.
    assert lost_anyway.indifferent_deals == {"board": 1}


def test_a_named_choice_is_preferred_only_where_it_is_among_the_best() -> None:
    lay = {"id": "lay", "bet": "play", "size": "2 x ante"}
    stages = [{"id": "hole", "deal": [TO_HOLE, TO_DEALER], "decide": ["fold", "check", lay]}]
    stages += [{"id": "board", "deal": [TO_BOARD]}]
    named = deal_everything(three_cards(stages), {"hole": "check"})["main"]
    most = deal_everything(three_cards(stages))["main"]
    assert rows(named)["lose-check", "-1"] == 3
    assert rows(most)["lose-lay", "-3"] == 1
    assert named.indifferent_deals == most.indifferent_deals == {"hole": 4}
    assert named.expected_value == most.expected_value == Fraction(2, 3)


def test_a_dealer_who_needs_an_ace_lets_the_player_win_one() -> None:
    needs_ace = {"main": {"player": "mine", "dealer": "theirs", "qualifies": "ace high"}}
    settle = {
        "ante": {**EVEN, "not_qualified": "1:1"},
        "play": {**EVEN, "not_qualified": "push"},
    }
    main = deal_everything(three_cards(SEES_BOTH, contests=needs_ace, settle=settle))["main"]
    # An ace on the board qualifies everyone; an ace in the hole leaves the dealer without.
    assert rows(main) == {
        ("dealer-not-qualified", "1"): 2,
        ("win", "2"): 1,
        ("fold-look", "-1"): 3,
    }


def test_a_side_wager_lost_by_folding_is_worth_what_it_adds() -> None:
    kings = three_cards(
        SEES_OWN_CARD,
        wagers={"kings": {"name": "Kings", "kind": "side", "size": "2 x ante"}},
        settle={"kings": {"folded": "lose", "always": {"table": "kings", "else": "lose"}}},
        pays={"kings": {"hand": "mine", "rows": [{"hand": "contains king", "pays": "5:1"}]}},
    )
    dealt = deal_everything(kings)
    # Even the queen plays now: ace +2+8, king +0+20, queen -4+8 over two deals each.
    assert rows(dealt["kings"]) == {("contains-king", "5"): 4, ("lose", "-1"): 2}
    assert dealt["kings"].expected_value == (Fraction(36, 6) - Fraction(1, 3)) / 2
    assert dealt["main"].expected_value == Fraction(1, 3)


def test_a_side_wager_that_rides_on_is_dealt_by_itself() -> None:
    kings = three_cards(
        SEES_OWN_CARD,
        wagers={"kings": {"name": "Kings", "kind": "side"}},
        settle={"kings": {"always": {"table": "kings", "else": "lose"}}},
        pays={"kings": {"hand": "mine", "rows": [{"hand": "contains king", "pays": "5:1"}]}},
    )
    assert rows(deal_everything(kings)["kings"]) == {("contains-king", "5"): 2, ("lose", "-1"): 1}


def test_an_up_card_of_the_dealer_is_seen_before_deciding() -> None:
    up = {**TO_DEALER, "face": "up"}
    stages = [
        {"id": "up", "deal": [TO_HOLE, up], "decide": FOLD_OR_BET},
        {"id": "board", "deal": [TO_BOARD]},
    ]
    assert rows(deal_everything(three_cards(stages))["main"]) == {
        ("win", "2"): 3,
        ("fold-up", "-1"): 3,
    }


def test_a_choice_that_needs_a_hand_is_closed_without_it() -> None:
    an_ace = {"hand": "mine", "is": "contains ace"}
    with_ace = {"id": "big", "bet": "play", "size": "5 x ante", "requires": an_ace}
    decide = ["fold", "check", with_ace]
    stages = [{"id": "look", "deal": [TO_HOLE, TO_DEALER, TO_BOARD], "decide": decide}]
    main = deal_everything(three_cards(stages))["main"]
    # The winning hands are A-Q, A-K and the king on a board of ace: each holds an ace.
    assert rows(main)["win-big", "6"] == 3
    assert main.expected_value == Fraction(3 * 6 - 3, 6)


def test_taking_a_wager_back_takes_it_off_the_felt() -> None:
    second = {"second": {"name": "Second", "kind": "required", "size": "1 x ante"}}
    stages = [
        {
            "id": "look",
            "deal": [TO_HOLE, TO_DEALER, TO_BOARD],
            "decide": ["check", {"id": "down", "take_back": "second"}],
        }
    ]
    game = three_cards(stages, wagers=second, settle={"second": EVEN})
    main = deal_everything(game)["main"]
    assert rows(main) == {("win-check", "2"): 3, ("lose-down", "-1"): 3}
    assert main.average_wager == Fraction(3, 2)


def test_a_bet_at_one_of_several_sizes_ends_later_decisions() -> None:
    early = {"bet": "play", "size": "2 or 3 x ante", "ends": True}
    stages = [
        {"id": "hole", "deal": [TO_HOLE, TO_DEALER], "decide": ["check", early]},
        {
            "id": "board",
            "deal": [TO_BOARD],
            "decide": ["fold", {"id": "late", "bet": "play", "size": "1 x ante"}],
            "while_not_out": "play",
        },
    ]
    main = deal_everything(three_cards(stages))["main"]
    # The ace bets at once and at the most; king and queen wait for the board.
    assert rows(main) == {
        ("win-bet-3x", "4"): 2,
        ("win-late", "2"): 1,
        ("fold-board", "-1"): 3,
    }


@pytest.mark.slow
def test_combinations_multiply_what_is_newly_seen_with_the_dealers_cards_last() -> None:
    rules = on_deck("mini-tex", DECKS["mini-tex"]["three suits alike"])
    dealt = deal_everything(rules)
    assert dealt["main"].combinations == comb(12, 2) * comb(10, 2) * 8 * comb(7, 2)
    assert dealt["pocket-poker"].combinations == comb(12, 2)


def test_a_shoe_is_dealt_card_by_card() -> None:
    rules = on_deck("texas-21", DECKS["texas-21"]["five packs of two ranks"])
    bonus = deal_everything(rules)["bonus"]
    assert bonus.combinations == comb(20, 7)
    # Five or more of one face among seven cards, from five copies of each of four faces.
    suited = 4 * comb(5, 5) * comb(15, 2)
    assert bonus.rows[Row("suited-five-of-a-kind", Fraction(500))] == suited
