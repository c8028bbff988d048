"""Ctrl-C stops a command within a second, whenever it comes, and prints no traceback.

The second is one of the processor: a command that works on is found out by it on any machine, and
one that is only given no time to end is not.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.ask.solving import COUNT_FOR_EVER

from feltworks.cli import interrupt

STARTED = b"started\n"
# Told by the first call inside the program: from there on an interrupt is ours to answer.
PROGRAM = """
import gc, os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from feltworks.cli import program
sys.argv = ["feltworks", *sys.argv[1:]]
{before}
set_threshold = gc.set_threshold
def begun(*counts):
    set_threshold(*counts)
    os.write(1, b"started\\n")
gc.set_threshold = begun
program()
"""
TICKS = os.sysconf("SC_CLK_TCK")
STUCK_SECONDS = 300


class Command:
    """A command in a process of its own, which has just begun."""

    def __init__(self, *words: str, before: str = "") -> None:
        code = PROGRAM.format(before=before)
        self._others = _used_by_children()
        # A count that another test made and stored would be looked up, and not be interrupted.
        where = {**os.environ, "FELTWORKS_COUNTS": ""}
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=where,
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == STARTED

    def interrupted(self) -> tuple[int, str, float]:
        """Its exit code and what it said on stderr, and the processor's seconds after Ctrl-C."""
        before = self._used()
        self.process.send_signal(signal.SIGINT)
        try:
            _, err = self.process.communicate(timeout=180)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        used = _used_by_children() - self._others
        return self.process.returncode, err.decode(), used - before

    def _used(self) -> float:
        """The processor's seconds of all its threads."""
        told = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(told[11]) + int(told[12])) / TICKS


def _used_by_children() -> float:
    """The processor's seconds of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@pytest.mark.slow
@pytest.mark.parametrize("instant", [0.0, 0.1, 0.35, 0.7])
def test_a_count_stops_whenever_ctrl_c_comes(instant):
    command = Command("simulate", "mini-tex", "--rounds", "1e12")
    time.sleep(instant)
    code, err, seconds = command.interrupted()
    said = [line for line in err.splitlines() if "compiling kernels" not in line]
    assert (code, said) == (-signal.SIGINT, ["stopped"]) or (code, said) == (130, ["stopped"])
    assert seconds < (1.0 + interrupt.UNWIND_SECONDS) * (os.cpu_count() or 1)


@pytest.mark.slow
def test_a_count_that_does_not_let_go_is_cut_off():
    command = Command("odds", "mini-tex", before=COUNT_FOR_EVER)
    assert command.process.stdout.readline() == b"counting\n"
    pressed = time.monotonic()
    code, err, _ = command.interrupted()
    assert (code, err) == (130, "stopped\n")
    assert interrupt.UNWIND_SECONDS <= time.monotonic() - pressed < STUCK_SECONDS


@pytest.mark.slow
def test_a_stopped_simulation_keeps_its_checkpoint(tmp_path):
    file = tmp_path / "run.json"
    often = "import feltworks.simulate.running as running; running.CHECKPOINT_SECONDS = 0"
    words = ("simulate", "mini-tex", "--rounds", "1e12", "--checkpoint", str(file))
    command = Command(*words, before=often)

    def units_done():
        return {
            unit
            for first, past in json.loads(file.read_text())["done"]
            for unit in range(first, past)
        }

    while not (kept := file.exists() and units_done()):
        time.sleep(0.02)
        assert command.process.poll() is None
    _, err, _ = command.interrupted()
    assert err.endswith("stopped\n")
    assert units_done() >= kept


def test_an_interrupt_is_known_behind_the_error_that_was_made_of_it():
    try:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as pressed:
            raise RuntimeError("a class could not be made") from pressed
    except RuntimeError as error:
        assert interrupt.is_interrupt(error)
    assert not interrupt.is_interrupt(ValueError())


def test_an_interrupt_that_pydantic_tells_as_its_own_error_is_one():
    told = ValueError("Error building `literal` serializer:\n  KeyboardInterrupt: ")
    assert interrupt.is_interrupt(told)
    assert not interrupt.is_interrupt(ValueError("a game named KeyboardInterrupt"))
