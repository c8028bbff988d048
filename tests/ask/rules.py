"""Rules files: load one, or learn what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from feltworks.cards import Card
from feltworks.rules.amounts import Money, Percent, Prize, Size
from feltworks.rules.approved import approvals, verdict_on
from feltworks.rules.catalogue import (
    EXAMPLES_DIR,
    GAMES_DIR,
    GameError,
    earlier_files,
    example_ids,
    game_ids,
    listings,
    locate,
)
from feltworks.rules.checks.patches import values_to_try
from feltworks.rules.checks.warned import warnings_about
from feltworks.rules.clauses import STATES, clauses_of, games_with_clauses, page
from feltworks.rules.guide import guide
from feltworks.rules.handbook import Handbook, Held, find_ranking, without_cards
from feltworks.rules.identity import canonical_form, differences, plain_rules, stated_in_version_1
from feltworks.rules.jsonschema import LEFT_OUT, json_schema
from feltworks.rules.keylines import line_of_key
from feltworks.rules.loader import (
    Loaded,
    RulesError,
    check_document,
    check_file,
    check_text,
    load,
    load_text,
    read,
    read_document,
    read_text,
)
from feltworks.rules.mistakes import RefusalError
from feltworks.rules.naming import NamedHand, NamingError, name_hands
from feltworks.rules.options import OptionError, patched, settled_choice
from feltworks.rules.prose import bonus_words, procedure_words, row_words
from feltworks.rules.readings import (
    KnownEdge,
    edge_words,
    known_edge,
    known_edges,
    own_readings_of,
    readings_of,
)
from feltworks.rules.reference import SECTIONS, reference
from feltworks.rules.schema import Rules
from feltworks.rules.schema.part import parts_of
from feltworks.rules.schema.settle import Pay
from feltworks.rules.schema.stages import Choice, DealStep, Stage
from feltworks.rules.settlement import JackpotHit, Payment, Result, Situation, settle, share_jackpot
from feltworks.rules.shortforms import spell_out

__all__ = [
    "EXAMPLES_DIR",
    "GAMES_DIR",
    "LEFT_OUT",
    "LIST_GAMES",
    "STATES",
    "Choice",
    "DealStep",
    "GameError",
    "Handbook",
    "Held",
    "JackpotHit",
    "KnownEdge",
    "Loaded",
    "Money",
    "NamingError",
    "OptionError",
    "Pay",
    "Payment",
    "Percent",
    "Prize",
    "RefusalError",
    "Result",
    "Rules",
    "RulesError",
    "Situation",
    "Size",
    "Stage",
    "approvals",
    "bonus_words",
    "canonical_form",
    "check_document",
    "check_file",
    "check_text",
    "clauses_of",
    "differences",
    "earlier_files",
    "edge_words",
    "example_ids",
    "expanded",
    "find_ranking",
    "game_ids",
    "games_with_clauses",
    "guide",
    "hands_named",
    "is_expanded",
    "json_schema",
    "known_edge",
    "known_edges",
    "line_of",
    "listings",
    "load",
    "load_text",
    "locate",
    "notes_of_ours",
    "option_values",
    "own_readings_of",
    "page",
    "page_of_keys",
    "patched",
    "plain_rules",
    "procedure",
    "read",
    "read_document",
    "read_text",
    "readings_of",
    "row_words",
    "settle",
    "share_jackpot",
    "stated_in_version_1",
    "verdict_on",
    "warnings",
    "with_options",
    "without_cards",
]

LIST_GAMES = "from feltworks.rules.catalogue import listings; listings()"
"""A statement that lists the games, for a process in which nothing is loaded yet."""


def warnings(rules: Rules) -> dict[str, str]:
    """What the author of a file without mistakes should look at again, by key."""
    return {each.key: each.says for each in warnings_about(rules)}


def notes_of_ours(rules: Rules) -> dict[str, str]:
    """Where the document is silent: our choice by key."""
    return {key: part.ours for key, part in parts_of(rules) if part.ours}


def option_values(rules: Rules) -> list[tuple[str, str]]:
    """List the values of every option; of a range of numbers, its ends."""
    options = rules.options.items()
    return [(id_, value) for id_, option in options for value in values_to_try(option)]


def procedure(rules: Rules) -> str:
    """Say what players and staff must and may not do."""
    return " ".join(procedure_words(rules))


def expanded(document: Mapping[str, Any]) -> dict[str, Any]:
    """Write a document in the long form."""
    return spell_out(document).document


def with_options(document: Mapping[str, Any], chosen: Mapping[str, str]) -> dict[str, Any]:
    """Work the chosen options, and defaults for the others, into a document in the long form."""
    options = Rules.model_validate(document).options
    values = settled_choice(document["game"]["id"], options, chosen)
    return patched(document, options, values)


def is_expanded(document: Mapping[str, Any]) -> bool:
    """Whether nothing in a document is in a short form."""
    found = spell_out(document)
    return (found.mistakes, found.origins) == ([], {})


def hands_named(rules: Rules, cards: tuple[Card, ...], hand: str | None = None) -> list[NamedHand]:
    """Name cards in every hand of a game that they fit, or in one."""
    return name_hands(Handbook(rules), cards, hand)


def line_of(text: str, key: str) -> int | None:
    """The line of a file's text on which a key stands."""
    return line_of_key(text, key)


def page_of_keys() -> tuple[str, set[str]]:
    """The page that lists every key of a file, and the sections of the schema that it lists."""
    return reference(), set(SECTIONS)
