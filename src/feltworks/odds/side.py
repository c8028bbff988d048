"""Side wagers that cards alone decide: no choice, no dealer's hand. Such a wager pays by tables on
hands whose cards are always dealt, so its odds are a count of deals by pay row. `rules.settlement`
computes what each row pays, once for every combination of rows that can occur."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from feltworks.odds.errors import OddsRefused
from feltworks.odds.keys import KeysUsed
from feltworks.odds.naming import wager_id as outcome_id
from feltworks.odds.progressive import standing_jackpot
from feltworks.odds.result import Outcome, WagerOdds
from feltworks.odds.rowcounts import RowCounts, RowsMet
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules
from feltworks.rules.schema.stages import Stage
from feltworks.rules.settlement import Payment, Situation, settle


def is_decided_by_cards(rules: Rules, wager_id: str) -> bool:
    """Whether this is a side wager that neither a choice nor the dealer's hand can change."""
    cells = rules.settle.get(wager_id)
    if rules.wagers[wager_id].kind != "side" or cells is None or cells.always is None:
        return False
    if any(cell != cells.always for cell in cells.all_cells.values()):
        return False
    if _may_be_exchanged(rules, wager_id):
        return False
    choices = (choice for stage in rules.stages for choice in stage.decide)
    return not any(
        wager_id in (choice.take_back, choice.gives_up, choice.bet) for choice in choices
    )


def _may_be_exchanged(rules: Rules, wager_id: str) -> bool:
    """Whether cards it is paid on may be exchanged before it is settled."""
    hands = {rules.pays[table].hand for table in pay_tables(rules, wager_id)}
    zones = {zone for hand in hands for zone in rules.drawn_from(hand)}
    for stage in rules.stages:
        given_up = {choice.discard.of for choice in stage.decide if choice.discard is not None}
        if given_up & zones:
            return True
        if wager_id in stage.settles:
            return False
    return False


def side_wager(rules: Rules, book: Handbook, wager_id: str, keys: KeysUsed) -> WagerOdds:
    """The exact odds of such a wager; the unit is the wager itself."""
    if not is_decided_by_cards(rules, wager_id):
        raise OddsRefused(
            f"settle.{wager_id}", "what it pays depends on more than the cards of its pay tables"
        )
    tables = tuple(pay_tables(rules, wager_id))
    _mark(rules, wager_id, tables, keys)
    rows: dict[tuple[str, Fraction, Fraction, Fraction], int] = {}
    for met in RowCounts(book, tables, f"settle.{wager_id}").rows_met():
        payment, net, share = paid_on(book, wager_id, met)
        row = (outcome_id(payment, net), net, share, max(Fraction(0), -payment.odds))
        rows[row] = rows.get(row, 0) + met.combinations
    outcomes = tuple(
        Outcome(name, net, combinations, share=share, kept=kept)
        for (name, net, share, kept), combinations in rows.items()
    )
    odds = WagerOdds(wager_id, outcomes)
    return replace(odds, jackpot_units=standing_jackpot(rules, wager_id, odds).units)


class SidePayment(NamedTuple):
    """What a side wager is paid: the payment, its net in units of the wager, and its share of a
    jackpot."""

    payment: Payment
    net: Fraction
    share: Fraction


def paid_on(book: Handbook, wager_id: str, met: RowsMet) -> SidePayment:
    """What a wager is paid on deals that meet these rows."""
    payment = settle(book, wager_id, Situation(held=met.held))
    net = payment.odds + _in_units(book.rules, wager_id, payment)
    return SidePayment(payment, net, sum((hit.share for hit in payment.hits), Fraction(0)))


def pay_tables(rules: Rules, wager_id: str) -> dict[str, None]:
    """The tables that pay a wager which cards alone decide."""
    pays = rules.settle[wager_id].always or ()
    return dict.fromkeys(table for pay in pays for table in pay.all_tables)


def _in_units(rules: Rules, wager_id: str, payment: Payment) -> Fraction:
    """Dollars from the tray in units of the wager; refuses prizes without a fixed value."""
    if not payment.cents and not payment.hits:
        return Fraction(0)
    size = rules.wagers[wager_id].size
    if size is None or size.cents is None:
        raise OddsRefused(
            f"wagers.{wager_id}.size",
            "prizes in dollars or of a jackpot can only be weighed on a wager of fixed dollars",
        )
    for hit in payment.hits:
        if rules.jackpots[hit.jackpot].wager != wager_id:
            raise OddsRefused(f"jackpots.{hit.jackpot}.wager", f"{wager_id} plays for it as well")
    if len({hit.jackpot for hit in payment.hits}) > 1:
        raise OddsRefused(f"settle.{wager_id}", "one deal pays from two jackpots")
    return Fraction(payment.cents, size.cents)


def _mark(rules: Rules, wager_id: str, tables: tuple[str, ...], keys: KeysUsed) -> None:
    keys.use(f"wagers.{wager_id}")
    keys.use(f"settle.{wager_id}")
    zones: set[str] = set()
    for table in tables:
        keys.use(f"pays.{table}")
        zones.update(rules.drawn_from(rules.pays[table].hand))
    for stage in rules.stages:
        if wager_id in stage.settles:
            keys.use(f"stages.{stage.id}.settles")
        for number in _dealing(stage, zones):
            if stage.if_out and wager_id not in stage.if_out:
                raise OddsRefused(
                    f"stages.{stage.id}.if_out", f"{wager_id} needs cards that may not be dealt"
                )
            keys.use(f"stages.{stage.id}.if_out")
            keys.use(f"stages.{stage.id}.deal.{number}")


def _dealing(stage: Stage, zones: set[str]) -> Iterator[int]:
    for number, step in enumerate(stage.deal):
        if step.to in zones or step.turn in zones:
            yield number
