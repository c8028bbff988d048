"""Every key of a rules file as Markdown tables, made from the schema.

`python -m feltworks.rules.reference > docs/rules-keys.md` updates the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from feltworks.rules.jsonschema import json_schema

SECTIONS = {
    "": "The file",
    "GameHeading": "`[game]`",
    "RankingOfItsOwn": "`[rankings.ID]`",
    "HandRules": "`[hands.ID]`",
    "TotalRules": "`[totals.ID]`",
    "Contest": "`[contests.ID]`",
    "Wager": "`[wagers.ID]`",
    "Offer": "`[offer]`",
    "Stage": "`[[stages]]`",
    "DealStep": "A step of `deal`",
    "Choice": "A choice of `decide`",
    "Discard": "`discard` of a choice",
    "NeedsHand": "`requires` of a choice",
    "AskedIf": "`asked_if` of a stage",
    "Settle": "`[settle.WAGER]`",
    "ContestCells": "`[settle.WAGER.contests.CONTEST]`",
    "Pay": "A pay of a cell",
    "PayTable": "`[pays.ID]`",
    "Row": "A row of a pay table",
    "Jackpot": "`[jackpots.ID]`",
    "Backups": "`backups` of a jackpot",
    "TableRules": "`[table]`",
    "Irregularities": "`[irregularities]`",
    "Ring": "`[ring]`",
    "Blackjack": "`[blackjack]`",
    "Bonus": "A row of `bonus`",
    "Option": "`[options.ID]`",
    "OptionValue": "A value of an option",
    "Claim": "`[[published]]` or `[published.SOURCE]`",
}
PROSE_KEYS = ("says", "source", "ours")
HEADING = """# Every key of a rules file

Made from the schema; [rules-files.md](rules-files.md) explains by example. Any section may
also have `says` (one sentence for a person), `source` (the document and clause it comes
from) and `ours` (why we chose it where the document is silent). A key without a default
must be given.
"""


def reference() -> str:
    """The whole page."""
    schema = json_schema()
    parts = {"": schema, **schema["$defs"]}
    return "\n".join([HEADING, *(_section(name, parts[name]) for name in SECTIONS)])


def _section(name: str, part: Mapping[str, Any]) -> str:
    lines = [f"## {SECTIONS[name]}", "", part["description"], ""]
    lines += ["| key | value | default | meaning |", "|---|---|---|---|"]
    for key, field in part["properties"].items():
        if key in PROSE_KEYS and (key != "says" or key not in part.get("required", ())):
            continue
        default = _default(key, field, part)
        meaning = field.get("description", "").replace("|", "\\|")
        lines.append(f"| `{key}` | {_value(field)} | {default} | {meaning} |")
    return "\n".join([*lines, ""])


def _default(key: str, field: Mapping[str, Any], part: Mapping[str, Any]) -> str:
    if key in part.get("required", ()):
        return "must be given"
    value = field.get("default")
    if value in (None, [], {}):
        return ""
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _value(field: Mapping[str, Any]) -> str:
    if "enum" in field or "const" in field:
        return ", ".join(f"`{word}`" for word in field.get("enum", [field.get("const")]))
    if "$ref" in field:
        return "a table"
    if {"$ref": "#/$defs/Pay"} in field.get("anyOf", ()):
        return "a cell"
    if "anyOf" in field:
        return " or ".join(dict.fromkeys(_value(option) for option in field["anyOf"]))
    if "examples" in field:
        return ", ".join(f"`{example}`" for example in field["examples"])
    kind = field.get("type")
    if kind == "array":
        return f"a list: {_value(field.get('items', {}))}"
    if kind == "integer":
        bounds = (field.get("minimum"), field.get("maximum"))
        return f"{bounds[0]} to {bounds[1]}" if None not in bounds else "a number"
    words = {"string": "text", "boolean": "`true`, `false`", "object": "a table"}
    return words.get(str(kind), "anything")


if __name__ == "__main__":
    print(reference(), end="")
