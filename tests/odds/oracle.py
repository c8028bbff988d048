"""The odds by definition, for comparison with odds that are counted.

Nothing here is got by a formula and no two deals are taken for one: `deal_everything`
deals every card of a small deck by the rules file itself. A wager that nothing the player
does can touch is dealt by itself; any other side wager is played together with the
required ones and is worth what it adds to them.

It serves any rules file because it reads the file as the solver does: hands, comparisons and
qualifiers come from `Handbook`, payments from `settle`. So it finds what the solver deals,
decides or counts wrongly, and is blind to a mistake in those two; that is what the
independent settlement in `plain` is for, which knows the shipped games only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, islice, pairwise

from tests.ask.rules import Handbook, Payment, Rules, Situation, settle

from feltworks.cards import Card

from .oracle_counted import Counted, Row
from .oracle_play import Play
from .oracle_settling import End, paid_hands
from .oracle_showdowns import hands_text

Zones = tuple[tuple[str, tuple[Card, ...]], ...]

_UNTOUCHED: dict[str, Counted] = {}


def deal_everything(
    rules: Rules, indifferent: Mapping[str, str] | None = None, main: Counted | None = None
) -> dict[str, Counted]:
    """`main` for the required wagers together, and every side wager by its id.

    Whoever knows `main` already can save dealing it again.
    """
    counted = {}
    if is_played(rules):
        counted["main"] = main = main or main_wagers(rules, indifferent or {})
    for wager in rules.wagers_of("side"):
        if is_untouched(rules, wager):
            counted[wager] = untouched_wager(rules, wager)
        elif main is not None:
            counted[wager] = joint_wager(rules, wager, main, indifferent or {})
    return counted


def is_played(rules: Rules) -> bool:
    """Whether the required wagers are settled by this file rather than a mechanism of its own."""
    return all(wager in rules.settle for wager in rules.wagers_of("required"))


def is_untouched(rules: Rules, wager: str) -> bool:
    """Whether a wager settles alike whatever the player does and the dealer has."""
    cells = rules.settle[wager].cells
    return set(cells) <= {"always", "folded"} and all(
        cell == cells["always"] for cell in cells.values()
    )


def main_wagers(rules: Rules, indifferent: Mapping[str, str]) -> Counted:
    """Every required wager and all that decisions add to them."""
    play = Play(rules, rules.wagers_of("required"), indifferent)
    ends, tossups = play.played()
    several = play.ways_to_showdown > 1
    rows: Counter[Row] = Counter()
    for end, count in ends.items():
        id_ = main_id(end, play.settling.wagers, several=several)
        rows[Row(id_, Fraction(end.total))] += count
    return Counted(
        rows,
        _mean(ends, [end.total for end in ends]),
        _mean(ends, [end.staked for end in ends]),
        {
            wager: _mean(ends, [end.nets[place] for end in ends])
            for place, wager in enumerate(play.settling.wagers)
        },
        tossups,
    )


def main_id(end: End, wagers: Sequence[str], *, several: bool) -> str:
    """The end in a word: the case, the choice where it matters, the rows that paid."""
    folded = end.case.startswith("fold-")
    choice = [end.decided_by] if several and not folded and end.decided_by else []
    by_wager = sorted(zip(wagers, end.rows, strict=True))
    rows = dict.fromkeys(row for _, rows in by_wager for row in rows)
    return "-".join([end.case, *choice, *rows])


def joint_wager(rules: Rules, wager: str, main: Counted, indifferent: Mapping[str, str]) -> Counted:
    """A side wager that decisions touch: played with the required ones, at its stated size."""
    play = Play(rules, [*rules.wagers_of("required"), wager], indifferent)
    ends, tossups = play.played()
    place = play.settling.wagers.index(wager)
    stake = dict(play.start.stakes)[wager]
    rows: Counter[Row] = Counter()
    for end, count in ends.items():
        net = Fraction(end.nets[place]) / stake
        without_row = end.case if end.case.startswith("fold-") else _how_it_ends(net)
        rows[Row("-".join(end.rows[place]) or without_row, net)] += count
    together = _mean(ends, [end.total for end in ends])
    worth = (together - main.expected_value) / stake
    return Counted(rows, worth, indifferent_deals=tossups)


def untouched_wager(rules: Rules, wager: str) -> Counted:
    """A wager on cards alone, in units of itself; dealt once for rules that say the same of it."""
    cells = rules.settle[wager].cells
    tables = [rules.pays[id_] for cell in cells.values() for pay in cell for id_ in pay.all_tables]
    said = hands_text(rules) + repr((wager, rules.wagers[wager], cells, tables))
    if said not in _UNTOUCHED:
        _UNTOUCHED[said] = _untouched_wager(rules, wager)
    return _UNTOUCHED[said]


def _untouched_wager(rules: Rules, wager: str) -> Counted:
    book = Handbook(rules)
    hands = paid_hands(rules, [wager])
    rows: Counter[Row] = Counter()
    for zones, count in _side_deals(rules, book, wager):
        held = {hand: book.held(hand, dict(zones)) for hand in hands}
        rows[_side_row(rules, wager, settle(book, wager, Situation(held)))] += count
    won = sum((row.net * count for row, count in rows.items()), Fraction(0))
    return Counted(rows, won / sum(rows.values()))


def _side_row(rules: Rules, wager: str, payment: Payment) -> Row:
    net = payment.odds
    if payment.cents:
        size = rules.wagers[wager].size
        assert size is not None and size.cents is not None, f"{wager} is not a fixed sum"
        net += Fraction(payment.cents, size.cents)
    share = sum((hit.share for hit in payment.hits), Fraction(0))
    return Row("-".join(payment.rows) or _how_it_ends(net), net, share)


def _how_it_ends(net: Fraction) -> str:
    return "win" if net > 0 else "lose" if net < 0 else "push"


def _side_deals(rules: Rules, book: Handbook, wager: str) -> Iterator[tuple[Zones, int]]:
    """Every set of cards that the wager's hands can be drawn from, as it lies in the zones.

    Where zones make no difference to any of the hands, the cards are dealt in one go; where
    a hand takes only the first cards of a zone, those are dealt before the others. Each comes with
    the number of deals that look so: a shoe holds a card more than once.
    """
    hands = [rules.hands[hand] for hand in paid_hands(rules, [wager])]
    ends: dict[str, list[int]] = {}
    for hand in hands:
        for zone, count in hand.from_.items():
            ends[zone] = sorted({*ends.get(zone, [0]), count})
    counts = {zone: max(some) for zone, some in ends.items()}
    alike = all(not hand.at_least and dict(hand.from_) == counts for hand in hands)
    apart = [last - first for some in ends.values() for first, last in pairwise(some)]
    deck = sorted(book.deck.cards, key=str)
    faces = [deck.index(card) for card in deck]
    dealt: Counter[tuple[int, ...]]
    if alike or len(apart) == 1:
        dealt = Counter(combinations(faces, sum(apart)))
    else:
        every = _apart(range(len(deck)), apart)
        dealt = Counter(tuple([faces[place] for place in places]) for places in every)
    for places, deals in dealt.items():
        cards = iter([deck[place] for place in places])
        yield tuple((zone, tuple(islice(cards, count))) for zone, count in counts.items()), deals


def _apart(left: Sequence[int], sizes: list[int]) -> Iterator[tuple[int, ...]]:
    """Every way to take so many cards, then so many of the rest, and so on."""
    for cards in combinations(left, sizes[0]):
        if len(sizes) == 1:
            yield cards
            continue
        for more in _apart([card for card in left if card not in cards], sizes[1:]):
            yield (*cards, *more)


def _mean(ends: Mapping[End, int], values: Sequence[int | Fraction]) -> Fraction:
    weighted = zip(values, ends.values(), strict=True)
    return Fraction(sum(value * count for value, count in weighted)) / sum(ends.values())
