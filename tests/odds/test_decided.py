"""Decisions from several packs, and decisions asked in some cases only, counted over every deal.

The other side is plain Python: every order of a few real cards, nothing compiled, no kinds.
"""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from tests.ask.odds import Player, PositionError, Rejected, Wager, odds
from tests.ask.rules import EXAMPLES_DIR, Rules, RulesError, read, read_document

from feltworks.cards import parse_cards

RANKS = "2QKA"
SHOE = {"ranks": " ".join(RANKS), "suits": "c d", "packs": 2, "removed": ["2d"]}
CARDS = [rank + suit for rank in RANKS for suit in "cd" if rank + suit != "2d"] * 2


def document(example: str, **changes: Any) -> dict[str, Any]:
    found = tomllib.loads((EXAMPLES_DIR / f"{example}.toml").read_text())
    del found["published"]
    found["table"] = {"seats": 1, "most_seats": 1}
    for key, value in changes.items():
        section, _, name = key.partition("__")
        found[section][name] = value
    return found


def small(example: str, **changes: Any) -> Rules:
    return read_document(document(example, **changes), f"{example}.toml").rules


def mean_and_nets(wager: Wager) -> tuple[Fraction, dict[Fraction, Fraction]]:
    deals = wager.combinations
    return wager.expected_value, {net: Fraction(n, deals) for net, n in wager.nets.items()}


def chances(nets: list[Fraction]) -> tuple[Fraction, dict[Fraction, Fraction]]:
    counted = Counter(nets)
    total = len(nets)
    mean = sum(nets, Fraction(0)) / total
    return mean, {net: Fraction(count, total) for net, count in counted.items()}


# --- Casino War --------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("bonus", ["none", "even"])
def test_war_from_a_small_shoe_is_what_every_order_of_its_cards_gives(bonus: str) -> None:
    deals = [tuple(CARDS[at] for at in places) for places in permutations(range(len(CARDS)), 4)]
    rank = RANKS.index
    by_tie: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for mine, his, my_war, his_war in deals:
        if mine[0] == his[0]:
            by_tie[mine[0]].append((rank(my_war[0]), rank(his_war[0])))
    on_tie = 2 if bonus == "even" else 1
    values = {
        tied: Fraction(sum(1 if a > b else on_tie if a == b else -2 for a, b in wars), len(wars))
        for tied, wars in by_tie.items()
    }
    nets = []
    for mine, his, my_war, his_war in deals:
        a, b = rank(my_war[0]), rank(his_war[0])
        if mine[0] != his[0]:
            nets.append(Fraction(1 if rank(mine[0]) > rank(his[0]) else -1))
        elif values[mine[0]] >= Fraction(-1, 2):
            nets.append(Fraction(1 if a > b else on_tie if a == b else -2))
        else:
            nets.append(Fraction(-1, 2))
    rules = read_document(document("casino-war", game__deck=SHOE), "", {"bonus": bonus}).rules
    wagers = odds(rules)
    assert mean_and_nets(wagers["main"]) == chances(nets)
    assert sum(wagers["main"].parts.values()) == wagers["main"].expected_value
    tie = [Fraction(10 if mine[0] == his[0] else -1) for mine, his, *_ in deals]
    assert mean_and_nets(wagers["tie"]) == chances(tie)
    player = Player(rules)
    for tied, value in values.items():
        advice = player.advise("tie", parse_cards(f"{tied}c"), parse_cards(f"{tied}c"))
        assert advice.values == {"war": value, "surrender": Fraction(-1, 2)}


def test_war_from_six_decks_as_published() -> None:
    """The Wizard of Odds: 2.88% going to war, 3.70% surrendering, 2.33% with the bonus, 18.65%."""
    wagers = odds(read(EXAMPLES_DIR / "casino-war.toml").rules)
    assert wagers["main"].house_edge == Fraction(142853, 4965115)
    tied = next(row.combinations for row in wagers["tie"].outcomes if row.net == 10)
    surrendering = Fraction(tied, 2 * wagers["tie"].combinations)
    found = [wagers["main"].house_edge, surrendering, wagers["tie"].house_edge]
    assert [round(float(edge), 4) for edge in found] == [0.0288, 0.0370, 0.1865]
    bonus = odds(read(EXAMPLES_DIR / "casino-war.toml", {"bonus": "even"}).rules)["main"]
    assert round(float(bonus.house_edge), 4) == 0.0233


def test_who_is_not_asked_gets_no_advice() -> None:
    player = Player(small("casino-war", game__deck=SHOE))
    with pytest.raises(PositionError, match="asked only if battle is tie"):
        player.advise("tie", parse_cards("Ac"), parse_cards("Kc"))
    with pytest.raises(PositionError, match="1 cards lie open, not 0"):
        player.advise("tie", parse_cards("Ac"))
    assert [str(each.board[0])[0] for each in player.positions("tie")] == list(RANKS)


