"""What every seat bets: wagers and amounts, checked against the layout by the game's own engine.

A simulation deals in lanes, where no wager can be refused. So the wagers are first placed in a
round of the engine, whose messages say what the layout does not allow: a side wager that is not
offered, two where one may be bet, an amount that does not fit another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from feltworks.errors import did_you_mean
from feltworks.pit import ENGINES, posted_seeds
from feltworks.round import Bet, Limits, NoMoreBets, NotAllowed, Terms
from feltworks.round.contract import Round
from feltworks.rules.amounts import Money
from feltworks.rules.loader import Loaded
from feltworks.rules.schema import Rules
from feltworks.simulate.errors import SimulationError

if TYPE_CHECKING:
    from feltworks.simulate.mechanisms import GameToDeal

LIMITS = Limits(100, 100_000_000, 100, 100_000_000, chips=(1,))
"""Any amount that the rules and the state allow: a table's own limits do not matter here."""
USUAL_CENTS = 500
"""What a seat bets on the first wager if no amount is given."""

GivenWagers = Mapping[int, Mapping[str, int]]
"""By seat, from 1: cents by wager; 0 means not bet."""


@dataclass(frozen=True)
class SeatWagers:
    """What each seat bets in every round, in cents by wager."""

    seats: tuple[Mapping[str, int], ...]


def read_wagers(given: Iterable[str]) -> dict[int, dict[str, int]]:
    """Wagers as a user writes them, one text for each seat: `2:ante=25,pairs=5`, in dollars."""
    found: dict[int, dict[str, int]] = {}
    for text in given:
        number, colon, wagers = text.partition(":")
        if not colon or not number.strip().isdecimal() or len(number) > 9:
            raise SimulationError(
                f"--wagers {text!r} cannot be read: write SEAT:WAGER=DOLLARS,WAGER=DOLLARS, such "
                "as 2:ante=25"
            )
        seat = int(number)
        if seat in found:
            raise SimulationError(f"--wagers {text!r}: seat {seat} is given twice")
        found[seat] = {}
        for part in wagers.split(","):
            wager, equals, dollars = (each.strip() for each in part.partition("="))
            if not wager or not equals:
                raise SimulationError(
                    f"--wagers {text!r}: {part.strip()!r} is no wager with its amount: write "
                    f"{seat}:WAGER=DOLLARS, such as {seat}:ante=25"
                )
            if wager in found[seat]:
                raise SimulationError(f"--wagers {text!r}: {wager} is given twice")
            found[seat][wager] = cents_of(wager, dollars)
    return found


def cents_of(wager: str, dollars: object) -> int:
    """The cents of an amount in dollars, as text or number."""
    try:
        return Money.parse(f"${str(dollars).strip().removeprefix('$')}").cents
    except ValueError:
        raise SimulationError(
            f"wagers: {wager}={dollars} is not an amount: write dollars, 5 or 2.50"
        ) from None


def seat_wagers(
    loaded: Loaded,
    seats: int,
    sides: Iterable[str],
    given: GivenWagers,
    *,
    usual_cents: int = USUAL_CENTS,
) -> SeatWagers:
    """What each seat bets: the required wagers, side wagers of all seats, and the amounts given."""
    rules, sides = loaded.rules, tuple(sides)
    for seat, wagers in given.items():
        if type(seat) is not int or not 1 <= seat <= seats:
            raise SimulationError(f"wagers of seat {seat}: seats that play are 1 to {seats}")
        for wager in wagers:
            known = [*rules.wagers_of("required"), *rules.wagers_of("side")]
            if wager not in known:
                raise SimulationError(
                    f"wagers of seat {seat}: {wager!r}{did_you_mean(wager, known)}; those bet "
                    f"before the deal are {', '.join(known)}"
                )
    table = ENGINES[rules.game.mechanism](with_seats(loaded, seats))
    opened = table.open_round(Terms(LIMITS, jackpots=posted_seeds(table)))
    try:
        for seat in range(1, seats + 1):
            wanted = dict.fromkeys((*rules.wagers_of("required"), *sides, *given.get(seat, ())))
            wanted = wanted or dict.fromkeys(rules.opening_wagers)
            for wager in wanted:
                cents = given.get(seat, {}).get(wager)
                if cents is None:
                    cents = _nearest_cents(opened, seat, wager, usual_cents)
                if cents:
                    opened = opened.play(Bet(seat, wager, cents))
        opened.play(NoMoreBets())
    except NotAllowed as refused:
        raise SimulationError(f"wagers of seat {seat}: {refused}") from None
    placed: list[dict[str, int]] = [{} for _ in range(seats)]
    for entry in opened.log:
        if isinstance(entry, Bet):
            placed[entry.seat - 1][entry.wager] = entry.cents
    for seat, wagers in enumerate(placed, 1):
        if not wagers:
            raise SimulationError(f"wagers of seat {seat}: it bets nothing, so it does not play")
    return SeatWagers(tuple(placed))


