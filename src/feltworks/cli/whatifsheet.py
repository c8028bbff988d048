"""What other pays make of a wager: the edge before and after, and whether the play holds."""

from __future__ import annotations

from typing import Any

from feltworks.cli.oddsheet import percent
from feltworks.cli.showing import console
from feltworks.odds.plaindata import exact
from feltworks.odds.whatif import WhatIf


def what_if_sheet(found: WhatIf) -> dict[str, Any]:
    """The same as plain data."""
    return {
        "pays": {str(row): str(prize) for row, prize in found.changes.items()},
        "wagers": {
            wager: {
                "house_edge_before": exact(before),
                "house_edge_played_as_before": exact(found.as_before[wager]),
                "best_play_changes": found.play_changes(wager),
            }
            for wager, before in found.before.items()
        },
    }


def print_what_if(found: WhatIf) -> None:
    """One line for each wager that pays by a changed table."""
    out = console()
    out.print()
    pays = ", ".join(f"{row} at {prize}" for row, prize in found.changes.items())
    out.print(f"what if: {pays}", style="bold")
    for wager, before in found.before.items():
        edge = found.wagers[wager].house_edge
        told = f"{wager}: house edge {percent(before)} before, {percent(edge)} now"
        if found.play_changes(wager):
            told += (
                f"; the best play changes, played as before it is {percent(found.as_before[wager])}"
            )
        else:
            told += "; the best play is the same"
        out.print(told)
    out.print()
