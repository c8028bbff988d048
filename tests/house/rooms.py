"""House files for the tests, written from a few changes to a plain one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from feltworks.house import CardRoom, read_house

STRANGERS = Path(__file__).parents[1]

PLAIN = """
[house]
name = "The test house"
kind = "{kind}"
under = {under}

[tables.spanish]
game = "spanish-poker"
minimum = "$5"
maximum = "$100"
side_maximum = "$25"
{spanish}

[tables.texas]
game = "texas-21"
minimum = "$5"
maximum = "$100"
side_maximum = "$25"
{texas}

[jackpots.gran]
tables = ["spanish"]
jackpot = "gran"
{gran}

[jackpots.royal]
tables = ["texas"]
jackpot = "texas-21-jackpot"
{royal}

{more}
"""


READINGS = {
    "spanish": 'readings = { ace_low_straights = "off", tie = "push", gran_stake = "returned", '
    'gran_shortfall = "house", gran_after_royal = "stands" }',
    "texas": 'readings = { progressive_contribution_of = "wagered" }',
}
"""What a house that takes bets says of its two tables."""


def text(**changes: str) -> str:
    """The plain file with lines put into its sections."""
    blanks = dict.fromkeys(("spanish", "texas", "gran", "royal", "more"), "")
    if changes.get("kind", "practice") != "practice":
        blanks |= READINGS | dict.fromkeys(("gran", "royal"), 'account = "Trust account 1"')
    return PLAIN.format(**{"kind": "practice", "under": "2023-09-01", **blanks, **changes})


@cache
def room(**changes: str) -> CardRoom:
    return read_house(text(**changes), "house.toml")


@cache
def one_table(game: str, *lines: str, jackpots: str = "") -> CardRoom:
    """A practice house with one table, `t`, of a shipped game or a file of the tests."""
    file = f"""
[house]
name = "One table"
under = 2023-09-01

[tables.t]
game = "{game}"
minimum = "$5"
maximum = "$100"
side_maximum = "$25"
{chr(10).join(lines)}

{jackpots}
"""
    return read_house(file, "house.toml", STRANGERS)
