"""The rules of a blackjack game prepared for dealing: made once, shared by every round."""

from __future__ import annotations

from collections.abc import Iterator

from feltworks.blackjack.hand import POINTS
from feltworks.blackjack.pays import BlackjackPays
from feltworks.cards import Card
from feltworks.errors import FeltworksError
from feltworks.round.core.order import shared_act
from feltworks.round.core.plan import Plan
from feltworks.rules.schema import Rules
from feltworks.rules.schema.stages import DealStep

INSURANCE = "insurance"
"""The wager that insures against a dealer's blackjack."""


class BlackjackError(FeltworksError):
    """Rules that this engine cannot deal."""


class BlackjackPlan(Plan):
    """Everything about a blackjack game that stays the same from round to round."""

    def __init__(self, rules: Rules) -> None:
        refuse_other_games(rules)
        assert rules.blackjack is not None
        super().__init__(rules)
        self.game = rules.blackjack
        self.pays = BlackjackPays(self.game)
        self.main = self.required[0].id
        self.zone = self.player_zones[0]
        self.dealer_zone = self.dealer_zones[0]
        self.cut_at = int(self.deck.size * self.game.penetration.part)
        self.first_cards = self.cards_needed(self.seats)
        refuse_cards(self)
        refuse_early_secrets(self)
        self.burns = (shared_act("burn"),) * self.game.burn
        # Caches the discards that a round was opened with last, and their count by face.
        self.counted: tuple[tuple[Card, ...], int] = ((), 0)
        # From the second on, a seat's hands have zones of their own; no id of a file has a slash.
        numbers = range(1, self.game.split_hands + 1)
        self.hand_zones = {n: self.zone if n == 1 else f"{self.zone}/{n}" for n in numbers}
        self.hand_wagers = {n: self.main if n == 1 else f"{self.main}/{n}" for n in numbers}


def _deals(rules: Rules) -> Iterator[DealStep]:
    for stage in rules.stages:
        yield from stage.deal


def refuse_other_games(rules: Rules) -> None:
    """Raises a `BlackjackError` for rules that need what this engine does not do."""
    if rules.game.mechanism != "blackjack" or rules.blackjack is None:
        raise BlackjackError(
            f"{rules.game.id} is dealt by the mechanism {rules.game.mechanism!r}; "
            "this engine deals only 'blackjack'"
        )
    for stage in rules.stages:
        if stage.decide:
            raise BlackjackError(
                f"stages.{stage.id}.decide has choices; in blackjack only the play itself has"
            )
    last = rules.stages[-1]
    if last.mechanism != "blackjack" or last.if_out:
        raise BlackjackError(
            f"stages.{last.id} ends the round; the last stage must be the one with "
            'mechanism = "blackjack", and without if_out'
        )
    if rules.contests:
        raise BlackjackError("contests are not played beside blackjack; pay tables are")
    if INSURANCE in rules.wagers:
        raise BlackjackError(
            f"wagers.{INSURANCE} has the name of the engine's own wager; call it otherwise"
        )


def refuse_cards(plan: BlackjackPlan) -> None:
    """Raises a `BlackjackError` for cards that blackjack cannot be dealt with."""
    strange = [card for card in plan.deck.faces if card.rank not in POINTS]
    if strange:
        raise BlackjackError(f"{strange[0]} has no value in blackjack; the deck must do without")
    for step in _deals(plan.rules):
        if step.turn is not None and plan.rules.zones[step.turn] == "player":
            raise BlackjackError(
                f"cards of {step.turn} are turned; only the dealer's and the table's may be"
            )
    own = _faces(plan, plan.zone)
    if own not in (["up", "up"], ["down", "down"]):
        raise BlackjackError(
            f"{plan.zone} gets {_faces_text(own)}; a blackjack hand begins with two cards, both "
            "face up or both face down"
        )
    his = _faces(plan, plan.dealer_zone)
    if his != ["up", "down"] and (plan.game.peek or his != ["up"]):
        raise BlackjackError(
            f"{plan.dealer_zone} gets {_faces_text(his)}; the dealer begins with one card face up "
            "and one face down, or where he does not peek with the one face up alone"
        )
    if plan.cut_at < 1:
        raise BlackjackError("blackjack.penetration puts the cut card on top of the shoe")


def _faces(plan: BlackjackPlan, zone: str) -> list[str]:
    """How the zone's cards lie once they are dealt and turned."""
    faces: list[str] = []
    for step in _deals(plan.rules):
        if step.to == zone:
            faces += [step.face or ""] * (step.cards or 0)
        for _ in range(step.cards or 0 if step.turn == zone else 0):
            faces[faces.index("down")] = "up"
    return faces


def _faces_text(faces: list[str]) -> str:
    return ", ".join(f"a card {face}" for face in faces) or "no card"


def refuse_early_secrets(plan: BlackjackPlan) -> None:
    """Raises a `BlackjackError` for a wager whose settling would reveal a secret card."""
    rules = plan.rules
    for stage in rules.stages[:-1]:
        for wager in stage.settles:
            for id in plan.wagers[wager].hands:
                if rules.drawn_from(id).get(plan.dealer_zone, 0) > 1:
                    raise BlackjackError(
                        f"stages.{stage.id}.settles {wager} on the dealer's face-down card, which "
                        "nobody may know by then"
                    )
