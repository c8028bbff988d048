"""Measures of made hands: the values of a ranking, with the words of the hand grammar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

import numpy as np

from feltworks.cards import RANK_WORDS
from feltworks.hands import Chooser, CompiledRanking, HandError, parse_hand
from feltworks.odds.contests import tables_of
from feltworks.odds.needs import has_needed
from feltworks.odds.plan import LevelPlan
from feltworks.odds.simple.measures import NUMBERS, Measure, Sign, a
from feltworks.odds.simple.outs import outs_measure
from feltworks.odds.simple.seen import DecisionView, Score, Scores, SeenPositions
from feltworks.rules.schema.stages import NeedsHand

GROUPS = {"pair": "pair of {}", "three of a kind": "three {}"}


def hand_measures(view: DecisionView) -> Iterator[Measure]:
    """The player's hands as far as they can be seen, each kind of hand once."""
    plan = view.plan
    found: dict[object, tuple[str, Chooser]] = {}
    for hand in _hands(plan):
        chooser = _chooser(plan, hand, view.level)
        if chooser is not None:
            places = tuple(map(tuple, plan.columns(hand, view.level)))
            found.setdefault((plan.book.ranking(hand), places, chooser.use), (hand, chooser))
    several = len({chooser.use for _, chooser in found.values()}) > 1
    for hand, chooser in found.values():
        compiled = plan.book.compiled(hand)
        kind = f"{NUMBERS[chooser.use]}-card " if several else ""
        words = _Words(compiled, kind)
        score = _value(view, hand, chooser, compiled)
        yield Measure(score, words.at_least, words.at_most, cache(words.between))
        yield from outs_measure(view, score, hand)
        if _is_over_table(view, chooser):
            yield _better_than_table(view, score, compiled)


def needed_sign(view: DecisionView, needs: NeedsHand) -> Sign:
    """The hand that a choice requires, as a sign."""

    def score(seen: SeenPositions) -> Scores:
        rows = (seen.boards, seen.holes)
        return has_needed(view.plan, view.space, needs, view.level, rows).astype(np.int16)

    phrase = needs.is_ if needs.is_.split()[0] in NUMBERS else a(needs.is_)
    return Sign(Measure(score, {1: phrase}), 1, phrase)


def _hands(plan: LevelPlan) -> list[str]:
    rules = plan.book.rules
    required = [wager for wager in rules.settle if rules.wagers[wager].kind != "side"]
    paid = [rules.pays[table].hand for table in tables_of(plan.book, required)]
    players = [contest.player for contest in rules.contests.values()]
    zones = {zone for zone, owner in rules.zones.items() if owner != "dealer"}
    own = [hand for hand in [*players, *paid] if {*rules.hands[hand].from_} <= zones]
    return list(dict.fromkeys(own))


def _chooser(plan: LevelPlan, hand_id: str, level: int) -> Chooser | None:
    """How the hand is chosen from the cards open now; None while there are too few cards."""
    hand = plan.book.rules.hands[hand_id]
    columns = plan.columns(hand_id, level)
    zones = {zone: len(at) for zone, at in zip(hand.from_, columns, strict=True) if at}
    use = hand.use or plan.book.compiled(hand_id).ranking.cards
    if sum(zones.values()) < use:
        return None
    least = {zone: count for zone, count in hand.at_least.items() if zone in zones}
    try:
        return Chooser(zones, use, least)
    except HandError:
        return None


def _value(view: DecisionView, hand: str, chooser: Chooser, compiled: CompiledRanking) -> Score:
    columns = [at for zone in view.plan.columns(hand, view.level) for at in zone]

    def score(seen: SeenPositions) -> Scores:
        if (known := seen.value(hand)) is not None:
            return known
        faces = [seen.column(view.space.faces, at) for at in columns]
        values = chooser.row_values(compiled, np.stack(faces, axis=1))
        return values.astype(np.int16, copy=False)

    return score


def _is_over_table(view: DecisionView, chooser: Chooser) -> bool:
    """Whether the open cards alone make a whole hand."""
    zones = view.plan.book.rules.zones
    open_cards = sum(count for zone, count in chooser.zones.items() if zones[zone] == "table")
    return not chooser.at_least and open_cards == view.count("table") >= chooser.use


