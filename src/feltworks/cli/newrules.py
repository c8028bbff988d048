"""`feltworks rules new`: a rules file from the answers to a few questions.

The questions cover the commonest kind of game, a hand against the dealer or against a pay table,
with a raise and a side wager. What else a game may have is written into the file afterwards. Each
answer is checked at once, so that the file written has no mistakes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from feltworks.cards import deck
from feltworks.cli.options import CommandError
from feltworks.cli.terminal import LEAVING, ask, console
from feltworks.errors import FeltworksError, system_errors_as
from feltworks.hands import CompiledRanking, compile_ranking, parse_hand, ranking
from feltworks.rules.amounts import Prize
from feltworks.wholefiles import check_folder

DECK = "standard-52"
RANKINGS = {2: "two-card", 3: "three-card", 4: "four-card", 5: "five-card"}
LONGEST_ID = 40
T = TypeVar("T")


@dataclass
class Answers:
    """The answers to the questions; a pay table is lines such as `pair pays 1:1`."""

    name: str = ""
    title: str = ""
    cards: int = 3
    against_dealer: bool = True
    qualifies: str = ""
    raise_size: int = 1
    side_name: str = ""
    pays: list[str] = field(default_factory=list)

    @property
    def id(self) -> str:
        return id_of(self.name)

    def text(self) -> str:
        """The rules file."""
        player = f'{{ ranking = "{RANKINGS[self.cards]}", from = {{ cards = {self.cards} }} }}'
        lines = [
            "[game]",
            f'id = "{self.id}"',
            f"name = {json.dumps(self.name, ensure_ascii=False)}",
            f"title = {json.dumps(self.title, ensure_ascii=False)}",
            f'deck = "{DECK}"',
            "",
            "[zones]",
            'cards = "player"',
        ]
        against = self._against_dealer if self.against_dealer else self._against_pays
        return "\n".join([*lines, *against(player)]) + "\n"

    def _against_dealer(self, player: str) -> list[str]:
        qualifies = [f"qualifies = {json.dumps(self.qualifies)}"] if self.qualifies else []
        unqualified = ['not_qualified = "push"'] if self.qualifies else []
        side = id_of(self.side_name)
        wager = [f"[wagers.{side}]", 'kind = "side"', f"name = {json.dumps(self.side_name)}", ""]
        return [
            'dealer = "dealer"',
            *("", "[hands]", f"player = {player}", 'dealer = { like = "player" }'),
            *("", "[contests.main]", 'player = "player"', 'dealer = "dealer"', *qualifies),
            *("", "[wagers]", 'ante = "required"', 'raise = "decision"', ""),
            *(wager if self.side_name else ()),
            *("[[stages]]", 'id = "raise"'),
            f'deal = ["{self.cards} down to cards", "{self.cards} down to dealer"]',
            f'decide = ["fold", {{ bet = "raise", size = "{self.raise_size} x ante" }}]',
            *("", "[settle.raise]", 'folded = "lose"', *unqualified, 'win = "1:1"', 'tie = "push"'),
            *('lose = "lose"', "", "[settle.ante]", 'like = "raise"'),
            *(['not_qualified = "1:1"'] if self.qualifies else ()),
            *(("", f"[settle.{side}]", 'folded = "lose"') if self.side_name else ()),
            *(self._pay_table(side) if self.side_name else ()),
        ]

    def _against_pays(self, player: str) -> list[str]:
        return [
            *("", "[hands]", f"player = {player}"),
            *("", "[wagers]", 'ante = "required"', 'raise = "decision"'),
            *("", "[[stages]]", 'id = "raise"', f'deal = ["{self.cards} down to cards"]'),
            f'decide = ["fold", {{ bet = "raise", size = "{self.raise_size} x ante" }}]',
            *("", '[settle."ante, raise"]', 'folded = "lose"'),
            'always = { table = "hands", else = "lose" }',
            *self._pay_table("hands"),
        ]

    def _pay_table(self, id: str) -> list[str]:
        rows = [f'    "{row}",' for row in self.pays]
        return ["", "[pays]", f"{id} = [", *rows, "]"]


def id_of(name: str) -> str:
    """A name as an id: lower-case letters, digits and single hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:LONGEST_ID].strip("-")


