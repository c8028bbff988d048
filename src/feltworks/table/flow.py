"""How a round goes on between decisions: from stage to stage until a card or a decision is needed.
After each move the dealer does everything that needs nobody else: looks whether a rule draws, turns
cards over, takes in folded hands and their lost wagers, settles what a stage settles, and at the
end shows, arranges, compares, pays from his right, and clears the felt."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from feltworks.round.core.dealing import clear_felt, collect_hand, end_round, put_deck_away, turn_up
from feltworks.round.core.paying import pay, share_jackpots
from feltworks.round.core.reading import HOUSE
from feltworks.round.operations import Closed, stage_begun
from feltworks.rules.settlement import Payment, Situation
from feltworks.table.deciding import has_open_choice
from feltworks.table.layout import TableLayout, TableSpot
from feltworks.table.operations import DrawRuled, KeptFaceDown
from feltworks.table.plan import RuleCase, RuleCases
from feltworks.table.settling import (
    DealerHand,
    arrange,
    contest_of,
    is_out,
    qualify,
    settle_seat,
    show_dealer,
)

GIVEN_UP = Payment("untucked", Fraction(-1))
"""A side wager that was given up with its hand loses whatever the cards are."""


def go_on(layout: TableLayout) -> None:
    """Everything the dealer does until the round waits for somebody, or is over."""
    while not layout.over:
        if not _cards_are_out(layout):
            return
        while layout.deciding:
            if has_open_choice(layout, layout.deciding[0]):
                return
            layout.deciding = layout.deciding[1:]
        if layout.stage_at >= 0:
            _end_stage(layout)
        if _anything_left(layout):
            _begin_next_stage(layout)
        else:
            _finish(layout)


def _cards_are_out(layout: TableLayout) -> bool:
    turn_up(layout)
    if layout.script_at < len(layout.script):
        return False
    # A player who still has to decide may exchange cards.
    needs_deck = layout.deciding and layout.plan.exchanges[layout.stage_at]
    if 0 <= layout.plan.last_deal <= layout.stage_at and not needs_deck:
        end_deck(layout)
    return True


def end_deck(layout: TableLayout) -> None:
    """The deck is put away, once."""
    if not layout.deck_away:
        layout.deck_away = True
        put_deck_away(layout)


def _anything_left(layout: TableLayout) -> bool:
    """Whether a further stage matters to anybody: a hand still in, or a wager short of cards."""
    if layout.stage_at + 1 >= len(layout.plan.stages):
        return False
    if layout.stage_at < 0:
        return True
    if layout.plan.ends[layout.stage_at] and _rule_ends(layout):
        return False
    return any(spot.in_contest or layout.short_of_cards(spot) for spot in layout.spots.values())


def _begin_next_stage(layout: TableLayout) -> None:
    layout.stage_at += 1
    order = layout.plan.stages[layout.stage_at]
    stage = order.stage
    layout.script, layout.script_at, layout.deciding = (), 0, ()
    if stage.if_out and not layout.anybody_has(stage.if_out):
        return
    if stage.asked_if and not stage.deal and not _asks_anybody(layout):
        return
    layout.log.append(stage_begun(stage.id))
    if stage.draws_if and not _rule_draws(layout):
        return
    served = tuple(seat for seat in layout.seats if _gets_cards(layout, layout.spots[seat]))
    layout.script = order.script(served)
    if layout.choices:
        layout.deciding = _deciders(layout)


def _deciders(layout: TableLayout) -> tuple[int, ...]:
    """The seats that decide in the stage; a seat without an open choice is skipped."""
    while_not_out = layout.plan.stages[layout.stage_at].stage.while_not_out
    return tuple(
        seat
        for seat in layout.seats
        if (spot := layout.spots[seat]).in_contest
        and not spot.ended
        and while_not_out not in spot.stakes
    )


def _asks_anybody(layout: TableLayout) -> bool:
    return any(has_open_choice(layout, seat) for seat in _deciders(layout))


def _rule_draws(layout: TableLayout) -> bool:
    """Whether the stage draws by the present totals; the log says so either way."""
    cases = layout.plan.draws[layout.stage_at]
    draws = _holding(layout, cases) is not None
    _say_rule(layout, "draws" if draws else "stands", cases)
    return draws


def _rule_ends(layout: TableLayout) -> bool:
    """Whether no more cards come after the stage; if so, the log says it."""
    case = _holding(layout, layout.plan.ends[layout.stage_at])
    if case is not None:
        _say_rule(layout, "ends", (case,))
    return case is not None


def _holding(layout: TableLayout, cases: RuleCases) -> RuleCase | None:
    """The first case that holds."""
    holding = (case for case in cases if all(each.holds(layout.cards, HOUSE) for each in case))
    return next(holding, None)


def _say_rule(
    layout: TableLayout, says: Literal["draws", "stands", "ends"], cases: RuleCases
) -> None:
    readers = {each.reader.id: each.reader for case in cases for each in case}
    totals = tuple(
        (id, reader.in_words(reader.held(layout.cards, HOUSE).value))
        for id, reader in readers.items()
    )
    layout.log.append(DrawRuled(layout.plan.stages[layout.stage_at].stage.id, says, totals))


def _gets_cards(layout: TableLayout, spot: TableSpot) -> bool:
    """Whether a seat gets cards: a folded hand only if a wager of its own still needs them, and not
    without the wagers that a stage is for."""
    if_out = layout.plan.stages[layout.stage_at].stage.if_out
    if spot.in_contest and (not if_out or any(spot.has_out(id) for id in if_out)):
        return True
    if spot.seat in layout.collected:
        return False
    wanted = {
        zone
        for id in spot.stakes
        if spot.has_out(id)
        for hand in layout.plan.wagers[id].hands
        for zone in layout.plan.hands[hand].zones
    }
    return bool(wanted & layout.plan.stages[layout.stage_at].player_zones)


def _end_stage(layout: TableLayout) -> None:
    for seat in layout.seats_from_right:
        spot = layout.spots[seat]
        if spot.folded and not spot.swept:
            _sweep(layout, layout.own(seat))
    settles = layout.plan.stages[layout.stage_at].stage.settles
    if layout.anybody_has(settles):
        dealer = _dealer_hands(layout, settles)
        for seat in layout.seats_from_right:
            settle_seat(layout, seat, dealer, settles)
        share_jackpots(layout)


def _sweep(layout: TableLayout, spot: TableSpot) -> None:
    """Takes the lost wagers of a folded hand; what it still plays for stays beside it."""
    spot.swept = True
    alive: str | None = None
    for id in layout.plan.order:
        if not spot.has_out(id):
            continue
        wager = layout.plan.wagers[id]
        if spot.gave_up and wager.lives_when_folded:
            pay(layout, spot, id, GIVEN_UP)
        elif wager.lives_when_folded:
            alive = alive or id
        else:
            pay(layout, spot, id, layout.plan.payment(id, Situation(folded=True)))
    if alive is not None:
        layout.log.append(KeptFaceDown(spot.seat, spot.tucked or alive))
    elif layout.plan.rules.table.folded_hands == "left":
        layout.log.append(KeptFaceDown(spot.seat, None))
    else:
        collect_hand(layout, spot.seat)


def _dealer_hands(layout: TableLayout, wagers: tuple[str, ...]) -> dict[str, DealerHand]:
    """The dealer shows, if anybody plays against him; returns his hand in each contest played."""
    played = {
        contest_of(layout, spot, id)
        for spot in layout.spots.values()
        if spot.in_contest
        for id in wagers
        if spot.has_out(id) and layout.plan.wagers[id].contested
    }
    contests = [contest for contest in layout.plan.contests.values() if contest.id in played]
    if not contests:
        return {}
    show_dealer(layout)
    arrange(layout, [each for each in layout.plan.contests.values() if is_out(layout, each)])
    return {contest.id: qualify(layout, contest) for contest in contests}


def _finish(layout: TableLayout) -> None:
    end_deck(layout)
    dealer = _dealer_hands(layout, layout.plan.order)
    as_settled = layout.plan.rules.table.discards == "as-settled"
    for seat in layout.seats_from_right:
        settle_seat(layout, seat, dealer)
        if as_settled:
            collect_hand(layout, seat)
    share_jackpots(layout)
    clear_felt(layout, layout.seats_from_right)
    end_round(layout, Closed())
