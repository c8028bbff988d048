"""The layers of the package: imports only go down."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
LINTER = Path(sys.executable).with_name("lint-imports")


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    call = [str(LINTER), "--no-cache"]
    where = {**os.environ, "PYTHONPATH": str(folder / "src")}
    return subprocess.run(call, cwd=folder, env=where, capture_output=True, text=True, check=False)


def test_imports_only_go_down_the_layers():
    linted = lint(ROOT)
    assert linted.returncode == 0, linted.stdout
    assert ", 0 broken" in linted.stdout and "Imports only go down the layers KEPT" in linted.stdout


def test_an_import_that_goes_up_would_be_found(tmp_path):
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "src" / "feltworks" / "cards" / "card.py").open("a") as card:
        card.write("\nimport feltworks.rules.loader\n")
    linted = lint(tmp_path)
    assert linted.returncode != 0
    assert "feltworks.cards.card -> feltworks.rules.loader" in linted.stdout
