"""Hands for tests: every one there is, or many at random."""

from itertools import chain, combinations, combinations_with_replacement

import numpy as np

from feltworks.hands import compile_ranking, ranking


def compiled(ranking_id, deck, **overrides):
    return compile_ranking(ranking(ranking_id, **overrides), deck)


def _table(rows, columns):
    return np.fromiter(chain.from_iterable(rows), np.uint8).reshape(-1, columns)


def every_hand(deck, cards):
    """All sets of that many cards of a single pack, as face numbers."""
    held = [face for face, copies in enumerate(deck.copies) for _ in range(copies)]
    return _table(combinations(held, cards), cards)


def every_kind_of_hand(deck, cards):
    """All multisets of faces, for a shoe with at least that many copies of each."""
    assert min(deck.copies) >= cards
    return _table(combinations_with_replacement(range(len(deck.faces)), cards), cards)


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
