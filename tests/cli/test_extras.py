"""A plain install serves odds, hands and rounds; a command that needs more says which extra."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from feltworks.cli import EXTRAS

TEXT = (Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8")
PROJECT = tomllib.loads(TEXT)["project"]
WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Missing())
sys.argv = ["feltworks", *{words!r}]
from feltworks.cli import main
main()
"""


def run_plainly(*words):
    """The command where no extra is installed."""
    names = {*EXTRAS, "httptools", "uvloop", "websockets", "gymnasium", "pettingzoo", "polars"}
    return subprocess.run(
        [sys.executable, "-c", WITHOUT.format(names=names, words=words)],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "words",
    [
        ["games"],
        ["odds", "spanish-poker"],
        ["hand", "mini-tex", "As", "Ks"],
        ["rules", "show", "texas-21"],
        ["play", "pick-2-poker", "--seed", "7", "--auto", "optimal", "--rounds", "1"],
    ],
    ids=lambda words: words[0],
)
def test_a_plain_install_serves_odds_hands_and_rounds(words):
    ran = run_plainly(*words)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (["serve"], "web"),
        (["audit", "--books", "none.db"], "house"),
        (["odds", "spanish-poker", "--chart", "out.html"], "charts"),
        (["simulate", "spanish-poker", "--rounds", "9", "--workers", "2"], "cluster"),
        (["simulate", "spanish-poker", "--rounds-to", "out.parquet"], "rounds"),
    ],
    ids=["serve", "audit", "chart", "cluster", "rounds"],
)
def test_a_command_that_needs_more_says_which_extra(words, extra, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = run_plainly(*words)
    assert ran.returncode == 2
    assert f'pip install "feltworks[{extra}]"' in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


def test_every_extra_that_is_named_exists():
    assert set(EXTRAS.values()) <= PROJECT["optional-dependencies"].keys()
