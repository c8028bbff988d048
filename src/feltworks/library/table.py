"""A table for programs: rounds are dealt from a shuffled deck, decided, settled and written down.

    table = game.table(seats=1, seed=7)
    table.deal({"ante": 5})
    while table.seat is not None:
        table.play("raise")
    table.net_cents(1)

The deck is committed to before the bets; the same seed gives the same deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from feltworks.errors import FeltworksError, did_you_mean
from feltworks.library.advice import Advice
from feltworks.library.choice import PlayerChoice, multiple_of
from feltworks.library.html import cards_html, table_html
from feltworks.library.mechanisms import MECHANISMS
from feltworks.library.opening import Amount, Bets, cents_of
from feltworks.money import dollars_text
from feltworks.pit import TableDeck, dealt, open_table, posted_seeds
from feltworks.round import Decide, Terms, player
from feltworks.round.chips import net_cents
from feltworks.round.viewers import SPECTATOR
from feltworks.round.views import view

if TYPE_CHECKING:
    from feltworks.cards import Card
    from feltworks.players.advice import DecisionAdvisor
    from feltworks.players.ring.advice import PotAdvice
    from feltworks.round import Legal, Move, Round
    from feltworks.round.views import View
    from feltworks.rules.loader import Loaded


@dataclass(frozen=True, repr=False)
class TableView:
    """What one seat, or a spectator, may see of a round, and nothing else."""

    seen: View

    @property
    def cards(self) -> dict[tuple[int | None, str], tuple[Card | None, ...]]:
        """The cards by seat (None: the dealer's or the table's) and zone; None is a card's back."""
        return {
            place: tuple(lying.card for lying in zone)
            for place, zone in self.seen.felt.cards.items()
        }

    @property
    def lines(self) -> list[str]:
        """Everything that happened, a line each, in the words of a transcript."""
        return [operation.line for operation in self.seen.log]

    def __repr__(self) -> str:
        zones = "; ".join(
            f"{_whose(place)} {' '.join('??' if card is None else str(card) for card in cards)}"
            for place, cards in self.cards.items()
        )
        return f"<TableView of {self.seen.viewer.name}: {zones or 'no cards yet'}>"

    def _repr_html_(self) -> str:
        rows = [(_whose(place), cards_html(cards)) for place, cards in self.cards.items()]
        return table_html(self.seen.viewer.name, ("place", "cards"), rows)


def _whose(place: tuple[int | None, str]) -> str:
    seat, zone = place
    return zone if seat is None else f"seat {seat} {zone}"


