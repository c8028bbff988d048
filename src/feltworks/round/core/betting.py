"""Which wagers a seat may place before the deal, and for how much; and how one is taken back.

A single wager is checked against its own limits when it is bet; what must fit together (all
required wagers or none, a side wager alone, one wager's size against another's) is checked when the
dealer closes the betting, because a player may bet in any order. A bet of 0 takes a wager back,
with the stake for the dealer beside it; a wager that sets the size of another cannot be taken back
before that one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from feltworks.errors import short_repr
from feltworks.money import dollars_text
from feltworks.regulation import WagerLaw
from feltworks.round.contract import Amounts, Legal
from feltworks.round.core.layout import AnyLayout, Spot
from feltworks.round.core.wagers import WagerPlan
from feltworks.round.moves import Bet, Decide
from feltworks.round.operations import Returned
from feltworks.round.reasons import NotAllowed
from feltworks.round.terms import MOST_CENTS
from feltworks.rules.amounts import Size, number_text


def check_betting_open(layout: AnyLayout, what: str = "Wagers are placed") -> None:
    """Raises `NotAllowed` once the dealer has closed the betting."""
    if not layout.taking_bets:
        raise NotAllowed("betting-closed", f"{what} before the deal, and the betting is closed.")


def check_seat(seat: object, seats: int) -> None:
    """Raises `NotAllowed` for a seat that the table does not have."""
    if type(seat) is not int or not 1 <= seat <= seats:
        raise NotAllowed(
            "no-such-seat", f"There is no seat {short_repr(seat)}: seats are 1 to {seats}."
        )


def place_bet(layout: AnyLayout, bet: Bet) -> None:
    """Places a wager, or takes it back if the amount is 0."""
    check_betting_open(layout)
    if type(bet.cents) is int and bet.cents == 0:
        _take_back(layout, bet)
        return
    amounts = bet_amounts(layout, bet.seat, bet.wager)
    _check_amount(layout.plan.wagers[bet.wager], amounts, bet.cents)
    layout.log.append(bet)
    layout.own(bet.seat).stakes[bet.wager] = bet.cents


def legal_bets(layout: AnyLayout) -> Iterator[Legal]:
    """Every wager that any seat may place now."""
    offered = [wager for wager in layout.plan.wagers.values() if wager.on_offer]
    for seat in range(1, layout.plan.seats + 1):
        spot = layout.spots.get(seat)
        for wager in offered:
            if spot is not None and wager.id in spot.stakes:
                continue
            try:
                amounts = bet_amounts(layout, seat, wager.id)
            except NotAllowed:
                continue
            yield Legal(Bet(seat, wager.id, amounts.least_cents), wager.name, amounts)


def bet_amounts(layout: AnyLayout, seat: int, wager_id: str) -> Amounts:
    """What the seat may bet on the wager now."""
    plan = layout.plan
    check_seat(seat, plan.seats)
    wager: WagerPlan | None = plan.wagers.get(wager_id) if type(wager_id) is str else None
    if wager is None or not wager.on_offer:
        offered = ", ".join(w.id for w in plan.wagers.values() if w.on_offer) or "none"
        raise NotAllowed(
            "not-offered", f"{short_repr(wager_id)} is not offered before the deal: {offered} are."
        )
    spot = layout.spots.get(seat)
    stakes = spot.stakes if spot else {}
    if wager_id in stakes:
        raise NotAllowed("already-out", f"Seat {seat} already has a wager on {wager.name}.")
    if wager.size is not None and wager.size.of is not None:
        return _tied_amount(layout, wager, wager.size, stakes)
    if wager.size is not None and wager.size.cents is not None:
        least, most = layout.bet_bounds(seat, wager, wager.size.cents, wager.size.cents)
        if least > most:
            raise no_room(wager, least, most)
        return fixed_amount(least)
    least, most = _bounds(layout, wager)
    if wager.at_most is not None and wager.at_most.of in stakes:
        most = min(most, wager.at_most.most_cents(stakes[wager.at_most.of]))
    least, most = layout.bet_bounds(seat, wager, least, most)
    step = layout.terms.limits.chips[0]
    least, most = -(-least // step) * step, most // step * step
    if least > most:
        raise no_room(wager, least, most)
    return Amounts(least, most, step)


def no_room(wager: WagerPlan, least_cents: int, most_cents: int) -> NotAllowed:
    """Why a wager cannot be bet at all: its limits exclude every amount."""
    return NotAllowed(
        "no-room",
        f"{wager.name} cannot be bet: its least is {dollars_text(least_cents)} and its most "
        f"{dollars_text(max(0, most_cents))}.",
    )


def _tied_amount(
    layout: AnyLayout, wager: WagerPlan, size: Size, stakes: Mapping[str, int]
) -> Amounts:
    assert size.of is not None
    if size.of not in stakes:
        of = layout.plan.wagers[size.of].name
        raise NotAllowed("other-first", f"{wager.name} is {size}: place the {of} first.")
    amounts = tied_amounts(size, stakes[size.of], layout.terms.limits.chips[0])
    most = layout.terms.limits.side_maximum_cents
    if wager.kind == "side" and amounts.least_cents > most and layout.plan.side_limits_bind:
        raise no_room(wager, amounts.least_cents, most)
    return amounts


def fixed_amount(cents: int) -> Amounts:
    """One single amount."""
    return Amounts(cents, cents, only=(cents,))


def tied_amounts(size: Size, stake_cents: int, chip_cents: int) -> Amounts:
    """What may be bet on a wager whose size depends on a stake of another."""
    sums = [m.numerator * stake_cents // m.denominator for m in size.multiples]
    if not size.between:
        return Amounts(sums[0], sums[-1], only=tuple(sums))
    # An end that chips cannot make up is still allowed, so any cents between are.
    step = 1 if any(end % chip_cents for end in sums) else chip_cents
    return Amounts(sums[0], sums[1], step)


def _bounds(layout: AnyLayout, wager: WagerPlan) -> tuple[int, int]:
    limits = layout.terms.limits
    if wager.kind == "side":
        least, most = limits.side_minimum_cents, limits.side_maximum_cents
    else:
        least, most = limits.minimum_cents, limits.maximum_cents
    # The house may require more than the rules of play, never less.
    least = max(least, wager.minimum_cents)
    if wager.at_most is not None and wager.at_most.cents is not None:
        most = min(most, wager.at_most.cents)
    law = layout.terms.law
    if law is not None:
        most = min(most, law.largest.most_cents * wager.reach.denominator // wager.reach.numerator)
    return least, most


def _check_amount(wager: WagerPlan, amounts: Amounts, cents: int) -> None:
    if type(cents) is not int or abs(cents) > MOST_CENTS:
        raise NotAllowed(
            "not-money", f"{wager.name} is bet in whole cents, not {short_repr(cents)}."
        )
    if amounts.allows(cents):
        return
    asked = dollars_text(cents)
    if amounts.only:
        raise NotAllowed("wrong-size", f"{wager.name} must be {sizes_text(amounts)}, not {asked}.")
    if amounts.least_cents <= cents <= amounts.most_cents:
        chip = dollars_text(amounts.step_cents)
        raise NotAllowed(
            "no-such-chips", f"{asked} cannot be made up: the smallest chip is {chip}."
        )
    raise NotAllowed(
        "outside-limits",
        f"{wager.name} is from {dollars_text(amounts.least_cents)} to "
        f"{dollars_text(amounts.most_cents)}, not {asked}.",
    )


def sizes_text(amounts: Amounts) -> str:
    """The amounts that a wager or a decision may have, in words."""
    if amounts.only:
        return " or ".join(map(dollars_text, amounts.only))
    least, most = dollars_text(amounts.least_cents), dollars_text(amounts.most_cents)
    return f"from {least} to {most} in chips of {dollars_text(amounts.step_cents)}"


def check_turn(layout: AnyLayout, move: Decide) -> None:
    """Raises `NotAllowed` if it is not that seat's turn to decide."""
    if layout.needs_card or not layout.deciding:
        raise NotAllowed("no-decision", "Nobody has a decision to make now.")
    if type(move.seat) is not int or move.seat != layout.decides:
        raise NotAllowed("not-your-turn", f"It is seat {layout.decides}'s turn to decide.")


