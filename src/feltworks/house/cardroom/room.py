"""A card room ready to open: its file read, its rules loaded, a sheet for every table.

Mistakes in the file itself are raised, all of them at once. Whether a table may open is a separate
question, answered by `objections`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path

from feltworks.errors import FeltworksError, system_reason
from feltworks.house.cardroom.housefile import (
    HouseFile,
    HouseFileError,
    TableSection,
    parse_house,
    well_formed_tables,
)
from feltworks.house.cardroom.mismatches import cents_or_none, jackpot_terms, mismatches
from feltworks.house.cardroom.objections import Objection, table_objections
from feltworks.house.cardroom.postedlimits import limit_objections
from feltworks.house.rounds.sheet import Sheet
from feltworks.jackpots import JackpotTerms
from feltworks.round import Limits, PayoutLimits
from feltworks.rules.approved import verdict_on
from feltworks.rules.catalogue import locate
from feltworks.rules.checks.mechanisms import players_of
from feltworks.rules.identity import differences, plain_rules
from feltworks.rules.keylines import lines_from
from feltworks.rules.loader import Loaded, read_text
from feltworks.rules.mistakes import WHOLE_FILE, Mistake, RulesError
from feltworks.rules.reading import read_bytes
from feltworks.rules.readings import (
    OwnReading,
    Reading,
    edge_words,
    known_edge,
    own_readings_of,
    readings_of,
)


@dataclass(frozen=True, slots=True)
class TableReadings:
    """How a table reads gaps in its document, and the edge of its main game if that is known.

    `own` are the interpretations that no option changes.
    """

    readings: tuple[Reading, ...]
    own: tuple[OwnReading, ...]
    edge: Fraction | None
    knows_edge: bool

    @property
    def sentences(self) -> list[str]:
        """For the players: each reading, the edge, and that the house knows whom it favours."""
        told = [f"{each}: {each.says}." for each in self.readings]
        if self.edge is not None and (told or self.edge < 0):
            words = edge_words(self.edge)
            told.append(f"{words[0].upper()}{words[1:]}.")
        if self.edge is not None and self.edge < 0 and self.knows_edge:
            told.append("The house knows that the edge is the player's.")
        return told


@dataclass(frozen=True)
class CardRoom:
    """The rules and the sheet of each table and the terms of each jackpot, by a house file.

    `kept` has the rules text of each table that goes on with the rules it opened with before,
    although the program has others for its game now.
    """

    loaded: Mapping[str, Loaded]
    sheets: dict[str, Sheet]
    jackpots: Mapping[str, JackpotTerms]
    file: HouseFile
    text: str
    name: str
    kept: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def readings(self) -> Mapping[str, TableReadings]:
        """The readings of every table; computed once, because a lobby needs them often."""
        return {
            table: TableReadings(
                readings_of(loaded),
                own_readings_of(loaded),
                known_edge(loaded),
                self.file.tables[table].knows_edge,
            )
            for table, loaded in self.loaded.items()
        }

    def own_readings(self) -> list[str]:
        """The interpretations that no option changes, each with the tables that deal by it."""
        tables: dict[tuple[str, OwnReading], list[str]] = {}
        for table, found in self.readings.items():
            for each in found.own:
                tables.setdefault((self.sheets[table].game, each), []).append(table)
        return [
            f"{game} ({', '.join(at)}), our interpretation and not an option: {each}"
            for (game, each), at in tables.items()
        ]

    def earlier_terms(self) -> list[str]:
        """Which tables still deal by earlier rules, and which jackpots keep earlier terms."""
        present = {table: self._present(table) for table in self.kept}
        told = [
            f"table {table} keeps earlier rules of {self.sheets[table].game}, as it opened before"
            f"{_difference(self.loaded[table], now)}"
            for table, now in present.items()
        ]
        known = {table: now for table, now in present.items() if now is not None}
        for name, kept in self.file.jackpots.items():
            if {*jackpot_terms(kept, known)} - {self.jackpots[name]}:
                told.append(f"jackpot {name} keeps its earlier terms")
        if told:
            told.append("`feltworks house open --present-rules` changes them to the present ones")
        return told

    def _present(self, table: str) -> Loaded | None:
        """The rules that the program has for a table's game now; None if its options do not fit."""
        section = self.file.tables[table]
        try:
            return _rules(section, None)[1]
        except FeltworksError:
            return None

    def objections(self) -> list[Objection]:
        """Every reason why tables may not open."""
        found: list[Objection] = []
        for table, loaded in self.loaded.items():
            objected = table_objections(table, loaded, self.file)
            found += [Objection(table, rule, text) for rule, text in objected]
        dealt = {}
        for table, sheet in self.sheets.items():
            try:
                sheet.dealt.open_round(sheet.terms(dict.fromkeys(sheet.jackpots, 0)))
            except FeltworksError as error:
                found.append(Objection(table, "rules of play", str(error)))
            else:
                dealt[table] = sheet
        return [*found, *limit_objections(dealt, self.file.house.under)]


