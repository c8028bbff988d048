"""What every section of a rules file shares.

Any section may carry prose for people: `says` explains it, `source` names the clause it comes from,
`ours` says that the document is silent and why this was chosen. Prose is never part of a file's
identity, and neither is a key at its default. For that reason the default of a new key must say
what was so before the key existed, and no default ever changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, Strict

PROSE = frozenset({"name", "title", "says", "source", "ours", "procedure", "published"})

LONGEST_ID = 60
ID_FORM = "lower-case letters, digits and single hyphens"
Id = Annotated[
    str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=LONGEST_ID, description=ID_FORM)
]


# The most wagers, stages, rows or options in one file, far beyond any game's need.
MOST = 100
SOME_TEXT = r"\S"
Text = Annotated[str, Field(pattern=SOME_TEXT)]
Phrase = Annotated[str, Field(pattern=SOME_TEXT, max_length=200)]

# A quoted "6" or "yes" is a mistake, not a number or a switch.
Whole = Annotated[int, Strict()]
Switch = Annotated[bool, Strict()]


def by_id(description: str) -> Any:  # noqa: ANN401 - Pydantic's own
    """A field that is a table of parts by their ids, empty if the file leaves it out."""
    return Field(default_factory=dict, max_length=MOST, description=description)


class Part(BaseModel):
    """A section: frozen, and any key it does not know is a mistake."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    says: Text | None = Field(None, description="One sentence of help for a person.")
    source: Text | None = Field(None, description="The document and clause this comes from.")
    ours: Text | None = Field(None, description="Why we chose this where the document is silent.")


def parts_of(part: Part, path: str = "") -> Iterator[tuple[str, Part]]:
    """Every section of the rules but the options, with its key path."""
    for name in type(part).model_fields:
        value = getattr(part, name)
        here = f"{path}.{name}" if path else name
        if name == "options":
            continue
        if isinstance(value, Part):
            yield here, value
            yield from parts_of(value, here)
        elif isinstance(value, dict | tuple):
            items = value.items() if isinstance(value, dict) else enumerate(value, start=1)
            for key, item in items:
                if isinstance(item, Part):
                    yield f"{here}.{getattr(item, 'id', key)}", item
                    yield from parts_of(item, f"{here}.{getattr(item, 'id', key)}")
