"""Cards in, names of hands out: what some cards are worth in each hand of a game they fit.

Cards are given zone by zone, in the order in which the hand names its zones; exactly as many cards
as make a hand may be given too, and are taken as they are. For a total any number of its cards may
be given, and its pay is found if it does not depend on another total.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from feltworks.cards import Card
from feltworks.errors import FeltworksError, did_you_mean
from feltworks.rules.handbook import Handbook, Held
from feltworks.rules.prose import hand_words, in_a_row, prize_words
from feltworks.rules.settlement import row_for


class NamingError(FeltworksError):
    """A hand that the game does not have, or cards that fit none of its hands."""


@dataclass(frozen=True, slots=True)
class RowHit:
    """A row of a pay table that the hand meets."""

    table: str
    row: str
    pays: str


@dataclass(frozen=True, slots=True)
class NamedHand:
    """The value of cards in one or more hands of a game that rank alike.

    `place` counts from the best hand: 1 is the best; hands that tie have the same place.
    """

    hands: tuple[str, ...]
    cards: tuple[Card, ...]
    used: tuple[Card, ...]
    category: str
    says: str
    value: int
    classes: int
    pays: tuple[RowHit, ...]

    @property
    def place(self) -> int:
        return self.classes - self.value


def name_hands(
    book: Handbook, cards: Sequence[Card], hand_id: str | None = None
) -> list[NamedHand]:
    """The cards named in every hand they fit; hands with the same result are put together."""
    known = known_hands(book, hand_id)
    book.deck.check(cards)
    wanted = known if hand_id is None else [hand_id]
    named: list[NamedHand] = []
    for id_ in wanted:
        if id_ in book.rules.totals:
            if not 1 <= len(cards) <= book.total(id_).most_cards:
                continue
            found = _counted(book, id_, tuple(cards))
        elif len(cards) in (_held_cards(book, id_), book.chooser(id_).use):
            found = _named(book, id_, tuple(cards))
        else:
            continue
        for place, other in enumerate(named):
            if replace(found, hands=other.hands, pays=other.pays) == other:
                pays = dict.fromkeys((*other.pays, *found.pays))
                named[place] = replace(other, hands=(*other.hands, id_), pays=tuple(pays))
                break
        else:
            named.append(found)
    if not named:
        raise NamingError(_no_fit(book, len(cards), wanted))
    return named


def known_hands(book: Handbook, hand_id: str | None) -> list[str]:
    """Every hand of the game; a `NamingError` if the named one does not exist."""
    known = [*book.rules.hands, *book.rules.totals]
    if hand_id is not None and hand_id not in known:
        raise NamingError(
            f"{book.rules.game.id} has no hand {hand_id!r}{did_you_mean(hand_id, known)}: "
            f"its hands are {', '.join(known)}"
        )
    return known


def _held_cards(book: Handbook, hand_id: str) -> int:
    return sum(book.rules.hands[hand_id].from_.values())


def _named(book: Handbook, hand_id: str, cards: tuple[Card, ...]) -> NamedHand:
    compiled = book.compiled(hand_id)
    if len(cards) == _held_cards(book, hand_id):
        zones: dict[str, tuple[Card, ...]] = {}
        start = 0
        for zone, count in book.rules.hands[hand_id].from_.items():
            zones[zone] = cards[start : start + count]
            start += count
        chooser = book.chooser(hand_id)
        value, used = chooser.value(compiled, zones), chooser.best(compiled, zones)
    else:
        value, used = compiled.value(cards), compiled.best(cards)
    return NamedHand(
        hands=(hand_id,),
        cards=cards,
        used=used,
        category=compiled.category_of(value),
        says=compiled.describe(value),
        value=value,
        classes=len(compiled.classes),
        pays=tuple(_rows_hit(book, hand_id, Held(value, cards))),
    )


def _counted(book: Handbook, hand_id: str, cards: tuple[Card, ...]) -> NamedHand:
    """Cards as a total, which is ranked only by its points."""
    total = book.total(hand_id)
    held = Held(total.value(cards), cards)
    points = total.total_of(held.value)
    return NamedHand(
        hands=(hand_id,),
        cards=cards,
        used=cards,
        category=str(points),
        says=total.describe(held.value),
        value=points,
        classes=total.top + 1,
        pays=tuple(_rows_hit(book, hand_id, held)) if total.over is None else (),
    )


def _rows_hit(book: Handbook, hand_id: str, held: Held) -> list[RowHit]:
    hits = []
    for table_id, table in book.rules.pays.items():
        row = row_for(book, table_id, held) if table.hand == hand_id else None
        if row is not None:
            hits.append(RowHit(table_id, row.hand, prize_words(row.pays)))
    return hits


def _no_fit(book: Handbook, count: int, wanted: Sequence[str]) -> str:
    fits = in_a_row(f"{id_} ({_fitting(book, id_)})" for id_ in wanted)
    many = "1 card makes" if count == 1 else f"{count} cards make"
    return f"{many} no hand of {book.rules.game.id}: its hands are {fits}"


def _fitting(book: Handbook, hand_id: str) -> str:
    """Which cards a hand takes."""
    if hand_id in book.rules.totals:
        most = book.total(hand_id).most_cards
        return "1 card" if most == 1 else f"1 to {most} cards"
    return hand_words(book.rules.hands[hand_id], book.chooser(hand_id).use)
