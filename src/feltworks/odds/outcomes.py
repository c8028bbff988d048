"""From counted endings to the rows a person reads: one for each way of ending and net pay."""

from __future__ import annotations

from fractions import Fraction

from feltworks.odds.classes import CASES
from feltworks.odds.forward import EndingCounts
from feltworks.odds.pays import PaidCase, Pays
from feltworks.odds.result import Outcome, OutcomeRows, plain_name
from feltworks.odds.tree import Ending, Tree


def outcomes(tree: Tree, pays: Pays, counted: EndingCounts) -> tuple[Outcome, ...]:
    """The rows, in the order folds, dealer not qualified, win, tie, lose."""
    names = RowNames(tree, pays)
    rows = OutcomeRows()
    for slot, count in _slots(tree, pays, counted):
        rows.add(names.of(slot), pays.net[slot], count, tree.endings[slot.ending].out)
    return rows.in_order


def outcomes_of(wager: str, tree: Tree, pays: Pays, counted: EndingCounts) -> tuple[Outcome, ...]:
    """The rows of one wager alone: its pay-table hands, folds, and losses."""
    rows = OutcomeRows()
    for slot, count in _slots(tree, pays, counted):
        ending = tree.endings[slot.ending]
        payment = pays.by_wager[slot].get(wager)
        if payment is None:
            continue
        name = "-".join(payment.rows) or plain_name(payment.odds)
        if ending.folded_at is not None and not payment.rows:
            name = f"fold-{ending.folded_at}"
        rows.add(name, payment.odds, count)
    return rows.best_first


def parts(tree: Tree, pays: Pays, counted: EndingCounts) -> dict[str, Fraction]:
    """Each wager's own expected value, in units."""
    wagers = dict.fromkeys(wager for ending in tree.endings for wager, _ in ending.stakes)
    sums = dict.fromkeys(wagers, Fraction(0))
    total = 0
    for slot, count in _slots(tree, pays, counted):
        stakes = dict(tree.endings[slot.ending].stakes)
        total += count
        for wager, payment in pays.by_wager[slot].items():
            sums[wager] += count * stakes[wager] * payment.odds
    return {wager: value / total for wager, value in sums.items()}


def covariance_with(wager: str, tree: Tree, pays: Pays, counted: EndingCounts) -> Fraction:
    """How one wager, in its own unit, varies with all the others together, in units."""
    total, one, others, product = 0, Fraction(0), Fraction(0), Fraction(0)
    for slot, count in _slots(tree, pays, counted):
        stake = dict(tree.endings[slot.ending].stakes).get(wager, Fraction(0))
        payment = pays.by_wager[slot].get(wager)
        net = Fraction(0) if payment is None else payment.odds
        rest = pays.net[slot] - stake * net
        total += count
        one += count * net
        others += count * rest
        product += count * net * rest
    return product / total - one * others / total**2


def _slots(tree: Tree, pays: Pays, counted: EndingCounts) -> list[tuple[PaidCase, int]]:
    """The slots that some deal ends in, in the order a reader expects."""
    found = []
    for ending in range(len(tree.endings)):
        for pay_class in range(pays.classes.count):
            for case in range(len(CASES)):
                count = int(counted.endings[ending, pay_class, case])
                if count:
                    found.append((PaidCase(ending, case, pay_class), count))

    def place(item: tuple[PaidCase, int]) -> tuple[int, int, int, Fraction]:
        slot = item[0]
        ending = tree.endings[slot.ending]
        case = _case(ending, slot, pays)
        rank = ("fold", "dealer-not-qualified", "win", "tie", "lose").index(case)
        return rank, slot.ending, -1 if case == "fold" else 0, -pays.net[slot]

    return sorted(found, key=place)


def _case(ending: Ending, slot: PaidCase, pays: Pays) -> str:
    if ending.folded_at is not None:
        return "fold"
    if ending.contest is None:
        net = pays.net[slot]
        return "win" if net > 0 else "tie" if net == 0 else "lose"
    qualified, result = CASES[pays.case(slot, ending.contest)]
    return result if qualified else "dealer-not-qualified"


class RowNames:
    """What the row of a paid case is called: how it came out, by which choice if there are several,
    and the hands that were paid."""

    def __init__(self, tree: Tree, pays: Pays) -> None:
        self.tree, self.pays = tree, pays
        played = [ending for ending in tree.showdowns if ending.folded_at is None]
        ways = {(ending.stakes, ending.contest, ending.given_up) for ending in played}
        self.several = len(ways) > 1

    def of(self, slot: PaidCase) -> str:
        ending = self.tree.endings[slot.ending]
        case = _case(ending, slot, self.pays)
        name = f"fold-{ending.folded_at}" if case == "fold" else case
        if self.several and case != "fold" and ending.by:
            name = f"{name}-{ending.by}"
        paid = self.pays.by_wager[slot].values()
        return "-".join([name, *dict.fromkeys(row for payment in paid for row in payment.rows)])
