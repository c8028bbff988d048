"""High card: one card each, one for the dealer, and a player may leave for half his stake back.

What is peculiar to it is all that stands here; betting, dealing, tips, rulings and the rest of a
round come from `round.core`.
"""

from __future__ import annotations

from fractions import Fraction

from feltworks.round.contract import Legal
from feltworks.round.core.betting import check_wagers_fit
from feltworks.round.core.dealing import put_deck_away, show
from feltworks.round.core.engine import SHARED_MOVES, EngineRound, check_terms, check_whole_deck
from feltworks.round.core.layout import Layout, Spot
from feltworks.round.core.paying import pay
from feltworks.round.core.plan import Plan
from feltworks.round.core.reading import HOUSE
from feltworks.round.core.ruling import give_back
from feltworks.round.moves import Decide
from feltworks.round.operations import Closed, Collected, StageBegun, Voided
from feltworks.round.reasons import NotAllowed
from feltworks.rules.settlement import Payment, Situation

CHOICES = {"stay": "Stay", "leave": "Leave for half"}
LEFT = Payment("surrender", Fraction(-1, 2))


class ToyPlan(Plan):
    def __init__(self, rules):
        super().__init__(rules)
        contest = next(iter(rules.contests.values()))
        self.mine, self.his = self.hands[contest.player], self.hands[contest.dealer]
        self.stake = self.required[0].id


class ToyLayout(Layout[ToyPlan, Spot]):
    """All that is kept is kept by every engine."""


class ToyRound(EngineRound[ToyLayout]):
    __slots__ = ()

    @classmethod
    def open(cls, plan, terms):
        check_terms(plan, terms)
        check_whole_deck(terms)
        return cls(ToyLayout(plan, terms))

    def _check_close(self, layout):
        check_wagers_fit(layout)

    def _begin(self, layout):
        layout.stage_at = 0
        layout.log.append(StageBegun(layout.plan.stages[0].stage.id))
        layout.script = layout.plan.stages[0].script(tuple(layout.seats))
        layout.deciding = tuple(layout.seats)

    def _go_on(self, layout):
        waits = layout.taking_bets or layout.needs_card or layout.deciding
        if not (waits or layout.over):
            self._settle(layout)

    def _legal_decisions(self):
        seat = self._layout.decides
        return [Legal(Decide(seat, id), name) for id, name in CHOICES.items()]

    def _settle(self, layout):
        plan = layout.plan
        for zone in plan.dealer_zones:
            show(layout, HOUSE, zone)
        his = plan.his.held(layout.cards, HOUSE).value
        for seat in layout.seats_from_right:
            spot = layout.own(seat)
            if spot.has_out(plan.stake):
                mine = plan.mine.held(layout.cards, seat).value
                result = "tie" if mine == his else "win" if mine > his else "lose"
                pay(layout, spot, plan.stake, plan.payment(plan.stake, Situation(result=result)))
        self._clear(layout, Closed())

    def _clear(self, layout, last):
        layout.log += [Collected(seat) for seat in layout.seats_from_right]
        layout.log.append(Collected(None))
        put_deck_away(layout)
        layout.log.append(last)
        layout.script, layout.deciding = (), ()
        layout.over = True

    def _void_round(self, layout):
        for seat in layout.seats_from_right:
            give_back(layout, seat)
        self._clear(layout, Voided())

    def _void_seat(self, layout, seat):
        give_back(layout, seat)
        layout.drop(seat)
        layout.free(seat)


def decide(layout, move):
    if layout.needs_card or not layout.deciding or move.seat != layout.decides:
        raise NotAllowed("not-your-turn", "It is not that seat's turn to decide.")
    if move.choice not in CHOICES or move.cents is not None or move.cards != ():
        raise NotAllowed("no-such-choice", f"There are {' and '.join(CHOICES)}.")
    layout.log.append(move)
    layout.deciding = layout.deciding[1:]
    if move.choice == "leave":
        pay(layout, layout.own(move.seat), layout.plan.stake, LEFT)


ToyRound._handlers = {**SHARED_MOVES, Decide: decide}
