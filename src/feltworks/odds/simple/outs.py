"""Cards that beat you: the unseen cards that, with the open ones, make the dealer a better hand.

Players of games with open cards count them, because one number says how safe a hand is
whatever the open cards look like.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from feltworks.hands import Chooser, CompiledRanking, HandError
from feltworks.kernels import kernel
from feltworks.odds.simple.measures import Measure
from feltworks.odds.simple.seen import Cards, Score, Scores, Seen, Sight

SAY = "cards that beat you"
MEANINGS = {
    "that beat": "cards that beat you: unseen cards with any one of which, and the open cards, the "
    "dealer would now have a better hand than yours",
}
"""What a phrase of the rules means, where it does not explain itself."""


@kernel
def count_outs(
    groups: NDArray[np.int64],
    with_card: NDArray[np.int16],
    mine: NDArray[np.int16],
    holes: NDArray[np.uint8],
    found: NDArray[np.int16],
) -> None:
    """For each row the cards, not its own, that make more than its value.

    `with_card` has the dealer's value by group of rows with the same open cards, and card;
    cards that lie open are marked -1.
    """
    for row in range(len(mine)):
        values = with_card[groups[row]]
        count = 0
        for card in range(len(values)):
            count += values[card] > mine[row]
        for place in range(holes.shape[1]):
            count -= values[holes[row, place]] > mine[row]
        found[row] = count


def outs_measure(sight: Sight, mine: Score, hand_id: str) -> Iterator[Measure]:
    """The measure, where a dealer's hand can be made of one card and the open ones."""
    rules = sight.plan.book.rules
    dealers = {each.dealer for each in rules.contests.values() if each.player == hand_id}
    if len(dealers) != 1 or len(rules.contests) > 1 or sight.count("dealer"):
        return
    dealer = dealers.pop()
    chooser = _one_card_more(sight, dealer)
    if chooser is None:
        return
    compiled = sight.plan.book.compiled(dealer)

    def score(seen: Seen) -> Scores:
        groups, boards = _groups(seen.boards)
        found = np.zeros(len(seen), np.int16)
        with_card = _with_each_card(sight, boards, chooser, compiled)
        count_outs(groups, with_card, seen.score(mine), seen.holes, found)
        return found

    most = sight.space.size
    yield Measure(
        score,
        {n: f"{n} or more {SAY}" for n in range(1, most)},
        {0: "no card that beats you", **{n: f"at most {n} {SAY}" for n in range(1, most)}},
    )


def _one_card_more(sight: Sight, dealer: str) -> Chooser | None:
    """How the dealer's hand is drawn from one card of his and the open cards."""
    plan = sight.plan
    hand, zones = plan.book.rules.hands[dealer], plan.book.rules.zones
    columns = plan.columns(dealer, sight.level)
    own = [zone for zone in hand.from_ if zones[zone] == "dealer"]
    lying = {
        zone: sum(at < 0 for at in places)
        for zone, places in zip(hand.from_, columns, strict=True)
        if zones[zone] == "table"
    }
    if len(own) != 1 or sum(lying.values()) != sight.count("table") or not sight.count("table"):
        return None
    drawn = {own[0]: 1, **{zone: count for zone, count in lying.items() if count}}
    least = {zone: min(n, drawn[zone]) for zone, n in hand.at_least.items() if zone in drawn}
    use = hand.use or plan.book.compiled(dealer).ranking.cards
    try:
        return Chooser(drawn, use, least)
    except HandError:
        return None


def _groups(boards: Cards) -> tuple[NDArray[np.int64], Cards]:
    """Rows that follow one another with the same open cards, as groups."""
    new = np.ones(len(boards), np.bool_)
    new[1:] = (boards[1:] != boards[:-1]).any(axis=1)
    return np.cumsum(new) - 1, boards[new]


def _with_each_card(
    sight: Sight, boards: Cards, chooser: Chooser, compiled: CompiledRanking
) -> NDArray[np.int16]:
    """The dealer's value on each board with each card, -1 for a card that lies there."""
    size = sight.space.size
    cards = np.tile(np.arange(size, dtype=np.uint8), len(boards))
    table = np.stack([boards[:, -1 - at] for at in sight.columns["table"]], axis=1)
    laid = np.concatenate([cards[:, None], np.repeat(table, size, axis=0)], axis=1)
    lies = (laid[:, 1:] == laid[:, :1]).any(axis=1)
    values = np.full(len(laid), -1, np.int16)
    values[~lies] = chooser.row_values(compiled, sight.space.faces[laid[~lies]])
    return values.reshape(len(boards), size)
