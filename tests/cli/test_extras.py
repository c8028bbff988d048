"""A command that misses a package says at once which extra installs it.

`make ship` asks every command, in an environment without extras.
"""

import sys
import tomllib
from pathlib import Path

import pytest

from feltworks.cli import EXTRAS

from .running import refusal

TEXT = (Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8")
PROJECT = tomllib.loads(TEXT)["project"]
LINES = {
    "altair": ["odds", "spanish-poker", "--chart", "out.html"],
    "distributed": ["simulate", "spanish-poker", "--workers", "2"],
    "typst": ["report", "spanish-poker", "--out", "out.pdf"],
}


@pytest.mark.parametrize("package", LINES)
def test_a_missing_package_is_named_with_its_extra_before_any_work(
    package, capsys, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, package, None)
    extra = EXTRAS[package]
    assert refusal(capsys, *LINES[package]) == (
        f'this needs {package}, which is not installed: pip install "feltworks[{extra}]"'
    )


def test_every_extra_that_is_named_exists():
    assert set(EXTRAS.values()) <= PROJECT["optional-dependencies"].keys()
