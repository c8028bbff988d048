"""The books' statements against the same days played without any books.

A few days of hands in any order: what each does to its jackpot is written here by hand, from the
rules of the two games. The days are lived three times: dealt at a table and booked; with
`feltworks.jackpots` and a variable; and, for jackpots as they are shipped, with a few lines of
whole numbers.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction

import pytest

from feltworks.house import House
from feltworks.jackpots import JackpotState, Play, adjust, count, play, post, restart

from .conftest import DAY
from .rooms import room
from .test_jackpot_play import (
    CINCOS,
    NOTHING,
    ROYAL,
    SHARED_ROYAL,
    in_order,
    spanish,
    texas,
    twenty,
)

pytestmark = pytest.mark.slow

DAYS, ROUNDS = 3, 6
OWN = ("displayed", "first", "second", "reserve", "counted")
SIDES = {"contribution": "contributions", "seed": "seed", "prize": "prizes"}


@dataclass(frozen=True)
class Dealt:
    """A round as it is dealt, and what it does: cents lost and paid by the tray, shares won."""

    deal: object
    seats: int
    lost: int
    tray_paid: int = 0
    shares: tuple[Fraction, ...] = ()

    def play(self, shown):
        prize = sum(int(share * shown) for share in self.shares)
        return Play(100 * self.seats, self.lost, self.tray_paid, prize, len(self.shares))


QUARTER, ALL = Fraction(1, 4), Fraction(1)
FLUSH = "Ac 3c 4c 5c 7c"
GRAN = [
    *[Dealt(lambda house: spanish(house, s1=NOTHING, s2="2h 4c 5h 6s 7d"), 2, 200)] * 6,
    Dealt(lambda house: spanish(house, s1=FLUSH), 1, 0, 75_00),
    Dealt(lambda house: spanish(house, s1=ROYAL[1]), 1, 0, 0, (QUARTER,)),
    Dealt(lambda house: spanish(house, s1=ROYAL[1], s2=ROYAL[2]), 2, 0, 0, (QUARTER, QUARTER)),
    Dealt(lambda house: spanish(house, s1=CINCOS, s2=FLUSH), 2, 0, 75_00, (ALL,)),
    Dealt(lambda house: spanish(house, s1=ROYAL[1], s2=CINCOS), 2, 0, 0, (QUARTER, 3 * QUARTER)),
]
QUADS = {(1, "cards"): "9h 9d", (None, "dealer"): "8s 9c", (None, "flop"): "9s 9h 2c 3d"}
BLANK = {(None, "dealer"): "8s 9c", (None, "flop"): "2c 3d 5d 7h"}
ROYALS = [
    *[Dealt(lambda house: texas(house, {**BLANK, **twenty(1, 2, 3)}, 1, 2, 3), 3, 300)] * 6,
    Dealt(lambda house: texas(house, QUADS, 1), 1, 0, 10_00),
    Dealt(
        lambda house: texas(house, {**SHARED_ROYAL, **twenty(1, 2, 3)}, 1, 2, 3),
        seats=3,
        lost=0,
        shares=(Fraction(1, 3),) * 3,
    ),
]


def days_of(kinds, seed):
    """Every kind of round at least once, in any order, over a few days."""
    rng, once = random.Random(seed), list(dict.fromkeys(kinds))
    rounds = [*once, *rng.choices(kinds, k=DAYS * ROUNDS - len(once))]
    rng.shuffle(rounds)
    return [rounds[day * ROUNDS : (day + 1) * ROUNDS] for day in range(DAYS)]


def booked(house, opened, name, days):
    """The statement of each day after it was dealt, closed and counted."""
    stated = []
    for place, rounds in enumerate(days):
        day = DAY + timedelta(days=place)
        if place:
            house.open(opened, day)
        for dealt in rounds:
            dealt.deal(house).settled()
        house.close()
        house.jackpots.count(name)
        stated.append(house.jackpots.statement(name, day))
    in_order(house)
    return stated


def told(statement):
    sides = {side: statement.total(side) for side in (*SIDES.values(), "adjustments")}
    return {
        **{side: cents for side, cents in sides.items() if cents},
        "displayed": statement.displayed,
        "reserve": statement.reserve,
        "carried": statement.carried,
    }


def lived(state, days, first=()):
    """The same days without books: what each statement has to say, and what is then held."""
    for rounds in days:
        moved = list(first)
        first = ()
        state = post(state).state
        for dealt in rounds:
            played = play(state, dealt.play(state.held.displayed))
            state = played.state
            moved += played.movements
            if played.restarts:
                started = restart(state)
                state = started.state
                moved += started.movements
        counted = count(state, state.lost)
        state = counted.state
        moved += counted.movements
        yield (
            {
                **sides(moved),
                "displayed": state.held.displayed,
                "reserve": state.held.undisplayed,
                "carried": {k: v for k, v in state.carry.as_json().items() if v != "0"},
            },
            state.held,
        )


def sides(movements):
    """What the jackpot's own money grew by, by the statement's sides."""
    grown = Counter()
    for move in movements:
        side = SIDES.get(move.purpose, "adjustments")
        sign = -1 if side in ("prizes", "adjustments") else 1
        grown[side] += sign * move.cents * ((move.target in OWN) - (move.source in OWN))
    return {side: cents for side, cents in grown.items() if cents}


def plain(days, added):
    """The display at the end of each day, by whole numbers alone; `added` is a day's addition."""
    shown = 500_00
    for rounds in days:
        wagered = lost = paid = 0
        for dealt in rounds:
            made = dealt.play(shown)
            wagered, lost, paid = wagered + made.wagered, lost + made.lost, paid + made.tray_paid
            shown -= made.prize
            if made.prize and shown < made.winners:
                shown = 500_00
        shown += added(wagered, lost, paid)
        yield shown


