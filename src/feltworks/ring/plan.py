"""The rules of a game between players, worked out for dealing: made once, shared by every round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.errors import FeltworksError
from feltworks.ring.reading import HandReader
from feltworks.ring.stageplan import StagePlan
from feltworks.ring.stakes import Stakes, stakes_for
from feltworks.rules.handbook import Handbook

if TYPE_CHECKING:
    from datetime import date

    from feltworks.round.terms import Limits, Terms
    from feltworks.rules.schema import Rules
    from feltworks.rules.schema.mechanisms import Ring


class RingError(FeltworksError):
    """Rules that this engine does not deal."""


class RingPlan:
    """Everything about a game that stays the same from round to round."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.ring = _refuse_other_engines(rules)
        self.book = Handbook(rules)
        self.deck = self.book.deck
        self.seats = rules.table.seats
        self.hand = HandReader(self.book, self.ring.hand)
        self.stages = tuple(
            StagePlan(
                stage,
                dict(rules.zones),
                rules.table.dealing == "hand-at-a-time",
                stage.first_to_act if stage.mechanism == "betting-round" else None,
            )
            for stage in rules.stages
        )
        self.betting_rounds = sum(stage.opens is not None for stage in self.stages)
        self.player_zones = tuple(z for z, owner in rules.zones.items() if owner == "player")
        self.side_wagers = {id: self._side_hands(id) for id in rules.offer.side_wagers}
        self.side_hands = {
            id: HandReader(self.book, id)
            for id in {hand for hands in self.side_wagers.values() for hand in hands}
        }
        # Eight bits of one integer count how often each face has been dealt: where, and up to what.
        self.faces = {
            face: (8 * at, copies)
            for at, (face, copies) in enumerate(zip(self.deck.faces, self.deck.copies, strict=True))
        }
        self._cards_needed = [
            sum(stage.cards_needed(players) for stage in self.stages)
            for players in range(self.seats + 1)
        ]
        self._stakes: dict[tuple[Limits, date | None], Stakes] = {}

    def stakes(self, terms: Terms) -> Stakes:
        """Blinds, antes and bets on those terms; a `TermsError` where they cannot be."""
        key = (terms.limits, terms.under)
        known = self._stakes.get(key)
        if known is None:
            known = self._stakes[key] = stakes_for(self.ring, terms, self.betting_rounds)
        return known

    def cards_needed(self, players: int) -> int:
        """How many cards a game of so many players takes at most."""
        return self._cards_needed[players]

    def _side_hands(self, wager: str) -> tuple[str, ...]:
        """The hands that a side wager's pay tables look up."""
        pays = [pay for cell in self.rules.settle[wager].cells.values() for pay in cell]
        tables = {table for pay in pays for table in pay.all_tables}
        return tuple(sorted({self.rules.pays[table].hand for table in tables}))


def _refuse_other_engines(rules: Rules) -> Ring:
    """The ring's own section; a `RingError` for rules that ask for what no ring has."""
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
