"""A round being bet on or played at a table: who is in it, and what clients have been sent of it.

Clients number the log from 0. If it is restarted, because wagers were changed before the deal,
`epoch` changes and every client gets it from the start.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from typing import Any

from feltworks.cards import Opening, Reveal
from feltworks.pit import TableDeck
from feltworks.pit.holding import MadeHand, made_hands
from feltworks.round import Amounts, Legal, NotAllowed, Operation, Reason, Round, Terms, Turn
from feltworks.round.contract import OVER
from feltworks.round.moves import Bet, Button, Decide, Move, NoMoreBets, SitIn, Tip
from feltworks.round.operations import StageBegun
from feltworks.round.sealing import open_places
from feltworks.round.viewers import SPECTATOR, Viewer, player
from feltworks.rules.handbook import Handbook
from feltworks.web.floor.cashier import FinishedRound
from feltworks.web.floor.coach import Weighing
from feltworks.web.floor.felt import SeenFelt, event

Spot = tuple[str, int, str]


_EPOCHS = count(1)


@dataclass(frozen=True, slots=True)
class Decision:
    """The question to a seat. A bot or the coach may answer when another seat is already asked."""

    live: LiveRound
    turn: int
    seat: int
    round: Round


@dataclass(frozen=True, slots=True)
class MadeDecision:
    """A decision that was made, and the round before it."""

    turn: int
    stage: str | None
    move: Decide
    before: Round


@dataclass(frozen=True, slots=True)
class PastDecision:
    """A decision of a round that is over. Of the round before it only its moves are kept, which all
    decisions of a round share: a table remembers hundreds for each guest."""

    move: Decide
    open_round: Callable[[Terms], Round]
    terms: Terms
    moves: tuple[Move, ...]
    """Of the whole round."""
    count: int
    """How many of them came before."""

    @property
    def before(self) -> Round:
        """The round before the decision, played again."""
        return self.open_round(self.terms).play_all(self.moves[: self.count])


class Wagers:
    """The wagers of one round before its deal; each property is computed once.

    `sizes` keeps the sizes that every wager could have when it was last offered.
    """

    def __init__(
        self, round: Round, fresh: Callable[[], Round], sizes: dict[Spot, Amounts]
    ) -> None:
        self.round = round
        self.sizes = sizes
        self._fresh = fresh
        self._misfits: dict[tuple[int, ...], Reason | None] = {}

    @cached_property
    def opening(self) -> list[Move]:
        """The moves that opened the round for its seats."""
        return [move for move in self.round.moves if isinstance(move, SitIn | Button)]

    @cached_property
    def out(self) -> list[Bet | Tip]:
        """The wagers that were not taken back, in an order in which they can be made again."""
        out: dict[Spot, Bet | Tip] = {}
        for move in self.round.moves:
            if isinstance(move, Bet) and not move.cents:
                out.pop(("Bet", move.seat, move.wager), None)
                out.pop(("Tip", move.seat, move.wager), None)
            elif isinstance(move, Bet | Tip):
                out[spot_of(move)] = move
        return list(out.values())

    @cached_property
    def offers(self) -> tuple[Legal, ...]:
        """The wagers that may be placed."""
        offers = self.round.legal_moves()
        for legal in offers:
            if isinstance(legal.move, Bet | Tip) and legal.amounts is not None:
                self.sizes[spot_of(legal.move)] = legal.amounts
        return offers

    def of(self, seats: Collection[int]) -> list[Bet | Tip]:
        """What those seats have out."""
        return [move for move in self.out if move.seat in seats]

    def misfit(self, seats: Sequence[int]) -> Reason | None:
        """Why those seats cannot be dealt to with their wagers."""
        asked = tuple(seats)
        if asked not in self._misfits:
            self._misfits[asked] = None
            try:
                self._fresh().play_all([*self.opening, *self.of(seats), NoMoreBets()])
            except NotAllowed as refused:
                self._misfits[asked] = refused.reason
        return self._misfits[asked]


@dataclass
class LiveRound:
    """The round in its present state, and what clients have been sent of it.

    `players` are those whose stakes are in it; what a guest may see depends on them, and not on who
    sits there now. `dealt_in` are the seats that take part, with chips of their own, before anybody
    bets; none if wagers open the round. `turn` counts decisions, `weighed` is the coach's result
    for them. `finished` is the round at its end, which nobody sees before it is booked; `to_book`
    is what the books are told of it, and the deck that follows.
    """

    open_round: Callable[[Terms], Round]
    terms: Terms
    round: Round
    players: dict[int, str] = field(default_factory=dict)
    finished: Round | None = None
    to_book: tuple[FinishedRound, TableDeck] | None = None
    turn: int = 0
    epoch: int = field(default_factory=lambda: next(_EPOCHS))
    weighed: dict[int, Weighing] = field(default_factory=dict)
    decided: list[MadeDecision] = field(default_factory=list)
    dealt_in: frozenset[int] = field(init=False)
    _wagers: Wagers | None = None
    _sizes: dict[Spot, Amounts] = field(default_factory=dict)
    _events: dict[int, tuple[Operation, dict[str, Any]]] = field(default_factory=dict)
    _seen: dict[Viewer, SeenFelt] = field(default_factory=dict)
    _openings: dict[Viewer, tuple[Opening, ...]] = field(default_factory=dict)
    _made: dict[Viewer, tuple[MadeHand, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        sitting = [move.seat for move in self.round.moves if isinstance(move, SitIn)]
        self.dealt_in = frozenset(sitting)

    # --- before the deal --------------------------------------------------------------------

    @property
    def wagers(self) -> Wagers:
        if self._wagers is None or self._wagers.round is not self.round:
            self._wagers = Wagers(self.round, self._fresh, self._sizes)
        return self._wagers

    def _fresh(self) -> Round:
        return self.open_round(self.terms)

    @property
    def is_wanted(self) -> bool:
        """Whether there is anybody to deal to."""
        return bool(self.dealt_in) or any(isinstance(bet, Bet) for bet in self.wagers.out)

    def put_out(self, move: Bet | Tip) -> None:
        """Places, changes or takes back a wager."""
        try:
            self.round = self.round.play(move)
        except NotAllowed as refused:
            if refused.reason.rule != "already-out" or not move.cents:
                raise
            same = spot_of(move)
            out = [move if spot_of(each) == same else each for each in self.wagers.out]
            self.round = self._begun_again(out)

    def without(self, seats: Collection[int]) -> None:
        """Takes back all wagers of those seats."""
        out = [move for move in self.wagers.out if move.seat not in seats]
        self.round = self._begun_again(out)

    def closed(self) -> Round:
        """The round with the betting closed, without withdrawn wagers."""
        wagers = self.wagers
        if len(wagers.opening) + len(wagers.out) == len(self.round.moves):
            return self.round.play(NoMoreBets())
        return self._begun_again([*wagers.out, NoMoreBets()])

    def _begun_again(self, moves: Sequence[Move]) -> Round:
        after = self._fresh().play_all([*self.wagers.opening, *moves])
        self.epoch = next(_EPOCHS)
        self._events.clear()
        self._seen.clear()
        return after

    def sizes_of(self, out: Bet | Tip) -> Amounts | None:
        """The sizes that a placed wager could have had when it was offered."""
        _ = self.wagers.offers
        return self._sizes.get(spot_of(out))

    def deal_on(self, terms: Terms) -> None:
        """Replaces the terms before the deal, when more of the deck is known."""
        self.terms = terms
        self.round = self._begun_again(self.wagers.out)

    # --- in play ----------------------------------------------------------------------------

    @property
    def decides(self) -> int | None:
        """The seat that must decide now."""
        turn = self.waits
        return turn.seat if turn.waits_for == "decision" else None

    def asks(self, guest: str | None) -> bool:
        """Whether this guest must decide now."""
        seat = self.decides
        return guest is not None and seat is not None and self.players.get(seat) == guest

    @property
    def waits(self) -> Turn:
        """What the round waits for, as everybody sees it; at its end only for the books."""
        return self.round.turn if self.finished is None else OVER

    @property
    def at_its_end(self) -> Round:
        """The round as far as it was played, including what nobody was shown yet."""
        return self.finished or self.round

    def goes_on(self, after: Round) -> None:
        """Takes the round after a move; a finished round is kept apart until it is booked."""
        if after.turn.waits_for == "nothing":
            self.finished = after
        else:
            self.round = after

    def booked(self, round: Round) -> None:
        """Takes the finished round as it was booked."""
        self.round, self.finished = round, None

    @property
    def decision(self) -> Decision | None:
        """The question to the seat that must decide."""
        seat = self.decides
        return None if seat is None else Decision(self, self.turn, seat, self.round)

    def made(self, move: Decide, after: Round) -> None:
        """Notes a decision, and the round after it."""
        stages = (e.stage for e in reversed(self.round.log) if isinstance(e, StageBegun))
        self.decided.append(MadeDecision(self.turn, next(stages, None), move, self.round))
        self.goes_on(after)
        self.turn += 1

    def past_decisions(
        self, seats: Collection[int]
    ) -> Iterator[tuple[PastDecision, Weighing | None]]:
        """What those seats have decided, as far as it was weighed, once the round is over."""
        moves = self.at_its_end.moves
        for made in self.decided:
            if made.move.seat in seats:
                before = made.before
                past = PastDecision(
                    made.move, self.open_round, before.terms, moves, len(before.moves)
                )
                yield past, self.weighed.get(made.turn)

    # --- as it is told ----------------------------------------------------------------------

    def seats_of(self, guest: str | None) -> list[int]:
        """The seats that a guest plays in this round."""
        return [seat for seat, name in self.players.items() if name == guest]

    def seen(self, guest: str | None) -> SeenFelt:
        """What a guest has seen of the log so far; guests with the same view share it."""
        seats = self.seats_of(guest)
        viewer = player(*seats) if seats else SPECTATOR
        known = self._seen.get(viewer)
        if known is None:
            known = self._seen[viewer] = SeenFelt(viewer)
        return known

    def openings(self, deck: Reveal, guest: str | None) -> tuple[Opening, ...]:
        """The cards that were shown, and the guest's own, each with its proof; computed once."""
        viewer = self.seen(guest).viewer
        if viewer not in self._openings:
            places = sorted(open_places(self.round.log, viewer))
            self._openings[viewer] = deck.openings(places, self.terms.seeds)
        return self._openings[viewer]

    def hands_made(self, book: Handbook, guest: str | None) -> tuple[MadeHand, ...]:
        """The hands that decided the round, as far as a guest knows them."""
        seen = self.seen(guest)
        if seen.viewer not in self._made:
            self._made[seen.viewer] = tuple(made_hands(book, seen.log))
        return self._made[seen.viewer]

    def event(self, n: int, entry: Operation, dealers: Operation) -> dict[str, Any]:
        """An entry as JSON; one that is seen as the dealer sees it is converted once."""
        if entry is not dealers:
            return event(n, entry)
        known = self._events.get(n)
        if known is None or known[0] is not entry:
            known = self._events[n] = (entry, event(n, entry))
        return known[1]


def spot_of(move: Bet | Tip) -> Spot:
    """Where a wager lies."""
    return type(move).__name__, move.seat, move.wager
