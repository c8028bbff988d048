"""`feltworks` alone: a welcome, and at a terminal a way into every game."""

import signal
import subprocess

import pytest
from tests.ask.rules import listings

from . import terminal
from .terminal import at_a_terminal, in_a_process


def test_where_nobody_can_answer_it_greets_and_is_done():
    said = in_a_process(stdin=subprocess.DEVNULL)
    assert (said.returncode, said.stderr) == (0, "")
    assert "Play money only." in said.stdout
    for game in listings():
        assert f"rules show {game.id}" in said.stdout
        assert f"hand {game.id} CARDS..." in said.stdout


@pytest.mark.parametrize("typed", [b"q\n", b"\x04", b"\x03", b"1\nq\n", b"1\n\x04"])
def test_q_end_of_input_and_ctrl_c_all_leave_cleanly(typed):
    seen, code = at_a_terminal(typed)
    assert code == 0
    assert "Good luck." in seen
    assert "Traceback" not in seen


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


def test_a_game_is_picked_by_number_and_shows_its_rules():
    seen, code = at_a_terminal(b"1\nr\nb\nq\n")
    assert code == 0
    assert "What wagers pay" in seen
    assert seen.count("Play money only.") == 2


def test_a_hand_is_named_at_the_menu():
    seen, _ = at_a_terminal(b"1\nh\nAs Ks\nq\n")
    assert "ace-high straight flush" in seen
    assert "30 to 1" in seen


def test_options_are_listed_at_the_menu():
    seen, _ = at_a_terminal(b"mini-tex\no\nq\n")
    assert "dealer_qualifier" in seen


def test_a_slip_at_the_menu_is_told_and_the_menu_goes_on():
    seen, code = at_a_terminal(b"99\nnonsense\n1\nx\nh\nZz\nh\nAs Ks\nq\n")
    assert code == 0
    assert "There is no game '99'" in seen
    assert "There is no game 'nonsense'" in seen
    assert "One of r, h, o, b and q." in seen
    assert "'Zz' at character 1 is not a card" in seen
    assert "ace-high straight flush" in seen
