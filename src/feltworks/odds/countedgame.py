"""A wager counted once under the best play, then with changed pays.

With changed pays the same counts give at once the wager's value if everybody plays as before. Its
value under the new best play needs a new search for the best choices; only if these have changed
are deals counted again. Where `sameplay` knows that they are not, even the search is saved, and
with it the count of boards that it would need in a new process.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from feltworks import kernels
from feltworks.odds.boardcache import Recent
from feltworks.odds.errors import OddsRefused
from feltworks.odds.kept import KeptCounts
from feltworks.odds.keptplay import play_data, recall_solved
from feltworks.odds.keys import KeysUsed
from feltworks.odds.pays import Pays
from feltworks.odds.progress import Progress, silent
from feltworks.odds.result import WagerOdds
from feltworks.odds.sameplay import SamePlay, are_ties_known
from feltworks.odds.side import is_decided_by_cards, side_wager
from feltworks.odds.solver import Solved, solver_of
from feltworks.odds.undecided import UndecidedGame, is_undecided
from feltworks.odds.walk import SolvedPlay
from feltworks.rules.handbook import Handbook
from feltworks.rules.identity import stated_rules
from feltworks.rules.schema import Rules

SAME_PLAY = "where the play is the same"


@dataclass(frozen=True)
class _Base:
    """The game as the file has it, solved, and what is known of its play around those pays."""

    solved: Solved
    same_play: SamePlay


_RECENT: Recent[_Base] = Recent(2)
"""The games solved last: the next change of a pay is mostly for the same game."""


class CountedGame:
    """`wager` is `main` for all required wagers together, or a side wager.

    What is `kept` of the game is not counted again, and what takes long is added to it.
    """

    def __init__(
        self,
        rules: Rules,
        wager: str = "main",
        indifferent: Mapping[str, str] | None = None,
        progress: Progress = silent,
        kept: KeptCounts | None = None,
    ) -> None:
        self.rules = rules
        self.wager = wager
        self.indifferent = {**rules.tie_rules, **(indifferent or {})}
        self.kept = kept
        self._is_side = wager != "main" and is_decided_by_cards(rules, wager)
        self.is_without_play = self._is_side or is_undecided(rules, Handbook(rules))
        """Whether no choice has an influence on the wager."""
        self._bases: dict[str | None, _Base] = {}
        if not self.is_without_play:
            form, ties = json.dumps(stated_rules(rules)), tuple(sorted(self.indifferent.items()))
            for side in dict.fromkeys([None, None if wager == "main" else wager]):
                solve = partial(self._solve, side, progress)
                self._bases[side] = _RECENT.get((form, ties, side), solve)

    def _solve(self, side: str | None, progress: Progress) -> _Base:
        kept, asked = self.kept, (self.rules, side or "main", self.indifferent)
        walk = solver_of(self.rules).walk(self.indifferent, side)
        solved = None if kept is None else recall_solved(kept, *asked, walk)
        if solved is None:
            with kernels.timed_without_compiling() as seconds:
                solved = Solved(self.rules.unit, walk, walk.solve(progress))
            if kept is not None:
                odds = solved.main()
                if side is not None:
                    odds = solved.joint(side, self._bases[None].solved.main())
                kept.add(*asked, odds, seconds(), play_data(solved))
        base = _Base(solved, SamePlay(self.rules, partial(_pays_of, solved)))
        if kept is not None and (known := kept.find_part(SAME_PLAY, asked)) is not None:
            base.same_play.recall(known)
        return base

    @property
    def _walks(self) -> list[SolvedPlay]:
        return [base.solved.walk for base in self._bases.values()]

    @property
    def is_quick(self) -> bool:
        """Whether solving again is quick because the boards are kept."""
        return self.is_without_play or all(walk.is_quick for walk in self._walks)

    @property
    def is_instant(self) -> bool:
        """Whether solving again is so quick that a dozen pay tables can be tried while one
        waits."""
        return self.is_without_play or all(walk.is_instant for walk in self._walks)

    def played_as_before(self, rules: Rules) -> WagerOdds:
        """The wager's odds with these pays if nobody changes his play."""
        book, keys = Handbook(rules), KeysUsed(rules)
        if self._is_side:
            return side_wager(rules, book, self.wager, keys)
        if self.is_without_play:
            undecided = UndecidedGame(book, keys)
            return undecided.main() if self.wager == "main" else undecided.side(self.wager)
        return self._wager({side: b.solved.repaid(book, keys) for side, b in self._bases.items()})

    def edge_as_before(self, rules: Rules) -> Fraction:
        """The house edge of `played_as_before`."""
        if self.is_without_play or self.wager != "main":
            return self.played_as_before(rules).house_edge
        repaid = self._bases[None].solved.repaid(Handbook(rules), KeysUsed(rules))
        return -repaid.expected_value

    def at_best(self, rules: Rules, progress: Progress = silent) -> WagerOdds:
        """The wager's odds with these pays under the best play for them."""
        if self.is_without_play:
            return self.played_as_before(rules)
        asked = (rules, self.wager, self.indifferent)
        kept = None if self.is_instant else self.kept
        known = None if kept is None else kept.find(*asked)
        if known is not None:
            return known
        with kernels.timed_without_compiling() as seconds:
            solved = {side: self._solved_at_best(rules, side, progress) for side in self._bases}
            odds = self._wager(solved)
        before = {side: base.solved for side, base in self._bases.items()}
        is_other = any(solved[side].counted is not before[side].counted for side in before)
        if kept is not None and is_other:
            kept.add(*asked, odds, seconds())
        return odds

    def plays_as_before(self, rules: Rules) -> bool:
        """Whether it is known, with nothing solved, that the best play with these pays is that of
        today."""
        return self.is_without_play or all(
            are_ties_known(base.solved) and base.same_play.is_known_at(rules)
            for base in self._bases.values()
        )

    def _solved_at_best(self, rules: Rules, side: str | None, progress: Progress) -> Solved:
        book, keys = Handbook(rules), KeysUsed(rules)
        before, same_play = self._bases[side].solved, self._bases[side].same_play

        def plays_alike(far: Rules) -> bool:
            try:
                walk = solver_of(far).walk(self.indifferent, side)
            except OddsRefused:
                return False  # A far pay may be too large where the one asked about is not.
            if not walk.counts_boards_like(before.walk):
                return False  # It would take far longer than the pay that was asked about.
            walk.choose(progress)
            return walk.plays_like(before.walk)

        # Where the play is found at once it is not worth a search for all pays that share it.
        is_long = not before.walk.is_instant and are_ties_known(before)
        known = same_play.plain_data()
        with kernels.timed_without_compiling() as seconds:
            if is_long and same_play.holds_at(rules, plays_alike):
                found = before.repaid(book, keys)
            else:
                walk = solver_of(rules).walk(self.indifferent, side)
                walk.choose(progress)
                same = walk.plays_like(before.walk)
                same_play.note(rules, same=same)
                repaid = before.repaid(book, keys) if same else None
                found = repaid or Solved(rules.unit, walk, walk.count(progress))
        if is_long and self.kept is not None and same_play.plain_data() != known:
            asked = (self.rules, side or "main", self.indifferent)
            self.kept.add_part(SAME_PLAY, asked, same_play.plain_data(), seconds())
        return found

    def _wager(self, solved: Mapping[str | None, Solved]) -> WagerOdds:
        main = solved[None].main()
        return main if self.wager == "main" else solved[self.wager].joint(self.wager, main)


def _pays_of(solved: Solved, rules: Rules) -> Pays:
    """What the endings of a game pay by other rules."""
    return solved.repaid(Handbook(rules), KeysUsed(rules)).walk.pays
