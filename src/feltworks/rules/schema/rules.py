"""The whole of a rules file."""

from __future__ import annotations

from pydantic import Field

from feltworks.rules.schema.game import Contest, Game, Hand, Owner, RankingOfItsOwn
from feltworks.rules.schema.jackpots import Jackpot
from feltworks.rules.schema.mechanisms import Blackjack, Ring
from feltworks.rules.schema.options import Option, OptionId
from feltworks.rules.schema.part import Id, Part
from feltworks.rules.schema.published import Claim
from feltworks.rules.schema.settle import PayTable, Settle
from feltworks.rules.schema.stages import Stage
from feltworks.rules.schema.table import Irregularities, Table
from feltworks.rules.schema.wagers import Offer, Wager


class Rules(Part):
    """A game's rules of play; once loaded, its options are already worked in."""

    game: Game
    zones: dict[Id, Owner] = Field(description="Where cards lie, and whose they are.")
    rankings: dict[Id, RankingOfItsOwn] = Field(default_factory=dict)
    hands: dict[Id, Hand] = Field(default_factory=dict)
    contests: dict[Id, Contest] = Field(default_factory=dict)
    wagers: dict[Id, Wager]
    offer: Offer = Field(default_factory=lambda: Offer.model_validate({}))
    stages: tuple[Stage, ...] = Field(min_length=1)
    settle: dict[Id, Settle] = Field(default_factory=dict)
    pays: dict[Id, PayTable] = Field(default_factory=dict)
    jackpots: dict[Id, Jackpot] = Field(default_factory=dict)
    table: Table = Field(default_factory=lambda: Table.model_validate({}))
    irregularities: Irregularities = Field(
        default_factory=lambda: Irregularities.model_validate({})
    )
    ring: Ring | None = None
    blackjack: Blackjack | None = None
    options: dict[OptionId, Option] = Field(default_factory=dict)
    published: tuple[Claim, ...] = ()

    def wagers_of(self, kind: str) -> list[str]:
        return [id_ for id_, wager in self.wagers.items() if wager.kind == kind]

    @property
    def unit(self) -> str:
        """The wager edges are quoted on: named, or the first required one."""
        return self.game.unit or (self.wagers_of("required") or list(self.wagers))[0]

    def stage(self, id_: str) -> Stage:
        return next(stage for stage in self.stages if stage.id == id_)
