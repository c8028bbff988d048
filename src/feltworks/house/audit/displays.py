"""A jackpot's display: always what the ledger holds, and never lower without a lawful reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from feltworks.house.ledger import accounts
from feltworks.house.violations import Violation
from feltworks.money import money
from feltworks.regulation import jackpot_law

if TYPE_CHECKING:
    from feltworks.house.books import Record
    from feltworks.house.ledger import LedgerAccount


def display_violations(
    record: Record, content: Mapping[str, Any], balances: Mapping[LedgerAccount, int]
) -> Iterator[Violation]:
    """What is wrong with a jackpot after one record about it."""
    name = record.subject.partition(" ")[2]
    before, after = content["before"], content["after"]
    held = balances.get(accounts.displayed(name), 0)
    if after["displayed"] != held:
        text = f"{name} displays {money(after['displayed'])} and holds {money(held)}"
        yield Violation(record.number, "jackpots", text)
    for part, carried in after["carry"].items():
        if not 0 <= Fraction(carried) < 1:
            text = f"{name} carries {carried} of a cent for its {part}"
            yield Violation(record.number, "jackpots", text)
    fallen = 0 if before is None else before["displayed"] - after["displayed"]
    if fallen > 0 and (why := _unlawful(record, content, fallen)):
        yield Violation(record.number, "jackpots", f"{name} fell by {money(fallen)}: {why}")


def _unlawful(record: Record, content: Mapping[str, Any], fallen: int) -> str | None:
    """Why the display may not have fallen; None where it may."""
    facts: Mapping[str, Any] = content.get("facts", {})
    if record.kind == "jackpot won":
        # A meter may rise in the same record, so that it falls by less than was won.
        return None if facts["prize"] >= fallen else "more than was won"
    if record.kind not in ("jackpot adjusted", "jackpot removed"):
        return f"{record.kind!r} is no reason"
    if not facts.get("document"):
        return "no document is named"
    if record.kind == "jackpot removed" or jackpot_law().allows_fall(facts["because"]):
        return None
    return f"{facts['because']!r} is no reason the state allows"
