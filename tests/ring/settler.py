"""An independent settler: reads a finished round's log and works out who should have what.

It goes by slices: the first chip everybody put in, the second chip, and so on. The players who are
in and have a chip in a slice are those who can win it; slices with the same claimants are one pot.
Hands are read with the scalar chooser from the cards in the log.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby

from tests.ask.rounds import Anted, Button, Dealt, Folded, Posted, SitIn, Taken, Uncalled, Wagered


def contributions(log):
    """What each seat put in for the pot, and what it put in dead."""
    paid, dead = defaultdict(int), defaultdict(int)
    for entry in log:
        if isinstance(entry, Posted) and entry.dead:
            dead[entry.seat] += entry.cents
        elif isinstance(entry, Anted | Posted | Wagered):
            paid[entry.seat] += entry.cents
        elif isinstance(entry, Uncalled):
            paid[entry.seat] -= entry.cents
    return paid, dead


def order_from_button(log):
    seats = sorted(e.seat for e in log if isinstance(e, SitIn))
    button = next(e.seat for e in log if isinstance(e, Button))
    return [s for s in seats if s > button] + [s for s in seats if s <= button]


def hand_values(plan, log, seats):
    cards = defaultdict(list)
    for entry in log:
        if isinstance(entry, Dealt):
            cards[entry.seat, entry.zone].append(entry.card)
    hand = plan.ring.hand
    values = {}
    for seat in seats:
        zones = {
            zone: cards[seat if plan.rules.zones[zone] == "player" else None, zone][:count]
            for zone, count in plan.rules.hands[hand].from_.items()
        }
        values[seat] = plan.book.chooser(hand).value(plan.book.compiled(hand), zones)
    return values


def pots_by_slices(order, paid, dead, live):
    """`(cents, claimants)` from the first slice up."""
    heights = sorted({cents for cents in paid.values() if cents})
    slices, below = [], 0
    for height in heights:
        cents = sum(min(paid[s], height) - min(paid[s], below) for s in order)
        claimants = [s for s in order if s in live and paid[s] >= height]
        # Chips above everybody still in belong to the pot below them.
        slices.append((cents, claimants or slices[-1][1]))
        below = height
    made = [
        (sum(cents for cents, _ in group), claimants)
        for claimants, group in ((c, list(g)) for c, g in groupby(slices, key=lambda one: one[1]))
    ]
    if made:
        made[0] = (made[0][0] + sum(dead.values()), made[0][1])
    return made


def should_take(plan, log, chip):
    """What each seat should have got from the pots."""
    order = order_from_button(log)
    live = set(order) - {e.seat for e in log if isinstance(e, Folded)}
    paid, dead = contributions(log)
    values = hand_values(plan, log, live) if len(live) > 1 else dict.fromkeys(live, 0)
    takes = defaultdict(int)
    for cents, claimants in pots_by_slices(order, paid, dead, live):
        best = max(values[s] for s in claimants)
        winners = [s for s in claimants if values[s] == best]
        while cents >= chip:
            for seat in winners:
                if cents >= chip:
                    takes[seat] += chip
                    cents -= chip
        takes[winners[0]] += cents
    return {seat: cents for seat, cents in takes.items() if cents}


def did_take(log):
    takes = defaultdict(int)
    for entry in log:
        if isinstance(entry, Taken):
            takes[entry.seat] += entry.cents
    return dict(takes)
