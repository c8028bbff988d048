"""Two seats that share a dealer: all pairs of hands, against every deal of a small deck."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from tests.odds.small_decks import on_deck

from feltworks.odds.solver import Solver
from feltworks.reports import betweenseats
from feltworks.reports.betweenseats import counted_between_seats, required_between_seats
from feltworks.rules.loader import read
from feltworks.simulate import operations as op
from feltworks.simulate.lanes import new_batch
from feltworks.simulate.seatpairs import SeatPairs, piles_of, seconds_of_pairs
from feltworks.simulate.tablegames import prepare_table

pytestmark = pytest.mark.slow

GAMES = [
    ("three-card-poker", {"ranks": "2 3 4 Q A", "suits": "c d"}),
    ("let-it-ride", {"ranks": "8 T J Q A", "suits": "c d"}),
    ("mini-tex", {"ranks": "2 6 Q K A", "suits": "c d h", "removed": "2h 6d Qc Kd"}),
]


def sets(cards, piles):
    """Every way to take piles of so many cards, one after the other."""
    if not piles:
        yield ()
        return
    for pile in combinations(cards, piles[0]):
        left = [card for card in cards if card not in pile]
        for rest in sets(left, piles[1:]):
            yield (*pile, *rest)


def plain_product(game):
    """The mean of the product over every deal of two seats, dealt one by one."""
    pairs = SeatPairs(game)
    plan, cards = pairs.plan, range(pairs.size)
    sizes = [*piles_of(plan), plan.hidden, plan.hole]
    deals = list(sets(cards, [size for size in sizes if size]))
    batch = new_batch(game.program, len(deals))
    columns = [*pairs.columns.board(0), *pairs.columns.hidden(), *pairs.columns.hole(0)]
    for column, held in zip(columns, np.array(deals, np.uint8).T, strict=True):
        batch.cards[column] = held
    counts = np.zeros(game.program.counts, np.int64)
    program = game.program
    op.run_code(program.for_kernels, batch, len(deals), counts)
    shared = plan.board + plan.hidden
    by_shared = {}
    for deal, net in zip(deals, batch.net[0].tolist(), strict=True):
        by_shared.setdefault(deal[:shared], []).append((set(deal[shared:]), net))
    total = count = 0
    for hands in by_shared.values():
        for (one, won), (other, too) in product(hands, hands):
            if not one & other:
                total, count = total + won * too, count + 1
    return Fraction(total, count) / Fraction(game.played.scale) ** 2


@pytest.mark.parametrize(("name", "deck"), GAMES)
def test_products_of_two_seats_are_those_of_every_deal(name, deck):
    game = prepare_table(on_deck(name, deck))
    assert SeatPairs(game).mean_product() == plain_product(game)


def test_what_is_counted_in_seconds_is_not_sampled():
    counted, odds = counted_between_seats(read("three-card-poker"), lambda *_: None)
    assert float(counted / odds.variance) == pytest.approx(0.1930779, abs=1e-7)
    assert required_between_seats(read("three-card-poker"), lambda *_: None) == float(counted)


def test_what_was_counted_once_is_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("FELTWORKS_COUNTS", str(tmp_path))
    monkeypatch.setattr(betweenseats, "WORTH_KEEPING_SECONDS", 0.0)
    game = read("three-card-poker")
    assert counted_between_seats(game, lambda *_: None, 0.001) is None
    counted, odds = counted_between_seats(game, lambda *_: None)
    monkeypatch.setattr(SeatPairs, "covariance", None)
    again, known = counted_between_seats(game, lambda *_: None)
    assert again == counted and known.variance == odds.variance
    assert counted_between_seats(game, lambda *_: None, 0.001) is None


def test_what_takes_long_is_sampled():
    plan = Solver(read("spanish-poker").rules).walk({}).plan
    assert seconds_of_pairs(plan) > 100
    assert counted_between_seats(read("spanish-poker"), lambda *_: None) is None
