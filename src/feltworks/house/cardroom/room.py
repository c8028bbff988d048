"""A card room made ready: its file read, its rules loaded, a sheet for every table.

Whatever is wrong with the file itself is a mistake and raised, all of it at once. Whether a table
may open is another matter: that is asked for with `objections`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path

from feltworks.errors import FeltworksError, did_you_mean, system_reason
from feltworks.house.cardroom.housefile import (
    HouseFile,
    HouseFileError,
    JackpotSection,
    TableSection,
    parse_house,
)
from feltworks.house.cardroom.objections import (
    Objection,
    account_objections,
    approval_objections,
    reading_objections,
)
from feltworks.house.cardroom.postedlimits import limit_objections
from feltworks.house.rounds.sheet import PayoutLimits, Sheet
from feltworks.jackpots import JackpotTerms, terms_from
from feltworks.regulation import conditions
from feltworks.round import Limits
from feltworks.round.core.wagers import wager_plans
from feltworks.round.terms import KINDS
from feltworks.rules.amounts import Money
from feltworks.rules.approved import verdict_on
from feltworks.rules.catalogue import locate
from feltworks.rules.checks.mechanisms import players_of
from feltworks.rules.loader import Loaded, read_text
from feltworks.rules.mistakes import Mistake, RulesError
from feltworks.rules.options import OptionError, settled_choice
from feltworks.rules.reading import read_bytes
from feltworks.rules.readings import Reading, edge_words, known_edge, readings_of


@dataclass(frozen=True, slots=True)
class TableReadings:
    """What a table reads into its document, with the edge of its main game where that is known."""

    readings: tuple[Reading, ...]
    edge: Fraction | None
    knows_edge: bool

    @property
    def sentences(self) -> list[str]:
        """For whoever plays there: each reading, the edge, and that the house knows whose it is."""
        told = [f"{each}: {each.says}." for each in self.readings]
        if self.edge is not None and (told or self.edge < 0):
            words = edge_words(self.edge)
            told.append(f"{words[0].upper()}{words[1:]}.")
        if self.edge is not None and self.edge < 0 and self.knows_edge:
            told.append("The house knows that the edge is the player's.")
        return told


@dataclass(frozen=True)
class CardRoom:
    """A house file with the rules and the sheet of each table and the terms of each jackpot."""

    name: str
    text: str
    file: HouseFile
    loaded: Mapping[str, Loaded]
    sheets: dict[str, Sheet]
    jackpots: Mapping[str, JackpotTerms]

    @cached_property
    def readings(self) -> Mapping[str, TableReadings]:
        """The readings of every table; looked up once, for a lobby asks often."""
        return {
            table: TableReadings(
                readings_of(loaded), known_edge(loaded), self.file.tables[table].knows_edge
            )
            for table, loaded in self.loaded.items()
        }

    def objections(self) -> list[Objection]:
        """Why tables may not open, all of them."""
        found: list[Objection] = []
        for table, loaded in self.loaded.items():
            found += approval_objections(table, loaded, self.file)
            found += account_objections(table, self.file)
            found += reading_objections(table, loaded, self.file)
        dealt = {}
        for table, sheet in self.sheets.items():
            if objection := self._cannot_be_dealt(sheet):
                found.append(objection)
            else:
                dealt[table] = sheet
        return [*found, *limit_objections(dealt, self.file.house.under)]

    def _cannot_be_dealt(self, sheet: Sheet) -> Objection | None:
        try:
            sheet.dealt.open_round(sheet.terms(dict.fromkeys(sheet.jackpots, 0)))
        except FeltworksError as error:
            return Objection(sheet.table, "rules of play", str(error))
        return None


def load_house(path: str | Path) -> CardRoom:
    """The card room of a house file."""
    path = Path(path)
    try:
        # Read to the largest size a file may have: whatever is longer is refused for that.
        text = read_bytes(path).decode("utf-8-sig")
    except RulesError as error:
        raise HouseFileError(str(path), error.mistakes) from None
    except UnicodeDecodeError:
        mistake = Mistake("the file", "bytes that are no text", "UTF-8 text")
        raise HouseFileError(str(path), [mistake]) from None
    return read_house(text, str(path), path.parent)


def practice_house() -> CardRoom:
    """The house that comes with the program."""
    text = files("feltworks.house.cardroom").joinpath("practice.toml").read_text("utf-8")
    return read_house(text, "practice house")


def read_house(text: str, name: str = "house file", folder: Path | None = None) -> CardRoom:
    """The card room of a text; paths of rules files count from `folder`."""
    file = parse_house(text, name)
    mistakes: list[Mistake] = []
    loaded = {}
    texts = {}
    for id, table in file.tables.items():
        try:
            texts[id], loaded[id] = _rules(table, folder)
        except FeltworksError as error:
            for line in str(error).splitlines():
                allowed = "a valid rules file and options of it"
                mistakes.append(Mistake(f"tables.{id}", line, allowed))
    mistakes += _jackpot_mistakes(file, loaded)
    mistakes += _approval_mistakes(file)
    for id, rules in loaded.items():
        mistakes += _reading_mistakes(id, file.tables[id], rules)
        mistakes += _policy_mistakes(id, file.tables[id], rules)
    sheets = {}
    for id, rules in loaded.items():
        try:
            sheets[id] = _sheet(file, id, rules, texts[id])
        except FeltworksError as error:
            mistakes.append(Mistake(f"tables.{id}", str(error), "limits that fit together"))
    if mistakes:
        raise HouseFileError(name, mistakes)
    jackpots = {id: next(_all_terms(kept, loaded)) for id, kept in file.jackpots.items()}
    return CardRoom(name, text, file, loaded, sheets, jackpots)


def _rules(table: TableSection, folder: Path | None) -> tuple[str, Loaded]:
    named = table.game if len(table.game) <= 80 else f"{table.game[:80]}..."
    try:
        path = locate(table.game)
        if folder is not None and not path.is_absolute() and not path.exists():
            path = folder / path
        text = read_bytes(path).decode("utf-8-sig") if path.exists() else ""
    except OSError as error:
        why = f"cannot be read: {system_reason(error)}"
        raise FeltworksError(f"the rules file {named!r} {why}") from None
    except UnicodeDecodeError:
        raise FeltworksError(f"the rules file {named!r} is no UTF-8 text") from None
    if not text:
        raise FeltworksError(f"there is no rules file {named!r}")
    return text, _read(text, table.game, tuple(sorted(table.options.items())))


@lru_cache(maxsize=64)
def _read(text: str, name: str, options: tuple[tuple[str, str | int], ...]) -> Loaded:
    """Tables of a house often have the same game."""
    return read_text(text, name, dict(options))


def _sheet(file: HouseFile, id: str, loaded: Loaded, text: str) -> Sheet:
    table, rules, verdict = file.tables[id], loaded.rules, verdict_on(loaded)
    places = (players_of(rules) or (1, rules.table.seats))[1]
    if table.seats is not None and table.seats > places:
        raise FeltworksError(f"seats = {table.seats} and the rules have {places}")
    if table.seats is not None and table.seats < rules.table.least_seats:
        least = rules.table.least_seats
        raise FeltworksError(
            f"seats = {table.seats} and the layout is ordered with {least} or more"
        )
    return Sheet(
        table=id,
        game=rules.game.id,
        rules_text=text,
        rules_name=table.game,
        rules_sha256=loaded.sha256,
        options=dict(loaded.chosen),
        limits=limits_of(table),
        seats=table.seats or places,
        tray=table.tray.cents,
        approved=verdict.status == "approved",
        verdict=verdict.sentence,
        under=file.house.under,
        policy=dict(table.irregularities),
        payout_limits=PayoutLimits(_cents(table.player_limit), _cents(table.table_limit)),
        jackpots={kept.jackpot: name for name, kept in file.jackpots.items() if id in kept.tables},
    )


def limits_of(table: TableSection) -> Limits:
    """The limits that a house file posts for a table."""
    return Limits(
        table.minimum.cents,
        table.maximum.cents,
        table.side_minimum.cents,
        (table.side_maximum or table.maximum).cents,
        tuple(chip.cents for chip in table.chips),
    )


def _cents(amount: Money | None) -> int | None:
    return None if amount is None else amount.cents


# --- what does not fit together ----------------------------------------------------------------


def _jackpot_mistakes(file: HouseFile, loaded: Mapping[str, Loaded]) -> Iterator[Mistake]:
    for name, kept in file.jackpots.items():
        for table in kept.tables:
            if table not in file.tables:
                close = did_you_mean(table, file.tables)
                tables = ", ".join(file.tables)
                yield Mistake(f"jackpots.{name}.tables", f"{table!r}{close}", tables)
            elif table in loaded:
                yield from _kept(name, kept, loaded[table], table)
        if len(set(_all_terms(kept, loaded))) > 1:
            found = "tables whose rules keep it differently"
            yield Mistake(f"jackpots.{name}.tables", found, "tables with the same jackpot options")
    for table, rules in loaded.items():
        yield from _unkept(file, table, rules)


def _kept(name: str, kept: JackpotSection, loaded: Loaded, table: str) -> Iterator[Mistake]:
    jackpots = loaded.rules.jackpots
    if kept.jackpot not in jackpots:
        allowed = ", ".join(jackpots) or f"none: the rules of table {table} have no jackpot"
        yield Mistake(f"jackpots.{name}.jackpot", repr(kept.jackpot), allowed)
        return
    stated = jackpots[kept.jackpot]
    if kept.contribution is not None and stated.contribution is not None:
        found = f"{kept.contribution} beside the rules' own {stated.contribution}"
        yield Mistake(f"jackpots.{name}.contribution", found, "an option of the game, or nothing")
    elif kept.contribution is not None and stated.mode != "meter":
        found = f"{kept.contribution} for a jackpot that gets the day's remainder"
        yield Mistake(f"jackpots.{name}.contribution", found, "a rate for a meter only")
    elif kept.contribution is None and stated.contribution is None and stated.mode == "meter":
        found = "a meter without a rate"
        yield Mistake(f"jackpots.{name}.contribution", found, 'a percentage, such as "30%"')
    rate = kept.contribution or stated.contribution
    if kept.fees.part and rate is not None:
        found = f"{kept.fees} of a jackpot that gets a set contribution"
        yield Mistake(f"jackpots.{name}.fees", found, "fees out of a day's remainder only")
    if kept.fees.part >= 1:
        yield Mistake(f"jackpots.{name}.fees", str(kept.fees), "less than all of it")
    if kept.cap is not None and kept.cap.cents < stated.seed.cents:
        yield Mistake(f"jackpots.{name}.cap", str(kept.cap), f"at least the seed of {stated.seed}")


def _unkept(file: HouseFile, table: str, loaded: Loaded) -> Iterator[Mistake]:
    """A jackpot that a table plays for must be kept, and once only."""
    plans = wager_plans(loaded.rules)
    for id, jackpot in loaded.rules.jackpots.items():
        keepers = [
            name
            for name, kept in file.jackpots.items()
            if table in kept.tables and kept.jackpot == id
        ]
        if not keepers and plans[jackpot.wager].on_offer:
            found = f"no jackpot {id} for table {table}, which offers {jackpot.wager}"
            yield Mistake("jackpots", found, f'a jackpot with tables = ["{table}"]')
        if len(keepers) > 1:
            found = f"{' and '.join(keepers)} for the one {id} of table {table}"
            yield Mistake("jackpots", found, "one of them")


def _all_terms(kept: JackpotSection, loaded: Mapping[str, Loaded]) -> Iterator[JackpotTerms]:
    """The terms of a jackpot by the rules of each table that plays for it."""
    for table in kept.tables:
        if table in loaded and kept.jackpot in loaded[table].rules.jackpots:
            yield terms_from(
                loaded[table].rules.jackpots[kept.jackpot],
                cap=_cents(kept.cap),
                contribution=None if kept.contribution is None else kept.contribution.part,
                fees=kept.fees.part,
                account=kept.account,
                posted_at_opening=True,
            )


def _reading_mistakes(id: str, table: TableSection, loaded: Loaded) -> Iterator[Mistake]:
    """A reading is named with the value that the table is dealt with, and must be one."""
    marked = {reading.option: reading.value for reading in readings_of(loaded)}
    for option, value in table.readings.items():
        at = f"tables.{id}.readings.{option}"
        if option not in marked:
            allowed = ", ".join(marked) or "none: this table reads nothing into its document"
            yield Mistake(at, f"no reading in force{did_you_mean(option, marked)}", allowed)
            continue
        try:
            named = settled_choice(loaded.rules.game.id, loaded.rules.options, {option: value})
        except OptionError as error:
            yield Mistake(at, str(error), marked[option])
            continue
        if named[option] != marked[option]:
            found = f"{named[option]!r} at a table dealt with {marked[option]!r}"
            yield Mistake(at, found, f"{marked[option]!r}, or the same under options")


def _policy_mistakes(id: str, table: TableSection, loaded: Loaded) -> Iterator[Mistake]:
    """What the house does is asked only about what can happen and what the rules leave to it."""
    rules = loaded.rules
    for kind, consequence in table.irregularities.items():
        at = f"tables.{id}.irregularities.{kind}"
        if kind not in rules.irregularity_kinds:
            found = f"{kind!r}{did_you_mean(kind, rules.irregularity_kinds)}"
            if kind in KINDS:
                found = f"{kind!r} for a game dealt from a {rules.table.dealt_from}"
            yield Mistake(at, found, ", ".join(rules.irregularity_kinds))
        elif getattr(rules.irregularities, kind.replace("-", "_")) == "void" != consequence:
            yield Mistake(at, repr(consequence), "'void': the rules of play say so")


def _approval_mistakes(file: HouseFile) -> Iterator[Mistake]:
    kind = file.house.kind
    if kind == "practice":
        return
    known = {condition.id for year in (2005, 2008) for condition in conditions(kind, year)}
    for place, approval in enumerate(file.approvals, start=1):
        if approval.condition not in known:
            close = did_you_mean(approval.condition, known)
            found = f"{approval.condition!r}{close}"
            yield Mistake(f"approvals.{place}.condition", found, ", ".join(sorted(known)))
