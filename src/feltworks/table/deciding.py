"""The players' decisions: which choices are open to a seat, for how much, and what they do.

A folding player may slide his cards under a side wager that wins, so that it is paid; folding
without that gives it up. Where a player sets apart the cards he plays, the best are set for him
when he names none; they lie behind the wager that his decision put out, the others under his first
wager beside the main game. Where he gives up cards for others, those go to the discard rack and the
deck has the next move, before anybody else decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from feltworks.cards import Card
from feltworks.errors import short_repr
from feltworks.round.contract import Amounts
from feltworks.round.core.betting import check_turn, chosen_amount, fixed_amount, tied_amounts
from feltworks.round.core.order import shared_act
from feltworks.round.core.paying import pay
from feltworks.round.core.reading import HOUSE
from feltworks.round.moves import UNTUCKED, Decide
from feltworks.round.operations import Discarded, Returned, Staked, folded
from feltworks.round.reasons import NotAllowed, Reason
from feltworks.rules.settlement import Situation, stands
from feltworks.table.layout import TableLayout, TableSpot
from feltworks.table.operations import Laid, TakenBack, Tucked
from feltworks.table.plan import ChoicePlan
from feltworks.table.settling import parted


@dataclass(frozen=True, slots=True)
class TableChoice:
    """A choice that a seat may make now."""

    id: str
    plan: ChoicePlan
    amounts: Amounts | None
    tucks: str | None = None
    gives_up: bool = False

    @property
    def name(self) -> str:
        return f"{self.plan.name} without tucking" if self.gives_up else self.plan.name


def open_choices(layout: TableLayout, seat: int) -> Iterator[TableChoice]:
    """Every choice open to the seat, in the order of the rules."""
    spot = layout.spots[seat]
    for choice in layout.choices.values():
        if _why_closed(layout, spot, choice) is None:
            found = _opened(layout, spot, choice)
            yield found
            if found.tucks is not None:
                yield TableChoice(choice.rule.id + UNTUCKED, choice, None, gives_up=True)


def has_open_choice(layout: TableLayout, seat: int) -> bool:
    """Whether the seat has anything to decide."""
    spot = layout.spots[seat]
    if not _is_asked(layout, spot):
        return False
    choices = layout.choices.values()
    return any(_why_closed(layout, spot, choice) is None for choice in choices)


def _is_asked(layout: TableLayout, spot: TableSpot) -> bool:
    """Whether the stage's condition for deciding, if it has one, holds for the seat."""
    asked = layout.plan.asked_if[layout.stage_at]
    if asked is None:
        return True
    if asked.hand is not None:
        return asked.hand.holds(layout.cards, spot.seat)
    contest = asked.contest
    assert contest is not None
    mine = contest.player.held(layout.cards, spot.seat)
    his = contest.dealer.held(layout.cards, HOUSE)
    return stands(layout.plan.book, contest.id, mine, his) == asked.result


def _find_choice(layout: TableLayout, seat: int, id: str) -> TableChoice:
    """The open choice of that id; raises `NotAllowed` if there is none or it is not open."""
    choices = layout.choices
    spot = layout.spots[seat]
    id = id if type(id) is str else short_repr(id)
    choice = choices.get(id)
    gives_up = choice is None and id.endswith(UNTUCKED) and layout.plan.rules.table.tuck
    if gives_up:
        choice = choices.get(id.removesuffix(UNTUCKED))
    if choice is None or (gives_up and not choice.rule.folds):
        offered = ", ".join(choices)
        raise NotAllowed("no-such-choice", f"{short_repr(id)} is no choice here: {offered} are.")
    if closed := _why_closed(layout, spot, choice):
        raise NotAllowed(closed.rule, closed.text)
    found = _opened(layout, spot, choice)
    if not gives_up:
        return found
    if found.tucks is None:
        raise NotAllowed("nothing-to-tuck", "No side wager of this hand wins: just fold.")
    return TableChoice(id, choice, None, gives_up=True)


