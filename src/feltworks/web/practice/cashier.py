"""The cashier of a practice table: chips of its own, in memory, and no books.

What a round moves is read from its log, as the house does. A player who runs low has his stack
filled up before the next round: the chips are worth nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import count

from feltworks.cards import Commitment
from feltworks.house import LedgerError, Settlement
from feltworks.house.rounds.sheet import Sheet
from feltworks.house.rounds.tally import LogTally
from feltworks.pit import posted_seeds
from feltworks.round import Round, Terms
from feltworks.web.floor.cashier import FinishedRound, Meters, Stacks, TableCashier

LOW_BETS = 10
"""A stack that holds fewer than this many least wagers is filled up."""


class PracticeCashier(TableCashier):
    """The stacks of one table; `_held` is what each seat of an open round has bet, by round.

    Like the house's books it may be told everything twice: `_last` is the last settlement.
    """

    def __init__(self, usual_cents: int) -> None:
        self._usual_cents = usual_cents
        self._stacks: defaultdict[str, int] = defaultdict(lambda: usual_cents)
        self._numbers = count(1)
        self._players: dict[int, Mapping[int, str]] = {}
        self._held: dict[int, dict[int, int]] = {}
        self._meters: Meters = {}
        self._last: Settlement | None = None

    async def opened(
        self, posted: Sheet, deck: Commitment, players: Iterable[str]
    ) -> tuple[Sheet, Terms, Stacks]:
        """The sheet, the terms of the next round with every jackpot at its seed, and the stacks."""
        self._give_back()
        seeds = posted_seeds(posted.dealt)
        self._meters = {posted.jackpots[id]: cents for id, cents in seeds.items()}
        for player in set(players):
            if self._stacks[player] < LOW_BETS * posted.limits.minimum_cents:
                self._stacks[player] = self._usual_cents
        return posted, posted.terms(seeds, deck.digest), await self.stacks(players)

    async def begin(
        self, table: str, round: Round, players: Mapping[int, str]
    ) -> tuple[int, Stacks]:
        self._give_back()
        number = next(self._numbers)
        self._players[number], self._held[number] = dict(players), {}
        try:
            self._hold(number, round)
        except LedgerError:
            del self._players[number], self._held[number]
            raise
        return number, await self.stacks(players.values())

    async def move(self, number: int, round: Round, player: str) -> Stacks:
        self._hold(number, round)
        return await self.stacks([player])

    def _hold(self, number: int, round: Round) -> None:
        """Takes what the seats have added from their stacks; nothing if a stack is too small."""
        held, players = self._held[number], self._players[number]
        added = {
            seat: out - held.get(seat, 0)
            for seat, out in LogTally().read(round.log).outlays.items()
        }
        wanted: defaultdict[str, int] = defaultdict(int)
        for seat, cents in added.items():
            wanted[players[seat]] += cents
        for player, cents in wanted.items():
            if cents > self._stacks[player]:
                raise LedgerError("the stack is too small")
        for seat, cents in added.items():
            self._stacks[players[seat]] -= cents
            held[seat] = held.get(seat, 0) + cents

    async def settle(
        self, finished: FinishedRound, *, players: Iterable[str], jackpots: Iterable[str]
    ) -> tuple[Settlement, Stacks, Meters]:
        if self._last is None or self._last.number != finished.number:
            self._last = self._settled(finished.number, finished.round)
        return self._last, await self.stacks(players), await self.meters(jackpots)

    def _settled(self, number: int, round: Round) -> Settlement:
        seats = self._players[number]
        won = LogTally().read(round.log).totals().seats
        net = {seat: won.get(seat, 0) for seat in seats}
        for seat, player in seats.items():
            self._stacks[player] += net[seat]
        self._release(number)
        return Settlement(number, "settled", 0, net, {}, round)

    async def void(self, number: int, why: str, players: Iterable[str]) -> Stacks:
        self._release(number)
        return await self.stacks(players)

    def _release(self, number: int) -> None:
        """Gives the seats of a round back what they have bet."""
        players = self._players.pop(number, {})
        for seat, cents in self._held.pop(number, {}).items():
            self._stacks[players[seat]] += cents

    def _give_back(self) -> None:
        """Before a round: one that the table does not know, after a fault, is not played."""
        for number in list(self._held):
            self._release(number)

    async def stacks(self, players: Iterable[str]) -> Stacks:
        return {player: self._stacks[player] for player in players}

    async def meters(self, names: Iterable[str]) -> Meters:
        return {name: self._meters[name] for name in names if name in self._meters}

    async def fill_up(self, player: str, cents: int) -> None:
        self._stacks[player] = max(self._stacks[player], cents)
