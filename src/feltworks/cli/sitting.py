"""A sitting at the terminal: the loop over rounds that is the same for every mechanism.

The person's answers become moves; the round says what is lawful and why something is not. What is
printed is the person's own view and nothing else. The table of a mechanism, a `TerminalTable`, says
how a round begins and how its score is kept.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from rich.text import Text

from feltworks.cards import join_cards, player_seed
from feltworks.cli.felt import felt_lines, line_text
from feltworks.cli.options import CommandError
from feltworks.cli.prompts import SupervisorCalled, ask_move
from feltworks.cli.terminal import LEAVING, LeaveError, ask, console, say
from feltworks.cli.wording import YOU, Wording
from feltworks.errors import FeltworksError, system_errors_as
from feltworks.pit import TableDeck, dealt
from feltworks.pit.holding import held_name
from feltworks.round import JackpotPaid, Settled, player
from feltworks.round.views import seen, view
from feltworks.wholefiles import SHARED, write_new, write_whole

if TYPE_CHECKING:
    from pathlib import Path

    from feltworks.cards import Commitment, PlayerSeed, Reveal
    from feltworks.cli.play import PlayOptions
    from feltworks.pit import OpenTable
    from feltworks.players.ring.bots import RingPlayer
    from feltworks.round import Decide, Operation, Round, Terms

R = TypeVar("R", bound="Round")


def play_rounds(at: TerminalTable[R]) -> None:
    """Plays rounds until the person leaves, cannot go on, or has played enough."""
    console().print(f"{at.table.rules.game.name}. Play money only.", style="bold")
    at.introduce()
    if at.options.seed is not None:
        console().print("Practice: the cards come from a seed.")
    if gone := at.table.deck.gone:
        console().print(f"Practice: gone from the deck are {join_cards(gone)}.")
    try:
        while at.goes_on():
            at.rounds += 1
            _play_round(at)
    except LEAVING:
        console().print()
    at.reveal(at.deck.put_away())
    at.print_score()
    console().print("Thank you for playing; the chips are worth nothing.")


def _play_round(at: TerminalTable[R]) -> None:
    """One round to its end; a person who leaves during it gives up his hands."""
    round, leaving = at.begin(), False
    at.printed = len(round.log)
    round = dealt(round, at.deck.order)
    while (seat := round.turn.seat) is not None:
        if seat in at.bots:
            move = at.bots[seat].decide(view(round, player(seat)))
        else:
            at.print_news(round)
            try:
                move = at.give_up(round, seat) if leaving else at.decide(round, seat)
                at.decided.append((round, move))
            except SupervisorCalled:
                round = dealt(at.declared(round), at.deck.order)
                continue
            except LEAVING:
                leaving = True
                console().print(f"\n{at.gives_up}")
                continue
        round = dealt(round.play(move), at.deck.order)
    at.print_news(round)
    if not leaving:
        round = at.supervised(round)
    at.add_result(round)
    at.keep(round)
    at.print_result(round)
    if leaving:
        raise LeaveError


def prizes_first(log: Sequence[Operation]) -> list[Operation]:
    """The log with a winner's share of a jackpot before what became of his stake."""
    told = list(log)
    for paid in (entry for entry in log if isinstance(entry, JackpotPaid)):
        for entry in log:
            if isinstance(entry, Settled) and (entry.seat, entry.wager) == (paid.seat, paid.wager):
                told.remove(entry)
                told.insert(told.index(paid) + 1, entry)
    return told


