"""A card room ready to open: its file read, its rules loaded, a sheet for every table.

Mistakes in the file itself are raised, all of them at once. Whether a table may open is a separate
question, answered by `objections`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from feltworks.errors import FeltworksError, system_reason
from feltworks.house.cardroom.housefile import (
    HouseFile,
    HouseFileError,
    TableSection,
    parse_house,
    without_mistakes,
)
from feltworks.house.cardroom.mismatches import cents_or_none, jackpot_terms, mismatches
from feltworks.house.cardroom.objections import Objection, table_objections
from feltworks.house.cardroom.postedlimits import limit_objections
from feltworks.house.rounds.sheet import Sheet
from feltworks.jackpots import JackpotTerms
from feltworks.round import Limits, PayoutLimits
from feltworks.round.terms import TermsError
from feltworks.rules.approved import verdict_on
from feltworks.rules.catalogue import locate
from feltworks.rules.checks.mechanisms import players_of
from feltworks.rules.identity import differences, plain_rules
from feltworks.rules.keylines import lines_from
from feltworks.rules.loader import Loaded, read_text
from feltworks.rules.mistakes import WHOLE_FILE, Mistake, RulesError
from feltworks.rules.options import OptionError
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
    mistakes: list[Mistake] = []
    file: HouseFile | None
    try:
        file = parse_house(text, name)
    except HouseFileError as error:
        mistakes += error.mistakes
        file = without_mistakes(text, mistakes)
        if file is None:
            raise
    blamed = [mistake.key for mistake in mistakes]
    others: list[Mistake] = []
    loaded = {}
    texts = {}
    for id, table in file.tables.items():
        try:
            rules_text, rules = _rules(table, folder, kept.get(id))
        except FeltworksError as error:
            others += _rules_mistakes(id, error)
        else:
            # Without its mistaken options a table may be dealt in another way than is meant.
            if not _is_about(blamed, f"tables.{id}.options"):
                texts[id], loaded[id] = rules_text, rules
    others += mismatches(file, loaded)
    for id, table in file.tables.items():
        others += _posted_mistakes(id, table, loaded.get(id))
    mistakes += [found for found in others if not _is_caused(found.key, blamed)]
    if mistakes:
        raise HouseFileError(name, mistakes)
    sheets = {id: _sheet(file, id, rules, texts[id]) for id, rules in loaded.items()}
    jackpots = {id: next(jackpot_terms(kept, loaded)) for id, kept in file.jackpots.items()}
    return CardRoom(loaded, sheets, jackpots, file, text, name, kept)


def _is_caused(key: str, blamed: Iterable[str]) -> bool:
    """Whether a mistake at a key may come only from mistakes of form."""
    if key == "jackpots":
        # A jackpot that cannot be read may be the one that is missed.
        names = [each.split(".") for each in blamed if _is_about([each], key)]
        return any(len(each) < 3 or each[2] in ("tables", "jackpot") for each in names)
    return _is_about(blamed, key) or any(_is_about([key], each) for each in blamed)


def _is_about(keys: Iterable[str], section: str) -> bool:
    """Whether one of the keys is the section or inside it."""
    return any(f"{key}.".startswith(f"{section}.") for key in keys)


def _rules_mistakes(id: str, error: FeltworksError) -> Iterator[Mistake]:
    """Why the rules of a table cannot be read."""
    if isinstance(error, OptionError):
        for option, why in error.refused.items():
            allowed = "an option of the game, with a value of it"
            yield Mistake(f"tables.{id}.options.{option}", why, allowed)
        return
    for line in str(error).splitlines():
        yield Mistake(f"tables.{id}.game", line, "a valid rules file and options of it")


def _posted_mistakes(id: str, table: TableSection, loaded: Loaded | None) -> Iterator[Mistake]:
    """What a table posts that does not fit together, or not its rules."""
    for limits in _limits_of(table):
        try:
            Limits(**limits)
        except TermsError as error:
            yield Mistake(f"tables.{id}.{error.key}", str(error), "limits that fit together")
    if loaded is None or table.seats is None:
        return
    least, places = loaded.rules.table.least_seats, _places(loaded)
    at, found = f"tables.{id}.seats", f"seats = {table.seats} and the"
    if table.seats > places:
        yield Mistake(at, f"{found} rules have {places}", f"at most {places}")
    elif table.seats < least:
        told = f"{found} layout is ordered with {least} or more"
        yield Mistake(at, told, f"{least} or more")


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
    return Sheet(
        table=id,
        seats=table.seats or _places(loaded),
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


def _places(loaded: Loaded) -> int:
    """How many players the rules seat at most."""
    return (players_of(loaded.rules) or (1, loaded.rules.table.seats))[1]


def limits_of(table: TableSection) -> Limits:
    """The limits that a house file posts for a table."""
    wagers, sides, chips = _limits_of(table)
    return Limits(**wagers, **sides, **chips)


def _limits_of(table: TableSection) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """The posted limits in parts that are right or wrong by themselves."""
    return (
        {"minimum_cents": table.minimum.cents, "maximum_cents": table.maximum.cents},
        {
            "side_minimum_cents": table.side_minimum.cents,
            "side_maximum_cents": (table.side_maximum or table.maximum).cents,
        },
        {"chips": tuple(chip.cents for chip in table.chips)},
    )
