"""The clock of the machine held against the books, and how a wrong one is put right.

Times in the books only go on. A machine that starts with a wrong clock would leave records of a day
that is not, and the right clock could not go on behind them; so whoever starts to write compares
the two first, and a step that is hard to believe is refused with both times told. Where the step is
true, or the books already have a wrong time, a named person says so, and that is a record: the one
kind behind which times may lie before those in front of it.
"""

from __future__ import annotations

CLOCK_ACCEPTED = "clock accepted"
