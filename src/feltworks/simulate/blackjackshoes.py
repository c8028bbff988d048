"""Shoes of blackjack dealt to the cut card: one seat by a table of steps, several card by card.

Several shoes are dealt side by side, each one step before any takes the next, so that the processor
fetches the table entries of all of them at once instead of waiting for each.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from feltworks.arrays import Int32s, Int64s, UInt8s, UInt32s
from feltworks.kernels import borrowing, kernel
from feltworks.simulate.blackjackhands import BlackjackNumbers, PlayTables, SeatHands
from feltworks.simulate.blackjackplay import round_card_by_card
from feltworks.simulate.shoes import SHOES, ShoeInUse, Shoes, shuffle_shoes

COLUMNS = 16
"""Edges in a row: ten values, one for a card that is not shuffled yet, the rest unused."""
UNSHUFFLED = 10
OUTCOME_SHIFT, READ_SHIFT = 20, 26
STATE_MASK = (1 << OUTCOME_SHIFT) - 1
MOST_OUTCOMES = 1 << (READ_SHIFT - OUTCOME_SHIFT)
CARD_BY_CARD = MOST_OUTCOMES - 1
"""The outcome of a round that has to be played over card by card."""
NEXT_CARD = 31
"""The place that means the next card of the shoe; others count from the round's first card."""
DONE = 0
"""The state of a shoe that has reached the cut card; it stays in this state."""

ROUNDS, VOID, WON, SQUARES, ROUNDS_BY_SHOE, WON_BY_SHOE, PRODUCTS = range(7)
BASE = 7
"""Totals of every job of shoes: rounds, void rounds, what all seats won, its squares by round, the
squares of each shoe's rounds and of what it won, and the products of these two."""
SEAT_WON, SEAT_SQUARES, SEAT_BY_SHOE, SEAT_PRODUCTS = range(4)
OF_SEAT = 4
"""Totals of one seat, which follow: won, squares by round and by shoe, products with rounds."""


class ShoePlay(NamedTuple):
    """What rounds are played by: the rules, the strategy, where the first cards go."""

    house: BlackjackNumbers
    tables: PlayTables
    script: Int64s
    deck: UInt8s
    """The face of each card of the shoe."""
    tags: Int64s
    """What each face adds to the running count; empty if nobody counts."""


class StepTable(NamedTuple):
    """Edges by state and value, the edge that begins a round, and what each outcome pays."""

    edges: UInt32s
    begin: int
    nets: Int64s
    first_cards: int
    """How many cards a round begins with."""


class RoundLog(NamedTuple):
    """Single rounds, for callers that need more than sums; it has no rows if none are needed."""

    firsts: UInt8s
    """The faces of the first cards."""
    nets: Int64s
    """What one unit won, by round and seat."""
    shoe: Int64s
    running: Int64s
    """The running count before the round."""
    gone: Int64s
    """Cards dealt from the shoe before the round."""


def new_log(rows: int, places: int, seats: int) -> RoundLog:
    return RoundLog(
        firsts=np.zeros((rows, places), np.uint8),
        nets=np.zeros((rows, seats), np.int64),
        shoe=np.zeros(rows, np.int64),
        running=np.zeros(rows, np.int64),
        gone=np.zeros(rows, np.int64),
    )


def first_rows(log: RoundLog, rows: int) -> RoundLog:
    """The log of the first rounds."""
    return RoundLog(*(column[:rows] for column in log))  # type: ignore[arg-type]


class Steps(NamedTuple):
    """How far each shoe has been dealt."""

    edge: UInt32s
    start: Int32s
    at: Int32s
    ends: Int64s
    """By shoe: how often each outcome came up."""
    card_by_card: Int64s
    """By shoe: the rounds that were played card by card, and what they won."""
    nets: Int64s
    """Each seat's net in the round played last."""
    won: Int64s
    """What each seat has won so far in the shoe that is dealt card by card."""


def new_steps(seats: int) -> Steps:
    return Steps(
        edge=np.zeros(SHOES, np.uint32),
        start=np.zeros(SHOES, np.int32),
        at=np.zeros(SHOES, np.int32),
        ends=np.zeros((SHOES, MOST_OUTCOMES), np.int64),
        card_by_card=np.zeros((SHOES, 2), np.int64),
        nets=np.zeros(seats, np.int64),
        won=np.zeros(seats, np.int64),
    )


class ShoeDealing(NamedTuple):
    """What shoes are dealt by, and the results that dealing fills.

    `counts` are by seat and net; `totals` begin with those that every job has, followed by those of
    each seat if there is room. The log is empty if nobody needs single rounds.
    """

    play: ShoePlay
    table: StepTable
    shoes: Shoes
    steps: Steps
    felt: SeatHands
    log: RoundLog
    counts: Int64s
    totals: Int64s


@borrowing
def add_shoe(dealt: int, won: int, totals: Int64s) -> None:
    totals[ROUNDS] += dealt
    totals[WON] += won
    totals[ROUNDS_BY_SHOE] += dealt * dealt
    totals[WON_BY_SHOE] += won * won
    totals[PRODUCTS] += dealt * won


@borrowing
def add_seats(dealt: int, won: Int64s, totals: Int64s) -> None:
    """Add to the totals what each seat won in a shoe, then reset it for the next shoe."""
    for seat in range(len(won)):
        own = BASE + OF_SEAT * seat
        totals[own + SEAT_WON] += won[seat]
        totals[own + SEAT_BY_SHOE] += won[seat] * won[seat]
        totals[own + SEAT_PRODUCTS] += won[seat] * dealt
        won[seat] = 0


