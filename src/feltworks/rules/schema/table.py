"""The procedure at the table, as far as it is the game's and not the house's."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from feltworks.rules.mistakes import RefusalError
from feltworks.rules.schema.part import MOST, Part, Switch, Text, Whole


class TableRules(Part):
    """Seats, the order of dealing and settling, and what happens to cards."""

    seats: Whole = Field(
        6,
        ge=1,
        le=10,
        description="Betting places on the layout; left out, as near to 6 as the bounds allow.",
    )
    most_seats: Whole = Field(7, ge=1, le=10, description="The most the game allows.")
    least_seats: Whole = Field(
        1, ge=1, le=10, description="The fewest places that the layout may be ordered with."
    )
    dealing: Literal["one-at-a-time", "hand-at-a-time"] = Field(
        "one-at-a-time", description="Cards go round one by one, or a whole hand to each seat."
    )
    dealt_from: Literal["hand", "shoe", "shuffle-machine"] = Field(
        "hand", description="What the cards are dealt from; only a shuffle machine can fail."
    )
    second_deck: Switch = Field(
        False, description="Two decks of different backs alternate round by round."
    )
    folded_hands: Literal["collected", "left"] = Field(
        "collected", description="Folded cards without a live side wager: taken at once or left."
    )
    tuck: Switch = Field(
        False,
        description="A folding player tucks the cards under a winning side wager, which is "
        "still paid; without it, folding gives side wagers up by their `folded` cell.",
    )
    dealer_shows: Literal["in-order", "best-pushed-forward", "community-beside-hole"] = Field(
        "in-order", description="How the dealer lays out his hand."
    )
    settle_side_wagers: Literal["first", "last"] = Field(
        "first", description="Side wagers of a seat before or after its main ones."
    )
    discards: Literal["as-settled", "at-end"] = Field(
        "at-end", description="When a settled hand goes to the discard rack."
    )
    hands_discussed: Switch = Field(
        True, description="May players show or discuss their hands before settlement?"
    )
    tips: Switch = Field(False, description="May a player bet for the dealer on his own spot?")
    pays_rounded: Literal["down", "nearest", "up"] = Field(
        "down", description="Odds that do not come out even: to which cent."
    )
    procedure: tuple[Text, ...] = Field(
        (),
        max_length=MOST,
        description="What else the document asks of players and staff, in sentences of its own.",
    )

    @model_validator(mode="after")
    def _seats_left_out(self) -> TableRules:
        if "seats" not in self.model_fields_set:
            seats = max(self.least_seats, min(self.seats, self.most_seats))
            # The table is frozen, and a key that was not written must stay so.
            self.__dict__["seats"] = seats
        return self

    @model_validator(mode="after")
    def _seats_within(self) -> TableRules:
        if self.seats > self.most_seats:
            raise RefusalError(
                f"seats = {self.seats}", f"no more than most_seats = {self.most_seats}"
            )
        if self.seats < self.least_seats:
            raise RefusalError(
                f"seats = {self.seats}", f"no fewer than least_seats = {self.least_seats}"
            )
        return self


RuledConsequence = Literal["void", "house-policy"]


class Irregularities(Part):
    """What follows when something goes wrong, where the document says so."""

    exposed_dealer_card: RuledConsequence = Field(
        "house-policy", description="A card of the dealer is seen before its time."
    )
    face_up_card: RuledConsequence = Field(
        "house-policy", description="A card lies face up in the deck or shuffler."
    )
    wrong_card_count: RuledConsequence = Field(
        "house-policy", description="Someone got too many or too few cards."
    )
    shuffler_failure: RuledConsequence = Field(
        "house-policy", description="The shuffle machine jams or miscounts."
    )
    misbet: RuledConsequence = Field("house-policy", description="A wager was put down wrongly.")
