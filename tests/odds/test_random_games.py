"""Games nobody wrote: whatever the rules file says, counting equals dealing or is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from hypothesis import HealthCheck, Phase, given, settings
from tests.ask.rules import Rules

from feltworks.odds.analyse import analyse
from feltworks.odds.errors import OddsRefused

from .oracle_compare import assert_same_odds
from .oracle_play import Play
from .random_features import FEATURES, features
from .random_games import RandomGame, random_games

GAMES = 110
ENOUGH = 2
"""A game is passed over if each of its features was dealt in so many games before it."""
FEWEST_ANALYSED = 32


def is_never_asked(rules: Rules, refusal: OddsRefused) -> bool:
    """A decision that nobody ever comes to, so that its choices cannot be weighed."""
    stage_id = refusal.key.split(".")[1]
    play = Play(rules, rules.wagers_of("required"), {})
    asked = {
        moment.stage.id
        for moment, forks in zip(play.dealing.moments, play.forks, strict=True)
        if moment.stage is not None and any(fork.ways for fork in forks)
    }
    return refusal.key.startswith("stages.") and stage_id not in asked


REASONS: dict[str, Callable[[Rules, OddsRefused], bool]] = {
    "the solver has no use for this key, and it bears on money": is_never_asked,
}
"""Why the solver may refuse a game, and what must be true of the game then."""


def is_excused(rules: Rules, refusal: OddsRefused) -> bool:
    """Whether a refusal is one of those that are allowed, and true."""
    return any(
        str(refusal).endswith(words) and holds(rules, refusal) for words, holds in REASONS.items()
    )


def test_random_games_are_counted_as_they_are_dealt() -> None:
    reached: Counter[str] = Counter()
    tossups = 0

    @settings(
        max_examples=GAMES,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    @given(random_games())
    def check(game: RandomGame) -> None:
        nonlocal tossups
        rules = game.rules
        found = set(features(rules))
        if all(reached[feature] >= ENOUGH for feature in found):
            return
        try:
            analysis = analyse(rules, indifferent=game.indifferent)
        except OddsRefused as refusal:
            assert is_excused(rules, refusal), refusal
            return
        dealt = assert_same_odds(rules, game.indifferent, analysis=analysis)
        reached.update([*found, "games"])
        tossups += bool(dealt["main"].indifferent_deals)

    check()
    assert sorted(FEATURES - set(reached)) == []
    assert reached["games"] >= FEWEST_ANALYSED
    assert tossups > 0