@pytest.mark.parametrize(
    ("name", "kinds", "added"),
    [
        ("gran", GRAN, lambda wagered, lost, paid: max(0, lost - paid)),
        ("royal", ROYALS, lambda wagered, lost, paid: wagered // 4),
    ],
)
def test_a_shipped_jackpot_lives_alike_with_and_without_books(house, name, kinds, added):
    days = days_of(kinds, name)
    start = restart(JackpotState(name, house.jackpots.all()[name].terms))
    stated = booked(house, room(), name, days)
    alone = list(lived(start.state, days, start.movements))
    assert [told(each) for each in stated] == [says for says, _ in alone]
    assert [each.displayed + each.reserve for each in stated] == list(plain(days, added))
    assert house.jackpots.show(name).held == alone[-1][1]


@pytest.mark.parametrize(
    ("options", "kept"),
    [
        ('gran_seed_recovery = "portion", gran_seed_portion = 33, gran_shortfall = "carried"', ""),
        ('gran_backups = "on", backup_share = 37, gran_tray_payouts = "left-in"', 'fees = "3%"'),
        ('gran_mode = "meter", gran_seed_recovery = "all-first"', 'contribution = "33.3%"'),
        ('gran_mode = "meter", gran_backups = "on"', 'contribution = "7/3%"\ncap = "$6,000.10"'),
    ],
)
def test_a_jackpot_with_options_lives_alike_with_and_without_books(books, options, kept):
    opened = room(spanish=f"options = {{ {options} }}", gran=kept)
    days = days_of(GRAN, options)
    with House(books, create=True) as house:
        house.open(opened, DAY)
        for player in ("ann", "bob"):
            house.sell_chips(player, 1_000_00, key=f"{player} buys in")
        house.jackpots.adjust("gran", 5_500_00, "added", document="Opening balance")
        start = restart(JackpotState("gran", house.jackpots.all()["gran"].terms))
        raised = adjust(start.state, 5_500_00, "added")
        stated = booked(house, opened, "gran", days)
        alone = list(lived(raised.state, days, [*start.movements, *raised.movements]))
        assert [told(each) for each in stated] == [says for says, _ in alone]
        assert house.jackpots.show("gran").held == alone[-1][1]
