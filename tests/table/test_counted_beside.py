"""Whoever plays at a terminal never waits for odds that he did not ask for."""

from __future__ import annotations

import re
import sys
import time

import pytest
from tests.ask.rules import load, read
from tests.ask.seats import BackgroundCount, Expectation
from tests.ask.terminal import count_beside_by
from tests.terminal import console

from feltworks.cli import main

COUNTING = "what was to be expected is still being counted."
KNOWN = re.compile(r"; with the best play to be expected: ([+-]\$[\d.]+)\.")


@pytest.fixture
def sit_down(capsys, monkeypatch):
    """Plays at a terminal with those answers; a count beside is as the test says."""

    def play(beside, *words, answers):
        typed = iter(answers.split("\n"))

        def answer(question):
            print(question)
            given = next(typed, None)
            if given is None:
                raise KeyboardInterrupt
            return given

        console.cache_clear()
        count_beside_by(monkeypatch, beside)
        monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
        monkeypatch.setattr("builtins.input", answer)
        monkeypatch.setattr(sys, "argv", ["feltworks", "play", "mini-tex", "--seed", "5", *words])
        with pytest.raises(SystemExit) as end:
            main()
        assert end.value.code == 0
        return capsys.readouterr().out

    yield play
    console.cache_clear()


class Slow:
    """A count that is known the third time somebody asks, or never."""

    def __init__(self, loaded, jackpots_cents, *, asked_until_known=3):
        self.rules, self.waited, self.stopped = loaded.rules, [], False
        self.asked_until_known = asked_until_known
        Slow.last = self

    @property
    def is_under_way(self):
        return len(self.waited) < self.asked_until_known

    def known(self, wait_seconds):
        self.waited.append(wait_seconds)
        return None if self.is_under_way else Expectation.counted(self.rules)

    def stop(self):
        self.stopped = True


@pytest.mark.slow
def test_a_result_shows_the_expectation_once_it_is_known_for_all_rounds(sit_down):
    out = sit_down(Slow, "--seats", "2", answers="\nf\nf\n\nf\nf\n\nf\nf\nq")
    assert out.count(COUNTING) == 2
    expected = Expectation.counted(load("mini-tex")).cents({"ante": 2 * 3 * 500})
    known = KNOWN.findall(out)
    assert len(known) == 2 and known[0] == known[1] == f"-${float(-expected) / 100:.2f}"
    assert max(Slow.last.waited[:-1]) < 0.5 and Slow.last.waited[-1] <= 3 and Slow.last.stopped


def test_leaving_does_not_wait_for_a_count_that_takes_long(sit_down):
    def never(loaded, jackpots_cents):
        return Slow(loaded, jackpots_cents, asked_until_known=99)

    for answers in ("\nf\nq", "\nf", "\n"):  # the last two end in Ctrl-C
        out = sit_down(never, answers=answers)
        assert COUNTING in out and not KNOWN.search(out) and Slow.last.stopped
        assert out.rstrip().endswith("the chips are worth nothing.")


@pytest.mark.slow
def test_a_player_by_itself_has_no_count_beside(sit_down):
    def wrong(loaded, jackpots_cents):
        raise AssertionError("nobody waits here")

    assert KNOWN.search(sit_down(wrong, "--auto", "optimal", "--rounds", "1", answers=""))


@pytest.mark.slow
def test_what_is_counted_beside_is_what_is_counted_here():
    loaded = read("spanish-poker")
    jackpots = dict.fromkeys(loaded.rules.jackpots, 5_000_000)
    beside = BackgroundCount(loaded, jackpots)
    try:
        assert beside.known(120) == Expectation.counted(loaded.rules, jackpots)
        assert beside.known(0) is not None and not beside.is_under_way
    finally:
        beside.stop()


def test_a_count_beside_is_ended_at_once_and_ends_with_whoever_asked():
    stopped, left = (BackgroundCount(read("mini-tex"), {}) for _ in range(2))
    assert stopped.known(0) is None and stopped.is_under_way
    start = time.monotonic()
    stopped.stop()
    assert time.monotonic() - start < 5 and not stopped.is_under_way
    left._process.stdin.close()
    assert left.known(60) is None and not left.is_under_way
    left.stop()


@pytest.mark.slow
def test_rules_that_are_refused_are_never_known():
    beside = BackgroundCount(read("mini-tex"), {"no-such-jackpot": 100})
    try:
        assert beside.known(120) is None and not beside.is_under_way
    finally:
        beside.stop()
