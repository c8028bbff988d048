"""What the coach tells a player: the causes of advice, reviews, and what wagers are worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from feltworks.cards import Card
from feltworks.players.blackjack import OptimalBlackjack
from feltworks.players.blackjackcauses import BlackjackCauses
from feltworks.players.causes import SAMPLE_SAYS, HandCauses
from feltworks.players.expectation import Expectation
from feltworks.players.review import JudgedDecision, SessionReview, judged, session_review
from feltworks.rules.schema import Rules

__all__ = [
    "SAMPLE_SAYS",
    "BlackjackCoach",
    "JudgedDecision",
    "SessionReview",
    "causes",
    "causes_of_exchange",
    "expected_cents",
    "judged",
    "session_review",
]

Zones = Mapping[str, Sequence[Card]]
"""The cards that a seat sees, by the zone in which they lie."""


def causes(
    rules: Rules, decision: str, zones: Zones, *, gone: Sequence[Card] = ()
) -> tuple[str, ...]:
    """Say in a few sentences what lies behind the values at a position."""
    return HandCauses(rules).lines(decision, zones, gone)


def causes_of_exchange(
    rules: Rules, decision: str, zones: Zones, ways: Sequence[Sequence[Card]]
) -> tuple[str, ...]:
    """Say the same for each way to discard cards, the best first."""
    return HandCauses(rules).exchanged(decision, zones, (), ways)


class BlackjackCoach:
    """The coach of a blackjack game, which is solved once."""

    def __init__(self, rules: Rules) -> None:
        self._advisor = OptimalBlackjack(rules).advisor

    def values(self, cards: Sequence[Card], up: Card) -> Mapping[str, float]:
        """What each choice is worth."""
        return dict(self._advisor.advise(cards, up).values)

    def causes(
        self, cards: Sequence[Card], up: Card, choices: Sequence[str], *, insuring: bool = False
    ) -> tuple[str, ...]:
        """Say what lies behind the values of the choices."""
        told = BlackjackCauses(self._advisor, cards, up)
        return told.lines(choices=choices, insuring=insuring)


def expected_cents(
    rules: Rules,
    stakes_cents: Mapping[str, int],
    jackpots_cents: Mapping[str, int] | None = None,
    *,
    progress: Callable[[str, int, int], None] = lambda what, done, of: None,
) -> Fraction:
    """What these wagers before the deal are worth to a player, with the jackpots as posted."""
    expected = Expectation.counted(rules, jackpots_cents, progress=progress)
    return expected.cents(stakes_cents)
