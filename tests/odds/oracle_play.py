"""Best play by definition: deal every card, decide at every decision, settle every deal.

At a decision the player knows the cards seen so far and nothing else, so all deals that
look alike to him are added up before choices are compared; they are compared as exact
fractions. Hands come from the handbook and payments from the settlement, the two things
that every layer shares; `plain` does without either.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from tests.ask.rules import Handbook, Rules, Stage

from .oracle_choices import Standing, Way, is_asked, opening, preferred, ways
from .oracle_dealing import Dealing, Felt, deals, left_over
from .oracle_settling import End, Settling, whole
from .oracle_showdowns import Facts

PARTS = 27_720
"""A unit in so many parts: nearly everything that is paid is a whole number of them, and whole
numbers are quicker to reckon with than fractions. What is not, is a fraction of a part."""


@dataclass
class Tally:
    """How often each end comes, and how often a decision was a toss-up on the way.

    Ends go by their number in the play's list of them. A tally whose value was asked for is
    complete: nobody adds to it any more.
    """

    ends: dict[int, int] = field(default_factory=dict)
    tossups: Counter[str] = field(default_factory=Counter)
    worth: int | Fraction | None = None

    def add(self, other: Tally) -> None:
        ends = self.ends
        for end, count in other.ends.items():
            ends[end] = ends.get(end, 0) + count
        for decision, count in other.tossups.items():
            self.tossups[decision] += count

    @property
    def deals(self) -> int:
        return sum(self.ends.values())

    def value(self, worths: Sequence[int | Fraction]) -> int | Fraction:
        """The sum over all deals, of ends that are worth so much."""
        if self.worth is None:
            self.worth = sum(worths[end] * count for end, count in self.ends.items())
        return self.worth


class Fork(NamedTuple):
    """A decision of a player who stands so: each way, and its place among the next standings.

    `passing` is the place of standing as before, for whom nothing is open or asked; a `free`
    decision asks for no hand, so that all its ways are open.
    """

    ways: tuple[tuple[Way, int], ...]
    passing: int
    free: bool


class Play:
    """Best play of some wagers together, by dealing everything."""

    def __init__(self, rules: Rules, wagers: Sequence[str], indifferent: Mapping[str, str]) -> None:
        self.book = Handbook(rules)
        self.indifferent = indifferent
        self.settling = Settling(self.book, (*wagers, *rules.wagers_of("decision")))
        self.dealing = Dealing(rules, {*self.settling.showdowns.hands, *_needed_hands(rules)})
        self.hidden = tuple(self.dealing.hidden)
        self.start = opening(rules, wagers)
        self.forks: list[list[Fork]] = []
        self.showdowns = self._unfold()
        self.out = [self.settling.out(standing) for standing in self.showdowns]
        self.ends: list[End] = []
        self._worths: list[int | Fraction] = []
        self._numbers: dict[End, int] = {}
        self._settled: dict[tuple[int, int], int] = {}
        self._shown: dict[Facts, list[Tally]] = {}

    def _unfold(self) -> list[Standing]:
        """Every standing before each moment's decision; those after the last are returned."""
        standings = [self.start]
        for moment in self.dealing.moments:
            after: list[Standing] = []
            self.forks.append([_fork(moment.stage, standing, after) for standing in standings])
            standings = after
        return standings

    @property
    def ways_to_showdown(self) -> int:
        """In how many ways, different in money or contest, a hand is played to the end."""
        return len({s.money for s in self.showdowns if s.folded_at is None})

    def played(self) -> tuple[dict[End, int], dict[str, int]]:
        """Every deal from the first card played at its best: ends, and toss-ups by decision."""
        deck = range(len(self.book.deck.cards))
        tally = self._next(0, self.dealing.bare, deck)[0]
        ends = {self.ends[number]: count for number, count in tally.ends.items()}
        return ends, dict(tally.tossups)

    def _next(self, index: int, felt: Felt, left: Sequence[int]) -> list[Tally]:
        """For each standing before a moment, all deals from here on."""
        if index == len(self.dealing.moments):
            return self._showdown(felt, left)
        moment = self.dealing.moments[index]
        totals = [Tally() for _ in self.forks[index]]
        for seen in deals(moment.draws, felt, left):
            after = self._next(index + 1, seen, left_over(left, seen))
            for total, fork in zip(totals, self.forks[index], strict=True):
                total.add(self._decide(moment.stage, fork, seen, after))
        return totals

    def _decide(self, stage: Stage | None, fork: Fork, seen: Felt, after: Sequence[Tally]) -> Tally:
        """The deals that follow from the best choice in this position."""
        ways: Sequence[tuple[Way, int]] = fork.ways
        if not fork.free:
            ways = [(way, place) for way, place in ways if self._may(way, seen)]
        if stage is None or not ways:
            return after[fork.passing]
        values = [after[place].value(self._worths) for _, place in ways]
        top = max(values)
        best = [ways[at] for at, value in enumerate(values) if value == top]
        rule = self.indifferent.get(stage.id, "bet")
        chosen = after[best[preferred([way for way, _ in best], rule)][1]]
        if len(best) == 1:
            return chosen
        return Tally(chosen.ends, chosen.tossups + Counter({stage.id: chosen.deals}))

    def _may(self, way: Way, seen: Felt) -> bool:
        needs = way.choice.requires
        if needs is None:
            return True
        held = self.settling.showdowns.held(needs.hand, seen)
        return self.book.test(needs.hand, needs.is_).matches(held.value, held.cards)

    def _showdown(self, felt: Felt, left: Sequence[int]) -> list[Tally]:
        facts = self.settling.showdowns.after(felt, self.hidden, left)
        # What nobody adds to can stand for all deals that come to the same.
        if facts not in self._shown:
            self._shown[facts] = self._settle(facts)
        return self._shown[facts]

    def _settle(self, facts: Facts) -> list[Tally]:
        """For each standing at the showdown, how often each end comes."""
        totals = []
        for place in range(len(self.showdowns)):
            ends: dict[int, int] = {}
            for fact, count in facts:
                end = self._settled.get((place, fact))
                if end is None:
                    end = self._settled[place, fact] = self._end(place, fact)
                ends[end] = ends.get(end, 0) + count
            totals.append(Tally(ends))
        return totals

    def _end(self, place: int, fact: int) -> int:
        standing, out = self.showdowns[place], self.out[place]
        end = self.settling.end(standing, out, self.settling.showdowns.facts[fact])
        number = self._numbers.setdefault(end, len(self.ends))
        if number == len(self.ends):
            self.ends.append(end)
            self._worths.append(whole(Fraction(end.total) * PARTS))
        return number


def _needed_hands(rules: Rules) -> set[str]:
    """The hands that some choice asks for before the end."""
    choices = [choice for stage in rules.stages for choice in stage.decide]
    return {choice.requires.hand for choice in choices if choice.requires is not None}


def _fork(stage: Stage | None, standing: Standing, after: list[Standing]) -> Fork:
    open_ways = []
    if stage is not None and is_asked(stage, standing):
        open_ways = [(way, _place(way.after, after)) for way in ways(stage, standing)]
    needs = [way.choice.requires is not None for way, _ in open_ways]
    passing = _place(standing, after) if all(needs) else -1
    return Fork(tuple(open_ways), passing, free=not any(needs))


def _place(standing: Standing, standings: list[Standing]) -> int:
    if standing not in standings:
        standings.append(standing)
    return standings.index(standing)
