"""What a mechanism means to the house is told once, under its name."""

from __future__ import annotations

import re
from pathlib import Path

from tests.ask.rounds import ENGINES

from feltworks import house
from feltworks.house.mechanisms import MECHANISMS, mechanism_of

from .rooms import one_table

ASKED = re.compile(r"game\.mechanism|rules\.(ring|blackjack)\b|feltworks\.(table|ring|blackjack)\b")


def test_every_engine_has_its_entry():
    assert MECHANISMS.keys() == ENGINES.keys()


def test_it_is_asked_for_nowhere_else():
    folder = Path(house.__file__).parent
    asking = [path.name for path in folder.rglob("*.py") if ASKED.search(path.read_text("utf-8"))]
    assert asking == ["mechanisms.py"]


def test_a_house_file_may_use_the_places_that_the_rules_have():
    ring, banked = one_table("mini-tex-ring").sheets["t"], one_table("mini-tex").sheets["t"]
    assert (ring.seats, banked.seats) == (ring.rules.ring.players_at_most, banked.rules.table.seats)
    assert [mechanism_of(sheet.rules).pot for sheet in (ring, banked)] == [True, False]