def placed_wagers(game: GameToDeal) -> SeatWagers | None:
    """The wagers of all seats, checked against the layout; None if no amounts are given."""
    settings = game.settings
    check_seats(game.rules, game.seats)
    check_sides(game.rules, settings.sides)
    placed = seat_wagers(game.loaded, game.seats, settings.sides, settings.wagers or {})
    if not settings.wagers:
        return None
    if settings.counter is not None:
        _check_counter_bets(
            game.loaded, placed.seats[0], [bet for _, bet in settings.counter.steps]
        )
    return placed


def with_seats(loaded: Loaded, seats: int) -> Loaded:
    """The same game at a table of this many seats, if its own table has fewer."""
    table = loaded.rules.table
    if seats <= table.seats:
        return loaded
    larger = table.model_copy(update={"seats": seats})
    return replace(loaded, rules=loaded.rules.model_copy(update={"table": larger}))


def _check_counter_bets(
    loaded: Loaded, wagers: Mapping[str, int], bets: Iterable[Fraction]
) -> None:
    """Refuse side wagers of the counter's seat that the layout does not allow beside each of his
    bets: they are out in every round, even when he bets little or nothing."""
    unit = loaded.rules.unit if loaded.rules.unit in wagers else next(iter(wagers))
    sides = {wager: cents for wager, cents in wagers.items() if wager != unit}
    for bet in bets if sides else ():
        cents = bet * wagers.get(unit, 0)
        try:
            if cents.denominator > 1:
                raise SimulationError("that is no whole number of cents")
            seat_wagers(loaded, 1, (), {1: {unit: int(cents), **sides}})
        except SimulationError as refused:
            raise SimulationError(
                f"--spread: a bet of {float(bet):g} units beside {', '.join(sides)} at seat 1: "
                f"{refused}"
            ) from None


def check_seats(rules: Rules, seats: int) -> None:
    most = rules.table.most_seats or rules.table.seats
    if not 1 <= seats <= most:
        raise SimulationError(f"--seats {seats}: the layout takes 1 to {most}")


def check_sides(rules: Rules, sides: Sequence[str]) -> None:
    allowed = rules.wagers_of("side")
    for side in sides:
        if side not in allowed:
            there = ", ".join(allowed) or "none in this game"
            raise SimulationError(
                f"--side {side!r}{did_you_mean(side, allowed)}: side wagers are {there}"
            )
        if list(sides).count(side) > 1:
            raise SimulationError(f"--side {side}: it is given twice")


def sides_by_seat(
    rules: Rules, seats: int, sides: Sequence[str], wagers: SeatWagers | None
) -> tuple[tuple[str, ...], ...]:
    """The side wagers of each seat: those of all, unless `wagers` gives each seat's own."""
    check_seats(rules, seats)
    check_sides(rules, sides)
    if wagers is None:
        return (tuple(sides),) * seats
    known = rules.wagers_of("side")
    return tuple(tuple(side for side in known if side in seat) for seat in wagers.seats)


def _nearest_cents(opened: Round, seat: int, wager: str, usual_cents: int) -> int:
    """What is bet if no amount is given: the usual amount, or the most allowed if that is less; the
    least if that does not fit. A wager sized by another gets the usual amount or the least."""
    is_tied = opened.rules.wagers[wager].size is not None
    for legal in opened.legal_moves():
        move = legal.move
        if isinstance(move, Bet) and (move.seat, move.wager) == (seat, wager):
            amounts = legal.amounts
            if amounts is None or amounts.only:
                return usual_cents if amounts and amounts.allows(usual_cents) else move.cents
            nearest = usual_cents if is_tied else min(usual_cents, amounts.most_cents)
            return nearest if amounts.allows(nearest) else move.cents
    return 1