@borrowing
def deal_card_by_card(shoe: ShoeInUse, limit: int, number: int, dealing: ShoeDealing) -> None:
    """Deal one shoe to any number of seats; `number` is the shoe's number in the log."""
    play, steps, felt, log = dealing.play, dealing.steps, dealing.felt, dealing.log
    counts, totals = dealing.counts, dealing.totals
    nets, by_seat = steps.nets, len(totals) > BASE
    at, row, middle = shoe.shoes.at, shoe.row, counts.shape[1] // 2
    at[row, 0] = play.house.burn
    dealt, won, running, tags = 0, 0, 0, play.tags
    while at[row, 0] < limit:
        start = at[row, 0]
        if not round_card_by_card(shoe, felt, play.script, play.house, play.tables, nets):
            totals[VOID] += 1
            break
        if len(log.shoe):
            entry = totals[ROUNDS] + dealt
            for place in range(log.firsts.shape[1]):
                log.firsts[entry, place] = shoe.shoes.faces[row, start + place]
            for seat in range(len(nets)):
                log.nets[entry, seat] = nets[seat]
            log.shoe[entry], log.gone[entry], log.running[entry] = number, start, running
            if len(tags):
                for place in range(start, at[row, 0]):
                    running += tags[shoe.shoes.faces[row, place]]
        together = 0
        for seat in range(len(nets)):
            counts[seat, nets[seat] + middle] += 1
            together += nets[seat]
        if by_seat:
            for seat in range(len(nets)):
                steps.won[seat] += nets[seat]
                totals[BASE + OF_SEAT * seat + SEAT_SQUARES] += nets[seat] * nets[seat]
        dealt += 1
        won += together
        totals[SQUARES] += together * together
    add_shoe(dealt, won, totals)
    if by_seat:
        add_seats(dealt, steps.won, totals)


@borrowing
def deal_by_steps(
    seed: np.uint64, first: np.uint64, limit: int, live: int, dealing: ShoeDealing
) -> None:
    """Deal all shoes to one seat; rounds of the outcome `CARD_BY_CARD` are played over."""
    play, table, shoes, steps = dealing.play, dealing.table, dealing.shoes, dealing.steps
    felt, counts, totals = dealing.felt, dealing.counts, dealing.totals
    edges, begin, middle = table.edges, np.uint32(table.begin), counts.shape[1] // 2
    first_cards, left = np.int32(table.first_cards), live
    for shoe in range(live):
        steps.edge[shoe], steps.start[shoe] = begin, play.house.burn
        steps.at[shoe] = play.house.burn + first_cards
        for outcome in range(steps.ends.shape[1]):
            steps.ends[shoe, outcome] = 0
        steps.card_by_card[shoe, 0], steps.card_by_card[shoe, 1] = 0, 0
    while left > 0:
        for shoe in range(live):
            edge, start, at = steps.edge[shoe], steps.start[shoe], steps.at[shoe]
            place = np.int32(edge >> np.uint32(READ_SHIFT))
            is_next = place == NEXT_CARD
            value = shoes.values[shoe, at if is_next else start + place]
            after = edges[(edge & np.uint32(STATE_MASK)) + value]
            at = at + is_next
            outcome = (after >> np.uint32(OUTCOME_SHIFT)) & np.uint32(CARD_BY_CARD)
            over = outcome != 0
            if outcome == CARD_BY_CARD:
                shoes.at[shoe, 0] = start
                one = ShoeInUse(shoes, shoe, seed, first + np.uint64(shoe))
                if round_card_by_card(one, felt, play.script, play.house, play.tables, steps.nets):
                    net = steps.nets[0]
                    counts[0, net + middle] += 1
                    totals[SQUARES] += net * net
                    steps.card_by_card[shoe, 0] += 1
                    steps.card_by_card[shoe, 1] += net
                else:
                    totals[VOID] += 1
                at = shoes.at[shoe, 0]
            steps.ends[shoe, outcome] += 1
            goes_on = at < limit
            opened = begin if goes_on else np.uint32(0)
            steps.edge[shoe] = opened if over else after
            steps.start[shoe] = at if over else start
            steps.at[shoe] = at + first_cards if over else at
            left -= over and not goes_on


@borrowing
def add_steps(live: int, dealing: ShoeDealing) -> None:
    """Add the results of the first `live` shoes to the totals."""
    steps, table, counts, totals = dealing.steps, dealing.table, dealing.counts, dealing.totals
    middle = counts.shape[1] // 2
    for shoe in range(live):
        dealt, won = steps.card_by_card[shoe, 0], steps.card_by_card[shoe, 1]
        for outcome in range(1, len(table.nets)):
            times, net = steps.ends[shoe, outcome], table.nets[outcome]
            counts[0, net + middle] += times
            totals[SQUARES] += times * net * net
            dealt += times
            won += times * net
        add_shoe(dealt, won, totals)


@kernel
def deal_shoes(seed: np.uint64, first: np.uint64, number: int, dealing: ShoeDealing) -> None:
    """Deal shoes `first` and following."""
    play, shoes, steps = dealing.play, dealing.shoes, dealing.steps
    # A shoe is over at the cut card, or when a full table's first cards are no longer in it.
    limit = min(play.house.cut_at, play.house.size - play.house.first_cards + 1)
    for done in range(0, number, len(steps.edge)):
        at, live = first + np.uint64(done), min(number - done, len(steps.edge))
        shuffle_shoes(shoes, seed, at, play.deck, play.tables.values)
        if len(steps.nets) == 1 and len(dealing.log.shoe) == 0:
            deal_by_steps(seed, at, limit, live, dealing)
            add_steps(live, dealing)
            continue
        for shoe in range(live):
            one = ShoeInUse(shoes, shoe, seed, at + np.uint64(shoe))
            deal_card_by_card(one, limit, done + shoe, dealing)
