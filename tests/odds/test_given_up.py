"""One wager given up while others play on: counted, advised and dealt as every deal has it."""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import pytest
from tests.ask.odds import Player, PositionError, odds
from tests.ask.players import optimal
from tests.ask.rounds import Bet, NoMoreBets, Round, Settled, TablePlan, TableRound, Terms, play_out
from tests.ask.rules import EXAMPLES_DIR, Rules, RulesError, load, load_text, read_document
from tests.ask.solving import estimate, listing_positions_up_to
from tests.cli.running import refusal

from feltworks.cards import parse_cards

from .oracle_compare import assert_same_odds

LEFT_OR_RIGHT = """
[game]
id = "left-or-right"
name = "Left or Right"
title = "Two cards make three with one on the left and one on the right; give up what looks bad."
deck = { ranks = "7 8 9 T", suits = "c d", removed = ["Td"] }

[table]
seats = 1
most_seats = 1

[zones]
hole = "player"
left = "table"
right = "table"

[rankings]
plain = { like = "three-card", ace_low = false }

[hands]
left = { ranking = "plain", from = { hole = 2, left = 1 } }
right = { ranking = "plain", from = { hole = 2, right = 1 } }

[wagers]
left = "required"
right = { kind = "required", size = "2 x left" }
more = "decision"

[[stages]]
id = "look"
deal = ["2 down to hole"]
decide = ["fold", "check", { gives_up = "left" }, { id = "drop", gives_up = "right" }]

[[stages]]
id = "raise"
deal = ["1 up to left"]
decide = ["check", { bet = "more", size = "1 x left" }]

[[stages]]
id = "end"
deal = ["1 up to right"]

[settle]
left = { folded = "lose half", always = { table = "left", else = "lose" } }
right = { folded = "lose", always = { table = "right", else = "lose" } }
more = { always = { table = "right", else = "lose" } }

[pays]
left = { hand = "left", rows = ["straight or better pays 4:1", "flush loses", "pair pays 1:2"] }
right = { hand = "right", rows = ["pair or better pays 1:1"] }
"""
CARDS = [rank + suit for rank in "789T" for suit in "cd" if rank + suit != "Td"]


def left_pays(cards: tuple[str, ...]) -> Fraction:
    places = sorted("789T".index(card[0]) for card in cards)
    if len(set(places)) == 2:
        return Fraction(1, 2)
    return Fraction(4) if places[2] - places[0] == 2 else Fraction(-1)


def right_pays(cards: tuple[str, ...]) -> Fraction:
    places = sorted("789T".index(card[0]) for card in cards)
    made = len(set(places)) == 2 or places[2] - places[0] == 2
    suited = len({card[1] for card in cards}) == 1
    return Fraction(1) if made or suited else Fraction(-1)


def by_hand() -> tuple[Counter[Fraction], dict[frozenset[str], str]]:
    nets: Counter[Fraction] = Counter()
    chosen = {}
    for hole in combinations(CARDS, 2):
        deals = list(permutations([card for card in CARDS if card not in hole], 2))
        right: dict[str, list[Fraction]] = defaultdict(list)
        for left_card, right_card in deals:
            right[left_card].append(right_pays((*hole, right_card)))
        raised = {card: sum(found) >= 0 for card, found in right.items()}

        def net(choice: str, deal: tuple[str, str], hole=hole, raised=raised) -> Fraction:
            if choice == "fold":
                return Fraction(-5, 2)
            more = right_pays((*hole, deal[1]))
            total = more if raised[deal[0]] else Fraction(0)
            total += Fraction(-1, 2) if choice == "give-up" else left_pays((*hole, deal[0]))
            return total + (Fraction(-2) if choice == "drop" else 2 * more)

        totals = {
            choice: sum(net(choice, deal) for deal in deals)
            for choice in ("check", "give-up", "drop", "fold")
        }
        best = max(totals.values())
        chosen[frozenset(hole)] = {choice for choice, total in totals.items() if total == best}
        nets.update(net(sorted(chosen[frozenset(hole)])[0], deal) for deal in deals)
    return nets, chosen


def test_every_deal_of_a_small_deck() -> None:
    rules = load_text(LEFT_OR_RIGHT)
    nets, chosen = by_hand()
    assert {"give-up", "check"} <= {choice for some in chosen.values() for choice in some}
    main = odds(rules)["main"]
    total = sum(nets.values())
    assert main.combinations == total
    assert main.expected_value == sum(net * n for net, n in nets.items()) / total
    assert sum(main.parts.values()) == main.expected_value
    player = Player(rules)
    for hole, best in chosen.items():
        advice = player.advise("look", parse_cards(" ".join(sorted(hole))))
        assert advice.best in best
    outs = player.wagers_out("raise")
    assert {frozenset(out) for out in outs} == {
        frozenset(some) for some in (["left", "right"], ["left"], ["right"])
    }


