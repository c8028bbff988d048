"""Other pays: what they do to a wager, and the pay tables nearest a wanted house edge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.ask.odds import Wager, _wager

from feltworks.odds import tune
from feltworks.odds.report import OddsSettings
from feltworks.odds.report import other_pays as wagers_with_other_pays
from feltworks.odds.whatif import PayError, read_changes, with_pays
from feltworks.rules.schema import Rules

__all__ = [
    "OtherPays",
    "PayError",
    "Tuned",
    "Tuning",
    "other_pays",
    "rows_to_vary",
    "rules_with_pays",
    "tuned",
    "whole_odds",
]


@dataclass(frozen=True)
class OtherPays:
    """The wagers that pay by a changed table: edges before the change and after it."""

    wagers: Mapping[str, Wager]
    """With the new pays, under the best play for them."""
    before: Mapping[str, Fraction]
    as_before: Mapping[str, Fraction]
    """The edge with the new pays if nobody changes his play."""

    def play_changes(self, wager: str) -> bool:
        return self.as_before[wager] != self.wagers[wager].house_edge


@dataclass(frozen=True)
class Tuned:
    """A pay table near the target: what each changed row pays to one, and the odds with it."""

    pays: Mapping[str, int]
    wager: Wager
    play_changes: bool | None


@dataclass(frozen=True)
class Tuning:
    """The tables found, nearest first."""

    wager: str
    rows: tuple[str, ...]
    found: tuple[Tuned, ...]


def other_pays(
    rules: Rules,
    pays: Iterable[str],
    *,
    jackpots: Fraction | Mapping[str, Fraction] | None = None,
    progress: Callable[[str, int, int], None] = lambda what, done, of: None,
) -> OtherPays:
    """Count the wagers that other pays ("WAGER.HAND=ODDS") affect."""
    settings = OddsSettings(pays=tuple(pays), jackpots=jackpots)
    found = wagers_with_other_pays(rules, settings, progress=progress)
    assert found is not None, "no pay was changed"
    wagers = {id_: _wager(odds) for id_, odds in found.wagers.items()}
    return OtherPays(wagers, dict(found.before), dict(found.as_before))


def rules_with_pays(rules: Rules, pays: Iterable[str]) -> Rules:
    """Write other pays into the rules."""
    return with_pays(rules, read_changes(rules, pays))


def tuned(rules: Rules, target: Fraction, vary: Sequence[str] = (), *, show: int = 10) -> Tuning:
    """Find the pay tables whose edge comes nearest the target."""
    found = tune.tune(rules, target, vary, show=show)
    return Tuning(
        found.wager,
        tuple(map(str, found.rows)),
        tuple(
            Tuned(
                {str(row): odds for row, odds in each.pays.items()},
                _wager(each.odds),
                each.play_changes,
            )
            for each in found.found
        ),
    )


def rows_to_vary(rules: Rules, given: Sequence[str]) -> list[str]:
    """Name the rows that a wager or a row means to the search for pay tables."""
    return [str(row) for row in tune.rows_to_vary(rules, given)]


def whole_odds(odds: int) -> list[int]:
    """List the odds that the search tries for a row which pays so much to one today."""
    return tune.whole_odds(Fraction(odds))
