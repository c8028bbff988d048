"""The table against the odds: every round of a small deck, and many rounds of the real one.

Small: the engine deals every set of cards there is, decides as the odds say, and every net result
must come up exactly as often as the solver counts it. Large: 300 rounds with the solver's strategy,
or as many as FELTWORKS_ROUNDS says, must lie within four standard errors of the exact expectation,
wager by wager.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations, takewhile
from math import sqrt
from operator import eq

import pytest
from tests.ask.odds import odds, reported_odds
from tests.ask.players import optimal, seen_by
from tests.ask.rounds import (
    Bet,
    Burnt,
    Deal,
    Dealt,
    Decide,
    JackpotPaid,
    NoMoreBets,
    Round,
    Settled,
    TablePlan,
    TableRound,
    Terms,
    play_out,
)
from tests.ask.rules import Handbook, Rules, read

from feltworks.cards import Card
from feltworks.hands import HandError

UNIT = 1000
ROUNDS = int(os.environ.get("FELTWORKS_ROUNDS", "300"))

NINE = {"ranks": "2 Q K A", "removed": "2d 2h 2s Qh Qs Kh Ks"}
EIGHT = {"ranks": "2 Q K A", "removed": "2d 2h 2s Qh Qs Kh Ks As"}
ELEVEN = {"ranks": "6 J Q K A", "suits": "c d", "jokers": 1}
LOWER = {"ranks": "2 6 7 K A", "suits": "c d", "jokers": 1}
TEN = {"ranks": "2 6 J Q K A", "suits": "c d", "removed": "2d Jd"}
OTHERS = {"ranks": "2 6 J Q K A", "suits": "c d", "removed": "2d"}
COMPARES = {"dealer_not_qualified": "ante-compares", "bonuses_on_fold": "in-action"}

# Few enough cards to deal every round there is, with every rank that the rules name.
SMALL = [
    ("mini-tex", {}, NINE),
    ("mini-tex", {"dealer_qualifier": "ace-king", "community_dealing": "up-front"}, EIGHT),
    ("spanish-poker", {}, ELEVEN),
    ("spanish-poker", {"tie": "dealer-wins", "ante_table": "2"}, LOWER),
    ("pick-2-poker", {}, OTHERS),
    ("pick-2-poker", COMPARES, TEN),
]


def small_rules(game: str, options: Mapping[str, str], deck: Mapping[str, str | int]) -> Rules:
    """The game dealt from that deck; a pay row for a hand it cannot make could never pay."""
    rules = read(game, options).rules
    own = rules.model_copy(update={"game": rules.game.model_copy(update={"deck": dict(deck)})})
    book = Handbook(own)
    pays = {
        id: table.model_copy(
            update={"rows": tuple(row for row in table.rows if _can_be(book, table.hand, row.hand))}
        )
        for id, table in own.pays.items()
    }
    return own.model_copy(update={"pays": pays})


def _can_be(book: Handbook, hand: str, phrase: str) -> bool:
    try:
        book.test(hand, phrase)
    except HandError:
        return False
    return True


def opened(rules: Rules, wagers: list[str]) -> Round:
    jackpots = {id: jackpot.seed.cents for id, jackpot in rules.jackpots.items()}
    round = TableRound.open(TablePlan(rules), Terms(jackpots=jackpots))
    for wager in wagers:
        fixed = rules.wagers[wager].size
        cents = UNIT if fixed is None or fixed.cents is None else fixed.cents
        round = round.play(Bet(1, wager, cents))
    return round.play(NoMoreBets())


def every_deck(start: Round, rules: Rules) -> Iterator[list[Card]]:
    """A deck for each way the cards can fall, burnt ones and those left over aside."""
    cards = [card for card, copies in start.chances().items() for _ in range(copies)]
    places = _places(start, cards)
    for piles in _share_out(cards, _batches(rules)):
        used = {card for pile in piles.values() for card in pile}
        rest = [card for card in cards if card not in used]
        yield [piles.get(zone, rest).pop(0) for zone in places]


def in_order(rules: Rules, decks: Iterable[list[Card]]) -> list[list[Card]]:
    """Decks that begin alike one after the other."""
    place = {card: at for at, card in enumerate(rules_deck(rules))}
    return sorted(decks, key=lambda deck: [place[card] for card in deck])


def _batches(rules: Rules) -> list[tuple[str, int]]:
    """How many cards of which zone become known together; the dealer's come last."""
    known: list[tuple[str, int]] = []
    hidden: list[tuple[str, int]] = []
    for stage in rules.stages:
        for step in stage.deal:
            if step.turn is not None:
                known.append((step.turn, step.cards or 0))
            elif step.to is not None and rules.zones[step.to] == "dealer":
                hidden.append((step.to, step.cards or 0))
            elif step.to is not None and (rules.zones[step.to], step.face) != ("table", "down"):
                known.append((step.to, step.cards or 0))
    return known + hidden


