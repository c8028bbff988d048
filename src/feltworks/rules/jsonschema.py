"""The schema of a rules file as JSON Schema, for editors and other people's programs.

It describes the file as it is written: short choices as words, cells as one phrase, ids of
rows and choices left out. What JSON Schema cannot say (that a wager which is named exists,
that a pay table has no gap) only the loader checks.
"""

from __future__ import annotations

from typing import Any

from feltworks.rules.schema import Rules
from feltworks.rules.schema.stages import SHORT_CHOICES

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def json_schema() -> dict[str, Any]:
    """The published schema."""
    schema = Rules.model_json_schema(by_alias=True, mode="validation")
    parts = schema["$defs"]
    for name in ("Row", "Choice"):
        parts[name]["required"] = [key for key in parts[name]["required"] if key != "id"]
    choices = parts["Stage"]["properties"]["decide"]
    choices["items"] = {"anyOf": [{"enum": list(SHORT_CHOICES)}, choices["items"]]}
    return {
        "$schema": DIALECT,
        "title": "A Feltworks rules file",
        "description": "The rules of play of one card game, written in TOML.",
        **{key: value for key, value in schema.items() if key not in ("title", "description")},
    }
