"""The best choices of a game that takes long to solve, kept on disk for the next simulation.

Where the last decision is weighed during the deal, the time goes into the choices before it; they
are kept as one byte for each position.
"""

from __future__ import annotations

import base64
import time
import zlib
from typing import Any

import numpy as np

from feltworks.odds.kept import LONG_SECONDS, KeptCounts
from feltworks.odds.walk import Progress, Walk
from feltworks.rules.schema import Rules


def choose_or_recall(
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
    if seconds >= LONG_SECONDS:
        levels = [_packed(decided.taken.tobytes()) for decided in walk.decided]
        kept.add_figures(rules, kind, {"levels": levels}, seconds)


def _packed(choices: bytes) -> str:
    return base64.b64encode(zlib.compress(choices)).decode()


def _unpacked(kept: str) -> np.ndarray[Any, np.dtype[np.int8]]:
    return np.frombuffer(zlib.decompress(base64.b64decode(kept)), np.int8)
