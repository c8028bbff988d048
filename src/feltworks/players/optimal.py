"""The best play against a dealer or a pay table, by the exact odds.

The odds engine solves the game once; a position is then looked up by the cards the seat sees and
the wagers it has out. The values are those of all required wagers together, in units, as the
strategy command prints them. They take the seat's own cards and the board into account. For other
cards that the player knows to be gone from the deck, the game is solved again without them if that
takes a few seconds at most. Cards left out are listed beside the values, as are cards seen by
mistake, which may still be dealt.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations
from typing import TYPE_CHECKING

from feltworks.odds.dealadvice import advisor_for, seconds_to_advise
from feltworks.odds.exchange.advice import with_given_up
from feltworks.odds.positionadvice import PositionError, TreeAdvisor, out_text
from feltworks.odds.progress import Progress, silent
from feltworks.players.advice import DecisionAdvice
from feltworks.players.causes import HandCauses
from feltworks.round.moves import Bet, Decide, Irregularity
from feltworks.round.operations import Dealt, Discarded, Shown, StageBegun, Staked, Turned
from feltworks.round.payouts import Settled
from feltworks.round.viewers import player
from feltworks.rules.handbook import without_cards
from feltworks.table.operations import TakenBack

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from feltworks.cards import Card
    from feltworks.round.contract import Legal, Round
    from feltworks.round.operations import Operation
    from feltworks.rules.schema import Rules


_ON_WAGERS = (Bet, Staked, TakenBack)

KNOWN_CARDS_SECONDS = 3.0
"""A game that takes longer to solve is not solved again for a few known cards."""


@dataclass(frozen=True, slots=True)
class Position:
    """What a seat knows when it has to decide.

    `cards` are the seat's own that it may look at, `board` the open cards that belong to nobody.
    `stakes_cents` is what the seat has put out and not taken back. `gone` are the other cards its
    player knows to have left the deck: those of his other hands, those turned over. `exposed` are
    cards seen by mistake, which may still be dealt or lie with the dealer. `given_up` are the
    seat's own cards that were exchanged.
    """

    stage: str
    cards: tuple[Card, ...]
    board: tuple[Card, ...]
    stakes_cents: Mapping[str, int] = field(default_factory=dict)
    gone: tuple[Card, ...] = ()
    exposed: tuple[Card, ...] = ()
    given_up: tuple[Card, ...] = ()


def position(round: Round, seat: int, *, hands: Iterable[int] = ()) -> Position:
    """The position of a seat whose player plays the seats in `hands` too."""
    viewer = player(seat, *hands)
    stage = ""
    own: list[Card] = []
    board: list[Card] = []
    others: dict[tuple[int | None, str], list[Card]] = {}
    exposed: list[Card] = []
    given_up: list[Card] = []
    stakes: dict[str, int] = {}
    for entry in round.log:
        if isinstance(entry, Dealt):
            card = entry.card
            if card is not None and entry.is_open_to(viewer):
                place = others.setdefault((entry.seat, entry.zone), [])
                (board if entry.seat is None else own if entry.seat == seat else place).append(card)
        elif isinstance(entry, Discarded):
            seen_cards = [card for card in entry.seen_by(viewer).cards if card is not None]
            if entry.seat == seat:
                for card in seen_cards:
                    own.remove(card)
                given_up += seen_cards
            else:
                _discard(others, entry, seen_cards)
        elif isinstance(entry, Turned):
            board += entry.cards
        elif isinstance(entry, Shown):
            # These are all cards of the place, so they replace what was known of it before.
            known = {seat: own, None: board}.get(entry.seat, ())
            more = Counter(entry.cards) - Counter(known)
            others[entry.seat, entry.zone] = list(more.elements())
        elif isinstance(entry, Irregularity):
            exposed += entry.cards
        elif isinstance(entry, StageBegun):
            stage = entry.stage
        elif isinstance(entry, _ON_WAGERS) and entry.seat == seat:
            stakes[entry.wager] = 0 if isinstance(entry, TakenBack) else entry.cents
        elif isinstance(entry, Settled) and entry.seat == seat and not entry.tip:
            stakes[entry.wager] = 0
    out = {wager: cents for wager, cents in stakes.items() if cents}
    gone = tuple(chain.from_iterable(others.values()))
    placed = {*own, *board, *gone, *given_up}
    seen = tuple(card for card in dict.fromkeys(exposed) if card not in placed)
    return Position(stage, tuple(own), tuple(board), out, gone, seen, tuple(given_up))


def _discard(
    others: dict[tuple[int | None, str], list[Card]], entry: Discarded, cards: Iterable[Card]
) -> None:
    """Notes cards of another seat in the discard rack, whatever comes to their place later."""
    lying = others.setdefault((entry.seat, entry.zone), [])
    for card in cards:
        if card in lying:
            lying.remove(card)
    others.setdefault((entry.seat, "discard rack"), []).extend(cards)


class Optimal:
    """Decides by the exact odds; if the odds refuse, the error names the key."""

    def __init__(self, rules: Rules, *, progress: Progress = silent) -> None:
        self.rules = rules
        self.advisor = advisor_for(rules, progress=progress)
        self.causes = HandCauses(rules)
        self._knowing = lru_cache(maxsize=4)(self._advisor_knowing)

    def decide(self, round: Round, seat: int) -> Decide:
        """The best move of the seat to act."""
        return self.weigh(round, seat).best

    def weigh(self, round: Round, seat: int, *, hands: Iterable[int] = ()) -> DecisionAdvice:
        """Every choice open to the seat with its value, the best one first.

        `hands` are the other seats that the same player sees the cards of.
        """
        here = position(round, seat, hands=hands)
        moves = open_moves(round, here)
        out = self._wagers_out(round.log, here, seat)
        knowing = self._knowing(tuple(sorted(here.gone, key=str)))
        advisor = knowing or self.advisor
        advice = advisor.advise(here.stage, here.cards, here.board, out=out, given_up=here.given_up)
        # Among choices of equal worth the odds have a rule for the best.
        order = sorted(
            (id for id in moves if id in advice.values),
            key=lambda id: (id == advice.best, advice.values[id]),
            reverse=True,
        )
        return DecisionAdvice(
            tuple((moves[id], advice.values[id]) for id in order),
            left_out=here.exposed if knowing else (*here.gone, *here.exposed),
        )

    def _advisor_knowing(self, gone: tuple[Card, ...]) -> TreeAdvisor | None:
        """The advisor for a deck without cards that are gone; None if it would take too long."""
        if not gone:
            return self.advisor
        rules = without_cards(self.rules, gone)
        if seconds_to_advise(rules) > KNOWN_CARDS_SECONDS:
            return None
        return advisor_for(rules)

    def _wagers_out(
        self, log: Iterable[Operation], here: Position, seat: int
    ) -> Mapping[str, Fraction]:
        """What is out in units, as the odds write it; fractions of a cent are not on the table."""
        rules = self.rules
        unit_cents = next(
            entry.cents
            for entry in reversed(tuple(log))
            if isinstance(entry, Bet) and (entry.seat, entry.wager) == (seat, rules.unit)
        )
        sides = rules.wagers_of("side")
        stakes = {id: cents for id, cents in here.stakes_cents.items() if id not in sides}
        out = {id: Fraction(cents, unit_cents) for id, cents in stakes.items()}
        if here.stage not in self.advisor.decisions:
            return out
        alike = [
            way
            for way in self.advisor.histories(here.stage)
            if way.keys() == out.keys()
            and all(abs(way[id] - out[id]) * unit_cents < 1 for id in out)
        ]
        if len(alike) > 1:
            raise PositionError(
                f"decision {here.stage} comes up in {len(alike)} ways with {out_text(out)}, "
                "and the wagers do not tell them apart"
            )
        return alike[0] if alike else out


def open_moves(round: Round, here: Position) -> dict[str, Decide]:
    """The open choices by the names the odds give them, one for each size."""
    choices = {choice.id: choice for choice in round.rules.stage(here.stage).decide}
    moves: dict[str, Decide] = {}
    for legal in round.legal_moves():
        move = legal.move
        if not isinstance(move, Decide) or move.choice not in choices:
            continue
        names = [id for id, _ in choices[move.choice].sized()]
        for id, cents in zip(names, _sizes(legal), strict=True):
            for cards in _given_up(legal, here):
                moves[with_given_up(id, cards)] = Decide(move.seat, move.choice, cents, cards)
    return moves


def _given_up(legal: Legal, here: Position) -> Iterator[tuple[Card, ...]]:
    """Every set of cards that a choice may give up; one empty set if it gives up none."""
    if legal.discards is None:
        yield ()
        return
    for count in legal.discards:
        yield from combinations(here.cards, count)


def _sizes(legal: Legal) -> tuple[int | None, ...]:
    """The amounts of a choice in rising order; for a range its two ends."""
    amounts = legal.amounts
    if amounts is None:
        return (None,)
    return amounts.only or (amounts.least_cents, amounts.most_cents)
