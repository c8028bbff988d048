"""Boards by kinds of cards: every count as over boards of cards, and as counted by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest
from tests.ask.rules import Rules, load, load_text, without_cards

from feltworks.cards import RANKS, SUITS, Deck, parse_cards
from feltworks.odds import forward
from feltworks.odds.boardcache import clear
from feltworks.odds.boards import Boards
from feltworks.odds.cardspace import CardSpace
from feltworks.odds.kindboards import KindBoards, KindChunk
from feltworks.odds.kinds import kind_sets, kinds_of
from feltworks.odds.progress import silent
from feltworks.odds.solver import Solver
from feltworks.odds.strategy import Advisor
from feltworks.odds.walk import Walk
from feltworks.simulate.decisions import UNKNOWN, decision_tables

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
rows = [{{ hand = "{row}", pays = "3:1" }}]
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


def by_kind(walk: Walk) -> KindBoards:
    kinds = walk.showdown.kinds
    assert kinds is not None
    return kinds


@pytest.fixture
def boards_of_cards(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """A switch for the other way: `by_kind` finds nothing once it is thrown."""
    yield monkeypatch
    clear()


@pytest.mark.parametrize("suits", ["c d h", "c d h s"])
@pytest.mark.parametrize("name", GAMES)
def test_kinds_and_cards_come_to_the_same(
    name: str, suits: str, boards_of_cards: pytest.MonkeyPatch
) -> None:
    assert_same_over_cards(small(name, suits), boards_of_cards)


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
def test_kinds_of_uneven_suits_and_cards_come_to_the_same(
    deck: str, boards_of_cards: pytest.MonkeyPatch
) -> None:
    name, cards = UNEVEN[deck]
    rules = small(name, **cards)
    assert len(by_kind(Solver(rules).walk({})).suited) > 1
    assert_same_over_cards(rules, boards_of_cards)


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


PAID_BY_PLAYER = '[pays.pays]\nhand = "player"'
PAID_BY_ANOTHER = """
[hands.plain]
ranking = "five-card"
from = { hole = 2, board = 5 }
[pays.pays]
hand = "plain"
"""


@pytest.mark.parametrize("name", ["the only decision on the whole board", "four streets"])
def test_cards_that_are_wild_in_one_hand_alone(
    name: str, boards_of_cards: pytest.MonkeyPatch
) -> None:
    wild = OWN.format('"7"')
    rules = small(name, ranking="own", own_ranking=wild, paid_by=PAID_BY_ANOTHER)
    assert_same_over_cards(rules, boards_of_cards)


@pytest.mark.parametrize("deck", WILD)
def test_boards_with_wild_cards_are_looked_at_beside_kinds(
    deck: str, boards_of_cards: pytest.MonkeyPatch
) -> None:
    name, cards = WILD[deck]
    rules = small(name, ranking="own", row="pair or better", **cards)
    showdown = Solver(rules).walk({}).showdown
    beside = showdown.boards_of_cards
    assert beside is not None
    assert 0 < len(beside.canonical) < len(showdown.boards.canonical)
    assert_same_over_cards(rules, boards_of_cards)


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
    by_kind(Solver(rules).walk({}))
    assert_same_odds(rules)


def assert_same_over_cards(rules: Rules, boards_of_cards: pytest.MonkeyPatch) -> None:
    kinds = Solver(rules).walk({})
    by_kind(kinds)
    kinds.choose_with_worths()
    counted = kinds.count()
    last = len(kinds.tree.levels) - 1
    choices = decision_tables(kinds, last, silent)
    clear()
    boards_of_cards.setattr(Boards, "by_kind", None)
    cards = Solver(rules).walk({})
    assert cards.showdown.kinds is None
    cards.choose_with_worths()
    again = cards.count()
    for node, told in decision_tables(cards, last, silent).items():
        assert np.array_equal(choices[node][told != UNKNOWN], told[told != UNKNOWN])
    assert np.array_equal(counted.endings, again.endings)
    assert counted.indifferent == again.indifferent
    assert counted.endings.sum() == kinds.showdown.combinations
    for mine, others in zip(kinds.decided, cards.decided, strict=True):
        assert np.array_equal(mine.taken, others.taken)
        assert np.array_equal(mine.worths.of(), others.worths.of())


def test_kinds_of_uneven_suits_are_dealt_as_counted() -> None:
    """Tens are clubs alone, so that two clubs may lie there in any case."""
    rules = small("four cards of five", ranks="8 9 T J", removed="Td Jd 8h Th")
    crowded = by_kind(Solver(rules).walk({})).plain.crowded
    assert crowded.any()
    assert not crowded.all()
    assert_same_odds(rules)


@pytest.mark.parametrize("name", ["the only decision on the whole board", "four streets"])
def test_best_choices_are_as_many_deals_over_kinds_as_over_cards(
    name: str, boards_of_cards: pytest.MonkeyPatch
) -> None:
    rules = small(name)
    advisor = Advisor(rules)
    kinds = [advisor.deals_by_best(decision) for decision in advisor.decisions]
    last = advisor.decisions[-1]
    by_value = advisor.best_by_value(last, "player")
    assert sum(by_value.values(), Counter()) == kinds[-1] and len(by_value) > 20
    clear()
    boards_of_cards.setattr(Boards, "by_kind", None)
    advisor = Advisor(rules)
    assert kinds == [advisor.deals_by_best(decision) for decision in advisor.decisions]
    assert by_value == advisor.best_by_value(last, "player")
    told: dict[int, Counter[str]] = {}
    book, lines = advisor.walk.plan.book, list(advisor.lines(last))
    cards = [[book.deck.index(card) for card in (*each.cards, *each.board)] for each in lines]
    values = book.compiled("player").values(np.array(cards, np.uint8)).tolist()
    for value, line in zip(values, lines, strict=True):
        told.setdefault(value, Counter())[line.advice.best] += line.deals
    assert by_value == told


@pytest.mark.parametrize("name", GAMES)
def test_the_dealers_hands_are_counted_as_one_by_one(name: str) -> None:
    walk = Solver(small(name)).walk({})
    contest = walk.boards.contests[0]
    kinds = by_kind(walk)
    for view in kinds.views:
        seen = 0
        for chunk in view.chunks():
            for board, hand in np.argwhere(chunk.weights)[:: 1 + chunk.weights.size // 40]:
                found = tuple(int(n) for n in chunk.counts[board, 0, :, hand])
                counted = one_by_one(walk, chunk, int(board), int(hand), contest.qualifying)
                # Without a qualifier nobody asks for the hands that do not qualify.
                assert found == counted if contest.qualifying else (0, *found) == counted
                seen += 1
        assert seen or not len(view.last)


def one_by_one(
    walk: Walk, chunk: KindChunk, board: int, hand: int, qualifying: int
) -> tuple[int, int, int]:
    """The dealer's hands that do not qualify, lie below, and lie up to a hand."""
    boards, holes = chunk.rows()
    row = board * chunk.weights.shape[1] + hand
    lying, own = (walk.space.faces[cards[row]] for cards in (boards, holes))
    assert len({*lying, *own}) == len(lying) + len(own)
    book, plan = walk.plan.book, walk.plan

    def value(id_: str, cards: tuple[int, ...]) -> int:
        faces = np.array([[*cards, *lying]], np.uint8)
        return int(book.chooser(id_).row_values(book.compiled(id_), faces)[0])

    mine = value("player", tuple(own))
    left = [face for face in range(walk.space.size) if face not in {*lying, *own}]
    dealers = [value("dealer", cards) for cards in combinations(left, plan.hidden)]
    return (
        sum(v < qualifying for v in dealers),
        sum(v < mine for v in dealers),
        sum(v <= mine for v in dealers),
    )


