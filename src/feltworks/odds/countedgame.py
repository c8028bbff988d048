"""A wager counted once under the best play, then with changed pays.

With changed pays the same counts give at once the wager's value if everybody plays as before. Its
value under the new best play needs a new search for the best choices; only if these have changed
are deals counted again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from feltworks.odds.boardcache import Recent
from feltworks.odds.keys import KeysUsed
from feltworks.odds.result import WagerOdds
from feltworks.odds.side import is_free_side, side_wager
from feltworks.odds.solver import Solved, solver_of
from feltworks.odds.undecided import Undecided, is_undecided
from feltworks.odds.walk import Progress, silent
from feltworks.rules.handbook import Handbook
from feltworks.rules.identity import stated_rules
from feltworks.rules.schema import Rules

_RECENT: Recent[Solved] = Recent(2)
"""The games solved last: the next change of a pay is mostly for the same game."""


class CountedGame:
    """`wager` is `main` for all required wagers together, or a side wager."""

    def __init__(
        self,
        rules: Rules,
        wager: str = "main",
        indifferent: Mapping[str, str] | None = None,
        progress: Progress = silent,
    ) -> None:
        self.rules = rules
        self.wager = wager
        self.indifferent = dict(indifferent or {})
        self._is_side = wager != "main" and is_free_side(rules, wager)
        self.is_free = self._is_side or is_undecided(rules, Handbook(rules))
        """Whether nobody's play has a part in it."""
        self._solved: dict[str | None, Solved] = {}
        if not self.is_free:
            form, ties = json.dumps(stated_rules(rules)), tuple(sorted(self.indifferent.items()))
            for side in dict.fromkeys([None, None if wager == "main" else wager]):
                solve = partial(self._solve, side, progress)
                self._solved[side] = _RECENT.get((form, ties, side), solve)

    def _solve(self, side: str | None, progress: Progress) -> Solved:
        walk = solver_of(self.rules).walk(self.indifferent, side)
        return Solved(self.rules.unit, walk, walk.solve(progress))

    @property
    def is_quick(self) -> bool:
        """Whether solving again is quick because the boards are cached."""
        return self.is_free or all(solved.walk.is_quick for solved in self._solved.values())

    @property
    def is_instant(self) -> bool:
        """Whether solving again is so quick that a dozen pay tables can be tried while one
        waits."""
        return self.is_free or all(solved.walk.is_instant for solved in self._solved.values())

    def played_as_before(self, rules: Rules) -> WagerOdds:
        """The wager's odds with these pays if nobody changes his play."""
        book, keys = Handbook(rules), KeysUsed(rules)
        if self._is_side:
            return side_wager(rules, book, self.wager, keys)
        if self.is_free:
            undecided = Undecided(book, keys)
            return undecided.main() if self.wager == "main" else undecided.side(self.wager)
        return self._wager({side: s.repaid(book, keys) for side, s in self._solved.items()})

    def edge_as_before(self, rules: Rules) -> Fraction:
        """The house edge of `played_as_before`."""
        if self.is_free or self.wager != "main":
            return self.played_as_before(rules).house_edge
        return -self._solved[None].repaid(Handbook(rules), KeysUsed(rules)).expected_value

    def at_best(self, rules: Rules, progress: Progress = silent) -> WagerOdds:
        """The wager's odds with these pays under the best play for them."""
        if self.is_free:
            return self.played_as_before(rules)
        book, keys = Handbook(rules), KeysUsed(rules)
        solver = solver_of(rules, keys)
        solved = {}
        for side, before in self._solved.items():
            walk = solver.walk(self.indifferent, side)
            walk.choose(progress)
            if walk.plays_like(before.walk):
                solved[side] = before.repaid(book, keys)
            else:
                solved[side] = Solved(rules.unit, walk, walk.count(progress))
        return self._wager(solved)

    def _wager(self, solved: Mapping[str | None, Solved]) -> WagerOdds:
        main = solved[None].main()
        return main if self.wager == "main" else solved[self.wager].joint(self.wager, main)
