"""Measures that look at open cards: the table's with the player's own, or the dealer's."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from feltworks.odds.simple.measures import (
    NUMBERS,
    Measure,
    a,
    count_true,
    group_measure,
    grouped,
    in_stretch,
    or_higher,
    rank_word,
    suited,
)
from feltworks.odds.simple.seen import DecisionView, Scores, SeenPositions, downward, most


def table_measures(view: DecisionView) -> Iterator[Measure]:
    """Open cards of the table, alone and together with the player's own."""
    table, own = view.count("table"), view.count("player")
    if not table:
        return
    top = len(view.space.deck.ranks) - 1
    yield Measure(
        lambda seen: downward(seen.ranks("table"))[0].astype(np.int16),
        {rank: f"an open {or_higher(view, rank)}" for rank in range(1, top + 1)},
        {rank: f"no open card above {a(rank_word(view, rank))}" for rank in range(top)},
        owner="table",
    )
    if table >= 2:
        yield _open_pair()
        yield Measure(
            lambda seen: suited(seen, "table"),
            {count: f"{NUMBERS[count]} open cards of one suit" for count in range(2, table + 1)},
            {count - 1: f"no {NUMBERS[count]} open cards of one suit" for count in (2, 3)},
            minds_suits=True,
            owner="table",
        )
        yield from _open_straights(view, table)
    if own:
        yield from _own_and_open(view, own, table)


def hand_size(view: DecisionView) -> int:
    """How many cards make a hand of the player; the most if there are several hands."""
    rules = view.plan.book.rules
    hands = [contest.player for contest in rules.contests.values()]
    hands = hands or [table.hand for table in rules.pays.values()]
    return max((view.plan.book.compiled(hand).ranking.cards for hand in hands), default=5)


def _open_straights(view: DecisionView, table: int) -> Iterator[Measure]:
    """How close together the open cards lie."""
    size, ranks = hand_size(view), len(view.space.deck.ranks)
    if table == 2:
        near = {width: in_stretch(ranks, width) for width in range(2, size + 1)}

        def closeness(seen: SeenPositions) -> Scores:
            held = seen.held("table")
            return sum(
                (table >= 2).astype(np.int16) for table in [each[held] for each in near.values()]
            )  # type: ignore[return-value]

        words = {1 + size - width: _apart(width - 2) for width in near}
        apart = {size - width: f"no {_apart(width - 2)}" for width in near}
        yield Measure(closeness, words, apart, owner="table")
        return
    stretch = in_stretch(ranks, size)
    counts = range(max(2, size - 2), min(table, size) + 1)
    yield Measure(
        lambda seen: stretch[seen.held("table")],
        {n: f"{NUMBERS[n]} open cards to a straight" for n in counts},
        {n - 1: f"no {NUMBERS[n]} open cards to a straight" for n in counts},
        owner="table",
    )


def _apart(gap: int) -> str:
    if not gap:
        return "two open cards next to each other"
    return f"two open cards at most {NUMBERS[gap]} rank{'s'[: gap > 1]} apart"


def _open_pair() -> Measure:
    def score(seen: SeenPositions) -> Scores:
        ranks = seen.ranks("table")
        pairs = [one == other for place, one in enumerate(ranks) for other in ranks[:place]]
        return most([pair.astype(np.int8) for pair in pairs], len(seen))

    words = {1: "a pair among the open cards"}, {0: "no pair among the open cards"}
    return Measure(score, *words, owner="table")


def _own_and_open(view: DecisionView, own: int, table: int) -> Iterator[Measure]:
    ranks = len(view.space.deck.ranks)
    yield _paired(view)
    yield _above(own)
    yield _kicker(view)
    yield Measure(
        _own_open_suit,
        {
            n: f"a card in suit with {'an' if n == 1 else NUMBERS[n]} open one{'s'[: n > 1]}"
            for n in range(1, table + 1)
        },
        {0: "no card in suit with an open one"}
        | {n: f"no card in suit with {NUMBERS[n + 1]} open ones" for n in range(1, table)},
        minds_suits=True,
    )
    size = hand_size(view)
    counts = range(max(2, size - 2), min(own + table, size) + 1)
    whole, row = in_stretch(ranks, size), in_stretch(ranks, 4)
    yield Measure(
        _own_flush,
        {n: f"{NUMBERS[n]} cards of one suit, one of them yours" for n in counts},
        minds_suits=True,
    )
    yield Measure(
        lambda seen: whole[seen.held("player", "table")],
        {n: f"{NUMBERS[n]} cards to a straight" for n in counts},
        {n - 1: f"no {NUMBERS[n]} cards to a straight" for n in counts},
    )
    if size == 5 and own + table >= 4:
        yield Measure(lambda seen: row[seen.held("player", "table")], {4: "four cards in a row"})


