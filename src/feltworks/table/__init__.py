"""The table: an engine for hands against a dealer or a pay table, driven by a rules file.

`TablePlan(rules)` is made once, `TableRound.open(plan, terms)` for every round.
"""

from feltworks.table.plan import TableError, TablePlan
from feltworks.table.round import TableRound

__all__ = ["TableError", "TablePlan", "TableRound"]