def test_what_cannot_be_laid_out_is_refused() -> None:
    later = document("casino-war")
    later["stages"][1], later["stages"][2] = later["stages"][2], later["stages"][1]
    later["stages"][1]["if_out"] = ["bet"]
    later["stages"][2]["decide"].insert(0, {"id": "stay", "plays": "war"})
    del later["stages"][2]["asked_if"]
    later["stages"][0]["settles"] = []
    later["settle"]["tie"]["folded"] = "lose"
    later["settle"]["bet"]["tie"] = "push"
    with pytest.raises(Rejected, match="decides after cards that may not be dealt"):
        odds(read_document(later, "later").rules)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"asked_if": {"contest": "war", "is": "tie"}}, "a hand of what the player has seen"),
        ({"asked_if": {"contest": "battle", "is": "draw"}}, "win, tie, lose"),
        ({"asked_if": {"is": "tie"}}, "one of contest and hand"),
        ({"asked_if": {"contest": "battle", "is": "win"}}, "when the hands are equal"),
    ],
)
def test_conditions_of_a_decision_that_make_no_sense(changes: dict[str, Any], told: str) -> None:
    broken = document("casino-war")
    broken["stages"][1] |= changes
    with pytest.raises(RulesError, match=told):
        read_document(broken, "broken")


def test_who_is_asked_tells_nothing_of_a_card_that_the_others_do_not_see() -> None:
    broken = document("casino-war")
    broken["stages"][0]["deal"][0] = "1 down to card"
    with pytest.raises(RulesError, match=r"tie\.asked_if: .* lie open to all: 0 cards of card"):
        read_document(broken, "broken")
    broken["stages"][1]["deal"] = ["turn 1 of card"]
    read_document(broken, "turned")


def test_cells_for_a_contest_that_nobody_enters() -> None:
    broken = document("casino-war")
    del broken["stages"][1]["decide"][1]["plays"]
    with pytest.raises(RulesError, match="cells for a contest that nobody enters"):
        read_document(broken, "broken")


# --- Red Dog -----------------------------------------------------------------------------------

SIX = "2347JA"
GAPS = {"ranks": " ".join(SIX), "suits": "c d", "packs": 2, "removed": ["Ad"]}


def test_red_dog_from_a_small_shoe_is_what_every_order_of_its_cards_gives() -> None:
    cards = [rank + suit for rank in SIX for suit in "cd" if rank + suit != "Ad"] * 2
    pays = {1: 2, 2: 1, 3: 2}
    by_ends: dict[tuple[int, int], list[int]] = defaultdict(list)
    deals = []
    for one, other, third in permutations(cards, 3):
        low, high = sorted((SIX.index(one[0]), SIX.index(other[0])))
        place = SIX.index(third[0])
        if high - low <= 1:
            net = 11 if low == place == high else 0
        else:
            net = pays.get(high - low - 1, 1) if low < place < high else -1
            by_ends[low, high].append(net)
        deals.append((low, high, net))
    raised = {ends: sum(nets) >= 0 for ends, nets in by_ends.items()}
    assert {*raised.values()} == {True, False}
    nets = [Fraction(net * (2 if raised.get((low, high)) else 1)) for low, high, net in deals]
    rows = ["spread of 1 pays 2:1", "spread of 2 pays 1:1", "spread of 3 pays 2:1"]
    rules = small("red-dog", game__deck=GAPS, pays__spread={"hand": "ends", "rows": rows})
    assert mean_and_nets(odds(rules)["main"]) == chances(nets)
    player = Player(rules)
    for (low, high), found in by_ends.items():
        advice = player.advise("spread", (), parse_cards(f"{SIX[low]}c {SIX[high]}c"))
        assert advice.values["check"] == Fraction(sum(found), len(found))
        assert (advice.best == "raise") is raised[low, high]


def test_red_dog_raises_on_a_spread_of_seven() -> None:
    rank = "23456789TJQKA".index
    best = {
        rank(each.board[1].rank) - rank(each.board[0].rank) - 1: each.advice.best
        for each in Player(read(EXAMPLES_DIR / "red-dog.toml").rules).positions("spread")
    }
    assert best == {spread: "raise" if spread >= 7 else "check" for spread in range(1, 12)}


def test_a_contest_by_position_is_one_card_against_two() -> None:
    broken = document("red-dog")
    broken["contests"]["between"] |= {"player": "ends", "qualifies": "pair or better"}
    with pytest.raises(RulesError) as told:
        read_document(broken, "broken")
    assert "a hand of 2 cards in a contest by position" in str(told.value)
    assert "two cards always qualify" in str(told.value)
