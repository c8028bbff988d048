"""What a guest may do now: the choices of a seat that is to decide, and wagers before the deal.

They can give a hand away, so whoever draws a picture asks for one guest at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.round import Bet, Decide, Tip
from feltworks.web.protocol.told import BetNow, ChoiceNow, Sizes

if TYPE_CHECKING:
    from feltworks.round import Amounts, Legal
    from feltworks.web.floor.runner import TableRunner


def choices(runner: TableRunner, guest: str | None, stage: str | None) -> list[ChoiceNow]:
    """The choices that are the guest's to make."""
    game = runner.game
    if game is None or guest is None or game.decides is None or runner.phase != "playing":
        return []
    if game.players.get(game.decides) != guest:
        return []
    wagers = {}
    if stage is not None:
        wagers = {choice.id: choice.bet for choice in game.round.rules.stage(stage).decide}
    purse = None if runner.chairs.between_players else runner.stack(guest)
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


def bets(runner: TableRunner, seats: list[int]) -> list[BetNow]:
    """What those seats have out, and what they may put out, while the betting is open."""
    game = runner.game
    if game is None or not seats or runner.phase != "betting":
        return []
    wagers = game.round.rules.wagers
    told = [
        BetNow(
            seat=out.seat,
            wager=out.wager,
            name=wagers[out.wager].name,
            tip=isinstance(out, Tip),
            out_cents=out.cents,
            amounts=_sizes(game.sizes_of(out)),
        )
        for out in game.bets_of(seats)
    ]
    for legal in game.offers():
        move = legal.move
        if isinstance(move, Bet | Tip) and move.seat in seats:
            told.append(
                BetNow(
                    seat=move.seat,
                    wager=move.wager,
                    name=legal.name,
                    tip=isinstance(move, Tip),
                    out_cents=0,
                    amounts=_sizes(legal.amounts),
                )
            )
    return told
