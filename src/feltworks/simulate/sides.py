"""Side wagers that cards alone decide, counted beside the play: one slot for a class of hands."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from feltworks.odds.classes import PayClasses, pay_classes
from feltworks.odds.keys import KeysUsed
from feltworks.rules.handbook import Handbook
from feltworks.rules.settlement import Situation, settle


@dataclass(frozen=True)
class SideRow:
    """What a class of hands pays, in units of the wager; a share of a jackpot comes on top."""

    id: str
    net: Fraction
    share: Fraction


@dataclass(frozen=True)
class SideWager:
    """A side wager and the row of each of its classes."""

    id: str
    classes: PayClasses
    rows: tuple[SideRow | None, ...]


def side_wager_of(book: Handbook, wager: str) -> SideWager:
    """A side wager that is free of play: what each class of hands pays."""
    classes = pay_classes(book, [wager], (), KeysUsed(book.rules))
    rows: list[SideRow | None] = []
    size = book.rules.wagers[wager].size
    for number in range(classes.count):
        held = classes.held(number)
        if held is None:
            rows.append(None)
            continue
        payment = settle(book, wager, Situation(held))
        net = payment.odds
        if payment.cents and size is not None and size.cents:
            net += Fraction(payment.cents, size.cents)
        share = sum((hit.share for hit in payment.hits), Fraction(0))
        plain = "win" if net > 0 else "lose" if net < 0 else "push"
        rows.append(SideRow("-".join(payment.rows) or plain, net, share))
    return SideWager(wager, classes, tuple(rows))
