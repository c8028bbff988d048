"""The demonstration: a day in a card room, from opening to the count, the same for every seed.

Its dealer shows the order in which any table works with the house: terms, bets, stakes into escrow,
cards, more stakes as they are put out, settlement with the deck revealed. A shoe runs on until its
cut card and is revealed when it is done.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from feltworks.house.books import Batch
from feltworks.house.cardroom import CardRoom
from feltworks.house.demo.guests import Guests
from feltworks.house.errors import HouseError
from feltworks.house.house import House
from feltworks.house.opening import RoomOpening
from feltworks.house.rounds.resume import OpenRound
from feltworks.house.rounds.settling import Settlement
from feltworks.odds.progress import Progress, silent
from feltworks.pit import TableDeck, dealt
from feltworks.round import Round
from feltworks.rules.checks.mechanisms import players_of

NAMES = (
    *("Ada", "Ben", "Cleo", "Dov", "Eva", "Finn", "Gus", "Hana"),
    *("Ines", "Jon", "Kit", "Lea", "Mia", "Ned", "Ola", "Pia"),
)
BUY_IN_CENTS = 2_000_00
OPENS = time(10, 0)
OPEN_HOURS = 12


class DayClock:
    """A clock that only `pass_time` moves, so that a day passes in seconds."""

    def __init__(self, day: date) -> None:
        # The play of today lies in the past, so that records by a real clock can follow.
        latest = datetime.now(UTC) - timedelta(hours=1.5 * OPEN_HOURS)
        self.now = min(datetime.combine(day, OPENS, UTC), latest)

    def __call__(self) -> datetime:
        return self.now

    def pass_time(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


class DemoDealer:
    """Deals at one table with seeded shuffles: for demonstrations and tests, not for play."""

    def __init__(self, house: House, table: str, seed: int) -> None:
        self.house = house
        self.table = table
        self.sheet = house.sheet(table)
        self.deck = TableDeck(self.sheet.dealt, seed)

    def deal_round(self, guests: Guests, players: Mapping[int, str]) -> Settlement | None:
        """One round from the bets to its settlement; None if nobody can bet."""
        rounds = self.house.rounds
        if self.deck.commitment is None:
            self.house.deck(self.table).restore(self.deck)
        promise = self.deck.promise()
        self.house.write(rounds.decks.commit(self.table, promise))
        posted = self.house.terms(self.table, promise.digest)
        opened = self.sheet.dealt.open_round(self.deck.terms(posted))
        bets = guests.bets(opened)
        if not bets:
            return None
        seated = {seat: players[seat] for seat in guests.seats}
        begun = opened.play_all(bets)
        number = self.house.write(rounds.begin(self.table, begun, seated)).number
        return self._finished(begun, number, guests)

    def finish(self, found: OpenRound, guests: Guests) -> Settlement:
        """Finishes a round of this table that somebody else has left open."""
        found.restore(self.deck)
        return self._finished(found.round, found.number, guests)

    def _finished(self, round: Round, number: int, guests: Guests) -> Settlement:
        rounds = self.house.rounds
        while (round := dealt(round, self.deck.order)).turn.waits_for != "nothing":
            round = round.play(guests.decide(round))
            self.house.write(rounds.move(number, round))
        settle = rounds.settle(number, round, self.deck.shown_with_round())
        spent = self.deck.after(round)

        def unit(batch: Batch) -> Settlement:
            if spent is not None:
                rounds.decks.reveal(spent.digest, spent.reveal())(batch)
            return settle(batch)

        return self.house.write(unit)

    def end_shoe(self) -> None:
        """Reveals a shoe that is no longer used."""
        spent, is_shoe = self.deck.commitment, bool(self.deck.discarded)
        self.deck.put_away()
        if spent is not None:
            why = None if is_shoe else "it is put away unused"
            show = self.house.rounds.decks.reveal(spent.digest, spent.reveal(), because=why)
            self.house.write(show)


@dataclass(frozen=True, slots=True)
class DemoDay:
    """What the demonstration left in the books."""

    day: str
    tables: tuple[str, ...]
    rounds: int
    opening: RoomOpening


def play_day(
    where: str,
    room: CardRoom,
    day: date,
    *,
    rounds_a_table: int = 40,
    seed: int = 1,
    progress: Progress = silent,
) -> DemoDay:
    """Fills new books with a day of play; books that have records already are refused."""
    clock = DayClock(day)
    with House(where, create=True, clock=clock) as house:
        with house.database.reading() as reader:
            if reader.head().number:
                raise HouseError(f"there are books at {house.database.name} already: name others")
        opening = house.open(room, day)
        for name in NAMES:
            house.sell_chips(name, BUY_IN_CENTS, key=f"{name} buys in")
        dealers = {
            table: DemoDealer(house, table, seed * 1000 + place)
            for place, table in enumerate(house.tables())
        }
        rng = random.Random(seed)
        pause = OPEN_HOURS * 3600 / max(1, rounds_a_table * len(dealers))
        dealt = 0
        for turn in range(rounds_a_table):
            for dealer in dealers.values():
                clock.pass_time(pause * (0.5 + rng.random()))
                dealt += _deal(house, dealer, rng)
            progress("rounds", (turn + 1) * len(dealers), rounds_a_table * len(dealers))
        for dealer in dealers.values():
            dealer.end_shoe()
        house.close()
        for name in house.jackpots.all():
            house.jackpots.count(name, document=f"Count sheet of {day}")
    return DemoDay(day.isoformat(), tuple(dealers), dealt, opening)


def _deal(house: House, dealer: DemoDealer, rng: random.Random) -> bool:
    """One round with a few guests, who buy more chips when they run low."""
    places, rules = dealer.sheet.seats, dealer.sheet.rules
    least = (players_of(rules) or (1, 1))[0]
    count = rng.randint(least, max(least, min(places, 5)))
    seats = sorted(rng.sample(range(1, places + 1), count))
    players = dict(zip(seats, rng.sample(NAMES, count), strict=True))
    for name in players.values():
        if house.stack_cents(name) < BUY_IN_CENTS // 2:
            key = f"{name} buys in at {house.writer.clock().isoformat()}"
            house.sell_chips(name, BUY_IN_CENTS, key=key)
    return dealer.deal_round(Guests(seats, rng), players) is not None
