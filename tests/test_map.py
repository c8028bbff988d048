"""The map in `docs/architecture.md` names what exists, and the source keeps the map's promises."""

import ast
import re
from collections import defaultdict
from functools import cache
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


@cache
def defined():
    """Every class and function of the source, with its path."""
    kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return [
        (path.relative_to(SOURCE), node)
        for path in sorted(SOURCE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, kinds)
    ]


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


@pytest.mark.slow
def test_a_class_name_stands_for_one_thing():
    places = defaultdict(list)
    for path, node in defined():
        if isinstance(node, ast.ClassDef):
            places[node.name].append(str(path))
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def is_kernel(function):
    """Compiled loops are kept in one piece where a call inside them would cost time."""
    return any("kernel" in ast.unparse(mark) for mark in function.decorator_list)


def test_functions_are_short_enough_to_read():
    long = [
        f"{path}: {node.name} has {node.end_lineno - node.lineno + 1} lines"
        for path, node in defined()
        if not isinstance(node, ast.ClassDef)
        and node.end_lineno - node.lineno >= LONGEST_FUNCTION
        and not is_kernel(node)
    ]
    assert long == []
