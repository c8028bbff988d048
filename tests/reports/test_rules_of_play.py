"""Rules of play say everything that the file says, with hands and rounds that are true."""

from __future__ import annotations

from datetime import date

import pytest

from feltworks.reports.examples import example_hands, example_rounds
from feltworks.reports.rulesofplay import rules_of_play
from feltworks.reports.writing import markdown_of, pdf_of
from feltworks.rules.catalogue import game_ids
from feltworks.rules.handbook import Handbook
from feltworks.rules.loader import read
from feltworks.rules.prose import row_words

DAY = date(2026, 11, 16)


@pytest.mark.parametrize("game", game_ids())
def test_every_wager_stage_pay_and_option_is_there(game):
    loaded = read(game)
    paper = rules_of_play(loaded, DAY, "again")
    text = markdown_of(paper)
    rules = loaded.rules
    for wager in rules.wagers.values():
        assert wager.name in text
    for stage in rules.stages:
        assert (stage.name or stage.id) in text
    for pays in rules.pays.values():
        for row in pays.rows:
            assert f"| {row.hand} | {row_words(row)} |" in text
    for option, value in loaded.chosen.items():
        assert f"| {option} | {value} |" in text
    for procedure in rules.table.procedure:
        assert procedure.rstrip(".") in text
    assert pdf_of(paper).startswith(b"%PDF")


def test_an_example_is_of_its_category():
    book = Handbook(read("spanish-poker").rules)
    compiled = book.compiled("player")
    found = example_hands(compiled)
    assert list(found) == list(compiled.ranking.categories)
    for category, cards in found.items():
        assert compiled.category_of(compiled.value(cards)) == category


@pytest.mark.parametrize("game", ["spanish-poker", "texas-21"])
def test_examples_are_rounds_that_ended_so(game):
    found = {each.case: each for each in example_rounds(read(game), 1)}
    assert found["won"].net_cents > 0
    assert found["lost"].net_cents < 0
    assert all(each.net_cents == 0 for case, each in found.items() if case == "tied")
    for each in found.values():
        cards = [card for _, hand in each.hands for card in hand]
        assert len(cards) >= 3
    again = example_rounds(read(game), 1)
    assert again == list(found.values())
