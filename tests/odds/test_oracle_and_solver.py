"""What is counted equals what is dealt: every shipped game on a small deck.

`plain`, which settles these games a second time, asks for every deck, option and reading. The
oracle here, which reads the rules file, is for the games that nobody settled a second time.
"""

from __future__ import annotations

import pytest
from tests.ask.rules import Handbook, Rules

from .oracle_compare import assert_same_odds
from .small_decks import DECKS, on_deck, shipped


@pytest.mark.slow
@pytest.mark.parametrize("game", DECKS)
def test_solver_counts_what_is_dealt(game: str) -> None:
    assert_same_odds(on_deck(game, next(iter(DECKS[game].values()))))


@pytest.mark.slow
def test_ties_broken_differently_at_three_decisions() -> None:
    rules = on_deck("mini-tex", DECKS["mini-tex"]["two and two suits alike"])
    dealt = assert_same_odds(rules, {"hole": "bet", "flop": "fold", "river": "bet"})
    assert dealt["main"].indifferent_deals, "a deck without toss-ups shows nothing"


@pytest.mark.parametrize("game", DECKS)
def test_the_small_decks_of_a_game_reach_every_category_its_tables_pay(game: str) -> None:
    reached: set[tuple[str, str]] = set()
    wanted: set[tuple[str, str]] = set()
    for deck in DECKS[game].values():
        book = Handbook(on_deck(game, deck))
        for hand in book.rules.hands:
            compiled = book.compiled(hand)
            wanted |= {(hand, category) for category in compiled.ranking.categories}
            reached |= {(hand, kind.category) for kind in compiled.classes}
    assert reached == wanted


@pytest.mark.parametrize("game", DECKS)
def test_the_small_decks_of_a_game_keep_every_pay_row_between_them(game: str) -> None:
    kept: set[tuple[str, str]] = set()
    for deck in DECKS[game].values():
        rules = on_deck(game, deck)
        kept |= {(id_, row.id) for id_, table in rules.pays.items() for row in table.rows}
    whole = Rules.model_validate(shipped(game)).pays
    assert kept == {(id_, row.id) for id_, table in whole.items() for row in table.rows}