def chosen_amount(name: str, amounts: Amounts | None, cents: int | None) -> int | None:
    """The amount of a decision, filled in if there is only one; `name` is the choice's."""
    if amounts is None:
        if cents is not None:
            raise NotAllowed("no-amount", f"{name} takes no amount.")
        return None
    cents = amounts.single if cents is None else cents
    if type(cents) is not int or not amounts.allows(cents):
        raise NotAllowed("wrong-size", f"{name} is {sizes_text(amounts)}.")
    return cents


# --- taking a wager back -----------------------------------------------------------------------


def _take_back(layout: AnyLayout, bet: Bet) -> None:
    """Returns the wager; a spot without wagers is free again."""
    spot = layout.spots.get(bet.seat) if type(bet.seat) is int else None
    if spot is None or type(bet.wager) is not str or bet.wager not in spot.stakes:
        seat, wager = short_repr(bet.seat), short_repr(bet.wager)
        raise NotAllowed("not-out", f"Seat {seat} has no wager on {wager} to take back.")
    for id in spot.stakes:
        size = layout.plan.wagers[id].size
        if size is not None and size.of == bet.wager:
            names = layout.plan.wagers[bet.wager].name, layout.plan.wagers[id].name
            raise NotAllowed("other-first", f"{names[1]} is measured by {names[0]}: take it first.")
    layout.log.append(bet)
    spot = layout.own(bet.seat)
    layout.log.append(Returned(bet.seat, bet.wager, spot.stakes.pop(bet.wager)))
    if bet.wager in spot.tips:
        layout.log.append(Returned(bet.seat, bet.wager, spot.tips.pop(bet.wager), tip=True))
    if not spot.stakes:
        layout.free(bet.seat)


