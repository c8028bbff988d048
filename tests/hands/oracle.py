"""Hands by definition: try every choice of cards and every card a wild card may stand for.

Nothing here is shared with the package beyond its data (rankings and decks). A hand's *standing*
is the category it shows and the ranks that place it there; comparing standings of one ranking is
comparing (place of the category, ranks by deck order).
"""

from itertools import combinations, product

import numpy as np

GROUPS = {
    "pair": [2],
    "two pair": [2, 2],
    "three of a kind": [3],
    "full house": [3, 2],
    "four of a kind": [4],
    "five of a kind": [5],
}


class Oracle:
    """One ranking over one deck."""

    def __init__(self, ranking, deck):
        self.ranking = ranking
        self.deck = deck
        self.order = {rank: place for place, rank in enumerate(deck.ranks)}
        self.place_of = {category: place for place, category in enumerate(ranking.categories)}
        self.straights = self._straights()

    def _straights(self):
        """Every straight as a set of ranks, with the rank it is named after."""
        ranks, size = self.deck.ranks, self.ranking.cards
        if size < 2:
            return {}
        starts = range(len(ranks) - size + 1)
        runs = {frozenset(ranks[start : start + size]): ranks[start + size - 1] for start in starts}
        if self.ranking.ace_low:
            low = frozenset((ranks[-1], *ranks[: size - 1]))
            if len(low) == size:
                runs.setdefault(low, ranks[size - 2])
        return runs

    def best(self, cards):
        """The best standing among all choices of a hand from these cards."""
        hands = combinations(cards, self.ranking.cards)
        return max((self.hand(hand) for hand in hands), key=self.strength)

    def strength(self, standing):
        category, ranks = standing
        return -self.place_of[category], self.places(ranks)

    def hand(self, cards):
        """The standing of a whole hand, its wild cards standing for whatever is best."""
        natural = [(c.rank, c.suit) for c in cards if c.rank not in self.ranking.wild]
        anything = list(product(self.deck.ranks, self.deck.suits))
        disguises = product(anything, repeat=len(cards) - len(natural))
        shown = ((self.natural([*natural, *each]), each) for each in disguises)
        return max(
            (standing for standing, each in shown if self.may_be(standing, each)),
            key=self.strength,
        )

    def may_be(self, standing, disguise):
        """Whether wild cards may stand for these: a bug makes straights and flushes, else aces."""
        makes = standing[0] in ("straight", "flush", "straight flush", "royal flush")
        aces = all(rank == self.deck.ranks[-1] for rank, _ in disguise)
        return not self.ranking.bug or makes or aces

    def natural(self, cards):
        ranks = sorted((rank for rank, _ in cards), key=self.order.get, reverse=True)
        one_suit = len({suit for _, suit in cards}) == 1
        for category in self.ranking.categories:
            shown = self.shown(category, ranks, one_suit)
            if shown is not None:
                return category, tuple(shown)
        raise AssertionError("no category fits")

    def shown(self, category, ranks, one_suit):
        """The ranks that place a hand in the category, or None if it does not show it."""
        top = self.straights.get(frozenset(ranks))
        if category == "royal flush":
            return [] if one_suit and top == self.deck.ranks[-1] else None
        if category == "straight flush":
            return [top] if one_suit and top else None
        if category == "straight":
            return [top] if top else None
        if category == "flush":
            plain = self.ranking.flush_repeats or len(set(ranks)) == len(ranks)
            return ranks if one_suit and plain else None
        if category == "high card":
            return ranks
        if category.startswith("suited ") and not one_suit:
            return None
        return self.grouped(GROUPS[category.removeprefix("suited ")], ranks)

    def grouped(self, sizes, ranks):
        """The best ranks for groups of these sizes, followed by all other cards."""
        found = []
        for named in product(*([r for r in ranks if ranks.count(r) >= size] for size in sizes)):
            if len(set(named)) == len(named):
                grouped = dict(zip(named, sizes, strict=True))
                rest = {rank: ranks.count(rank) - grouped.get(rank, 0) for rank in ranks}
                found.append([*named, *(rank for rank in rest for _ in range(rest[rank]))])
        return max(found, key=self.places, default=None)

    def places(self, ranks):
        return [self.order[rank] for rank in ranks]


class Standings:
    """Standings of many whole hands at once, as dense numbers over all hands ever asked for.

    By the definitions above a hand's standing depends on its ranks and on whether its natural
    cards share a suit; so one hand of each such kind is put to the oracle.
    """

    def __init__(self, ranking, deck):
        self.oracle = Oracle(ranking, deck)
        self.by_kind = {}
        suits = len(deck.suits)
        wild = [face.rank in ranking.wild for face in deck.faces]
        self.rank_of = np.array(
            [15 if wild[i] else i // suits for i in range(len(deck.faces))], np.uint8
        )
        every = (1 << suits) - 1
        self.suit_of = np.array(
            [every if wild[i] else 1 << i % suits for i in range(len(deck.faces))], np.uint8
        )

    def kinds(self, faces):
        """A number for the kind of each hand: one bit for a suit in common, four for each rank."""
        ranks = np.sort(self.rank_of[faces], axis=1)
        one_suit = np.bitwise_and.reduce(self.suit_of[faces], axis=1) != 0
        kind = one_suit.astype(np.int64)
        for column in range(faces.shape[1]):
            kind = kind * 16 + ranks[:, column]
        return kind

    def of(self, faces):
        """The standing of each hand: an array of indexes, and the standings they stand for."""
        kinds = self.kinds(faces)
        # There are so few kinds that millions of hands need not be sorted by them.
        assert faces.shape[1] <= 5
        row_of = np.full(2 << 4 * faces.shape[1], -1)
        row_of[kinds] = np.arange(len(faces))
        met = np.flatnonzero(row_of >= 0)
        for kind, row in zip(met.tolist(), row_of[met], strict=True):
            if kind not in self.by_kind:
                cards = [self.oracle.deck.faces[face] for face in faces[row]]
                self.by_kind[kind] = self.oracle.hand(cards)
        index_of = row_of
        index_of[met] = np.arange(len(met))
        return index_of[kinds], [self.by_kind[kind] for kind in met.tolist()]

    def dense(self, faces):
        """Ranks 0, 1, 2... of the hands among all the standings that occur in them."""
        inverse, standings = self.of(faces)
        places = sorted(set(standings), key=self.oracle.strength)
        numbers = {standing: number for number, standing in enumerate(places)}
        return np.array([numbers[standing] for standing in standings])[inverse], places


def best_of(standings, faces, choices, value_of):
    """The best value over choices of columns, each put to the oracle on its own."""
    best = np.full(len(faces), -1)
    for choice in choices:
        inverse, found = standings.of(faces[:, choice])
        values = np.array([value_of[standing] for standing in found])
        best = np.maximum(best, values[inverse])
    return best
