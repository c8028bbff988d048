"""What a player at a ring table knows when he has to decide, and advice that follows from it.

The position is taken from the player's own view alone. The advice is his part of the pot against
what it costs to stay in: the others' cards are taken as random, whatever they have bet. Against one
or two of them the part is counted; against more it is sampled and comes with its standard error.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from feltworks.odds.equity import PotHand, UncountableError, equity, sampled_equity
from feltworks.players.advice import DecisionAdvice
from feltworks.ring.betting import BET, CALL, RAISE
from feltworks.ring.operations import Anted, PaidBack, Posted, Uncalled, Wagered
from feltworks.round.moves import Decide, SitIn
from feltworks.round.operations import Dealt, Folded, StageBegun, Turned
from feltworks.round.viewers import player
from feltworks.round.views import view

if TYPE_CHECKING:
    from feltworks.cards import Card
    from feltworks.odds.equity import Share
    from feltworks.round.contract import Legal, Round
    from feltworks.round.views import View
    from feltworks.rules.schema import Rules

SAMPLED_DEALS = 20_000


@dataclass(frozen=True, slots=True)
class Rival:
    """Another player still in the game: his calls and raises in the first betting round, and his
    raises since."""

    seat: int
    called: int
    raised: int
    raised_later: int


@dataclass(frozen=True, slots=True)
class RingPosition:
    """The seat to act: its cards, the board, the pot, its rivals, and what it may do.

    `pot_cents` is what the seat can win: of every other player's chips as many as it has put in
    itself once it has called. The rest makes side pots that it does not play for.
    """

    seat: int
    own: tuple[Card, ...]
    board: tuple[Card, ...]
    pot_cents: int
    rivals: tuple[Rival, ...]
    legal: dict[str, Legal] = field(repr=False)

    @property
    def call_cents(self) -> int:
        """What it costs to stay in; 0 if checking is free."""
        call = self.legal.get(CALL)
        return call.amounts.least_cents if call is not None and call.amounts is not None else 0

    @property
    def raising(self) -> Legal | None:
        """The bet or raise that is open, if any."""
        return self.legal.get(BET) or self.legal.get(RAISE)


def ring_position(view: View, pot: PotHand) -> RingPosition:
    """The position of the viewer, whose turn it is."""
    seat = view.turn.seat
    assert seat is not None and view.legal, "only the player whose turn it is decides"
    legal = {each.move.choice: each for each in view.legal if isinstance(each.move, Decide)}
    return RingPosition(
        seat,
        _own_cards(view, pot, seat),
        _board(view, pot),
        _pot_within_reach(view, seat, legal.get(CALL)),
        tuple(_rivals(view, seat)),
        legal,
    )


def _pot_within_reach(view: View, seat: int, call: Legal | None) -> int:
    """The chips in the middle that the seat plays for when it calls, dead ones included."""
    paid: Counter[int] = Counter()
    dead: Counter[int] = Counter()
    for entry in view.log:
        if isinstance(entry, Posted) and entry.dead:
            dead[entry.seat] += entry.cents
        elif isinstance(entry, Anted | Posted | Wagered):
            paid[entry.seat] += entry.cents
        elif isinstance(entry, Uncalled):
            paid[entry.seat] -= entry.cents
        elif isinstance(entry, PaidBack):
            paid[entry.seat] = dead[entry.seat] = 0
    reach = paid[seat]
    if call is not None and call.amounts is not None:
        reach += call.amounts.least_cents
    return sum(min(cents, reach) for cents in paid.values()) + dead.total()


def _own_cards(view: View, pot: PotHand, seat: int) -> tuple[Card, ...]:
    """The seat's cards in the order the hand draws on its zones."""
    wanted = pot.book.rules.hands[pot.id].from_
    own: list[Card] = []
    for zone in pot.own_zones:
        dealt = [
            entry.card
            for entry in view.log
            if isinstance(entry, Dealt) and (entry.seat, entry.zone) == (seat, zone) and entry.card
        ]
        own += dealt[: wanted[zone]]
    return tuple(own)


def _board(view: View, pot: PotHand) -> tuple[Card, ...]:
    board: list[Card] = []
    for entry in view.log:
        if isinstance(entry, Dealt) and entry.seat is None and entry.card is not None:
            board.append(entry.card)
        elif isinstance(entry, Turned):
            board += entry.cards
    return tuple(board[: pot.board_cards])


def _rivals(view: View, seat: int) -> list[Rival]:
    out = {entry.seat for entry in view.log if isinstance(entry, Folded | PaidBack)}
    called: Counter[int] = Counter()
    raised: Counter[int] = Counter()
    later: Counter[int] = Counter()
    rounds, waiting = 0, False
    for entry in view.log:
        if isinstance(entry, StageBegun):
            waiting = True
        elif isinstance(entry, Decide):
            rounds += waiting
            waiting = False
            if entry.choice in (BET, RAISE):
                (raised if rounds == 1 else later)[entry.seat] += 1
            elif entry.choice == CALL and rounds == 1:
                called[entry.seat] += 1
    return [
        Rival(entry.seat, called[entry.seat], raised[entry.seat], later[entry.seat])
        for entry in view.log
        if isinstance(entry, SitIn) and entry.seat != seat and entry.seat not in out
    ]


@dataclass(frozen=True, slots=True)
class PotAdvice:
    """`share` against `rivals` random hands; `price` is the part of the pot that a call costs."""

    share: Share
    rivals: int
    pot_cents: int
    call_cents: int

    @property
    def price(self) -> Fraction:
        """The part of the pot a call must win on average to pay for itself."""
        if not self.call_cents:
            return Fraction(0)
        return Fraction(self.call_cents, self.pot_cents + self.call_cents)

    @property
    def pays(self) -> bool:
        """Whether staying in pays for itself against random hands."""
        return self.share.part >= self.price


def advise(view: View, pot: PotHand, *, seed: int = 0) -> PotAdvice:
    """What the player whose view and turn it is should know."""
    here = ring_position(view, pot)
    rivals = len(here.rivals)
    try:
        share = equity(pot, [here.own], here.board, unknown_hands=rivals)[0]
    except UncountableError:
        share = sampled_equity(
            pot, [here.own], here.board, unknown_hands=rivals, deals=SAMPLED_DEALS, seed=seed
        )[0]
    return PotAdvice(share, rivals, here.pot_cents, here.call_cents)


class PotAdvisor:
    """Advises every seat of a game from its own view."""

    def __init__(self, rules: Rules) -> None:
        self.pot = PotHand.of(rules)

    def weigh(self, round: Round, seat: int) -> DecisionAdvice:
        return DecisionAdvice(pot=advise(view(round, player(seat)), self.pot))
