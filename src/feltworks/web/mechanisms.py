"""What each mechanism means to the pages, under its name.

Modules are told by their path and imported when they are needed.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Mechanism:
    """`best_play` is a module with `strategy(rules, question, progress)` and `position(...)`.

    It is that of the solver, who refuses games that are not for him, unless there is another.
    """

    best_play: str = "feltworks.web.odds_pages.playing"


MECHANISMS: dict[str, Mechanism] = {
    "table": Mechanism(),
    "blackjack": Mechanism(best_play="feltworks.web.odds_pages.blackjackplay"),
    "ring": Mechanism(),
}
