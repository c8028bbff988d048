"""An archive checked against the books: they have its hash, and its rounds play out as booked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from sqlalchemy import func, select

from feltworks.errors import FeltworksError
from feltworks.house.archive import ENDING, SUBJECT, archived, read_archive
from feltworks.house.audit.rounds import Verifier
from feltworks.house.books import Reader, kinds, schema
from feltworks.house.errors import BooksError, Violation
from feltworks.house.rounds.recall import recall
from feltworks.odds.progress import Progress, silent


@dataclass(frozen=True, slots=True)
class ArchiveReport:
    """What was found in an archive; `record` is the record that names it, 0 if none does."""

    record: int
    rounds: int
    violations: tuple[Violation, ...]


def rounds_archived(reader: Reader, since: int) -> int:
    """How many rounds settled after a record have their transcript in an archive."""
    records = schema.records.c
    query = select(func.count()).select_from(schema.records)
    settled = (records.kind == kinds.ROUND_SETTLED) & (records.number > since)
    return reader.connection.scalar(query.where(settled, records.number <= archived(reader))) or 0


def check_archives(
    reader: Reader, places: Iterable[Path], progress: Progress = silent
) -> Iterator[ArchiveReport]:
    """Checks every archive among files and folders; one that cannot be read is a violation."""
    seen: set[int] = set()
    for place in places:
        files = sorted(place.glob(f"*{ENDING}")) if place.is_dir() else [place]
        for file in files:
            try:
                report = check_archive(reader, file, progress)
            except BooksError as error:
                report = ArchiveReport(0, 0, (Violation(0, "archive", str(error)),))
            if not report.record or report.record not in seen:
                seen.add(report.record)
                yield report


def check_archive(reader: Reader, file: Path, progress: Progress = silent) -> ArchiveReport:
    """Checks an archive against the chain, and plays every round in it again."""
    heading, papers, moves, sha256 = read_archive(file)
    records = reader.about(SUBJECT)
    told = next((each for each in records if each.facts["sha256"] == sha256), None)
    if told is None:
        text = f"the books tell of no archive with the hash {sha256[:12]} of {file.name}"
        return ArchiveReport(0, 0, (Violation(0, "archive", text),))
    first, last = heading["records"]
    rounds: int = 0
    violations: list[Violation] = []
    if [first, last] != told.facts["records"]:
        raise BooksError(f"{file} and the record of it tell of other rounds")
    for found in _archived_rounds(reader, papers, moves, first - 1, last):
        rounds += 1
        violations += found
        progress("rounds", rounds, len(papers))
    return ArchiveReport(told.number, rounds, tuple(violations))


def _archived_rounds(
    reader: Reader, papers: dict[str, str], moves: dict[int, list[str]], after: int, last: int
) -> Iterator[list[Violation]]:
    verifier = Verifier(reader)
    for record in reader.chain(after, last):
        if record.kind != kinds.ROUND_SETTLED or record.round is None:
            continue
        text = papers.get(record.facts["transcript"])
        if text is None:
            yield [Violation(record.number, "archive", "its transcript is not in the archive")]
            continue
        try:
            found = replace(recall(reader, record.round), transcript=text)
            yield verifier.replayed_alone(found, moves.get(record.round, []))[1]
        except FeltworksError as error:
            yield [Violation(record.number, "archive", str(error))]
