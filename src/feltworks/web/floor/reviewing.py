"""After a round: what each decision cost against the best one, for whoever asked for the coach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.round import Bet
from feltworks.web.floor.game import stage_of
from feltworks.web.protocol.advice import Mistake, Review

if TYPE_CHECKING:
    from feltworks.round import Decide
    from feltworks.web.floor.game import Game
    from feltworks.web.floor.runner import TableRunner


def note(game: Game, move: Decide) -> None:
    """A decision that was made, for the review."""
    game.decided.append((game.turn, stage_of(game.round.log), move))


def tell_reviews(at: TableRunner) -> None:
    """Each coached player gets his own mistakes."""
    game = at.game
    if game is None or at.sheet.rules.ring is not None:
        return
    for line in at.lines:
        if line.coached and line.guest in game.players.values():
            seats = [seat for seat, name in game.players.items() if name == line.guest]
            line.tell(
                Review(
                    round=game.number,
                    unit=game.round.rules.unit,
                    mistakes=mistakes(game, seats),
                )
            )


def mistakes(game: Game, seats: list[int]) -> list[Mistake]:
    """The decisions of those seats that were worth less than another."""
    found = []
    for turn, stage, move in game.decided:
        weighing = game.weighed.get(turn)
        if move.seat not in seats or weighing is None or not weighing.choices:
            continue
        best, most = weighing.choices[0]
        values = [
            value
            for each, value in weighing.choices
            if each.choice == move.choice and move.cents in (None, each.cents)
        ]
        if not values or values[0] >= most:
            continue
        cost = most - values[0]
        found.append(
            Mistake(
                seat=move.seat,
                stage=stage,
                turn=turn,
                chose=move.choice,
                best=best.choice,
                cost=float(cost),
                cost_cents=round(cost * _unit_cents(game, move.seat)),
            )
        )
    return found


def _unit_cents(game: Game, seat: int) -> int:
    """What the seat has on the wager that worth is told in."""
    unit = game.round.rules.unit
    bets = (
        entry.cents
        for entry in game.round.log
        if isinstance(entry, Bet) and (entry.seat, entry.wager) == (seat, unit)
    )
    return next(bets, 0)
