"""What a mechanism means is registered once a layer, under one name in all of them."""

import re
from importlib import import_module
from pathlib import Path

import pytest
from tests.ask.odds import Player, Rejected
from tests.ask.rounds import ENGINES
from tests.ask.rules import load

SOURCE = Path(__file__).parents[1] / "src" / "feltworks"
LAYERS = (
    *("rules.checks", "odds", "players", "simulate", "house", "library"),
    *("web", "web.odds_pages", "cli"),
)
GAMES = {"table": "mini-tex", "blackjack": "texas-21", "ring": "mini-tex-ring"}


def registry(layer):
    return import_module(f"feltworks.{layer}.mechanisms").MECHANISMS


@pytest.mark.parametrize("layer", LAYERS)
def test_every_layer_knows_the_mechanisms_that_have_an_engine(layer):
    assert registry(layer).keys() == ENGINES.keys()


def test_every_module_that_is_told_by_its_path_is_there():
    told = [(path, ("strategy", "position")) for path in registry("web.odds_pages").values()]
    for mechanism in registry("cli").values():
        told += [(mechanism.main_odds, ("main_lines",)), (mechanism.strategy, ("show",))]
    for path, functions in told:
        for name in functions if path is not None else ():
            assert callable(getattr(import_module(path), name))


@pytest.mark.slow
def test_the_solver_takes_the_games_that_are_said_to_be_solved():
    for name, mechanism in registry("odds").items():
        rules = load(GAMES[name])
        assert rules.game.mechanism == name
        if mechanism.is_solved:
            assert Player(rules).decisions
        else:
            with pytest.raises(Rejected, match=f"the solver weighs table games, not {name}"):
                Player(rules)


ENGINES_THEMSELVES = {"table", "blackjack", "ring"}
ASKS = re.compile(r"mechanism\b\S* (==|!=|in|not in) |isinstance\([^)]*(Ring|Table|Blackjack)Round")


def test_nowhere_else_is_a_mechanism_or_an_engines_type_asked_for():
    files = [
        path
        for path in SOURCE.rglob("*.py")
        if path.name != "mechanisms.py"
        and path.relative_to(SOURCE).parts[0] not in ENGINES_THEMSELVES
    ]
    found = [
        f"{path.relative_to(SOURCE)}:{number}: {line.strip()}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if ASKS.search(line)
    ]
    assert len(files) > 300 and not found, "\n".join(found)
