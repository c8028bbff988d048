"""A game's rules as the API tells them: sections of paragraphs, steps and tables."""

from __future__ import annotations

from pydantic import BaseModel, Field

from feltworks.web.odds_pages.models import OptionReply


class RulesTable(BaseModel):
    """A table with a caption; every row has a text for every column."""

    caption: str
    columns: list[str]
    rows: list[list[str]]
    notes: list[str] = Field(default_factory=list)


class RulesStep(BaseModel):
    """One stage of a round: what is dealt, what the player may do, what else holds."""

    name: str
    cards: list[str]
    choices: list[str]
    notes: list[str]


class RulesSection(BaseModel):
    """One part of the rules."""

    id: str
    title: str
    paragraphs: list[str] = Field(default_factory=list)
    steps: list[RulesStep] = Field(default_factory=list)
    tables: list[RulesTable] = Field(default_factory=list)


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


class RulesListed(BaseModel):
    """A game on the shelf."""

    id: str
    name: str
    title: str
    mechanism: str
