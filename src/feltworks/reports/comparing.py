"""Two games or two settings side by side: what differs in the rules, and what that is in money."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from feltworks.odds.progress import Progress, silent
from feltworks.odds.report import OddsReport, report
from feltworks.odds.ties import tie_rule, tie_rule_words
from feltworks.reports import blocks
from feltworks.reports.blocks import Block
from feltworks.reports.paper import Paper, options_words, percent, program_name, wager_name
from feltworks.rules.identity import differences, plain_rules
from feltworks.rules.loader import Loaded
from feltworks.rules.mistakes import cut_short

LONGEST = 90


def comparison(
    one: Loaded, other: Loaded, made: date, command: str, progress: Progress = silent
) -> Paper:
    """The paper on both."""
    before, after = report(one.rules, progress=progress), report(other.rules, progress=progress)
    first, second = one.rules.game.id, other.rules.game.id
    return Paper(
        title=f"Comparison of {first} and {second}",
        subject=one.rules.game.name,
        made=made,
        command=command,
        facts={
            "Program": program_name(),
            "First": f"{first}, rules identity {one.sha256}",
            "Second": f"{second}, rules identity {other.sha256}",
            "Options of the first": options_words(one.chosen) or "none",
            "Options of the second": options_words(other.chosen) or "none",
            **_ties("first", one),
            **_ties("second", other),
            "Filters": "none: every key and every wager",
        },
        blocks=[*_money(before, after), *_rules(one, other)],
    )


def _ties(which: str, loaded: Loaded) -> dict[str, str]:
    """Name the tie rule of one of the two, if its game has decisions that are counted."""
    words = tie_rule_words(loaded.rules, tie_rule(loaded.rules))
    return {f"Choices worth the same in the {which}": words} if words else {}


def _money(before: OddsReport, after: OddsReport) -> Iterator[Block]:
    yield blocks.heading("In money")
    one, other = before.expected_values, after.expected_values
    rows = []
    for wager in dict.fromkeys([*one, *other]):
        name = wager_name((before if wager in before.rules.wagers else after).rules, wager)
        cells = [percent(-each[wager]) if wager in each else "-" for each in (one, other)]
        change = (
            percent(one[wager] - other[wager], sign=True) if wager in one and wager in other else ""
        )
        rows.append([name, *cells, change])
    yield blocks.table(
        ["house edge", "first", "second", "change"], rows, empty="No wager of the house."
    )
    yield blocks.paragraph(
        "A change above 0 is the house's gain. Edges are exact, under the best play."
    )


def _rules(one: Loaded, other: Loaded) -> Iterator[Block]:
    yield blocks.heading("In the rules")
    found = differences(plain_rules(one.rules), plain_rules(other.rules))
    yield blocks.table(
        ["key", "first", "second"],
        [[key, cut_short(a, LONGEST), cut_short(b, LONGEST)] for key, (a, b) in found.items()],
        left=3,
        empty="Every key says the same.",
    )
