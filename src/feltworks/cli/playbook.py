"""The person's book at a terminal table: wagers, bankroll, result against expectation."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from feltworks.cli.advising import advice_lines
from feltworks.cli.showing import console
from feltworks.errors import FeltworksError
from feltworks.round import Bet, Decide, Move, NoMoreBets, Reason
from feltworks.round.chips import net_cents
from feltworks.rules.amounts import Money
from feltworks.rules.written import dollars_text

if TYPE_CHECKING:
    from pathlib import Path

    from feltworks.cards import Commitment
    from feltworks.cli.play import Asked
    from feltworks.pit import Sitting
    from feltworks.players.expectation import Expectation
    from feltworks.players.optimal import Optimal
    from feltworks.round import Round

LEAVE = ("q", "quit", "exit")


class LeaveError(Exception):
    """The person at the terminal is done."""


class BookError(FeltworksError):
    """Wagers asked for on the command line that the table does not take."""


def ask(question: str) -> str:
    """The person's answer; leaving is an exception, as are the end of input and Ctrl-C."""
    answer = input(f"{question} ").strip()
    if answer.lower() in LEAVE:
        raise LeaveError
    return answer


def dollars(text: str) -> int | None:
    """Cents from what a person types: 5, 2.50, $5."""
    bare = text.strip().lstrip("$")
    try:
        return Money.parse(bare if bare.isdecimal() else f"${bare}").cents
    except ValueError:
        return None


