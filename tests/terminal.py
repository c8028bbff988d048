"""The command line as a person types it: words, then an answer to each question."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import NamedTuple

from tests.ask.terminal import console

from feltworks.cli import main


class Said(NamedTuple):
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str


def terminal(capsys, monkeypatch) -> Callable[..., Said]:
    """Runs `feltworks WORDS`; the answers are typed in turn, and then the input ends."""

    def run(*words: object, answers: str | Iterable[str] = ()) -> Said:
        typed = iter(answers.split("\n") if isinstance(answers, str) and answers else answers)

        def answer(question: str) -> str:
            print(question)
            try:
                return next(typed)
            except StopIteration:
                raise EOFError from None

        console.cache_clear()
        monkeypatch.setattr("builtins.input", answer)
        monkeypatch.setattr(sys, "argv", ["feltworks", *map(str, words)])
        code = 0
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
        finally:
            console.cache_clear()
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        return Said(code, said.out, said.err)

    return run
