"""What a person at a terminal reads and types, without the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from feltworks.cli.commands import COMMANDS, command_line
from feltworks.cli.progress import ANNOUNCED, announced_compiling
from feltworks.cli.prompts import choice_keys, read_answer
from feltworks.cli.sitting import prizes_first
from feltworks.cli.terminal import console
from feltworks.cli.wording import Wording
from feltworks.round import Decide, Operation, Round

__all__ = [
    "ANNOUNCED",
    "COMMANDS",
    "announced_compiling",
    "command_line",
    "console",
    "count_beside_by",
    "count_nothing_beside",
    "entries_told",
    "move_typed",
    "sentence",
]


def count_beside_by(patch: pytest.MonkeyPatch, count: object) -> None:
    """Let a table at the terminal count its odds by another class beside the play."""
    patch.setattr("feltworks.cli.playbanked.BackgroundCount", count)


def count_nothing_beside(patch: pytest.MonkeyPatch) -> None:
    """Let a table at the terminal count no odds beside the play."""
    patch.setattr("feltworks.cli.playbanked.BankedTable.counted", None)


def sentence(round: Round, entry: Operation, names: Mapping[int, str] | None = None) -> str:
    """Say an entry of the log to a player; `names` are those of the seats."""
    return Wording(round.rules, names or {}).sentence(entry)


def move_typed(round: Round, answer: str) -> Decide | str:
    """The move that an answer means at a decision, or what is wrong with it."""
    return read_answer(answer, choice_keys(round.legal_moves()))


def entries_told(log: Sequence[Operation]) -> list[Operation]:
    """The entries of a log in the order in which a terminal tells them."""
    return list(prizes_first(log))
