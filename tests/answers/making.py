"""Answers made anew: game by game, in processes of their own, with what each took.

A game is solved once in a process, which then answers every question about it. Counts that take
long are stored in a folder that is new for every run, so nothing comes from an earlier one.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, NamedTuple, TextIO

from tests.answers.file import Book, as_written
from tests.answers.games import SLOWEST, games
from tests.answers.questions import QUESTIONS, asked_of

PROCESSES = 2


class Made(NamedTuple):
    """The answers of one game by question, and the processor time of each question.

    `failed` are the questions that ended in an error that is no answer, each with its traceback.
    """

    game: str
    answers: Mapping[str, Mapping[str, Any]]
    seconds: Mapping[str, float]
    failed: Mapping[str, str]


def every_section() -> list[tuple[str, str]]:
    """Every question of every game, in the order of the book."""
    return [(name, question) for name, game in games().items() for question in asked_of(game)]


def answer(name: str, questions: Sequence[str]) -> Made:
    """Ask one game some questions."""
    game = games()[name]
    answers: dict[str, dict[str, Any]] = {}
    seconds: dict[str, float] = {}
    failed: dict[str, str] = {}
    for question in questions:
        start = time.process_time()
        try:
            answers[question] = as_written(_without_repeats(QUESTIONS[question](game)))
        except Exception:
            failed[question] = traceback.format_exc()
        seconds[question] = time.process_time() - start
    return Made(name, answers, seconds, failed)


def _without_repeats(answers: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in answers:
        assert key not in found, f"two answers have the key {key!r}"
        found[key] = value
    return found


def make(
    sections: Sequence[tuple[str, str]], progress: TextIO = sys.stderr
) -> tuple[Book, list[tuple[str, str]]]:
    """Make sections of the book in two processes, and report each game that is done.

    Returns the sections that were made, and those that failed.
    """
    asked: dict[str, list[str]] = {}
    for game, question in sections:
        asked.setdefault(game, []).append(question)
    first = [game for game in SLOWEST if game in asked]
    order = [*first, *(game for game in asked if game not in first)]
    made: dict[str, Made] = {}
    # New processes and no copies of this one: each solves with no cache but its own.
    with (
        _new_counts(),
        ProcessPoolExecutor(min(PROCESSES, len(order)), mp_context=get_context("spawn")) as pool,
    ):
        running = [pool.submit(answer, game, asked[game]) for game in order]
        try:
            for done in as_completed(running):
                result = done.result()
                made[result.game] = result
                print(_line(result, len(made), len(order)), file=progress, flush=True)
                for question, reason in result.failed.items():
                    print(f"{result.game}/{question} failed: {reason}", file=progress, flush=True)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    book = {
        (game, question): dict(made[game].answers[question])
        for game, question in sections
        if question in made[game].answers
    }
    return book, [section for section in sections if section not in book]


def _line(made: Made, number: int, of: int) -> str:
    longest = sorted(made.seconds.items(), key=lambda each: -each[1])[:3]
    parts = ", ".join(f"{question} {seconds:.1f}" for question, seconds in longest)
    return f"[{number}/{of}] {made.game} {sum(made.seconds.values()):.1f} s ({parts})"


@contextmanager
def _new_counts() -> Iterator[None]:
    """An empty folder for counts, which the processes inherit."""
    before = os.environ.get("FELTWORKS_COUNTS")
    with tempfile.TemporaryDirectory(prefix="feltworks-answers-") as folder:
        os.environ["FELTWORKS_COUNTS"] = folder
        try:
            yield
        finally:
            if before is None:
                del os.environ["FELTWORKS_COUNTS"]
            else:
                os.environ["FELTWORKS_COUNTS"] = before
