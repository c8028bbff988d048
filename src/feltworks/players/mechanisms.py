"""What each mechanism means to players, under its name: the advisor, and the causes it explains."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from feltworks.blackjack.choices import DECLINE
from feltworks.players.advice import DecisionAdvisor
from feltworks.players.blackjack import OptimalBlackjack
from feltworks.players.blackjackcauses import BlackjackCauses
from feltworks.players.optimal import Optimal, position
from feltworks.players.ring.advice import PotAdvisor
from feltworks.round import Decide, Round, player
from feltworks.round.views import view
from feltworks.rules.schema import Rules

if TYPE_CHECKING:
    from feltworks.blackjack import BlackjackRound


WAYS_TOLD = 2
"""For how many ways to exchange cards the coach says what they lead to."""


def no_causes(
    advisor: DecisionAdvisor, round: Round, seat: int, hands: Iterable[int]
) -> tuple[str, ...]:
    """No sentences: without values there is nothing to explain."""
    return ()


def table_causes(
    advisor: DecisionAdvisor, round: Round, seat: int, hands: Iterable[int]
) -> tuple[str, ...]:
    """What beats the seat's hand, and what it may become."""
    assert isinstance(advisor, Optimal)
    known = player(seat, *hands)
    felt, zones = view(round, known).felt, round.rules.zones
    seen = {
        zone: [each.card for each in lying if each.card is not None]
        for zone in zones
        for lying in [felt.cards.get((seat, zone)) or felt.cards.get((None, zone)) or []]
    }
    here = position(round, seat, hands=hands)
    gone = (*here.gone, *here.given_up)
    if any(choice.discard is not None for choice in round.rules.stage(here.stage).decide):
        weighed = advisor.weigh(round, seat, hands=hands).choices[:WAYS_TOLD]
        ways = [[card for card in move.cards if card is not None] for move, _ in weighed]
        return advisor.causes.exchanged(here.stage, seen, gone, ways)
    return advisor.causes.lines(here.stage, seen, gone)


def blackjack_causes(
    advisor: DecisionAdvisor, round: Round, seat: int, hands: Iterable[int]
) -> tuple[str, ...]:
    """What the next card does, the dealer's chances, and how each choice ends."""
    assert isinstance(advisor, OptimalBlackjack)
    at = cast("BlackjackRound", round)
    if at.hand is None or at.dealer_shows is None:
        return ()
    moves = [legal.move for legal in round.legal_moves()]
    choices = [move.choice for move in moves if isinstance(move, Decide)]
    hand = at.hand
    told = BlackjackCauses(advisor.advisor, hand.cards, at.dealer_shows, is_free=hand.is_free)
    return told.lines(insuring=DECLINE in choices, choices=choices)


@dataclass(frozen=True, kw_only=True)
class PlayersMechanism:
    """`advisor` makes an advisor for a game's rules, which takes long if the game is solved first.

    `causes` explains in a few sentences the values of the seat to decide, by what the seats of its
    player see; it is given that advisor.
    """

    advisor: Callable[[Rules], DecisionAdvisor]
    causes: Callable[[DecisionAdvisor, Round, int, Iterable[int]], tuple[str, ...]] = no_causes


MECHANISMS: Mapping[str, PlayersMechanism] = {
    "table": PlayersMechanism(advisor=Optimal, causes=table_causes),
    "blackjack": PlayersMechanism(advisor=OptimalBlackjack, causes=blackjack_causes),
    "ring": PlayersMechanism(advisor=PotAdvisor),
}
