"""The rules of a game as the pages get them: its guide, its options and where it comes from."""

from __future__ import annotations

from pydantic import BaseModel, Field

from feltworks.rules.approved import verdict_on
from feltworks.rules.guide import RulesSection, guide, players_words
from feltworks.rules.loader import Loaded
from feltworks.web.odds_pages.gamecard import OptionReply, option_replies
from feltworks.web.rules_pages.drawn import (
    DrawnRanking,
    DrawnRound,
    drawn_rankings,
    drawn_round,
)


class RulesReply(BaseModel):
    """The rules of a game with certain options."""

    id: str
    name: str
    title: str
    about: str
    source: str | None
    approval: str
    rules_sha256: str
    table: str | None = Field(None, description="The table whose rules these are.")
    options: list[OptionReply]
    sections: list[RulesSection]
    rankings: list[DrawnRanking] = Field(description="Which hand beats which, with examples.")
    example: DrawnRound | None = Field(description="A round that was dealt from a seed.")


def rules_reply(loaded: Loaded, table: str | None = None) -> RulesReply:
    """Everything a person has to know to play, deal or judge the game."""
    rules = loaded.rules
    return RulesReply(
        id=rules.game.id,
        name=rules.game.name,
        title=rules.game.title,
        about=players_words(rules),
        source=rules.game.source,
        approval=verdict_on(loaded).sentence,
        rules_sha256=loaded.sha256,
        table=table,
        options=option_replies(loaded),
        sections=guide(rules),
        rankings=drawn_rankings(loaded),
        example=drawn_round(loaded),
    )
