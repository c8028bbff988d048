"""What each mechanism means at the terminal, under its name.

Modules are told by their path and imported when they are needed, so that a word that has no use for
them does not wait for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class TerminalMechanism:
    """`words` are the commands that have something for its games, beside those for all games.

    `table` is a module with `play(loaded, asked)`: the table that `feltworks play` opens.
    `main_sheet` is a module with `print_main(weighed, title)`, where the required wager is weighed
    and not counted. `strategy` is a module with `show(loaded, question, as_json=...)`: that of the
    solver, who refuses games that are not for him, unless there is another.
    """

    words: frozenset[str]
    table: str
    main_sheet: str | None = None
    strategy: str = "feltworks.cli.strategytable"


MECHANISMS: Mapping[str, TerminalMechanism] = {
    "table": TerminalMechanism(
        words=frozenset({"strategy", "tune", "play", "simulate", "session", "progressive"}),
        table="feltworks.cli.playtable",
    ),
    "blackjack": TerminalMechanism(
        words=frozenset({"strategy", "tune", "exposed", "simulate", "session", "progressive"}),
        table="feltworks.cli.playblackjack",
        main_sheet="feltworks.cli.blackjacksheet",
        strategy="feltworks.cli.strategyblackjack",
    ),
    "ring": TerminalMechanism(
        words=frozenset({"equity", "play", "score", "simulate"}), table="feltworks.cli.playring"
    ),
}
