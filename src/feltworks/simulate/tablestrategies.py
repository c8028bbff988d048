"""What a table game's seats choose in every position: the best play, a simple one, or a file's.

The best choices of a game that takes long to solve are kept on disk for the next simulation. Where
the last decision is weighed during the deal, the time goes into the choices before it; they are
kept as one byte for each position.
"""

from __future__ import annotations

import base64
import time
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from feltworks.errors import did_you_mean
from feltworks.odds.estimate import estimated_seconds, hands_on_boards
from feltworks.odds.kept import WORTH_KEEPING_SECONDS, KeptCounts
from feltworks.odds.progress import Progress, silent
from feltworks.odds.showdown import Showdown
from feltworks.odds.solver import Solver
from feltworks.odds.walk import Walk
from feltworks.rules.schema import Rules
from feltworks.simulate.decisions import is_against
from feltworks.simulate.errors import SimulationError

STRATEGIES = ("optimal", "simple")
MOST_SECONDS = 300.0
"""A count that would take longer is not made just to stand beside a simulation."""


def is_counted_soon(showdown: Showdown) -> bool:
    """Whether a count of all deals takes only a short time."""
    at_hand = showdown.boards.has_all_at_hand
    return at_hand or estimated_seconds(showdown, hands_on_boards(showdown)) <= MOST_SECONDS


def strategy_walk(
    solver: Solver,
    strategy: str,
    joint: str | None,
    progress: Progress = silent,
    kept: KeptCounts | None = None,
) -> Walk:
    """The walk with the choices of a strategy: a name, or a file with a line for each position."""
    if strategy == "optimal":
        walk = solver.walk({}, joint)
        # One decision that is weighed in every round is not looked for beforehand.
        is_found = len(walk.tree.levels) > 1 or not is_against(walk, solver.contests)
        told = progress if is_found or is_counted_soon(walk.showdown) else silent
        _choose_or_recall(walk, solver.rules, joint, kept, told)
        return walk
    if strategy == "simple":
        from feltworks.odds.simple.rulelist import SimplePolicy
        from feltworks.odds.simple.search import simple_strategy

        lists = {
            rules.decision: rules
            for rules in simple_strategy(solver.rules, progress=progress).lists
        }
        plain = solver.walk({}, joint)
        policy = SimplePolicy(plain.tree)
        for level, nodes in enumerate(plain.tree.levels):
            for number, node in enumerate(nodes):
                if node.decision is not None:
                    policy.lists[level, number] = lists[node.decision]
        walk = solver.walk({}, joint, policy)
    elif Path(strategy).suffix:
        from feltworks.simulate.strategyfiles import read_policy

        walk = solver.walk({}, joint, read_policy(Path(strategy), solver, joint))
    else:
        allowed = ", ".join(STRATEGIES)
        raise SimulationError(
            f"--strategy {strategy!r}{did_you_mean(strategy, STRATEGIES)}: there is {allowed}, or "
            "a .csv file as `feltworks strategy --export` writes it"
        )
    walk.choose(progress)
    return walk


def _choose_or_recall(
    walk: Walk, rules: Rules, joint: str | None, kept: KeptCounts | None, progress: Progress
) -> None:
    """Find the best choices of a walk, or read those that were kept."""
    if kept is None or walk.showdown.last_two is None:
        walk.choose(progress)
        return
    kind = f"choices {joint or 'main'}"
    figures = kept.find_figures(rules, kind)
    if figures is not None:
        walk.follow([_unpacked(level) for level in figures["levels"]])
        return
    started = time.monotonic()
    walk.choose(progress)
    seconds = time.monotonic() - started
    if seconds >= WORTH_KEEPING_SECONDS:
        levels = [_packed(decided.taken.tobytes()) for decided in walk.decided]
        kept.add_figures(rules, kind, {"levels": levels}, seconds)


def _packed(choices: bytes) -> str:
    return base64.b64encode(zlib.compress(choices)).decode()


def _unpacked(kept: str) -> np.ndarray[Any, np.dtype[np.int8]]:
    return np.frombuffer(zlib.decompress(base64.b64decode(kept)), np.int8)
