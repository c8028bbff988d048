"""The guide to blackjack says what the program does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.ask.blackjack import OPTIONS, VALUE_WITHIN, blackjack
from tests.guides import check_examples

GUIDE = (Path(__file__).parents[3] / "docs" / "blackjack.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_its_lines_of_python_print_what_they_say():
    check_examples(GUIDE, 4)


def test_its_bound_is_that_of_the_program():
    assert f"within {VALUE_WITHIN:g}" in GUIDE


@pytest.mark.slow
@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_its_table_of_decks_holds(decks):
    row = re.search(rf"^\| {decks} \| (\S+)% \| (\S+)% \|$", GUIDE, re.MULTILINE)
    values = [blackjack(decks, strategy).expected_value for strategy in ("composition", "basic")]
    assert [f"{value * 100:+.9f}" for value in values] == [*row.groups()]
    assert values[1] < values[0] < values[1] + 0.0005


def test_every_rule_has_its_line():
    told = {"source", "says", "ours", "penetration", "burn"}
    for key in OPTIONS - told:
        assert f"`{key}`" in GUIDE, key
