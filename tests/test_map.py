"""The map in `docs/architecture.md` names what exists, and the source keeps the map's promises."""

import ast
import re
from collections import defaultdict
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "feltworks"
MAP = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PACKAGES = {path.stem for path in SOURCE.iterdir() if path.suffix == ".py" or path.is_dir()}
NAMED = sorted(
    name
    for name in set(re.findall(r"`((?:\w+\.)+\w+)(?:\([^`]*\))?`", MAP))
    if name.split(".")[0] in PACKAGES and not name.endswith((".py", ".toml"))
)
LONGEST_FUNCTION = 60


def look_up(name):
    """What a dotted name below `feltworks` stands for: a module, or something in one."""
    parts = name.split(".")
    for split in range(len(parts), 0, -1):
        try:
            found = import_module(".".join(["feltworks", *parts[:split]]))
        except ModuleNotFoundError:
            continue
        for attribute in parts[split:]:
            found = getattr(found, attribute)
        return found
    raise LookupError(name)


def parsed():
    for path in sorted(SOURCE.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", NAMED)
def test_what_the_map_names_is_there(name):
    look_up(name)


def test_the_map_tells_three_walks_in_functions():
    walks = re.findall(r"^## A walk: .*?(?=^## |\Z)", MAP, re.MULTILINE | re.DOTALL)
    assert len(walks) == 3
    for walk in walks:
        assert sum(f"`{name}`" in walk for name in NAMED) >= 8


def test_a_name_that_is_gone_is_noticed():
    with pytest.raises((AttributeError, LookupError)):
        look_up("odds.report.no_such_function")


def test_a_class_name_stands_for_one_thing():
    places = defaultdict(list)
    for path, tree in parsed():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(str(path.relative_to(SOURCE)))
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def is_kernel(function):
    """Compiled loops are kept in one piece where a call inside them would cost time."""
    return any("kernel" in ast.unparse(mark) for mark in function.decorator_list)


def test_functions_are_short_enough_to_read():
    long = [
        f"{path.relative_to(SOURCE)}: {node.name} has {node.end_lineno - node.lineno + 1} lines"
        for path, tree in parsed()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno - node.lineno >= LONGEST_FUNCTION
        and not is_kernel(node)
    ]
    assert long == []


def test_every_slow_test_that_is_listed_exists():
    listed = (ROOT / "tests" / "slow.txt").read_text(encoding="utf-8").splitlines()
    for line in listed[1:]:
        path, _, function = line.partition("::")
        assert f"def {function}" in (ROOT / path).read_text(encoding="utf-8"), line
