"""Hands for tests: every one there is, or many at random."""

import numpy as np

from feltworks.hands import compile_ranking, ranking


def compiled(ranking_id, deck, **overrides):
    return compile_ranking(ranking(ranking_id, **overrides), deck)


def _every_choice(of, cards, *, again=False):
    """Every choice of so many of the first numbers in rising order, or rising or alike."""
    table = np.arange(of, dtype=np.uint8)[:, None]
    for _ in range(cards - 1):
        first = table[:, -1].astype(np.int64) + (0 if again else 1)
        follow = of - first
        begun = np.repeat(table, follow, axis=0)
        before = np.cumsum(follow) - follow
        last = np.arange(len(begun)) + np.repeat(first - before, follow)
        table = np.column_stack([begun, last.astype(np.uint8)])
    return table


def every_hand(deck, cards):
    """All sets of that many cards of a single pack, as face numbers."""
    held = np.repeat(np.arange(len(deck.faces), dtype=np.uint8), deck.copies)
    return held[_every_choice(len(held), cards)]


def every_kind_of_hand(deck, cards):
    """All multisets of faces, for a shoe with at least that many copies of each."""
    assert min(deck.copies) >= cards
    return _every_choice(len(deck.faces), cards, again=True)


def random_hands(deck, cards, hands, seed):
    """Hands dealt from a full deck each, as face numbers in the order dealt."""
    draw = np.random.default_rng(seed)
    pile = np.repeat(np.arange(len(deck.faces), dtype=np.uint8), deck.copies)
    places = draw.integers(0, len(pile), (hands, cards))
    while True:
        ordered = np.sort(places, axis=1)
        again = (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
        if not again.any():
            return pile[places]
        places[again] = draw.integers(0, len(pile), (again.sum(), cards))


def cards_of(deck, row):
    return [deck.faces[face] for face in row]
