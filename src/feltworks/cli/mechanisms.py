"""What each mechanism means at the terminal, under its name.

Modules are named by their path and imported when they are needed, so that other commands do not
wait for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class TerminalMechanism:
    """`words` are the commands for its games only, in addition to those for all games.

    `table` is a module with `play(loaded, options)`: the table that `feltworks play` opens.
    `strategy` is a module with `show(loaded, question)`; the default is the solver's, which refuses
    games that it cannot solve. `main_odds` is a module with `main_lines(odds, title)`, given if the
    solver does not count the required wager.
    """

    words: frozenset[str]
    table: str
    strategy: str = "feltworks.cli.solverstrategy"
    main_odds: str | None = None


MECHANISMS: Mapping[str, TerminalMechanism] = {
    "table": TerminalMechanism(
        words=frozenset(
            {"strategy", "tune", "simulate", "session", "progressive", "vulnerability"}
        ),
        table="feltworks.cli.playtable",
    ),
    "blackjack": TerminalMechanism(
        words=frozenset(
            {"strategy", "tune", "exposed", "simulate", "session", "progressive", "vulnerability"}
        ),
        table="feltworks.cli.playblackjack",
        strategy="feltworks.cli.blackjack",
        main_odds="feltworks.cli.blackjack",
    ),
    "ring": TerminalMechanism(
        words=frozenset({"equity", "score", "simulate"}), table="feltworks.cli.playring"
    ),
}
