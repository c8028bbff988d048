"""Which module tells the best play of each mechanism.

It is apart from what else a mechanism means to the web, so that the worker, which only counts,
loads neither the tables nor the books.
"""

from __future__ import annotations

from collections.abc import Mapping

SOLVED = "feltworks.web.odds_pages.playing"
"""That of the solver, which refuses games that it does not solve."""

MECHANISMS: Mapping[str, str] = {
    "table": SOLVED,
    "blackjack": "feltworks.web.odds_pages.blackjackplay",
    "ring": SOLVED,
}
"""Modules with `strategy(rules, question, progress)` and `position(...)`, imported when needed."""