def _opened(layout: TableLayout, spot: TableSpot, choice: ChoicePlan) -> TableChoice:
    """A choice that is open, with the amounts it may have."""
    if not choice.rule.folds:
        return TableChoice(choice.rule.id, choice, _amounts(layout, spot, choice))
    tucks = None
    if layout.plan.rules.table.tuck:
        tucks = next(_winning_side_wagers(layout, spot), None)
    return TableChoice(choice.rule.id, choice, None, tucks=tucks)


def _why_closed(layout: TableLayout, spot: TableSpot, choice: ChoicePlan) -> Reason | None:
    wagers, rule = layout.plan.wagers, choice.rule
    if rule.bet is not None:
        if rule.bet in spot.stakes:
            return Reason("already-out", f"{wagers[rule.bet].name} is already out.")
        of = rule.size.of if rule.size is not None else None
        if of is not None and of not in spot.stakes:
            return Reason("other-first", f"{choice.name} is measured by {wagers[of].name}.")
    if rule.take_back is not None and not spot.has_out(rule.take_back):
        return Reason("not-out", f"{wagers[rule.take_back].name} is not out to be taken back.")
    if rule.gives_up is not None and not spot.has_out(rule.gives_up):
        return Reason("not-out", f"{wagers[rule.gives_up].name} is not out to be given up.")
    needs = choice.requires
    if needs is not None and not needs.holds(layout.cards, spot.seat):
        return Reason("hand-needed", f"{choice.name} is open only with {needs.test.text}.")
    return None


def _winning_side_wagers(layout: TableLayout, spot: TableSpot) -> Iterator[str]:
    """The side wagers that pay on the present cards, and those that may with cards to come."""
    plan = layout.plan
    for id in plan.order:
        wager = plan.wagers[id]
        if wager.kind != "side" or not wager.lives_when_folded or not spot.has_out(id):
            continue
        readers = [plan.hands[hand] for hand in wager.hands]
        if any(reader.cards(layout.cards, spot.seat) is None for reader in readers):
            yield id
            continue
        held = {reader.id: reader.held(layout.cards, spot.seat) for reader in readers}
        payment = plan.payment(id, Situation(held, folded=True))
        if payment.odds.numerator > 0 or payment.cents or payment.hits:
            yield id


def _amounts(layout: TableLayout, spot: TableSpot, choice: ChoicePlan) -> Amounts | None:
    size = choice.rule.size
    if size is None:
        return None
    if size.of is None:
        assert size.cents is not None
        return fixed_amount(size.cents)
    return tied_amounts(size, spot.stakes[size.of], layout.terms.limits.chips[0])


def decide(layout: TableLayout, move: Decide) -> None:
    """A seat's decision, and what it does to its wagers and cards."""
    check_turn(layout, move)
    choice = _find_choice(layout, move.seat, move.choice)
    cents = chosen_amount(choice.name, choice.amounts, move.cents)
    plan, rule = choice.plan, choice.plan.rule
    if rule.discard is not None:
        _check_discard(layout, move, plan)
    elif move.cards != ():
        _check_laid(layout, move, plan)
    spot = layout.own(move.seat)
    layout.deciding = layout.deciding[1:]
    layout.log.append(Decide(move.seat, move.choice, cents, move.cards))
    if rule.folds:
        _fold(layout, spot, choice)
    if (wager := rule.take_back) is not None:
        layout.log.append(TakenBack(spot.seat, wager, spot.stakes.pop(wager)))
        if wager in spot.tips:
            layout.log.append(Returned(spot.seat, wager, spot.tips.pop(wager), tip=True))
    if rule.gives_up is not None:
        payment = layout.plan.payment(rule.gives_up, Situation(folded=True))
        pay(layout, spot, rule.gives_up, payment)
    if rule.bet is not None:
        assert cents is not None
        spot.stakes[rule.bet] = cents
        layout.log.append(Staked(spot.seat, rule.bet, cents))
    if rule.plays is not None:
        spot.contest = rule.plays
    if plan.sets is not None:
        _lay(layout, spot, plan, move)
    if rule.discard is not None and move.cards:
        _replace(layout, spot.seat, plan, move)
    spot.ended = spot.ended or rule.ends


