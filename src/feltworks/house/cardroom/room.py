"""A card room made ready: its file read, its rules loaded, a sheet for every table.

Whatever is wrong with the file itself is a mistake and raised, all of it at once. Whether a table
may open is another matter: that is asked for with `objections`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from feltworks.errors import FeltworksError
from feltworks.house.cardroom.approvals import approval_objections
from feltworks.house.cardroom.crosschecks import (
    approval_mistakes,
    jackpot_mistakes,
    jackpot_terms,
)
from feltworks.house.cardroom.housefile import HouseFile, TableCard
from feltworks.house.cardroom.limits import limit_objections
from feltworks.house.cardroom.objections import Objection
from feltworks.house.cardroom.reading import LARGEST_BYTES, HouseFileError, parse_house, too_much
from feltworks.house.rounds.sheet import PayoutLimits, Sheet
from feltworks.jackpots import JackpotTerms
from feltworks.round import Limits
from feltworks.rules.approved import verdict_on
from feltworks.rules.catalogue import locate
from feltworks.rules.checks.mechanisms import players_of
from feltworks.rules.loader import read_text
from feltworks.rules.mistakes import Mistake
from feltworks.rules.reading import read_bytes

if TYPE_CHECKING:
    from feltworks.rules.loader import Loaded


@dataclass(frozen=True)
class CardRoom:
    """`loaded` are the rules of each table, `jackpots` the terms of each jackpot."""

    name: str
    text: str
    file: HouseFile
    loaded: Mapping[str, Loaded]
    sheets: dict[str, Sheet]
    jackpots: Mapping[str, JackpotTerms]

    def objections(self) -> list[Objection]:
        """Why tables may not open, all of them."""
        found: list[Objection] = []
        for table, loaded in self.loaded.items():
            found += approval_objections(table, loaded, self.file)
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
        with path.open("rb") as file:
            data = file.read(LARGEST_BYTES + 1)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        mistake = Mistake("the file", why, "a file that can be read")
        raise HouseFileError(str(path), [mistake]) from None
    if len(data) > LARGEST_BYTES:
        raise too_much(str(path))
    try:
        text = data.decode("utf-8-sig")
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
    for id, card in file.tables.items():
        try:
            texts[id], loaded[id] = _rules(card, folder)
        except FeltworksError as error:
            mistakes += _rules_mistakes(id, error)
    mistakes += jackpot_mistakes(file, loaded)
    mistakes += approval_mistakes(file)
    sheets = {}
    for id, rules in loaded.items():
        try:
            sheets[id] = _sheet(file, id, rules, texts[id])
        except FeltworksError as error:
            mistakes.append(Mistake(f"tables.{id}", str(error), "limits that fit together"))
    if mistakes:
        raise HouseFileError(name, mistakes)
    return CardRoom(name, text, file, loaded, sheets, jackpot_terms(file, loaded))


def _rules(card: TableCard, folder: Path | None) -> tuple[str, Loaded]:
    named = card.game if len(card.game) <= 80 else f"{card.game[:80]}..."
    try:
        path = locate(card.game)
        if folder is not None and not path.is_absolute() and not path.exists():
            path = folder / path
        # Read to the largest size a rules file may have: whatever is longer is refused for that.
        text = read_bytes(path).decode("utf-8-sig") if path.exists() else ""
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise FeltworksError(f"the rules file {named!r} cannot be read: {why}") from None
    except UnicodeDecodeError:
        raise FeltworksError(f"the rules file {named!r} is no UTF-8 text") from None
    if not text:
        raise FeltworksError(f"there is no rules file {named!r}")
    return text, _read(text, card.game, tuple(sorted(card.options.items())))


@lru_cache(maxsize=64)
def _read(text: str, name: str, options: tuple[tuple[str, str | int], ...]) -> Loaded:
    """Tables of a house often have the same game."""
    return read_text(text, name, dict(options))


def _rules_mistakes(table: str, error: FeltworksError) -> Iterator[Mistake]:
    for line in str(error).splitlines():
        yield Mistake(f"tables.{table}", line, "a valid rules file and options of it")


def _sheet(file: HouseFile, id: str, loaded: Loaded, text: str) -> Sheet:
    card, rules, verdict = file.tables[id], loaded.rules, verdict_on(loaded)
    side_maximum = card.side_maximum or card.maximum
    places = (players_of(rules) or (1, rules.table.seats))[1]
    if card.seats is not None and card.seats > places:
        raise FeltworksError(f"seats = {card.seats} and the rules have {places}")
    limits = Limits(
        card.minimum.cents,
        card.maximum.cents,
        card.side_minimum.cents,
        side_maximum.cents,
        tuple(chip.cents for chip in card.chips),
    )
    kept = {kept.jackpot: name for name, kept in file.jackpots.items() if id in kept.tables}
    return Sheet(
        table=id,
        game=rules.game.id,
        rules_text=text,
        rules_name=card.game,
        rules_sha256=loaded.sha256,
        options=dict(loaded.chosen),
        limits=limits,
        seats=card.seats or places,
        tray=card.tray.cents,
        approved=verdict.status == "approved",
        verdict=verdict.sentence,
        under=file.house.under,
        policy=dict(card.irregularities),
        payout_limits=PayoutLimits(
            None if card.player_limit is None else card.player_limit.cents,
            None if card.table_limit is None else card.table_limit.cents,
        ),
        jackpots=kept,
    )
