"""The players' decisions, carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.blackjack.choices import (
    DOUBLE,
    EVEN_MONEY,
    HIT,
    INSURE,
    SPLIT,
    STAND,
    SURRENDER,
    OpenChoice,
    find_choice,
)
from feltworks.blackjack.dealing import draw, show_hand
from feltworks.blackjack.hand import Hand
from feltworks.blackjack.plan import INSURANCE
from feltworks.blackjack.settling import call, settle_at_once
from feltworks.round.moves import Decide
from feltworks.round.operations import Staked
from feltworks.round.reasons import Reason
from feltworks.round.splitting import Moved
from feltworks.rules.written import dollars_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltworks.blackjack.layout import Layout, Spot


def decide_objection(layout: Layout, move: Decide) -> Reason | None:
    """Why the seat may not decide so now."""
    found = _decision(layout, move)
    return found if isinstance(found, Reason) else None


def _decision(layout: Layout, move: Decide) -> Decide | Reason:
    """The move with its amount filled in."""
    if layout.needs_card or not layout.acting:
        return Reason("no-decision", "Nobody has a decision to make now.")
    if type(move.seat) is not int or move.seat != layout.acting[0]:
        return Reason("not-your-turn", f"It is seat {layout.acting[0]}'s turn to decide.")
    choice = find_choice(layout, move.choice)
    if isinstance(choice, Reason):
        return choice
    if move.cards != ():
        return Reason("nothing-to-set", f"{choice.name} does not let a player set his cards.")
    if choice.amounts is None:
        if move.cents is not None:
            return Reason("no-amount", f"{choice.name} takes no amount.")
        return move
    cents = choice.amounts.single if move.cents is None else move.cents
    if type(cents) is not int or not choice.amounts.allows(cents):
        return Reason("wrong-size", f"{choice.name} is {_sizes(choice)}.")
    return move if move.cents is not None else Decide(move.seat, move.choice, cents)


def _sizes(choice: OpenChoice) -> str:
    amounts = choice.amounts
    assert amounts is not None
    if amounts.only:
        return dollars_text(amounts.only[0])
    chip = dollars_text(amounts.step_cents)
    least, most = dollars_text(amounts.least_cents), dollars_text(amounts.most_cents)
    return f"from {least} to {most} in chips of {chip}"


def apply_decide(layout: Layout, move: Decide) -> Reason | None:
    made = _decision(layout, move)
    if isinstance(made, Reason):
        return made
    layout.log.append(made)
    spot = layout.own(move.seat)
    if layout.phase == "offer":
        layout.acting = layout.acting[1:]
        _answer(layout, spot, made)
    else:
        _DONE[made.choice](layout, spot, spot.hands[layout.hand_at], made.cents or 0)
    return None


def _answer(layout: Layout, spot: Spot, made: Decide) -> None:
    """Insurance goes out, even money is paid at once."""
    if made.choice == INSURE:
        assert made.cents is not None
        _stake(layout, spot, INSURANCE, made.cents)
    elif made.choice == EVEN_MONEY:
        hand = spot.hands[0]
        call(layout, spot, hand)
        settle_at_once(layout, spot, hand, layout.plan.pays.hand("even-money"))


def _stake(layout: Layout, spot: Spot, wager: str, cents: int) -> None:
    spot.stakes[wager] = spot.stakes.get(wager, 0) + cents
    layout.log.append(Staked(spot.seat, wager, cents))


def _hit(layout: Layout, spot: Spot, hand: Hand, cents: int) -> None:
    draw(layout, spot.seat, layout.plan.hand_zones[hand.number])


def _stand(layout: Layout, spot: Spot, hand: Hand, cents: int) -> None:
    hand.state = "stood"
    if not layout.down.get((spot.seat, layout.plan.zone)):
        call(layout, spot, hand)


def _double(layout: Layout, spot: Spot, hand: Hand, cents: int) -> None:
    show_hand(layout, spot, hand)
    _stake(layout, spot, layout.plan.hand_wagers[hand.number], cents)
    hand.doubled = True
    draw(layout, spot.seat, layout.plan.hand_zones[hand.number])


def _split(layout: Layout, spot: Spot, hand: Hand, cents: int) -> None:
    show_hand(layout, spot, hand)
    plan = layout.plan
    number = len(spot.hands) + 1
    card = hand.halve()
    hand.split = True
    apart = Hand(number, (card,))
    apart.split = True
    spot.hands.append(apart)
    _stake(layout, spot, plan.hand_wagers[number], cents)
    zones = plan.hand_zones
    layout.log.append(Moved(spot.seat, zones[hand.number], zones[number], card))
    # The first half gets its second card now, the other when its turn comes.
    draw(layout, spot.seat, zones[hand.number])


def _surrender(layout: Layout, spot: Spot, hand: Hand, cents: int) -> None:
    hand.state = "surrendered"
    if layout.checked:
        settle_at_once(layout, spot, hand, layout.plan.pays.hand("surrender"))


_DONE: dict[str, Callable[[Layout, Spot, Hand, int], None]] = {
    HIT: _hit,
    STAND: _stand,
    DOUBLE: _double,
    SPLIT: _split,
    SURRENDER: _surrender,
}
