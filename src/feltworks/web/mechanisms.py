"""What each mechanism means to the tables and pages, under its name.

Nowhere else in this layer is a mechanism asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feltworks.ring.betting import FOLD
from feltworks.web.seating.bots import ring_bot, ring_tempers, steady_bot, steady_tempers
from feltworks.web.seating.chairs import Chairs
from feltworks.web.seating.ringchairs import RingChairs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from feltworks.house.rounds.sheet import Sheet
    from feltworks.rules.schema import Rules
    from feltworks.web.seating.bots import Best, Bot
    from feltworks.web.settings import Settings


@dataclass(frozen=True, kw_only=True)
class WebMechanism:
    """What is not said is as at a house-banked table.

    `chairs` says who sits how and opens the rounds. `between_players` is told to clients: they play
    each other and not the house. `page` is the kind of page that shows such a table. `folds` are
    choices that give a hand up and are not in the rules file. `tempers` are the bots there are, and
    `bot` makes one of them, which may take long. `best_play` is a module with
    `strategy(rules, question, progress)` and `position(...)`, imported when it is needed: that of
    the solver, who refuses games that are not for him, unless there is another.
    """

    chairs: Callable[[Sheet, Settings], Chairs] = Chairs
    between_players: bool = False
    page: str = "table"
    folds: frozenset[str] = frozenset()
    tempers: Callable[[], Sequence[str]] = steady_tempers
    bot: Callable[[Sheet, str, Best], Bot] = steady_bot
    best_play: str = "feltworks.web.odds_pages.playing"


MECHANISMS: Mapping[str, WebMechanism] = {
    "table": WebMechanism(),
    "blackjack": WebMechanism(best_play="feltworks.web.odds_pages.blackjackplay"),
    "ring": WebMechanism(
        chairs=RingChairs,
        between_players=True,
        page="ring",
        folds=frozenset({FOLD}),
        tempers=ring_tempers,
        bot=ring_bot,
    ),
}


def mechanism_of(rules: Rules) -> WebMechanism:
    """What the mechanism of these rules means here."""
    return MECHANISMS[rules.game.mechanism]