class Table:
    """Deals one round after another; made by `Game.table`."""

    def __init__(
        self, loaded: Loaded, *, seats: int = 1, seed: int | None = None, terms: Terms | None = None
    ) -> None:
        if type(seats) is not int or seats < 1:
            raise FeltworksError(f"a table has 1 seat or more taken, not {seats!r}")
        self._open = open_table(loaded)
        mechanism = MECHANISMS[loaded.rules.game.mechanism]
        self._terms = terms or Terms(mechanism.limits, jackpots=posted_seeds(self._open))
        self._deck = TableDeck(self._open, seed)
        first = self._open.open_round(self._deck.terms(self._terms))
        self._opening = mechanism.opening(first, tuple(range(1, seats + 1)))
        self._advisor: DecisionAdvisor | None = None
        self._round: Round | None = None
        self._transcript = ""
        self.rounds = 0
        """How many rounds were dealt."""

    @property
    def round(self) -> Round:
        """The round that is being played, or was played last."""
        if self._round is None:
            raise FeltworksError("nothing is dealt yet: deal() deals the first round")
        return self._round

    @property
    def seat(self) -> int | None:
        """Whose decision is due; None when the round is over or none was dealt."""
        return None if self._round is None else self._round.turn.seat

    @property
    def is_over(self) -> bool:
        return self._round is None or self._round.turn.waits_for == "nothing"

    def deal(self, bets: Bets | Mapping[int, Bets] | None = None) -> TableView:
        """Deals a new round until somebody must decide; returns what seat 1 sees.

        `bets` are dollars by wager, for all seats or by seat; a required wager that is not named is
        made at its least. If a bet is refused, nothing changes.
        """
        if not self.is_over:
            raise FeltworksError(f"the round is not over: seat {self.seat} has to decide")
        opened = self._open.open_round(self._deck.terms(self._terms))
        by_seat = _by_seat(bets or {}, self._opening.seats)
        begun = opened.play_all(self._opening.moves(opened, by_seat))
        self._go_on(begun)
        self.rounds += 1
        return self.view(1)

    def legal_moves(self) -> tuple[Legal, ...]:
        """What may be done now, each with its possible amounts; empty when the round is over."""
        return () if self.is_over else self.round.legal_moves()

    @property
    def choices(self) -> list[str]:
        """The choices at the present decision, as `play` takes them."""
        moves = [legal.move for legal in self.legal_moves()]
        return [move.choice for move in moves if isinstance(move, Decide)]

    def play(
        self,
        choice: str | Legal | Move,
        amount: Amount | None = None,
        cards: str | Iterable[Card] = (),
    ) -> TableView:
        """Decides for the seat whose turn it is; returns what that seat sees afterwards.

        `choice` is a `PlayerChoice`, as `advise` gives it, or its text. `amount` is in dollars or a
        multiple of a wager ("4 x ante"), by default the least; `cards` are those to give up, by
        default as few as allowed, or to set apart, by default the best.
        """
        seat = self.seat
        if seat is None:
            raise FeltworksError("the round is over: deal() deals the next one")
        self._go_on(self.round.play(self._move(choice, amount, cards)))
        return self.view(seat)

    def _move(
        self, choice: str | Legal | Move, amount: Amount | None, cards: str | Iterable[Card]
    ) -> Move:
        if not isinstance(choice, str):
            move = cast("Move", getattr(choice, "move", choice))
            if amount is None and not cards:
                return move
            if not isinstance(move, Decide):
                raise FeltworksError("an amount or cards go with a choice, which this move is not")
            wanted = PlayerChoice(move.choice, amount, cards)
        else:
            wanted = PlayerChoice(choice, amount, cards)
            moves = [legal.move for legal in self.legal_moves() if legal.choice == wanted.what]
            if not moves:
                raise FeltworksError(
                    f"seat {self.seat} cannot {wanted.what!r}"
                    f"{did_you_mean(wanted.what, self.choices)}: "
                    f"the choices are {', '.join(self.choices)}"
                )
            move = cast("Decide", moves[0])
        cents = move.cents if wanted.amount is None else self._cents(wanted.amount, move.seat)
        return replace(move, cents=cents, cards=wanted.cards or move.cards)

    def _cents(self, amount: Decimal | str, seat: int) -> int:
        """The amount of a choice in cents; a multiple is that of the seat's stake."""
        if isinstance(amount, Decimal):
            return cents_of(amount)
        size = multiple_of(amount)
        return size.most_cents(self.view(seat).seen.felt.stake_cents(seat, size.of or ""))

    def _go_on(self, round: Round) -> None:
        """Deals the cards that are due and keeps the round; a finished one is written down."""
        round = dealt(round, self._deck.order)
        self._round = round
        if self.is_over:
            self._transcript = self._open.transcript(round, self._deck.shown_with_round())
            self._deck.after(round)
            self._opening.after(round)

    def advise(self) -> Advice | PotAdvice:
        """The best choice of the seat to decide, by what it sees; between players its part of the
        pot against random hands, and what a call costs."""
        if self.seat is None:
            raise FeltworksError("there is nothing to decide")
        from feltworks.players.mechanisms import MECHANISMS as PLAYERS

        rules = self._open.rules
        mechanism = PLAYERS[rules.game.mechanism]
        if self._advisor is None:
            self._advisor = mechanism.advisor(rules)
        weighed = self._advisor.weigh(self.round, self.seat)
        if weighed.pot is not None:
            return weighed.pot
        values = {self._choice(move): value for move, value in weighed.choices}
        why = partial(mechanism.causes, self._advisor, self.round, self.seat, ())
        return Advice("hand", next(iter(values)), values, rules.unit, why)

    def _choice(self, move: Decide) -> PlayerChoice:
        """A move as a choice, with its amount if others were possible."""
        amounts = {legal.choice: legal.amounts for legal in self.legal_moves()}[move.choice]
        has_sizes = amounts is not None and amounts.single is None and move.cents is not None
        amount = Fraction(move.cents or 0, 100) if has_sizes else None
        return PlayerChoice(move.choice, amount, cast("tuple[Card, ...]", move.cards))

    def view(self, seat: int | None = None) -> TableView:
        """The round as that seat sees it, or as a spectator does."""
        self._check_seat(seat)
        return TableView(view(self.round, SPECTATOR if seat is None else player(seat)))

    def net_cents(self, seat: int) -> int:
        """What a seat has won in this round, below zero when it lost; stakes out are spent."""
        self._check_seat(seat)
        return net_cents(self.round.log, seat)

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and seat not in self._opening.seats:
            raise FeltworksError(f"nobody sits at {seat!r}: seats taken are {self._opening.seats}")

    def transcript(self) -> str:
        """The finished round as a text that anybody can replay and check."""
        if not self.is_over:
            raise FeltworksError("a transcript is of a finished round; this one goes on")
        self.round  # noqa: B018 - refuses where none was dealt
        return self._transcript

    def __repr__(self) -> str:
        if self._round is None:
            state = "nothing dealt yet"
        elif self.is_over:
            nets = ", ".join(
                f"seat {seat} {dollars_text(self.net_cents(seat))}" for seat in self._opening.seats
            )
            state = f"round {self.rounds} is over, {nets}"
        else:
            state = f"round {self.rounds}, seat {self.seat} decides: {', '.join(self.choices)}"
        return f"<Table of {self._open.rules.game.id}: {state}>"

    def _repr_html_(self) -> str:
        return repr(self) if self._round is None else self.view(self.seat or 1)._repr_html_()


def _by_seat(bets: Bets | Mapping[int, Bets], seats: tuple[int, ...]) -> dict[int, Bets]:
    """The bets of each seat; bets given without seats are for every seat."""
    is_by_seat = isinstance(bets, Mapping) and any(isinstance(key, int) for key in bets)
    by_seat: dict[Any, Any] = dict(bets) if is_by_seat else dict.fromkeys(seats, bets)
    if not all(isinstance(each, Mapping) for each in by_seat.values()):
        raise FeltworksError('bets are dollars by wager, {"ante": 5}, or by seat, {1: {"ante": 5}}')
    if strange := [seat for seat in by_seat if seat not in seats]:
        raise FeltworksError(f"nobody sits at {strange[0]!r}: seats taken are {seats}")
    return by_seat
