"""Rounds played again, many at a time and by several processes.

A process takes a range of rounds, reads their records and filed texts with a few queries, and
returns what it found, so that memory does not grow with the books. All processes look at the books
up to one record, whatever is written meanwhile.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from multiprocessing import get_context

from sqlalchemy import func, select

from feltworks.errors import FeltworksError
from feltworks.house.audit.rounds import ARCHIVED, Verifier
from feltworks.house.books import Database, Head, Reader, Record, kinds, schema
from feltworks.house.books.chain import UNREADABLE
from feltworks.house.errors import Violation
from feltworks.house.rounds.recall import RoundRecord, readable, round_record
from feltworks.odds.progress import Progress

STRETCH = 100
"""How many rounds a process takes at a time."""

LEAST_SHARED = 1000
"""Below this number of rounds, starting another process takes longer than playing them."""


@dataclass(frozen=True, slots=True)
class ReplayedRounds:
    """Rounds that were looked at, how many of them were played again, and what is false in them.

    A round whose transcript is in an archive is not played again; of an open or void round
    everything that exists is checked.
    """

    looked_at: int = 0
    played: int = 0
    violations: tuple[Violation, ...] = ()

    def __add__(self, more: ReplayedRounds) -> ReplayedRounds:
        return ReplayedRounds(
            self.looked_at + more.looked_at,
            self.played + more.played,
            (*self.violations, *more.violations),
        )


@dataclass(frozen=True)
class Replays:
    """The rounds from `first` on, up to a head, to be played again, and some that are `earlier`."""

    database: Database
    reader: Reader
    first: int
    head: Head
    processes: int
    progress: Progress
    earlier: Sequence[int] = ()

    @contextmanager
    def begun(self, *, wanted: bool) -> Iterator[Callable[[], ReplayedRounds]]:
        """Starts, with other processes if there is much to do; the result plays the rest."""
        stretches = deque(self._stretches())
        if not wanted:
            yield ReplayedRounds
        elif self.processes == 1 or self.head.last_round - self.first < LEAST_SHARED:
            yield lambda: self._together(self._here(stretches))
        else:
            with ThreadPoolExecutor(1) as thread:
                helped = thread.submit(lambda: self._together(self._in_processes(stretches)))
                yield lambda: self._together(self._here(stretches)) + helped.result()

    def _stretches(self) -> Iterator[range]:
        last = self.head.last_round
        for number in self.earlier:
            yield range(number, number + 1)
        for first in range(self.first, last + 1, STRETCH):
            yield range(first, min(first + STRETCH, last + 1))

    def _together(self, parts: Iterator[ReplayedRounds]) -> ReplayedRounds:
        of = len(self.earlier) + max(0, self.head.last_round - self.first + 1)
        all_of_them = ReplayedRounds()
        for part in parts:
            all_of_them += part
            self.progress("rounds", all_of_them.looked_at, of)
        return all_of_them

    def _here(self, stretches: deque[range]) -> Iterator[ReplayedRounds]:
        verifier = Verifier(self.reader)
        for stretch in _taken(stretches):
            yield verify_stretch(verifier, stretch, self.head.number)

    def _in_processes(self, stretches: deque[range]) -> Iterator[ReplayedRounds]:
        """Plays rounds in other processes; this one joins in after it has walked the chain."""
        url = self.database.url.render_as_string(hide_password=False)
        helping = self.processes - 1
        waiting: deque[Future[ReplayedRounds]] = deque()
        # Spawned: a process forked while other threads run may hang.
        with ProcessPoolExecutor(helping, get_context("spawn"), _open, (url,)) as pool:
            for stretch in _taken(stretches):
                waiting.append(pool.submit(_stretch, stretch, self.head.number))
                if len(waiting) > helping:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()


def rounds_shown_since(reader: Reader, since: int, first: int) -> list[int]:
    """Rounds before `first` whose deck was shown after a record: they can be checked now."""
    records, rounds = schema.records.c, schema.rounds.c
    digest = func.substr(records.subject, len("shoe ") + 1)
    query = (
        select(rounds.number)
        .join(schema.records, rounds.commitment == digest)
        .where(records.number > since, records.kind.in_(kinds.DECK_SHOWN), rounds.number < first)
    )
    return list(reader.connection.scalars(query.distinct().order_by(rounds.number)))


def _taken(stretches: deque[range]) -> Iterator[range]:
    """Each stretch once, whichever thread takes it: nobody comes between the steps of `popleft`."""
    with suppress(IndexError):
        while True:
            yield stretches.popleft()


_database: Database
"""The books of a process that plays rounds again."""


def _open(url: str) -> None:
    global _database
    _database = Database(url)


def _stretch(numbers: range, up_to: int) -> ReplayedRounds:
    with _database.reading() as reader:
        return verify_stretch(Verifier(reader), numbers, up_to)


def verify_stretch(verifier: Verifier, numbers: range, up_to: int) -> ReplayedRounds:
    """Plays a range of rounds again, with the books up to a record."""
    reader = verifier.reader
    rounds, violations = _recalled(reader, numbers, up_to)
    before, moves = _rounds_before(reader, rounds), _journaled(reader, rounds)
    played = len(numbers)
    for number, found in rounds.items():
        try:
            with readable(number):
                shuffle, untrue = verifier.replayed(found, before.get(number), moves.get(number))
                played -= shuffle == ARCHIVED
                violations += untrue
        except (FeltworksError, *UNREADABLE) as error:
            violations.append(_unreadable(number, error))
    return ReplayedRounds(len(numbers), played, tuple(violations))


def _recalled(
    reader: Reader, numbers: range, up_to: int
) -> tuple[dict[int, RoundRecord], list[Violation]]:
    """The rounds of a range with their transcripts, and those that cannot be put together."""
    column = schema.records.c
    grouped: defaultdict[int | None, list[Record]] = defaultdict(list)
    among = column.round.between(numbers[0], numbers[-1])
    for record in reader.records(among, column.number <= up_to):
        grouped[record.round].append(record)
    rounds: dict[int, RoundRecord] = {}
    named: dict[int, str] = {}
    violations: list[Violation] = []
    for number in numbers:
        try:
            with readable(number):
                found = round_record(grouped[number], number)
                if found.closing is not None and "transcript" in found.closing.facts:
                    named[number] = found.closing.facts["transcript"]
                rounds[number] = found
        except FeltworksError as error:
            violations.append(_unreadable(number, error))
    papers = schema.papers.c
    query = select(papers.hash, papers.text).where(papers.hash.in_(list(map(str, named.values()))))
    texts = {row.hash: str(row.text) for row in reader.connection.execute(query)}
    for number, hash in named.items():
        rounds[number] = replace(rounds[number], transcript=texts.get(hash))
    return rounds, violations


def _rounds_before(reader: Reader, rounds: dict[int, RoundRecord]) -> dict[int, RoundRecord]:
    """By round number: the previous round from the same deck, if there is one."""
    commitments = {str(found.facts.get("commitment")) for found in rounds.values()}
    row = schema.rounds.c
    query = select(row.number, row.commitment).where(row.commitment.in_(list(commitments)))
    last: dict[str, int] = {}
    before: dict[int, RoundRecord] = {}
    for number, commitment in reader.connection.execute(query.order_by(row.number)):
        earlier = last.get(commitment)
        last[commitment] = number
        if earlier is not None and number in rounds:
            before[number] = rounds.get(earlier) or round_record(reader.of_round(earlier), earlier)
    return before


def _journaled(reader: Reader, rounds: dict[int, RoundRecord]) -> dict[int, list[str]]:
    """The journaled moves of each round whose deck is in the books."""
    if not rounds:
        return {}
    commitments = [str(found.facts.get("commitment")) for found in rounds.values()]
    digest, row = schema.decks.c.digest, schema.moves.c
    decks = set(reader.connection.scalars(select(digest).where(digest.in_(commitments))))
    moves: dict[int, list[str]] = {
        number: [] for number, found in rounds.items() if found.facts.get("commitment") in decks
    }
    query = select(row.round, row.move).where(row.round.between(min(rounds), max(rounds)))
    for number, move in reader.connection.execute(query.order_by(row.round, row.step)):
        if number in moves:
            moves[number].append(move)
    return moves


def _unreadable(number: int, error: Exception) -> Violation:
    return Violation(0, "rounds", f"round {number} cannot be told: {error}")
