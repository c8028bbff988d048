"""The lines of a program: what each operation is told, by name.

A line is an array of whole numbers, as kernels read them: the kind of the operation, the numbers of
one or two of the records below, from `OPERANDS - 1` on how many columns of cards it reads and
which. `Assembly.add` writes lines from such records. Kernels read them by the place of each field:
the constants that end in `_AT` are records that hold, in place of a number, where it lies.

A register is given by its number, a table by where it begins in the array of its width.
"""

from __future__ import annotations

from typing import NamedTuple

KIND = 0
"""Where the kind of a line lies."""
SET, JOIN, LOOK_SHORT, LOOK_INT, DECIDE, EVALUATE, CHOOSE, CASE, COUNT, SETTLE = range(10)
SPLIT, WEIGH, AGAINST = 10, 11, 12
"""Kinds of operations. The last two are run by `weighing.run_program`: few programs have them, and
the others need not compile them."""
OPERANDS = 16
"""Where the columns of a line begin."""
WIDTH = 32


class SetLine(NamedTuple):
    """SET: number the set of cards in the columns."""

    out: int
    swap: int
    """The register with the swap of suits that is made before; below 0 for none."""
    swaps: int
    """Bytes: the cards by swap."""
    binomials: int
    """Ints."""


class JoinLine(NamedTuple):
    """JOIN: `high` times `factor`, plus `low`; both are registers."""

    out: int
    high: int
    factor: int
    low: int


class SplitLine(NamedTuple):
    """SPLIT: separate a row and its swap; `out` and the register after it are written."""

    out: int
    both: int


class LookUpLine(NamedTuple):
    """LOOK_SHORT and LOOK_INT: the entry of a table of that width, at the register `number`."""

    out: int
    number: int
    table: int


class DecideLine(NamedTuple):
    """DECIDE: look up the choice and go to its state; see `operations.decide`."""

    state: int
    position: int
    choices: int
    """Bytes: the choices, packed."""
    plan: int
    """Ints."""
    bits_log: int


class EvaluatorLine(NamedTuple):
    """EVALUATE, and the beginning of CHOOSE and AGAINST: the tables of an evaluator."""

    out: int
    """The register written; AGAINST: that of the state."""
    longs: int
    mixed_rows: int
    """Ints, as the next three."""
    mixed_slots: int
    suited_rows: int
    suited_slots: int
    suits: int
    """Bytes."""


class ChoicesPart(NamedTuple):
    """The rest of CHOOSE: `choice_count` choices of `use` places each, as ints."""

    choices: int
    choice_count: int
    use: int


class AgainstPart(NamedTuple):
    """The rest of AGAINST: the registers of the player's value and pay class, the plan as ints, and
    how many of the columns are open cards of the dealer."""

    mine: int
    pay_class: int
    plan: int
    shown: int


class WeighLine(NamedTuple):
    """WEIGH: weigh the decision over the cards to come; see `weighing.weigh_lanes`."""

    state: int
    plan: int
    """Ints, as the next."""
    binomials: int


class CaseLine(NamedTuple):
    """CASE: compare the values of two hands; see `operations.compare`."""

    out: int
    mine: int
    dealers: int
    least: int
    """The value with which the dealer qualifies; below 0 where the register `qualified` says it."""
    qualified: int


class CountLine(NamedTuple):
    """COUNT: count the register `pay_class` from the slot `first` on, and with `is_money` add what
    it pays to the seat."""

    pay_class: int
    first: int
    seat: int
    is_money: int


class SettleLine(NamedTuple):
    """SETTLE: find each lane's ending and count it from the slot `first` on; see
    `operations.settle`."""

    seat: int
    state: int
    plan: int
    """Ints."""
    pay_class: int
    cases: int
    """The first of the registers with the case of each contest."""
    first: int


SET_AT = SetLine(1, 2, 3, 4)
JOIN_AT = JoinLine(1, 2, 3, 4)
SPLIT_AT = SplitLine(1, 2)
LOOK_UP_AT = LookUpLine(1, 2, 3)
DECIDE_AT = DecideLine(1, 2, 3, 4, 5)
EVALUATOR_AT = EvaluatorLine(1, 2, 3, 4, 5, 6, 7)
CHOICES_AT = ChoicesPart(8, 9, 10)
AGAINST_AT = AgainstPart(8, 9, 10, 11)
WEIGH_AT = WeighLine(1, 2, 3)
CASE_AT = CaseLine(1, 2, 3, 4, 5)
COUNT_AT = CountLine(1, 2, 3, 4)
SETTLE_AT = SettleLine(1, 2, 3, 4, 5, 6)
