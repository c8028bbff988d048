"""The odds of a game as the odds page shows them: the sheet that programs get, and its bars."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from feltworks.errors import FeltworksError
from feltworks.rules.loader import Loaded, check_text, read, read_text
from feltworks.web.odds_pages.gamecard import game_card
from feltworks.web.odds_pages.worker import Data, Progress

if TYPE_CHECKING:
    from feltworks.odds.result import Analysis
    from feltworks.odds.whatif import WhatIf
    from feltworks.rules.schema import Rules


@dataclass(frozen=True)
class RulesQuestion:
    """Which rules a question is about: a shipped game or a text, its options, and changed pays."""

    game: str | None = None
    text: str | None = None
    name: str = "your file"
    options: tuple[tuple[str, str], ...] = ()
    pays: tuple[str, ...] = ()

    @classmethod
    def of(cls, question: Mapping[str, Any]) -> RulesQuestion:
        return cls(
            question.get("game"),
            question.get("text"),
            question.get("name") or "your file",
            tuple(sorted(dict(question.get("options") or {}).items())),
            tuple(question.get("pays") or ()),
        )

    def loaded(self) -> Loaded:
        """The rules as written; a text is checked completely, with every option value."""
        if self.text is None:
            return read(self.game or "", dict(self.options))
        check_text(self.text, self.name)
        return read_text(self.text, self.name, dict(self.options))

    def with_pays(self) -> Loaded:
        """The rules with the changed pays applied."""
        loaded = self.loaded()
        if not self.pays:
            return loaded
        from feltworks.odds.whatif import read_changes, with_pays

        rules = loaded.rules
        return replace(loaded, rules=with_pays(rules, read_changes(rules, self.pays)))


def odds_answer(question: Mapping[str, Any], progress: Progress) -> Data:
    """The card of the game, its odds or why there are none, and why it cannot be played."""
    wanted = RulesQuestion.of(question)
    loaded = wanted.loaded()
    answer: Data = {"game": game_card(loaded), "sheet": None, "bars": {}, "what_if": None}
    undealt = _why_not_played(wanted, loaded)
    answer["cannot_play"] = None if undealt is None else str(undealt)
    cents: int | None = question.get("jackpot_cents")
    try:
        return {**answer, **_counted(loaded, wanted.pays, cents, progress), "refused": None}
    except FeltworksError as error:
        return {**answer, "refused": str(error)}


def _why_not_played(wanted: RulesQuestion, loaded: Loaded) -> FeltworksError | None:
    from feltworks.web.practice.sheet import why_not_played

    try:
        return why_not_played(wanted.with_pays() if wanted.pays else loaded)
    except FeltworksError as refused:
        return refused


def _counted(loaded: Loaded, pays: tuple[str, ...], cents: int | None, progress: Progress) -> Data:
    from feltworks.odds.kept import KeptCounts
    from feltworks.odds.plaindata import game_data
    from feltworks.odds.report import OddsSettings, report
    from feltworks.odds.ties import tie_rule_words

    dollars = None if cents is None else Fraction(cents, 100)
    settings = OddsSettings(jackpots=dollars, pays=pays)
    kept = KeptCounts.of_user(loaded.chosen)
    found = report(loaded.rules, settings, kept=kept, progress=progress)
    return {
        "game": game_card(replace(loaded, rules=found.rules)),
        "sheet": game_data(loaded, found),
        "bars": _bars(found.rules, found.analysis),
        "ties": tie_rule_words(found.rules, found.analysis.indifferent),
        "what_if": None if found.what_if is None else _what_if(found.what_if),
    }


def _bars(rules: Rules, analysis: Analysis) -> dict[str, list[Data]]:
    """What each outcome adds to the expected value, wager by wager."""
    from feltworks.odds.chart import bars, weighed_bars

    found = {wager: bars(rules, wager, odds) for wager, odds in analysis.wagers.items()}
    if analysis.weighed is None:
        return found
    return {"main": weighed_bars(analysis.weighed.chances), **found}


def _what_if(found: WhatIf) -> Data:
    """The edge before and after, and whether the best play changes."""
    return {
        "pays": {str(row): str(prize) for row, prize in found.changes.items()},
        "wagers": {
            wager: {
                "house_edge_before": float(before),
                "house_edge_now": float(found.wagers[wager].house_edge),
                "house_edge_played_as_before": float(found.as_before[wager]),
                "best_play_changes": found.play_changes(wager),
            }
            for wager, before in found.before.items()
        },
    }
