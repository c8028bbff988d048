"""The sheet of a practice table: rules that a guest brought, or a shipped game as he altered it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import comb
from typing import Any

from feltworks.errors import FeltworksError
from feltworks.house.rounds.sheet import Sheet
from feltworks.library.mechanisms import MECHANISMS
from feltworks.pit import OpenTable, open_table, why_not_dealt
from feltworks.rules.catalogue import locate
from feltworks.rules.checks.mechanisms import players_of
from feltworks.rules.handbook import Handbook
from feltworks.rules.loader import Loaded
from feltworks.rules.reading import read_bytes
from feltworks.rules.schema import Rules
from feltworks.web.odds_pages.counting import RulesQuestion
from feltworks.web.odds_pages.worker import Progress

PREFIX = "practice-"
MOST_HANDS_LOOKED_AT = 5_000
"""All tables share one thread, so a round's hands must be read in a fraction of a second."""


class TooMuchToRead(FeltworksError):
    """A game whose hands are chosen from too many cards to be dealt here."""


def is_practice(table: str) -> bool:
    """Whether this is the name of a practice table, present or past."""
    return table.startswith(PREFIX)


@dataclass(frozen=True)
class PracticeSheet(Sheet):
    """A sheet that no house has filed, with changed pays applied."""

    asked: RulesQuestion = field(default_factory=RulesQuestion)

    @cached_property
    def dealt(self) -> OpenTable:
        return _opened(self.asked)


@lru_cache(maxsize=16)
def _opened(asked: RulesQuestion) -> OpenTable:
    loaded = asked.with_pays()
    if (refused := why_not_played(loaded)) is not None:
        raise refused
    table = open_table(loaded)
    _ = table.named, table.handbook
    return table


def why_not_played(loaded: Loaded) -> FeltworksError | None:
    """Why no table of this server deals these rules; None if one does."""
    if (undealt := why_not_dealt(loaded)) is not None:
        return undealt
    try:
        _check_hands(loaded.rules)
    except TooMuchToRead as refused:
        return refused
    return None


def _check_hands(rules: Rules) -> None:
    """Refuses hands that can be chosen from the cards in too many ways to read in time."""
    book = Handbook(rules)
    ways = {
        id: comb(sum(hand.from_.values()), hand.use or book.ranking(id).cards)
        for id, hand in rules.hands.items()
    }
    seats = _seats(rules)
    if sum(ways.values()) * seats > MOST_HANDS_LOOKED_AT:
        id = max(ways, key=ways.__getitem__)
        raise TooMuchToRead(
            f"hands.{id}: it has too many cards to be dealt here: it is drawn from its cards "
            f"in {ways[id]:,} ways, and all hands at {seats} seat(s) together may be drawn in "
            f"{MOST_HANDS_LOOKED_AT:,}"
        )


def _seats(rules: Rules) -> int:
    return (players_of(rules) or (1, rules.table.seats))[1]


def practice_sheet(table: str, asked: RulesQuestion) -> PracticeSheet:
    """The sheet of a table for those rules; making it compiles them, which takes a moment."""
    dealt = _opened(asked)
    rules, loaded = dealt.rules, dealt.loaded
    text = asked.text
    if text is None:
        text = read_bytes(locate(asked.game or "")).decode("utf-8-sig")
    return PracticeSheet(
        table=table,
        game=rules.game.id,
        rules_text=text,
        rules_name=loaded.name,
        rules_sha256=loaded.sha256,
        options=dict(loaded.chosen),
        limits=MECHANISMS[rules.game.mechanism].limits,
        seats=_seats(rules),
        tray=0,
        approved=False,
        verdict="A practice table: nothing of it is in the house's books.",
        jackpots={id: id for id in rules.jackpots},
        asked=asked,
    )


def opening_answer(question: Mapping[str, Any], progress: Progress) -> dict[str, str]:
    """For the worker: whether a table can be opened, tried where it can do no harm."""
    rules = practice_sheet(PREFIX, RulesQuestion.of(question)).rules
    return {"name": rules.game.name, "title": rules.game.title}
