"""Side wagers: counted rows against every deal of a small deck, and against known counts."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.ask.odds import Rejected
from tests.ask.rules import Handbook, Rules, load
from tests.ask.sides import cards_decide, side_odds

from .oracle import untouched_wager

SMALL = {"ranks": "2 3 4 K A", "suits": "c d h"}
JOKERS = {"ranks": "3 4 5 A", "suits": "c d", "jokers": 2}
SHOE = {"ranks": "Q K A", "suits": "c d", "packs": 2}
ROWS = (
    "straight flush",
    "three of a kind",
    "straight",
    "flush",
    "pair of kings or better",
    "contains an ace",
    "contains suited A-K",
    "ace-king high",
    "suited",
    "unsuited",
)


def game(deck, *, hands=None, pays=None, always=None, wager=None, **sections):
    """A game of one side wager beside a required one."""
    return Rules.model_validate(
        {
            "game": {"id": "g", "name": "G", "title": "G.", "deck": deck},
            "zones": {"hole": "player", "board": "table", "dealer": "dealer"},
            "hands": hands or {"own": {"ranking": "three-card", "from": {"hole": 3}}},
            "wagers": {
                "ante": {"name": "Ante", "kind": "required"},
                "extra": {"name": "Extra", "kind": "side", **(wager or {})},
            },
            "stages": [
                {
                    "id": "deal",
                    "deal": [
                        {"to": "hole", "cards": 3, "face": "down"},
                        {"to": "board", "cards": 2, "face": "up"},
                    ],
                    "decide": ["fold", "check"],
                }
            ],
            "settle": {
                "ante": {"always": "push"},
                "extra": {"always": always or {"table": "t", "else": "lose"}},
            },
            "pays": pays or {"t": table("pair", pays="2:1")},
            **sections,
        }
    )


def table(*phrases, hand="own", pays=None, **keys):
    prizes = pays if isinstance(pays, list) else [pays or "1:1"] * len(phrases)
    rows = [
        {"id": f"{hand}-{place}", "hand": phrase, "pays": prize}
        for place, (phrase, prize) in enumerate(zip(phrases, prizes, strict=True))
    ]
    return {"hand": hand, "rows": rows, **keys}


def counted(rules, wager="extra"):
    return side_odds(rules, wager)


def rows_of(wager):
    assert len({(row.id, row.net, row.share) for row in wager.outcomes}) == len(wager.outcomes)
    return {(row.id, row.net, row.share): row.combinations for row in wager.outcomes}


def dealt(rules, wager="extra"):
    return {tuple(row): count for row, count in untouched_wager(rules, wager).rows.items()}


# --- known counts ------------------------------------------------------------------------


def test_two_hole_cards_land_as_the_approved_table_prints():
    wager = counted(load("mini-tex"), "pocket-poker")
    assert [(row.id, row.net, row.combinations) for row in wager.outcomes] == [
        ("royal", 30, 4),
        ("aces", 20, 6),
        ("straight-flush", 5, 48),
        ("pair", 3, 72),
        ("straight", 2, 156),
        ("flush", -1, 260),
        ("other", -1, 780),
    ]
    assert wager.house_edge == Fraction(32, 1326)
    assert wager.unit == "pocket-poker"


def test_seven_cards_of_a_six_deck_shoe_are_all_there():
    wager = counted(load("texas-21"), "bonus")
    found = {row.id: row.combinations for row in wager.outcomes}
    assert wager.combinations == comb(312, 7)
    assert found["suited-five-of-a-kind"] == 52 * (comb(6, 5) * comb(306, 2) + comb(6, 6) * 306)
    # No hand of five distinct ranks fits beside four of a kind, so nothing outranks it but five.
    assert found["four-of-a-kind"] == 13 * comb(24, 4) * comb(288, 3)
    assert found["five-of-a-kind"] + found["suited-five-of-a-kind"] == 13 * sum(
        comb(24, five) * comb(288, 7 - five) for five in (5, 6, 7)
    )


def test_a_joker_among_five_of_forty_one():
    wager = counted(load("spanish-poker"), "joker-in-hand")
    assert rows_of(wager) == {("joker", 7, 0): comb(40, 4), ("lose", -1, 0): comb(40, 5)}


def test_a_dollar_for_a_fixed_prize_counts_in_that_dollar():
    wager = counted(load("spanish-poker"), "gran-progressive")
    assert rows_of(wager) == {
        ("cincos", 0, 1): 10,
        ("royal-flush", 0, Fraction(1, 4)): 24,
        ("straight-flush", 150, 0): 100,
        ("four-of-a-kind", 100, 0): 1800,
        ("flush", 75, 0): 1724,
        ("lose", -1, 0): 745740,
    }


# --- against every deal of a small deck --------------------------------------------------

CARDS_DECIDE = {
    "rank alone": {"pays": {"t": table("straight flush", "three of a kind", "pair of kings")}},
    "cards alone": {"pays": {"t": table("contains two aces", "contains K", "suited")}},
    "cards and rank": {"pays": {"t": table("contains suited A-K", "straight", "pair")}},
    "a hand in a gap": {"pays": {"t": table("straight", "A-K-2", "pair of twos")}},
    "a losing row": {
        "pays": {"t": table("straight", "flush", "pair", pays=["4:1", "lose", "3:2"])},
        "always": {"table": "t", "else": "push"},
    },
    "two tables that stack": {
        "hands": {
            "own": {"ranking": "three-card", "from": {"hole": 3}},
            "two": {"ranking": "two-card", "from": {"hole": 3}},
        },
        "pays": {"t": table("straight", "flush"), "u": table("straight flush", "pair", hand="two")},
        "always": {"tables": ["t", "u"], "else": "lose"},
    },
    "the higher of two tables": {
        "pays": {
            "t": table("straight", "flush", pays=["5:1", "2:1"]),
            "u": table("straight flush", "pair", "flush", pays=["3:1", "1:1", "9:1"]),
        },
        "always": {"tables": ["t", "u"], "rows": "higher", "else": "lose"},
    },
    "a cell of two pays": {"always": ["lose", {"table": "t", "else": "push"}]},
    "best of five, any cards": {
        "hands": {
            "own": {"ranking": "three-card", "from": {"hole": 3, "board": 2}, "use": 3},
        },
        "pays": {"t": table("straight flush", "three of a kind", "straight", "flush")},
    },
    "two cards of one's own at least": {
        "hands": {
            "own": {
                "ranking": "three-card",
                "from": {"hole": 2, "board": 2},
                "use": 3,
                "at_least": {"hole": 2},
            },
        },
        "pays": {"t": table("straight flush", "contains suited A-K", "pair")},
    },
    "hands that lie in two places": {
        "hands": {
            "own": {"ranking": "two-card", "from": {"hole": 2}},
            "all": {"ranking": "three-card", "from": {"board": 1, "hole": 2}},
        },
        "pays": {"t": table("pair", "flush"), "u": table("straight", "pair", hand="all")},
        "always": {"tables": ["t", "u"], "else": "lose"},
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("deck", [SMALL, JOKERS, SHOE], ids=["plain", "jokers", "shoe"])
@pytest.mark.parametrize("case", CARDS_DECIDE)
def test_counted_rows_are_the_dealt_ones(case, deck):
    keys = dict(CARDS_DECIDE[case])
    if "jokers" in deck:
        keys["hands"] = {
            id_: {**hand, "ranking": f"wild-{hand['ranking']}"}
            for id_, hand in keys.get(
                "hands", game(SMALL).model_dump(by_alias=True)["hands"]
            ).items()
        }
        keys["hands"] = {
            id_: {key: value for key, value in hand.items() if value is not None}
            for id_, hand in keys["hands"].items()
        }
        keys["rankings"] = {
            f"wild-{name}": {"like": name, "wild": True} for name in ("three-card", "two-card")
        }
    keys["pays"] = _possible(deck, keys)
    rules = game(deck, **keys)
    assert rows_of(counted(rules)) == dealt(rules)


def _possible(deck, keys):
    """The pay tables without the rows that the deck cannot deal."""
    rules = game(deck, **keys)
    book = Handbook(rules)
    tables = {}
    for id_, written in rules.pays.items():
        rows = []
        for row in written.rows:
            try:
                book.test(written.hand, row.hand)
            except ValueError:
                continue
            rows.append({"id": row.id, "hand": row.hand, "pays": str(row.pays)})
        tables[id_] = {"hand": written.hand, "rows": rows or [{"hand": "any hand", "pays": "push"}]}
    return tables


def test_the_first_cards_of_a_zone_are_a_hand_of_their_own():
    rules = game(
        {"ranks": "K A", "suits": "c d h"},
        hands={
            "own": {"ranking": "two-card", "from": {"hole": 2}},
            "all": {"ranking": "three-card", "from": {"hole": 3}},
        },
        pays={"t": table("pair"), "u": table("three of a kind", hand="all")},
        always={"tables": ["t", "u"], "else": "lose"},
    )
    book, deck = Handbook(rules), Handbook(rules).deck.cards
    found: Counter[str] = Counter()
    for one, two, three in permutations(deck, 3):
        pair = book.held("own", {"hole": (one, two, three)})
        trio = book.held("all", {"hole": (one, two, three)})
        paid = [
            name
            for name, test, held in [
                ("own-0", book.test("own", "pair"), pair),
                ("all-0", book.test("all", "three of a kind"), trio),
            ]
            if test.matches(held.value, held.cards)
        ]
        found["-".join(paid) or "lose"] += 1
    wager = counted(rules)
    assert {row.id: row.combinations * 2 for row in wager.outcomes} == found
    assert wager.combinations == comb(6, 2) * 4


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(
    phrases=st.lists(st.sampled_from(ROWS), min_size=1, max_size=4, unique=True),
    deck=st.sampled_from([SMALL, SHOE]),
    cards=st.integers(3, 4),
)
def test_any_pay_table_is_counted_as_it_is_dealt(phrases, deck, cards):
    hands = {"own": {"ranking": "three-card", "from": {"hole": cards}, "use": 3}}
    pays = _possible(deck, {"hands": hands, "pays": {"t": table(*phrases)}})
    rules = game(deck, hands=hands, pays=pays)
    assert rows_of(counted(rules)) == dealt(rules)


# --- what is not a side wager of this kind -----------------------------------------------


@pytest.mark.slow
def test_which_wagers_the_cards_alone_decide():
    free = {
        name: [wager for wager in load(name).wagers if cards_decide(load(name), wager)]
        for name in ("mini-tex", "spanish-poker", "pick-2-poker", "texas-21")
    }
    assert free == {
        "mini-tex": ["pocket-poker"],
        "spanish-poker": ["dos-pares", "joker-in-hand", "gran-progressive"],
        "pick-2-poker": [],
        "texas-21": ["bonus", "progressive"],
    }
    in_action = load("pick-2-poker", {"bonuses_on_fold": "in-action"})
    assert cards_decide(in_action, "five-card-bonus")
    assert not cards_decide(in_action, "three-five-bonus")


def test_a_folded_cell_that_says_the_same_changes_nothing():
    pays = {"table": "t", "else": "lose"}
    same = {"ante": {"always": "push"}, "extra": {"always": pays, "folded": pays}}
    assert cards_decide(game(SMALL, settle=same), "extra")
    other = {"ante": {"always": "push"}, "extra": {"always": pays, "folded": "lose"}}
    rules = game(SMALL, settle=other)
    assert not cards_decide(rules, "extra")
    with pytest.raises(Rejected, match=r"^settle\.extra: "):
        counted(rules)


def test_a_wager_that_a_choice_takes_back_is_not_free():
    stage = {
        "id": "deal",
        "deal": [{"to": "hole", "cards": 3, "face": "down"}],
        "decide": ["check", {"take_back": "extra"}],
    }
    assert not cards_decide(game(SMALL, stages=[stage]), "extra")


def test_dollars_need_a_wager_of_fixed_dollars():
    pays = {"t": table("pair", pays="$20")}
    with pytest.raises(Rejected, match=r"^wagers\.extra\.size: .*fixed dollars"):
        counted(game(SMALL, pays=pays))
    with pytest.raises(Rejected, match=r"^wagers\.extra\.size: "):
        counted(game(SMALL, pays=pays, wager={"size": "1 x ante"}))
    kept = counted(game(SMALL, pays=pays, wager={"size": "$4"}))
    assert {row.id: row.net for row in kept.outcomes} == {"own-0": 5, "lose": -1}
    lost = {"t": table("pair", pays="$20", stake="lost")}
    assert {
        row.id: row.net for row in counted(game(SMALL, pays=lost, wager={"size": "$4"})).outcomes
    }["own-0"] == 4


def test_a_jackpot_that_another_wager_plays_for_is_refused():
    rules = game(
        SMALL,
        pays={"t": table("pair", pays="10% of pot")},
        wager={"size": "$1"},
        jackpots={"pot": {"name": "Pot", "wager": "ante", "seed": "$100"}},
    )
    with pytest.raises(Rejected, match=r"^jackpots\.pot\.wager: "):
        counted(rules)


def test_cards_that_may_not_be_dealt_are_refused():
    stage = {
        "id": "flop",
        "deal": [{"to": "hole", "cards": 3, "face": "down"}],
        "if_out": ["ante"],
    }
    with pytest.raises(Rejected, match=r"^stages\.flop\.if_out: extra needs cards"):
        counted(game(SMALL, stages=[stage]))


def test_too_many_deals_are_refused_with_their_number():
    hands = {
        "own": {"ranking": "three-card", "from": {"hole": 3, "board": 2}, "at_least": {"hole": 1}}
    }
    with pytest.raises(Rejected, match=r"^settle\.extra: .*25,989,600 hands.*5,000,000"):
        counted(game("standard-52", hands=hands))


def test_combinations_are_deals_of_the_hand_alone():
    wager = counted(game(SMALL))
    assert wager.combinations == len(list(combinations(range(15), 3)))
