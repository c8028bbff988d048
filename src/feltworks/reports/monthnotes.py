"""The notes to the manager's month: what its figures mean, and what they leave out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from feltworks.house.activity import Activity
from feltworks.reports.theory import TableTheory

MOST_PAIRS = 6
"""The most pairs of wagers that are named one by one."""


class DealtRules(NamedTuple):
    """What a table deals: the file's text, and what was chosen where it leaves a choice."""

    game: str
    sha256: str
    chosen: tuple[tuple[str, Any], ...]


def month_notes(
    found: Activity, theories: Mapping[DealtRules, TableTheory | None]
) -> Iterator[str]:
    """The notes at the end of a report: how to read it, and what each theory leaves out."""
    yield (
        "Theoretical win is the exact edge of every wager, at the options it was dealt by, times "
        "what was bet on it; it assumes best play, and players who play worse leave more. A "
        "progressive's edge and variance are taken at what was on display; win is less the prizes "
        "that its jackpot paid."
    )
    yield (
        "The band is normal, from the exact variance of each wager and the covariances of wagers "
        "of one seat; how seats of a table win together is counted where that takes seconds and "
        "sampled elsewhere, and what a required wager has in common with a side wager of another "
        "seat is left out, as are jackpots that two seats win together and limits on payouts."
    )
    yield from dict.fromkeys(
        words for dealt, theory in theories.items() for words in _of_theory(dealt, theory)
    )
    if found.archived_rounds:
        yield (
            "Rounds of this period were archived: irregularities noted in them are in the archive."
        )


def pairs_in_words(pairs: Sequence[tuple[str, str]]) -> str:
    """Pairs of wagers one by one, or just the wagers if the pairs would fill the page."""
    if len(pairs) <= MOST_PAIRS:
        return "; ".join(" and ".join(pair) for pair in pairs)
    wagers = dict.fromkeys(wager for pair in pairs for wager in pair)
    return f"{len(pairs)} pairs of {', '.join(wagers)}"


def _of_theory(dealt: DealtRules, theory: TableTheory | None) -> Iterator[str]:
    """What the theory of one game leaves out."""
    if theory is None:
        yield (
            f"{dealt.game} has no theory: players play each other, or it cannot be counted. Its "
            "rounds are left out of the hold of a line that has others."
        )
        return
    if theory.not_counted:
        told = pairs_in_words(theory.not_counted)
        yield f"{dealt.game}: these wagers are taken as independent, an approximation: {told}."
    if theory.alone_between_seats:
        wagers = ", ".join(theory.alone_between_seats)
        yield (
            f"{dealt.game}: taken as independent between seats, which share no card they look at "
            f"or cannot be sampled: {wagers}."
        )
