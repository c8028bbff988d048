"""The plain settlement can fail: the product is broken in one place after another, and each
break shows in the comparison.

Every break is made where the solver goes: it asks `settle` what an ending pays, `Handbook` what
a phrase means, and compiled rankings which hand beats which. What was compiled or counted
before is forgotten on the way in and out, or the break would go unnoticed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

import pytest

from feltworks.hands import chooser, classify
from feltworks.hands.arrays import hand_tables
from feltworks.hands.compiled import compile_ranking
from feltworks.hands.grammar import parse_hand
from feltworks.odds import boardcache, rowcounts
from feltworks.rules import handbook, settlement
from feltworks.rules.schema.settle import Settle

from ..small_decks import DECKS, on_deck
from .against_solver import held_against

Patch = pytest.MonkeyPatch
Break = Callable[[Patch], None]


# --- settlement ------------------------------------------------------------------------------


def a_tie_is_paid_as_a_win(patch: Patch) -> None:
    case_of = settlement.case_of

    def wrong(situation: settlement.Situation) -> str:
        case = case_of(situation)
        return "win" if case == "tie" else case

    patch.setattr(settlement, "case_of", wrong)


def hands_are_compared_although_the_dealer_does_not_qualify(patch: Patch) -> None:
    case_of = settlement.case_of

    def wrong(situation: settlement.Situation) -> str:
        return case_of(replace(situation, qualified=True))

    patch.setattr(settlement, "case_of", wrong)


def an_ante_that_should_compare_is_paid_whoever_is_better(patch: Patch) -> None:
    settle_cell = Settle.cell
    patch.setattr(Settle, "compares_unqualified", False)
    patch.setattr(
        Settle,
        "cell",
        lambda cells, case: settle_cell(cells, case) or settle_cell(cells, "win"),
    )


def a_folded_bonus_is_paid(patch: Patch) -> None:
    cell = Settle.cell
    patch.setattr(
        Settle,
        "cell",
        lambda cells, case: (cells.always if case == "folded" else None) or cell(cells, case),
    )


def the_next_row_of_a_table_pays(patch: Patch) -> None:
    row_for = settlement.row_for

    def wrong(book: handbook.Handbook, table: str, held: handbook.Held) -> Any:
        rows, row = book.rules.pays[table].rows, row_for(book, table, held)
        return row and rows[min(rows.index(row) + 1, len(rows) - 1)]

    patch.setattr(settlement, "row_for", wrong)


def prizes_add_up_where_only_the_higher_counts(patch: Patch) -> None:
    pay = settlement._pay
    patch.setattr(
        settlement,
        "_pay",
        lambda book, one, situation: pay(book, one.model_copy(update={"rows": "stack"}), situation),
    )


def a_loser_keeps_his_stake(patch: Patch) -> None:
    patch.setattr(settlement, "LOSE", Fraction(0))


def a_jackpot_pays_twice_its_share(patch: Patch) -> None:
    prize = settlement._prize

    def wrong(*asked: Any) -> Any:
        part = prize(*asked)
        return replace(part, hits=tuple(replace(hit, share=2 * hit.share) for hit in part.hits))

    patch.setattr(settlement, "_prize", wrong)


def a_winners_lost_dollar_comes_back(patch: Patch) -> None:
    row_prize = settlement._row_prize
    patch.setattr(
        settlement,
        "_row_prize",
        lambda table, row: replace(row_prize(table, row), loses_stake=False),
    )


# --- qualifier -------------------------------------------------------------------------------


def the_qualifier_asks_for_one_rank_more(patch: Patch) -> None:
    test = handbook.Handbook.test

    def wrong(book: handbook.Handbook, hand: str, phrase: str) -> Any:
        found = test(book, hand, phrase)
        if not hand.startswith("dealer"):
            return found
        (span,) = found.spans
        classes = book.compiled(hand).classes[span.start :]
        kinds = [(kind.category, kind.ranks[:1]) for kind in classes]
        enough = next(place for place, kind in enumerate(kinds) if kind != kinds[0])
        return replace(found, spans=(range(span.start + enough, span.stop),))

    patch.setattr(handbook.Handbook, "test", wrong)


# --- comparison ------------------------------------------------------------------------------


def the_ace_is_never_low(patch: Patch) -> None:
    def wrong(_: classify.Classifier, ranks: classify.Ranks) -> int | None:
        return ranks[0] if ranks[0] - ranks[-1] == len(ranks) - 1 else None

    patch.setattr(classify.Classifier, "_straight_top", wrong)


def the_last_kicker_is_not_looked_at(patch: Patch) -> None:
    by_groups = classify._by_groups

    def wrong(counts: Any, groups: tuple[int, ...]) -> classify.Ranks:
        ranks = by_groups(counts, groups)
        return ranks[: max(len(groups), len(ranks) - 1)]

    patch.setattr(classify, "_by_groups", wrong)


def a_joker_is_always_an_ace(patch: Patch) -> None:
    key = classify.Classifier.key

    def wrong(
        self: classify.Classifier, ranks: classify.Ranks, *, wilds: int = 0, suited: bool
    ) -> classify.Key:
        ace = self.rank_count - 1
        return key(self, (*[ace] * wilds, *ranks), suited=suited)

    patch.setattr(classify.Classifier, "key", wrong)


def a_full_house_beats_a_flush(patch: Patch) -> None:
    find_ranking = handbook.find_ranking

    def wrong(*asked: Any) -> Any:
        ranking = find_ranking(*asked)
        flush, house = map(ranking.categories.index, ("flush", "full house"))
        order = list(ranking.categories)
        order[flush], order[house] = order[house], order[flush]
        return replace(ranking, categories=tuple(order))

    patch.setattr(handbook, "find_ranking", wrong)


def the_board_alone_is_a_hand(patch: Patch) -> None:
    def every(choice: chooser.Chooser) -> tuple[tuple[int, ...], ...]:
        return tuple(combinations(range(sum(choice.zones.values())), choice.use))

    everything = cached_property(every)
    everything.__set_name__(chooser.Chooser, "choices")
    patch.setattr(chooser.Chooser, "choices", everything)


class Broken(NamedTuple):
    """A break, a game in which it matters, and the wagers that it must show in."""

    change: Break
    game: str
    deck: str
    chosen: dict[str, str]
    wagers: set[str]


EIGHT = "eight ranks, so that a dealer may not qualify"
ELEVEN = "eleven ranks, so that a dealer may win unqualified"
JOKER = "four aces and a joker"
COMPARES = {"dealer_not_qualified": "ante-compares"}
MAIN, BOTH = {"main"}, {"main", "five-card-bonus"}
DOS_PARES, GRAN = "dos-pares", "gran-progressive"

BREAKS = [
    Broken(a_tie_is_paid_as_a_win, "mini-tex", EIGHT, {}, MAIN),
    Broken(a_tie_is_paid_as_a_win, "spanish-poker", JOKER, {}, MAIN),
    Broken(hands_are_compared_although_the_dealer_does_not_qualify, "mini-tex", EIGHT, {}, MAIN),
    Broken(
        hands_are_compared_although_the_dealer_does_not_qualify, "spanish-poker", JOKER, {}, MAIN
    ),
    Broken(
        an_ante_that_should_compare_is_paid_whoever_is_better,
        "pick-2-poker",
        ELEVEN,
        COMPARES,
        BOTH,
    ),
    Broken(a_folded_bonus_is_paid, "pick-2-poker", "seven ranks", {}, {"five-card-bonus"}),
    Broken(the_next_row_of_a_table_pays, "spanish-poker", JOKER, {}, {"main", DOS_PARES, GRAN}),
    Broken(
        prizes_add_up_where_only_the_higher_counts,
        "pick-2-poker",
        "four aces",
        {"three_five_bonus_pays": "higher"},
        MAIN,
    ),
    Broken(a_loser_keeps_his_stake, "mini-tex", EIGHT, {}, {"main", "pocket-poker"}),
    Broken(a_jackpot_pays_twice_its_share, "spanish-poker", JOKER, {}, {GRAN}),
    Broken(
        a_jackpot_pays_twice_its_share, "texas-21", "two packs of six ranks", {}, {"progressive"}
    ),
    Broken(
        a_winners_lost_dollar_comes_back, "spanish-poker", JOKER, {"gran_stake": "lost"}, {GRAN}
    ),
    Broken(the_qualifier_asks_for_one_rank_more, "mini-tex", EIGHT, {}, MAIN),
    Broken(the_qualifier_asks_for_one_rank_more, "spanish-poker", JOKER, {}, MAIN),
    Broken(the_qualifier_asks_for_one_rank_more, "pick-2-poker", ELEVEN, {}, BOTH),
    Broken(the_ace_is_never_low, "mini-tex", "three suits alike", {}, {"main", "pocket-poker"}),
    Broken(the_ace_is_never_low, "texas-21", "two packs of ten ranks", {}, {"bonus"}),
    Broken(the_last_kicker_is_not_looked_at, "mini-tex", EIGHT, {}, MAIN),
    Broken(the_last_kicker_is_not_looked_at, "pick-2-poker", "seven ranks", {}, BOTH),
    Broken(a_joker_is_always_an_ace, "spanish-poker", JOKER, {}, {"main", DOS_PARES, GRAN}),
    Broken(a_full_house_beats_a_flush, "spanish-poker", JOKER, {}, MAIN),
    Broken(the_board_alone_is_a_hand, "mini-tex", "three suits alike", {}, MAIN),
]


@pytest.mark.parametrize(
    "broken", BREAKS, ids=lambda broken: f"{broken.change.__name__}-{broken.game}"
)
def test_every_break_of_the_product_is_found(broken: Broken) -> None:
    rules = on_deck(broken.game, DECKS[broken.game][broken.deck], broken.chosen)

    def found() -> list[str]:
        return held_against(rules, broken.game, broken.deck, broken.chosen, {})

    assert found() == []
    with forgetting(), pytest.MonkeyPatch.context() as patch:
        broken.change(patch)
        different = found()
    assert {line.partition(":")[0] for line in different} == broken.wagers


@contextmanager
def forgetting() -> Iterator[None]:
    """Nothing compiled or counted outside is used inside, nor the other way round."""
    caches = (compile_ranking, hand_tables, parse_hand, rowcounts._value_counts)
    for cache in caches:
        cache.cache_clear()
    boardcache.clear()
    try:
        yield
    finally:
        for cache in caches:
            cache.cache_clear()
        boardcache.clear()