def _places(start: Round, cards: list[Card]) -> list[str]:
    """Where each card goes in a round that nobody folds."""

    def stay(round: Round, seat: int) -> Decide:
        return next(legal.move for legal in round.legal_moves() if legal.amounts is not None)

    log = play_out(start, cards, stay).log
    return [
        "burnt" if isinstance(entry, Burnt) else entry.zone
        for entry in log
        if isinstance(entry, Burnt | Dealt)
    ]


def _share_out(
    cards: list[Card], batches: list[tuple[str, int]]
) -> Iterator[dict[str, list[Card]]]:
    if not batches:
        yield {}
        return
    (zone, size), *rest = batches
    for chosen in combinations(cards, size):
        others = [card for card in cards if card not in chosen]
        for shared in _share_out(others, rest):
            yield {**shared, zone: [*chosen, *shared.get(zone, [])]}


def remembered(rules: Rules, suits: Sequence[str] = ()) -> Callable[[Round, int], Decide]:
    """The best decisions, each position asked once; those alike but for `suits` are one."""
    asked = optimal(rules)
    known: dict[tuple[str, int], Decide] = {}
    orders = [dict(zip(suits, order, strict=True)) for order in permutations(suits)]
    faces = {(card.rank, card.suit): at for at, card in enumerate(rules_deck(rules))}
    # A card is a bit in each order of the suits, another one where it lies on the board.
    own, board = (
        {
            Card(rank, suit): [1 << faces[rank, order.get(suit, suit)] + above for order in orders]
            for rank, suit in faces
        }
        for above in (0, len(faces))
    )

    def decide(round: Round, seat: int) -> Decide:
        here = seen_by(round, seat)
        lying = [*map(own.__getitem__, here.cards), *map(board.__getitem__, here.board)]
        key = (here.stage, min(map(sum, zip(*lying, strict=True))))
        if key not in known:
            known[key] = asked(round, seat)
        return known[key]

    return decide


def played_out(
    start: Round, decks: Iterable[list[Card]], decide: Callable[[Round, int], Decide]
) -> Iterator[Round]:
    """The round played with each deck; as far as one begins like the one before it, it goes on
    from there, as a round is a value."""
    before: list[Card] = []
    stops = [_until_a_card(start, decide)]
    for deck in decks:
        alike = sum(takewhile(bool, map(eq, before, deck)))
        while stops[-1].cards_out > alike:
            stops.pop()
        while (last := stops[-1]).turn.waits_for == "card":
            due = deck[last.cards_out : last.cards_out + last.cards_due]
            stops.append(_until_a_card(last.play_all([Deal(card) for card in due]), decide))
        before = deck
        yield stops[-1]


def _until_a_card(round: Round, decide: Callable[[Round, int], Decide]) -> Round:
    while round.turn.waits_for == "decision":
        round = round.play(decide(round, round.turn.seat))
    return round


