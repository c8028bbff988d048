"""Papers for the floor: pays in chips are what a table pays, cards say what they cost."""

from __future__ import annotations

from datetime import date

import pytest

from feltworks.odds.simple import simple_strategy
from feltworks.reports import handouts
from feltworks.reports.paper import PaperError
from feltworks.reports.writing import markdown_of, pdf_of
from feltworks.rules.loader import read

DAY = date(2026, 11, 16)


def test_pays_in_chips_are_odds_times_the_bet():
    text = markdown_of(handouts.dealers_manual(read("spanish-poker"), DAY, "again"))
    assert "| royal flush | 100 to 1 | $500 | $1,000 | $2,500 | $10,000 |" in text
    assert "When something goes wrong" in text


@pytest.mark.parametrize("game", ["spanish-poker", "texas-21"])
def test_every_handout_is_set_on_its_sheet(game):
    loaded = read(game)
    makers = (handouts.dealers_manual, handouts.floor_card, handouts.rack_card)
    for make in (*makers, handouts.strategy_card):
        assert pdf_of(make(loaded, DAY, "again")).startswith(b"%PDF")


def test_a_strategy_card_says_what_it_costs():
    loaded = read("spanish-poker")
    found = simple_strategy(loaded.rules)
    text = markdown_of(handouts.strategy_card(loaded, DAY, "again"))
    assert f"they cost {float(found.cost) * 100:.4f}%" in text
    with pytest.raises(PaperError, match="no decision against the house"):
        handouts.strategy_card(read("mini-tex-ring"), DAY, "again")


def test_the_leaflet_has_every_pay_and_edge():
    text = markdown_of(handouts.rack_card(read("spanish-poker"), DAY, "again"))
    assert "| Main game | 5.8747% |" in text
    assert "| cincos | 200 to 1 |" in text
