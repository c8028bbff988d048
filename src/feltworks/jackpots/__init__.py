"""Progressive jackpots as plain arithmetic: contributions, counts, prizes, restarts.

The input is a jackpot's state (its terms, what it holds and where, what was played for it since the
last count, the fractions of a cent it carries) and an event. The output is the state after it and
the movements of money, each with both of its ends. Nothing here knows of books, tables or days: the
house reads a state from its books, calls a function, and books the result; a simulation or a paper
keeps the state in a variable. What a jackpot's terms do not allow raises a `JackpotRefused`.

`play` is one round, `count` the daily count, `post` its posting at the opening, `restart` the new
jackpot after one that was won or the first one of all; `adjust`, `add_seed`, `set_cap` and `remove`
are changes by hand; `lower_backups` follows changed terms. `share_out` takes an addition apart into
what goes on display, aside and back to the seed.

    >>> from fractions import Fraction
    >>> from feltworks.jackpots import JackpotState, JackpotTerms, Play, count, play, restart
    >>> terms = JackpotTerms(seed=500_00, contribution=Fraction(1, 4))
    >>> jackpot = restart(JackpotState("royal", terms)).state
    >>> for _ in range(1000):    # rounds of six players, one of whom wins a prize of the tray
    ...     jackpot = play(jackpot, Play(wagered=6_00, lost=5_00, tray_paid=7_00)).state
    >>> jackpot = count(jackpot, dropped=jackpot.lost).state
    >>> jackpot.held.displayed    # 500 dollars of seed, a quarter of 6,000 wagered
    200000
    >>> won = play(jackpot, Play(wagered=6_00, lost=5_00, prize=2_000_00, winners=1))
    >>> won.restarts, restart(won.state).movements
    (True, (Movement(source='seed', target='displayed', cents=50000, purpose='seed'),))

How the winners of one round share a jackpot is part of settling their wagers, and in
`feltworks.rules.settlement`; what a jackpot wager is worth and where its jackpot stands on average
is in `feltworks.odds.progressive`.
"""

from feltworks.jackpots.adjusting import add_seed, adjust, lower_backups, remove, set_cap
from feltworks.jackpots.counting import check_fees, count, count_sums, post
from feltworks.jackpots.playing import Play, play, restart
from feltworks.jackpots.sharing import share_out, whole_cents
from feltworks.jackpots.state import (
    Carry,
    Change,
    JackpotFunds,
    JackpotRefused,
    JackpotState,
    Movement,
    Place,
)
from feltworks.jackpots.terms import BackupTerms, JackpotTerms, terms_from

__all__ = [
    "BackupTerms",
    "Carry",
    "Change",
    "JackpotFunds",
    "JackpotRefused",
    "JackpotState",
    "JackpotTerms",
    "Movement",
    "Place",
    "Play",
    "add_seed",
    "adjust",
    "check_fees",
    "count",
    "count_sums",
    "lower_backups",
    "play",
    "post",
    "remove",
    "restart",
    "set_cap",
    "share_out",
    "terms_from",
    "whole_cents",
]
