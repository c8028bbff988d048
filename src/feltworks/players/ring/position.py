"""What a player at a ring table knows when he has to decide, taken from his own view alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from feltworks.ring.betting import BET, CALL, RAISE
from feltworks.ring.operations import Anted, PaidBack, Posted, Uncalled, Wagered
from feltworks.round.moves import Decide, SitIn
from feltworks.round.operations import Dealt, Folded, StageBegun, Turned

if TYPE_CHECKING:
    from feltworks.cards import Card
    from feltworks.odds.equity import PotHand
    from feltworks.round.contract import Legal
    from feltworks.round.views import View


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
    """The seat to act: its cards, the board, the pot, who is against it, and what it may do.

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
        """What it costs to stay in; nothing where checking is free."""
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
