"""How a round goes: stages that deal cards and then ask the player."""

from __future__ import annotations

import re
from contextlib import suppress
from fractions import Fraction
from typing import Any, Literal

from pydantic import Field, model_validator

from feltworks.rules.amounts import Size, number_text
from feltworks.rules.mistakes import RefusalError, quote
from feltworks.rules.schema.part import MOST, Id, Part, Phrase, Switch, Text, Whole

SHORT_CHOICES: dict[str, dict[str, object]] = {
    "fold": {"id": "fold", "folds": True},
    "check": {"id": "check"},
}


STANDINGS = ("win", "tie", "lose")
DEAL_FORM = '"2 down to ZONE" (up, down or blind), "burn 1", "turn 1 of ZONE", or a table'
DISCARD_FORM = '"1 of ZONE", "0 to 5 of ZONE", or a table of of, least and most'


def deal_step(step: object) -> Any:  # noqa: ANN401 - a raw TOML value
    """A step of dealing as a table: `2 down to hole`, `burn 1`, `turn 1 of board`."""
    if not isinstance(step, str):
        return step
    if found := re.fullmatch(r"([0-9]{1,3}) (up|down|blind) to (\S+)", step):
        return {"to": found[3], "cards": int(found[1]), "face": found[2]}
    if found := re.fullmatch(r"burn ([0-9]{1,3})", step):
        return {"burn": int(found[1])}
    if found := re.fullmatch(r"turn ([0-9]{1,3}) of (\S+)", step):
        return {"turn": found[2], "cards": int(found[1])}
    raise RefusalError(quote(step), DEAL_FORM)


def discard_in_words(found: object) -> Any:  # noqa: ANN401 - a raw TOML value
    """Cards given up as a table: `1 of cards`, `0 to 5 of cards`."""
    if not isinstance(found, str):
        return found
    if read := re.fullmatch(r"(?:([0-9]{1,2}) to )?([0-9]{1,2}) of (\S+)", found):
        most = int(read[2])
        return {"of": read[3], "least": int(read[1] or most), "most": most}
    raise RefusalError(quote(found), DISCARD_FORM)


def choice_with_id(choice: object) -> Any:  # noqa: ANN401 - a raw TOML value
    """A choice with its words spelled out and its id filled in."""
    if isinstance(choice, str):
        if choice not in SHORT_CHOICES:
            raise RefusalError(quote(choice), f"{', '.join(SHORT_CHOICES)}, or a table")
        return dict(SHORT_CHOICES[choice])
    if not isinstance(choice, dict):
        return choice
    filled: dict[str, Any] = dict(choice)
    if isinstance(choice.get("discard"), str):
        # Words that cannot be read stay, for the schema to refuse under their own key.
        with suppress(RefusalError):
            filled["discard"] = discard_in_words(choice["discard"])
    if "id" not in choice:
        if "discard" in choice:
            filled["id"] = "draw"
        elif "bet" in choice:
            filled["id"] = "bet"
        elif choice.get("folds") is True:
            filled["id"] = "fold"
        elif "take_back" in choice:
            filled["id"] = "take-back"
        elif "gives_up" in choice:
            filled["id"] = "give-up"
    return filled


class DealStep(Part):
    """One step of dealing: cards to a zone, cards burnt, or cards turned over."""

    to: Id | None = Field(None, description="The zone that gets cards.")
    turn: Id | None = Field(None, description="The zone whose next face-down cards are turned up.")
    burn: Whole | None = Field(None, ge=1, le=52, description="Cards buried unseen.")
    cards: Whole | None = Field(
        None, ge=1, le=52, description="How many cards are dealt or turned."
    )
    face: Literal["up", "down", "blind"] | None = Field(
        None,
        description="`up`: all see them; `down`: a player looks at his own, nobody at the "
        "dealer's or the table's; `blind`: not even their owner looks.",
    )

    _spelled_out = model_validator(mode="before")(deal_step)

    @model_validator(mode="after")
    def _one_thing(self) -> DealStep:
        named = [k for k in ("to", "turn", "burn") if getattr(self, k) is not None]
        if len(named) != 1:
            raise RefusalError(
                " and ".join(named) or "none of them", "exactly one of to, turn and burn"
            )
        if self.burn is not None and (self.cards is not None or self.face is not None):
            raise RefusalError("cards or face beside burn", "burn = NUMBER alone")
        if self.burn is None and self.cards is None:
            raise RefusalError("no cards", "cards = how many")
        if self.to is not None and self.face is None:
            raise RefusalError("no face", "face = up, down or blind")
        if self.turn is not None and self.face is not None:
            raise RefusalError("face beside turn", "turn and cards: the cards come up")
        return self


class NeedsHand(Part):
    """A hand the player must hold for a choice to be open."""

    hand: Id
    is_: Phrase = Field(alias="is", description="The hand needed, in the hand grammar.")


