"""Why a table may not open: the state's limits, its approvals, its unpaid duties."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Objection:
    """One reason; `rule` names what it comes from, `text` says what is wrong and by how much."""

    table: str
    rule: str
    text: str

    def __str__(self) -> str:
        return f"table {self.table}: {self.text} ({self.rule})"

    def as_json(self) -> dict[str, str]:
        return {"table": self.table, "rule": self.rule, "says": self.text}
