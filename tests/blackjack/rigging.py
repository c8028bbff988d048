"""Rounds of blackjack with chosen cards: say who gets what, and the shoe is put in that order.

Places are written `1` for seat 1's cards, `1/2` for the second hand of seat 1 after a split,
`dealer` and `flop`; cards of a place come in the order written, later ones as they are drawn.
Decisions read `1 hit, 1 stand, 2 insure $5`. Every card that is dealt must have been said, but for
those that are burnt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from tests.ask.rounds import (
    Bet,
    Decide,
    Limits,
    Move,
    NoMoreBets,
    OpenTable,
    PayoutLimits,
    Round,
    Settled,
    Terms,
)
from tests.ask.rules import Money
from tests.golden import bets as bets
from tests.golden import dealt_and_decided, next_place, table_of, whole_deck
from tests.golden import lines as lines

from feltworks.cards import Card, Reveal, parse_cards

GAME = "texas-21"
JACKPOT = "texas-21-jackpot"
SALT = "21" * 32


def table(options: Mapping[str, str] | None = None, game: str = GAME) -> OpenTable:
    return table_of(game, options)


@dataclass
class Rigged:
    """What a round is to look like."""

    cards: Mapping[str, str]
    say: str = ""
    bets: Sequence[Move] = (Bet(1, "blackjack", 1000),)
    options: Mapping[str, str] = field(default_factory=dict)
    jackpot_cents: int = 100_000
    limits: Limits = field(default_factory=Limits)
    under: date | None = None
    policy: Mapping[str, str] = field(default_factory=dict)
    payout_limits: PayoutLimits = field(default_factory=PayoutLimits)
    extra: Sequence[Move] = ()
    game: str = GAME

    @property
    def table(self) -> OpenTable:
        return table(self.options, self.game)

    def terms(self, digest: str | None = None) -> Terms:
        jackpots = dict.fromkeys(self.table.rules.jackpots, self.jackpot_cents)
        return Terms(
            self.limits,
            self.under,
            jackpots,
            dict(self.policy),
            digest,
            payout_limits=self.payout_limits,
        )

    def played(self) -> Round:
        """The round to its end, or to where the decisions end."""
        return self._run(None)[0]

    def with_deck(self) -> tuple[Round, Reveal]:
        """The same round, dealt from a shoe that was committed to by the first scheme."""
        order = whole_deck(self.table.deck, self._run(None)[1])
        reveal = Reveal(SALT, tuple(order), scheme=1)
        return self._run(reveal.digest)[0], reveal

    def _run(self, digest: str | None) -> tuple[Round, list[Card]]:
        round = self.table.open_round(self.terms(digest))
        round = round.play_all([*self.bets, NoMoreBets()])
        wanted = {place: list(parse_cards(text)) for place, text in self.cards.items()}

        def next_card(round: Round) -> Card:
            place = place_name(round)
            assert place == "burn" or wanted.get(place), f"a card is due to {place}"
            return next(iter(round.chances())) if place == "burn" else wanted[place].pop(0)

        decisions = decided(self.say)
        round, order = dealt_and_decided(round, decisions, next_card)
        for move in self.extra:
            round = round.play(move)
        left = {place: cards for place, cards in wanted.items() if cards}
        assert not decisions, f"nobody asked for {decisions[0]}"
        assert not left or round.turn.waits_for != "nothing", f"nobody needed {left}"
        return round, order


def decided(text: str) -> list[Decide]:
    """`1 hit, 2 insure $5` as moves."""
    moves = []
    for one in filter(None, (part.strip() for part in text.split(","))):
        seat, choice, *amount = one.split()
        moves.append(Decide(int(seat), choice, Money.parse(amount[0]).cents if amount else None))
    return moves


def place_name(round: Round) -> str:
    """Where the next card will go, as the cards of a rigged round are named."""
    place = next_place(round)
    if place is None:
        return "burn"
    seat, zone = place
    return zone if seat is None else f"{seat}{zone.removeprefix('cards')}"


def settled(round: Round) -> dict[tuple[int, str], tuple[int, str]]:
    """What each wager won or lost in cents, and by which case or row."""
    return {
        (e.seat, e.wager): (e.net_cents, e.rows[0] if e.rows else e.case)
        for e in round.log
        if isinstance(e, Settled) and not e.tip
    }


def choices(round: Round) -> set[str]:
    """What the seat to decide may do."""
    return {legal.move.choice for legal in round.legal_moves()}
