"""The terminal's table against the house: wagers, a bankroll, the result against expectation."""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections import Counter
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from feltworks.cli.answers import dollars
from feltworks.cli.asking import LeaveError, ask
from feltworks.cli.play import PlayError
from feltworks.cli.progress import counting
from feltworks.cli.showing import console
from feltworks.cli.tableplay import R, TerminalTable
from feltworks.errors import FeltworksError
from feltworks.money import dollars_text
from feltworks.pit import open_table, posted_seeds
from feltworks.round import Bet, Decide, Move, NoMoreBets, NotAllowed, Terms
from feltworks.round.chips import net_cents

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltworks.cli.play import Asked
    from feltworks.players.expectation import CountBeside, Expectation
    from feltworks.rules.loader import Loaded

RESULT_SECONDS = 0.25
"""So long the line of a result waits for the expectation ..."""
SCORE_SECONDS = 2.0
"""... and so long the score at the end."""


class BankedTable(TerminalTable[R]):
    """One sitting of a person, or of the best play in his place, with all his hands."""

    def __init__(self, loaded: Loaded, asked: Asked) -> None:
        if asked.auto not in (None, "optimal"):
            raise PlayError(f"--auto {asked.auto!r} is no player: there is optimal")
        if asked.opponents is not None or asked.against:
            raise PlayError("--opponents and --against are for games between players")
        table = open_table(loaded)
        seats = table.rules.table.seats
        if asked.hands > seats:
            raise PlayError(f"the layout has {seats} seats, not {asked.hands}")
        super().__init__(table, asked, Terms(jackpots=posted_seeds(table)), hands=asked.hands)
        self.loaded = loaded
        self.bankroll_cents = asked.bankroll_cents
        self.won_cents = 0
        self.staked_cents: Counter[str] = Counter()
        self.settled = 0
        self.beside: CountBeside | None = None
        self.wagers = self._first_wagers()

    # --- wagers ---------------------------------------------------------------------------------

    def bets(self) -> list[Move]:
        """The wagers of every hand, and the betting closed."""
        placed = [Bet(seat, id, cents) for seat in self.hands for id, cents in self.wagers.items()]
        return [*placed, NoMoreBets()]

    def choose_wagers(self) -> None:
        """Asks whether to deal with the wagers as they are; a game's first wagers are its least."""
        if self.asked.auto:
            return
        rules = self.table.rules
        while True:
            laid = ", ".join(
                f"{rules.wagers[id].name} {dollars_text(c)}" for id, c in self.wagers.items()
            )
            answer = ask(f"\nEnter deals ({laid}), b other wagers, q leaves:")
            if not answer:
                return
            if answer.lower() == "b":
                self._change_wagers()
            else:
                console().print("  Enter, b or q.")

    def stop_when_broke(self) -> None:
        """Leaves the table when the bankroll does not hold the wagers any more."""
        needed = sum(self.wagers.values()) * len(self.hands)
        if self.bankroll_cents < needed:
            console().print(
                f"\nThe wagers are {dollars_text(needed)} and the bankroll is "
                f"{dollars_text(self.bankroll_cents)}."
            )
            raise LeaveError

    def _first_wagers(self) -> dict[str, int]:
        rules, asked = self.table.rules, self.asked
        opened = self.open_round(self.terms)
        wagers: dict[str, int] = {}
        for id in (*rules.wagers_of("required"), *asked.sides):
            legal = [each.move for each in opened.legal_moves()]
            least = (
                move.cents
                for move in legal
                if isinstance(move, Bet) and (move.seat, move.wager) == (1, id)
            )
            wagers[id] = next(least, 1)
            if id == rules.unit and asked.bet_cents is not None:
                wagers[id] = asked.bet_cents
            opened = opened.play(Bet(1, id, wagers[id]))
        return wagers

    def _change_wagers(self) -> None:
        """One question for each wager on the layout; the round says what does not fit."""
        rules = self.table.rules
        wanted: dict[str, int] = {}
        for id in (*rules.wagers_of("required"), *rules.offer.side_wagers):
            answer = ask(f"  {rules.wagers[id].name}, dollars (0 for none):")
            cents = dollars(answer) if answer else self.wagers.get(id, 0)
            if cents is None:
                console().print(f"  {answer!r} is not an amount; the wagers stay as they were.")
                return
            if cents:
                wanted[id] = cents
        moves = [Bet(1, id, cents) for id, cents in wanted.items()]
        try:
            self.open_round(self.terms).play_all([*moves, NoMoreBets()])
        except NotAllowed as refused:
            console().print(f"  {refused} The wagers stay as they were.")
            return
        if sum(wanted.values()) * len(self.hands) > self.bankroll_cents:
            console().print(
                "  Your bankroll does not reach that far. The wagers stay as they were."
            )
        else:
            self.wagers = wanted

    # --- decisions ------------------------------------------------------------------------------

    def tell(self, round: R) -> None:
        """A player by itself is told of the end alone."""
        if not self.asked.auto or round.turn.waits_for == "nothing":
            super().tell(round)

    def can_pay(self, round: R, move: Decide) -> bool:
        """Whether the bankroll holds what the move puts out, beside what is out already."""
        return self.bankroll_cents + self._net_cents(round) >= (move.cents or 0)

    def decide(self, round: R, seat: int) -> Decide:
        if not self.asked.auto:
            return super().decide(round, seat)
        paid_for = (move for move in self.best_first(round, seat) if self.can_pay(round, move))
        return next(paid_for, None) or self.give_up(round, seat)

    @abstractmethod
    def best_first(self, round: R, seat: int) -> Iterable[Decide]:
        """The open choices, the best one first."""

    # --- result against expectation -------------------------------------------------------------

    def introduce(self) -> None:
        """A person does not wait for odds that he did not ask for: they are counted beside.

        Where nobody is at a terminal the same words are to give the same lines every time, so
        there every result waits for what it is held against.
        """
        if not self.asked.auto and sys.stdin.isatty():
            from feltworks.players.expectation import CountBeside

            with suppress(OSError):
                self.beside = CountBeside(self.loaded, self.terms.jackpots)

    @cached_property
    def counted(self) -> Expectation | None:
        """The exact value of the wagers; None for rules that the odds cannot weigh yet."""
        with counting() as progress:
            from feltworks.odds.kept import KeptCounts
            from feltworks.players.expectation import Expectation

            kept = KeptCounts.of_user(self.loaded.chosen)
            rules, jackpots = self.table.rules, self.terms.jackpots
            try:
                return Expectation.counted(rules, jackpots, kept=kept, progress=progress)
            except FeltworksError:
                return None

    def enter(self, round: R) -> None:
        net = self._net_cents(round)
        self.settled += 1
        self.won_cents += net
        self.bankroll_cents += net
        for wager, cents in self.wagers.items():
            self.staked_cents[wager] += cents * len(self.hands)

    def tell_result(self, round: R) -> None:
        net = self._net_cents(round)
        if not self.asked.auto:
            sign = "won" if net > 0 else "lost" if net < 0 else "neither won nor lost"
            console().print(f"  You {sign}{f' {dollars_text(abs(net))}' if net else ''}.")
        console().print(f"  {self._standing(RESULT_SECONDS)}", style="dim")

    def tell_score(self) -> None:
        if self.settled:
            console().print(self._standing(SCORE_SECONDS))
        if self.beside is not None:
            self.beside.stop()

    def _net_cents(self, round: R) -> int:
        return sum(net_cents(round.log, seat) for seat in self.hands)

    def _standing(self, wait_seconds: float) -> str:
        """Bankroll, result and what was to be expected."""
        told = (
            f"Bankroll {dollars_text(self.bankroll_cents)}. After {self.settled} "
            f"round{'' if self.settled == 1 else 's'}: {signed(Fraction(self.won_cents))}"
        )
        beside = self.beside
        expectation = self.counted if beside is None else beside.known(wait_seconds)
        if expectation is not None:
            expected = signed(expectation.cents(self.staked_cents))
            return f"{told}; with the best play to be expected: {expected}."
        if beside is not None and beside.is_under_way:
            return f"{told}; what was to be expected is still being counted."
        return f"{told}."


def signed(cents: Fraction) -> str:
    """An amount with its sign, to the cent."""
    rounded = round(abs(cents))
    sign = "-" if cents < 0 and rounded else "+"
    return f"{sign}{dollars_text(rounded)}"
