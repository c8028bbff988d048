"""What is known when: the stages of a rules file read as levels.

Level by level the player learns cards: his own first, then open cards, which together
are called the board, whoever may use them. The dealer's face-down cards come last of
all. A stage without a decision belongs to the level after it.
"""

from __future__ import annotations

from dataclasses import dataclass

from feltworks.odds.errors import OddsRefused
from feltworks.odds.keys import KeysUsed
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules
from feltworks.rules.schema.stages import Deal, Stage


@dataclass(frozen=True)
class Level:
    """A moment of knowledge: so many board cards lie open, and this stage decides, if any."""

    board: int
    stage: Stage | None


@dataclass(frozen=True)
class Plan:
    """A round as the solver sees it."""

    book: Handbook
    hole_zone: str
    hole: int
    board_zone: str | None
    dealer_zone: str | None
    hidden: int
    levels: tuple[Level, ...]

    @property
    def board(self) -> int:
        return self.levels[-1].board

    def zone_cards(self, zone: str) -> int:
        """How many cards lie in a zone at the end."""
        total = self.hole if zone == self.hole_zone else 0
        total += self.board if zone == self.board_zone else 0
        return total + (self.hidden if zone == self.dealer_zone else 0)


class _Dealing:
    """Follows the cards through the stages."""

    def __init__(self, rules: Rules, keys: KeysUsed) -> None:
        self.rules = rules
        self.keys = keys
        self.hole_zone: str | None = None
        self.hole = 0
        self.board_zone: str | None = None
        self.board = 0
        self.face_down: dict[str, int] = {}
        self.dealer_zone: str | None = None
        self.hidden = 0
        self.levels: list[Level] = []

    def read(self, stage: Stage) -> None:
        for number, deal in enumerate(stage.deal):
            key = f"stages.{stage.id}.deal.{number}"
            self._deal(key, deal)
            self.keys.use(key)
        for part in ("mechanism", "if_out", "settles"):
            if getattr(stage, part):
                raise OddsRefused(f"stages.{stage.id}.{part}", "the solver cannot weigh this yet")
        if stage.decide:
            self.levels.append(Level(self.board, stage))

    def _deal(self, key: str, deal: Deal) -> None:
        if deal.burn is not None:
            return
        assert deal.cards is not None
        if deal.turn is not None:
            self._open(key, deal.turn, deal.cards)
            self.face_down[deal.turn] = self.face_down.get(deal.turn, 0) - deal.cards
            return
        assert deal.to is not None
        owner = self.rules.zones[deal.to]
        if owner == "player":
            self._to_player(key, deal, deal.cards)
        elif deal.face == "up":
            self._open(key, deal.to, deal.cards)
        elif owner == "dealer":
            if self.dealer_zone not in (None, deal.to):
                raise OddsRefused(key, "a dealer with cards in two zones is not weighed yet")
            self.dealer_zone = deal.to
            self.hidden += deal.cards
        else:
            self.face_down[deal.to] = self.face_down.get(deal.to, 0) + deal.cards

    def _to_player(self, key: str, deal: Deal, cards: int) -> None:
        if deal.face == "blind":
            raise OddsRefused(key, "cards the player may not look at are not weighed yet")
        if self.levels:
            raise OddsRefused(key, "cards to the player after a decision are not weighed yet")
        if self.hole_zone not in (None, deal.to):
            raise OddsRefused(key, "the player has cards in two zones, which is not weighed yet")
        self.hole_zone = deal.to
        self.hole += cards

    def _open(self, key: str, zone: str, cards: int) -> None:
        if self.rules.zones[zone] == "player":
            raise OddsRefused(key, "player's cards turned up later are not weighed yet")
        if self.board_zone not in (None, zone):
            raise OddsRefused(key, "open cards in two zones are not weighed yet")
        if zone == self.dealer_zone and self.face_down.get(zone) is None and self.hidden:
            self.face_down[zone] = 0
        self.board_zone = zone
        self.board += cards


def make_plan(rules: Rules, book: Handbook, keys: KeysUsed) -> Plan:
    """Read the stages, or refuse by the name of the key that cannot be weighed."""
    if rules.game.mechanism != "table":
        raise OddsRefused(
            "game.mechanism", f"the solver weighs table games, not {rules.game.mechanism}"
        )
    dealing = _Dealing(rules, keys)
    for stage in rules.stages:
        dealing.read(stage)
    if dealing.hole_zone is None:
        raise OddsRefused("stages", "the player gets no cards")
    if any(count > 0 for count in dealing.face_down.values()):
        raise OddsRefused("stages", "face-down table cards that are never turned are not weighed")
    levels = dealing.levels
    if not levels or levels[-1].board < dealing.board:
        levels.append(Level(dealing.board, None))
    uses_dealer = bool(rules.contests)
    if not uses_dealer and dealing.board_zone == dealing.dealer_zone is not None:
        raise OddsRefused("contests", "an open dealer's card without a contest is not weighed yet")
    plan = Plan(
        book=book,
        hole_zone=dealing.hole_zone,
        hole=dealing.hole,
        board_zone=dealing.board_zone,
        dealer_zone=dealing.dealer_zone if uses_dealer else None,
        hidden=dealing.hidden if uses_dealer else 0,
        levels=tuple(levels),
    )
    _check_deck(plan)
    return plan


def _check_deck(plan: Plan) -> None:
    deck = plan.book.deck
    if max(deck.copies) > 1:
        raise OddsRefused("game.deck", "a deck that holds a card twice is not weighed for play yet")
    dealt = plan.hole + plan.board + plan.hidden
    if dealt > deck.size:
        raise OddsRefused("game.deck", f"one player needs {dealt} cards; it has {deck.size}")