class Book:
    """Kept for one sitting; `hands` are the seats the person plays."""

    def __init__(self, sitting: Sitting, asked: Asked) -> None:
        self.sitting = sitting
        self.asked = asked
        rules = sitting.table.rules
        if asked.hands > rules.table.seats:
            raise BookError(f"the layout has {rules.table.seats} seats, not {asked.hands}")
        self.hands = tuple(range(1, asked.hands + 1))
        self.bankroll_cents = asked.bankroll_cents
        self.won_cents = 0
        self.expected_cents: Fraction | None = Fraction(0)
        self.settled = 0
        self.wagers = self._first_wagers()

    def bets(self) -> list[Move]:
        """The wagers of every hand, and the betting closed."""
        placed = [Bet(seat, id, cents) for seat in self.hands for id, cents in self.wagers.items()]
        return [*placed, NoMoreBets()]

    def choose_wagers(self) -> None:
        """Asks whether to deal with the wagers as they are; a game's first wagers are its least."""
        self.stop_when_broke()
        if self.asked.auto:
            return
        rules = self.sitting.table.rules
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

    def can_pay(self, round: Round, move: Decide) -> bool:
        """Whether the bankroll holds what the move puts out, beside what is out already."""
        out = sum(net_cents(round.log, seat) for seat in self.hands)
        return self.bankroll_cents + out >= (move.cents or 0)

    def _first_wagers(self) -> dict[str, int]:
        rules = self.sitting.table.rules
        opened = self.sitting.table.open_round(self.sitting.terms)
        wanted = [*rules.wagers_of("required"), *self.asked.sides]
        wagers: dict[str, int] = {}
        for id in wanted:
            legal = [
                (each.move.cents, each.amounts)
                for each in opened.legal_moves()
                if isinstance(each.move, Bet) and (each.move.seat, each.move.wager) == (1, id)
            ]
            cents = legal[0][0] if legal else 1
            if id == rules.unit and self.asked.bet_cents is not None:
                cents = self.asked.bet_cents
            after = opened.play(Bet(1, id, cents))
            if isinstance(after, Reason):
                raise BookError(after.text)
            opened, wagers[id] = after, cents
        return wagers

    def _change_wagers(self) -> None:
        """One question for each wager on the layout; the round says what does not fit."""
        rules = self.sitting.table.rules
        opened = self.sitting.table.open_round(self.sitting.terms)
        offered = [*rules.wagers_of("required"), *rules.offer.side_wagers]
        wanted: dict[str, int] = {}
        for id in offered:
            answer = ask(f"  {rules.wagers[id].name}, dollars (0 for none):")
            cents = dollars(answer) if answer else self.wagers.get(id, 0)
            if cents is None:
                console().print(f"  {answer!r} is not an amount; the wagers stay as they were.")
                return
            if cents:
                wanted[id] = cents
        moves = [Bet(1, id, cents) for id, cents in wanted.items()]
        after = opened.play_all([*moves, NoMoreBets()])
        if isinstance(after, Reason):
            console().print(f"  {after.text} The wagers stay as they were.")
        elif sum(wanted.values()) * len(self.hands) > self.bankroll_cents:
            console().print(
                "  Your bankroll does not reach that far. The wagers stay as they were."
            )
        else:
            self.wagers = wanted

    def stop_when_broke(self) -> None:
        """Leaves the table when the bankroll does not hold the wagers any more."""
        needed = sum(self.wagers.values()) * len(self.hands)
        if self.bankroll_cents < needed:
            console().print(
                f"\nThe wagers are {dollars_text(needed)} and the bankroll is "
                f"{dollars_text(self.bankroll_cents)}."
            )
            raise LeaveError

    @cached_property
    def optimal(self) -> Optimal:
        """The exact odds of the game's decisions, counted when first asked for."""
        from feltworks.cli.progress import counting

        with counting() as progress:
            from feltworks.players.optimal import Optimal

            return Optimal(self.sitting.table.rules, progress=progress)

    @cached_property
    def expectation(self) -> Expectation | None:
        """The exact value of the wagers; None for rules that the odds cannot weigh yet."""
        from feltworks.cli.progress import counting

        with counting() as progress:
            from feltworks.players.expectation import Expectation

            try:
                table = self.sitting.table
                return Expectation(table.rules, self.sitting.terms.jackpots, progress=progress)
            except FeltworksError:
                return None

    def advise(self, round: Round, seat: int) -> None:
        """Prints the best move and the exact value of each choice."""
        try:
            weighed = self.optimal.weigh(round, seat, hands=self.hands)
        except FeltworksError as error:
            console().print(f"  No advice: {error}")
            return
        for line in advice_lines(weighed, round):
            console().print(line, soft_wrap=True)

    def enter(self, net_cents: int) -> None:
        """One more round settled."""
        self.settled += 1
        self.won_cents += net_cents
        self.bankroll_cents += net_cents
        expectation = self.expectation
        if expectation is None:
            self.expected_cents = None
        elif self.expected_cents is not None:
            self.expected_cents += expectation.cents(self.wagers) * len(self.hands)

    def standing(self) -> str:
        """Bankroll, result and what was to be expected."""
        told = (
            f"Bankroll {dollars_text(self.bankroll_cents)}. After {self.settled} "
            f"round{'' if self.settled == 1 else 's'}: {signed(Fraction(self.won_cents))}"
        )
        if self.expected_cents is None:
            return f"{told}."
        return f"{told}; with the best play to be expected: {signed(self.expected_cents)}."

    def keep(self, round: Round, commitment: Commitment) -> None:
        """Writes the transcript where the person wants one kept."""
        keep_transcript(self.sitting, self.asked.save, round, commitment)

    def say_goodbye(self) -> None:
        if self.settled:
            console().print(self.standing())
        console().print("Thank you for playing; the chips are worth nothing.")


def keep_transcript(
    sitting: Sitting, folder: Path | None, round: Round, commitment: Commitment
) -> None:
    """Writes a round's transcript to a folder, if there is one to keep them in."""
    if folder is None:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write_beside(folder, sitting.dealt, sitting.table.transcript(round, commitment.reveal()))
    except OSError as error:
        raise BookError(f"--save {folder}: {error.strerror or error}") from None


def _write_beside(folder: Path, number: int, text: str) -> None:
    """Writes a new file by the first number that is free; what an earlier sitting kept stays."""
    while True:
        try:
            with (folder / f"round-{number:04}.toml").open("x", encoding="utf-8") as file:
                file.write(text)
            return
        except FileExistsError:
            number += 1


def signed(cents: Fraction) -> str:
    """An amount with its sign, to the cent."""
    rounded = round(abs(cents))
    sign = "-" if cents < 0 and rounded else "+"
    return f"{sign}{dollars_text(rounded)}"
