"""What the odds page has to know of a game before any figure: its options and its pay tables.

Everything comes out of the rules file, so that a file nobody has seen gets the same switches as a
shipped one.
"""

from __future__ import annotations

from typing import Any

from feltworks.rules.approved import verdict_on
from feltworks.rules.loader import Loaded
from feltworks.rules.prose import row_words
from feltworks.rules.schema import Rules
from feltworks.rules.schema.options import Option

Data = dict[str, Any]


def game_card(loaded: Loaded) -> Data:
    """The game's name, its switches as they stand, and the rows that may be asked about."""
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
        "wagers": {id_: wager.name for id_, wager in rules.wagers.items()},
        "options": [
            option_card(id_, option, loaded.chosen[id_]) for id_, option in rules.options.items()
        ],
        "pay_tables": _pay_tables(rules),
        "jackpots": [jackpot.name for jackpot in rules.jackpots.values()],
    }


def option_card(id_: str, option: Option, chosen: str) -> Data:
    """One switch; a number has bounds instead of values."""
    return {
        "id": id_,
        "says": option.says,
        "chosen": chosen,
        "default": option.default,
        "lowest": option.lowest if option.is_number else None,
        "highest": option.highest if option.is_number else None,
        "values": [
            {"id": value, "says": meaning.says or "", "analysis_only": meaning.analysis_only}
            for value, meaning in option.values.items()
        ],
    }


def _pay_tables(rules: Rules) -> list[Data]:
    """Every table that some wager pays by, with the rows as they stand."""
    found = []
    for id_, table in rules.pays.items():
        wagers = [
            wager
            for wager, cells in rules.settle.items()
            if any(id_ in pay.all_tables for cell in cells.cells.values() for pay in cell)
        ]
        if wagers:
            rows = [
                {"id": row.id, "hand": row.hand, "pays": str(row.pays), "says": row_words(row)}
                for row in table.rows
            ]
            found.append({"id": id_, "wagers": wagers, "rows": rows})
    return found
