"""What a complete deal comes to in money: every wager settled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from feltworks.rules.handbook import Handbook, Held
from feltworks.rules.schema import Rules
from feltworks.rules.settlement import Result, Situation, case_of, settle

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
        self._paid: dict[tuple[object, ...], tuple[Number, tuple[str, ...]]] = {}
        self._looks_up = {
            wager: [self.paid_hands.index(hand) for hand in paid_hands(book.rules, [wager])]
            for wager in wagers
        }

    def end(self, standing: Standing, fact: Fact) -> End:
        """The deal settled for a player who stands so."""
        stakes = dict(standing.stakes)
        nets: list[Number] = []
        rows: list[tuple[str, ...]] = []
        for wager in self.wagers:
            out = wager in stakes
            net, paid = self._pay(standing, fact, wager, stakes[wager]) if out else (0, ())
            nets.append(net)
            rows.append(paid)
        return End(
            self._case(standing, fact, sum(nets)),
            standing.decided_by,
            tuple(nets),
            tuple(rows),
            whole(standing.out),
            sum(nets),
        )

    def _pay(
        self, standing: Standing, fact: Fact, wager: str, stake: Fraction
    ) -> tuple[Number, tuple[str, ...]]:
        """What settlement says, asked once for the same case and the same hands."""
        folded = standing.folded_at is not None
        cells = self.rules.settle[wager]
        named = standing.contest if standing.contest in cells.contests else cells.contest
        case = None if folded else self._contest(standing, fact, named)
        hands = tuple([fact.hands[place] for place in self._looks_up[wager]])
        entered = named or standing.contest
        key = (wager, stake.as_integer_ratio(), folded, entered, case, hands)
        if key not in self._paid:
            held = {
                self.paid_hands[place]: self.showdowns.known[number]
                for place, number in zip(self._looks_up[wager], hands, strict=True)
            }
            payment = settle(
                self.book, wager, replace(_situation(standing, case, held), contest=entered)
            )
            assert not (payment.cents or payment.hits), "units only"
            self._paid[key] = (whole(payment.odds * stake), payment.rows)
        return self._paid[key]

    def _contest(
        self, standing: Standing, fact: Fact, named: str | None = None
    ) -> tuple[bool, Result] | None:
        """How the contest went: the wager's own, else the one entered."""
        contests = list(self.rules.contests)
        entered = named or standing.contest or (contests[0] if len(contests) == 1 else None)
        return None if entered is None else fact.contests[contests.index(entered)]

    def _case(self, standing: Standing, fact: Fact, net: Number) -> str:
        """The case in the words of a report; without a contest the money tells."""
        if standing.folded_at is not None:
            return f"fold-{standing.folded_at}"
        case = case_of(_situation(standing, self._contest(standing, fact), {}))
        if case == "always":
            return "win" if net > 0 else "tie" if net == 0 else "lose"
        return "dealer-not-qualified" if case == "not_qualified" else case


def _situation(
    standing: Standing, contest: tuple[bool, Result] | None, held: Mapping[str, Held]
) -> Situation:
    if standing.folded_at is not None:
        return Situation(held, folded=True)
    if contest is None:
        return Situation(held)
    return Situation(held, qualified=contest[0], result=contest[1])


def whole(number: Fraction) -> Number:
    """The same number, quicker to reckon with when it is whole."""
    return number.numerator if number.denominator == 1 else number
