"""The fine print of a game's rules: procedure, mishaps, our own choices, printed figures."""

from __future__ import annotations

from collections.abc import Iterator

from feltworks.rules.checks.mechanisms import own_sections
from feltworks.rules.schema import Rules
from feltworks.rules.schema.part import PROSE, Part, parts_of
from feltworks.web.rules_pages.models import RulesSection, RulesTable

PROCEDURES = {
    **own_sections(),
    "table": "At the table",
    "irregularities": "When something goes wrong",
}


def fine_print(rules: Rules) -> Iterator[RulesSection]:
    """The sections that few read, and a judge reads first."""
    for section, title in PROCEDURES.items():
        part: Part | None = getattr(rules, section)
        if part is not None:
            yield RulesSection(id=section, title=title, tables=[_keys(part)])
    ours = [[key, part.ours] for key, part in parts_of(rules) if part.ours]
    if ours:
        table = RulesTable(caption="", columns=["Key", "Why"], rows=ours)
        title = "Where the document is silent and the choice is ours"
        yield RulesSection(id="ours", title=title, tables=[table])
    if rules.published:
        yield RulesSection(id="published", title="What the document prints", tables=[_print(rules)])


def _keys(part: Part) -> RulesTable:
    rows = []
    for key, field in type(part).model_fields.items():
        value = getattr(part, key)
        if key not in PROSE and value is not None:
            told = ("no", "yes")[value] if isinstance(value, bool) else str(value)
            rows.append([key.replace("_", " "), told, field.description or ""])
    source = [f"Source: {part.source}."] if part.source else []
    return RulesTable(caption="", columns=["Rule", "Is", "Meaning"], rows=rows, notes=source)


def _print(rules: Rules) -> RulesTable:
    rows = [
        [
            claim.wager,
            ", ".join(f"{option} = {value}" for option, value in claim.options.items()),
            "; ".join(f"{figure} {printed}" for figure, printed in claim.figures.items()),
            claim.source or "",
        ]
        for claim in rules.published
    ]
    return RulesTable(caption="", columns=["Wager", "With", "Figures", "Source"], rows=rows)
