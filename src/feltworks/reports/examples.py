"""Examples for papers: hands that show what a category is, and rounds dealt by the engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feltworks.cards import Card, SeededRandomness, shuffle
from feltworks.hands import CompiledRanking
from feltworks.hands.longest import LongestRanking
from feltworks.odds.cardspace import CardSpace
from feltworks.pit import OpenTable, open_table, play_out, posted_seeds
from feltworks.players.mechanisms import MECHANISMS
from feltworks.round import Decide, NoMoreBets, Round, Terms
from feltworks.round.chips import net_cents
from feltworks.round.contract import with_required_bets
from feltworks.round.operations import Dealt, Discarded, Folded
from feltworks.rules.loader import Loaded

MOST_DEALT = 400
MOST_HANDS = 3_000_000
"""A ranking of more hands gets no examples: finding them would take too long."""
Decider = Callable[[Round, int], Decide]
CASES = ("won", "lost", "tied", "given up")


def example_hands(compiled: CompiledRanking) -> dict[str, tuple[Card, ...]]:
    """The best hand of each category, in a dealer's order; from one pack if possible.

    A shoe makes hands that hold a card twice, which are used only for missing categories. There are
    no examples if too many hands would have to be looked at.
    """
    if isinstance(compiled, LongestRanking):
        return _longest_of_each(compiled)
    if comb(compiled.deck.shoe(1).size, compiled.ranking.cards) > MOST_HANDS:
        return {}
    space = CardSpace(compiled.deck.shoe(1))
    found = _best_of_each(compiled, space, space.combinations(compiled.ranking.cards))
    missing = len(found) < len(compiled.ranking.categories)
    if missing and compiled.deck.packs > 1:
        doubled = _with_doubles(compiled.deck.shoe(1).size, compiled.ranking.cards)
        apart = compiled.deck.packs
        dealt = (doubled[:, apart:] != doubled[:, :-apart]).all(axis=1)
        found = _best_of_each(compiled, space, doubled[dealt]) | found
    order = compiled.ranking.categories
    return {category: found[category] for category in order if category in found}


def _longest_of_each(compiled: LongestRanking) -> dict[str, tuple[Card, ...]]:
    """By the ranks of one suit, from the best down, as soon as cards fill them up to a hand."""
    found = {}
    for category in compiled.ranking.categories:
        for value in reversed(compiled.category_range(category)):
            if hand := _longest_of_value(compiled, value):
                found[category] = hand
                break
    return found


def _longest_of_value(compiled: LongestRanking, value: int) -> tuple[Card, ...]:
    """A hand of this value, filled up with the lowest cards that do not change it, or None."""
    pack = compiled.deck.shoe(1)
    place = pack.ranks.index
    low_first = sorted(pack.cards, key=lambda card: place(card.rank))
    for bits in sorted(compiled.bits_by_value[value], key=int.bit_count):
        for suit in pack.suits:
            hand = [
                card for card in low_first if card.suit == suit and bits >> place(card.rank) & 1
            ]
            if len(hand) < bits.bit_count():
                continue
            for card in low_first:
                fits = len(hand) < compiled.ranking.cards and card not in hand
                if fits and compiled.whole_hand([*hand, card]) == value:
                    hand.append(card)
            if len(hand) == compiled.ranking.cards:
                return compiled.best(hand)
    return ()


def _with_doubles(cards: int, held: int) -> NDArray[np.int64]:
    """Every hand of this many cards that holds one of them twice or more, as sorted rows."""
    if held < 2:
        return np.empty((0, held), np.int64)
    beside = list(combinations_with_replacement(range(cards), held - 2))
    others = np.array(beside, np.int64).reshape(len(beside), held - 2)
    doubles = np.repeat(np.arange(cards), len(others))
    rows = np.column_stack([doubles, doubles, np.tile(others, (cards, 1))])
    rows.sort(axis=1)
    return rows


def _best_of_each(
    compiled: CompiledRanking, space: CardSpace, hands: NDArray[Any]
) -> dict[str, tuple[Card, ...]]:
    values = compiled.values(space.faces[hands])
    found = {}
    for category in compiled.ranking.categories:
        here = compiled.category_range(category)
        inside = np.flatnonzero((values >= here.start) & (values < here.stop))
        if len(inside):
            best = hands[inside[values[inside].argmax()]]
            found[category] = compiled.best([space.card(number) for number in best])
    return found


@dataclass(frozen=True)
class ExampleRound:
    """A round that was dealt, how it ended for the seat, and what everybody held."""

    case: str
    net_cents: int
    hands: tuple[tuple[str, tuple[Card, ...]], ...]
    lines: tuple[str, ...]


def example_round(loaded: Loaded, seed: int, decide: Decider) -> ExampleRound:
    """One round from a seed in which one seat decides by `decide`."""
    return _example(open_table(loaded), SeededRandomness(seed).child("examples").child(0), decide)


def _example(table: OpenTable, stream: SeededRandomness, decide: Decider) -> ExampleRound:
    opened = with_required_bets(table.open_round(Terms(jackpots=posted_seeds(table))), 1)
    done = play_out(opened.play(NoMoreBets()), shuffle(table.deck, stream), decide)
    return ExampleRound(_case(done), net_cents(done.log, 1), _hands(done), _lines(done))


def example_rounds(loaded: Loaded, seed: int) -> list[ExampleRound]:
    """One round for each way to end, played by the exact odds from a seed."""
    table = open_table(loaded)
    # Made at the first decision: some games have none.
    advisor = cache(lambda: MECHANISMS[loaded.rules.game.mechanism].advisor(loaded.rules))
    stream = SeededRandomness(seed).child("examples")
    found: dict[str, ExampleRound] = {}
    for number in range(MOST_DEALT):
        made = _example(
            table, stream.child(number), lambda now, seat: advisor().weigh(now, seat).best
        )
        found.setdefault(made.case, made)
        if len(found) == len(CASES):
            break
    return [found[case] for case in CASES if case in found]


def _case(done: Round) -> str:
    if any(isinstance(entry, Folded) for entry in done.log):
        return "given up"
    net = net_cents(done.log, 1)
    return "won" if net > 0 else "lost" if net < 0 else "tied"


def _hands(done: Round) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    """The cards that lay in each zone at the end, in the order dealt; an example shows all."""
    zones: dict[str, list[Card]] = {}
    for entry in done.log:
        if isinstance(entry, Dealt) and entry.card is not None:
            zones.setdefault(entry.zone, []).append(entry.card)
        elif isinstance(entry, Discarded):
            for card in entry.cards:
                assert card is not None
                zones[entry.zone].remove(card)
    return tuple((zone, tuple(cards)) for zone, cards in zones.items())


def _lines(done: Round) -> tuple[str, ...]:
    """What was decided and paid, in the words of the log."""
    given_up = {card for e in done.log if isinstance(e, Discarded) for card in e.cards}
    told = []
    for entry in done.log:
        if isinstance(entry, Discarded):
            told.append(f"seat {entry.seat} gives up {' '.join(map(str, entry.cards))}")
        elif isinstance(entry, Decide) and given_up.issuperset(entry.cards):
            # The log names the cards behind the choice, as where a hand is set apart.
            told.append(replace(entry, cards=()).line)
        elif not isinstance(entry, Dealt):
            told.append(entry.line)
    skipped = ("stage", "deck to", "round closed", "burn", "dealer arranges", "no more bets")
    return tuple(line for line in told if not line.startswith(skipped) and "discard" not in line)
