"""Games in which suits matter for flushes only, counted by kinds of cards.

A pay row that names a suit, and pays what other hands get, changes nothing but the way of
counting: suits are no longer alike, and every card is looked at. So either way must say the same.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.ask.odds import Player, odds
from tests.ask.rules import Handbook, Rules, load_text, without_cards

from feltworks.cards import parse_cards

from .oracle_compare import assert_same_odds

GAME = """
[game]
id = "small"
name = "Small"
title = "Cards of one's own and a board, from a small deck."
deck = {{ ranks = "{ranks}", suits = "{suits}", removed = "{removed}", jokers = {jokers} }}
unit = "ante"
[zones]
hole = "player"
dealer = "dealer"
board = "table"
{own_ranking}
[hands.player]
ranking = "{ranking}"
from = {{ hole = {hole}, board = {board} }}
{use}
[hands.dealer]
ranking = "{ranking}"
from = {{ dealer = {hidden}, board = {board} }}
{use_dealer}
[contests.main]
player = "player"
dealer = "dealer"
{qualifies}
[wagers]
ante = {{ name = "Ante", kind = "required" }}
{wagers}
[[stages]]
id = "first"
deal = [
    {{ to = "hole", cards = {hole}, face = "down" }},
    {{ to = "dealer", cards = {hidden}, face = "down" }},
]
{stages}
[settle.ante]
folded = "lose"
win = {{ table = "pays", else = "1:1" }}
tie = "push"
lose = "lose"
{not_qualified}
{settled}
{paid_by}
rows = [{{ hand = "{row}", pays = "3:1" }}{idle_row}]
[table]
seats = 1
most_seats = 1
"""
SETTLED = """
[settle.{wager}]
folded = "lose"
win = "1:1"
tie = "push"
lose = "lose"
{compare}
"""
OWN = '[rankings.own]\nlike = "five-card"\nwild = [{}]\n'
CHECK = 'decide = ["check", { id = "raise", bet = "play", size = "2 or 3 x ante" }]'
RAISE = 'decide = ["fold", { id = "raise", bet = "play", size = "1 x ante" }]'
MORE = 'decide = ["check", { id = "more", bet = "more", size = "1 x ante" }]'


def open_cards(id_: str, cards: int, decide: str = "", unless: str = "") -> str:
    only = f'while_not_out = "{unless}"' if unless else ""
    deal = f'deal = [{{ to = "board", cards = {cards}, face = "up" }}]'
    return f'[[stages]]\nid = "{id_}"\n{deal}\n{decide}\n{only}\n'


GAMES = {
    "raise once, the last decision on the whole board": {
        "stages": CHECK
        + "\n"
        + open_cards("flop", 3, CHECK, "play")
        + open_cards("river", 2, RAISE, "play"),
    },
    "a bet on three streets, the last card after them": {
        "stages": RAISE + "\n" + open_cards("flop", 3, MORE) + open_cards("show", 2),
        "qualifies": "",
        "ranking": "five-card",
    },
    "the only decision on the whole board": {"stages": open_cards("river", 5, RAISE)},
    "four streets": {
        "stages": open_cards("flop", 2, CHECK)
        + open_cards("turn", 1, RAISE, "play")
        + open_cards("river", 1, MORE)
        + open_cards("show", 1),
    },
    "three cards against two": {
        "stages": RAISE + "\n" + open_cards("show", 3),
        "hole": 3,
        "hidden": 2,
        "board": 3,
        "use": "use = 5\nat_least = { hole = 2 }",
        "ranks": "2 7 8 9 K",
    },
    "two cards against three, one of them at least used": {
        "stages": RAISE + "\n" + open_cards("flop", 2, MORE) + open_cards("show", 1),
        "hidden": 3,
        "board": 3,
        "ranking": "four-card",
        "use": "at_least = { hole = 1 }",
        "use_dealer": "use = 4\nat_least = { board = 2 }",
        "row": "flush or better",
    },
    "four cards of five": {
        "stages": CHECK + "\n" + open_cards("flop", 2, MORE) + open_cards("show", 1, RAISE, "play"),
        "board": 3,
        "ranking": "four-card",
        "qualifies": 'qualifies = "pair of nines or better"',
    },
}


def small(name: str, suits: str = "c d h", gone: str = "", **deck: str | int) -> Rules:
    given = dict(GAMES[name])
    text = {
        "ranks": "2 7 8 9 T K",
        "suits": suits,
        "ranking": "five-card",
        "hole": 2,
        "hidden": 2,
        "board": 5,
        "use": "",
        "use_dealer": "",
        "qualifies": 'qualifies = "pair of eights or better"',
        "row": "flush or better",
        "removed": "",
        "jokers": 0,
        "own_ranking": "",
        "idle_row": "",
        "paid_by": PAID_BY_PLAYER,
        **given,
        **deck,
    }
    qualifies = bool(text["qualifies"])
    text["not_qualified"] = 'not_qualified = "push"' if qualifies else ""
    compare = 'not_qualified = "compare"' if qualifies else ""
    bet = [wager for wager in ("play", "more") if f'bet = "{wager}"' in str(text["stages"])]
    text["wagers"] = "\n".join(f'{w} = {{ name = "{w}", kind = "decision" }}' for w in bet)
    text["settled"] = "".join(SETTLED.format(wager=wager, compare=compare) for wager in bet)
    rules = load_text(GAME.format(**text), f"{name}.toml")
    return without_cards(rules, parse_cards(gone)) if gone else rules


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_kinds_and_cards_come_to_the_same(name: str) -> None:
    assert_same_over_cards(name)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["four streets", "two cards against three, one of them at least used"]
)
def test_kinds_and_cards_of_four_suits_come_to_the_same(name: str) -> None:
    assert_same_over_cards(name, suits="c d h s", **FEW)


UNEVEN = {
    "cards gone": ("raise once, the last decision on the whole board", {"gone": "8c Td"}),
    "a suit of few cards": ("four streets", {"removed": "2h 7h 8h 9h", "gone": "Kc"}),
    "ranks of one suit alone": ("four streets", {"removed": "2d 2h 7d 7h Kd Kh"}),
    "of unequal hands": (
        "two cards against three, one of them at least used",
        {"removed": "2d 2h 7d 7h Kd Kh", "gone": "8c"},
    ),
}


@pytest.mark.parametrize("deck", UNEVEN)
def test_kinds_of_uneven_suits_and_cards_come_to_the_same(deck: str) -> None:
    name, cards = UNEVEN[deck]
    assert_same_over_cards(name, **cards)


WILD = {
    "a joker": ("four streets", {"jokers": 1, "own_ranking": OWN.format('"Jo"')}),
    "two jokers that complete flushes, a suit of few cards": (
        "raise once, the last decision on the whole board",
        {
            "jokers": 2,
            "own_ranking": OWN.format('"Jo"') + "bug = true",
            "removed": "2h 7h 8h 9h 7d",
        },
    ),
    "sevens": ("the only decision on the whole board", {"own_ranking": OWN.format('"7"')}),
}


FEW = {"ranks": "7 8 9 T K"}
IDLE_ROW = ', {{ hand = "contains {}", pays = "1:1" }}'
PAID_BY_PLAYER = '[pays.pays]\nhand = "player"'
PAID_BY_ANOTHER = """
[hands.plain]
ranking = "five-card"
from = { hole = 2, board = 5 }
[pays.pays]
hand = "plain"
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["the only decision on the whole board", "four streets"])
def test_cards_that_are_wild_in_one_hand_alone(name: str) -> None:
    wild = OWN.format('"7"')
    assert_same_over_cards(name, ranking="own", own_ranking=wild, paid_by=PAID_BY_ANOTHER)


