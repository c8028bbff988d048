"""A decision that is weighed in every round that comes to it, because nobody could list it.

Where each paid hand looks at a part of the open cards (a cross of two hands), the last decision has
far more positions than a table can hold. But after it only a card or two are still to come. So
every set of cards that may come is laid down, the class of each hand is looked up with it, and what
each branch pays is summed: the same whole numbers that the exact count compares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from feltworks.kernels import kernel
from feltworks.simulate.evaluating import STRIDE

if TYPE_CHECKING:
    from feltworks.simulate.operations import RoundLanes, Tables

HEAD = 9
"""Numbers at the beginning of a plan: hands, sets of cards to come, cards in a set, where the sets
begin, endings, folds, sets that can come in one round, states, and choices of a state at most."""
OF_HAND = 4
"""Numbers of each hand: where its classes begin, by how much its class counts in the class of all
hands, which of the cards seen it holds as bits, and whether it holds the cards to come."""
MOST_HELD = 8


@kernel
def class_with(
    hand: NDArray[np.int32],
    held: NDArray[np.uint8],
    size: int,
    come: NDArray[np.uint8],
    classes: NDArray[np.uint8],
    binomials: NDArray[np.int32],
) -> int:
    """The part of the class that one hand gives; `held` are its cards seen, ascending."""
    if hand[3]:
        for place in range(len(come)):
            card, at = come[place], size
            while at > 0 and held[at - 1] > card:
                held[at] = held[at - 1]
                at -= 1
            held[at] = card
            size += 1
    number = 0
    for place in range(size):
        number += binomials[place * STRIDE + held[place]]
    found: int = hand[1] * classes[hand[0] + number]
    return found


@kernel
def hold_seen(hand: NDArray[np.int32], seen: NDArray[np.uint8], held: NDArray[np.uint8]) -> int:
    """The cards seen that a hand holds, ascending; returns how many."""
    size = 0
    for place in range(len(seen)):
        if not hand[2] >> place & 1:
            continue
        card, at = seen[place], size
        while at > 0 and held[at - 1] > card:
            held[at] = held[at - 1]
            at -= 1
        held[at] = card
        size += 1
    return size


@kernel
def weigh_lanes(
    line: NDArray[np.int64], tables: Tables, batch: RoundLanes, columns: NDArray[np.int64]
) -> None:
    """Take the best branch of the decision in every lane that is asked; of equals the first.

    `columns` are the cards that a seat has seen; the plan has for every state how many branches it
    has (none where nothing is asked), their endings and the states they lead to, then what each
    fold pays, and what every ending does by class.
    """
    plan, binomials = tables.ints[line[2] :], tables.ints[line[3] :]
    hands, sets, last, sets_at, endings, folds, many, states, most = plan[:HEAD]
    of_hand = plan[HEAD : HEAD + OF_HAND * hands].reshape(hands, OF_HAND)
    at = HEAD + OF_HAND * hands
    branches = plan[at : at + states]
    ends = plan[at + states : at + states * (1 + most)]
    leads = plan[at + states * (1 + most) : at + states * (1 + 2 * most)]
    at += states * (1 + 2 * most)
    fold_pays, pays = plan[at : at + folds], plan[at + folds :]
    to_come = tables.bytes[sets_at : sets_at + sets * last].reshape(sets, last)
    state = batch.registers[line[1]]
    seen, sizes = np.zeros(len(columns), np.uint8), np.zeros(hands, np.int64)
    held, room = np.zeros((hands, MOST_HELD), np.uint8), np.zeros(MOST_HELD, np.uint8)
    worth = np.zeros(most, np.int64)
    for lane in range(len(state)):
        here = np.int64(state[lane])
        count = branches[here]
        if count == 0:
            continue
        gone = np.uint64(0)
        for place in range(len(columns)):
            seen[place] = batch.cards[columns[place], lane]
            gone |= np.uint64(1) << np.uint64(seen[place])
        for hand in range(hands):
            sizes[hand] = hold_seen(of_hand[hand], seen, held[hand])
        own = ends[here * most : here * most + count]
        for branch in range(count):
            ending = own[branch]
            worth[branch] = np.int64(fold_pays[ending]) * many if ending < folds else 0
        for some in range(sets):
            free = True
            for place in range(last):
                free = free and not gone >> np.uint64(to_come[some, place]) & np.uint64(1)
            if not free:
                continue
            pay_class = 0
            for hand in range(hands):
                for place in range(sizes[hand]):
                    room[place] = held[hand, place]
                pay_class += class_with(
                    of_hand[hand], room, sizes[hand], to_come[some], tables.bytes, binomials
                )
            for branch in range(count):
                if own[branch] >= folds:
                    worth[branch] += pays[pay_class * endings + own[branch]]
        best = 0
        for branch in range(1, count):
            if worth[branch] > worth[best]:
                best = branch
        state[lane] = np.uint32(leads[here * most + best])
