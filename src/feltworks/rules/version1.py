"""Version 1 of a file's identity, by which files were known until 0.1.0.

Its form had every key of the schema in it, defaults filled in. It is made from today's form, which
has no key at its default, by filling in the defaults of version 0.1. They are written here and do
not depend on the schema. So a newer key that a file does not use is in neither form. A file that
uses a newer key gets a form that no file of 0.1 had.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

DEFAULTS: Mapping[str, Any] = {
    "game": {"mechanism": "table"},
    "hands": {"*": {"at_least": {}, "set_by_player": False}},
    "contests": {},
    "wagers": {"*": {"alone": False}},
    "offer": {"side_wagers": []},
    "stages": [
        {"deal": [], "decide": [{"folds": False, "ends": False}], "if_out": [], "settles": []}
    ],
    "settle": {"*": {"*": [{"tables": [], "rows": "stack"}]}},
    "pays": {"*": {"stake": "kept", "rows": [{"several": "split"}]}},
    "jackpots": {
        "*": {
            "mode": "manual",
            "contribution_of": "wagered",
            "tray_payouts_deducted": False,
            "seed_recovery": "none",
            "seed_portion": "50%",
            "shortfall": "house",
            "backups_kept": True,
        }
    },
    "table": {
        "seats": 6,
        "most_seats": 7,
        "dealing": "one-at-a-time",
        "dealt_from": "hand",
        "second_deck": False,
        "folded_hands": "collected",
        "tuck": False,
        "dealer_shows": "in-order",
        "settle_side_wagers": "first",
        "discards": "at-end",
        "hands_discussed": True,
        "tips": False,
        "pays_rounded": "down",
    },
    "irregularities": {
        "exposed_dealer_card": "house-policy",
        "face_up_card": "house-policy",
        "wrong_card_count": "house-policy",
        "shuffler_failure": "house-policy",
        "misbet": "house-policy",
    },
    "ring?": {
        "players_at_least": 2,
        "players_at_most": 10,
        "antes": True,
        "structure": "fixed-limit",
        "raises": 3,
        "big_blind_option": True,
        "heads_up_blinds": "letter",
        "odd_chip": "first-left-of-button",
        "shows": "last-aggressor-first",
        "missed_blinds": "wait",
    },
    "blackjack?": {
        "soft_17": "stands",
        "blackjack_pays": "3:2",
        "double": "any-two",
        "double_after_split": True,
        "split_hands": 4,
        "resplit_aces": False,
        "one_card_to_split_aces": True,
        "split_ace_and_ten": "twenty-one",
        "late_surrender": False,
        "insurance": True,
        "insurance_pays": "2:1",
        "even_money": True,
        "peek": True,
        "no_peek_takes": "all",
        "split_unlike_tens": True,
        "penetration": "75%",
        "burn": 1,
    },
    "options?": {"*": {"values?": {"*": {"analysis_only": False, "changes": {}}}}},
}
"""Keys to their defaults: a table or a list holds the defaults of its keys or its items.

`*` means names of the file's own; a question mark behind a key means that it has no default: if it
is missing, it stays missing. Keys with no default and nothing inside are not listed.
"""


NEWER_KEYS = (
    "ring.short_all_ins",
    "ring.full_bet",
    "table.least_seats",
    "below_seed",
    "above_cap",
    "reading",
)
"""Keys that came later. A key at its default is in no form; a file that uses one is newer too."""


def filled(form: Mapping[str, Any]) -> dict[str, Any]:
    """A form with the defaults of version 1 filled in wherever it says nothing."""
    found: dict[str, Any] = _filled(form, DEFAULTS)
    return found


def _filled(found: Any, defaults: Any) -> Any:  # noqa: ANN401 - whatever JSON holds
    if isinstance(found, Mapping) and isinstance(defaults, Mapping):
        if "*" in defaults:
            return {key: _filled(value, defaults["*"]) for key, value in found.items()}
        # Of a missing table or list there is the empty one.
        missing = {
            key: type(value)() if isinstance(value, dict | list) else value
            for key, value in defaults.items()
            if key[-1] != "?"
        }
        inside = {key.removesuffix("?"): value for key, value in defaults.items()}
        return {key: _filled(value, inside.get(key)) for key, value in {**missing, **found}.items()}
    if isinstance(found, list) and isinstance(defaults, list) and defaults:
        return [_filled(item, defaults[0]) for item in found]
    return found
