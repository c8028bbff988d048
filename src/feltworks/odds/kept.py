"""Counts that took long, kept on disk for the next time the same is asked.

A count is stored under a hash of all it depends on: what the rules say of the wager (options
applied, prose left out), the tie rule that was used, and every source file that takes part in a
count. So nothing kept is ever out of date; it is just no longer found, and what was unused for
longest is deleted when the folder is full. A file holds a digest of itself and then the counts,
whole numbers and fractions; a damaged file is ignored. If the folder cannot be read or written,
nothing is kept, and that is no error.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from feltworks.odds.result import Analysis, WagerOdds
from feltworks.rules.identity import stated_rules
from feltworks.rules.schema import Rules
from feltworks.wholefiles import user_cache, write_whole

WORTH_KEEPING_SECONDS = 0.1
"""A count that takes less is not worth keeping. A new process waits for kernels to load as well,
which takes longer than such a count."""
MOST_BYTES = 20_000_000
SUFFIX = ".json"
_OWN_NAME = re.compile(r"[0-9a-f]{32}\.json")
NOT_WEIGHED = ("jackpots", "offer", "table")
"""Sections of a rules file that have no influence on the count of a wager that depends on play."""
ALL_WAGERS = "all wagers"
"""The name under which a whole analysis is listed."""
Counted = tuple[Rules, str, Mapping[str, str]]
"""What is counted: rules, a wager, and the choices preferred where they are worth the same."""
_WAGER_ODDS = TypeAdapter(WagerOdds)
_PACKAGE = Path(__file__).parents[1]
_COUNTED_BY = ("cards", "hands", "rules", "odds")


def counts_folder() -> Path | None:
    """The folder FELTWORKS_COUNTS names, or one in the user's cache if it is not set. None if it is
    set to nothing: then no counts are kept."""
    chosen = os.environ.get("FELTWORKS_COUNTS")
    if chosen is None:
        return user_cache() / "counts"
    return Path(chosen) if chosen else None


@cache
def code_hash() -> str:
    """A hash of every source file that takes part in a count."""
    digest = hashlib.sha256(version("feltworks").encode())
    for folder in _COUNTED_BY:
        for path in sorted((_PACKAGE / folder).rglob("*.py")):
            source = path.read_bytes()
            digest.update(f"{path.relative_to(_PACKAGE).as_posix()}\0{len(source)}\0".encode())
            digest.update(source)
    return digest.hexdigest()


@dataclass(frozen=True)
class KeptCount:
    """One count that is kept: what it is for, and the file."""

    path: Path
    game: str
    wager: str
    """`main` for all required wagers together."""
    options: Mapping[str, str]
    count_seconds: float
    bytes: int
    last_used: float
    """In seconds since 1970."""


class KeptCounts:
    """The counts in a folder. `options` are written into counts that are added, for the list of
    them."""

    def __init__(self, folder: Path, options: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        self.options = dict(options or {})

    @classmethod
    def of_user(cls, options: Mapping[str, str] | None = None) -> KeptCounts | None:
        """The counts of the present user; None if none are to be kept."""
        folder = counts_folder()
        return None if folder is None else cls(folder, options)

    def find(self, rules: Rules, wager: str, indifferent: Mapping[str, str]) -> WagerOdds | None:
        """The exact counts of a wager that depends on play, if they are kept."""
        kept = self._look_up(self._path(rules, wager, indifferent))
        try:
            return None if kept is None else _WAGER_ODDS.validate_python(kept["odds"])
        except (KeyError, TypeError, ValueError, ZeroDivisionError):
            return None

    def add(
        self,
        rules: Rules,
        wager: str,
        indifferent: Mapping[str, str],
        odds: WagerOdds,
        seconds: float,
        play: Mapping[str, Any] | None = None,
    ) -> None:
        """Keeps a count that took long enough, with what is known of the play."""
        if seconds >= WORTH_KEEPING_SECONDS:
            counted = _WAGER_ODDS.dump_python(odds, mode="json")
            path = self._path(rules, wager, indifferent)
            self._keep(path, rules, wager, seconds, odds=counted, play=play)

    def find_play(
        self, rules: Rules, wager: str, indifferent: Mapping[str, str]
    ) -> Mapping[str, Any] | None:
        """What is known of the play that a wager was counted under."""
        kept = self._look_up(self._path(rules, wager, indifferent))
        found = None if kept is None else kept.get("play")
        return found if isinstance(found, dict) else None

    def find_analysis(
        self, rules: Rules, indifferent: Mapping[str, str]
    ) -> tuple[dict[str, WagerOdds], dict[str, str]] | None:
        """Every wager of a game that was counted, and how ties were broken."""
        kept = self._look_up(
            self._file_of([ALL_WAGERS, stated_rules(rules), _ties(rules, indifferent)])
        )
        try:
            if kept is None:
                return None
            wagers = kept["wagers"].items()
            odds = {id_: _WAGER_ODDS.validate_python(counted) for id_, counted in wagers}
            return odds, dict(kept["tie_rules"])
        except (AttributeError, KeyError, TypeError, ValueError, ZeroDivisionError):
            return None

    def add_analysis(
        self, rules: Rules, indifferent: Mapping[str, str], analysis: Analysis, seconds: float
    ) -> None:
        """Keep all wagers together, so that a new process can show them without counting
        anything."""
        if seconds >= WORTH_KEEPING_SECONDS:
            counted = {
                id_: _WAGER_ODDS.dump_python(odds, mode="json")
                for id_, odds in analysis.wagers.items()
            }
            path = self._file_of([ALL_WAGERS, stated_rules(rules), _ties(rules, indifferent)])
            ties = dict(analysis.indifferent)
            self._keep(path, rules, ALL_WAGERS, seconds, wagers=counted, tie_rules=ties)

    def find_part(self, part: str, of: Counted) -> dict[str, Any] | None:
        """An intermediate result on the way to the odds of a wager."""
        kept = self._look_up(self._path(*of, part))
        found = None if kept is None else kept.get("part")
        return found if isinstance(found, dict) else None

    def add_part(self, part: str, of: Counted, found: Mapping[str, Any], seconds: float) -> None:
        """Keep that if it took long, in place of what was kept of it before."""
        if seconds >= WORTH_KEEPING_SECONDS:
            rules, wager, _ = of
            self._keep(self._path(*of, part), rules, f"{wager}, {part}", seconds, part=found)

    def find_figures(self, rules: Rules, kind: str) -> dict[str, Any] | None:
        """Figures of a whole game that were computed from its counts, by their kind."""
        kept = self._look_up(self._figures_path(rules, kind))
        figures = None if kept is None else kept.get("figures")
        return figures if isinstance(figures, dict) else None

    def add_figures(
        self, rules: Rules, kind: str, figures: Mapping[str, Any], seconds: float
    ) -> None:
        """Keep such figures; they depend on everything that the rules say."""
        self._keep(self._figures_path(rules, kind), rules, kind, seconds, figures=figures)

    def _look_up(self, path: Path) -> dict[str, Any] | None:
        """What a file holds; marks it as used now."""
        kept = _read(path)
        if kept is not None:
            with suppress(OSError):
                os.utime(path)
        return kept

    def _keep(self, path: Path, rules: Rules, wager: str, seconds: float, **what: object) -> None:
        kept = {
            "game": rules.game.id,
            "wager": wager,
            "options": self.options,
            "count_seconds": round(seconds, 3),
            **what,
        }
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            text = json.dumps(kept)
            write_whole(path, f"{hashlib.sha256(text.encode()).hexdigest()}\n{text}")
            self._make_room()

    def entries(self) -> list[KeptCount]:
        """Everything that is kept, the last used first."""
        found = []
        for path in self._files():
            with suppress(OSError):
                status, kept = path.stat(), _read(path) or {}
                found.append(
                    KeptCount(
                        path,
                        game=str(kept.get("game", "damaged")),
                        wager=str(kept.get("wager", "")),
                        options=kept.get("options", {}),
                        count_seconds=kept.get("count_seconds", 0.0),
                        bytes=status.st_size,
                        last_used=status.st_mtime,
                    )
                )
        return sorted(found, key=lambda entry: -entry.last_used)

    def _files(self) -> Iterator[Path]:
        """The files that were kept here; others in the folder are somebody else's."""
        if self.folder.is_dir():
            for path in self.folder.glob(f"*{SUFFIX}"):
                if _OWN_NAME.fullmatch(path.name) and path.is_file():
                    yield path

    def _path(self, rules: Rules, wager: str, indifferent: Mapping[str, str], *part: str) -> Path:
        # In the file's order: that is the order in which outcomes are told.
        return self._file_of([wager, _bearing(rules, wager), _ties(rules, indifferent), *part])

    def _figures_path(self, rules: Rules, kind: str) -> Path:
        return self._file_of([kind, stated_rules(rules), _ties(rules, {})])

    def _file_of(self, asked: list[object]) -> Path:
        text = json.dumps([*asked, code_hash()])
        return self.folder / f"{hashlib.sha256(text.encode()).hexdigest()[:32]}{SUFFIX}"

    def _make_room(self) -> None:
        """Remove what was unused for longest, until the rest fits."""
        room = MOST_BYTES
        for entry in self.entries():
            room -= entry.bytes
            if room < 0:
                entry.path.unlink(missing_ok=True)


