"""Records, the chain they form, and the rows of all other tables, which follow from them.

A record's hash covers all that it says and the hash of the record before it, so that a changed,
missing or moved record no longer fits its neighbours. Anybody who has noted a later hash elsewhere
can detect a change; `feltworks audit` prints the last hash for that purpose. The writer indexes
each record with `index_record` and `latest`, and the audit rebuilds every index with the same two.
"""

from __future__ import annotations

import hashlib
import json
import json.encoder
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from feltworks.house.books import kinds
from feltworks.house.ledger import Posting, read_account

GENESIS = "0" * 64
"""The hash before the first record."""

UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What reading a body can raise if somebody else wrote it, with parts missing or of other types."""

Row = dict[str, Any]
Rows = defaultdict[str, list[Row]]
"""Rows by the name of their table."""

_NOTED_OF_ROUND = ("table", "shift", "commitment")
"""What the index of rounds takes from the facts of a round's opening."""


@dataclass(frozen=True, slots=True)
class Record:
    """One event; times and days are ISO texts, the body is JSON."""

    number: int
    at: str
    day: str
    kind: str
    subject: str
    round: int | None
    body: str
    previous: str
    hash: str
    parsed: dict[str, Any] | None = field(default=None, compare=False, repr=False)

    @property
    def content(self) -> dict[str, Any]:
        """The parsed body, not to be changed. Raises a `ValueError` if it is no JSON object."""
        if self.parsed is not None:
            return self.parsed
        content: object = json.loads(self.body)
        if not isinstance(content, dict):
            raise ValueError("a record's body is a JSON object")
        # Parsed once, as callers need it several times.
        object.__setattr__(self, "parsed", content)
        return content

    @property
    def facts(self) -> dict[str, Any]:
        facts: dict[str, Any] = self.content.get("facts", {})
        return facts

    @property
    def postings(self) -> list[Posting]:
        """The entry that the record carries."""
        return [posting for posting, _ in entry_in(self.content)]

    @property
    def subject_name(self) -> str:
        """The subject without the word for its kind: `1` of `table 1`."""
        return self.subject.partition(" ")[2]

    def expected_hash(self) -> str:
        """The hash that belongs to the record's content."""
        return hash_of(
            (self.number, self.at, self.day, self.kind, self.subject, self.round),
            self.body,
            self.previous,
        )


def entry_in(content: Mapping[str, Any]) -> list[tuple[Posting, int]]:
    """The entry in a record's content, each posting with the balance of its account after it."""
    return [
        (Posting(read_account(account), cents, purpose), after)
        for account, cents, purpose, after in content.get("postings", ())
    ]


Heading = tuple[int, str, str, str, str, "int | None"]
"""Number, time, day, kind, subject and round."""


def hash_of(heading: Heading, body: str, previous: str) -> str:
    """SHA-256 over the heading as JSON, the body and the previous hash, one on each line."""
    number, at, day, kind, subject, round = heading
    if type(number) is int and (round is None or type(round) is int):
        # The same as below, in a third of the time.
        numbered = "null" if round is None else round
        first = (
            f"[{number},{_quoted(at)},{_quoted(day)},{_quoted(kind)},{_quoted(subject)},{numbered}]"
        )
    else:
        first = canonical(heading)
    # The writer writes ASCII only; a body that somebody else put there may hold anything.
    text = f"{first}\n{body}\n{previous}"
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()


def sealed(heading: Heading, content: dict[str, Any], previous: str) -> Record:
    """The record with its hash."""
    body = canonical(content)
    return Record(*heading, body, previous, hash_of(heading, body, previous), content)


_quoted = json.encoder.encode_basestring_ascii

# The values have no circular references, and checking for them would take half of the time.
_ENCODER = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=True, check_circular=False
)


def _encode() -> Callable[[object], str]:
    """`_ENCODER.encode` with the compiled encoder made once, which it makes anew for every value.

    That takes a quarter of the time for a record's heading.
    """
    make = getattr(json.encoder, "c_make_encoder", None)
    if make is None:
        return _ENCODER.encode
    text, default = json.encoder.encode_basestring_ascii, _ENCODER.default
    parts = make(None, default, text, None, ":", ",", True, False, True)
    return lambda value: "".join(parts(value, 0))


canonical: Callable[[object], str] = _encode()
"""The one way a value is written as JSON: sorted keys, no spaces, ASCII only."""


def paper_hash(text: str) -> str:
    """The hash under which a text is filed."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


# --- rows ----------------------------------------------------------------------------------------


def index_record(rows: Rows, record: Record, content: Mapping[str, Any]) -> None:
    """Adds every index row that follows from the record, except filed texts."""
    number, round, kind, at = record.number, record.round, record.kind, record.at
    rows["records"].append(
        {
            "number": number,
            "at": at,
            "day": record.day,
            "kind": kind,
            "subject": record.subject,
            "round": round,
            "body": record.body,
            "previous": record.previous,
            "hash": record.hash,
        }
    )
    rows["postings"] += [
        {
            "record": number,
            "line": line,
            "account": account,
            "cents": cents,
            "purpose": purpose,
            "after_cents": after,
        }
        for line, (account, cents, purpose, after) in enumerate(content.get("postings", ()))
    ]
    if "key" in content:
        rows["keys"].append({"key": content["key"], "record": number})
    if kind == kinds.ROUND_OPENED:
        facts = content["facts"]
        row = {"number": round, "record": number, "at": at}
        rows["rounds"].append({**row, **{key: facts[key] for key in _NOTED_OF_ROUND}})
        for seat, player in facts["players"].items():
            rows["seatings"].append({"round": round, "seat": int(seat), "player": player})
    elif kind in kinds.OUTCOMES:
        outcome = content["facts"].get("outcome", kinds.OUTCOMES[kind])
        rows["closings"].append({"round": round, "record": number, "outcome": outcome, "at": at})
    elif kind == kinds.DECK_COMMITTED:
        facts = content["facts"]
        row = {"digest": record.subject_name, "record": number}
        rows["decks"].append({**row, "table": facts["table"], "number": facts["number"]})


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