def nets(round: Round) -> Counter[str]:
    """What each wager of the seat came to, jackpots included."""
    found: Counter[str] = Counter()
    for entry in round.log:
        if isinstance(entry, Settled):
            found[entry.wager] += entry.net_cents
        elif isinstance(entry, JackpotPaid):
            found[entry.wager] += entry.cents
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options", "deck"), SMALL)
def test_every_round_of_a_small_deck_gives_the_solvers_counts(game, options, deck):
    rules = small_rules(game, options, deck)
    main = odds(rules)["main"]
    start = opened(rules, rules.wagers_of("required"))
    decide = remembered(rules)
    found: Counter[Fraction] = Counter()
    for round in played_out(start, in_order(rules, every_deck(start, rules)), decide):
        found[Fraction(nets(round).total(), UNIT)] += 1
    assert found.total() == main.combinations
    assert found == main.nets


@pytest.mark.parametrize(("game", "options", "deck"), SMALL[:4])
def test_every_hand_of_a_small_deck_gives_the_side_wagers_counts(game, options, deck):
    """Side wagers that no fold touches: the engine settles every hand there is."""
    rules = small_rules(game, options, deck)
    wagers = odds(rules)
    assert rules.offer.side_wagers
    for side in rules.offer.side_wagers:
        wager = wagers[side]
        assert wager.together is None
        start = opened(rules, [*rules.wagers_of("required"), side])
        unit = next(e.cents for e in start.log if isinstance(e, Bet) and e.wager == side)
        share = {id: jackpot.seed.cents for id, jackpot in rules.jackpots.items()}
        found: Counter[int] = Counter()
        cards = [card for card, copies in start.chances().items() for _ in range(copies)]
        places = _places(start, cards)
        own = next(zone for zone, owner in rules.zones.items() if owner == "player")
        for hand in combinations(cards, places.count(own)):
            mine, rest = list(hand), [card for card in cards if card not in hand]
            deck_order = [(mine if zone == own else rest).pop(0) for zone in places]
            found[nets(play_out(start, deck_order, _fold))[side]] += 1
        expected: Counter[int] = Counter()
        for row in wager.outcomes:
            jackpot = int(row.share * next(iter(share.values()))) if row.share else 0
            expected[int(row.net * unit) + jackpot] += row.combinations
        assert found == expected


def _fold(round: Round, seat: int) -> Decide:
    return Decide(seat, "fold")


@pytest.mark.slow
@pytest.mark.parametrize("game", ["mini-tex", "spanish-poker", "pick-2-poker"])
def test_many_rounds_lie_within_four_standard_errors(game):
    rules = read(game).rules
    posted = {id: Fraction(jackpot.seed.cents, 100) for id, jackpot in rules.jackpots.items()}
    wagers = reported_odds(rules, jackpots=posted)
    deck = list(rules_deck(rules))
    suits = sorted({card.suit for card in deck if not card.is_joker})
    decide = remembered(rules, suits)
    sides = list(rules.offer.side_wagers)
    start = opened(rules, [*rules.wagers_of("required"), *sides])
    staked = {entry.wager: entry.cents for entry in start.log if isinstance(entry, Bet)}
    staked |= dict.fromkeys(wagers["main"].parts, UNIT)
    rng = random.Random(f"many rounds of {game}")
    sums: Counter[str] = Counter()
    squares: Counter[str] = Counter()
    for _ in range(ROUNDS):
        rng.shuffle(deck)
        found = nets(play_out(start, deck, decide))
        found["main"] = sum(cents for wager, cents in found.items() if wager not in sides)
        for wager, cents in found.items():
            sums[wager] += cents
            squares[wager] += cents * cents
    expected = dict(wagers["main"].parts)
    expected |= {id: wagers[id].expected_value for id in ("main", *sides)}
    assert set(expected) == set(sums)
    for wager, value in expected.items():
        unit = (
            100
            if wager in sides
            and rules.wagers[wager].size is not None
            and (rules.wagers[wager].size.cents is not None)
            else UNIT
        )
        mean = sums[wager] / ROUNDS
        error = sqrt((squares[wager] / ROUNDS - mean**2) / ROUNDS)
        assert abs(mean - float(value) * unit) < 4 * error, wager


def rules_deck(rules: Rules) -> tuple[Card, ...]:
    return TablePlan(rules).deck.cards
