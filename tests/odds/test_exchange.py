"""Cards given up for others: against every deal of a small deck, and published figures."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from feltworks.odds.analyse import analyse, refusal
from feltworks.rules.catalogue import EXAMPLES_DIR
from feltworks.rules.loader import load, read_document
from feltworks.rules.schema import Rules

from .plain_exchange import PlainExchange, mean

DRAW = [{"discard": "0 to 3 of cards"}]
PRICED = [
    {"id": "stand"},
    {"id": "one", "discard": "1 of cards", "bet": "price", "size": "1 x ante"},
    {"id": "more", "discard": "2 to 3 of cards", "bet": "price", "size": "2 x ante"},
]
RAISE = ["fold", {"bet": "play", "size": "2 x ante"}]
TABLE = ["straight flush pays 9:1", "three of a kind pays 8:1", "straight pays 4:1"]
PAIRS = [*TABLE, "flush pays 2:1", "pair of queens or better pays 1:1"]


def small_game(exchange: list, last: list | None = None, deck: str = "J Q K A") -> Rules:
    """Three cards of a small deck against a pay table."""
    always = {"always": {"table": "pairs", "else": "lose"}}
    wagers = {"ante": "required"}
    settle = {"ante": dict(always)}
    if any("bet" in choice for choice in exchange):
        wagers["price"], settle["price"] = "decision", {"always": "lose"}
    stages = [{"id": "hold", "deal": ["3 down to cards"], "decide": exchange}]
    if last is not None:
        stages.append({"id": "last", "decide": last})
        wagers["play"], settle["play"] = "decision", dict(always)
        settle["ante"]["folded"] = "lose half"
    document = {
        "game": {
            "id": "small",
            "name": "Small",
            "title": "Small.",
            "deck": {"ranks": deck, "suits": "c d h", "removed": "Ah Kh"},
        },
        "zones": {"cards": "player"},
        "hands": {"player": {"ranking": "three-card", "from": {"cards": 3}}},
        "wagers": wagers,
        "stages": stages,
        "settle": settle,
        "pays": {"pairs": PAIRS},
        "table": {"seats": 1, "most_seats": 1},
    }
    return read_document(document, "small").rules


@pytest.mark.parametrize(
    ("exchange", "last"), [(DRAW, None), (PRICED, None), (PRICED, RAISE), (DRAW, RAISE)]
)
def test_a_small_deck_agrees_with_every_deal(exchange, last):
    rules = small_game(exchange, last)
    main = analyse(rules).wagers["main"]
    assert main.expected_value == PlainExchange(rules).expected_value()


def test_the_best_cards_to_keep_end_as_often_as_every_deal_says():
    rules = small_game(DRAW)
    plain = PlainExchange(rules)
    best = [
        max(plain.choices(dealt, ()).values(), key=mean) for dealt in combinations(plain.deck, 3)
    ]
    counted = analyse(rules).wagers["main"]
    # Where two ways are worth the same they may end differently, but not in the mean.
    assert sum(map(mean, best), Fraction(0)) / len(best) == counted.expected_value
    lost = sum(nets[Fraction(-1)] for nets in best) / len(best)
    rows = {row.id: Fraction(row.combinations, counted.combinations) for row in counted.outcomes}
    ties = Fraction(counted.indifferent_deals["hold"], counted.combinations)
    assert abs(rows["lose"] - lost) <= ties


def test_full_pay_deuces_wild():
    """The Wizard of Odds prints 100.7620% and these counts. One hand may be played in two ways of
    the same worth, so only rows that it does not touch are his to the last deal."""
    main = analyse(load(str(EXAMPLES_DIR / "deuces-wild.toml"))).wagers["main"]
    assert main.combinations == 19_933_230_517_200
    assert round(float(1 + main.expected_value), 6) == 1.007620
    printed = {
        "win-natural-royal": 440202756,
        "win-four-deuces": 4060462824,
        "win-wild-royal": 35796957696,
        "win-five-of-a-kind": 63818309856,
        "win-four-of-a-kind": 1294427430576,
        "win-full-house": 423165297240,
    }
    rows = {row.id: row.combinations for row in main.outcomes}
    assert {id_: rows[id_] for id_ in printed} == printed


def test_a_second_exchange_is_refused_by_its_key():
    rules = small_game(DRAW, deck="8 9 T J Q K A")
    again = {"id": "again", "decide": [{"discard": "1 of cards"}, "check"]}
    stage = rules.stages[0].model_validate(again)
    told = refusal(rules.model_copy(update={"stages": (*rules.stages, stage)}))
    assert told is not None
    assert str(told).startswith("stages.again.decide: ")
