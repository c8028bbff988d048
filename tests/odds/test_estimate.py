"""A game too large says so before it starts, with an estimate of time."""

import re
from math import comb
from pathlib import Path

import pytest
from tests.ask.odds import Rejected, reported_odds, why_not
from tests.ask.rules import EXAMPLES_DIR, load
from tests.ask.solving import duration_text, estimate

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


def test_four_hole_cards_on_a_board_tell_of_hours_before_they_start(four_hole_cards):
    """Neither hands nor boards are listed before: that alone would take minutes."""
    rules = four_hole_cards(
        "use = 5\nat_least = { hole = 2, board = 3 }",
        "use = 5\nat_least = { dealer = 2, board = 3 }",
    )
    with pytest.raises(Started) as told:
        reported_odds(rules, progress=first_report)
    what, done, of = told.value.args
    assert (done, of) == (0, 0)
    assert re.fullmatch(r"[\d,]+ hands on boards are to be counted: about \d+ hours", what)
    assert what.startswith("23,982,779,535 ")  # 134,459 boards, 178,365 hands on each


def test_a_side_wager_on_too_many_deals_is_refused_as_soon(four_hole_cards):
    using = "use = 5\nat_least = {{ {} = 2 }}"
    rules = four_hole_cards(using.format("hole"), using.format("dealer"), TRIPS)
    refused = r"settle\.trips: .* by dealing 463,563,500,400 hands"
    with pytest.raises(Rejected, match=refused):
        reported_odds(rules, progress=first_report)


def test_what_player_and_dealer_choose_alike_is_looked_up_once(four_hole_cards):
    """Three hours and a half on one core, as measured; the dealer's choices are the player's."""
    using = "use = 5\nat_least = {{ {} = 2, board = 3 }}"
    alike = estimate(four_hole_cards(using.format("hole"), using.format("dealer")))
    hours = alike.seconds_on_one_core / 3600
    assert 3.5 / 2 < hours < 3.5 * 2
    dealer_uses_less = "use = 5\nat_least = { dealer = 1, board = 3 }"
    other = estimate(four_hole_cards(using.format("hole"), dealer_uses_less))
    assert other.seconds_on_one_core / 3600 > hours * 1.5


@pytest.mark.parametrize(
    ("player", "refused"), [("", "player"), ("use = 5\nat_least = { hole = 1 }", "dealer")]
)
def test_what_no_table_can_look_up_is_refused_before_anything_is_counted(
    four_hole_cards, player, refused
):
    """With the key and the remedy; the remedy for the player's hand leaves the dealer's."""
    cause = "looks hands up in 5 to 7 cards, not in 9; .*at_least = "
    told = why_not(four_hole_cards(player))
    assert re.match(rf"hands\.{refused}\.from: .*{cause}", told)


def test_hands_on_boards_are_counted_without_looking_at_them():
    """By kinds where these tell all, and else by the cards of a board and a hand."""
    assert estimate(load(UTH)).hands == 6_175 * 91 + 36_608 * 338
    # The boards of three cards up to swaps of suits are 1,755.
    assert estimate(load("mini-tex")).hands == 1_755 * 49 * 48 // 2


@pytest.mark.parametrize("game", ["mini-tex", "pick-2-poker", "spanish-poker", UTH], ids=str)
def test_a_game_of_seconds_is_not_announced(game):
    found = estimate(load(game))
    assert found.announcement is None
    assert 0 < found.seconds_on_one_core < 20


def test_the_dealers_hands_count_where_they_are_more_than_the_players():
    """Five cards each from 53: one player's hand in twenty is looked at, every dealer's is."""
    found = estimate(load(ROOT / "tests" / "odds" / "games" / "dj-wild.toml"))
    assert found.hands < comb(53, 5) / 15
    assert found.seconds_on_one_core > comb(53, 5) * 50e-9


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
