"""What a guest may do now: the choices of a seat that is to decide, and wagers before the deal.

They can give a hand away, so whoever draws a picture asks for one guest at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.round import Bet, Decide, Tip
from feltworks.web.floor.state import Betting, Playing
from feltworks.web.protocol.replies import BetNow, ChoiceNow, Sizes

if TYPE_CHECKING:
    from feltworks.round import Amounts, Legal
    from feltworks.web.floor.state import TableState


def choices(state: TableState, guest: str | None, stage: str | None) -> list[ChoiceNow]:
    """The choices that are the guest's to make."""
    if guest is None or not isinstance(state.phase, Playing):
        return []
    game = state.phase.game
    if game.decides is None or game.players.get(game.decides) != guest:
        return []
    wagers = {}
    if stage is not None:
        wagers = {choice.id: choice.bet for choice in game.round.rules.stage(stage).decide}
    # Chips that were brought to the table have been counted by the round.
    purse = None if game.dealt_in else state.stack(guest)
    return [_choice(legal, wagers, purse) for legal in game.round.legal_moves()]


def _choice(legal: Legal, wagers: dict[str, str | None], purse: int | None) -> ChoiceNow:
    move = legal.move
    assert isinstance(move, Decide)
    cost = 0 if legal.amounts is None else legal.amounts.least_cents
    return ChoiceNow(
        seat=move.seat,
        choice=move.choice,
        name=legal.name,
        amounts=_sizes(legal.amounts),
        sets=legal.sets,
        wager=wagers.get(move.choice),
        affordable=purse is None or cost <= purse,
    )


def _sizes(amounts: Amounts | None) -> Sizes | None:
    if amounts is None:
        return None
    return Sizes(
        least_cents=amounts.least_cents,
        most_cents=amounts.most_cents,
        step_cents=amounts.step_cents,
        only=list(amounts.only),
    )


def bets(state: TableState, seats: list[int]) -> list[BetNow]:
    """What those seats have out, and what they may put out, while the betting is open."""
    if not seats or not isinstance(state.phase, Betting):
        return []
    game = state.phase.game
    wagers = game.round.rules.wagers
    told = [
        _bet(out, wagers[out.wager].name, out.cents, game.sizes_of(out))
        for out in game.wagers.of(seats)
    ]
    for legal in game.wagers.offers:
        move = legal.move
        if isinstance(move, Bet | Tip) and move.seat in seats:
            told.append(_bet(move, legal.name, 0, legal.amounts))
    return told


def _bet(move: Bet | Tip, name: str, out_cents: int, amounts: Amounts | None) -> BetNow:
    return BetNow(
        seat=move.seat,
        wager=move.wager,
        name=name,
        tip=isinstance(move, Tip),
        out_cents=out_cents,
        amounts=_sizes(amounts),
    )
