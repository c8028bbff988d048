"""What each mechanism means to the tables and pages, under its name.

No other module of this layer looks at a mechanism, but that the odds pages name the module that
tells the best play of each in `odds_pages.mechanisms`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from feltworks.house.rounds.sheet import Sheet
from feltworks.ring.betting import FOLD
from feltworks.rules.schema import Rules
from feltworks.web.seating.bots import Best, Bot, ring_bot, ring_tempers, steady_bot, steady_tempers
from feltworks.web.seating.chairs import Chairs, RingChairs
from feltworks.web.settings import Settings


@dataclass(frozen=True, kw_only=True)
class WebMechanism:
    """What a mechanism means to the web; the defaults are those of a house-banked table.

    `chairs` says who sits how and opens the rounds. `between_players` tells clients that they play
    each other and not the house. `page` is the kind of page that shows such a table. `folds` are
    choices that give a hand up and are not in the rules file. `tempers` are the available bots, and
    `bot` makes one of them, which may take long.
    """

    chairs: Callable[[Sheet, Settings], Chairs] = Chairs
    between_players: bool = False
    page: str = "table"
    folds: frozenset[str] = frozenset()
    tempers: Callable[[], Sequence[str]] = steady_tempers
    bot: Callable[[Sheet, str, Best], Bot] = steady_bot


MECHANISMS: Mapping[str, WebMechanism] = {
    "table": WebMechanism(),
    "blackjack": WebMechanism(),
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
