"""The whole of a rules file, and the figures that a document prints about the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Self

from pydantic import Field, PrivateAttr, field_validator

from feltworks.rules.mistakes import RefusalError
from feltworks.rules.schema.game import (
    Contest,
    GameHeading,
    HandRules,
    Owner,
    RankingOfItsOwn,
    TotalRules,
)
from feltworks.rules.schema.mechanisms import Blackjack, Ring
from feltworks.rules.schema.options import MOST_VALUES, Option, OptionId
from feltworks.rules.schema.part import MOST, PROSE, Id, Part, Whole, by_id
from feltworks.rules.schema.settle import PayTable, Settle
from feltworks.rules.schema.stages import Stage
from feltworks.rules.schema.table import Irregularities, TableRules
from feltworks.rules.schema.wagers import Jackpot, Offer, Wager

COLUMNS = ("pays", "probability", "frequency", "return")
"""The columns of a printed table beside its combinations."""
TOTAL = "total"


class Claim(Part):
    """One published figure or table of figures, as printed."""

    wager: Id = Field(description="A wager, or `main` for all that the decisions are about.")
    options: dict[str, str] = Field(
        default_factory=dict, description="The option values the figure was reckoned with."
    )
    indifferent: dict[str, str] = Field(
        default_factory=dict,
        description="The table's tie rule: stage to the choice taken where two choices are worth "
        "exactly the same: `bet` (most money out), `fold` (least) or a choice's id. All odds under "
        "the table's options follow the rule; where no such table states one, it is `bet`.",
    )
    combinations: dict[Id, Annotated[Whole, Field(ge=0)]] = Field(
        default_factory=dict, description="Outcome to how many deals lead to it."
    )
    total: Whole | None = Field(None, description="All deals: what the combinations add up to.")
    pays: dict[Id, str] = Field(
        default_factory=dict, description="Outcome to its printed net pay, in units."
    )
    probability: dict[Id, str] = Field(
        default_factory=dict,
        description="Outcome, or `total`, to its printed probability: `0.1220` or `12.20%`.",
    )
    frequency: dict[Id, str] = Field(
        default_factory=dict, description="Outcome to its printed frequency: one deal in so many."
    )
    return_: dict[Id, str] = Field(
        default_factory=dict,
        alias="return",
        description="Outcome, or `total`, to its printed return: net pay times probability.",
    )
    figures: dict[str, str] = Field(
        default_factory=dict,
        description="Figure to printed text: house_edge, expected_value, edge_of_all_wagered, "
        "fixed_return, hit_rate, average_jackpot.",
    )
    given: dict[str, str] = Field(
        default_factory=dict, description="What the figure rests on: seed, contribution."
    )
    explained: dict[str, str] = Field(
        default_factory=dict,
        description="Figure to the reason found for a difference; a cell of a column is named with "
        "it: `lose return`.",
    )

    @property
    def cells(self) -> dict[tuple[str, str], str]:
        """The printed cells beside the combinations, by outcome and column."""
        columns = (self.pays, self.probability, self.frequency, self.return_)
        return {
            (outcome, name): printed
            for name, column in zip(COLUMNS, columns, strict=True)
            for outcome, printed in column.items()
        }


class Rules(Part):
    """A game's rules of play; once loaded, its options are already worked in."""

    game: GameHeading = Field(description="Who the game is and what it is played with.")
    zones: dict[Id, Owner] = Field(
        max_length=MOST, description="Where cards lie, and whose they are."
    )
    rankings: dict[Id, RankingOfItsOwn] = by_id("Hand rankings of the file's own.")
    hands: dict[Id, HandRules] = by_id("Which cards make which hands.")
    totals: dict[Id, TotalRules] = by_id("Hands that count points.")
    contests: dict[Id, Contest] = by_id("Hands of a player against hands of the dealer.")
    wagers: dict[Id, Wager] = Field(max_length=MOST, description="The spots on the layout.")
    offer: Offer = Field(
        default_factory=lambda: Offer.model_validate({}),
        description="The side wagers that are on the layout.",
    )
    stages: tuple[Stage, ...] = Field(
        min_length=1, max_length=MOST, description="How a round goes, in order."
    )
    settle: dict[Id, Settle] = by_id("What happens to each wager in each case.")
    pays: dict[Id, PayTable] = by_id("Pay tables that cells refer to.")
    jackpots: dict[Id, Jackpot] = by_id("Progressive jackpots that prizes are shares of.")
    table: TableRules = Field(
        default_factory=lambda: TableRules.model_validate({}), description="Seats and procedure."
    )
    irregularities: Irregularities = Field(
        default_factory=lambda: Irregularities.model_validate({}),
        description="What follows when something goes wrong.",
    )
    ring: Ring | None = Field(None, description="Keys of the ring engine.")
    blackjack: Blackjack | None = Field(None, description="Keys of the blackjack engine.")
    options: dict[OptionId, Option] = by_id("What a house may choose.")
    published: tuple[Claim, ...] = Field(
        (), max_length=MOST, description="Figures that the game's document prints."
    )

    _tie_rules: dict[str, str] = PrivateAttr(default_factory=dict)
    _tie_source: str | None = PrivateAttr(None)

    @property
    def tie_rules(self) -> Mapping[str, str]:
        """The choice taken at each decision where choices are worth the same; `bet` at others."""
        return self._tie_rules

    @property
    def tie_source(self) -> str | None:
        """The published table that states the tie rules, if one does."""
        return self._tie_source

    def with_ties_of(self, claim: Claim) -> Self:
        """Copy the rules, with ties broken as a published table breaks them."""
        # These are private attributes and not keys: they have no part in the file's identity.
        copy = self.model_copy()
        copy._tie_rules, copy._tie_source = dict(claim.indifferent), claim.source
        return copy

    @field_validator("options")
    @classmethod
    def _not_too_many_to_try(cls, options: dict[str, Option]) -> dict[str, Option]:
        count = sum(len(option.values) for option in options.values())
        if count > MOST_VALUES:
            raise RefusalError(f"options with {count} values in all", f"at most {MOST_VALUES}")
        return options

    def wagers_of(self, kind: str) -> list[str]:
        return [id_ for id_, wager in self.wagers.items() if wager.kind == kind]

    def is_on_layout(self, wager: str) -> bool:
        """Whether players can make this wager: a side wager only if the table offers it."""
        named = self.wagers.get(wager)
        return named is None or named.kind != "side" or wager in self.offer.side_wagers

    @property
    def opening_wagers(self) -> list[str]:
        """What a player must put out to play: the required wagers, or the first that may be bet
        alone."""
        alone = [id_ for id_, wager in self.wagers.items() if wager.alone]
        return self.wagers_of("required") or alone[:1]

    @property
    def unit(self) -> str:
        """The wager edges are quoted on: named, or the first that opens a hand."""
        return self.game.unit or (self.opening_wagers or list(self.wagers))[0]

    @property
    def irregularity_kinds(self) -> tuple[str, ...]:
        """The irregularities that can happen; a machine can fail only if there is one."""
        kinds = (name for name in Irregularities.model_fields if name not in PROSE)
        machine = self.table.dealt_from == "shuffle-machine"
        return tuple(
            kind.replace("_", "-") for kind in kinds if machine or kind != "shuffler_failure"
        )

    def tables_of(self, wager: str) -> tuple[str, ...]:
        """The pay tables that a wager may pay by; none if an engine settles it."""
        return self.settle[wager].tables if wager in self.settle else ()

    def drawn_from(self, hand: str) -> dict[str, int]:
        """How many cards of which zones a hand or a total uses."""
        return self.totals[hand].from_ if hand in self.totals else self.hands[hand].from_

    def stage(self, id_: str) -> Stage:
        return next(stage for stage in self.stages if stage.id == id_)
