"""An archive held against the books: it is the one they tell of, its rounds play out as booked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from feltworks.errors import FeltworksError
from feltworks.house.archive import read_archive, record_of
from feltworks.house.audit.replaying import Progress, no_progress
from feltworks.house.audit.rounds import Verifier
from feltworks.house.books.index import ROUND_SETTLED
from feltworks.house.books.reader import Reader
from feltworks.house.errors import Violation
from feltworks.house.rounds.recall import recall


@dataclass(frozen=True, slots=True)
class ArchiveReport:
    """What an archive was found to hold; `record` is the one that tells of it, 0 for none."""

    record: int
    rounds: int
    violations: tuple[Violation, ...]


def check_archive(reader: Reader, file: Path, progress: Progress = no_progress) -> ArchiveReport:
    """Holds an archive against the chain, and plays every round in it again."""
    heading, papers, sha256 = read_archive(file)
    told = record_of(reader, sha256)
    if told is None:
        text = f"the books tell of no archive with the hash {sha256[:12]} of {file.name}"
        return ArchiveReport(0, 0, (Violation(0, "archive", text),))
    first, last = heading["records"]
    rounds: int = 0
    violations: list[Violation] = []
    for found in _archived_rounds(reader, papers, first - 1, last):
        rounds += 1
        violations += found
        progress("rounds", rounds, len(papers))
    return ArchiveReport(told.number, rounds, tuple(violations))


def _archived_rounds(
    reader: Reader, papers: dict[str, str], after: int, last: int
) -> Iterator[list[Violation]]:
    verifier = Verifier(reader)
    for record in reader.chain(after, last):
        if record.kind != ROUND_SETTLED or record.round is None:
            continue
        text = papers.get(record.facts["transcript"])
        if text is None:
            yield [Violation(record.number, "archive", "its transcript is not in the archive")]
            continue
        try:
            found = replace(recall(reader, record.round), transcript=text)
            earlier = reader.dealt_before(found.facts["commitment"], record.round)
            before = None if earlier is None else recall(reader, earlier)
            yield verifier.replayed(found, before)[1]
        except FeltworksError as error:
            yield [Violation(record.number, "archive", str(error))]
