"""What every section of a rules file shares.

Any section may carry prose for people: `says` explains it, `source` names the clause it
comes from, `ours` tells that the document is silent and why this was chosen. Prose is
never part of a file's identity.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, Strict

PROSE = frozenset({"name", "title", "says", "source", "ours", "published"})

ID_FORM = "lower-case letters, digits and single hyphens"
Id = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60, description=ID_FORM)]


# A quoted "6" or "yes" is a slip of the pen, not a number or a switch.
Whole = Annotated[int, Strict()]
Switch = Annotated[bool, Strict()]


class Part(BaseModel):
    """A section: frozen, and any key it does not know is a mistake."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    says: str | None = Field(None, description="One sentence of help for a person.")
    source: str | None = Field(None, description="The document and clause this comes from.")
    ours: str | None = Field(None, description="Why we chose this where the document is silent.")
