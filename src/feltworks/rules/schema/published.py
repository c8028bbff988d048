"""Figures a document prints about the game: facts to test against, never to force."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from feltworks.rules.schema.part import Id, Part, Whole


class Claim(Part):
    """One published figure or table of figures, as printed."""

    wager: Id = Field(description="A wager, or `main` for all that the decisions are about.")
    options: dict[str, str] = Field(
        default_factory=dict, description="The option values the figure was reckoned with."
    )
    indifferent: dict[str, str] = Field(
        default_factory=dict,
        description="Stage to the choice taken where two choices are worth exactly the same.",
    )
    combinations: dict[Id, Annotated[Whole, Field(ge=0)]] = Field(
        default_factory=dict, description="Outcome to how many deals lead to it."
    )
    total: Whole | None = Field(None, description="All deals: what the combinations add up to.")
    figures: dict[str, str] = Field(
        default_factory=dict,
        description="Figure to printed text: house_edge, expected_value, edge_of_all_wagered, "
        "fixed_return, hit_rate, average_jackpot.",
    )
    given: dict[str, str] = Field(
        default_factory=dict, description="What the figure rests on: seed, contribution."
    )
    explained: dict[str, str] = Field(
        default_factory=dict, description="Figure to the reason found for a difference."
    )
