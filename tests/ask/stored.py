"""Counts that are kept: on disk for the next process, and in memory for the next question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any
from unittest import mock

from tests.ask.odds import Wager, _wager

from feltworks.odds import boardcache, kept, walk
from feltworks.odds.progressive import JackpotError
from feltworks.odds.report import OddsReport, OddsSettings, recalled, report
from feltworks.odds.tune import tune
from feltworks.rules.schema import Rules

__all__ = [
    "Answer",
    "JackpotError",
    "NotStoredError",
    "StoredCount",
    "StoredCounts",
    "every_game_is_long",
    "folder_of_user",
    "forget_what_is_in_memory",
    "stored_by_other_code",
]

Pays = Iterable[str]
Jackpots = Fraction | Mapping[str, Fraction] | None


class NotStoredError(Exception):
    """Something had to be counted that was to be stored."""


@dataclass(frozen=True)
class StoredCount:
    """A file of counts: what it is of."""

    path: Path
    game: str
    wager: str
    options: Mapping[str, str]
    bytes: int
    count_seconds: float


@dataclass(frozen=True)
class Answer:
    """The odds of every wager; where pays were changed, whether the best play changes with them."""

    wagers: Mapping[str, Wager]
    ties: Mapping[str, str]
    play_changes: Mapping[str, bool]


class StoredCounts:
    """The counts in a folder. As a rule only what takes long is stored; here everything is that
    takes `from_seconds`."""

    def __init__(
        self, folder: Path, options: Mapping[str, str] | None = None, *, from_seconds: float = 0.0
    ) -> None:
        self.folder = folder
        self._kept = kept.KeptCounts(folder, options)
        self._from_seconds = from_seconds
        self.steps: list[str] = []
        """What was done since this was emptied: `choose` (the best play) or `count` (its ends)."""

    def odds(
        self,
        rules: Rules,
        *,
        ties: Mapping[str, str] | None = None,
        pays: Pays = (),
        jackpots: Jackpots = None,
        may_count: bool = True,
    ) -> Answer:
        """Look the odds up, or count and store them."""

        def progress(what: str, done: int, of: int) -> None:
            if not may_count:
                raise NotStoredError(what)
            self._note(what)

        settings = _settings(ties, pays, jackpots)
        with mock.patch.object(kept, "WORTH_KEEPING_SECONDS", self._from_seconds):
            return _answer(report(rules, settings, kept=self._kept, progress=progress))

    def recalled(
        self,
        rules: Rules,
        *,
        ties: Mapping[str, str] | None = None,
        pays: Pays = (),
        jackpots: Jackpots = None,
    ) -> Answer | None:
        """Look the whole answer up; None if any part of it is not stored."""
        found = recalled(rules, _settings(ties, pays, jackpots), self._kept)
        return None if found is None else _answer(found)

    def holds(self, rules: Rules, wager: str = "main") -> bool:
        """Tell whether a wager's counts are stored."""
        return self._kept.find(rules, wager, {}) is not None

    def tuned(
        self, rules: Rules, edge: Fraction, vary: Sequence[str]
    ) -> list[tuple[dict[str, int], Wager, bool | None]]:
        """Find pay tables near a house edge: their pays, odds, and whether the play changes."""
        with mock.patch.object(kept, "WORTH_KEEPING_SECONDS", self._from_seconds):
            found = tune(rules, edge, vary, kept=self._kept, progress=self._progress).found
        return [
            (
                {str(row): odds for row, odds in each.pays.items()},
                _wager(each.odds),
                each.play_changes,
            )
            for each in found
        ]

    def entries(self) -> list[StoredCount]:
        """List everything that is stored, the last used first."""
        names = StoredCount.__dataclass_fields__
        return [
            StoredCount(**{name: getattr(each, name) for name in names})
            for each in self._kept.entries()
        ]

    def remove(self, wager: str) -> None:
        """Remove the files of a wager."""
        for each in self.entries():
            if each.wager == wager:
                each.path.unlink()

    @contextmanager
    def holding_at_most(self, bytes: int) -> Iterator[None]:
        """Let the folder hold so many bytes."""
        with mock.patch.object(kept, "MOST_BYTES", bytes):
            yield

    def _progress(self, what: str, done: int, of: int) -> None:
        self._note(what)

    def _note(self, what: str) -> None:
        step = "count" if "counting endings" in what else "choose"
        if self.steps[-1:] != [step]:
            self.steps.append(step)


def folder_of_user() -> Path | None:
    """The folder in which commands store counts; None if they store none."""
    found = kept.KeptCounts.of_user()
    assert (None if found is None else found.folder) == kept.counts_folder()
    return kept.counts_folder()


def forget_what_is_in_memory() -> None:
    """Forget everything that was counted before, as a new process does."""
    boardcache.clear()


@contextmanager
def stored_by_other_code() -> Iterator[None]:
    """Let what is stored be of other source files than those of now."""
    with mock.patch.object(kept, "code_hash", lambda: "another"):
        yield


@contextmanager
def every_game_is_long() -> Iterator[None]:
    """Treat every game as one that takes long to solve, so that small ones are not solved anew."""
    with mock.patch.object(walk, "FEW_HANDS", -1):
        yield


def _settings(ties: Mapping[str, str] | None, pays: Pays, jackpots: Jackpots) -> OddsSettings:
    return OddsSettings(
        indifferent=ties or {}, pays=tuple(pays), jackpots=jackpots, values_only=True
    )


def _answer(found: OddsReport) -> Answer:
    changed: Any = found.what_if
    return Answer(
        {id_: _wager(wager) for id_, wager in found.analysis.wagers.items()},
        dict(found.analysis.indifferent),
        {} if changed is None else {id_: changed.play_changes(id_) for id_ in changed.wagers},
    )
