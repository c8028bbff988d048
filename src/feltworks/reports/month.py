"""The manager's month: what tables handled and won, compared with what the odds predict.

The figures are the ledger's, added up by the house; the theory is that of each wager with the
options it was dealt by. Each line is compared with what the house would win on average under best
play, with the band that holds it in 95 of 100 months; a line outside is flagged with its distance
in standard deviations. Rounds between players have no theory, and are left out of both.
"""

from __future__ import annotations

import math
import shlex
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from typing import Any, Literal, get_args

from feltworks.errors import did_you_mean
from feltworks.house import House
from feltworks.house.activity import (
    Activity,
    ActivityFigures,
    ActivityKey,
    Period,
    TableTotals,
    activity,
)
from feltworks.house.books.reader import Reader
from feltworks.house.jackpots.statement import JackpotPeriod, jackpot_periods
from feltworks.house.rounds.sheet import read_sheet
from feltworks.money import money
from feltworks.odds.progress import Progress, silent
from feltworks.odds.ties import tie_rule, tie_rule_words
from feltworks.reports.paper import PaperError
from feltworks.reports.theory import DealtRules, TableTheory, table_theory, theory_notes
from feltworks.rules.loader import Loaded, read_text

By = Literal["day", "shift", "table", "game"]
WAYS: tuple[By, ...] = get_args(By)
Z95 = 1.959963984540054
WHOLE_HOUSE = (
    "Only the lines are of the chosen tables: chips of the cage and jackpots are of the whole "
    "house."
)
ARCHIVED = "Rounds of this period were archived: irregularities noted in them are in the archive."


@dataclass(slots=True)
class MonthLine(TableTotals):
    """One line of the report, in cents. `theory_win` and `theory_handle` are of the rounds that
    have a theory."""

    name: str = ""
    expected: float = 0.0
    variance: float = 0.0
    theory_win: int = 0
    theory_handle: int = 0

    def add_figures(self, figures: ActivityFigures, theory: TableTheory | None) -> None:
        self.add(figures)
        if theory is not None:
            expected, variance = theory.expected(figures.stakes)
            self.expected += expected
            self.variance += variance
            self.theory_win += figures.win
            self.theory_handle += figures.handle

    @property
    def hold(self) -> float | None:
        """The part of the bets that the house kept; if any rounds have a theory, only of those,
        because stakes between players are not the house's."""
        if self.theory_handle:
            return self.theory_win / self.theory_handle
        return self.win / self.handle if self.handle else None

    @property
    def has_theory(self) -> bool:
        return self.variance > 0

    @property
    def band(self) -> tuple[float, float] | None:
        """Where the win lies in 95 of 100 months, in cents."""
        if not self.has_theory:
            return None
        reach = Z95 * math.sqrt(self.variance)
        return self.expected - reach, self.expected + reach

    @property
    def z(self) -> float | None:
        """How many standard deviations the win is from the expected one."""
        if not self.has_theory:
            return None
        return (self.theory_win - self.expected) / math.sqrt(self.variance)

    @property
    def is_outside(self) -> bool:
        return self.z is not None and abs(self.z) > Z95

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            **self.totals(),
            "hold": self.hold,
            "theoretical_win": round(self.expected) if self.has_theory else None,
            "band": None if self.band is None else [round(end) for end in self.band],
            "z": self.z,
            "outside": self.is_outside,
            "theory_win": self.theory_win if self.has_theory else None,
            "theory_handle": self.theory_handle if self.has_theory else None,
        }


@dataclass(frozen=True, slots=True)
class HouseReport:
    """A period of a house. `seal` is the head of the chain that it was read from."""

    house: str
    period: Period
    by: By
    tables: tuple[str, ...]
    """The chosen tables; empty means all."""
    seal: str
    lines: Sequence[MonthLine]
    total: MonthLine
    jackpots: Sequence[JackpotPeriod]
    chips_sold: int
    chips_bought_back: int
    without_activity: Sequence[str] = ()
    """Days of the period (if lines are by day), or tables, that have no line."""
    notes: Sequence[str] = field(default=())

    @property
    def filters(self) -> str:
        return f"tables {', '.join(self.tables)}" if self.tables else "none: every table"

    def command(self, made: date, books: str | None = None) -> str:
        """The command that makes it again, without a database's URL, which may hold a password."""
        words = ["feltworks", "house", "report", "--from", self.period.first.isoformat()]
        words += ["--to", self.period.last.isoformat(), "--by", self.by]
        words += [word for table in self.tables for word in ("--table", table)]
        words += ["--books", books] if books and "://" not in books else []
        return shlex.join([*words, "--date", made.isoformat()])

    def as_json(self) -> dict[str, Any]:
        return {
            "house": self.house,
            "from": self.period.first.isoformat(),
            "to": self.period.last.isoformat(),
            "by": self.by,
            "tables": list(self.tables),
            "seal": self.seal,
            "amounts_in": "cents",
            "lines": [line.as_json() for line in self.lines],
            "total": self.total.as_json(),
            "jackpots": [
                {name: getattr(each, name) for name in (*each.__slots__, "difference")}
                for each in self.jackpots
            ],
            "chips_sold": self.chips_sold,
            "chips_bought_back": self.chips_bought_back,
            "without_activity": list(self.without_activity),
            "notes": list(self.notes),
        }


def checked_way(by: str) -> By:
    """What lines are grouped by; refuses anything else."""
    for way in WAYS:
        if way == by:
            return way
    raise PaperError(f"--by {by!r}{did_you_mean(by, WAYS)}: there is {', '.join(WAYS)}")


