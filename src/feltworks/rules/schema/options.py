"""What a house may choose: each value of an option is a patch to the file.

A patch names a key by its path, `contests.main.qualifies`; items of a list are named by
their id, `stages.flop.deal`. The key must be there already: the file as written is the
game with its defaults. If the file is written with none of an option's values, what it says is a
value too, `as-in-the-file`, and the default.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from feltworks.rules.amounts import is_whole_number
from feltworks.rules.mistakes import RefusalError
from feltworks.rules.schema.part import LONGEST_ID, Part, Switch, Text, Whole, by_id

OPTION_ID = r"^[a-z0-9]+(_[a-z0-9]+)*$"
# Each value is tried out by a check of the file, and again where its identity is made.
MOST_VALUES = 300
VALUE_ID = r"^[A-Za-z0-9][A-Za-z0-9:-]*$"
AS_IN_FILE = "as-in-the-file"
"""The value of an option that stands for what the file says, if it says none of the others."""


def _as_text(found: object) -> object:
    if isinstance(found, bool):
        return "on" if found else "off"
    return str(found) if isinstance(found, int) else found


ValueId = Annotated[
    str,
    BeforeValidator(_as_text, json_schema_input_type=str | int | bool),
    Field(pattern=VALUE_ID, max_length=LONGEST_ID),
]


OptionId = Annotated[str, Field(pattern=OPTION_ID, max_length=LONGEST_ID)]


class OptionValue(Part):
    """One value: what it means and what it changes."""

    sets: dict[str, Any] = Field(default_factory=dict, description="Key path to new value.")
    analysis_only: Switch = Field(
        False, description="For what-if questions; no table may be opened with it."
    )


class Option(Part):
    """A rule the house may change: named values, or a whole number between two bounds."""

    says: Text = Field(description="One sentence of help.")
    default: ValueId = Field(description="The value the file is written with.")
    reading: Switch = Field(
        False,
        description="Its values read what the document leaves open or says in two ways: a house "
        "that takes bets names the one it deals.",
    )
    values: dict[ValueId, OptionValue] = by_id("The values by name.")
    lowest: Whole | None = Field(None, ge=0, description="For a number: the smallest.")
    highest: Whole | None = Field(None, description="For a number: the largest.")
    sets: str | None = Field(None, description="For a number: the key it is written to.")

    @model_validator(mode="after")
    def _names_or_number(self) -> Option:
        bounds = (self.lowest, self.highest, self.sets)
        named = self.values.keys() - {AS_IN_FILE}
        if named and any(b is not None for b in bounds):
            raise RefusalError("values beside lowest, highest or sets", "named values, or a number")
        is_number = self.is_number or not self.values
        if not named and is_number and any(b is None for b in bounds):
            raise RefusalError("no values", "named values; for a number, lowest, highest and sets")
        if self.lowest is not None and self.highest is not None and self.lowest > self.highest:
            raise RefusalError(
                f"lowest = {self.lowest} above highest = {self.highest}",
                "a lowest that is not above the highest",
            )
        if not self.allows(self.default):
            raise RefusalError(f"the default {self.default!r}", self.allowed)
        return self

    @property
    def is_number(self) -> bool:
        return self.sets is not None

    def allows(self, value: str) -> bool:
        if self.lowest is None or self.highest is None or value in self.values:
            return value in self.values
        return is_whole_number(value) and self.lowest <= int(value) <= self.highest

    @property
    def allowed(self) -> str:
        numbers = [f"a whole number from {self.lowest} to {self.highest}"] if self.is_number else []
        return ", ".join([*numbers, *self.values])

    def patch(self, value: str) -> dict[str, Any]:
        if self.sets is not None and value not in self.values:
            return {self.sets: int(value)}
        return self.values[value].sets