def test_a_round_in_which_one_wager_is_given_up() -> None:
    rules = load_text(LEFT_OR_RIGHT)
    _, chosen = by_hand()
    hole = next(sorted(hole) for hole, best in chosen.items() if best == {"give-up"})
    rest = [card for card in CARDS if card not in hole]
    round: Round = TableRound.open(TablePlan(rules), Terms())
    for wager, cents in (("left", 1000), ("right", 2000)):
        round = round.play(Bet(1, wager, cents))
    cards = parse_cards(" ".join([*hole, *rest]))
    log = play_out(round.play(NoMoreBets()), list(cards), optimal(rules)).log
    settled = {entry.wager: entry for entry in log if isinstance(entry, Settled)}
    assert settled["left"].net_cents == -500 and settled["left"].case == "folded"
    net = right_pays((*hole, rest[1]))
    assert settled["right"].net_cents == 2000 * net


def test_only_what_is_out_can_be_given_up() -> None:
    with pytest.raises(RulesError, match="asks a pay table"):
        load_text(LEFT_OR_RIGHT.replace('folded = "lose half", ', ""))
    early = LEFT_OR_RIGHT.replace('gives_up = "left"', 'gives_up = "more"')
    with pytest.raises(RulesError, match="out by then"):
        load_text(early)


def cross_document(deck: dict[str, Any]) -> dict[str, Any]:
    """Criss Cross Poker, two hands that share a card, from another deck."""
    document = tomllib.loads((EXAMPLES_DIR / "criss-cross-poker.toml").read_text())
    document["game"]["deck"] = deck
    document["table"] = {"seats": 1, "most_seats": 1}
    return document


def cross_of(deck: dict[str, Any], *rows: str) -> Rules:
    """The same with more rows in its pay table."""
    document = cross_document(deck)
    document["pays"]["pays-a"]["rows"][:0] = rows
    return read_document(document, "small").rules


SMALL_CROSS = {"ranks": "6 T J Q", "suits": "c d"}
UNLIKE_SUITS = {"ranks": "6 9 T J Q", "suits": "c d h", "removed": ["9c", "Qd"]}


@pytest.mark.slow
def test_a_cross_of_two_hands_on_a_small_deck() -> None:
    """The middle pays by the better hand. From 52 cards, 1,400 million positions of the last
    decision are not listed, but taken together with the card that follows."""
    rules = cross_of(SMALL_CROSS)
    dealt = assert_same_odds(rules)
    with listing_positions_up_to(0):
        assert_same_odds(rules, dealt=dealt)


@pytest.mark.slow
def test_two_levels_at_once_and_positions_listed() -> None:
    """Every count, tie, value and share of best choices is the same, also where suits are unlike
    and a row looks at a single card."""
    rules = cross_of(UNLIKE_SUITS, "contains Jc Qh pays 9:1")
    found = []
    for few in (10**9, 0):
        with listing_positions_up_to(few):
            player = Player(rules)
            assert player.lists_positions("down")
            assert player.lists_positions("middle") == (few > 0)
            told = [
                player.advise("middle", parse_cards("Jc 6d"), parse_cards(board), out=out)
                for out in player.wagers_out("middle")
                for board in ("Jd Th 6c Qh", "9d 9h Tc Td", "6h Jh Tc Qc")
            ]
            best = [player.deals_by_choice(decision) for decision in player.decisions]
            found.append((odds(rules), told, best))
    assert found[0] == found[1]
    with pytest.raises(PositionError, match="ask for one by its cards"):
        next(player.positions("middle"))


MIXED = {"ranking": "five-card", "from": {"across": 2, "down": 2, "middle": 1}}


@pytest.mark.slow
@pytest.mark.parametrize("changed", ["a hand of early and late cards", "a decision after all"])
def test_what_cannot_be_taken_apart_is_listed(changed: str) -> None:
    document = cross_document(SMALL_CROSS)
    if changed == "a decision after all":
        bet = {"bet": "last", "size": "1 x ante-across"}
        document["stages"][3]["decide"] = ["check", bet]
        document["wagers"]["last"] = "decision"
        document["settle"]["last"] = {"always": {"table": "pays-d", "else": "lose"}}
    else:
        document["hands"]["down"] = MIXED
    rules = read_document(document, "small").rules
    with listing_positions_up_to(0):
        player = Player(rules)
        assert all(map(player.lists_positions, player.decisions))
        assert_same_odds(rules)


def test_from_52_cards_it_is_announced() -> None:
    """All of it takes some 20 seconds on two cores, and `python -m bench anygame` counts it: the
    house edge is 579,091 / 6,689,228 = 8.6571% of one ante, 4.33% of both. Those who write about
    the game print its rules and pays, but no figure was found that says what it counts."""
    said = estimate(load("criss-cross-poker")).announcement
    assert said is not None
    assert said.startswith("4,865,485,872 hands on boards are to be counted: about ")


def test_no_simple_rules_are_looked_for_where_positions_are_not_listed(capsys) -> None:
    told = refusal(capsys, "strategy", "criss-cross-poker", "--simple")
    assert "answers hand by hand" in told
