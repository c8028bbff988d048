"""The schema of a rules file as JSON Schema, for editors and other people's programs.

It describes the file as it is written, including short forms. What JSON Schema cannot express (that
a named wager exists, that a pay table has no gap) only the loader checks.
"""

from __future__ import annotations

from typing import Any

from feltworks.rules.checks.mechanisms import MECHANISMS
from feltworks.rules.schema import Rules
from feltworks.rules.schema.stages import SHORT_CHOICES
from feltworks.rules.sections import SHORT_KEYS

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_MAPS = ("properties", "patternProperties", "$defs")
_AN_ID = "[a-z0-9]+(-[a-z0-9]+)*"
SEVERAL_IDS = f"^{_AN_ID}(\\s*,\\s*{_AN_ID})*$"
DEAL_IN_WORDS = {
    "type": "string",
    "pattern": "^([0-9]+ (up|down|blind) to \\S+|burn [0-9]+|turn [0-9]+ of \\S+)$",
    "examples": ["2 down to hole", "burn 1", "3 up to board", "turn 1 of board"],
}
DISCARD_IN_WORDS = {
    "type": "string",
    "pattern": "^([0-9]+ to )?[0-9]+ of \\S+$",
    "examples": ["1 of cards", "0 to 5 of cards"],
}
ROW_IN_WORDS = {
    "type": "string",
    "pattern": "^\\S.* (pays .+|loses|pushes)$",
    "examples": ["pair of aces pays 3:1", "flush loses"],
}
LEFT_OUT = {
    "Row": {"id": "made from the hand"},
    "Choice": {"id": "`draw`, `bet`, `fold` or `take-back`, as the choice does"},
    "HandRules": {"ranking": "as the hand it is `like`", "from": "as the hand it is `like`"},
    "TotalRules": {"from": "as the total it is `like`"},
    "Contest": {"player": "the hand `player`", "dealer": "the hand `dealer`"},
    "Wager": {"name": "the id with capitals", "kind": "as the wager it is `like`"},
    "PayTable": {"hand": "the hand `player`", "rows": "as the table it is `like`"},
    "Option": {"default": "found by what the values set"},
}
"""Keys that the schema requires and a file may leave out, with their value then."""


def json_schema() -> dict[str, Any]:
    """The published schema."""
    schema: dict[str, Any] = _tidy(Rules.model_json_schema(by_alias=True, mode="validation"))
    # The schema allows any id; the checks know which engines exist.
    mechanism = schema["$defs"]["GameHeading"]["properties"]["mechanism"]
    kept = {key: mechanism[key] for key in ("default", "description")}
    schema["$defs"]["GameHeading"]["properties"]["mechanism"] = {**kept, "enum": list(MECHANISMS)}
    _add_short_forms(schema)
    heading = {
        "$schema": DIALECT,
        "title": "A Feltworks rules file",
        "description": "The rules of play of one card game, written in TOML.",
    }
    return {**schema, **heading}


def _add_short_forms(schema: dict[str, Any]) -> None:
    """Adds what `shortforms` spells out before validation."""
    parts = schema["$defs"]
    for name, left_out in LEFT_OUT.items():
        parts[name]["required"] = [key for key in parts[name]["required"] if key not in left_out]
        for key, meaning in left_out.items():
            field = parts[name]["properties"][key]
            field["description"] = f"{field['description'].rstrip('.')}. Left out: {meaning}."
        if inherited := [key for key, meaning in left_out.items() if "`like`" in meaning]:
            parts[name]["anyOf"] = [{"required": inherited}, {"required": ["like"]}]
    for name, short_keys in SHORT_KEYS.items():
        for key, description in short_keys.items():
            kind = {} if key == "to" else {"type": "string"}
            parts[name]["properties"][key] = {**kind, "description": description}
    for name, key, words in (
        ("Stage", "deal", DEAL_IN_WORDS),
        ("Stage", "decide", {"enum": list(SHORT_CHOICES)}),
        ("PayTable", "rows", ROW_IN_WORDS),
    ):
        items = parts[name]["properties"][key]
        items["items"] = {"anyOf": [words, items["items"]]}
    choice = parts["Choice"]["properties"]
    described = {"description": choice["discard"].pop("description")}
    choice["discard"] = {"anyOf": [DISCARD_IN_WORDS, choice["discard"]], **described}
    kinds = parts["Wager"]["properties"]["kind"]["enum"]
    _or_short(schema["properties"]["wagers"], {"enum": kinds})
    _or_short(schema["properties"]["pays"], parts["PayTable"]["properties"]["rows"])
    published = schema["properties"]["published"]
    described = {"description": published.pop("description")}
    by_source = {"type": "object", "additionalProperties": {"$ref": "#/$defs/Claim"}}
    schema["properties"]["published"] = {"anyOf": [published, by_source], **described}
    settle = schema["properties"]["settle"]
    settle["patternProperties"] = {SEVERAL_IDS: {"$ref": "#/$defs/Settle"}}
    settle["propertyNames"] = {"description": "A wager, or several with commas between them."}
    option = parts["Option"]["properties"]
    value = {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/OptionValue"}]}
    option["values"]["additionalProperties"] = value
    values = {"type": "object", "additionalProperties": value}
    one_key = {"anyOf": [{"type": "string", "examples": ["1 to 7"]}, values]}
    keys = {"type": "object", "additionalProperties": one_key, "maxProperties": 1}
    option["sets"] = {
        "anyOf": [{"type": "string"}, keys],
        "description": "The key it sets, with a range of numbers or with the values by name; each "
        "value with what it means. Beside `lowest` and `highest`: the key alone.",
    }


def _or_short(section: dict[str, Any], short: dict[str, Any]) -> None:
    """A section whose items may also be written in another form."""
    patterns = section["patternProperties"]
    for pattern, item in patterns.items():
        patterns[pattern] = {"anyOf": [short, item]}


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