def check_new(file: Path | None) -> None:
    """Refuse a file that already exists or cannot be written, before any question."""
    if file is None:
        return
    if file.suffix.lower() != ".toml":
        raise CommandError(f"{file}: a rules file ends in .toml")
    check_folder(file, CommandError)
    if file.exists():
        raise CommandError(f"{file}: it exists, and is not written over")


def write_new(file: Path | None) -> Path | None:
    """Ask, and write the file; None if the person leaves before the end."""
    try:
        answers = _asked()
        path = file or Path(f"{answers.id}.toml")
        while file is None and path.exists():
            path = Path(ask(f"{path} exists. Another file name:") or path)
    except LEAVING:
        return None
    write_rules(path, answers.text())
    return path


def write_rules(path: Path, text: str) -> None:
    """Write a new rules file; an existing one is not overwritten."""
    with system_errors_as(CommandError, path), path.open("x", encoding="utf-8") as out:
        out.write(text)


def _asked() -> Answers:
    """The answers, each of them valid."""
    answers = Answers()
    answers.name = _until("The name of the game:", _name)
    answers.title = ask("What it is about, in one sentence:") or answers.name
    answers.cards = _until("How many cards does the player get, 2 to 5 (3)?", _number(2, 5, 3))
    against = _until("Against the dealer's hand, d, or a pay table, p (d)?", _one_of("dp"))
    answers.against_dealer = against == "d"
    compiled = compile_ranking(ranking(RANKINGS[answers.cards]), deck(DECK))
    if answers.against_dealer:
        question = "The dealer qualifies with, such as `queen high or better` (any hand):"
        answers.qualifies = _until(question, lambda text: _phrase(text, compiled))
    question = "Whoever does not fold raises by how many antes, 1 to 5 (1)?"
    answers.raise_size = _until(question, _number(1, 5, 1))
    if answers.against_dealer:
        answers.side_name = _until("The name of a side wager on the player's hand (none):", _side)
    if answers.side_name or not answers.against_dealer:
        console().print("What it pays: odds such as 4:1, push or lose; Enter when the rest loses.")
        answers.pays = _rows(compiled)
    return answers


def _until(question: str, read: Callable[[str], T]) -> T:
    """The first answer that can be read; what is wrong with others is printed."""
    while True:
        try:
            return read(ask(question))
        except FeltworksError as error:
            console().print(f"  {error}")


def _name(text: str) -> str:
    if id_of(text):
        return text
    raise CommandError("A name with a letter or a digit in it.")


def _side(text: str) -> str:
    if not text or id_of(text) not in ("", "ante", "raise"):
        return text
    raise CommandError("Another name than ante and raise, with a letter or a digit in it.")


def _number(least: int, most: int, usual: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text:
            return usual
        if text.isascii() and text.isdecimal() and least <= int(text) <= most:
            return int(text)
        raise CommandError(f"A whole number from {least} to {most}.")

    return read


def _one_of(letters: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if not text or text[:1].lower() in letters:
            return text[:1].lower() or letters[0]
        raise CommandError(f"One of {' and '.join(letters)}.")

    return read


def _phrase(text: str, compiled: CompiledRanking) -> str:
    if text:
        parse_hand(text, compiled)
    return text


def _rows(compiled: CompiledRanking) -> list[str]:
    """The rows of a pay table from the best hand down; hands below the last one lose."""
    rows: list[str] = []
    for category in compiled.ranking.categories:
        label = compiled.ranking.label(category)
        pays = _until(f"  {label} pays:", lambda text: _pays(text, can_end=bool(rows)))
        if not pays:
            break
        rows.append(f"{label} pays {pays}")
    return rows


def _pays(text: str, *, can_end: bool) -> str:
    if not text and can_end:
        return ""
    with suppress(ValueError):
        prize = Prize.parse(text)
        if prize.kind in ("odds", "push", "lose"):
            return str(prize)
    raise CommandError("Odds such as 4:1, push or lose.")
