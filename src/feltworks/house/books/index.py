"""How the rows of all other tables follow from the records.

The writer indexes each record with these functions, and the audit uses the same functions to
rebuild every index from the chain.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from feltworks.house.books.chain import Record, canonical

Row = dict[str, Any]
Rows = defaultdict[str, list[Row]]
"""Rows by the name of their table."""

ROUND_OPENED = "round opened"
ROUND_HELD = "round held"
ROUND_SETTLED = "round settled"
ROUND_VOIDED = "round voided"
DECK_COMMITTED = "deck committed"
DECK_REVEALED = "deck revealed"
SHOE_REVEALED = "shoe revealed"
DECK_SHOWN = (DECK_REVEALED, SHOE_REVEALED)
SEEDS_ASKED = "seeds asked"
SEEDS_OPENED = "seeds opened"
CLOCK_ACCEPTED = "clock accepted"
BOOKS_RESTORED = "books restored"
OUTCOMES = {ROUND_SETTLED: "settled", ROUND_VOIDED: "voided"}


def index_record(rows: Rows, record: Record, content: Mapping[str, Any]) -> None:
    """Adds every index row that follows from the record, except filed texts."""
    rows["records"].append(
        {
            "number": record.number,
            "at": record.at,
            "day": record.day,
            "kind": record.kind,
            "subject": record.subject,
            "round": record.round,
            "body": record.body,
            "previous": record.previous,
            "hash": record.hash,
        }
    )
    if "postings" in content:
        rows["postings"] += [
            {
                "record": record.number,
                "line": line,
                "account": account,
                "cents": cents,
                "purpose": purpose,
                "after_cents": after,
            }
            for line, (account, cents, purpose, after) in enumerate(content["postings"])
        ]
    if "key" in content:
        rows["keys"].append({"key": content["key"], "record": record.number})
    if record.kind == ROUND_OPENED:
        _index_opening(rows, record, content["facts"])
    elif record.kind in OUTCOMES:
        rows["closings"].append(
            {
                "round": record.round,
                "record": record.number,
                "outcome": content["facts"].get("outcome", OUTCOMES[record.kind]),
                "at": record.at,
            }
        )
    elif record.kind == DECK_COMMITTED:
        facts = content["facts"]
        rows["decks"].append(
            {
                "digest": record.subject.removeprefix("deck "),
                "record": record.number,
                "table": facts["table"],
                "number": facts["number"],
            }
        )


def _index_opening(rows: Rows, record: Record, facts: Mapping[str, Any]) -> None:
    rows["rounds"].append(
        {
            "number": record.round,
            "record": record.number,
            "table": facts["table"],
            "at": record.at,
            "shift": facts["shift"],
            "commitment": facts["commitment"],
        }
    )
    for seat, player in facts["players"].items():
        rows["seatings"].append({"round": record.round, "seat": int(seat), "player": player})


def latest(record: Record, content: Mapping[str, Any]) -> tuple[dict[str, Row], Row | None]:
    """The rows of `accounts` and `standings` (present states) that this record replaces."""
    accounts = {
        account: {"name": account, "cents": after, "record": record.number}
        for account, _, _, after in content.get("postings", ())
    }
    if "after" not in content:
        return accounts, None
    state = canonical(content["after"])
    return accounts, {"subject": record.subject, "state": state, "record": record.number}
