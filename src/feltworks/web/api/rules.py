"""The rules of every shipped game with any options, and of each open table.

They are generated from their file, so that they are never outdated. Two things are drawn with
cards: which hand beats which, by the best of each kind that the game's own deck makes; and a round
that was dealt from a seed, with one seat that stays in as cheaply as it can.
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query
from pydantic import BaseModel, Field

from feltworks.errors import FeltworksError
from feltworks.hands import CompiledRanking
from feltworks.reports.examples import example_hands, example_round
from feltworks.rules.approved import verdict_on
from feltworks.rules.catalogue import game_ids, listings
from feltworks.rules.guide import RulesSection, guide, players_words
from feltworks.rules.handbook import Handbook
from feltworks.rules.loader import Loaded, read, read_text
from feltworks.web.dependencies import AnyGuest, TheFloor, TheHouse, errors
from feltworks.web.mechanisms import mechanism_of
from feltworks.web.odds_pages.gamecard import OptionReply, option_replies
from feltworks.web.practice.sheet import is_practice
from feltworks.web.protocol.description import GameName
from feltworks.web.seating.bots import stay_cheaply

EXAMPLE_SEED = 7
router = APIRouter(prefix="/api/rules", tags=["rules"])
NOT_FOUND = errors(
    {400: "An option or a value that the game does not have", 404: "No such game or table"}
)
Settings = Annotated[
    list[str], Query(alias="set", max_length=64, description="Options, `OPTION=VALUE`.")
]


class DrawnHand(BaseModel):
    """A kind of hand with the best example of it."""

    hand: str
    cards: list[str]


class DrawnRanking(BaseModel):
    """The kinds of hands, the best first."""

    title: str
    hands: list[DrawnHand]


class DrawnPlace(BaseModel):
    """The cards of one zone; `owner` is player, dealer or table."""

    owner: str
    zone: str
    cards: list[str]


class DrawnRound(BaseModel):
    """A round as it was dealt, and what happened in it."""

    places: list[DrawnPlace]
    lines: list[str]
    net_cents: int


class RulesListed(GameName):
    """A shipped game."""

    mechanism: str


class RulesReply(GameName):
    """The rules of a game with certain options."""

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
    """Everything a person needs to play, deal or judge the game."""
    rules = loaded.rules
    return RulesReply.of(
        rules.game,
        about=players_words(rules),
        approval=verdict_on(loaded).sentence,
        rules_sha256=loaded.sha256,
        table=table,
        options=option_replies(loaded),
        sections=guide(rules),
        rankings=_rankings(loaded),
        example=_example(loaded),
    )


def _rankings(loaded: Loaded) -> list[DrawnRanking]:
    """Every ranking that the game's hands use, with cards."""
    book = Handbook(loaded.rules)
    used = {book.ranking(id).id: book.compiled(id) for id in loaded.rules.hands}
    return [
        DrawnRanking(
            title=f"{each.ranking.cards} {'card' if each.ranking.cards == 1 else 'cards'}",
            hands=examples,
        )
        for each in used.values()
        if (examples := _examples(each))
    ]


@lru_cache(maxsize=32)
def _examples(compiled: CompiledRanking) -> list[DrawnHand]:
    return [
        DrawnHand(hand=compiled.ranking.label(kind), cards=[str(card) for card in cards])
        for kind, cards in example_hands(compiled).items()
    ]


def _example(loaded: Loaded) -> DrawnRound | None:
    """A round against the house, with cards; None if players play each other."""
    rules = loaded.rules
    if mechanism_of(rules).between_players or loaded.for_analysis_only:
        return None
    with suppress(FeltworksError, LookupError):
        dealt = example_round(loaded, EXAMPLE_SEED, lambda round, seat: stay_cheaply(round))
        return DrawnRound(
            places=[
                DrawnPlace(
                    owner=rules.zones.get(zone.split("/")[0], "table"),
                    zone=zone,
                    cards=[str(card) for card in cards],
                )
                for zone, cards in dealt.hands
            ],
            lines=[
                line.replace("seat 1", "the player")
                for line in dealt.lines
                if not line.endswith(("burnt", "left in the shoe")) and " puts " not in line
            ],
            net_cents=dealt.net_cents,
        )
    return None


@router.get("")
def games() -> list[RulesListed]:
    """The shipped games."""
    return [RulesListed.model_validate(game) for game in listings()]


@router.get("/games/{game}", responses=NOT_FOUND)
def rules_of_game(game: str, settings: Settings = []) -> RulesReply:  # noqa: B006 - FastAPI copies
    """A shipped game's rules with the chosen options."""
    if game not in game_ids():
        raise HTTPException(404, f"There is no such game: there are {', '.join(game_ids())}.")
    chosen: list[tuple[str, str]] = []
    for setting in settings:
        option, equals, value = (part.strip() for part in setting.partition("="))
        if not (option and equals and value):
            raise HTTPException(400, "An option is set with OPTION=VALUE.")
        chosen.append((option, value))
    if len(dict(chosen)) < len(chosen):
        raise HTTPException(400, "An option is set twice.")
    try:
        return _reply(game, tuple(sorted(chosen)))
    except FeltworksError as error:
        raise HTTPException(400, f"{error}.") from None


@lru_cache(maxsize=64)
def _reply(game: str, chosen: tuple[tuple[str, str], ...]) -> RulesReply:
    return rules_reply(read(game, dict(chosen)))


@router.get("/tables/{table}", responses=NOT_FOUND)
def rules_of_table(house: TheHouse, table: str, floor: TheFloor, guest: AnyGuest) -> RulesReply:
    """The rules of an open table, with the options that the house chose."""
    if is_practice(table):
        runner = floor.find(table, guest)
        if runner is None:
            raise HTTPException(404, "This practice table is closed.")
        return rules_reply(runner.state.sheet.dealt.loaded, table)
    try:
        sheet = house.sheet(table)
    except FeltworksError:
        raise HTTPException(404, "There is no such open table.") from None
    return rules_reply(read_text(sheet.rules_text, sheet.rules_name, dict(sheet.options)), table)
