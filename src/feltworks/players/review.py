"""A session looked back on: how many decisions were the best, what the others cost, and which kinds
of decision are worth practising.

A kind of decision is a moment of the game with what was done there and what was better: folding on
the flop where a bet was better. The kinds that cost most come first, each with its costliest hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from feltworks.cards import Card, join_cards
from feltworks.round.moves import Bet, Decide
from feltworks.round.operations import StageBegun
from feltworks.round.viewers import player
from feltworks.round.views import view
from feltworks.rules.amounts import number_text

if TYPE_CHECKING:
    from feltworks.round.contract import Round

Weighed = Sequence[tuple[Decide, Fraction | float]]
MOST_TO_PRACTISE = 3


class JudgedDecision(NamedTuple):
    """What was chosen and what was best; `cost` is in units, `cards` and `board` what was seen."""

    stage: str
    chose: str
    best: str
    cost: Fraction | float
    cost_cents: int
    cards: str
    board: str

    @property
    def is_best(self) -> bool:
        return self.cost <= 0


def judged(round: Round, move: Decide, choices: Weighed) -> JudgedDecision | None:
    """A move made in that round, compared with the values of its choices, the best first.

    None if the move has no value of its own.
    """
    alike = [
        (each, value)
        for each, value in choices
        if each.choice == move.choice and move.cents in (None, each.cents)
    ]
    # Cards given up are weighed one set at a time; cards set to be played are always the best.
    if any(each.cards for each, _ in alike):
        alike = [some for some in alike if set(some[0].cards) == set(move.cards)]
    if not alike:
        return None
    best, most = choices[0]
    cost = most - alike[0][1]
    own, board = seen_cards(round, move.seat)
    stages = (entry.stage for entry in reversed(round.log) if isinstance(entry, StageBegun))
    stage = next(stages, "")
    names = [each.name or each.id for each in round.rules.stages if each.id == stage]
    unit_cents = _unit_cents(round, move.seat)

    def named(decision: Decide) -> str:
        """Name the choice; state its amount in bets if there are several, and its cards if any."""
        amounts = {each.cents for each, _ in choices if each.choice == decision.choice}
        words = [decision.choice]
        if len(amounts) > 1 and decision.cents and unit_cents:
            multiple = number_text(Fraction(decision.cents, unit_cents))
            words.append(f"{multiple} x {round.rules.unit}")
        return " ".join([*words, *(str(card) for card in decision.cards if card is not None)])

    return JudgedDecision(
        (names or [stage])[0].replace("-", " "),
        named(replace(move, cents=alike[0][0].cents)),
        named(best),
        cost,
        _cents(cost, unit_cents),
        join_cards(own),
        join_cards(board),
    )


def _cents(cost: Fraction | float, unit_cents: int) -> int:
    """Round a cost to cents; in `judged` the name `round` is taken by the round of play."""
    return round(cost * unit_cents)


def _unit_cents(at: Round, seat: int) -> int:
    """Return what the seat has on the wager that is the unit of values."""
    bets = (
        move.cents
        for move in at.moves
        if isinstance(move, Bet) and (move.seat, move.wager) == (seat, at.rules.unit)
    )
    return next(bets, 0)


def seen_cards(round: Round, seat: int) -> tuple[list[Card], list[Card]]:
    """The seat's own cards and those that lie open and are nobody's or the dealer's."""
    own: list[Card] = []
    board: list[Card] = []
    for (whose, _), lying in view(round, player(seat)).felt.cards.items():
        cards = [each.card for each in lying if each.card is not None]
        if whose == seat:
            own += cards
        elif whose is None:
            board += cards
    return own, board


class PracticePoint(NamedTuple):
    """A kind of decision that was played wrong `times` times, with the hand that cost most."""

    example: JudgedDecision
    times: int
    cost_cents: int

    def __str__(self) -> str:
        each = self.example
        board = f" with {each.board} open" if each.board else ""
        again = "" if self.times == 1 else f", {self.times} times"
        where = f"{each.stage.capitalize()}: " if each.stage else ""
        return (
            f"{where}{each.chose} where {each.best} was better{again}, {each.cards}{board} for one"
        )


class SessionReview(NamedTuple):
    """`right` of the `decisions` were the best; the others cost `cost_cents` on average."""

    decisions: int
    right: int
    cost_cents: int
    practise: tuple[PracticePoint, ...]

    @property
    def accuracy(self) -> float:
        return self.right / self.decisions if self.decisions else 1.0


def session_review(decisions: Iterable[JudgedDecision]) -> SessionReview:
    """The review of a session's decisions."""
    made = list(decisions)
    kinds: dict[tuple[str, str, str], list[JudgedDecision]] = {}
    for each in made:
        if not each.is_best:
            kinds.setdefault((each.stage, each.chose, each.best), []).append(each)
    points = [
        PracticePoint(
            max(some, key=lambda each: each.cost_cents),
            len(some),
            sum(each.cost_cents for each in some),
        )
        for some in kinds.values()
    ]
    points.sort(key=lambda point: -point.cost_cents)
    return SessionReview(
        len(made),
        sum(each.is_best for each in made),
        sum(each.cost_cents for each in made),
        tuple(points[:MOST_TO_PRACTISE]),
    )
