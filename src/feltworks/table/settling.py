"""The dealer's hand shown, and one seat's wagers settled in order, each with its reason.

The situation of the seat is put together here; `rules.settlement` says what a wager pays in it;
odds become cents by the rounding in the rules. The dealer lays his cards as pictured in the rules
of play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from feltworks.cards import Card
from feltworks.round.core.dealing import show
from feltworks.round.core.paying import pay
from feltworks.round.core.reading import HOUSE, HandReader
from feltworks.round.operations import Arranged
from feltworks.rules.handbook import Held
from feltworks.rules.settlement import Situation, stands
from feltworks.table.layout import TableLayout, TableSpot
from feltworks.table.operations import CardPosition, Compared, Qualified
from feltworks.table.plan import TableContest

BY_POSITION: dict[str, CardPosition] = {"win": "between", "tie": "no-gap", "lose": "outside"}
DealerHand = tuple["Held", bool]
"""The dealer's hand in a contest, and whether it qualifies."""


def settle_seat(
    layout: TableLayout,
    seat: int,
    dealer: Mapping[str, DealerHand],
    wagers: Iterable[str] | None = None,
) -> None:
    """Settles what the seat still has out, or only those wagers."""
    spot = layout.spots[seat]
    due = [id for id in (wagers or layout.plan.order) if spot.has_out(id)]
    if not due:
        return
    spot = layout.own(seat)
    # Before the end only the cards are turned over that these wagers are about.
    for zone in layout.plan.player_zones if wagers is None else _about(layout, due):
        show(layout, seat, zone)
    results: dict[str, Situation] = {}
    held: dict[str, Held] = {}
    for id in due:
        wager = layout.plan.wagers[id]
        for hand in wager.hands:
            dealt = layout.plan.hands[hand].cards(layout.cards, seat) is not None
            if hand not in held and dealt:
                held[hand] = layout.plan.hands[hand].held(layout.cards, seat)
        contest = contest_of(layout, spot, id)
        if contest is not None and contest in dealer and spot.in_contest and wager.contested:
            if contest not in results:
                results[contest] = _compare(layout, spot, contest, dealer[contest], held)
            situation = results[contest]
        else:
            situation = Situation(held, folded=spot.folded)
        payment = layout.plan.payment(id, situation)
        if _by_position(layout, situation.contest) and payment.case in BY_POSITION:
            payment = replace(payment, case=BY_POSITION[payment.case])
        pay(layout, spot, id, payment)


def contest_of(layout: TableLayout, spot: TableSpot, wager: str) -> str | None:
    """The contest that decides the wager: its own, the one entered, or the only one."""
    decided = layout.plan.rules.settle[wager].decided_by(spot.contest)
    return decided or layout.plan.only_contest


def _by_position(layout: TableLayout, contest: str | None) -> bool:
    return contest is not None and layout.plan.rules.contests[contest].by == "position"


def _about(layout: TableLayout, wagers: Iterable[str]) -> list[str]:
    plan = layout.plan
    hands = {hand for id in wagers for hand in plan.wagers[id].hands}
    if any(plan.wagers[id].contested for id in wagers):
        hands |= {contest.player.id for contest in plan.contests.values()}
    zones = {zone for hand in hands for zone in plan.hands[hand].zones}
    return [zone for zone in plan.player_zones if zone in zones]


def _compare(
    layout: TableLayout,
    spot: TableSpot,
    contest_id: str,
    dealer: DealerHand,
    held: Mapping[str, Held],
) -> Situation:
    """Compares the seat's hand with the dealer's and logs it; `held` are the seat's hands."""
    contest = layout.plan.contests[contest_id]
    his, qualified = dealer
    reader = contest.player
    mine = reader.held(layout.cards, spot.seat)
    if spot.laid and isinstance(reader, HandReader) and reader.set_by_player:
        mine = Held(reader.compiled.whole_hand(spot.laid), spot.laid)
    result = stands(layout.plan.book, contest.id, mine, his)
    told = BY_POSITION[result] if _by_position(layout, contest_id) else result
    layout.log.append(Compared(spot.seat, contest.id, reader.in_words(mine.value), told))
    return Situation(held, qualified=qualified, result=result, contest=contest.id)


# --- the dealer's hand -------------------------------------------------------------------------


def show_dealer(layout: TableLayout) -> None:
    """The dealer turns his cards over."""
    for zone in layout.plan.dealer_zones:
        show(layout, HOUSE, zone)


def arrange(layout: TableLayout, contests: Sequence[TableContest]) -> None:
    """The dealer lays out his hand for the contests that are played, if he has cards.

    Cards that count points stay in the order they came.
    """
    ranked = [each.dealer for each in contests if isinstance(each.dealer, HandReader)]
    if not layout.plan.dealer_zones or not ranked:
        return
    # The hand with the fewest cards is picked out of the others.
    reader = min(ranked, key=lambda hand: hand.chooser.use)
    drawn = reader.cards(layout.cards, HOUSE)
    assert drawn is not None
    best = reader.best(drawn)
    how = layout.plan.rules.table.dealer_shows
    if how == "community-beside-hole":
        layout.log.append(_beside_hole(layout, best))
    elif how == "best-pushed-forward":
        layout.log.append(Arranged(_high_to_low(layout, _own_cards(layout)), forward=best))
    else:
        rest = _high_to_low(layout, parted(drawn, best)[1])
        layout.log.append(Arranged((*best, *rest)))


def is_out(layout: TableLayout, contest: TableContest) -> bool:
    """Whether the dealer has all his cards of a contest."""
    return contest.dealer.cards(layout.cards, HOUSE) is not None


def qualify(layout: TableLayout, contest: TableContest) -> DealerHand:
    """What the dealer has in a contest, and whether it is enough."""
    held = contest.dealer.held(layout.cards, HOUSE)
    test = contest.qualifier
    qualified = None if test is None else test.matches(held.value, held.cards)
    layout.log.append(Qualified(contest.id, contest.dealer.in_words(held.value), qualified))
    return held, qualified is not False


def _beside_hole(layout: TableLayout, best: Sequence[Card]) -> Arranged:
    """Table cards in use lie next to the dealer's own, and of those the used ones first."""
    own = _own_cards(layout)
    table = tuple(
        card
        for zone, owner in layout.plan.rules.zones.items()
        if owner == "table"
        for card in layout.cards.get((HOUSE, zone), ())
    )
    used_table, idle_table = parted(table, best)
    used_own, idle_own = parted(own, best)
    return Arranged((*idle_table, *used_table, *used_own, *idle_own), turned=idle_own)


def _own_cards(layout: TableLayout) -> tuple[Card, ...]:
    return tuple(
        card for zone in layout.plan.dealer_zones for card in layout.cards.get((HOUSE, zone), ())
    )


def _high_to_low(layout: TableLayout, cards: Sequence[Card]) -> tuple[Card, ...]:
    faces = layout.plan.faces
    return tuple(sorted(cards, key=lambda card: faces[card].shift, reverse=True))


def parted(
    cards: Sequence[Card], chosen: Sequence[Card]
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards that were chosen and the others, each in their order."""
    left = list(chosen)
    parts: dict[bool, list[Card]] = {True: [], False: []}
    for card in cards:
        is_chosen = card in left
        parts[is_chosen].append(card)
        if is_chosen:
            left.remove(card)
    return tuple(parts[True]), tuple(parts[False])
