"""The plain settlement can fail: a rules file is written wrong in one place after another, and each
mistake shows in the comparison with the plain game, which follows the document.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from tests.ask.rules import Handbook, Rules

from ..small_decks import DECKS, on_deck
from .against_solver import held_against

Document = dict[str, Any]
Mistake = Callable[[Document], None]


def a_tie_is_paid_as_a_win(rules: Document) -> None:
    for cells in rules["settle"].values():
        if "tie" in cells:
            cells["tie"] = cells["win"]


def hands_are_compared_although_the_dealer_does_not_qualify(rules: Document) -> None:
    for contest in rules["contests"].values():
        contest.pop("qualifies")
    for cells in rules["settle"].values():
        cells.pop("not_qualified", None)


def an_ante_that_should_compare_is_paid_whoever_is_better(rules: Document) -> None:
    rules["settle"]["ante"]["not_qualified"] = rules["settle"]["ante"]["win"]


def a_folded_bonus_is_paid(rules: Document) -> None:
    cells = rules["settle"]["five-card-bonus"]
    cells["folded"] = cells["always"]


def the_next_row_of_a_table_pays(rules: Document) -> None:
    for table in rules["pays"].values():
        rows = table["rows"]
        for row, below in zip(rows, [dict(row) for row in rows[1:]], strict=False):
            row["pays"] = below["pays"]


def prizes_add_up_where_only_the_higher_counts(rules: Document) -> None:
    for pay in rules["settle"]["three-five-bonus"]["always"]:
        pay["rows"] = "stack"


def a_jackpot_pays_a_share_too_many(rules: Document) -> None:
    for table in rules["pays"].values():
        for row in table["rows"]:
            if "% of " in str(row["pays"]):
                share, _, jackpot = str(row["pays"]).partition("% of ")
                row["pays"] = f"{float(share) / 2:g}% of {jackpot}"


def a_winners_lost_dollar_comes_back(rules: Document) -> None:
    rules["pays"]["gran-progressive"].pop("stake")


def the_qualifier_asks_for_more(rules: Document) -> None:
    for contest in rules["contests"].values():
        if "qualifies" in contest:
            contest["qualifies"] = "three of a kind or better"


def the_ace_is_never_low(rules: Document) -> None:
    for hand in rules["hands"].values():
        ranking = hand["ranking"]
        known = rules.setdefault("rankings", {}).setdefault(f"high-{ranking}", {"like": ranking})
        known["ace_low"] = False
        hand["ranking"] = f"high-{ranking}"


def a_full_house_beats_a_flush(rules: Document) -> None:
    order = list(Handbook(Rules.model_validate(rules)).ranking("player").categories)
    flush, house = order.index("flush"), order.index("full house")
    order[flush], order[house] = order[house], order[flush]
    rules["rankings"]["spanish"]["categories"] = order


def the_board_alone_is_a_hand(rules: Document) -> None:
    for hand in rules["hands"].values():
        hand.pop("at_least", None)


class Broken(NamedTuple):
    """A mistake, a game in which it matters, and the wagers that it must show in."""

    change: Mistake
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

BROKEN = [
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
    Broken(a_jackpot_pays_a_share_too_many, "spanish-poker", JOKER, {}, {GRAN}),
    Broken(
        a_jackpot_pays_a_share_too_many, "texas-21", "two packs of six ranks", {}, {"progressive"}
    ),
    Broken(
        a_winners_lost_dollar_comes_back, "spanish-poker", JOKER, {"gran_stake": "lost"}, {GRAN}
    ),
    Broken(the_qualifier_asks_for_more, "mini-tex", EIGHT, {}, MAIN),
    Broken(the_qualifier_asks_for_more, "pick-2-poker", ELEVEN, {}, BOTH),
    Broken(the_ace_is_never_low, "mini-tex", "three suits alike", {}, {"main", "pocket-poker"}),
    Broken(the_ace_is_never_low, "texas-21", "two packs of ten ranks", {}, {"bonus"}),
    Broken(a_full_house_beats_a_flush, "spanish-poker", JOKER, {}, MAIN),
    Broken(the_board_alone_is_a_hand, "mini-tex", "three suits alike", {}, MAIN),
]


@pytest.mark.parametrize(
    "broken", BROKEN, ids=lambda broken: f"{broken.change.__name__}-{broken.game}"
)
def test_every_mistake_in_a_rules_file_is_found(broken: Broken) -> None:
    rules = on_deck(broken.game, DECKS[broken.game][broken.deck], broken.chosen)
    document = rules.model_dump(mode="json", by_alias=True, exclude_unset=True)

    def found(rules: Rules) -> list[str]:
        return held_against(rules, broken.game, broken.deck, broken.chosen, {})

    assert found(rules) == []
    broken.change(document)
    different = found(Rules.model_validate(document))
    assert {line.partition(":")[0] for line in different} == broken.wagers
