"""How the dealer shows his hand: the layout picture of the rules of play, as an order of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.round.core.dealing import show
from feltworks.round.core.reading import HOUSE
from feltworks.table.operations import Arranged, Qualified

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltworks.cards import Card
    from feltworks.rules.handbook import Held
    from feltworks.table.layout import TableLayout
    from feltworks.table.plan import TableContest


def show_dealer(layout: TableLayout) -> None:
    """The dealer turns his cards over."""
    for zone in layout.plan.dealer_zones:
        show(layout, HOUSE, zone)


def arrange(layout: TableLayout, contests: Sequence[TableContest]) -> None:
    """The dealer lays his hand out for the contests that are played."""
    # The hand of fewest cards is the one that is picked out of the others.
    reader = min((contest.dealer for contest in contests), key=lambda hand: hand.chooser.use)
    drawn = reader.cards(layout.cards, HOUSE)
    assert drawn is not None
    best = reader.best(drawn)
    how = layout.plan.rules.table.dealer_shows
    if how == "community-beside-hole":
        layout.log.append(_beside_hole(layout, best))
    elif how == "best-pushed-forward":
        layout.log.append(Arranged(_high_to_low(layout, _own_cards(layout)), forward=best))
    else:
        rest = _without(drawn, best)
        layout.log.append(Arranged((*best, *_high_to_low(layout, rest))))


def qualify(layout: TableLayout, contest: TableContest) -> tuple[Held, bool]:
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
    idle_table, used_table = _without(table, best), _among(table, best)
    used_own, idle_own = _among(own, best), _without(own, best)
    return Arranged((*idle_table, *used_table, *used_own, *idle_own), turned=idle_own)


def _own_cards(layout: TableLayout) -> tuple[Card, ...]:
    return tuple(
        card for zone in layout.plan.dealer_zones for card in layout.cards.get((HOUSE, zone), ())
    )


def _high_to_low(layout: TableLayout, cards: Sequence[Card]) -> tuple[Card, ...]:
    faces = layout.plan.faces
    return tuple(sorted(cards, key=lambda card: faces[card][0], reverse=True))


def _among(cards: Sequence[Card], chosen: Sequence[Card]) -> tuple[Card, ...]:
    left = list(chosen)
    taken = []
    for card in cards:
        if card in left:
            left.remove(card)
            taken.append(card)
    return tuple(taken)


def _without(cards: Sequence[Card], chosen: Sequence[Card]) -> tuple[Card, ...]:
    left = list(cards)
    for card in chosen:
        if card in left:
            left.remove(card)
    return tuple(left)
