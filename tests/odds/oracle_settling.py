"""What a complete deal comes to in money: every wager settled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from tests.ask.rules import Handbook, Held, Result, Rules, Situation, settle

from .oracle_choices import Standing
from .oracle_showdowns import Fact, showdowns

Number = int | Fraction


class End(NamedTuple):
    """How a deal ends: the case, who decided it, and each wager's net pay and rows."""

    case: str
    decided_by: str
    nets: tuple[Number, ...]
    rows: tuple[tuple[str, ...], ...]
    staked: Number
    total: Number


Case = tuple[bool, Result] | None
Pay = tuple[Number, tuple[str, ...], str]
"""What a wager was paid, by which rows, and in which case if hands were compared for it."""
Paid = dict[tuple[Case, tuple[int, ...]], Pay]
"""What a wager was paid, by how its contest went and the hands that its tables look up."""


class Out(NamedTuple):
    """A wager that is out, the places of its contest and hands in a fact, and what it was paid."""

    wager: str
    stake: Fraction
    entered: str | None
    contest: int | None
    hands: list[int]
    paid: Paid


def paid_hands(rules: Rules, wagers: Sequence[str]) -> list[str]:
    """The hands that pay tables of these wagers look up."""
    pays = [pay for w in wagers for cell in rules.settle[w].cells.values() for pay in cell]
    return sorted({rules.pays[table].hand for pay in pays for table in pay.all_tables})


class Settling:
    """Settles complete deals for some wagers."""

    def __init__(self, book: Handbook, wagers: Sequence[str]) -> None:
        self.book = book
        self.rules = book.rules
        self.wagers = tuple(wagers)
        self.paid_hands = paid_hands(book.rules, wagers)
        self.showdowns = showdowns(book, self.paid_hands)
        self._paid: dict[tuple[object, ...], Paid] = {}
        self._looks_up = {
            wager: [self.paid_hands.index(hand) for hand in paid_hands(book.rules, [wager])]
            for wager in wagers
        }

    def out(self, standing: Standing) -> list[Out | None]:
        """The wagers of a player who stands so, with all that no card can change."""
        stakes, folded = dict(standing.stakes), standing.folded_at is not None
        found: list[Out | None] = []
        for wager in self.wagers:
            if wager not in stakes:
                found.append(None)
                continue
            cells = self.rules.settle[wager]
            named = standing.contest if standing.contest in cells.contests else cells.contest
            entered = named or standing.contest
            contest = None if folded else self._contest(standing, named)
            told = (wager, stakes[wager].as_integer_ratio(), folded, entered)
            paid = self._paid.setdefault(told, {})
            hands = self._looks_up[wager]
            found.append(Out(wager, stakes[wager], entered, contest, hands, paid))
        return found

    def end(self, standing: Standing, out: Sequence[Out | None], fact: Fact) -> End:
        """The deal settled for a player who stands so and has these wagers out."""
        pays: list[Pay] = [
            (0, (), "") if one is None else self._pay(standing, one, fact) for one in out
        ]
        nets = tuple([net for net, _, _ in pays])
        total = sum(nets)
        return End(
            _case(standing, {case for _, _, case in pays} - {""}, total),
            standing.decided_by,
            nets,
            tuple([rows for _, rows, _ in pays]),
            whole(standing.out),
            total,
        )

    def _pay(self, standing: Standing, out: Out, fact: Fact) -> Pay:
        """What settlement says, asked once for the same case and the same hands."""
        case = None if out.contest is None else fact.contests[out.contest]
        hands = tuple([fact.hands[place] for place in out.hands])
        known = out.paid.get((case, hands))
        if known is None:
            held = {
                self.paid_hands[place]: self.showdowns.known[number]
                for place, number in zip(out.hands, hands, strict=True)
            }
            situation = replace(_situation(standing, case, held), contest=out.entered)
            payment = settle(self.book, out.wager, situation)
            assert not (payment.cents or payment.hits), "units only"
            cells = self.rules.settle[out.wager]
            compared = {*cells.cells} - {"folded", "always"} or cells.contests
            told = payment.case if compared and payment.case != "always" else ""
            known = out.paid[case, hands] = (whole(payment.odds * out.stake), payment.rows, told)
        return known

    def _contest(self, standing: Standing, named: str | None = None) -> int | None:
        """The place of the contest that decides: the wager's own, else the one entered."""
        contests = list(self.rules.contests)
        entered = named or standing.contest or (contests[0] if len(contests) == 1 else None)
        return None if entered is None else contests.index(entered)


def _case(standing: Standing, cases: set[str], net: Number) -> str:
    """The case in the words of a report: that of the hands that were compared for a wager; the
    money says so if there are none or they do not agree."""
    if standing.folded_at is not None:
        return f"fold-{standing.folded_at}"
    if "not_qualified" in cases:
        return "dealer-not-qualified"
    if len(cases) == 1:
        return cases.pop()
    return "win" if net > 0 else "push" if net == 0 else "lose"


def _situation(standing: Standing, contest: Case, held: Mapping[str, Held]) -> Situation:
    if standing.folded_at is not None:
        return Situation(held, folded=True)
    if contest is None:
        return Situation(held)
    return Situation(held, qualified=contest[0], result=contest[1])


def whole(number: Fraction) -> Number:
    """The same number, quicker to reckon with when it is whole."""
    return number.numerator if number.denominator == 1 else number
