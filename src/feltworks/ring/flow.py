"""How a round goes on between decisions: stage after stage until a card or a decision is needed."""

from __future__ import annotations

from feltworks.ring.betting import end_betting, open_betting
from feltworks.ring.layout import RingLayout
from feltworks.ring.opening import blind_places
from feltworks.ring.showdown import finish
from feltworks.round.core.dealing import turn_up
from feltworks.round.operations import stage_begun


def go_on(layout: RingLayout) -> None:
    """Everything the dealer does until the round waits for somebody, or is over."""
    while not layout.over:
        turn_up(layout)
        if layout.script_at < len(layout.script):
            return
        if layout.stage_at >= 0 and not _betting_is_done(layout):
            return
        if _anything_left(layout):
            _begin_next_stage(layout)
        else:
            finish(layout)


def _betting_is_done(layout: RingLayout) -> bool:
    """Opens the stage's betting round, if it has one, and closes it when all have acted."""
    first_to_act = layout.plan.first_to_act[layout.stage_at]
    if first_to_act is None:
        return True
    if not layout.opened:
        after_blind = first_to_act == "left-of-big-blind"
        start = blind_places(layout)[1] + 1 if after_blind else 0
        open_betting(layout, start % len(layout.seat_at))
    if layout.actor >= 0:
        return False
    end_betting(layout)
    return True


def _anything_left(layout: RingLayout) -> bool:
    """Whether a further stage matters: two hands still in, or a side wager short of cards."""
    if layout.stage_at + 1 >= len(layout.plan.stages):
        return False
    if layout.stage_at < 0 or sum(layout.live) > 1:
        return True
    return any(layout.short_of_cards(spot) for spot in layout.spots.values())


def _begin_next_stage(layout: RingLayout) -> None:
    layout.stage_at += 1
    stage = layout.plan.stages[layout.stage_at]
    layout.log.append(stage_begun(stage.stage.id))
    layout.script, layout.script_at = stage.script(_served(layout)), 0
    layout.opened = False


def _served(layout: RingLayout) -> tuple[int, ...]:
    """Who gets cards: the players still in, and folded hands that a side wager keeps alive."""
    if not layout.spots:
        return layout.live_seats
    return tuple(
        [
            seat
            for seat, live in zip(layout.seat_at, layout.live, strict=True)
            if live or seat in layout.spots
        ]
    )
