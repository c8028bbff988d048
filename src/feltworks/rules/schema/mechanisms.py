"""The keys of the two engines that are more than stages and cells: ring and blackjack."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from feltworks.rules.amounts import Percent, Prize, Size
from feltworks.rules.mistakes import RefusalError
from feltworks.rules.schema.part import Id, Part, Switch, Whole


class Ring(Part):
    """Player against player: button, blinds, betting structure."""

    hand: Id = Field(description="The hand that takes the pot.")
    players_at_least: Whole = Field(2, ge=2, le=23)
    players_at_most: Whole = Field(10, ge=2, le=23)
    ante: Size | None = Field(None, description="Each player's ante as a part of `minimum-bet`.")
    antes: Switch = Field(True, description="Does everyone ante?")
    small_blind: Size = Field(description="As a part of `minimum-bet`.")
    big_blind: Size = Field(description="As a part of `minimum-bet`.")
    structure: Literal["fixed-limit", "spread-limit", "no-limit"] = "fixed-limit"
    raises: Whole = Field(3, ge=1, le=10, description="Raises after the bet in each round.")
    big_blind_option: Switch = Field(True, description="May an unraised big blind raise?")
    heads_up_blinds: Literal["letter", "custom"] = Field(
        "letter", description="Two players: is the button the big blind, or the small one?"
    )
    odd_chip: Literal["first-left-of-button"] = "first-left-of-button"
    shows: Literal["all-hands", "last-aggressor-first"] = "last-aggressor-first"
    missed_blinds: Literal["post-both", "wait"] = Field(
        "wait", description="A player who missed his blinds posts them, or waits for the big one."
    )

    @model_validator(mode="after")
    def _some_players(self) -> Ring:
        if self.players_at_least > self.players_at_most:
            raise RefusalError(
                f"players_at_least = {self.players_at_least}",
                f"no more than players_at_most = {self.players_at_most}",
            )
        return self


class Blackjack(Part):
    """Every rule of the blackjack portion, stated."""

    soft_17: Literal["stands", "hits"] = "stands"
    blackjack_pays: Prize = Field(default_factory=lambda: Prize.parse("3:2"))
    double: Literal["any-two", "9-11", "10-11"] = "any-two"
    double_after_split: Switch = True
    split_hands: Whole = Field(4, ge=1, le=4)
    resplit_aces: Switch = False
    one_card_to_split_aces: Switch = True
    late_surrender: Switch = False
    insurance: Switch = True
    insurance_pays: Prize = Field(default_factory=lambda: Prize.parse("2:1"))
    even_money: Switch = True
    peek: Switch = True
    no_peek_takes: Literal["all", "original"] = Field(
        "all", description="Without a peek: what a dealer blackjack takes."
    )
    split_unlike_tens: Switch = True
    penetration: Percent = Field(default_factory=lambda: Percent.parse("75%"))
    burn: Whole = Field(1, ge=0, le=10, description="Cards burnt from a fresh shoe.")
