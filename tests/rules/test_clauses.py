"""The documents clause by clause: every row names a test that exists, and the page is current."""

from __future__ import annotations

import ast
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests import golden
from tests.ask.rounds import open_table
from tests.ask.rules import (
    GAMES_DIR,
    STATES,
    Rules,
    clauses_of,
    game_ids,
    games_with_clauses,
    load,
    page,
    read,
)
from tests.cli.running import refusal, run

ROOT = Path(__file__).parents[2]
CLAUSES = [
    pytest.param(clause, id=f"{game}-{clause.id}")
    for game in games_with_clauses()
    for clause in clauses_of(game)
]


@cache
def names_in(path: Path) -> set[str]:
    """The tests of a file, `test_x` or `TestY::test_x`."""
    found = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}::{each.name}" for each in node.body if hasattr(each, "name")}
    return found


def exists(test: str) -> bool:
    """Whether there is that test, or that golden round, which is replayed and dealt anew."""
    file, _, name = test.partition("::")
    path = ROOT / file
    if not path.is_file():
        return False
    if path.parent.name == "golden":
        return name in golden.names_in(path)
    return name.rpartition("::")[2].startswith("test_") and name in names_in(path)


@pytest.mark.slow
@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_that_holds_names_a_test_that_exists(clause):
    assert clause.state in STATES
    assert clause.test is None or exists(clause.test), clause.test
    if clause.state == "holds":
        assert clause.test is not None
    if clause.state == "open":
        assert clause.note, "an open clause says what is missing"


def test_a_test_that_is_not_there_is_found():
    here = "tests/rules/test_clauses.py"
    assert exists(f"{here}::test_a_test_that_is_not_there_is_found")
    assert not exists(f"{here}::test_of_nothing")
    assert not exists(f"{here}::names_in")
    assert not exists("tests/rules/test_nothing.py::test_of_nothing")
    assert exists("tests/table/golden/mini-tex.txt::step-13d-exact-tie-pushes")
    assert not exists("tests/table/golden/mini-tex.txt::step-13d")
    assert not exists("tests/table/golden/mini-tex.txt")
    assert not exists("tests/table/golden/nothing.txt::step-13d-exact-tie-pushes")


def test_every_game_with_a_document_has_its_clauses():
    assert games_with_clauses() == game_ids()
    for game in game_ids():
        ids = [clause.id for clause in clauses_of(game)]
        assert len(ids) == len(set(ids)) > 40


def there(rules: Rules, key: str) -> bool:
    """Whether rules have that key, written as a path."""
    at: object = rules
    for step in key.split("."):
        if isinstance(at, dict):
            at = at.get(step)
        elif isinstance(at, tuple):
            at = next((each for each in at if getattr(each, "id", None) == step), at[0])
            at = getattr(at, step, at)
        else:
            at = getattr(at, step, None)
        if at is None:
            return False
    return True


@pytest.mark.parametrize("game", game_ids())
def test_a_key_a_module_or_a_file_that_a_clause_lives_in_is_there(game):
    rules = load(game)
    for clause in clauses_of(game):
        for where in clause.where.split(", "):
            if where.startswith("feltworks."):
                assert find_spec(where) is not None, clause.id
            elif where.endswith(".toml"):
                assert (GAMES_DIR.parent / where).is_file(), clause.id
            elif where.split(".")[0] in type(rules).model_fields:
                assert there(rules, where), (clause.id, where)


def test_the_page_is_current():
    """Run `python -m feltworks.rules.clauses > docs/conformance.md` when this fails."""
    assert (ROOT / "docs" / "conformance.md").read_text(encoding="utf-8") == page()


def test_the_command_prints_the_clauses(capsys):
    told = run(capsys, "rules", "clauses", "mini-tex").out
    assert "step-13-d" in told and "clauses:" in told
    data = run(capsys, "rules", "clauses", "pick-2-poker", "--state", "holds", "--json").data
    assert {each["state"] for each in data["clauses"]} == {"holds"}
    assert "there are those of" in refusal(capsys, "rules", "clauses", "mini-text")
    assert "none of holds, open" in refusal(
        capsys, "rules", "clauses", "mini-tex", "--state", "shut"
    )


# --- what the documents print, row by row --------------------------------------------------------

SPANISH_HANDS = ("cincos", "royal-flush", "straight-flush", "four-of-a-kind", "flush")
SPANISH_HANDS += ("full-house", "straight", "three-of-a-kind", "two-pair", "pair")
TEXAS_HANDS = ("three-of-a-kind", "straight", "flush", "full-house", "four-of-a-kind")
TEXAS_HANDS += ("five-of-a-kind", "straight-flush", "royal-flush", "suited-five-of-a-kind")
FIVE = ("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight")
FIVE += ("three-of-a-kind", "two-pair", "sixes-or-better")
THREE = ("three-card-royal", "three-card-straight-flush", "three-card-three-of-a-kind")
DOS_PARES_2 = {"dos_pares_table": "2"}
PRINTED = [
    ("spanish-poker", {"ante_table": "1"}, "ante", SPANISH_HANDS, "200 100 40 25 10 7 6 3 2 1"),
    ("spanish-poker", {"ante_table": "2"}, "ante", SPANISH_HANDS, "200 100 40 25 10 8 7 3 2 1"),
    ("spanish-poker", {}, "dos-pares", SPANISH_HANDS, "200 100 50 25 10 9 7 5 2"),
    (
        "spanish-poker",
        {"dos_pares_table": "2"},
        "dos-pares",
        SPANISH_HANDS,
        "200 100 50 25 10 8 7 5 2",
    ),
    ("spanish-poker", {}, "gran-progressive", SPANISH_HANDS, "100% 25% $150 $100 $75"),
    ("texas-21", {"bonus_table": "A"}, "bonus", TEXAS_HANDS, "1 2 3 5 10 40 50 150 500"),
    ("texas-21", {"bonus_table": "B"}, "bonus", TEXAS_HANDS, "1 2 3 5 14 40 50 150 500"),
    ("texas-21", {}, "progressive", TEXAS_HANDS[3:], "4 10 100 250 100% 100"),
    ("pick-2-poker", {}, "three-five-on-five", FIVE, "500 100 25 12 10 4 1"),
    ("pick-2-poker", {}, "three-five-on-three", THREE, "10 3 1"),
    ("pick-2-poker", {}, "five-card-bonus", FIVE, "500 100 40 15 8 6 4 3 1"),
]


@pytest.mark.parametrize(("game", "options", "table", "hands", "printed"), PRINTED)
def test_every_pay_is_as_the_document_prints_it(game, options, table, hands, printed):
    rows = {row.id: str(row.pays) for row in load(game, options).pays[table].rows}
    found = {id: pays.removesuffix(":1").split(" ")[0] for id, pays in rows.items()}
    assert found == dict(zip(hands, printed.split(), strict=False))


def test_spanish_poker_gran_winners_dollar_by_both_readings():
    for value, kept in (("lost", "lost"), ("returned", "kept")):
        loaded = read("spanish-poker", {"gran_stake": value})
        assert loaded.rules.pays["gran-progressive"].stake == kept
        open_table(loaded)