def _ties(rules: Rules, indifferent: Mapping[str, str]) -> list[tuple[str, str]]:
    """List the tie rules that a count is made under: what was asked for before what rules state."""
    return sorted({**rules.tie_rules, **indifferent}.items())


def _bearing(rules: Rules, wager: str) -> dict[str, Any]:
    """The part of the rules that the odds of a wager depend on: without other side wagers and pay
    tables used only by them, and without what only a table or a jackpot needs."""
    form = stated_rules(rules)
    others = {side for side in rules.wagers_of("side") if side != wager}
    theirs, ours = set[str](), set[str]()
    for id_, settled in rules.settle.items():
        for cell in settled.all_cells.values():
            tables = [table for pay in cell for table in pay.all_tables]
            (theirs if id_ in others else ours).update(tables)
    left_out = {"wagers": others, "settle": others, "pays": theirs - ours}
    for section, ids in left_out.items():
        form[section] = {id_: kept for id_, kept in form.get(section, {}).items() if id_ not in ids}
    return {name: kept for name, kept in form.items() if name not in NOT_WEIGHED}


def _read(path: Path) -> dict[str, Any] | None:
    """What a file holds; None if it does not exist or is damaged."""
    try:
        digest, _, text = path.read_text("utf-8").partition("\n")
        if digest != hashlib.sha256(text.encode()).hexdigest():
            return None
        kept = json.loads(text)
    except (OSError, ValueError):
        return None
    return kept if isinstance(kept, dict) else None