def _difference(kept: Loaded, present: Loaded | None) -> str:
    """In which keys the rules as dealt differ, the first three by name."""
    if present is None:
        return ""
    keys = list(differences(plain_rules(kept.rules), plain_rules(present.rules)))
    more = f" and {len(keys) - 3} more" if len(keys) > 3 else ""
    return f"; the present ones differ in {', '.join(keys[:3]) or 'their options'}{more}"


def load_house(path: str | Path) -> CardRoom:
    """The card room of a house file."""
    path = Path(path)
    return read_house(house_text(path), str(path), path.parent)


def house_text(path: Path) -> str:
    """The text of a house file."""
    try:
        # Read only as far as the largest allowed size; a longer file is refused.
        return read_bytes(path).decode("utf-8-sig")
    except RulesError as error:
        raise HouseFileError(str(path), error.mistakes) from None
    except UnicodeDecodeError:
        mistake = Mistake(WHOLE_FILE, "bytes that are no text", "UTF-8 text")
        raise HouseFileError(str(path), [mistake]) from None


def practice_house() -> CardRoom:
    """The house that comes with the program."""
    text = files("feltworks.house.cardroom").joinpath("practice.toml").read_text("utf-8")
    return read_house(text, "practice house")


def read_house(
    text: str,
    name: str = "house file",
    folder: Path | None = None,
    kept: Mapping[str, str] | None = None,
) -> CardRoom:
    """The card room of a text; paths of rules files count from `folder`.

    Tables in `kept` are dealt by that rules text, whatever the program has for their game.
    """
    with lines_from(text):
        return _read_house(text, name, folder, kept or {})


def _read_house(text: str, name: str, folder: Path | None, kept: Mapping[str, str]) -> CardRoom:
    try:
        file = parse_house(text, name)
    except HouseFileError as error:
        others = [
            mistake
            for id, table in well_formed_tables(text).items()
            for mistake in _rules_mistakes(id, table, folder, kept.get(id))
        ]
        raise HouseFileError(name, [*error.mistakes, *others]) from None
    mistakes: list[Mistake] = []
    loaded = {}
    texts = {}
    for id, table in file.tables.items():
        if found := _rules_mistakes(id, table, folder, kept.get(id)):
            mistakes += found
        else:
            texts[id], loaded[id] = _rules(table, folder, kept.get(id))
    mistakes += mismatches(file, loaded)
    sheets = {}
    for id, rules in loaded.items():
        try:
            sheets[id] = _sheet(file, id, rules, texts[id])
        except FeltworksError as error:
            mistakes.append(Mistake(f"tables.{id}", str(error), "limits that fit together"))
    if mistakes:
        raise HouseFileError(name, mistakes)
    jackpots = {id: next(jackpot_terms(kept, loaded)) for id, kept in file.jackpots.items()}
    return CardRoom(loaded, sheets, jackpots, file, text, name, kept)


def _rules_mistakes(
    id: str, table: TableSection, folder: Path | None, kept: str | None
) -> list[Mistake]:
    """Why the rules of a table cannot be read."""
    try:
        _rules(table, folder, kept)
    except FeltworksError as error:
        allowed = "a valid rules file and options of it"
        return [Mistake(f"tables.{id}", line, allowed) for line in str(error).splitlines()]
    return []


def _rules(table: TableSection, folder: Path | None, kept: str | None = None) -> tuple[str, Loaded]:
    options = tuple(sorted(table.options.items()))
    if kept is not None:
        return kept, _read(kept, table.game, options)
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
    return text, _read(text, table.game, options)


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
        seats=table.seats or places,
        tray=table.tray.cents,
        limits=limits_of(table),
        under=file.house.under,
        game=rules.game.id,
        rules_text=text,
        rules_name=table.game,
        rules_sha256=loaded.sha256,
        approved=verdict.status == "approved",
        verdict=verdict.sentence,
        options=dict(loaded.chosen),
        policy=dict(table.irregularities),
        payout_limits=PayoutLimits(
            cents_or_none(table.player_limit), cents_or_none(table.table_limit)
        ),
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