def house_report(
    house: House,
    period: Period,
    by: By = "table",
    tables: Sequence[str] = (),
    progress: Progress = silent,
) -> HouseReport:
    """The report of a period, all of it from one moment of the books."""
    with house.database.reading() as reader:
        known = reader.states("table")
        for table in tables:
            if table not in known:
                there = ", ".join(known) or "none yet"
                raise PaperError(f"--table {table!r}{did_you_mean(table, known)}: there is {there}")
        progress("the books", 0, 3)
        found = activity(reader, period)
        progress("jackpots", 1, 3)
        jackpots = jackpot_periods(reader, period)
        head, state = reader.head(), reader.state("house") or {}
        progress("odds of the games", 2, 3)
        theories = _Theories(reader, progress)
        name = _namer(by, reader, theories, found)
        wanted = {
            key: figures
            for key, figures in found.by_key.items()
            if not tables or key.table in tables
        }
        lines = _lines(wanted, name, theories)
        total = (_lines(wanted, lambda key: "all", theories) or [MonthLine(name="all")])[0]
    idle = _idle_days(wanted, period) if by == "day" else _idle_tables(wanted, tables or known)
    return HouseReport(
        house=state.get("name", ""),
        period=period,
        by=by,
        tables=tuple(tables),
        seal=head.seal,
        lines=lines,
        total=total,
        jackpots=jackpots,
        chips_sold=found.chips_sold,
        chips_bought_back=found.chips_bought_back,
        without_activity=idle,
        notes=(
            *([WHOLE_HOUSE] if tables else []),
            *_of_total(total),
            *theory_notes(theories.by_rules),
            *([ARCHIVED] if found.archived_rounds else []),
        ),
    )


def _idle_days(found: Iterable[ActivityKey], period: Period) -> list[str]:
    """Days without activity, as ranges: a whole year is one."""
    busy = sorted({date.fromisoformat(key.day).toordinal() for key in found})
    ends = [period.first.toordinal() - 1, *busy, period.last.toordinal() + 1]
    stretches = [(before + 1, after - 1) for before, after in pairwise(ends)]
    return [
        str(Period(date.fromordinal(first), date.fromordinal(last)))
        if first < last
        else date.fromordinal(first).isoformat()
        for first, last in stretches
        if first <= last
    ]


def _idle_tables(found: Iterable[ActivityKey], tables: Iterable[str]) -> list[str]:
    return sorted(set(tables) - {key.table for key in found})


class _Theories:
    """Games and theories by the sheet they were dealt by, each computed once."""

    def __init__(self, reader: Reader, progress: Progress) -> None:
        self._reader, self._progress = reader, progress
        self._loaded: dict[str, Loaded] = {}
        self.by_rules: dict[DealtRules, TableTheory | None] = {}

    def loaded(self, sheet: str) -> Loaded:
        if sheet not in self._loaded:
            filed = read_sheet(self._reader, sheet)
            self._loaded[sheet] = read_text(filed.rules_text, filed.rules_name, dict(filed.options))
        return self._loaded[sheet]

    def of(self, sheet: str) -> TableTheory | None:
        loaded = self.loaded(sheet)
        rules = DealtRules(
            loaded.rules.game.id,
            loaded.sha256,
            tuple(sorted(loaded.chosen.items())),
            tie_rule_words(loaded.rules, tie_rule(loaded.rules)),
        )
        if rules not in self.by_rules:
            self.by_rules[rules] = table_theory(loaded, self._progress)
        return self.by_rules[rules]


def _namer(
    by: By, reader: Reader, theories: _Theories, found: Activity
) -> Callable[[ActivityKey], str]:
    """The function that names the line of a key; shifts are counted from the first of their day,
    and named with the record that began them."""
    of_day: dict[str, set[int]] = defaultdict(set)
    for each in found.by_key:
        if each.shift is not None:
            of_day[each.day].add(each.shift)

    def shift(key: ActivityKey) -> str:
        if key.shift is None:
            return "no shift"
        place = sorted(of_day[key.day]).index(key.shift) + 1
        return f"{key.day} shift {place} (from record {key.shift})"

    def game(key: ActivityKey) -> str:
        sheet = key.sheet or (reader.state(f"table {key.table}") or {}).get("sheet")
        return "-" if sheet is None else theories.loaded(sheet).rules.game.name

    names: dict[By, Callable[[ActivityKey], str]] = {
        "day": lambda key: key.day,
        "shift": shift,
        "table": lambda key: key.table,
        "game": game,
    }
    return names[by]


def _lines(
    found: dict[ActivityKey, ActivityFigures],
    name: Callable[[ActivityKey], str],
    theories: _Theories,
) -> list[MonthLine]:
    lines: dict[str, MonthLine] = {}
    for key, figures in found.items():
        line = lines.setdefault(name(key), MonthLine(name=name(key)))
        theory = theories.of(key.sheet) if key.sheet is not None and figures.rounds else None
        line.add_figures(figures, theory)
    return sorted(lines.values(), key=lambda line: line.name)


def _of_total(total: MonthLine) -> Iterable[str]:
    """The note if only a part of a line's win is compared with a theory."""
    if total.has_theory and (total.theory_win, total.theory_handle) != (total.win, total.handle):
        yield (
            "Hold, theoretical win, band and z are of the rounds that have a theory: in all they "
            f"handled {money(total.theory_handle)} and won {money(total.theory_win)}."
        )