def _fold(layout: TableLayout, spot: TableSpot, choice: TableChoice) -> None:
    spot.folded = True
    layout.log.append(folded(spot.seat))
    if choice.tucks is not None:
        spot.tucked = choice.tucks
        layout.log.append(Tucked(spot.seat, choice.tucks))
    elif layout.plan.rules.table.tuck:
        spot.gave_up = True


def _check_laid(layout: TableLayout, move: Decide, choice: ChoicePlan) -> None:
    """Raises `NotAllowed` for cards that cannot be set apart."""
    reader = choice.sets
    if reader is None:
        raise NotAllowed("nothing-to-set", f"{choice.name} does not let a player set his cards.")
    drawn = reader.cards(layout.cards, move.seat)
    named = move.cards if type(move.cards) is tuple else ()
    laid = tuple(card for card in named if isinstance(card, Card))
    if drawn is None or len(laid) != len(named) or not reader.may_lay(drawn, laid):
        raise NotAllowed(
            "wrong-cards", f"{choice.name} is played with {reader.chooser.use} of the own cards."
        )


def _lay(layout: TableLayout, spot: TableSpot, choice: ChoicePlan, move: Decide) -> None:
    """Sets apart the cards the player named, or the best."""
    reader = choice.sets
    assert reader is not None
    drawn = reader.cards(layout.cards, spot.seat)
    assert drawn is not None
    if move.cards:
        spot.laid = tuple(card for card in move.cards if card is not None)
    laid = spot.laid or reader.best(drawn)
    under = next((id for id in layout.plan.beside if spot.has_out(id)), None)
    _, aside = parted(drawn, laid)
    layout.log.append(Laid(spot.seat, laid, aside, behind=choice.rule.bet, under=under))


def _check_discard(layout: TableLayout, move: Decide, choice: ChoicePlan) -> None:
    """Raises `NotAllowed` for cards that cannot be exchanged."""
    discard = choice.rule.discard
    assert discard is not None
    held = list(layout.cards.get((move.seat, discard.of), ()))
    named = move.cards if type(move.cards) is tuple else (None,)
    if not discard.least <= len(named) <= discard.most:
        least = f"{discard.least} to " if discard.least < discard.most else ""
        cards = "card" if discard.most == 1 else "cards"
        raise NotAllowed(
            "wrong-cards",
            f"{choice.name} gives up {least}{discard.most} {cards}, not {len(named)}.",
        )
    for card in named:
        if not isinstance(card, Card) or card not in held:
            name = card if isinstance(card, Card) else short_repr(card)
            raise NotAllowed("wrong-cards", f"{name} is not among the cards to be given up.")
        held.remove(card)


def _replace(layout: TableLayout, seat: int, choice: ChoicePlan, move: Decide) -> None:
    """Moves the cards to the discard rack, and makes as many due from the deck."""
    assert choice.rule.discard is not None
    place = (seat, choice.rule.discard.of)
    kept, down = list(layout.cards[place]), list(layout.down.get(place, ()))
    shown: list[Card] = []
    unseen: list[Card] = []
    for card in move.cards:
        assert card is not None
        kept.remove(card)
        if card in down:
            down.remove(card)
            unseen.append(card)
        else:
            shown.append(card)
    layout.cards[place], layout.down[place] = tuple(kept), tuple(down)
    if shown:
        layout.log.append(Discarded(seat, place[1], tuple(shown), "up"))
    if unseen:
        layout.log.append(Discarded(seat, place[1], tuple(unseen), choice.face))
    layout.script = (shared_act("deal", place, choice.face),) * len(move.cards)
    layout.script_at = 0
