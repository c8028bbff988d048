"""Counts of hands made again from the definition: `python -m tests.hands.recount [NAME ...]`.

Nothing of the package is asked but its data. A count file is recounted by putting its hands to the
oracle and adding up; without a name, every file that says it was counted is.
"""

import sys
import tomllib
from collections import Counter
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from pathlib import Path

import numpy as np

from feltworks.cards import deck
from feltworks.hands import ranking

from .dealing import every_hand
from .oracle import Oracle, Standings

COUNTS = Path(__file__).parent / "counts"


def read(name):
    return tomllib.loads((COUNTS / f"{name}.toml").read_text("utf-8"))


def counted_files():
    """The files whose figures come from counting, not from a formula or a book."""
    names = sorted(path.stem for path in COUNTS.glob("*.toml"))
    return [name for name in names if "Counted by" in read(name)["source"]]


def recount(name):
    """The number of deals in each category, best first."""
    known = read(name)
    order = ranking(known["ranking"], **known.get("overrides", {}))
    cards = deck(known["deck"])
    if cards.packs > 1:
        return by_ranks(Oracle(order, cards), known["cards"])
    if "zones" in known:
        return _by_zones(order, cards, known)
    choices = list(combinations(range(known["cards"]), order.cards))
    strengths, names = _strengths(order, cards, known["cards"], choices)
    return _tally(order, names, np.maximum.reduce([strengths[choice] for choice in choices]))


def _strengths(order, cards, drawn, choices):
    """For every set of cards, how strong each choice of a hand from it is; and what that means."""
    faces = every_hand(cards, drawn)
    standings = Standings(order, cards)
    found = {choice: standings.of(faces[:, choice]) for choice in choices}
    every = {standing for _, named in found.values() for standing in named}
    names = sorted(every, key=standings.oracle.strength)
    number = {standing: place for place, standing in enumerate(names)}
    return {
        choice: np.array([number[standing] for standing in named], np.int32)[kinds]
        for choice, (kinds, named) in found.items()
    }, names


def _by_zones(order, cards, known):
    """Two zones: every set of cards, every way to lay it out, every choice with enough of each."""
    (first, held), (second, more) = known["zones"].items()
    places = range(held + more)
    strengths, names = _strengths(
        order, cards, held + more, list(combinations(places, order.cards))
    )
    total = Counter()
    for laid in combinations(places, held):
        allowed = [
            strength
            for choice, strength in strengths.items()
            if len({*choice} & {*laid}) >= known["at_least"].get(first, 0)
            and len({*choice} - {*laid}) >= known["at_least"].get(second, 0)
        ]
        total.update(_tally(order, names, np.maximum.reduce(allowed)))
    return {category: total[category] for category in order.categories}


def _tally(order, names, strengths):
    by_standing = np.bincount(strengths, minlength=len(names)).tolist()
    counts = dict.fromkeys(order.categories, 0)
    for (category, _), count in zip(names, by_standing, strict=True):
        counts[category] += count
    return counts


def by_ranks(oracle, drawn):
    """A shoe: every multiset of ranks, and for each the ranks that one suit may hold.

    A suit matters only when it holds a whole hand, and of seven cards only one suit can hold five.
    """
    order, cards = oracle.ranking, oracle.deck
    suits, copies = cards.suits, cards.packs
    assert drawn < 2 * order.cards
    best = {}

    def standing(ranks, *, suited):
        """The best hand in cards of these ranks, all of one suit or no five of them."""
        if (ranks, suited) not in best:
            hands = set(combinations(ranks, order.cards))
            # One card of another suit makes a hand mixed, whatever the rest is.
            marks = suits[0] * order.cards if suited else suits[1] + suits[0] * (order.cards - 1)
            found = (oracle.natural(list(zip(hand, marks, strict=True))) for hand in hands)
            best[ranks, suited] = max(found, key=oracle.strength)
        return best[ranks, suited]

    counts = dict.fromkeys(order.categories, 0)
    for ranks in combinations_with_replacement(cards.ranks, drawn):
        held = Counter(ranks)
        plain = standing(ranks, suited=False)
        left = prod(comb(copies * len(suits), count) for count in held.values())
        for taken in product(*(range(count + 1) for count in held.values())):
            if sum(taken) < order.cards:
                continue
            ways = len(suits) * prod(
                comb(copies, some) * comb(copies * (len(suits) - 1), count - some)
                for some, count in zip(taken, held.values(), strict=True)
            )
            one_suit = tuple(
                rank for rank, some in zip(held, taken, strict=True) for _ in range(some)
            )
            flush = standing(one_suit, suited=True)
            counts[max(plain, flush, key=oracle.strength)[0]] += ways
            left -= ways
        counts[plain[0]] += left
    return counts


if __name__ == "__main__":
    for asked in sys.argv[1:] or counted_files():
        print(asked, "agrees" if recount(asked) == read(asked)["counts"] else "DIFFERS")