def _paired(view: DecisionView) -> Measure:
    """The pair or better that one of the player's own cards is part of."""

    def score(seen: SeenPositions) -> Scores:
        return grouped(seen, seen.ranks("player"), seen.ranks("table"))

    return group_measure(view, score, "with a card of your own", own=view.count("player"))


def _above(own: int) -> Measure:
    """How many own cards are higher than every open one."""
    words = {1: "a card higher than every open card"}
    words |= {
        n: f"{'both' if n == own == 2 else NUMBERS[n]} cards higher than every open card"
        for n in range(2, own + 1)
    }

    return Measure(lambda seen: _higher(seen, "table"), words)


def _higher(seen: SeenPositions, than: str) -> Scores:
    """How many own cards are higher than every open card of an owner."""
    highest = most(seen.ranks(than), len(seen))
    return count_true([ranks > highest for ranks in seen.ranks("player")], len(seen))


def _kicker(view: DecisionView) -> Measure:
    """Ranks above the player's highest card that do not lie open: hands with a better kicker."""
    ranks = len(view.space.deck.ranks)
    everything = (1 << ranks) - 1

    def score(seen: SeenPositions) -> Scores:
        highest = np.maximum(downward(seen.ranks("player"))[0], 0).astype(np.int16)
        above = everything & ~((2 << highest.astype(np.int32)) - 1)
        return np.asarray(np.bitwise_count(above & ~seen.held("table")), np.int16)

    words = {0: "the best kicker there is"}
    words |= {n: f"one of the {NUMBERS[n + 1]} best kickers" for n in range(1, 5)}
    return Measure(score, {}, words)


def _own_flush(seen: SeenPositions) -> Scores:
    """The most cards of one suit, including a card of the player's own."""
    cards, rows = seen.suits("player", "table"), len(seen)
    own = seen.suits("player")
    return most([count_true([other == one for other in cards], rows) for one in own], rows)


def _own_open_suit(seen: SeenPositions) -> Scores:
    """The most open cards that share the suit of one card of the player's own."""
    table, rows = seen.suits("table"), len(seen)
    own = seen.suits("player")
    return most(
        [count_true([(other == one) & (one >= 0) for other in table], rows) for one in own], rows
    )


def dealer_measures(view: DecisionView) -> Iterator[Measure]:
    """The dealer's open cards, and the player's own compared with them."""
    cards, own = view.count("dealer"), view.count("player")
    if not cards:
        return
    top = len(view.space.deck.ranks) - 1
    showing = {rank: f"the dealer showing {a(or_higher(view, rank))}" for rank in range(1, top + 1)}
    lower = {
        rank: f"the dealer showing {a(rank_word(view, rank))} or lower" for rank in range(1, top)
    }
    yield Measure(
        lambda seen: downward(seen.ranks("dealer"))[0].astype(np.int16),
        showing,
        {0: f"the dealer showing {a(rank_word(view, 0))}", **lower},
        owner="dealer",
    )
    if not own:
        return
    whose = "the dealer's card" if cards == 1 else "the dealer's cards"
    words = {1: f"a card higher than {whose}"}
    words |= {n: f"{NUMBERS[n]} cards higher than {whose}" for n in range(2, own + 1)}
    yield Measure(lambda seen: _higher(seen, "dealer"), words, {0: f"no card higher than {whose}"})

    def matching(seen: SeenPositions) -> Scores:
        pairs = [one == other for one in seen.ranks("player") for other in seen.ranks("dealer")]
        return most([pair.astype(np.int8) for pair in pairs], len(seen))

    match = f"a card of the same rank as {'the dealer' if cards == 1 else 'one of the dealer'}'s"
    yield Measure(matching, {1: match}, {0: f"no {match.removeprefix('a ')}"})
