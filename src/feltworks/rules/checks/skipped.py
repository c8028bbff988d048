"""Stages that may not take place: what is settled without their cards.

A stage with `if_out` deals only if one of its wagers is out. This follows a seat through every
sequence of choices, with each side wager in turn, and looks whether a wager is still out that needs
cards which were not dealt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from feltworks.rules.checks.places import cards_dealt
from feltworks.rules.mistakes import Mistake
from feltworks.rules.schema import Rules
from feltworks.rules.schema.stages import Choice, Stage

COMPARED = {"not_qualified", "win", "tie", "lose"}
"""The cells of a wager that a contest decides."""
MOST_WAYS = 10_000


@dataclass(frozen=True)
class _Seat:
    """A seat on its way through the stages; `skipped` are the indexes of those not dealt."""

    out: frozenset[str]
    contest: str | None = None
    folded: bool = False
    ended: bool = False
    skipped: frozenset[int] = frozenset()


def check_skipped(rules: Rules) -> Iterator[Mistake]:
    """Checks that a wager which is out gets the cards that it is settled on."""
    if not any(stage.if_out and stage.deal for stage in rules.stages):
        return
    required = frozenset(rules.wagers_of("required"))
    opened = [required, *(required | {side} for side in rules.wagers_of("side"))]
    opened += [frozenset({id_}) for id_, wager in rules.wagers.items() if wager.alone]
    for out in opened:
        seats = [_Seat(out)] if out else []
        for place, stage in enumerate(rules.stages):
            afters = (after for seat in seats for after in _through(rules, seat, place, stage))
            seats = list(dict.fromkeys(afters))
            if len(seats) > MOST_WAYS:
                found = f"more than {MOST_WAYS:,} ways to have wagers out"
                yield Mistake(f"stages.{stage.id}", found, "fewer choices, or no if_out")
                return
            yield from _short(rules, seats, place + 1, stage.settles)
            seats = [replace(seat, out=seat.out - {*stage.settles}) for seat in seats]
        yield from _short(rules, seats, len(rules.stages), rules.wagers)


def _through(rules: Rules, seat: _Seat, place: int, stage: Stage) -> Iterator[_Seat]:
    """The seat after a stage, once for everything it may do there."""
    if stage.if_out and not seat.out & {*stage.if_out}:
        yield replace(seat, skipped=seat.skipped | {place})
        return
    plays_main = not seat.folded and seat.out & {*rules.wagers_of("required")}
    if not rules.wagers_of("required"):
        plays_main = not seat.folded and seat.out
    asked = plays_main and not seat.ended and stage.while_not_out not in seat.out
    open_to_all = any(choice.requires is None for choice in stage.decide)
    if not asked or stage.asked_if is not None or not open_to_all:
        yield seat
    if asked:
        yield from (_after(seat, choice) for choice in stage.decide)


def _after(seat: _Seat, choice: Choice) -> _Seat:
    out = seat.out - {choice.take_back, choice.gives_up} | ({choice.bet} - {None})
    return replace(
        seat,
        out=frozenset(id_ for id_ in out if id_ is not None),
        contest=choice.plays or seat.contest,
        folded=seat.folded or choice.folds,
        ended=seat.ended or choice.ends,
    )


def _short(
    rules: Rules, seats: Iterable[_Seat], stop: int, wagers: Iterable[str]
) -> Iterator[Mistake]:
    """The stages before `stop` without which one of these wagers lacks cards."""
    for seat in seats:
        dealt = cards_dealt(
            stage for at, stage in enumerate(rules.stages[:stop]) if at not in seat.skipped
        )
        for wager in (wager for wager in wagers if wager in seat.out):
            for hand in sorted(_needed(rules, seat, wager)):
                for zone, count in rules.hands[hand].from_.items():
                    if dealt[zone] >= count:
                        continue
                    for at in sorted(seat.skipped):
                        if cards_dealt(rules.stages[at : at + 1])[zone]:
                            stage = rules.stages[at]
                            found = f"{', '.join(stage.if_out)}, but {wager} needs cards of {zone}"
                            allowed = f"{wager} too, or a wager that is out whenever {wager} is"
                            yield Mistake(f"stages.{stage.id}.if_out", found, allowed)


def _needed(rules: Rules, seat: _Seat, wager: str) -> set[str]:
    """The ranked hands on which the seat's wager is settled."""
    cells = rules.settle.get(wager)
    if cells is None:
        return set()
    entered = cells.decided_by(seat.contest)
    if entered is None and len(rules.contests) == 1:
        entered = next(iter(rules.contests))
    pays = cells.cell("folded") or () if seat.folded else ()
    hands = {rules.pays[id_].hand for pay in pays for id_ in pay.all_tables if id_ in rules.pays}
    if not seat.folded:
        tables = rules.tables_of(wager)
        hands = {rules.pays[id_].hand for id_ in tables if id_ in rules.pays}
        contest = rules.contests.get(entered or "")
        if contest is not None and {*cells.in_contest(entered).cells} & COMPARED:
            hands |= {contest.player, contest.dealer}
    return hands & {*rules.hands}
