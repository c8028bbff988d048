"""Frozen odds, strategies and equities: the commands answer the same, key by key.

Not all is counted again each time: of the values that have nothing to do with the odds, and gave
the figures of the game as written, one for each game; of the shoe's sizes the smallest and the
largest. FELTWORKS_FROZEN=all counts everything.
"""

from __future__ import annotations

import os

import pytest
from tests.cli.running import run

from .versions import FOLDERS, answers, asked, unlike

TOO_LONG = ("ultimate-texas-holdem",)
"""A minute each: held against the one solving of it, in tests/odds/test_examples.py."""
BETWEEN = [f"decks={decks}" for decks in range(2, 8)]
ALL = os.environ.get("FELTWORKS_FROZEN") == "all"


def questions():
    for folder in FOLDERS:
        as_written = {words[1]: told for words, told in answers(folder, "odds") if len(words) == 2}
        idle = set()
        for command in ("odds", "strategy", "equity", "exposed"):
            for words, told in answers(folder, command):
                game = words[1]
                if game in TOO_LONG or (words[-1] in BETWEEN and not ALL):
                    continue
                if len(words) > 2 and told.get("wagers") == as_written[game]["wagers"]:
                    if game in idle and not ALL:
                        continue
                    idle.add(game)
                yield pytest.param(folder, words, told, id=f"{folder.name} {' '.join(words)}")


@pytest.mark.parametrize(("folder", "words", "frozen"), list(questions()))
def test_the_command_answers_as_it_did(folder, words, frozen, capsys):
    ran = run(capsys, *asked(folder, words))
    assert ran.code == 0, ran.err
    assert list(unlike(frozen, ran.data)) == []
