"""The rules of a game between players, prepared for dealing: made once, shared by every round."""

from __future__ import annotations

from datetime import date

from feltworks.cards import SEALED
from feltworks.errors import FeltworksError
from feltworks.ring.stakes import Stakes, stakes_for
from feltworks.round.core.plan import FaceCount, Plan
from feltworks.round.terms import Limits, Terms
from feltworks.rules.schema import Rules
from feltworks.rules.schema.mechanisms import Ring


class RingError(FeltworksError):
    """Rules that this engine cannot deal."""


class RingPlan(Plan):
    """Everything about a game that stays the same from round to round.

    `first_to_act` says for each stage who opens its betting round, None if it has none. With
    `sealed` the deck may also give sealed cards, for rounds shown to those who may not know every
    hand. `loose_raises` is for rounds that were dealt before raises were corrected: see
    `ring.betting`.
    """

    def __init__(self, rules: Rules, *, loose_raises: bool = False, sealed: bool = False) -> None:
        self.ring = _refuse_other_engines(rules)
        super().__init__(rules)
        self.loose_raises = loose_raises
        if sealed:
            self.faces[SEALED] = FaceCount(8 * len(self.faces), self.deck.size)
        self.hand = self.ranked[self.ring.hand]
        self.first_to_act = tuple(
            stage.first_to_act if stage.mechanism == "betting-round" else None
            for stage in rules.stages
        )
        self.betting_rounds = sum(opens is not None for opens in self.first_to_act)
        self._stakes: dict[tuple[Limits, date | None], Stakes] = {}

    def stakes(self, terms: Terms) -> Stakes:
        """Blinds, antes and bets on those terms; raises a `TermsError` if they are not possible."""
        key = (terms.limits, terms.under)
        known = self._stakes.get(key)
        if known is None:
            known = self._stakes[key] = stakes_for(self.ring, terms, self.betting_rounds)
        return known


def _refuse_other_engines(rules: Rules) -> Ring:
    """The ring's own section; raises a `RingError` for rules that no ring can deal."""
    if rules.ring is None or rules.game.mechanism != "ring":
        raise RingError(
            f"{rules.game.id} is dealt by the mechanism {rules.game.mechanism!r}; "
            "players play each other only in 'ring'"
        )
    for zone, owner in rules.zones.items():
        if owner == "dealer":
            raise RingError(f"zones.{zone} is the dealer's, who has no hand between players")
    for stage in rules.stages:
        for key in ("decide", "while_not_out", "if_out", "settles"):
            if getattr(stage, key):
                raise RingError(
                    f"stages.{stage.id}.{key} is stated; a stage between players deals cards and "
                    "has a betting round, nothing else"
                )
    for key in ("tips", "tuck"):
        if getattr(rules.table, key):
            raise RingError(f"table.{key} is stated; between players there is no such thing")
    if rules.jackpots:
        raise RingError(
            f"jackpots.{next(iter(rules.jackpots))} is stated; a side wager beside the pot pays "
            "odds or fixed sums"
        )
    return rules.ring