@pytest.mark.slow
@pytest.mark.parametrize("deck", WILD)
def test_boards_with_wild_cards_are_looked_at_beside_kinds(deck: str) -> None:
    name, cards = WILD[deck]
    assert_same_over_cards(name, ranking="own", row="pair or better", **cards)


def test_hands_with_a_joker_are_dealt_as_counted() -> None:
    rules = small(
        "four cards of five",
        ranks="8 9 T J",
        removed="Td Jd 8h Th 9h",
        jokers=1,
        own_ranking='[rankings.own]\nlike = "four-card"\nwild = ["Jo"]',
        ranking="own",
        row="pair or better",
    )
    assert_same_odds(rules)


def assert_same_over_cards(name: str, **deck: str | int) -> None:
    by_kinds = small(name, **deck)
    card = next(face for face in Handbook(by_kinds).deck.cards if not face.is_joker)
    by_cards = small(name, idle_row=IDLE_ROW.format(card), **deck)
    kinds, cards = (odds(rules)["main"] for rules in (by_kinds, by_cards))
    assert (kinds.nets, kinds.ties, kinds.parts) == (cards.nets, cards.ties, cards.parts)
    assert kinds.average_wager == cards.average_wager
    one, other = Player(by_kinds), Player(by_cards)
    faces, luck = Handbook(by_kinds).deck.cards, Random(name)
    for decision in one.decisions:
        assert one.deals_by_choice(decision) == other.deals_by_choice(decision)
        own, board = one.cards_at(decision)
        for out in one.wagers_out(decision) * 10:
            dealt = luck.sample(faces, own + board)
            asked = (decision, dealt[:own], dealt[own:])
            assert other.advise(*asked, out=out) == one.advise(*asked, out=out)


@pytest.mark.slow
@pytest.mark.parametrize("suits", ["c d", "c d h"])
def test_positions_of_kinds_are_listed_as_they_are_counted(suits: str) -> None:
    player = Player(small("raise once, the last decision on the whole board", suits, **FEW))
    for decision in player.decisions:
        best: Counter[str] = Counter()
        for each in player.positions(decision):
            best[each.advice.best] += each.deals
        assert best == player.deals_by_choice(decision)


def test_kinds_of_uneven_suits_are_dealt_as_counted() -> None:
    """Tens are clubs alone, so that two clubs may lie there in any case."""
    assert_same_odds(small("four cards of five", ranks="8 9 T J", removed="Td Jd 8h Th"))
