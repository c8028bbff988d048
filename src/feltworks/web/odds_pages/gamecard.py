"""What the odds page must know of a game before any figure: its options and its pay tables.

Everything comes from the rules file, so that any file gets the same switches as a shipped one.
"""

from __future__ import annotations

from typing import Any

from feltworks.rules.approved import verdict_on
from feltworks.rules.checks.mechanisms import players_of
from feltworks.rules.loader import Loaded
from feltworks.rules.prose import row_words, table_names
from feltworks.rules.schema import Rules
from feltworks.web.protocol.copying import Copied

Data = dict[str, Any]


class OptionValueReply(Copied):
    """One value of an option."""

    id: str
    says: str
    analysis_only: bool


class OptionReply(Copied):
    """An option of a game: named values, or a number between two."""

    id: str
    says: str
    chosen: str
    default: str
    lowest: int | None
    highest: int | None
    values: list[OptionValueReply]


def game_card(loaded: Loaded) -> Data:
    """The game's name, its options as set, and the pay tables that may be changed."""
    rules = loaded.rules
    return {
        "id": rules.game.id,
        "name": rules.game.name,
        "title": rules.game.title,
        "mechanism": rules.game.mechanism,
        "unit": rules.unit,
        "unit_name": rules.wagers[rules.unit].name,
        "rules_sha256": loaded.sha256,
        "approval": verdict_on(loaded).sentence,
        "wagers": {id: wager.name for id, wager in rules.wagers.items()},
        "between_players": players_of(rules) is not None,
        "not_on_layout": [id for id in rules.wagers if not rules.is_on_layout(id)],
        "options": [option.model_dump() for option in option_replies(loaded)],
        "pay_tables": _pay_tables(rules),
        "jackpots": [jackpot.name for jackpot in rules.jackpots.values()],
    }


def option_replies(loaded: Loaded) -> list[OptionReply]:
    """The options of a game as set; a number has bounds instead of values."""
    return [
        OptionReply.of(
            option,
            id=id,
            chosen=loaded.chosen[id],
            lowest=option.lowest if option.is_number else None,
            highest=option.highest if option.is_number else None,
            values=[
                OptionValueReply.of(meaning, id=value, says=meaning.says or "")
                for value, meaning in option.values.items()
            ],
        )
        for id, option in loaded.rules.options.items()
    ]


def _pay_tables(rules: Rules) -> list[Data]:
    """Every pay table that a wager uses, with its present rows."""
    found, names = [], table_names(rules, rules.settle)
    for id, table in rules.pays.items():
        wagers = [wager for wager, cells in rules.settle.items() if id in cells.tables]
        if wagers:
            rows = [
                {"id": row.id, "hand": row.hand, "pays": str(row.pays), "says": row_words(row)}
                for row in table.rows
            ]
            found.append({"id": id, "name": names[id], "wagers": wagers, "rows": rows})
    return found
