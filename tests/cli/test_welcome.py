"""`feltworks` alone: a welcome, and at a terminal a way into every game."""

import signal
import subprocess
import sys
from types import SimpleNamespace

import pytest
from tests.ask.rules import listings

from . import terminal
from .terminal import at_a_terminal, in_a_process


@pytest.mark.slow
def test_where_nobody_can_answer_it_greets_and_is_done():
    said = in_a_process(stdin=subprocess.DEVNULL)
    assert (said.returncode, said.stderr) == (0, "")
    assert "Play money only." in said.stdout
    for game in listings():
        assert f"rules show {game.id}" in said.stdout
        assert f"hand {game.id} CARDS..." in said.stdout


@pytest.fixture
def at_the_menu(feltworks, monkeypatch):
    """Calls the menu in this process as at a terminal; the answers are typed in turn."""

    def call(*answers):
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True))
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        for name, value in {"TERM": "xterm", "COLUMNS": "100", "LINES": "50"}.items():
            monkeypatch.setenv(name, value)
        said = feltworks(answers=answers)
        return said.out, said.code

    return call


@pytest.mark.slow
@pytest.mark.parametrize("typed", [b"q\n", b"\x04", b"\x03"])
def test_q_end_of_input_and_ctrl_c_all_leave_cleanly(typed):
    seen, code = at_a_terminal(typed)
    assert code == 0
    assert "Good luck." in seen
    assert "Traceback" not in seen


@pytest.mark.slow
def test_ctrl_c_leaves_even_where_the_caller_ignores_it():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        seen, code = at_a_terminal(b"\x03")
    finally:
        signal.signal(signal.SIGINT, before)
    assert (code, "Good luck." in seen) == (0, True)


def test_a_terminal_that_never_answers_is_given_up_on(monkeypatch):
    monkeypatch.setattr(terminal, "DEADLINE_SECONDS", 0)
    with pytest.raises(TimeoutError, match="nothing happened"):
        at_a_terminal(b"q\n")


@pytest.mark.parametrize("leaves", ["q", EOFError, KeyboardInterrupt])
def test_a_game_is_left_like_the_menu(at_the_menu, leaves):
    seen, code = at_the_menu("1", leaves)
    assert (code, "Good luck." in seen) == (0, True)


def test_a_game_is_picked_by_number_and_shows_its_rules(at_the_menu):
    seen, code = at_the_menu("1", "r", "b", "q")
    assert code == 0
    assert "What wagers pay" in seen
    assert seen.count("Play money only.") == 2


def test_a_hand_is_named_at_the_menu(at_the_menu):
    seen, _ = at_the_menu("1", "h", "As Ks", "q")
    assert "ace-high straight flush" in seen
    assert "30 to 1" in seen


def test_options_are_listed_at_the_menu(at_the_menu):
    seen, _ = at_the_menu("mini-tex", "o", "q")
    assert "dealer_qualifier" in seen


def test_a_slip_at_the_menu_is_told_and_the_menu_goes_on(at_the_menu):
    seen, code = at_the_menu("99", "nonsense", "1", "x", "h", "Zz", "h", "As Ks", "q")
    assert code == 0
    assert "There is no game '99'" in seen
    assert "There is no game 'nonsense'" in seen
    assert "One of r, h, o, b and q." in seen
    assert "'Zz' at character 1 is not a card" in seen
    assert "ace-high straight flush" in seen
