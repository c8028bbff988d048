"""What a hand is called while its player decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.blackjack.round import BlackjackRound
from feltworks.hands import Chooser, HandError

if TYPE_CHECKING:
    from feltworks.round import Round
    from feltworks.round.felt import Felt
    from feltworks.rules.handbook import Handbook


def held_total(round: Round) -> str | None:
    """What the hand counts that is played now; its number, once the seat has several hands."""
    hand = round.hand if isinstance(round, BlackjackRound) else None
    if hand is None:
        return None
    return f"{hand.call} in hand {hand.number}" if hand.split else hand.call


def held_name(book: Handbook, felt: Felt, seat: int) -> str | None:
    """What the seat's cards make by now, with those that lie open; None while it is too few.

    Hands that are played against the dealer count before others, such as a side wager's.
    """
    rules = book.rules
    contested = [_name(book, felt, seat, contest.player) for contest in rules.contests.values()]
    if names := list(dict.fromkeys(name for name in contested if name is not None)):
        return " or ".join(names)
    largest = sorted(rules.hands, key=lambda id: -sum(rules.hands[id].from_.values()))
    others = (_name(book, felt, seat, id) for id in largest)
    return next((name for name in others if name is not None), None)


def _name(book: Handbook, felt: Felt, seat: int, hand_id: str) -> str | None:
    hand = book.rules.hands[hand_id]
    zones = {}
    for zone, count in hand.from_.items():
        if book.rules.zones.get(zone) == "dealer":
            return None
        lying = felt.cards.get((seat, zone)) or felt.cards.get((None, zone)) or []
        known = [each.card for each in lying[:count] if each.card is not None]
        if known:
            zones[zone] = known
    use = hand.use or book.ranking(hand_id).cards
    try:
        chooser = Chooser({zone: len(cards) for zone, cards in zones.items()}, use, hand.at_least)
    except HandError:
        return None
    compiled = book.compiled(hand_id)
    return with_article(compiled.describe(chooser.value(compiled, zones)))


def with_article(hand: str) -> str:
    """A hand's name as it stands in a sentence: `a pair of twos`, `an ace-high straight`."""
    kind = hand.partition(",")[0]
    if not kind.startswith("pair") and not kind.endswith(("flush", "straight", "house")):
        return hand
    return f"an {hand}" if hand.startswith(("ace", "eight")) else f"a {hand}"
