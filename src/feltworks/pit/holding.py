"""The name of a hand while its player decides, whose it is, and what decided it at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from feltworks.cards import Card
from feltworks.hands import Chooser, HandError
from feltworks.ring.operations import HandAnnounced
from feltworks.round import Operation
from feltworks.round.felt import Felt
from feltworks.round.operations import Collected, Moved
from feltworks.round.payouts import CASES, Settled
from feltworks.rules.handbook import Handbook
from feltworks.rules.naming import name_hands
from feltworks.rules.schema import Rules
from feltworks.table.operations import Compared, Laid, Qualified


def held_name(book: Handbook, felt: Felt, seat: int) -> str | None:
    """What the seat's cards make so far, with the open ones; None while there are too few.

    Hands that are played against the dealer come before others, such as a side wager's.
    """
    rules = book.rules
    contested = [_name(book, felt, seat, contest.player) for contest in rules.contests.values()]
    if names := list(dict.fromkeys(name for name in contested if name is not None)):
        return " or ".join(names)
    largest = sorted(rules.hands, key=lambda id: -sum(rules.hands[id].from_.values()))
    others = (_name(book, felt, seat, id) for id in largest)
    return next((name for name in others if name is not None), None)


def _name(book: Handbook, felt: Felt, seat: int, hand_id: str) -> str | None:
    zones = _lying(book, felt, seat, hand_id)
    if any(book.rules.zones.get(zone) == "dealer" for zone in zones):
        return None
    if hand_id in book.rules.totals:
        return book.total(hand_id).describe(book.held(hand_id, zones).value)
    known = {zone: cards for zone, cards in zones.items() if cards}
    hand = book.rules.hands[hand_id]
    use = hand.use or book.ranking(hand_id).cards
    try:
        chooser = Chooser({zone: len(cards) for zone, cards in known.items()}, use, hand.at_least)
    except HandError:
        return None
    compiled = book.compiled(hand_id)
    return hand_with_article(compiled.describe(chooser.value(compiled, known)))


def _lying(book: Handbook, felt: Felt, seat: int | None, hand_id: str) -> dict[str, list[Card]]:
    """The known cards that the hand is drawn from, zone by zone."""
    zones = {}
    for zone, count in book.rules.drawn_from(hand_id).items():
        lying = felt.cards.get((seat, zone)) or felt.cards.get((None, zone)) or []
        zones[zone] = [each.card for each in lying[:count] if each.card is not None]
    return zones


@dataclass(frozen=True, slots=True)
class MadeHand:
    """A hand as it counted, and the cards that make it; `seat` None is the dealer's.

    `wager` is the one whose pay table looked at it; None if hands were compared.
    """

    seat: int | None
    wager: str | None
    hand: str
    cards: tuple[Card, ...]


def made_hands(book: Handbook, log: Sequence[Operation]) -> Iterator[MadeHand]:
    """The hands that decided a round, as far as the viewer of this log may know their cards."""
    felt = Felt()
    laid: dict[int, tuple[Card, ...]] = {}
    contests, wagers = book.rules.contests, book.rules.wagers
    for entry in log:
        # Collected and split cards are looked at as they were dealt.
        if not isinstance(entry, Collected | Moved):
            felt.take(entry)
        match entry:
            case Laid(seat, cards):
                laid[seat] = tuple(card for card in cards if card is not None)
            case Qualified(contest, hand):
                cards = _best(book, felt, None, contests[contest].dealer)
                yield MadeHand(None, None, hand, cards)
            case Compared(seat, contest, hand):
                own = laid.get(seat) or _best(book, felt, seat, contests[contest].player)
                yield MadeHand(seat, None, hand, own)
            case HandAnnounced(seat, hand) if book.rules.ring is not None:
                yield MadeHand(seat, None, hand, _best(book, felt, seat, book.rules.ring.hand))
            case Settled(seat, wager) if wager in wagers:
                yield from _looked_up(book, felt, seat, wager)


def _looked_up(book: Handbook, felt: Felt, seat: int, wager: str) -> Iterator[MadeHand]:
    """The hands that the wager's pay tables look at, if all their cards are known."""
    for hand_id in sorted({book.rules.pays[table].hand for table in book.rules.tables_of(wager)}):
        if cards := _best(book, felt, seat, hand_id):
            yield MadeHand(seat, wager, name_hands(book, cards, hand_id)[0].says, cards)


def _best(book: Handbook, felt: Felt, seat: int | None, hand_id: str) -> tuple[Card, ...]:
    """The cards of the best hand; empty if some that it is drawn from are not known."""
    zones, wanted = _lying(book, felt, seat, hand_id), book.rules.drawn_from(hand_id)
    if hand_id in book.rules.totals:
        return tuple(card for cards in zones.values() for card in cards)
    if any(len(zones[zone]) < count for zone, count in wanted.items()):
        return ()
    return book.chooser(hand_id).best(book.compiled(hand_id), zones)


def hand_with_article(hand: str) -> str:
    """A hand's name in a sentence: `a pair of twos`, `an ace-high straight`."""
    kind = hand.partition(",")[0]
    if not kind.startswith("pair") and not kind.endswith(("flush", "straight", "house")):
        return hand
    return f"an {hand}" if hand.startswith(("ace", "eight")) else f"a {hand}"


def whose_hand(rules: Rules, contest: str, side: str) -> str:
    """Whose a hand of a contest is; a hand of table cards alone has its own name.

    Empty for a player's own hand, as he is called by his name.
    """
    hand = getattr(rules.contests[contest], side) if contest in rules.contests else ""
    zones = rules.drawn_from(hand) if hand in {**rules.hands, **rules.totals} else {}
    if zones and all(rules.zones[zone] == "table" for zone in zones):
        return f"the {hand.replace('-', ' ')}"
    return "the dealer" if side == "dealer" else ""


def reason_words(rules: Rules, wager: str, case: str, *, lost: bool) -> str:
    """Why a wager was settled by a case: whose hand decided, and whether no row paid for it."""
    if len(rules.contests) != 1 or wager not in rules.settle:
        return CASES[case]
    contest = next(iter(rules.contests))
    sides = {
        "win": whose_hand(rules, contest, "player"),
        "lose": whose_hand(rules, contest, "dealer"),
    }
    side = sides.get(case, "")
    told = f"{side} is higher" if side not in ("", "the dealer") else CASES[case]
    cell = rules.settle[wager].cells.get(case) or ()
    if lost and case in ("win", "tie", "lose") and any(pay.all_tables for pay in cell):
        return f"{told}, but not with a hand that pays"
    return told
