"""The audit of a whole house, and its report.

Each check is a function from the books to a list of violations; the report sorts them by record, so
that the first one is where the trouble begins. Rounds are played again by processes of their own
while the chain is walked here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from feltworks.house.audit import checkpoints, indexes
from feltworks.house.audit.archives import check_archives, rounds_archived
from feltworks.house.audit.chain import ChainCheck, escrowed
from feltworks.house.audit.repairs import Repair, Repairs
from feltworks.house.audit.replaying import Replays, rounds_shown_since
from feltworks.house.audit.running import RunningBooks
from feltworks.house.audit.structure import structure_violations
from feltworks.house.books import Database, Head, Reader, schema
from feltworks.house.errors import Violation
from feltworks.house.seals import BooksCheckpoint, Seal
from feltworks.money import money
from feltworks.odds.progress import Progress, silent

FIRST_DAY = schema.FIRST_HEAD["day"]
INDEXES = (*indexes.BY_RECORD, "seatings")


@dataclass(frozen=True, slots=True)
class HeldAgainst:
    """What lies outside the books and is compared with them.

    `seals` are what a house signed, each by one of `keys` if any are given. With `since` the
    records up to that checkpoint are not checked again; with `since_seal` those up to the newest
    seal that holds. Books that `may_end_before` the newest seals are a backup.
    """

    seals: Sequence[Seal] | None = None
    keys: Collection[str] = ()
    since: BooksCheckpoint | None = None
    since_seal: bool = False
    may_end_before: bool = False


@dataclass(frozen=True, slots=True)
class AuditPlan:
    """What is audited and compared with what; `seal` is a record's number and hash noted earlier.

    Rounds that are in one of the `archives` are played again from there.
    """

    replay: bool = True
    seal: tuple[int, str] | None = None
    against: HeldAgainst = field(default_factory=HeldAgainst)
    processes: int = 1
    archives: Sequence[Path] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """What an audit looked at and found; a later audit can compare the books with the `head`.

    `since` is the last record that was not checked again. `uncovered` counts the records after the
    newest seal: all records if there are no seals, None if no seals were given. `repairs` are the
    repairs that people answered for by name. Of the `archived` rounds, those in given archives are
    checked; the others are taken on trust.
    """

    records: int
    rounds: int
    replayed: int
    head: Head
    checkpoint: BooksCheckpoint
    violations: tuple[Violation, ...]
    since: int = 0
    seals: int | None = None
    uncovered: int | None = None
    repairs: tuple[Repair, ...] = ()
    archived: int = 0
    checked_in_archives: int = 0

    @property
    def in_order(self) -> bool:
        return not self.violations

    @property
    def first(self) -> Violation | None:
        """The first violation."""
        return self.violations[0] if self.violations else None

    def as_json(self) -> dict[str, Any]:
        return {
            "in_order": self.in_order,
            "records": self.records,
            "rounds": self.rounds,
            "rounds_replayed": self.replayed,
            "rounds_archived": self.archived,
            "rounds_checked_in_archives": self.checked_in_archives,
            "since_record": self.since,
            "seals": self.seals,
            "records_no_seal_covers": self.uncovered,
            "seal": self.head.seal,
            "checkpoint": str(self.checkpoint),
            "repairs": [repair.as_json() for repair in self.repairs],
            "first_broken_record": self.first.record or None if self.first else None,
            "violations": [violation.as_json() for violation in self.violations],
        }


def audit(
    reader: Reader, database: Database, plan: AuditPlan, progress: Progress = silent
) -> Report:
    """Checks everything in the plan."""
    head = reader.head()
    violations = list(structure_violations(reader))
    repairs = Repairs(reader)
    check, since = _start(reader, plan.against, violations)
    first_round = min([check.last_round + 1, *check.books.open_rounds])
    earlier = rounds_shown_since(reader, since, first_round) if since else ()
    replays = Replays(database, reader, first_round, head, plan.processes, progress, earlier)
    with replays.begun(wanted=plan.replay) as found_in_rounds:
        violations += _chain(reader, check, head, progress)
        violations += indexes.changed_papers(reader) if not since else ()
        violations += _seals(reader, plan, repairs)
        rounds = found_in_rounds()
    violations += rounds.violations
    checked = 0
    for report in check_archives(reader, plan.archives, progress):
        violations += report.violations
        checked += report.rounds
    # A round may fail to replay because of damage that the check of the chain has found already.
    ordered = sorted(dict.fromkeys(violations), key=lambda each: (each.record or 10**18, each))
    seals = plan.against.seals
    standing = [seal.record for seal in seals or () if repairs.lost_by(seal) is None]
    covered = max(standing, default=0)
    return Report(
        records=head.number,
        rounds=reader.count("rounds"),
        replayed=rounds.played,
        archived=rounds_archived(reader, since),
        checked_in_archives=checked,
        head=head,
        checkpoint=checkpoints.checkpoint(reader),
        violations=tuple(ordered),
        since=since,
        seals=None if seals is None else len(seals),
        uncovered=None if seals is None else max(0, head.number - covered),
        repairs=repairs.in_order(),
    )


def _start(
    reader: Reader, against: HeldAgainst, violations: list[Violation]
) -> tuple[ChainCheck, int]:
    """The check at its start: at the first record, or after a checkpoint that holds."""
    since = against.since
    if against.since_seal:
        seal = checkpoints.last_that_holds(reader, against.seals or ())
        since = None if seal is None else seal.checkpoint
    if since is None:
        return ChainCheck(RunningBooks(reader)), 0
    check, unfit = checkpoints.check_from(reader, since)
    violations += unfit
    return check, check.number


def _chain(
    reader: Reader, check: ChainCheck, head: Head, progress: Progress
) -> Iterator[Violation]:
    since, rounds_before = check.number, check.last_round
    called_for: Counter[str] = Counter()
    for records in reader.chunks(after=since):
        for record in records:
            yield from check.take(record)
        rows, unreadable = indexes.rows_called_for(records)
        yield from unreadable
        yield from indexes.index_violations(reader, records, rows)
        yield from indexes.missing_papers(reader, records, texts=bool(since))
        called_for.update({name: len(rows[name]) for name in INDEXES})
        progress("records", check.number, head.number)
    if (check.number, check.hash) != (head.number, head.hash):
        text = f"the chain ends with record {check.number} and its head is {head.number}"
        yield Violation(min(check.number, head.number) + 1, "chain", text)
    if (check.day or FIRST_DAY, check.last_round) != (head.day, head.last_round):
        text = (
            f"the head has the day {head.day} and round {head.last_round}, the records end with "
            f"{check.day or FIRST_DAY} and {check.last_round}"
        )
        yield Violation(head.number, "head", text)
    for name in INDEXES:
        if (there := _rows_after(reader, name, since, rounds_before)) > called_for[name]:
            text = f"{name} has {there} rows and the records call for {called_for[name]}"
            yield Violation(0, "index", text)
    yield from check.end(checkpoints.account_rows(reader), checkpoints.state_rows(reader))
    yield from _escrow(reader, check)


def _rows_after(reader: Reader, name: str, record: int, round: int) -> int:
    """How many rows of an index belong to records after this one, whose last round was `round`."""
    table = schema.metadata.tables[name]
    after = table.c.round > round if name == "seatings" else table.c.record > record
    return reader.connection.scalar(select(func.count()).select_from(table).where(after)) or 0


def _escrow(reader: Reader, check: ChainCheck) -> Iterator[Violation]:
    """Compares what lies in escrow with the stakes of open rounds."""
    still_open = check.books.open_rounds
    open_rounds = set(reader.open_rounds())
    for round in sorted(open_rounds ^ still_open.keys()):
        where = "index" if round in open_rounds else "records"
        yield Violation(0, "escrow", f"round {round} is in flight by the {where} only")
    due = sum(escrowed(records) for records in still_open.values())
    balances = check.books.balances
    held = sum(cents for account, cents in balances.items() if account.purse == "escrow")
    if held != due:
        text = f"escrow holds {money(held)}, rounds in flight {money(due)}"
        yield Violation(0, "escrow", text)


def _seals(reader: Reader, plan: AuditPlan, repairs: Repairs) -> Iterator[Violation]:
    against = plan.against
    if plan.seal is not None and not repairs.is_lost(*plan.seal):
        number, hash = plan.seal
        record = reader.record(number)
        if record is None or record.hash != hash:
            yield Violation(number, "seal", "it is not the record whose hash was noted")
    yield from checkpoints.sealed_violations(
        reader, repairs, against.seals or (), against.keys, may_end_before=against.may_end_before
    )
