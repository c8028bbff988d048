"""The report of odds: everything that is shown about the wagers of a game, made in one place.

Terminal, pages and players use this module, so that one question has one answer. Settings that do
not fit the game are refused before anything is counted. Solvers are imported only if there is
something to count: a process that shows kept figures never loads the kernels.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from feltworks.odds.kept import KeptCounts
from feltworks.odds.mechanisms import weighed_main
from feltworks.odds.progress import Progress, silent
from feltworks.odds.progressive import (
    JackpotError,
    Progressive,
    at_jackpot,
    jackpot_of,
    progressive,
)
from feltworks.odds.result import Analysis
from feltworks.rules.schema import Rules

if TYPE_CHECKING:
    from feltworks.odds.whatif import WhatIf


@dataclass(frozen=True, kw_only=True)
class OddsSettings:
    """Settings of the odds besides the rules.

    `jackpots` are dollars by the jackpot's id, or one amount for the only jackpot; `pays` are
    changed pays, each `WAGER.HAND=ODDS`. With `values_only` only the expected value of a weighed
    wager is computed; its other figures are left for later.
    """

    indifferent: Mapping[str, str] = field(default_factory=dict)
    strategy: str | None = None
    jackpots: Fraction | Mapping[str, Fraction] | None = None
    pays: tuple[str, ...] = ()
    values_only: bool = False


@dataclass(frozen=True)
class OddsReport:
    """`rules` are those that were weighed, with changed pays applied."""

    rules: Rules
    analysis: Analysis
    progressives: Mapping[str, Progressive]
    """The figures of each wager that plays for a jackpot."""
    what_if: WhatIf | None = None
    """The effect of changed pays, if there are any."""

    @property
    def expected_values(self) -> dict[str, Fraction]:
        """The expected value of every wager, in units; `main` for the required ones together."""
        weighed = self.analysis.weighed
        main = {} if weighed is None else {"main": Fraction(weighed.expected_value)}
        return main | {id_: odds.expected_value for id_, odds in self.analysis.wagers.items()}


def report(
    rules: Rules,
    settings: OddsSettings | None = None,
    *,
    changed: WhatIf | None = None,
    kept: KeptCounts | None = None,
    progress: Progress = silent,
) -> OddsReport:
    """The odds of every wager; wagers with changed pays are taken from `changed` if given.

    Counts in `kept` are not made again, and those that take long are added to it.
    """
    settings = settings or OddsSettings()
    dollars = _checked(rules, settings)
    changed = changed or other_pays(rules, settings, kept=kept, progress=progress)
    if changed is not None:
        rules = changed.rules
    counted = None if kept is None else _recalled_analysis(rules, settings, kept)
    counted = counted or _counted(rules, settings, changed, kept, progress)
    return _report_of(rules, settings, counted, dollars, changed, progress)


def recalled(rules: Rules, settings: OddsSettings, kept: KeptCounts | None) -> OddsReport | None:
    """The report of the rules without changes, if all of it is kept."""
    dollars = _checked(rules, settings)
    if kept is None or settings.pays:
        return None
    analysis = _recalled_analysis(rules, settings, kept)
    return None if analysis is None else _report_of(rules, settings, analysis, dollars)


def _recalled_analysis(rules: Rules, settings: OddsSettings, kept: KeptCounts) -> Analysis | None:
    found = kept.find_analysis(rules, settings.indifferent)
    return None if found is None else Analysis(*found, weighed_main(rules, settings.strategy))


def _counted(
    rules: Rules,
    settings: OddsSettings,
    changed: WhatIf | None,
    kept: KeptCounts | None,
    progress: Progress,
) -> Analysis:
    """All wagers counted, and kept together if counting them again would take a new process
    long."""
    start = time.monotonic()
    from feltworks import kernels
    from feltworks.odds.analyse import analyse

    loading = time.monotonic() - start
    with kernels.timed_without_compiling() as seconds:
        counted = analyse(
            rules,
            indifferent=settings.indifferent,
            strategy=settings.strategy,
            known=None if changed is None else changed.wagers,
            kept=kept,
            progress=progress,
        )
    if kept is not None and changed is None:
        kept.add_analysis(rules, settings.indifferent, counted, loading + seconds())
    return counted


def _report_of(
    rules: Rules,
    settings: OddsSettings,
    counted: Analysis,
    dollars: Mapping[str, Fraction],
    changed: WhatIf | None = None,
    progress: Progress = silent,
) -> OddsReport:
    analysis, progressives = _at_jackpots(rules, counted, dollars)
    if analysis.weighed is not None and not settings.values_only:
        progress("hands played out", 0, 1)
        analysis.weighed.work_out()
    return OddsReport(rules, analysis, progressives, changed)


def other_pays(
    rules: Rules,
    settings: OddsSettings,
    *,
    kept: KeptCounts | None = None,
    progress: Progress = silent,
) -> WhatIf | None:
    """The wagers that changed pays affect, for callers that show these before the full report."""
    _checked(rules, settings)
    if not settings.pays:
        return None
    from feltworks.odds.whatif import read_changes, what_if

    changes = read_changes(rules, settings.pays)
    ties = settings.indifferent
    return what_if(rules, changes, indifferent=ties, kept=kept, progress=progress)


def _checked(rules: Rules, settings: OddsSettings) -> dict[str, Fraction]:
    """The jackpots in dollars; refuses settings that do not fit these rules."""
    weighed_main(rules, settings.strategy)
    asked = {} if settings.jackpots is None else settings.jackpots
    if not rules.jackpots and asked != {}:
        raise JackpotError(f"{rules.game.id} has no wager that plays for a jackpot")
    dollars = dict.fromkeys(rules.jackpots, asked) if isinstance(asked, Fraction) else dict(asked)
    for id_ in dollars.keys() - rules.jackpots.keys():
        played_for = (f"{each.wager} plays for {known}" for known, each in rules.jackpots.items())
        raise JackpotError(f"{rules.game.id} has no jackpot {id_!r}: {', '.join(played_for)}")
    return dollars


def _at_jackpots(
    rules: Rules, analysis: Analysis, dollars: Mapping[str, Fraction]
) -> tuple[Analysis, dict[str, Progressive]]:
    """The wagers at these jackpot amounts, and the figures of those that play for a jackpot."""
    wagers, found = dict(analysis.wagers), {}
    for id_, odds in analysis.wagers.items():
        given = dollars.get(jackpot_of(rules, id_) or "")
        if given is not None and odds.jackpot_share:
            wagers[id_] = at_jackpot(rules, id_, odds, given)
        line = progressive(rules, id_, wagers[id_], given=given is not None)
        if line is not None:
            found[id_] = line
    return replace(analysis, wagers=wagers), found