def _better_than_table(view: DecisionView, score: Score, compiled: CompiledRanking) -> Measure:
    """Whether the player's own cards improve the open ones: not at all, a better hand, another
    kind."""

    def open_value(seen: SeenPositions) -> Scores:
        faces = np.stack(seen.columns(view.space.faces, "table"), axis=1)
        return compiled.values(faces).astype(np.int16, copy=False)

    def compared(seen: SeenPositions) -> Scores:
        mine, open_values = seen.score(score), seen.score(open_value, "table")
        kinds = compiled.categories(mine) > compiled.categories(open_values)
        return ((mine > open_values).astype(np.int16) + kinds).astype(np.int16)

    return Measure(
        compared,
        {
            1: "a better hand than the open cards alone",
            2: "a better kind of hand than the open cards alone",
        },
    )


class _Words:
    """Words for the thresholds of a ranking."""

    def __init__(self, compiled: CompiledRanking, kind: str) -> None:
        self.compiled = compiled
        self.kind = kind
        self.at_least: dict[int, str] = {}
        self.at_most: dict[int, str] = {}
        for phrase in _phrases(compiled):
            start = start_of(compiled, phrase)
            if start is not None and start > 0 and start not in self.at_least:
                self.at_least[start] = self.words_from(phrase)
                self.at_most[start - 1] = self.words_below(phrase)

    def words_from(self, phrase: str) -> str:
        best = self.compiled.ranking.categories[0]
        better = (
            "" if phrase == self.compiled.ranking.label(best) == "royal flush" else " or better"
        )
        return f"{self._named(phrase)}{better}"

    def _named(self, phrase: str) -> str:
        bare = phrase.endswith(" high") or phrase.split()[0] in NUMBERS
        bare = bare or re.match(r"(full house|two pair|suited)", phrase) is not None
        return phrase if bare and not self.kind else a(f"{self.kind}{phrase}")

    def words_below(self, phrase: str) -> str:
        if phrase == "pair":
            return f"no {self.kind}pair"
        return f"less than {self._named(phrase)}"

    def between(self, above: int, up_to: int) -> str | None:
        """The shortest words for a threshold above the one value and up to the other."""
        for threshold in range(up_to, above, -1):
            if threshold in self.at_least:
                return self.at_least[threshold]
        phrase = self.compiled.describe(up_to)
        found = phrase
        while (shorter := _shorter(phrase)) is not None:
            start = start_of(self.compiled, shorter)
            if start is None or not above < start <= up_to:
                break
            found = phrase = shorter
        return self.words_from(found)


def _shorter(phrase: str) -> str | None:
    """The same with one rank fewer: from ace-king-nine high to ace-king high."""
    cut = re.sub(r"-\w+( high| kickers?| flush)$", r"\1", phrase)
    cut = re.sub(r"(, \w+ kicker)s$", r"\1", cut)
    if cut == phrase:
        cut = re.sub(r", \w+ kickers?$", "", phrase)
    return None if cut == phrase else cut


@lru_cache(maxsize=4096)
def start_of(compiled: CompiledRanking, phrase: str) -> int | None:
    """The least value of "this hand or better"; None if the deck or ranking lacks the hand."""
    try:
        values = parse_hand(f"{phrase} or better", compiled).values
    except HandError:
        return None
    return None if values is None or not len(values) else values.start


def _phrases(compiled: CompiledRanking) -> Iterator[str]:
    """The hands to name first: kinds, pairs by rank, high cards by one and two ranks."""
    ranks = compiled.deck.ranks
    for category in compiled.ranking.categories:
        if category == "high card":
            for place, high in enumerate(ranks[1:], 1):
                yield f"{RANK_WORDS[high][0]} high"
                for second in ranks[1:place] if place >= len(ranks) - 3 else ():
                    yield f"{RANK_WORDS[high][0]}-{RANK_WORDS[second][0]} high"
            continue
        yield compiled.ranking.label(category)
        for rank in ranks if category in GROUPS else ():
            yield GROUPS[category].format(RANK_WORDS[rank][1])
