"""A supervisor's declaration in the books: journaled like any move, and recorded with his name.

The journal has what was declared, so that it is played again when the round is resumed or audited;
a record beside it says who declared it, and what the rules or the house ordered.
"""

from __future__ import annotations

from typing import Any

from feltworks.cards import join_cards
from feltworks.house.books import Batch, Record, Unit
from feltworks.house.rounds.recall import round_record
from feltworks.house.rounds.rounds import Rounds
from feltworks.house.rounds.tally import LogTally
from feltworks.house.staff import permitted
from feltworks.round import CardCheck, Irregularity, Operation, Round
from feltworks.round.operations import Ruled

IRREGULARITY_DECLARED = "irregularity declared"
CARDS_CHECKED = "cards checked"


def declared(rounds: Rounds, number: int, round: Round, *, by: str) -> Unit[list[Record]]:
    """Journals a supervisor's entries, which are the last in the round as given, in his name.

    Repeated after it was done, it does nothing.
    """
    move = rounds.move(number, round)

    def unit(batch: Batch) -> list[Record]:
        who = permitted(batch, "declare", by)
        known, record = len(batch.moves(number)), round_record(batch.of_round(number), number)
        new = LogTally().read(round.log).moves_after(len(record.facts["lines"]))[known:]
        move(batch)
        return [
            batch.write(
                kind,
                f"round {number}",
                day=batch.today,
                facts={**facts, "staff": who},
                round=number,
            )
            for at in new
            for kind, facts in _recorded(round.log, at)
        ]

    return unit


def _recorded(log: tuple[Operation, ...], at: int) -> list[tuple[str, dict[str, Any]]]:
    """What is recorded of an entry of the log."""
    entry = log[at]
    if isinstance(entry, CardCheck):
        return [(CARDS_CHECKED, {"note": entry.note})]
    if not isinstance(entry, Irregularity):
        return []
    ruled = log[at + 1]
    assert isinstance(ruled, Ruled)
    facts = {
        "irregularity": entry.kind,
        "note": entry.note,
        **({} if entry.seat is None else {"seat": entry.seat}),
        **({"cards": join_cards(entry.cards)} if entry.cards else {}),
        "ruling": ruled.consequence,
        "ruled_by": ruled.by,
    }
    return [(IRREGULARITY_DECLARED, facts)]
