"""Forty columns do not break a number."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console
from rich.text import Text

from feltworks.cli import terminal
from feltworks.cli.terminal import new_table

from .running import run


def drawn(table, width):
    screen = io.StringIO()
    Console(file=screen, width=width, highlight=False).print(table)
    return screen.getvalue()


def wide_table():
    table = new_table("Wagers", "outcome", "combinations", "return", right=(1, 2))
    table.add_row("dealer does not qualify", "15,371,945,568", "+0.547146")
    table.add_row(Text("win"), "24,416,027,592", "+1.448433")
    return table


@pytest.mark.parametrize("width", [80, 45, 40, 36, 30, 24, 20])
def test_numbers_are_whole_at_every_width(width):
    out = drawn(wide_table(), width)
    for number in ("15,371,945,568", "24,416,027,592", "+0.547146", "+1.448433"):
        assert number in out
    assert all(len(line) <= width for line in out.splitlines())


def test_text_is_folded_first_and_rows_are_listed_last():
    assert "outcome: " not in drawn(wide_table(), 40)
    listed = drawn(wide_table(), 24)
    assert listed.startswith("Wagers\n") and "outcome: win\n" in listed
    assert re.search(r"combinations:\s+15,371,945,568", listed)


def test_a_number_longer_than_the_screen_goes_on_in_the_next_line():
    table = new_table(None, "exactly", "")
    table.add_row("123456789012345678901234567890/7", "")
    assert "123456789012345678901234567890/7" in drawn(table, 20).replace("\n", "")


@pytest.mark.slow
@pytest.mark.parametrize("words", [("odds", "mini-tex"), ("strategy", "texas-21"), ("games",)])
def test_commands_keep_their_numbers_whole_at_forty_columns(capsys, monkeypatch, words):
    numbers = set(re.findall(r"[\d,]+\.\d+%?|\d+(?:,\d{3})+", run(capsys, *words).out))
    terminal.console.cache_clear()
    monkeypatch.setattr(terminal, "PIPED_WIDTH", 40)
    out = run(capsys, *words).out
    terminal.console.cache_clear()
    # A command to copy is one line, which the terminal breaks.
    assert all(len(line) <= 40 or "feltworks " in line for line in out.splitlines())
    assert numbers <= set(re.findall(r"[\d,]+\.\d+%?|\d+(?:,\d{3})+", out))
