"""The page counts by the tie rule of the published table in force, and names it."""

from __future__ import annotations

import pytest
from tests.odds.test_ties import BET, FOLDED, LEFT, THREE_CARDS, told

from feltworks.web.odds_pages.counting import odds_answer
from feltworks.web.odds_pages.playing import answer

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("chosen", "choice", "counted"), [({}, "fold", FOLDED), (LEFT, "bet", BET)]
)
def test_the_published_table_in_force_supplies_the_rule(chosen, choice, counted):
    question = {"text": THREE_CARDS, "options": chosen}
    page = odds_answer(question, lambda *_: None)
    assert told(page["sheet"]) == counted
    assert page["ties"].startswith(f"hole {choice}, as in A leaflet")
    strategy = answer({**question, "question": "strategy"}, lambda *_: None)
    assert strategy["deals_by_best"]["fold"] == counted["fold-hole"] / 2
