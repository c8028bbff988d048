"""Why a choice is worth what it is: what beats the hand and how often, and what it may become.

Everything that the seat has not seen is dealt in every possible way, and the hands are compared. If
there are too many deals, a sample is used and labelled so; the cards themselves are its seed, so
that the same question has the same answer. Only cards that the seat may see are used, so that
nothing hidden can be revealed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import UInt8s, UInt16s
from feltworks.cards import join_cards
from feltworks.hands import HandError
from feltworks.pit.holding import hand_with_article
from feltworks.rules.handbook import Handbook

if TYPE_CHECKING:
    from feltworks.cards import Card
    from feltworks.rules.schema import Rules
    from feltworks.rules.schema.game import Contest

Faces = UInt8s
Places = UInt16s
Zones = Mapping[str, Sequence["Card"]]
MOST_COUNTED = 2_000_000
SAMPLED = 200_000
MOST_KINDS = 4
MOST_CONTESTS = 2
SAMPLE_SAYS = f"Sampled from {SAMPLED:,} deals: figures are right to about 0.2 points."


@dataclass(frozen=True)
class UnseenDeals:
    """Every deal of the unseen cards, or a sample: the faces of each zone, one row a deal."""

    zones: Mapping[str, Faces]
    exact: bool


class HandCauses:
    """The causes in games of hands against a dealer or a pay table."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._book = Handbook(rules)

    def exchanged(
        self, stage: str, zones: Zones, gone: Sequence[Card], ways: Sequence[Sequence[Card]]
    ) -> tuple[str, ...]:
        """The same for an exchange: for each way to exchange, the best first.

        For the best way everything is explained, for the others what the hand may become.
        """
        told: list[str] = []
        for at, way in enumerate(ways):
            kept = {zone: [c for c in cards if c not in way] for zone, cards in zones.items()}
            lines = self.lines(stage, kept, (*gone, *way), given_up=True)
            does = f"giving up {join_cards(way)}" if way else "keeping every card"
            if at == 0:
                told += [f"{does[0].upper()}{does[1:]} is best.", *lines]
            else:
                becomes = [line for line in lines if line.startswith(("You end", "You hold"))]
                told += [f"{does[0].upper()}{does[1:]} instead: {becomes[0]}"] if becomes else []
        return tuple(told)

    def lines(
        self, stage: str, zones: Zones, gone: Sequence[Card] = (), *, given_up: bool = False
    ) -> tuple[str, ...]:
        """A few sentences, from the cards that the seat sees by zone, and others that are gone.

        If cards may still be exchanged or drawn by a rule, the present hands are not final: then
        there are no sentences, unless those of this stage are `given_up` already.
        """
        rules, book = self._rules, self._book
        if self._changes_from(stage, given_up=given_up):
            return ()
        contests = [
            (id, contest)
            for id, contest in rules.contests.items()
            if {contest.player, contest.dealer} <= rules.hands.keys()
            and book.ranking(contest.player) == book.ranking(contest.dealer)
            # Open hands are decided.
            and not all(self._is_open(hand, zones) for hand in (contest.player, contest.dealer))
        ][:MOST_CONTESTS]
        hands = {hand for _, each in contests for hand in (each.player, each.dealer)}
        paid = [] if contests or rules.contests else self._paid_hands()[:1]
        if not hands and not paid:
            return ()
        try:
            deals = self._deals([*hands, *paid], zones, gone)
            told = [
                line
                for id, contest in contests
                for line in self._against(
                    contest, zones, deals, "" if len(contests) == 1 else f"{self._called(id)}: "
                )
            ]
            told += [line for hand in paid for line in self._becomes(hand, zones, deals, "")]
        except HandError:
            return ()
        return tuple(told if deals.exact or not told else [*told, SAMPLE_SAYS])

    def _changes_from(self, stage: str, *, given_up: bool) -> bool:
        """Whether cards are exchanged or drawn by a rule at that stage or later."""
        ids = [each.id for each in self._rules.stages]
        left = self._rules.stages[(ids.index(stage) if stage in ids else 0) + given_up :]
        return any(
            each.draws_if or any(choice.discard is not None for choice in each.decide)
            for each in left
        )

    def _paid_hands(self) -> list[str]:
        """The hands that the main wagers' pay tables look at."""
        rules = self._rules
        mains = [id for id, wager in rules.wagers.items() if wager.kind != "side"]
        tables = [table for wager in mains for table in sorted(rules.tables_of(wager))]
        return list(dict.fromkeys(rules.pays[table].hand for table in tables))

    def _called(self, contest: str) -> str:
        """A contest by the choice that enters it."""
        for choice in (choice for stage in self._rules.stages for choice in stage.decide):
            if choice.plays == contest:
                return choice.name or choice.id.replace("-", " ").capitalize()
        return contest.replace("-", " ").capitalize()

    # --- the deals ------------------------------------------------------------------------------

    def _deals(self, hands: Sequence[str], zones: Zones, gone: Sequence[Card]) -> UnseenDeals:
        rules, deck = self._rules, self._book.deck
        sizes: dict[str, int] = {}
        for hand in hands:
            for zone, count in rules.hands[hand].from_.items():
                sizes[zone] = max(count, sizes.get(zone, 0))
        seen = {zone: list(zones.get(zone, ()))[:size] for zone, size in sizes.items()}
        known = [*chain.from_iterable(zones.values()), *gone]
        left = Counter(deck.cards)
        left.subtract(known)
        unseen = np.array([deck.index(card) for card in left.elements()], np.uint8)
        mine = {z: sizes[z] - len(seen[z]) for z in sizes if rules.zones[z] != "dealer"}
        his = {z: sizes[z] - len(seen[z]) for z in sizes if rules.zones[z] == "dealer"}
        drawn, exact = _dealt(unseen, mine, his, sum(map(deck.index, known)))
        rows = len(drawn)
        faces: dict[str, Faces] = {}
        at = 0
        for zone, missing in (*mine.items(), *his.items()):
            open_cards = np.array([[deck.index(card) for card in seen[zone]]], np.uint8)
            lying = np.repeat(open_cards.reshape(1, -1), rows, axis=0)
            faces[zone] = np.concatenate([lying, drawn[:, at : at + missing]], axis=1)
            at += missing
        return UnseenDeals(faces, exact)

    def _held(self, hand: str, deals: UnseenDeals) -> Faces:
        from_ = self._rules.hands[hand].from_
        return np.concatenate([deals.zones[zone][:, :count] for zone, count in from_.items()], 1)

    def _values(self, hand: str, deals: UnseenDeals) -> NDArray[np.signedinteger]:
        held = self._held(hand, deals)
        return self._book.chooser(hand).row_values(self._book.compiled(hand), held)

    # --- in words -------------------------------------------------------------------------------

    def _against(self, contest: Contest, zones: Zones, deals: UnseenDeals, which: str) -> list[str]:
        """How the contest ends; `which` names it where there are several."""
        player, dealer, phrase = contest.player, contest.dealer, contest.qualifier
        own, his = self._values(player, deals), self._values(dealer, deals)
        shares = [float(np.mean(own > his)), float(np.mean(own == his)), float(np.mean(own < his))]
        win, tie, lose = map(percent, shares)
        unqualified = ""
        if phrase is not None:
            qualified = self._book.test(dealer, phrase).mask(his, self._held(dealer, deals))
            share = percent(1 - float(np.mean(qualified)))
            unqualified = f" The dealer does not qualify in {share}."
        compiled = self._book.compiled(player)
        beaten = self._kinds(dealer, his[his > own], len(his))
        if not self._is_open(player, zones):
            return [
                f"{which}By the end you are ahead of the dealer in {win} of the deals, level in "
                f"{tie}, behind in {lose}.{unqualified}",
                *self._becomes(player, zones, deals, which),
                *([f"{which}What beats you: {beaten}."] if beaten else []),
            ]
        held = int(own[0])
        better = self._kinds(dealer, his[his > own], len(his), held)
        holds = f"{which}You hold {hand_with_article(compiled.describe(held))}."
        line = f"{holds} Of the dealer's hands {lose} beat it, {tie} tie, {win} lose.{unqualified}"
        return [line, *([f"{which}What beats you: {better}."] if better else [])]

    def _is_open(self, hand: str, zones: Zones) -> bool:
        """Whether every card of the hand is seen."""
        from_ = self._rules.hands[hand].from_
        return all(len(zones.get(zone, ())) >= count for zone, count in from_.items())

    def _becomes(self, hand: str, zones: Zones, deals: UnseenDeals, which: str) -> list[str]:
        values = self._values(hand, deals)
        if self._is_open(hand, zones):
            named = self._book.compiled(hand).describe(int(values[0]))
            return [f"{which}You hold {hand_with_article(named)}."]
        return [f"{which}You end with: {self._kinds(hand, values, len(values))}."]

    def _kinds(
        self, hand: str, values: NDArray[np.signedinteger], of: int, held: int | None = None
    ) -> str:
        """The kinds of hands and how often each comes, the most frequent first.

        If `held` is the player's own value, hands of its kind are called better ones.
        """
        compiled, ranking = self._book.compiled(hand), self._book.ranking(hand)
        found = np.bincount(compiled.categories(values), minlength=len(compiled.category_names))
        counted = sorted(
            ((int(n), name) for name, n in zip(compiled.category_names, found, strict=True) if n),
            reverse=True,
        )
        own = None if held is None else compiled.category_of(held)
        told = [
            f"{'a better ' if name == own else ''}{ranking.label(name)} {percent(n / of)}"
            for n, name in counted[:MOST_KINDS]
        ]
        rest = sum(n for n, _ in counted[MOST_KINDS:])
        return ", ".join([*told, f"others {percent(rest / of)}"] if rest else told)


