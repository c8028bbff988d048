"""What each mechanism means at the terminal, under its name.

Modules are told by their path and imported when they are needed, so that a word that has no use for
them does not wait for them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Mechanism:
    """`words` are the commands that have something for its games, beside those for all games.

    `table` is a module with `play(loaded, asked)`: the table that `feltworks play` opens.
    """

    words: frozenset[str]
    table: str


MECHANISMS: dict[str, Mechanism] = {
    "table": Mechanism(
        words=frozenset({"strategy", "tune", "play"}), table="feltworks.cli.playtable"
    ),
    "blackjack": Mechanism(
        words=frozenset({"strategy", "tune", "exposed"}), table="feltworks.cli.playblackjack"
    ),
    "ring": Mechanism(words=frozenset({"equity", "play", "score"}), table="feltworks.cli.playring"),
}
