"""The cards a player sets apart to play with, and where he puts those he does not play.

He may set any that make the hand; the best are set for him when he names none. They lie behind the
wager that his decision put out, the others under his first wager beside the main game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.cards import Card
from feltworks.round.reasons import Reason
from feltworks.table.operations import Laid

if TYPE_CHECKING:
    from feltworks.round.moves import Decide
    from feltworks.table.layout import Layout, Spot
    from feltworks.table.stageplan import ChoicePlan


def laying_objection(layout: Layout, move: Decide, choice: ChoicePlan) -> Reason | None:
    """Why those cards cannot be set."""
    reader = choice.sets
    if reader is None:
        return Reason("nothing-to-set", f"{choice.name} does not let a player set his cards.")
    drawn = reader.cards(layout.cards, move.seat)
    named = move.cards if type(move.cards) is tuple else ()
    laid = tuple(card for card in named if isinstance(card, Card))
    if drawn is None or len(laid) != len(named) or not reader.may_lay(drawn, laid):
        return Reason(
            "wrong-cards", f"{choice.name} is played with {reader.chooser.use} of the own cards."
        )
    return None


def lay(layout: Layout, spot: Spot, choice: ChoicePlan, move: Decide) -> None:
    """Sets the cards the player named, else the best."""
    reader = choice.sets
    assert reader is not None
    drawn = reader.cards(layout.cards, spot.seat)
    assert drawn is not None
    if move.cards:
        spot.laid = tuple(card for card in move.cards if card is not None)
    laid = spot.laid or reader.best(drawn)
    aside = list(drawn)
    for card in laid:
        aside.remove(card)
    under = next((id for id in layout.plan.beside if spot.has_out(id)), None)
    layout.log.append(Laid(spot.seat, tuple(laid), tuple(aside), behind=choice.bet, under=under))
