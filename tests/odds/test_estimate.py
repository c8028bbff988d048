"""A game too large says so before it starts, with an estimate of time."""

import re
from math import comb
from pathlib import Path

import pytest
from tests.ask.rules import EXAMPLES_DIR, load

from feltworks.errors import FeltworksError
from feltworks.odds.analyse import analyse, prepare
from feltworks.odds.cardspace import CardSpace
from feltworks.odds.estimate import (
    DEALER_HAND_SECONDS,
    announcement,
    duration_text,
    estimated_seconds,
    hands_on_boards,
)
from feltworks.odds.passes import cores
from feltworks.odds.positions import positions

ROOT = Path(__file__).parents[2]
HOLDEM = ROOT / "tests" / "odds" / "games" / "casino-holdem.toml"
UTH = EXAMPLES_DIR / "ultimate-texas-holdem.toml"
TRIPS = """
[wagers.trips]
name = "Trips"
kind = "side"
[settle]
trips = { always = { table = "trips", else = "lose" } }
[pays.trips]
hand = "player"
rows = [{ hand = "flush or better", pays = "7:1" }]
"""


class Started(Exception):
    """The first report of a count."""


def first_report(what, done, of):
    raise Started(what, done, of)


@pytest.fixture
def four_hole_cards(tmp_path):
    """Four hole cards on a board of five, with more keys for the hands."""

    def written(player="", dealer="", more=""):
        text = HOLDEM.read_text("utf-8").partition("[pays.ante]")[0]
        text = text.replace('{ table = "ante", else = "1:1" }', '"1:1"')
        for zone, using in (("hole", player), ("dealer", dealer)):
            text = text.replace(f'to = "{zone}", cards = 2', f'to = "{zone}", cards = 4')
            drawn = "from = {{ {} = {}, board = 5 }}"
            text = text.replace(drawn.format(zone, 2), f"{drawn.format(zone, 4)}\n{using}")
        path = tmp_path / "four.toml"
        path.write_text(text + more, "utf-8")
        return load(path)

    return written


@pytest.fixture
def nothing_listed(monkeypatch):
    """Hands and boards, with all their positions, may not be listed."""

    def refuse(space, size, without=0):
        raise AssertionError(f"every {size} cards are listed")

    positions.cache_clear()
    monkeypatch.setattr(CardSpace, "combinations", refuse)


def test_four_hole_cards_on_a_board_tell_of_hours_before_they_start(
    four_hole_cards, nothing_listed
):
    rules = four_hole_cards(
        "use = 5\nat_least = { hole = 2, board = 3 }",
        "use = 5\nat_least = { dealer = 2, board = 3 }",
    )
    with pytest.raises(Started) as told:
        analyse(rules, progress=first_report)
    what, done, of = told.value.args
    assert (done, of) == (0, 0)
    assert re.fullmatch(r"[\d,]+ hands on boards are to be counted: about \d+ hours", what)
    assert what.startswith("23,982,779,535 ")  # 134,459 boards, 178,365 hands on each


def test_a_side_wager_on_too_many_deals_is_refused_as_soon(four_hole_cards, nothing_listed):
    using = "use = 5\nat_least = {{ {} = 2 }}"
    rules = four_hole_cards(using.format("hole"), using.format("dealer"), TRIPS)
    refused = r"settle\.trips: .* by dealing 463,563,500,400 hands"
    with pytest.raises(FeltworksError, match=refused):
        analyse(rules, progress=first_report)


def test_what_player_and_dealer_choose_alike_is_looked_up_once(four_hole_cards):
    """Three hours and a half on one core, as measured; the dealer's choices are the player's."""
    using = "use = 5\nat_least = {{ {} = 2, board = 3 }}"
    alike = four_hole_cards(using.format("hole"), using.format("dealer"))
    showdown = prepare(alike).wagers["main"].showdown
    on_one_core = estimated_seconds(showdown, hands_on_boards(showdown)) * cores() / 3600
    assert 3.5 / 2 < on_one_core < 3.5 * 2
    dealer_uses_less = "use = 5\nat_least = { dealer = 1, board = 3 }"
    other = prepare(four_hole_cards(using.format("hole"), dealer_uses_less)).wagers["main"].showdown
    assert estimated_seconds(other, hands_on_boards(other)) * cores() / 3600 > on_one_core * 1.5


@pytest.mark.parametrize(
    ("player", "refused"), [("", "player"), ("use = 5\nat_least = { hole = 1 }", "dealer")]
)
def test_what_no_table_can_look_up_is_refused_before_anything_is_counted(
    four_hole_cards, player, refused
):
    """With the key and the remedy; the remedy for the player's hand leaves the dealer's."""
    cause = "looks hands up in 5 to 7 cards, not in 9; .*at_least = "
    with pytest.raises(FeltworksError, match=rf"^hands\.{refused}\.from: .*{cause}"):
        prepare(four_hole_cards(player))


def test_hands_on_boards_are_counted_without_looking_at_them():
    """By kinds where these tell all, and else by the cards of a board and a hand."""
    walk = prepare(load(UTH)).wagers["main"]
    assert hands_on_boards(walk.showdown) == 6_175 * 91 + 36_608 * 338
    plain = prepare(load("mini-tex")).wagers["main"]
    assert hands_on_boards(plain.showdown) == len(plain.boards.canonical) * 49 * 48 // 2


@pytest.mark.parametrize("game", ["mini-tex", "pick-2-poker", "spanish-poker", UTH], ids=str)
def test_a_game_of_seconds_is_not_announced(game):
    walk = prepare(load(game)).wagers["main"]
    assert announcement(walk.showdown) is None
    hands = hands_on_boards(walk.showdown)
    assert 0 < estimated_seconds(walk.showdown, hands) < 5


def test_the_dealers_hands_count_where_they_are_more_than_the_players():
    """Five cards each from 53: one player's hand in twenty is looked at, every dealer's is."""
    walk = prepare(load(ROOT / "tests" / "odds" / "games" / "dj-wild.toml")).wagers["main"]
    hands = hands_on_boards(walk.showdown)
    assert hands < comb(53, 5) / 15
    assert estimated_seconds(walk.showdown, hands) > comb(53, 5) * DEALER_HAND_SECONDS


@pytest.mark.parametrize(
    ("seconds", "says"),
    [
        (21, "20 seconds"),
        (89, "90 seconds"),
        (95, "2 minutes"),
        (3000, "50 minutes"),
        (6000, "2 hours"),
        (100_000, "28 hours"),
        (864_000, "10 days"),
        (86_400_000_000, "1,000,000 days"),
    ],
)
def test_a_time_is_told_as_people_say_it(seconds, says):
    assert duration_text(seconds) == says
