"""Tests ask a package through its front, so that a rewrite behind the front changes no test.

The front of a package is what `feltworks.PACKAGE` itself exports, and the questions of `tests.ask`.
Tests of a package may import its own modules, except for the packages in `ASKED`: their tests ask
through `tests.ask` too, and only a test of a kernel, in a file `test_*kernels.py`, imports them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src"
ASKED = {"rules", "odds", "round", "pit", "table", "blackjack", "ring", "players"}
TESTED_BY = {"web_pages": "web", "browser": "web"}
"""The package that a folder of tests belongs to, if its name is another."""
OF_KERNELS = {*ASKED, "simulate"}
"""The packages with kernels that tests of `ASKED` packages may import."""
EXEMPT = {
    "ask": "asks the questions",
    "toy": "is an engine of its own",
    "simulate": "is rewritten together with the simulator",
}


PATCHERS = {"setattr", "delattr", "import_module"}
PATCHED = re.compile(r"'(feltworks(?:\.[a-z_0-9]+)+)\.(\w+)")


def imported(source: str) -> Iterator[tuple[str, str]]:
    """Yield each module and name that a file imports, or names in a text that is to be patched.

    The name is empty for `import module`.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                yield node.module, alias.name
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, ""
        elif isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in PATCHERS:
            for named in filter(None, map(PATCHED.match, map(ast.unparse, node.args[:1]))):
                module = named[1]
                while not is_module(module):
                    module = module.rpartition(".")[0]
                yield module, named[2]


def is_module(dotted: str) -> bool:
    path = SOURCE.joinpath(*dotted.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def behind_fronts(file: Path, source: str) -> list[str]:
    """List what a test file imports from behind the front of another package."""
    folder = file.parts[0] if len(file.parts) > 1 else ""
    own = TESTED_BY.get(folder, folder)
    if folder in EXEMPT:
        return []
    is_of_kernel = folder in ASKED and file.name.endswith("_kernels.py")
    found = []
    for module, name in imported(source):
        whole = f"{module}.{name}" if is_module(f"{module}.{name}") else module
        root, _, inner = whole.partition(".")
        package, _, behind = inner.partition(".")
        if root != "feltworks" or not (behind or name.startswith("_")):
            continue
        is_own = package == own and package not in ASKED
        if not is_own and not (is_of_kernel and package in OF_KERNELS):
            found.append(f"tests/{file}: {whole} {name}".rstrip())
    return found


@pytest.mark.slow
def test_tests_import_at_most_the_front_of_another_package():
    files = sorted(TESTS.rglob("*.py"))
    assert len(files) > 100
    found = [
        line
        for path in files
        for line in behind_fronts(path.relative_to(TESTS), path.read_text("utf-8"))
    ]
    assert not found, "\n".join(["imported from behind a front:", *found])


@pytest.mark.parametrize(
    ("file", "line", "is_found"),
    [
        ("house/test_x.py", "from feltworks.cli.rounds import app", True),
        ("house/test_x.py", "from feltworks.cli import rounds", True),
        ("house/test_x.py", "import feltworks.reports.month", True),
        ("house/test_x.py", "from feltworks.cli import main", False),
        ("house/test_x.py", "from feltworks.house.books import Database", False),
        ("web_pages/test_x.py", "from feltworks.web.app import create", False),
        ("odds/test_x.py", "from feltworks.odds.walk import Walk", True),
        ("odds/test_board_kernels.py", "from feltworks.odds.walk import Walk", False),
        ("house/test_x_kernels.py", "from feltworks.cli.rounds import app", True),
        ("odds/test_board_kernels.py", "from feltworks.web.app import create", True),
        ("rules/test_x.py", "patch.setattr('feltworks.rules.loader._CHECKED', {})", True),
        ("rules/test_x.py", "patch.setattr('feltworks.house.demo.Guests', {})", True),
        ("house/test_x.py", "patch.setattr('feltworks.house.demo.Guests', {})", False),
        ("test_x.py", "import_module('feltworks.odds.walk')", True),
        ("test_x.py", "from feltworks.errors import FeltworksError", False),
        ("test_x.py", "from feltworks.round import Bet, Deal", False),
        ("test_x.py", "from feltworks.round import _deal", True),
    ],
)
def test_an_import_from_behind_a_front_is_found(file: str, line: str, is_found: bool):
    assert bool(behind_fronts(Path(file), line)) is is_found