def even(ranks: int, suits: int) -> CardSpace:
    deck = {"id": "even", "ranks": " ".join(RANKS[:ranks]), "suits": " ".join(SUITS[:suits])}
    return CardSpace(Deck.from_data(deck))


def test_sets_of_kinds_are_all_that_a_deck_can_hold() -> None:
    kinds = kinds_of(even(3, 3), (0, 1, 2))
    cards = [(rank, suit) for rank in range(3) for suit in range(3)]
    for size in range(5):
        for least in range(3):
            ways = Counter(
                tuple(sorted(rank + 3 * (suit == 0) for rank, suit in some))
                for some in combinations(cards, size)
                if sum(suit == 0 for _, suit in some) >= least
            )
            found = kind_sets(kinds, size, least)
            assert {tuple(map(int, each)) for each in found.sets} == {*ways}
            assert np.array_equal(found.find(found.sets[:, ::-1]), np.arange(len(found)))
            assert found.most_ways == 3 * max(ways.values(), default=0)


def test_a_board_of_five_has_as_many_kinds_as_the_page_says() -> None:
    plain, suited = kinds_of(even(13, 4)), kinds_of(even(13, 4), (0, 1, 2, 3))
    assert len(kind_sets(plain, 5)) == 6_175
    assert len(kind_sets(suited, 5, 3)) == 36_608
    assert (len(kind_sets(plain, 2)), len(kind_sets(suited, 2))) == (91, 338)


@pytest.mark.parametrize("game", ["mini-tex", "spanish-poker", "pick-2-poker"])
def test_where_kinds_do_not_tell_all_cards_are_looked_at(game: str) -> None:
    assert Solver(load(game)).walk({}).showdown.kinds is None


def test_wide_orders_and_narrow_ones_come_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = small("four streets")
    narrow = Solver(rules).main({})
    monkeypatch.setattr("feltworks.odds.sums.NARROW", 0)
    assert Solver(rules).main({}) == narrow
    assert forward.BEFORE_FIRST.dtype == np.int16
