"""Games are data: no module names one, and what lists them stays light."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.ask.rules import LIST_GAMES, listings

import feltworks

SOURCE = Path(feltworks.__file__).parent
NAMES = {word for game in listings() for word in (game.id, game.id.replace("-", " "), game.name)}
TELLTALE = re.compile("|".join(sorted(map(re.escape, NAMES), key=len, reverse=True)), re.IGNORECASE)


@pytest.mark.slow
def test_no_module_names_a_game():
    found = [
        f"{path.relative_to(SOURCE)}: {hit[0]}"
        for path in sorted(SOURCE.rglob("*.py"))
        for hit in TELLTALE.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_the_search_would_find_a_game_if_there_were_one():
    assert TELLTALE.search('if game == "mini-tex":')
    assert TELLTALE.search("# as in Texas 21")


def modules_after(statement: str) -> set[str]:
    code = f"import sys\n{statement}\nprint(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def test_listing_games_loads_neither_schema_nor_hands():
    loaded = modules_after(LIST_GAMES)
    assert not loaded & {"pydantic", "numpy", "numba", "feltworks.hands", "feltworks.cards"}


@pytest.mark.slow
def test_loading_a_game_loads_no_compiler():
    loaded = modules_after("import feltworks; feltworks.load('mini-tex').rules")
    assert "feltworks.hands" in loaded
    assert not loaded & {"numpy", "numba"}
