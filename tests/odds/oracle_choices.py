"""What is out on the felt, and what a player's choices make of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from tests.ask.rules import Choice, Rules, Stage

Stakes = tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True)
class Standing:
    """One player's wagers in units, the contest entered, and how the play has gone.

    Ways of play that agree in all of this are one, named after the choice that leads there
    first.
    """

    stakes: Stakes
    contest: str | None = None
    ended: bool = False
    folded_at: str | None = None
    decided_by: str = field(default="", compare=False)

    @cached_property
    def out(self) -> Fraction:
        return sum((stake for _, stake in self.stakes), Fraction(0))

    @property
    def money(self) -> tuple[Stakes, str | None]:
        """What tells one way of reaching the showdown from another."""
        return self.stakes, self.contest


@dataclass(frozen=True)
class Way:
    """A choice at one of its sizes, and where the player stands after it."""

    id: str
    choice: Choice
    after: Standing


def opening(rules: Rules, wagers: Sequence[str]) -> Standing:
    """The wagers out before the first card; the unit is one."""
    stakes = {rules.unit: Fraction(1)}
    while missing := [wager for wager in wagers if wager not in stakes]:
        for wager in missing:
            size = rules.wagers[wager].size
            assert size is not None and len(size.multiples) == 1, f"{wager} has no one size"
            if size.of in stakes:
                stakes[wager] = size.multiples[0] * stakes[size.of]
    return Standing(tuple(sorted((wager, stakes[wager]) for wager in wagers)))


def is_asked(stage: Stage, standing: Standing) -> bool:
    """Whether this decision is offered to a player who stands so."""
    if standing.ended or standing.folded_at is not None or not stage.decide:
        return False
    return stage.while_not_out is None or stage.while_not_out not in dict(standing.stakes)


def ways(stage: Stage, standing: Standing) -> Iterator[Way]:
    """Every choice of a decision, at every size worth telling apart."""
    for choice in stage.decide:
        if choice.folds:
            yield Way(choice.id, choice, replace(standing, folded_at=stage.id))
        elif choice.size is None:
            yield Way(choice.id, choice, _after(standing, choice, choice.id, None))
        else:
            for id_, multiple in _sizes(choice):
                yield Way(id_, choice, _after(standing, choice, id_, multiple))


def _sizes(choice: Choice) -> list[tuple[str, Fraction]]:
    """Between two ends money is linear in the size, so one of the ends is best."""
    assert choice.size is not None
    multiples = choice.size.multiples
    if len(multiples) == 1:
        return [(choice.id, multiples[0])]
    return [(f"{choice.id}-{_as_written(multiple)}x", multiple) for multiple in multiples]


def _as_written(number: Fraction) -> str:
    """The number as a person writes it: 2, 0.5, 3/7."""
    return str(float(number)) if number.denominator in (2, 4, 5, 8, 10) else str(number)


def _after(standing: Standing, choice: Choice, id_: str, multiple: Fraction | None) -> Standing:
    stakes = dict(standing.stakes)
    if choice.take_back is not None:
        stakes.pop(choice.take_back)
    if choice.bet is not None:
        assert choice.size is not None and choice.size.of is not None and multiple is not None
        assert choice.bet not in stakes, f"{choice.bet} is out already"
        stakes[choice.bet] = multiple * stakes[choice.size.of]
    moves = bool(choice.bet or choice.take_back or choice.plays)
    return Standing(
        tuple(sorted(stakes.items())),
        choice.plays or standing.contest,
        ended=choice.ends,
        decided_by=id_ if moves or not standing.decided_by else standing.decided_by,
    )


def preferred(best: Sequence[Way], rule: str) -> int:
    """The place of the one that is made of several equally good choices.

    `bet` has the most money out, `fold` the least, folding being the least of all; any
    other rule is the id of a choice, and where that is not among the best, `bet` holds.
    Of choices that even this does not tell apart the file's first is made.
    """
    if len(best) == 1:
        return 0
    ids = [way.id for way in best]
    if rule not in ("bet", "fold") and rule in ids:
        return ids.index(rule)
    money = [(way.after.out, way.after.folded_at is None) for way in best]
    return money.index(min(money) if rule == "fold" else max(money))
