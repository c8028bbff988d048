"""The schema of a rules file as JSON Schema, for editors and other people's programs.

It describes the file as it is written: short choices as words, cells as one phrase, ids of
rows and choices left out. What JSON Schema cannot say (that a wager which is named exists,
that a pay table has no gap) only the loader checks.
"""

from __future__ import annotations

from typing import Any

from feltworks.rules.checks.mechanisms import MECHANISMS
from feltworks.rules.schema import Rules
from feltworks.rules.schema.stages import SHORT_CHOICES

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_MAPS = ("properties", "patternProperties", "$defs")


def json_schema() -> dict[str, Any]:
    """The published schema."""
    schema: dict[str, Any] = _tidy(Rules.model_json_schema(by_alias=True, mode="validation"))
    parts = schema["$defs"]
    for name in ("Row", "Choice"):
        parts[name]["required"] = [key for key in parts[name].get("required", []) if key != "id"]
    # Any id to the schema: which engines there are is known where they are checked.
    mechanism = parts["Game"]["properties"]["mechanism"]
    kept = {key: mechanism[key] for key in ("default", "description")}
    parts["Game"]["properties"]["mechanism"] = {**kept, "enum": list(MECHANISMS)}
    choices = parts["Stage"]["properties"]["decide"]
    choices["items"] = {"anyOf": [{"enum": list(SHORT_CHOICES)}, choices["items"]]}
    heading = {
        "$schema": DIALECT,
        "title": "A Feltworks rules file",
        "description": "The rules of play of one card game, written in TOML.",
    }
    return {**schema, **heading}


def _tidy(node: Any) -> Any:  # noqa: ANN401 - whatever JSON Schema holds
    """Without null, which TOML does not have, and without titles that repeat the key."""
    if isinstance(node, list):
        return [_tidy(item) for item in node if item != {"type": "null"}]
    if not isinstance(node, dict):
        return node
    tidy: dict[str, Any] = {}
    for key, value in node.items():
        if key in _MAPS:
            tidy[key] = {name: _tidy(part) for name, part in value.items()}
        elif key != "title" and not (key == "default" and value is None):
            tidy[key] = value if key in ("default", "examples", "enum") else _tidy(value)
    if "patternProperties" in tidy:
        tidy["additionalProperties"] = False
    if len(tidy.get("anyOf", ())) == 1:
        (only,) = tidy.pop("anyOf")
        tidy = {**only, **tidy}
    return tidy
