"""The players' decisions: which choices are open to a seat, for how much, and what they do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feltworks.round.banked.tied import fixed_amount, tied_amounts
from feltworks.round.moves import UNTUCKED, Decide
from feltworks.round.operations import Folded, Returned, Staked
from feltworks.round.reasons import Reason
from feltworks.round.telling import told
from feltworks.rules.written import dollars_text
from feltworks.table.laying import lay, laying_objection
from feltworks.table.operations import TakenBack, Tucked
from feltworks.table.tucking import winning_side_wagers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltworks.round.contract import Amounts
    from feltworks.table.layout import Layout, Spot
    from feltworks.table.stageplan import ChoicePlan


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """A choice that a seat may make now."""

    id: str
    plan: ChoicePlan
    amounts: Amounts | None
    tucks: str | None = None
    gives_up: bool = False

    @property
    def name(self) -> str:
        return f"{self.plan.name} without tucking" if self.gives_up else self.plan.name


def open_choices(layout: Layout, seat: int) -> Iterator[OpenChoice]:
    """Every choice open to the seat, in the order of the rules."""
    for choice in layout.stage.choices.values():
        found = _opened(layout, layout.spots[seat], choice)
        if isinstance(found, Reason):
            continue
        yield found
        if found.tucks is not None:
            yield OpenChoice(choice.id + UNTUCKED, choice, None, gives_up=True)


def has_open_choice(layout: Layout, seat: int) -> bool:
    """Whether the seat has anything to decide."""
    spot = layout.spots[seat]
    return any(_closed(layout, spot, choice) is None for choice in layout.stage.choices.values())


def find_choice(layout: Layout, seat: int, id: str) -> OpenChoice | Reason:
    """The open choice of that id, or why it is not open."""
    choices = layout.stage.choices
    spot = layout.spots[seat]
    id = id if type(id) is str else told(id)
    choice = choices.get(id)
    if choice is not None:
        return _opened(layout, spot, choice)
    plain = choices.get(id.removesuffix(UNTUCKED))
    if plain is not None and plain.folds and layout.plan.rules.table.tuck:
        found = _opened(layout, spot, plain)
        if isinstance(found, OpenChoice) and found.tucks is not None:
            return OpenChoice(id, plain, None, gives_up=True)
        return Reason("nothing-to-tuck", "No side wager of this hand wins: just fold.")
    offered = ", ".join(choices)
    return Reason("no-such-choice", f"{told(id)} is no choice here: {offered} are.")


def _opened(layout: Layout, spot: Spot, choice: ChoicePlan) -> OpenChoice | Reason:
    closed = _closed(layout, spot, choice)
    if closed is not None:
        return closed
    if choice.folds:
        return OpenChoice(choice.id, choice, None, tucks=_tucks_under(layout, spot))
    return OpenChoice(choice.id, choice, _amounts(layout, spot, choice))


def _tucks_under(layout: Layout, spot: Spot) -> str | None:
    if not layout.plan.rules.table.tuck:
        return None
    return next(iter(winning_side_wagers(layout, spot)), None)


def _closed(layout: Layout, spot: Spot, choice: ChoicePlan) -> Reason | None:
    wagers = layout.plan.wagers
    if choice.bet is not None:
        if choice.bet in spot.stakes:
            return Reason("already-out", f"{wagers[choice.bet].name} is already out.")
        of = choice.size.of if choice.size is not None else None
        if of is not None and of not in spot.stakes:
            return Reason("other-first", f"{choice.name} is measured by {wagers[of].name}.")
    if choice.take_back is not None and not spot.has_out(choice.take_back):
        return Reason("not-out", f"{wagers[choice.take_back].name} is not out to be taken back.")
    if choice.requires is not None:
        reader, test = choice.requires
        drawn = reader.cards(layout.cards, spot.seat)
        held = reader.held(layout.cards, spot.seat) if drawn is not None else None
        if held is None or not test.matches(held.value, held.cards):
            return Reason("hand-needed", f"{choice.name} is open only with {test.text}.")
    return None


def _amounts(layout: Layout, spot: Spot, choice: ChoicePlan) -> Amounts | None:
    size = choice.size
    if size is None:
        return None
    if size.of is None:
        assert size.cents is not None
        return fixed_amount(size.cents)
    return tied_amounts(size, spot.stakes[size.of], layout.terms.limits.chips[0])


def decide_objection(layout: Layout, move: Decide) -> Reason | None:
    """Why the seat may not decide so now."""
    found = _decision(layout, move)
    return found if isinstance(found, Reason) else None


def _decision(layout: Layout, move: Decide) -> tuple[OpenChoice, Decide] | Reason:
    """The choice made, and the move with its amount filled in."""
    if layout.needs_card or not layout.deciding:
        return Reason("no-decision", "Nobody has a decision to make now.")
    if type(move.seat) is not int or move.seat != layout.deciding[0]:
        return Reason("not-your-turn", f"It is seat {layout.deciding[0]}'s turn to decide.")
    choice = find_choice(layout, move.seat, move.choice)
    if isinstance(choice, Reason):
        return choice
    cents = move.cents
    if choice.amounts is None:
        if cents is not None:
            return Reason("no-amount", f"{choice.name} takes no amount.")
    else:
        cents = choice.amounts.single if cents is None else cents
        if type(cents) is not int or not choice.amounts.allows(cents):
            return Reason("wrong-size", f"{choice.name} is {_sizes(choice.amounts)}.")
    if move.cards != () and (reason := laying_objection(layout, move, choice.plan)):
        return reason
    return choice, Decide(move.seat, move.choice, cents, move.cards)


def _sizes(amounts: Amounts) -> str:
    if amounts.only:
        return " or ".join(map(dollars_text, amounts.only))
    chip = dollars_text(amounts.step_cents)
    least, most = dollars_text(amounts.least_cents), dollars_text(amounts.most_cents)
    return f"from {least} to {most} in chips of {chip}"


def apply_decide(layout: Layout, move: Decide) -> Reason | None:
    found = _decision(layout, move)
    if isinstance(found, Reason):
        return found
    choice, made = found
    plan, spot = choice.plan, layout.own(move.seat)
    layout.deciding = layout.deciding[1:]
    layout.log.append(made)
    if plan.folds:
        _fold(layout, spot, choice)
    if plan.take_back is not None:
        _take_back(layout, spot, plan.take_back)
    if plan.bet is not None:
        assert made.cents is not None
        spot.stakes[plan.bet] = made.cents
        layout.log.append(Staked(spot.seat, plan.bet, made.cents))
    if plan.plays is not None:
        spot.contest = plan.plays
    if plan.sets is not None:
        lay(layout, spot, plan, made)
    spot.ended = spot.ended or plan.ends
    return None


def _take_back(layout: Layout, spot: Spot, wager: str) -> None:
    """The wager goes back, and the stake for the dealer that rides on it."""
    layout.log.append(TakenBack(spot.seat, wager, spot.stakes.pop(wager)))
    if wager in spot.tips:
        layout.log.append(Returned(spot.seat, wager, spot.tips.pop(wager), tip=True))


def _fold(layout: Layout, spot: Spot, choice: OpenChoice) -> None:
    spot.folded = True
    layout.log.append(Folded(spot.seat))
    if choice.tucks is not None:
        spot.tucked = choice.tucks
        layout.log.append(Tucked(spot.seat, choice.tucks))
    elif layout.plan.rules.table.tuck:
        spot.gave_up = True