class TerminalTable(ABC, Generic[R]):
    """One sitting: what a mechanism has to define for it, and its results so far.

    `hands` are the seats that the person plays; `bots` decide for other seats. `rounds` counts the
    rounds begun, and `printed` the log entries of the present round that need no more printing.
    `decided` are the person's moves with the round before each; `advised` whether he asked for
    advice.
    """

    gives_up = "The hand is given up."
    bots: Mapping[int, RingPlayer] = {}

    def __init__(
        self, table: OpenTable, options: PlayOptions, terms: Terms, *, hands: int = 1
    ) -> None:
        if options.auto and not options.rounds:
            raise CommandError(
                f"--auto {options.auto} needs --rounds N: it would never stop by itself"
            )
        self.table = table
        self.options = options
        self.terms = terms
        self.hands = tuple(range(1, hands + 1))
        self.deck = TableDeck(table, options.seed)
        self.rounds = 0
        self.printed = 0
        self.decided: list[tuple[R, Decide]] = []
        self.advised = False
        self._shoe_transcripts: list[tuple[Path, R]] = []

    @cached_property
    def wording(self) -> Wording:
        """How the table describes what happens."""
        return Wording(self.table.rules, self.names())

    # --- what a mechanism defines ---------------------------------------------------------------

    def introduce(self) -> None:
        """Prints what the person should know before the first round."""

    def goes_on(self) -> bool:
        """Whether another round is played."""
        return not self.options.rounds or self.rounds < self.options.rounds

    @abstractmethod
    def begin(self) -> R:
        """The next round with its wagers out and the betting closed."""

    @abstractmethod
    def is_printed(self, entry: Operation) -> bool:
        """Whether it is printed; the person sees the felt and knows what he did himself."""

    def names(self) -> Mapping[int, str]:
        """The name of each seat; a person with one hand is `you`."""
        return {1: YOU} if len(self.hands) == 1 else {}

    def holding(self, round: R, seat: int) -> str | None:
        """The name of the hand that the deciding seat holds."""
        felt = view(round, player(*self.hands)).felt
        return held_name(self.table.handbook, felt, seat)

    def whose(self, round: R, seat: int) -> str:
        """What is printed before the choices of a seat: whose hand it is, and what it holds."""
        held = self.holding(round, seat)
        if held is None:
            return "" if len(self.hands) == 1 else f"Seat {seat}: "
        told = self.wording.does(seat, "hold", f" {held}")
        return f"{told[:1].upper()}{told[1:]}. "

    def can_pay(self, round: R, move: Decide) -> bool:
        """Whether the person has what the move puts out."""
        return True

    @abstractmethod
    def advice(self, round: R, seat: int) -> Iterable[str]:
        """Lines of advice for the seat; raises a `FeltworksError` if there is none."""

    @abstractmethod
    def give_up(self, round: R, seat: int) -> Decide:
        """The move for a person who has left."""

    @abstractmethod
    def add_result(self, round: R) -> None:
        """Adds the result of a finished round to the score."""

    def print_result(self, round: R) -> None:
        """Prints how the round has ended for the person."""

    @abstractmethod
    def print_score(self) -> None:
        """Prints how the sitting has ended."""

    # --- what is the same for all ---------------------------------------------------------------

    def open_round(self, terms: Terms) -> R:
        """A round of the engine that this table is registered for."""
        return cast("R", self.table.open_round(terms))

    def next_round(self) -> R:
        """The next round before any bet: its deck is committed to and the person's seed added."""
        self.deck.promise()
        if self.deck.takes_seeds:
            self.deck.mix(self._seeds())
        return self.open_round(self.deck.terms(self.terms))

    def _seeds(self) -> list[PlayerSeed]:
        """The person's own seed, drawn for each deck if none was given.

        In practice the house's seed alone must deal the same cards again, so none is drawn.
        """
        if self.options.seed is not None and self.options.my_seed is None:
            return []
        return [player_seed(self.hands[0], self.options.my_seed)]

    def print_news(self, round: R) -> None:
        """Prints what happened since the last call, in the person's own view."""
        for entry in prizes_first(self.news(round)):
            if self.is_printed(entry):
                console().print(Text("  ") + line_text(self.wording.sentence(entry)))
        self.printed = len(round.log)

    def news(self, round: R) -> Sequence[Operation]:
        """What happened since the last call, as far as the person may know it."""
        return seen(round.log[self.printed :], player(*self.hands))

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
            supervised=self.options.supervisor is not None,
        )

    def declared(self, round: R) -> R:
        """The round after what the supervisor declares, if he does."""
        from feltworks.cli.supervising import ask_declaration

        assert self.options.supervisor is not None
        return ask_declaration(round, self.options.supervisor)

    def supervised(self, round: R) -> R:
        """A round after its last decision, with what the supervisor then declares."""
        while self.options.supervisor is not None and not self.options.auto:
            if not ask("\nEnter settles the round, ! calls the supervisor:"):
                break
            round = self.declared(round)
            self.print_news(round)
        return round

    def _advise(self, round: R, seat: int) -> None:
        self.advised = True
        try:
            for line in self.advice(round, seat):
                say(line_text(line))
        except FeltworksError as error:
            console().print(f"  No advice: {error}")

    # --- transcripts ----------------------------------------------------------------------------

    def keep(self, round: R) -> None:
        """Writes the transcript if `--save` is given, and takes the round's cards off the deck.

        While a shoe is in use nobody may know its order, so a round from it is written with only
        the commitment, and again with the order when the shoe is put away.
        """
        folder, reveal = self.options.save, self.deck.shown_with_round()
        if folder is not None:
            text = self._transcript(round, reveal)
            with system_errors_as(CommandError, f"--save {folder}"):
                folder.mkdir(parents=True, exist_ok=True)
                path = _write_beside(folder, self.rounds, text)
            if reveal is None:
                self._shoe_transcripts.append((path, round))
        self.reveal(self.deck.after(round))

    def _transcript(self, round: R, reveal: Reveal | None) -> str:
        """The transcript that the person may have: between players, hands not shown are sealed."""
        return self.table.transcript_for(round, reveal, player(*self.hands))

    def reveal(self, shoe: Commitment | None) -> None:
        """Writes the order of a shoe that was put away into every transcript of its rounds."""
        if shoe is None:
            return
        for path, round in self._shoe_transcripts:
            text = self._transcript(round, shoe.reveal())
            with system_errors_as(CommandError, f"--save {path.parent}"):
                write_whole(path, text, SHARED)
        self._shoe_transcripts.clear()


def _write_beside(folder: Path, number: int, text: str) -> Path:
    """A new file under the first number that is free; earlier transcripts are kept."""
    while True:
        path = folder / f"round-{number:04}.toml"
        if write_new(path, text, SHARED):
            return path
        number += 1
