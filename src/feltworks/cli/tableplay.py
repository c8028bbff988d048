"""A sitting at the terminal: rounds are dealt, asked about, told and kept, whatever the game.

The person's answers become moves; the round says what is lawful and why something is not. What is
printed is the person's own view and nothing else. A mechanism's own table says how a round is begun
and how its score is kept.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import contextmanager
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from feltworks.cli.answers import ask_move
from feltworks.cli.asking import LEAVING, LeaveError
from feltworks.cli.felt import felt_lines, tell_line
from feltworks.cli.play import PlayError
from feltworks.cli.showing import console
from feltworks.errors import FeltworksError
from feltworks.pit import TableDeck, dealt
from feltworks.round import player
from feltworks.round.views import seen, view

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from feltworks.cards import Commitment
    from feltworks.cli.play import Asked
    from feltworks.pit import OpenTable
    from feltworks.players.ring import RingPlayer
    from feltworks.round import Decide, Operation, Round, Terms

R = TypeVar("R", bound="Round")


def play_rounds(at: TerminalTable[R]) -> None:
    """Rounds until the person leaves, cannot go on, or enough were played."""
    console().print(f"{at.table.rules.game.name}. Play money only.", style="bold")
    at.introduce()
    if at.asked.seed is not None:
        console().print("Practice: the cards come from a seed.")
    try:
        while at.goes_on():
            at.rounds += 1
            _play_round(at)
    except LEAVING:
        console().print()
    at.reveal(at.deck.put_away())
    at.tell_score()
    console().print("Thank you for playing; the chips are worth nothing.")


def _play_round(at: TerminalTable[R]) -> None:
    """One round to its end: whoever leaves in the middle of it gives up what he can."""
    round, leaving = at.begin(), False
    at.told = len(round.log)
    round = dealt(round, at.deck.order)
    while (seat := round.turn.seat) is not None:
        if seat in at.bots:
            move = at.bots[seat].decide(view(round, player(seat)))
        else:
            at.tell(round)
            try:
                move = at.give_up(round, seat) if leaving else at.decide(round, seat)
            except LEAVING:
                leaving = True
                console().print(f"\n{at.gives_up}")
                continue
        round = dealt(round.play(move), at.deck.order)
    at.tell(round)
    at.enter(round)
    at.keep(round)
    at.tell_result(round)
    if leaving:
        raise LeaveError


class TerminalTable(ABC, Generic[R]):
    """What a mechanism has to say at the terminal, and what the sitting has come to.

    `hands` are the seats that the person plays and `bots` decide for others. `rounds` counts those
    begun, and `told` the entries of the present one's log that the person need not be told again.
    """

    gives_up = "The hand is given up."
    bots: Mapping[int, RingPlayer] = {}

    def __init__(self, table: OpenTable, asked: Asked, terms: Terms, *, hands: int = 1) -> None:
        self.table = table
        self.asked = asked
        self.terms = terms
        self.hands = tuple(range(1, hands + 1))
        self.deck = TableDeck(table, asked.seed)
        self.rounds = 0
        self.told = 0
        self._of_this_shoe: list[tuple[Path, R]] = []

    # --- what a mechanism says ------------------------------------------------------------------

    def introduce(self) -> None:
        """What is to be known before the first round."""

    def goes_on(self) -> bool:
        """Whether another round is played."""
        return not self.asked.rounds or self.rounds < self.asked.rounds

    @abstractmethod
    def begin(self) -> R:
        """The next round with its wagers out and the betting closed."""

    @abstractmethod
    def is_told(self, entry: Operation) -> bool:
        """Whether the person is told of it; he sees the felt and knows what he did himself."""

    def worded(self, line: str) -> str:
        """A line of the log as it is told."""
        return line

    def whose(self, round: R, seat: int) -> str:
        """What stands before the choices of a seat."""
        return f"seat {seat}: "

    def can_pay(self, round: R, move: Decide) -> bool:
        """Whether the person has what the move puts out."""
        return True

    @abstractmethod
    def advice(self, round: R, seat: int) -> Iterable[str]:
        """What the seat should know; a `FeltworksError` where nothing can be said."""

    @abstractmethod
    def give_up(self, round: R, seat: int) -> Decide:
        """What is done for somebody who has left."""

    @abstractmethod
    def enter(self, round: R) -> None:
        """A round is over: its result goes into the score."""

    def tell_result(self, round: R) -> None:
        """How the round has ended for the person."""

    @abstractmethod
    def tell_score(self) -> None:
        """How the sitting has ended."""

    # --- what is the same for all ---------------------------------------------------------------

    def open_round(self, terms: Terms) -> R:
        """A round of the engine that this table is registered for."""
        return cast("R", self.table.open_round(terms))

    def next_round(self) -> R:
        """The next round, to be bet on: its deck is promised."""
        return self.open_round(self.deck.terms(self.terms))

    def tell(self, round: R) -> None:
        """What happened since the person was last told, in his own view."""
        for entry in seen(round.log[self.told :], player(*self.hands)):
            if self.is_told(entry):
                tell_line(self.worded(entry.line))
        self.told = len(round.log)

    def show(self, round: R) -> None:
        """The felt as it lies before the person."""
        console().print()
        for line in felt_lines(view(round, player(*self.hands)), round.rules):
            console().print(line)

    def decide(self, round: R, seat: int) -> Decide:
        """The person's move."""
        self.show(round)
        return ask_move(
            round,
            self.whose(round, seat),
            advise=lambda: self._advise(round, seat),
            can_pay=lambda move: self.can_pay(round, move),
        )

    def _advise(self, round: R, seat: int) -> None:
        try:
            for line in self.advice(round, seat):
                console().print(line, soft_wrap=True)
        except FeltworksError as error:
            console().print(f"  No advice: {error}")

    # --- transcripts ----------------------------------------------------------------------------

    def keep(self, round: R) -> None:
        """Writes the transcript where the person wants one kept; the deck is done with the round.

        While a shoe is in use its order is nobody's to know, so a round of it is written with the
        promise alone, and again with the order when the shoe is done with.
        """
        folder, reveal = self.asked.save, self.deck.shown_with_round()
        if folder is not None:
            text = self.table.transcript(round, reveal)
            with _saving(folder):
                folder.mkdir(parents=True, exist_ok=True)
                path = _write_beside(folder, self.rounds, text)
            if reveal is None:
                self._of_this_shoe.append((path, round))
        self.reveal(self.deck.after(round))

    def reveal(self, shoe: Commitment | None) -> None:
        """A shoe that is done with: its order goes into every transcript of it."""
        if shoe is None:
            return
        for path, round in self._of_this_shoe:
            text = self.table.transcript(round, shoe.reveal())
            with _saving(path.parent):
                path.write_text(text, encoding="utf-8")
        self._of_this_shoe.clear()


@contextmanager
def _saving(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise PlayError(f"--save {folder}: {error.strerror or error}") from None


def _write_beside(folder: Path, number: int, text: str) -> Path:
    """A new file by the first number that is free; what an earlier sitting kept stays."""
    while True:
        path = folder / f"round-{number:04}.toml"
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
            return path
        except FileExistsError:
            number += 1