# --- closing the betting -----------------------------------------------------------------------


def check_wagers_fit(layout: AnyLayout) -> None:
    """Raises `NotAllowed` if nobody bets, or somebody's wagers do not fit together."""
    check_betting_open(layout)
    if not layout.spots:
        raise NotAllowed("nobody-bets", "No wager is out: a round needs one seat at least.")
    for seat in sorted(layout.spots):
        _check_spot(layout, layout.spots[seat])


def _check_spot(layout: AnyLayout, spot: Spot) -> None:
    """Checks that a seat's wagers can be dealt to."""
    plan, stakes, seat = layout.plan, spot.stakes, spot.seat
    missing = [wager for wager in plan.required if wager.id not in stakes]
    if missing and len(missing) < len(plan.required):
        raise NotAllowed("required-missing", f"Seat {seat} needs a wager on {missing[0].name} too.")
    alone = bool(plan.required) and bool(missing)
    for id, cents in stakes.items():
        wager = plan.wagers[id]
        if alone and not wager.alone:
            needed = " and ".join(w.name for w in plan.required)
            raise NotAllowed("not-alone", f"Seat {seat} has {wager.name} without {needed}.")
        if alone and cents < wager.minimum_alone_cents:
            least = dollars_text(wager.minimum_alone_cents)
            raise NotAllowed(
                "below-alone", f"Seat {seat} must bet {least} or more on {wager.name} alone."
            )
        cap = wager.at_most
        if cap is not None and cap.of in stakes and cents > cap.most_cents(stakes[cap.of]):
            times, of = number_text(cap.largest), plan.wagers[cap.of].name
            raise NotAllowed(
                "above-other", f"Seat {seat} has more on {wager.name} than {times} x {of}."
            )
    sides = sum(plan.wagers[id].kind == "side" for id in stakes)
    check_side_wagers(layout, seat, sides)
    if layout.terms.law is not None:
        _check_games(layout, spot, layout.terms.law)


def check_side_wagers(layout: AnyLayout, seat: int, sides: int) -> None:
    """Checks the rules' limit on side wagers for each hand."""
    most = layout.plan.rules.offer.at_most
    if most is not None and sides > most:
        raise NotAllowed(
            "too-many-side-wagers", f"Seat {seat} has {sides} side wagers; the rules allow {most}."
        )


def check_game_count(seat: int, games: int, law: WagerLaw) -> None:
    """Checks the state's limit on separate games for each hand of cards."""
    if games > law.games.most:
        raise NotAllowed(
            "too-many-games",
            f"Seat {seat} plays {games} games on one hand; the state allows "
            f"{law.games.most} ({law.games.source}).",
        )


def _check_games(layout: AnyLayout, spot: Spot, law: WagerLaw) -> None:
    """Checks that one hand does not play too many separate games, or too many large ones."""
    games: dict[str, int] = {}
    for id, cents in spot.stakes.items():
        if id in layout.plan.progressive and not law.games.progressives_counted:
            continue
        game = layout.plan.wagers[id].game
        games[game] = max(games.get(game, 0), cents)
    check_game_count(spot.seat, len(games), law)
    small = law.games.small
    if small is None:
        return
    large = sum(cents > small.cents for cents in games.values())
    if large > law.games.most_above_small:
        raise NotAllowed(
            "too-many-large-games",
            f"Seat {spot.seat} bets more than {dollars_text(small.cents)} on {large} games; the "
            f"state allows {law.games.most_above_small} ({law.games.source}).",
        )
