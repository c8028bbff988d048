"""What is measured can be measured: benches ask for names that are there.

Much of a bench is code for another process, in a text that no checker reads.
"""

import re
from importlib import import_module
from pathlib import Path

import bench
import pytest

SOURCES = sorted(Path(bench.__file__).parent.glob("*.py"))
IMPORT = re.compile(r"^\s*from ((?:feltworks|bench)[\w.]*) import (\([^)]*\)|.*)$", re.MULTILINE)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_what_a_bench_imports_is_there(path):
    for module, names in IMPORT.findall(path.read_text("utf-8")):
        for name in re.findall(r"\w+(?: as \w+)?", re.sub(r"#.*", "", names)):
            name = name.partition(" ")[0]
            if not hasattr(import_module(module), name):
                import_module(f"{module}.{name}")


def test_some_imports_stand_in_texts():
    """Those are what this is for."""
    assert "feltworks.odds.solver" in dict(
        IMPORT.findall((SOURCES[0].parent / "odds.py").read_text())
    )


@pytest.mark.parametrize(
    "path", [path for path in SOURCES if path.name[0] != "_"], ids=lambda path: path.stem
)
def test_every_bench_can_be_run_by_its_name(path):
    """All that `python -m bench` goes through; what several benches share begins with a line."""
    assert callable(import_module(f"bench.{path.stem}").bench)
