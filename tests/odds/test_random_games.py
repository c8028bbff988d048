"""Games nobody wrote: whatever the rules file says, counting equals dealing or is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from hypothesis import HealthCheck, Phase, given, settings

from feltworks.odds.analyse import analyse
from feltworks.odds.errors import OddsRefused
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules

from .oracle import is_untouched
from .oracle_compare import assert_same_odds
from .oracle_play import Play
from .random_features import FEATURES, features
from .random_games import RandomGame, random_games

GAMES = 240
FEWEST_ANALYSED = 160


def looks_at_cards_in_play(rules: Rules, refusal: OddsRefused) -> bool:
    """A pay row of a wager that is played, and not just dealt, looks at single cards."""
    _, table_id, _, row_id, _ = refusal.key.split(".")
    table = rules.pays[table_id]
    row = next(row for row in table.rows if row.id == row_id)
    played = [wager for wager in rules.settle if wager in played_wagers(rules)]
    pays = [pay for wager in played for cell in rules.settle[wager].cells.values() for pay in cell]
    in_play = any(table_id in pay.all_tables for pay in pays)
    return in_play and Handbook(rules).test(table.hand, row.hand).condition is not None


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


def draws_on_part_of_a_zone(rules: Rules, refusal: OddsRefused) -> bool:
    """A hand in play takes only the first cards of a zone."""
    _, hand, _, zone = refusal.key.split(".")
    dealt = sum(deal.cards or 0 for s in rules.stages for deal in s.deal if deal.to == zone)
    return rules.hands[hand].from_[zone] < dealt


def turns_dealers_cards(rules: Rules, refusal: OddsRefused) -> bool:
    """A face-down card of the dealer is turned over later."""
    return any(deal.turn == "dealer" for stage in rules.stages for deal in stage.deal)


def shows_a_card_for_nothing(rules: Rules, refusal: OddsRefused) -> bool:
    """The dealer has an open card and no hand to play."""
    dealers_up = any(d.to == "dealer" and d.face == "up" for s in rules.stages for d in s.deal)
    return dealers_up and not rules.contests


def every_choice_needs_a_hand(rules: Rules, refusal: OddsRefused) -> bool:
    stage = rules.stage(refusal.key.split(".")[1])
    return all(choice.requires is not None for choice in stage.decide)


REASONS: dict[str, Callable[[Rules, OddsRefused], bool]] = {
    "a row that looks at single cards is weighed for side wagers only": looks_at_cards_in_play,
    "the solver has no use for this key, and it bears on money": is_never_asked,
    "only whole zones are weighed for play yet": draws_on_part_of_a_zone,
    "only all of them can be weighed": draws_on_part_of_a_zone,
    "an open dealer's card without a contest is not weighed yet": shows_a_card_for_nothing,
    "every choice needs a hand": every_choice_needs_a_hand,
}
"""Why the solver may refuse a game, and what must be true of the game then."""


def played_wagers(rules: Rules) -> list[str]:
    return [
        wager
        for wager, about in rules.wagers.items()
        if about.kind != "side" or not is_untouched(rules, wager)
    ]


def is_excused(rules: Rules, refusal: OddsRefused) -> bool:
    """Whether a refusal is one of those that are allowed, and true."""
    if turns_dealers_cards(rules, refusal):
        return True
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
        try:
            analyse(rules, indifferent=game.indifferent)
        except OddsRefused as refusal:
            assert is_excused(rules, refusal), refusal
            return
        dealt = assert_same_odds(rules, game.indifferent)
        reached.update([*features(rules), "games"])
        tossups += bool(dealt["main"].indifferent_deals)

    check()
    assert sorted(FEATURES - set(reached)) == []
    assert reached["games"] >= FEWEST_ANALYSED
    assert tossups > 0
