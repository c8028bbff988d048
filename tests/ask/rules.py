"""Rules files: load one, or learn what is wrong with it."""

from __future__ import annotations

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
from feltworks.rules.clauses import STATES, clauses_of, games_with_clauses, page
from feltworks.rules.guide import guide
from feltworks.rules.handbook import Handbook, Held, find_ranking, without_cards
from feltworks.rules.identity import canonical_form, differences, plain_rules, stated_in_version_1
from feltworks.rules.jsonschema import LEFT_OUT, json_schema
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
from feltworks.rules.options import OptionError
from feltworks.rules.readings import (
    KnownEdge,
    edge_words,
    known_edge,
    known_edges,
    own_readings_of,
    readings_of,
)
from feltworks.rules.schema import Rules
from feltworks.rules.settlement import JackpotHit, Payment, Result, Situation, settle, share_jackpot

__all__ = [
    "EXAMPLES_DIR",
    "GAMES_DIR",
    "LEFT_OUT",
    "STATES",
    "GameError",
    "Handbook",
    "Held",
    "JackpotHit",
    "KnownEdge",
    "Loaded",
    "OptionError",
    "Payment",
    "RefusalError",
    "Result",
    "Rules",
    "RulesError",
    "Situation",
    "approvals",
    "canonical_form",
    "check_document",
    "check_file",
    "check_text",
    "clauses_of",
    "differences",
    "earlier_files",
    "edge_words",
    "example_ids",
    "find_ranking",
    "game_ids",
    "games_with_clauses",
    "guide",
    "json_schema",
    "known_edge",
    "known_edges",
    "listings",
    "load",
    "load_text",
    "locate",
    "own_readings_of",
    "page",
    "plain_rules",
    "read",
    "read_document",
    "read_text",
    "readings_of",
    "settle",
    "share_jackpot",
    "stated_in_version_1",
    "verdict_on",
    "without_cards",
]
