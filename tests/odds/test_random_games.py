"""Games nobody wrote: whatever the rules file says, counting equals dealing or is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from tests.ask.odds import Rejected, odds
from tests.ask.rules import Rules

from .oracle_compare import assert_same_odds
from .oracle_play import Play
from .random_features import FEATURES, features
from .random_games import random_game

SEEDS = (
    *(37, 47, 48, 89, 92, 101, 107, 109, 110, 121, 134, 137, 139, 150, 162, 165, 175, 190, 191),
    *(197, 198, 204, 217, 233, 236, 239, 244, 250, 257),
)
"""Games with few deals in which each feature comes up three times or more."""
ENOUGH = 3
NEVER_ASKED = (4, 14, 20)
"""Games with a decision that nobody ever comes to."""


def is_never_asked(rules: Rules, refusal: Rejected) -> bool:
    """A decision that nobody ever comes to, so that its choices cannot be weighed."""
    stage_id = refusal.key.split(".")[1]
    play = Play(rules, rules.wagers_of("required"), {})
    asked = {
        moment.stage.id
        for moment, forks in zip(play.dealing.moments, play.forks, strict=True)
        if moment.stage is not None and any(fork.ways for fork in forks)
    }
    return refusal.key.startswith("stages.") and stage_id not in asked


REASONS: dict[str, Callable[[Rules, Rejected], bool]] = {
    "the solver has no use for this key, and it bears on money": is_never_asked,
}
"""Why the solver may refuse a game, and what must be true of the game then."""


def is_excused(rules: Rules, refusal: Rejected) -> bool:
    """Whether a refusal is one of those that are allowed, and true."""
    return any(
        str(refusal).endswith(words) and holds(rules, refusal) for words, holds in REASONS.items()
    )


@pytest.mark.slow
def test_random_games_are_counted_as_they_are_dealt() -> None:
    reached: Counter[str] = Counter()
    ties = 0
    for seed in SEEDS:
        game = random_game(seed)
        dealt = assert_same_odds(game.rules, game.indifferent)
        reached.update(set(features(game.rules)))
        ties += bool(dealt["main"].indifferent_deals)
    assert sorted(feature for feature in FEATURES if reached[feature] < ENOUGH) == []
    assert ties >= ENOUGH


def test_a_decision_that_nobody_comes_to_is_rejected() -> None:
    for seed in NEVER_ASKED:
        game = random_game(seed)
        with pytest.raises(Rejected) as rejected:
            odds(game.rules, game.indifferent)
        assert is_excused(game.rules, rejected.value), rejected.value
