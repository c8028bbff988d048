"""The guide to blackjack says what the program does."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from tests.guides import check_examples

from feltworks.odds.blackjack.analysis import VALUE_WITHIN, BlackjackOdds
from feltworks.odds.blackjack.dealer import whole_hands
from feltworks.odds.blackjack.hands import blackjack_hands, removals
from feltworks.odds.blackjack.shoe import Shoe
from feltworks.odds.blackjack.splits import PLAYED
from feltworks.rules.schema.mechanisms import Blackjack

GUIDE = (Path(__file__).parents[3] / "docs" / "blackjack.md").read_text(encoding="utf-8")


def test_its_lines_of_python_print_what_they_say():
    check_examples(GUIDE, 4)


def test_its_counts_are_those_of_the_program():
    def finals(hits: bool) -> int:
        tree = whole_hands(hits_soft_17=hits)
        return int(np.count_nonzero(np.diff(tree.first)))

    counts = (blackjack_hands().count - 1, finals(False), finals(True), len(removals(4).cards) - 1)
    for count in counts:
        assert f"{count:,}" in GUIDE, count
    assert f"within {VALUE_WITHIN:g}" in GUIDE


def test_its_sums_for_splits_are_those_of_the_program():
    free, unpaired = PLAYED[4]
    assert "X: 14 ss - 14 sss + 4 ssss" in GUIDE
    assert free == (0, 0, 14, -14, 4)
    assert "N: 2 + 4 s - 6 ss + 2 sss" in GUIDE
    assert unpaired == (2, 4, -6, 2, 0)


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_its_table_of_decks_holds(decks):
    row = re.search(rf"^\| {decks} \| (\S+)% \| (\S+)% \|$", GUIDE, re.MULTILINE)
    for strategy, percent in zip(("composition", "basic"), row.groups(), strict=True):
        odds = BlackjackOdds(Shoe.of_decks(decks), Blackjack(), strategy)
        assert f"{odds.expected_value * 100:+.9f}" == percent


def test_every_rule_has_its_line():
    told = {"source", "says", "ours", "penetration", "burn"}
    for key in set(Blackjack.model_fields) - told:
        assert f"`{key}`" in GUIDE, key
