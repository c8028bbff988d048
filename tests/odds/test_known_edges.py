"""The edges that were counted beforehand, held against the solver."""

from __future__ import annotations

import pytest
from tests.ask.odds import odds
from tests.ask.published import MONEY_SECTIONS
from tests.ask.rules import KnownEdge, known_edges, load


@pytest.mark.slow
@pytest.mark.parametrize(
    "known", known_edges(), ids=lambda known: "-".join([known.game, *known.options.values()])
)
def test_an_edge_counted_beforehand_is_what_the_solver_counts(known: KnownEdge):
    assert odds(load(known.game, known.options))["main"].house_edge == known.house_edge


@pytest.mark.parametrize("game", sorted({known.game for known in known_edges()}))
def test_no_other_option_bears_on_the_main_game(game):
    """Options that are not named in the list change side wagers, limits or procedure alone."""
    named = {option for known in known_edges() if known.game == game for option in known.options}
    rules = load(game)
    aside = {id_ for id_, wager in rules.wagers.items() if wager.kind == "side"}
    for id_, option in rules.options.items():
        for id_of_value, value in option.values.items():
            if id_ in named or value.analysis_only or id_of_value == option.default:
                continue
            for key in value.sets:
                section, name = key.split(".")[:2]
                assert section not in MONEY_SECTIONS or name in aside or "folded" in key, key