class AskedIf(Part):
    """What must be so on the felt for a player to be asked: how a contest stands, or a hand."""

    contest: Id | None = Field(None, description="The contest whose cards all see by then.")
    hand: Id | None = Field(None, description="The hand that is looked at instead.")
    is_: Phrase = Field(
        alias="is",
        description="`win`, `tie` or `lose` for a contest; of a hand a phrase in the hand grammar.",
    )

    @model_validator(mode="after")
    def _one_of_them(self) -> AskedIf:
        if (self.contest is None) == (self.hand is None):
            found = "contest and hand" if self.hand else "neither contest nor hand"
            raise RefusalError(found, "one of contest and hand")
        if self.contest is not None and self.is_ not in STANDINGS:
            raise RefusalError(f"is = {quote(self.is_)} of a contest", ", ".join(STANDINGS))
        return self


class Discard(Part):
    """Cards that a player gives up by a choice; the deck replaces them at once, with that face."""

    of: Id = Field(description="The player's zone from which cards are given up.")
    least: Whole = Field(ge=0, le=52, description="So many cards at least.")
    most: Whole = Field(ge=1, le=52, description="So many cards at most.")

    _spelled_out = model_validator(mode="before")(discard_in_words)

    @model_validator(mode="after")
    def _in_order(self) -> Discard:
        if self.least > self.most:
            raise RefusalError(f"least = {self.least}", f"no more than most = {self.most}")
        return self


class Choice(Part):
    """One thing a player may do at a decision."""

    id: Id
    name: Text | None = Field(None, description="The choice in the dealer's words.")
    folds: Switch = Field(False, description="Gives the hand up; wagers settle by `folded`.")
    bet: Id | None = Field(None, description="The wager this choice puts out.")
    size: Size | None = Field(None, description="How large that wager is.")
    take_back: Id | None = Field(None, description="The wager this choice takes down.")
    gives_up: Id | None = Field(
        None,
        description="The wager this choice gives up: it settles at once by its `folded` cell, and "
        "all others play on.",
    )
    discard: Discard | None = Field(
        None, description="The cards the player gives up for others; `bet` is their price."
    )
    plays: Id | None = Field(None, description="The contest the player enters by it.")
    ends: Switch = Field(False, description="No later decision is offered.")
    requires: NeedsHand | None = Field(None, description="Open only with such a hand.")

    _spelled_out = model_validator(mode="before")(choice_with_id)

    @model_validator(mode="after")
    def _whole(self) -> Choice:
        if (self.bet is None) != (self.size is None):
            raise RefusalError("one of bet and size", "both or neither")
        gives = self.take_back or self.gives_up
        if self.folds and (self.bet or gives or self.discard or self.plays):
            raise RefusalError(
                "folds beside bet, take_back, gives_up, discard or plays",
                "a fold that does no more",
            )
        return self

    def sized(self) -> list[tuple[str, Fraction]]:
        """The choice once for each size it may have, with the id for that size.

        Of a range only the two ends are listed: the value of a bet is linear in its size.
        """
        if self.size is None or self.size.of is None:
            return [(self.id, Fraction(0))]
        multiples = self.size.multiples
        if len(multiples) == 1:
            return [(self.id, multiples[0])]
        return [(f"{self.id}-{number_text(multiple)}x", multiple) for multiple in multiples]


Cases = tuple[dict[Id, Phrase], ...]


class Stage(Part):
    """Cards are dealt, then the player decides; either may be missing."""

    id: Id
    name: Text | None = Field(None, description="The stage in the dealer's words.")
    deal: tuple[DealStep, ...] = Field(
        (), max_length=MOST, description="The steps of dealing, in order."
    )
    decide: tuple[Choice, ...] = Field(
        (),
        max_length=MOST,
        description="The choices; `fold` and `check` may be written as words, a choice that "
        "bets is called `bet` unless it has an id, one that gives up cards `draw`.",
    )
    while_not_out: Id | None = Field(
        None, description="The decision is offered only while this wager is not yet out."
    )
    asked_if: AskedIf | None = Field(
        None, description="The decision is offered only to players for whom this is so."
    )
    if_out: tuple[Id, ...] = Field(
        (),
        description="The stage takes place only if someone has one of these wagers out; cards of "
        "their own go to those who have.",
    )
    draws_if: Cases = Field(
        (),
        max_length=MOST,
        description="The cards are drawn only if one of these cases holds. A case names totals of "
        "the table or the dealer and what each must be, all of them.",
    )
    ends_if: Cases = Field(
        (),
        max_length=MOST,
        description="No later stage takes place if one of these cases holds after this one.",
    )
    settles: tuple[Id, ...] = Field((), description="Wagers settled at the end of this stage.")
    mechanism: Literal["blackjack", "betting-round"] | None = Field(
        None, description="The play of this stage is a mechanism of its own."
    )
    first_to_act: Literal["left-of-button", "left-of-big-blind"] | None = Field(
        None, description="Who opens a betting round."
    )

    @property
    def most_discarded(self) -> int:
        """How many cards one player may exchange in it."""
        given_up = (choice.discard for choice in self.decide)
        return max((some.most for some in given_up if some is not None), default=0)
