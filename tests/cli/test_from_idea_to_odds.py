"""The page from an idea to its odds: its file is sound, its commands say what it says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from feltworks.cli.terminal import console

from .running import run

PAGE = (Path(__file__).parents[2] / "docs" / "from-idea-to-odds.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^```(\w+)\n(.*?)^```", flags=re.M | re.S)
BLOCKS = FENCE.findall(PAGE)
GAME = "\n".join(text for kind, text in BLOCKS if kind == "toml")
COMMANDS = [
    line for kind, text in BLOCKS if kind == "shell" for line in text.splitlines() if line.strip()
]
QUOTED = [line for kind, text in BLOCKS if kind == "text" for line in text.splitlines()]


@pytest.mark.slow
def test_every_command_runs_and_the_page_quotes_what_is_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "harbour.toml").write_text(GAME, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    said = ""
    for command in COMMANDS:
        console.cache_clear()
        first, *words = shlex.split(command)
        assert first == "feltworks"
        ran = run(capsys, *words)
        assert ran.code == 0, (command, ran.err)
        said += ran.out
    for line in QUOTED:
        assert line in said, line
    assert "1,832,266,800" in PAGE and "1,832,266,800" in said


def test_the_page_has_commands_and_quotes() -> None:
    assert len(COMMANDS) >= 7 and len(QUOTED) >= 6
