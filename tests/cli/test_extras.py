"""A plain install serves odds, hands and rounds; a command that needs more says which extra."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from feltworks.cli import EXTRAS

from .running import refusal

TEXT = (Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8")
PROJECT = tomllib.loads(TEXT)["project"]
PLAIN = {
    "games": ["games"],
    "odds": ["odds", "spanish-poker"],
    "hand": ["hand", "mini-tex", "As", "Ks"],
    "rules": ["rules", "show", "texas-21"],
    "play": ["play", "pick-2-poker", "--seed", "7", "--auto", "optimal", "--rounds", "1"],
}
NEEDS_MORE = {
    "serve": (["serve"], "web"),
    "audit": (["audit", "--books", "none.db"], "house"),
    "chart": (["odds", "spanish-poker", "--chart", "out.html"], "charts"),
    "cluster": (["simulate", "spanish-poker", "--rounds", "9", "--workers", "2"], "cluster"),
    "rounds": (["simulate", "spanish-poker", "--rounds-to", "out.parquet"], "rounds"),
}
LINES = {
    "altair": ["odds", "spanish-poker", "--chart", "out.html"],
    "distributed": ["simulate", "spanish-poker", "--workers", "2"],
    "typst": ["report", "spanish-poker", "--out", "out.pdf"],
}
WITHOUT = """
import contextlib, io, json, sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Missing())
from feltworks.cli import main
from feltworks.cli.terminal import console
told = []
for words in {calls!r}:
    out, err, sys.argv, code = io.StringIO(), io.StringIO(), ["feltworks", *words], 0
    console.cache_clear()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
        except SystemExit as end:
            code = end.code or 0
    told.append((code, out.getvalue(), err.getvalue()))
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """How each command ended where no extra is installed, and what it printed: one process runs
    them in turn, those that need nothing more first."""
    names = {*EXTRAS, "httptools", "uvloop", "websockets", "gymnasium", "pettingzoo", "polars"}
    calls = [*PLAIN.values(), *(words for words, _ in NEEDS_MORE.values())]
    code = WITHOUT.format(names=names, calls=calls)
    whole = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path_factory.mktemp("plain"),
    )
    assert (whole.returncode, whole.stderr) == (0, "")
    return dict(zip([*PLAIN, *NEEDS_MORE], json.loads(whole.stdout), strict=True))


@pytest.mark.parametrize("word", PLAIN)
def test_a_plain_install_serves_odds_hands_and_rounds(ran, word):
    code, out, err = ran[word]
    assert code == 0, err
    assert out


@pytest.mark.parametrize("word", NEEDS_MORE)
def test_a_command_that_needs_more_says_which_extra(ran, word):
    code, _, err = ran[word]
    assert code == 2
    assert f'pip install "feltworks[{NEEDS_MORE[word][1]}]"' in err
    assert len(err.splitlines()) == 1


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
