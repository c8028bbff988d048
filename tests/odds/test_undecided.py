"""Games in which nobody decides, from several packs: against every order of a few real cards."""

from __future__ import annotations

import tomllib
from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from tests.ask.odds import Rejected, Wager, odds
from tests.ask.rules import EXAMPLES_DIR, load_text, read_document

RANKS = "2QKA"
SHOE = {"ranks": " ".join(RANKS), "suits": "c d", "packs": 2, "removed": ["2d"]}
CARDS = [rank + suit for rank in RANKS for suit in "cd" if rank + suit != "2d"] * 2

TWO_EACH = """
[game]
id = "two-each"
name = "Two Each"
title = "Two cards against the dealer's two, from two small packs; nothing to decide."
deck = { ranks = "2 Q K A", suits = "c d", packs = 2, removed = ["2d"] }

[table]
seats = 1
most_seats = 1

[zones]
cards = "player"
dealer = "dealer"

[rankings.plain]
like = "two-card"
categories = ["suited pair", "pair", "high card"]

[hands]
player = { ranking = "plain", from = { cards = 2 } }
dealer = { like = "player" }

[contests.main]
qualifies = "king high or better"

[wagers]
ante = "required"
blind = { kind = "required", size = "2 x ante" }
lucky = "side"

[[stages]]
id = "deal"
deal = ["2 down to cards", "2 down to dealer"]

[settle]
ante = { not_qualified = "1:1", win = "1:1", tie = "push", lose = "lose" }
lucky = { not_qualified = "compare", win = "lose", tie = "10:1", lose = "push" }

[settle.blind]
not_qualified = "push"
win = { table = "made", else = "push" }
tie = "lose half"
lose = "lose 25%"

[pays]
made = ["suited pair pays 10:1", "pair in one colour loses", "pair pays 3:2"]
"""


def mean_and_rows(wager: Wager) -> tuple[Fraction, Counter[Fraction], int]:
    return wager.expected_value, wager.nets, wager.combinations


def counted_by_hand(nets: Counter[Fraction], orders: int) -> tuple[Fraction, Counter[Fraction]]:
    total = sum(nets.values())
    assert all(count % orders == 0 for count in nets.values())
    rows = Counter({net: count // orders for net, count in nets.items()})
    return sum(net * count for net, count in nets.items()) / Fraction(total), rows


def strength(one: str, other: str) -> tuple[int, ...]:
    ranks = sorted((RANKS.index(one[0]), RANKS.index(other[0])), reverse=True)
    kind = 0 if ranks[0] != ranks[1] else 2 if one == other else 1
    return kind, *ranks


@pytest.mark.slow
def test_two_cards_each_with_a_qualifier_and_a_pay_table() -> None:
    main: Counter[Fraction] = Counter()
    lucky: Counter[Fraction] = Counter()
    for places in permutations(range(len(CARDS)), 4):
        a, b, c, d = (CARDS[place] for place in places)
        mine, his = strength(a, b), strength(c, d)
        qualified = his[0] > 0 or his[1] >= RANKS.index("K")
        blind = Fraction(0)
        if qualified and mine > his and mine[0] == 2:
            blind = Fraction(10)
        elif qualified and mine > his and mine[0] == 1:
            # The suits are clubs and diamonds: no two suits share a colour.
            blind = Fraction(3, 2)
        elif qualified and mine == his:
            blind = Fraction(-1, 2)
        elif qualified and mine < his:
            blind = Fraction(-1, 4)
        ante = Fraction(1 if not qualified or mine > his else 0 if mine == his else -1)
        main[ante + 2 * blind] += 1
        lucky[Fraction(-1 if mine > his else 10 if mine == his else 0)] += 1
    wagers = odds(load_text(TWO_EACH))
    for wager, nets in ((wagers["main"], main), (wagers["lucky"], lucky)):
        value, rows = counted_by_hand(nets, orders=4)
        assert mean_and_rows(wager) == (value, rows, sum(rows.values()))
    assert sum(wagers["main"].parts.values()) == wagers["main"].expected_value
    assert wagers["main"].average_wager == 3


def test_a_layout_on_which_one_bets_where_one_likes() -> None:
    document = tomllib.loads((EXAMPLES_DIR / "dragon-tiger.toml").read_text())
    document["game"]["deck"] = SHOE
    nets: dict[str, Counter[Fraction]] = {
        wager: Counter() for wager in ("dragon", "tiger", "tie", "suited-tie")
    }
    for one, other in permutations(CARDS, 2):
        more = RANKS.index(one[0]) - RANKS.index(other[0])
        sign = Fraction((more > 0) - (more < 0))
        nets["dragon"][sign or Fraction(-1, 2)] += 1
        nets["tiger"][-sign or Fraction(-1, 2)] += 1
        nets["tie"][Fraction(-1 if more else 8)] += 1
        nets["suited-tie"][Fraction(50 if one == other else -1)] += 1
    rules = read_document(document, "dragon-tiger.toml").rules
    wagers = odds(rules)
    assert set(wagers) == set(nets) and rules.unit == "dragon"
    for id_, wager in wagers.items():
        orders = 2 if id_ == "suited-tie" else 1
        value, rows = counted_by_hand(nets[id_], orders)
        assert mean_and_rows(wager)[:2] == (value, rows), id_


def test_what_is_not_counted_is_refused() -> None:
    with pytest.raises(Rejected, match="no decisions"):
        odds(load_text(TWO_EACH), {"deal": "bet"})
    six = TWO_EACH.replace("2 Q K A", "2 3 4 5 6 7 8 9 T J Q K A")
    six = six.replace('suits = "c d", packs = 2, removed = ["2d"]', "packs = 6")
    five = six.replace("cards = 2", "cards = 4").replace('"2 down', '"4 down')
    five = five.replace('like = "two-card"\n', 'like = "two-card"\ncards = 4\n')
    with pytest.raises(Rejected, match="at most 5,000,000 are dealt"):
        odds(load_text(five))
