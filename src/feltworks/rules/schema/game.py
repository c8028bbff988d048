"""Who the game is, and what it is played with."""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast

from pydantic import BeforeValidator, Field, field_validator

from feltworks.rules.mistakes import RefusalError, quote
from feltworks.rules.schema.part import Id, Part, Phrase, Switch, Text, Whole

Owner = Literal["player", "dealer", "table"]


class GameHeading(Part):
    """The game's name, the engine that deals it, its deck and the wager edges are quoted on."""

    id: Id
    name: Text = Field(description="The game's name as it stands on the felt.")
    title: Text = Field(description="The game in one sentence.")
    mechanism: Id = Field(
        "table",
        description="Which engine deals it: hands against a dealer or a pay table, player "
        "against player, or blackjack.",
    )
    deck: str | dict[str, Any] = Field(
        description="A deck by name (`standard-52`, `six-deck-shoe`) or a deck "
        "of the file's own: `{ ranks, suits, jokers, packs }`."
    )
    unit: Id | None = Field(
        None, description="The wager that edges are quoted on. Left out: the first required one."
    )

    @field_validator("deck", mode="before")
    @classmethod
    def _deck_by_name_or_table(cls, found: object) -> object:
        if not isinstance(found, str | dict):
            raise RefusalError(quote(found), "the name of a deck, or a table of its own")
        return found


def _switch_or_ranks(found: object) -> object:
    ranks = isinstance(found, list | tuple) and all(isinstance(rank, str) for rank in found)
    if found is None or isinstance(found, bool):
        return found
    if not ranks:
        raise RefusalError(quote(found), 'true, false, or a list of ranks such as ["2", "Jo"]')
    return tuple(cast("list[str]", found))


class RankingOfItsOwn(Part):
    """A hand ranking made from a known one by changing some of its keys."""

    like: str = Field(description="The ranking to start from.")
    cards: Whole | None = Field(None, ge=1, le=7, description="How many cards make a hand.")
    ace_low: Switch | None = Field(
        None, description="May the deck's top rank stand below its bottom one in a straight?"
    )
    flush_repeats: Switch | None = Field(
        None, description="May a flush hold a rank twice (a shoe)?"
    )
    wild: Annotated[bool | tuple[str, ...] | None, BeforeValidator(_switch_or_ranks)] = Field(
        None, description="Do jokers stand for any card? A list of ranks makes those wild."
    )
    bug: Switch | None = Field(
        None,
        description="Do wild cards complete straights and flushes only, and count as the deck's "
        "top rank otherwise?",
    )
    longest: Literal["flush", "straight flush"] | None = Field(
        None,
        description="Is a hand its longest flush or straight flush, whatever the other cards are? "
        "Then its categories are `seven-card flush`, `six-card flush` and so on.",
    )
    categories: tuple[str, ...] | None = Field(None, description="Categories, highest first.")
    labels: dict[str, str] | None = Field(None, description="House names of categories.")


class HandRules(Part):
    """Which cards make a hand, and how such hands rank."""

    ranking: str = Field(description="A ranking by name, shipped or from `[rankings]`.")
    from_: dict[Id, Whole] = Field(
        alias="from", description="How many (first) cards of which zones the hand is drawn from."
    )
    use: Whole | None = Field(
        None, ge=1, le=7, description="Cards in the hand. Left out: as many as the ranking counts."
    )
    at_least: dict[Id, Whole] = Field(
        default_factory=dict, description="How many cards of a zone must be used at least."
    )
    set_by_player: Switch = Field(
        False, description="The player may lay other cards than the best ones."
    )


class TotalRules(Part):
    """A hand that counts points: of the cards it is drawn from, those that lie there by then."""

    from_: dict[Id, Whole] = Field(
        alias="from", description="How many (first) cards of which zones count at most."
    )
    values: dict[str, Annotated[Whole, Field(ge=0, le=100)]] = Field(
        default_factory=dict,
        description="Points by rank. Ranks left out count their pips, an ace 1, tens and faces 10.",
    )
    modulo: Whole | None = Field(
        None, ge=2, le=50, description="Only what is left of the points modulo this counts."
    )
    over: Id | None = Field(
        None,
        description="Another total: phrases may then ask by how much this one is ahead of it or "
        "behind.",
    )


ANY_HAND = ("any hand", "any", "anything")
"""Phrases that every hand meets."""


class Contest(Part):
    """A player's hand against the dealer's."""

    player: Id = Field(description="The player's hand.")
    dealer: Id = Field(description="The dealer's hand.")
    qualifies: Phrase | None = Field(
        None,
        description="What the dealer needs for the contest to count, in the hand grammar; "
        "left out or `any hand` when the dealer always qualifies.",
    )
    by: Literal["rank", "position"] = Field(
        "rank",
        description="`rank`: the higher hand wins. `position`: the player's one card wins between "
        "the dealer's two, ties where no rank lies between those, and loses elsewhere.",
    )

    @property
    def qualifier(self) -> Phrase | None:
        """What the dealer needs; None if every hand qualifies."""
        return None if self.qualifies in ANY_HAND else self.qualifies
