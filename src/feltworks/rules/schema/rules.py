"""The whole of a rules file."""

from __future__ import annotations

from pydantic import Field, field_validator

from feltworks.rules.mistakes import RefusalError
from feltworks.rules.schema.game import Contest, Game, Hand, Owner, RankingOfItsOwn
from feltworks.rules.schema.jackpots import Jackpot
from feltworks.rules.schema.mechanisms import Blackjack, Ring
from feltworks.rules.schema.options import MOST_VALUES, Option, OptionId
from feltworks.rules.schema.part import MOST, Id, Part
from feltworks.rules.schema.published import Claim
from feltworks.rules.schema.settle import PayTable, Settle
from feltworks.rules.schema.stages import Stage
from feltworks.rules.schema.table import Irregularities, Table
from feltworks.rules.schema.wagers import Offer, Wager


class Rules(Part):
    """A game's rules of play; once loaded, its options are already worked in."""

    game: Game = Field(description="Who the game is and what it is played with.")
    zones: dict[Id, Owner] = Field(
        max_length=MOST, description="Where cards lie, and whose they are."
    )
    rankings: dict[Id, RankingOfItsOwn] = Field(
        default_factory=dict, max_length=MOST, description="Hand rankings of the file's own."
    )
    hands: dict[Id, Hand] = Field(
        default_factory=dict, max_length=MOST, description="Which cards make which hands."
    )
    contests: dict[Id, Contest] = Field(
        default_factory=dict,
        max_length=MOST,
        description="Hands of a player against hands of the dealer.",
    )
    wagers: dict[Id, Wager] = Field(max_length=MOST, description="The spots on the layout.")
    offer: Offer = Field(
        default_factory=lambda: Offer.model_validate({}),
        description="The side wagers that are on the layout.",
    )
    stages: tuple[Stage, ...] = Field(
        min_length=1, max_length=MOST, description="How a round goes, in order."
    )
    settle: dict[Id, Settle] = Field(
        default_factory=dict,
        max_length=MOST,
        description="What happens to each wager in each case.",
    )
    pays: dict[Id, PayTable] = Field(
        default_factory=dict, max_length=MOST, description="Pay tables that cells refer to."
    )
    jackpots: dict[Id, Jackpot] = Field(
        default_factory=dict,
        max_length=MOST,
        description="Progressive jackpots that prizes are shares of.",
    )
    table: Table = Field(
        default_factory=lambda: Table.model_validate({}),
        description="Seats and procedure.",
    )
    irregularities: Irregularities = Field(
        default_factory=lambda: Irregularities.model_validate({}),
        description="What follows when something goes wrong.",
    )
    ring: Ring | None = Field(None, description="Keys of the ring engine.")
    blackjack: Blackjack | None = Field(None, description="Keys of the blackjack engine.")
    options: dict[OptionId, Option] = Field(
        default_factory=dict, max_length=MOST, description="What a house may choose."
    )
    published: tuple[Claim, ...] = Field(
        (), max_length=MOST, description="Figures that the game's document prints."
    )

    @field_validator("options")
    @classmethod
    def _not_too_many_to_try(cls, options: dict[str, Option]) -> dict[str, Option]:
        count = sum(len(option.values) for option in options.values())
        if count > MOST_VALUES:
            raise RefusalError(f"options with {count} values in all", f"at most {MOST_VALUES}")
        return options

    def wagers_of(self, kind: str) -> list[str]:
        return [id_ for id_, wager in self.wagers.items() if wager.kind == kind]

    @property
    def unit(self) -> str:
        """The wager edges are quoted on: named, or the first required one."""
        return self.game.unit or (self.wagers_of("required") or list(self.wagers))[0]

    def stage(self, id_: str) -> Stage:
        return next(stage for stage in self.stages if stage.id == id_)
