"""Every game that can be dealt: the shipped ones, each option value in turn, and some strangers.

A game shipped tomorrow is here tomorrow; the strangers (`games/*.toml` and an example) are other
games of the family, so that the suite also shows that nothing depends on the shipped ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.ask.rounds import OpenTable, open_table
from tests.ask.rules import EXAMPLES_DIR, Loaded, game_ids, read

UNLIKE = (
    "jacks-or-better",
    "deuces-wild",
    "oasis-poker",
    "baccarat",
    "casino-war",
    "red-dog",
    "high-card-flush",
    "spanish-21",
    "free-bet",
)
"""Examples with what no game of the card room has: cards given up for others, draws by
rule, decisions in some cases only, doubled hands given up, a bonus on a hand, bets of the house."""
STRANGERS = [
    *sorted(Path(__file__).with_name("games").glob("*.toml")),
    *(EXAMPLES_DIR / f"{name}.toml" for name in UNLIKE),
]


@dataclass(frozen=True)
class Entry:
    """A game and the one option that differs from its default, if any."""

    game: str
    option: tuple[str, str] | None = None

    def __str__(self) -> str:
        chosen = "" if self.option is None else f" {self.option[0]}={self.option[1]}"
        return f"{Path(self.game).stem}{chosen}"

    @property
    def table(self) -> OpenTable:
        return _table(self)


@cache
def _read(entry: Entry) -> Loaded:
    return read(entry.game, dict([entry.option] if entry.option else []))


@cache
def _table(entry: Entry) -> OpenTable:
    return open_table(_read(entry))


def games() -> list[Entry]:
    """Every game as written. Tables are opened by the tests: every worker asks for this list."""
    return [Entry(game) for game in (*game_ids(), *map(str, STRANGERS))]


def variants() -> list[Entry]:
    """Every game as written, and with each other value of each option that its rounds can show."""
    entries = []
    for entry in games():
        entries.append(entry)
        for id, option in _read(entry).rules.options.items():
            values = option.values or {str(option.lowest): None, str(option.highest): None}
            for value, patch in values.items():
                if value == option.default or (patch is not None and patch.analysis_only):
                    continue
                touched = option.patch(value)
                if not all(key.startswith("jackpots.") for key in touched):
                    entries.append(Entry(entry.game, (id, value)))
    return entries
