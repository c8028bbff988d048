"""The person's book at a blackjack table: advice for the hand, and transcripts of a whole shoe.

While a shoe is in use its order is nobody's to know, so a round is written down with the promise
alone; when the shoe is done with, what was written is written again with the order revealed.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING

from feltworks.blackjack import BlackjackRound
from feltworks.cli.playbook import Book, BookError
from feltworks.cli.showing import console
from feltworks.errors import FeltworksError
from feltworks.round.chips import net_cents
from feltworks.round.operations import Dealt
from feltworks.round.viewers import player
from feltworks.round.views import seen
from feltworks.rules.written import dollars_text

if TYPE_CHECKING:
    from pathlib import Path

    from feltworks.cards import Card, Commitment, Reveal
    from feltworks.cli.play import Asked
    from feltworks.pit.shoesitting import ShoeSitting
    from feltworks.players.blackjack import BestHand
    from feltworks.round import Round


class ShoeBook(Book):
    """Kept for one sitting at a table with a shoe."""

    def __init__(self, sitting: ShoeSitting, asked: Asked) -> None:
        super().__init__(sitting, asked)
        self.shoes = sitting
        self._commitment: Commitment | None = None
        self._written: list[tuple[Path, Round]] = []

    # --- advice and expectation ----------------------------------------------------------

    @cached_property
    def best(self) -> BestHand:
        """The best play from a full shoe, weighed when first asked for."""
        from feltworks.players.blackjack import BestHand

        return BestHand(self.sitting.table.rules)

    def advise(self, round: Round, seat: int) -> None:
        """Prints what each choice is worth, with every card on the felt taken into account."""
        from feltworks.players.blackjack import BestHand

        try:
            weighed = BestHand(round.rules, _others(round, seat)).weigh(round, seat)
        except FeltworksError as error:
            console().print(f"  No advice: {error}")
            return
        unit = round.rules.wagers[round.rules.unit].name
        for place, (move, value) in enumerate(weighed.choices):
            mark = "best" if place == 0 else "    "
            console().print(f"  {mark} {move.choice:<12} {value:+.6f} x {unit}")
        console().print("  Worths are for a hand not yet split, by the cards you can see.")

    # --- rounds and shoes ----------------------------------------------------------------

    def new_shoe(self, commitment: Commitment) -> None:
        """A shoe is shuffled and promised; the one before it is opened."""
        self.open_the_shoe()
        self._commitment = commitment
        console().print(f"\nA fresh shoe, promised by {commitment.digest[:16]}...", style="dim")

    def close_round(self, round: Round) -> None:
        """The result is entered, the round written down, and the shoe moved on."""
        self.shoes.after(round)
        net = sum(net_cents(round.log, seat) for seat in self.hands)
        self.enter(net)
        folder = self.asked.save
        if folder is not None:
            path = self._free_path(folder)
            self._write(path, round, None)
            self._written.append((path, round))
        if not self.asked.auto:
            sign = "won" if net > 0 else "lost" if net < 0 else "neither won nor lost"
            console().print(f"  You {sign}{f' {dollars_text(abs(net))}' if net else ''}.")
        console().print(f"  {self.standing()}", style="dim")

    def open_the_shoe(self) -> None:
        """The shoe is done with: its order is revealed in every transcript of it."""
        if self._commitment is not None:
            for path, round in self._written:
                self._write(path, round, self._commitment.reveal())
        self._written = []

    def whose(self, round: Round) -> str:
        """The seat to decide and what it holds; which of its hands, once there are several."""
        assert isinstance(round, BlackjackRound) and round.hand is not None
        hand = round.hand
        which = f" hand {hand.number}" if hand.split else ""
        return f"seat {round.turn.seat}{which}, {hand.call}"

    def _free_path(self, folder: Path) -> Path:
        """The first number from this round's on that no earlier sitting has taken."""
        taken = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
        names = (f"round-{number:04}.toml" for number in count(self.shoes.dealt))
        return folder / next(name for name in names if name not in taken)

    def _write(self, path: Path, round: Round, reveal: Reveal | None) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self.sitting.table.transcript(round, reveal), encoding="utf-8")
        except OSError as error:
            raise BookError(f"--save {path.parent}: {error.strerror or error}") from None


def _others(round: Round, seat: int) -> list[Card]:
    """Every card the seat can see but those of its hand in play and the dealer's open one."""
    assert isinstance(round, BlackjackRound) and round.hand is not None
    dealt = [entry for entry in seen(round.log, player(seat)) if isinstance(entry, Dealt)]
    others = Counter(entry.card for entry in dealt if entry.card is not None)
    known = [*round.hand.cards, round.dealer_shows]
    others -= Counter(card for card in known if card is not None)
    return list(others.elements())