def percent(share: float) -> str:
    """A share as people read it."""
    return "under 0.1%" if 0 < share < 0.0005 else f"{share:.1%}"


def _dealt(
    unseen: Faces, mine: Mapping[str, int], his: Mapping[str, int], seed: int
) -> tuple[Faces, bool]:
    """The cards to come, first the player's own and the table's, then the dealer's; and whether
    these are all deals.

    Cards of one zone are a set, so deals are counted zone by zone; if cards come to several zones
    of one side, or deals are too many, they are sampled.
    """
    own, dealer, count = sum(mine.values()), sum(his.values()), len(unseen)
    if own + dealer > count:
        raise HandError("the deck has too few cards left")
    one_zone_each = all(sum(map(bool, side.values())) <= 1 for side in (mine, his))
    deals = comb(count, own) * comb(count - own, dealer)
    if not one_zone_each or deals > MOST_COUNTED:
        draws = np.random.default_rng(seed)
        return unseen[drawn_places(draws, count, own + dealer, SAMPLED)], False
    first = _sets(count, own)
    if not dealer:
        return unseen[first], True
    taken = np.ones((len(first), count), np.bool_)
    np.put_along_axis(taken, first.astype(np.int64), False, axis=1)
    left = np.nonzero(taken)[1].reshape(len(first), count - own).astype(np.uint16)
    then = left[:, _sets(count - own, dealer)]
    both = np.repeat(first[:, None, :], then.shape[1], axis=1)
    return unseen[np.concatenate([both, then], axis=2).reshape(-1, own + dealer)], True


@lru_cache(maxsize=8)
def _sets(count: int, size: int) -> Places:
    """Every set of this many places out of `count`; a shoe has more places than fit a byte."""
    rows = chain.from_iterable(combinations(range(count), size))
    return np.fromiter(rows, np.uint16, comb(count, size) * size).reshape(comb(count, size), size)


def drawn_places(generator: np.random.Generator, count: int, size: int, deals: int) -> UInt16s:
    """This many places out of `count`, drawn without replacement, one row for each deal."""
    order = np.tile(np.arange(count, dtype=np.uint16), (deals, 1))
    rows = np.arange(deals)
    for place in range(size):
        other = generator.integers(place, count, deals)
        drawn = order[rows, other]
        order[rows, other] = order[:, place]
        order[:, place] = drawn
    return order[:, :size]
