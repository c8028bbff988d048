"""Cards that beat you: the unseen cards that, with the open ones, make the dealer a better hand.

Players of games with open cards count them, because one number says how safe a hand is
whatever the open cards look like.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from feltworks.arrays import Int16s
from feltworks.hands import Chooser, CompiledRanking, HandError
from feltworks.odds.handvalues import cards_beside, lay_hands
from feltworks.odds.simple.kernels import count_outs
from feltworks.odds.simple.measures import Measure
from feltworks.odds.simple.seen import Cards, DecisionView, Score, Scores, SeenPositions

SAY = "cards that beat you"
IN_VECTORS = 64
"""So many values are compared at once."""


def outs_measure(view: DecisionView, mine: Score, hand_id: str) -> Iterator[Measure]:
    """The measure, if a dealer's hand can be made of one card and the open ones."""
    rules = view.plan.book.rules
    dealers = {each.dealer for each in rules.contests.values() if each.player == hand_id}
    if len(dealers) != 1 or len(rules.contests) > 1 or view.count("dealer"):
        return
    dealer = dealers.pop()
    chooser = _one_card_more(view, dealer)
    if chooser is None:
        return
    compiled = view.plan.book.compiled(dealer)

    def score(seen: SeenPositions) -> Scores:
        groups, boards = seen.groups
        found = np.zeros(len(seen), np.int16)
        with_card = _with_each_card(view, boards, chooser, compiled)
        count_outs(groups, with_card, seen.score(mine), seen.holes, found)
        return found

    most = view.space.size
    yield Measure(
        score,
        {n: f"{n} or more {SAY}" for n in range(1, most)},
        {0: "no card that beats you", **{n: f"at most {n} {SAY}" for n in range(1, most)}},
    )


def _one_card_more(view: DecisionView, dealer: str) -> Chooser | None:
    """How the dealer's hand is chosen from one card of his and the open cards."""
    plan = view.plan
    hand, zones = plan.book.rules.hands[dealer], plan.book.rules.zones
    columns = plan.columns(dealer, view.level)
    own = [zone for zone in hand.from_ if zones[zone] == "dealer"]
    lying = {
        zone: sum(at < 0 for at in places)
        for zone, places in zip(hand.from_, columns, strict=True)
        if zones[zone] == "table"
    }
    if len(own) != 1 or sum(lying.values()) != view.count("table") or not view.count("table"):
        return None
    drawn = {own[0]: 1, **{zone: count for zone, count in lying.items() if count}}
    least = {zone: min(n, drawn[zone]) for zone, n in hand.at_least.items() if zone in drawn}
    use = hand.use or plan.book.compiled(dealer).ranking.cards
    try:
        return Chooser(drawn, use, least)
    except HandError:
        return None


def _with_each_card(
    view: DecisionView, boards: Cards, chooser: Chooser, compiled: CompiledRanking
) -> Int16s:
    """The dealer's value on each board with each card, -1 for a card that lies there and for
    those that fill up the last vector."""
    size, table = view.space.size, view.columns["table"]
    left = np.arange(size - boards.shape[1], dtype=np.uint8)
    cards = cards_beside(boards, size, left[:, None])
    faces = np.zeros((cards.size, 1 + len(table)), np.uint8)
    lay_hands(boards, cards, np.array([0, *table]), view.space.faces, faces)
    values = np.full((len(boards), -(-size // IN_VECTORS) * IN_VECTORS), -1, np.int16)
    found = chooser.row_values(compiled, faces).reshape(len(boards), len(left))
    np.put_along_axis(values, cards[:, :, 0].astype(np.int64), found.astype(np.int16), axis=1)
    return values
