"""A blackjack table: one shoe for many rounds, and several hands to a seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from feltworks.blackjack import BlackjackRound
from feltworks.cli.playbanked import BankedTable
from feltworks.cli.sitting import play_rounds
from feltworks.cli.terminal import console
from feltworks.round import Decide, player
from feltworks.round.operations import Dealt
from feltworks.round.views import seen

if TYPE_CHECKING:
    from feltworks.cards import Card
    from feltworks.cli.play import PlayOptions
    from feltworks.players.advice import DecisionAdvice
    from feltworks.players.blackjack import OptimalBlackjack
    from feltworks.round import Operation
    from feltworks.rules.loader import Loaded


def play(loaded: Loaded, options: PlayOptions) -> None:
    play_rounds(ShoeTable(loaded, options))


class ShoeTable(BankedTable[BlackjackRound]):
    """A shoe is committed to when it is new; each round shows how many cards are left."""

    quiet = BankedTable.quiet | {"StageBegun", "NextHand", "Moved"}
    gives_up = "The hands are left as they stand."

    def begin(self) -> BlackjackRound:
        self.stop_when_broke()
        self.choose_wagers()
        opened = self.next_round()
        if not self.deck.discarded:
            digest = self.deck.promise().digest
            console().print(f"\nA fresh shoe, promised by {digest[:16]}...", style="dim")
        begun = opened.play_all(self.bets())
        left = self.table.deck.size - begun.cards_out
        console().print(f"\nRound {self.rounds}", style="bold", end="")
        console().print(f"  {left} cards in the shoe", style="dim")
        return begun

    def is_printed(self, entry: Operation) -> bool:
        return super().is_printed(entry) and not (self.options.auto and isinstance(entry, Dealt))

    def holding(self, round: BlackjackRound, seat: int) -> str | None:
        return round.total

    def advice(self, round: BlackjackRound, seat: int) -> Iterable[str]:
        """What each choice is worth, with every card on the felt taken into account."""
        from feltworks.players.blackjack import OptimalBlackjack
        from feltworks.players.mechanisms import blackjack_causes

        optimal = OptimalBlackjack(round.rules, _others(round, seat))
        advice = optimal.weigh(round, seat)
        unit = round.rules.wagers[round.rules.unit].name
        for place, (move, value) in enumerate(advice.choices):
            mark = "best" if place == 0 else "    "
            yield f"  {mark} {move.choice:<12} {value:+.6f} x {unit}"
        for line in blackjack_causes(optimal, round, seat, self.hands):
            yield f"  {line}"
        yield "  Worths are for a hand not yet split, by the cards you can see."

    def weigh(self, round: BlackjackRound, seat: int) -> DecisionAdvice:
        return self.optimal.weigh(round, seat)

    def give_up(self, round: BlackjackRound, seat: int) -> Decide:
        """A person who leaves during a round stands, and takes no insurance."""
        moves = [legal.move for legal in round.legal_moves() if isinstance(legal.move, Decide)]
        return min(moves, key=lambda move: move.choice not in ("stand", "decline"))

    @cached_property
    def optimal(self) -> OptimalBlackjack:
        """The best play from a full shoe, computed when it is first needed."""
        from feltworks.players.blackjack import OptimalBlackjack

        return OptimalBlackjack(self.table.rules)


def _others(round: BlackjackRound, seat: int) -> list[Card]:
    """Every card the seat can see except those of its hand in play and the dealer's up card."""
    assert round.hand is not None
    dealt = [entry for entry in seen(round.log, player(seat)) if isinstance(entry, Dealt)]
    others = Counter(entry.card for entry in dealt if entry.card is not None)
    known = [*round.hand.cards, round.dealer_shows]
    others -= Counter(card for card in known if card is not None)
    return list(others.elements())
