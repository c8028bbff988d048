"""What a person at a terminal reads and types, without the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
    "entries_told",
    "move_typed",
    "sentence",
]


def sentence(round: Round, entry: Operation, names: Mapping[int, str] | None = None) -> str:
    """Say an entry of the log to a player; `names` are those of the seats."""
    return Wording(round.rules, names or {}).sentence(entry)


def move_typed(round: Round, answer: str) -> Decide | str:
    """The move that an answer means at a decision, or what is wrong with it."""
    return read_answer(answer, choice_keys(round.legal_moves()))


def entries_told(log: Sequence[Operation]) -> list[Operation]:
    """The entries of a log in the order in which a terminal tells them."""
    return list(prizes_first(log))
