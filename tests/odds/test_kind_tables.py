"""What is looked up once for many boards of kinds, against hands looked up one by one; and worths
that follow from others, against worths that are summed."""

from __future__ import annotations

import numpy as np
import pytest

from feltworks.odds import kindwalk
from feltworks.odds.kindboards import KindChunk
from feltworks.odds.kinds import count_hands
from feltworks.odds.kindwalk import KindWalk
from feltworks.odds.mixednodes import MixedNodes, mixed_nodes
from feltworks.odds.progress import silent
from feltworks.odds.solver import Solver
from feltworks.odds.walk import Walk

from .test_kinds import GAMES, OWN, by_kind, small

RAISES = "raise once, the last decision on the whole board"
STREETS = "four streets"
DECKS = {
    "plain": {},
    "cards gone": {"gone": "8c Td"},
    "a joker": {"jokers": 1, "own_ranking": OWN.format('"Jo"'), "ranking": "own"},
    "sevens": {"own_ranking": OWN.format('"7"'), "ranking": "own"},
}


@pytest.mark.parametrize("deck", DECKS)
def test_flushes_from_the_table_are_those_of_the_cards(deck: str) -> None:
    walk = Solver(small(RAISES, row="pair or better", **DECKS[deck])).walk({})
    for view in by_kind(walk).suited:
        for chunk in view.chunks():
            assert_values_of_cards(walk, chunk)


def assert_values_of_cards(walk: Walk, chunk: KindChunk) -> None:
    boards, holes = (walk.space.faces[cards] for cards in chunk.rows())
    book, some = walk.plan.book, np.flatnonzero(chunk.weights.reshape(-1))[::7]
    faces = np.concatenate([holes, boards], axis=1)[some]
    values = book.chooser("player").row_values(book.compiled("player"), faces)
    assert np.array_equal(chunk.values["player"].reshape(-1)[some], values)


@pytest.mark.parametrize("name", GAMES)
def test_hands_are_possible_where_there_are_some(name: str) -> None:
    for view in by_kind(Solver(small(name)).walk({})).views:
        for chunk in view.chunks():
            left = view.left[chunk.rows_of_all]
            hands = np.zeros(chunk.weights.shape, np.int32)
            count_hands(left, view.holes.sets, hands)
            assert np.array_equal(chunk.weights, hands > 0)


@pytest.mark.parametrize("name", ["a bet on three streets, the last card after them", STREETS])
def test_worths_that_follow_are_those_that_are_summed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    showdown = Solver(small(name)).walk({}).showdown
    assert showdown.kinds is not None
    walk = KindWalk(showdown, showdown.kinds, showdown.earlier[-1])
    nodes = mixed_nodes(showdown)
    every = np.arange(len(showdown.nodes.first))
    assert len(nodes.mixtures) or name != STREETS
    assert sorted([*nodes.kept, *nodes.mixtures[:, 0]]) == list(every)
    worths, plays = walk.worths(silent)
    all_kept = MixedNodes(every, np.zeros((0, 5), np.int64))
    monkeypatch.setattr(kindwalk, "mixed_nodes", lambda _: all_kept)
    summed, again = walk.worths(silent)
    assert np.array_equal(worths.of(), summed.of())
    assert sorted(plays) == sorted(again)
