"""What a mechanism means is registered once a layer, under one name in all of them."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from feltworks.odds.errors import OddsRefused
from feltworks.odds.solver import Solver
from feltworks.pit.tables import ENGINES
from feltworks.rules.loader import load

SOURCE = Path(__file__).parents[1] / "src" / "feltworks"
LAYERS = ("odds", "players", "web", "cli")
GAMES = {"table": "mini-tex", "blackjack": "texas-21", "ring": "mini-tex-ring"}


def registry(layer):
    return import_module(f"feltworks.{layer}.mechanisms").MECHANISMS


@pytest.mark.parametrize("layer", LAYERS)
def test_every_layer_knows_the_mechanisms_that_have_an_engine(layer):
    assert registry(layer).keys() == ENGINES.keys()


@pytest.mark.parametrize("layer", ["web", "cli"])
def test_every_module_that_is_told_by_its_path_is_there(layer):
    asked = {
        "main_sheet": ["print_main"],
        "strategy": ["show"],
        "best_play": ["strategy", "position"],
    }
    for mechanism in registry(layer).values():
        for field, functions in asked.items():
            path = getattr(mechanism, field, None)
            assert path is None or all(
                callable(getattr(import_module(path), name)) for name in functions
            )


def test_the_solver_takes_the_games_that_are_said_to_be_solved():
    for name, mechanism in registry("odds").items():
        rules = load(GAMES[name])
        assert rules.game.mechanism == name
        if mechanism.is_solved:
            assert Solver(rules).plan.levels
        else:
            with pytest.raises(OddsRefused, match=f"the solver weighs table games, not {name}"):
                Solver(rules)


@pytest.mark.parametrize("layer", ["odds", "players", "web"])
def test_nowhere_else_in_a_layer_is_a_mechanism_asked_for(layer):
    asks = re.compile(r"mechanism\b\S* (==|!=|in|not in) ")
    files = [path for path in (SOURCE / layer).rglob("*.py") if path.name != "mechanisms.py"]
    found = [path for path in files if asks.search(path.read_text(encoding="utf-8"))]
    assert len(files) > 5 and not found
