"""Statistics over many games: win rate with its error, how often played, shown and won."""

import random
from statistics import mean, stdev

import pytest
from tests.ask.rounds import Irregularity, Score, Scorebook, Terms

from .felt import LIMITS, deal
from .test_random_games import at_random

CHECKED_DOWN = "call call check " + "check " * 6


def scored(rounds, names=None):
    """The scorebook of some finished games."""
    book = Scorebook()
    for done in rounds:
        book.enter(done, names)
    return book


def test_one_game_counts_for_everybody_who_was_dealt_in():
    done = deal(
        [100] * 3, CHECKED_DOWN, hole={1: "As Ah", 2: "2c 3d", 3: "4c 5d"}, board="Kd 9h 7c"
    )
    book = scored([done], {1: "Ann", 2: "Ben"})
    assert list(book.scores) == ["Ann", "Ben", "seat 3"]
    ann, ben = book.scores["Ann"], book.scores["Ben"]
    assert (ann.games, ann.won, ann.showdowns, ann.showdowns_won) == (1, 3.0, 1, 1)
    assert (ben.won, ben.showdowns_won, ben.showdown_won_often) == (-1.5, 0, 0.0)
    assert ann.played == 1, "he completed the small blind"
    assert ben.played == 0, "he only ever checked his big blind"


def test_who_folds_has_no_showdown_and_who_wins_without_one_has_none_either():
    book = scored([deal([100] * 3, "raise fold fold")])
    assert all(score.showdowns == 0 for score in book.scores.values())
    assert book.scores["seat 3"].showdown_won_often is None


def test_beaten_hands_that_are_not_shown_were_at_the_showdown():
    does = "call call check check check check check check bet call call"
    hole = {1: "2s 3h", 2: "Ks Kh", 3: "As Ah"}
    book = scored([deal([100] * 3, does, hole=hole, board="9d 8h 5c")])
    assert [s.showdowns for s in book.scores.values()] == [1, 1, 1]
    assert [s.showdowns_won for s in book.scores.values()] == [0, 0, 1]


def test_the_win_rate_and_its_error_are_those_of_the_textbook():
    score = Score()
    results = [3.0, -1.5, 0.0, 7.25, -2.0]
    for won in results:
        score.enter(won, played=True, showdown=False, took=False)
    assert score.win_rate == pytest.approx(100 * mean(results))
    assert score.standard_error == pytest.approx(100 * stdev(results) / 5**0.5)


def test_after_one_game_nothing_is_known_of_the_error():
    score = Score()
    assert score.standard_error is None and score.win_rate == 0
    score.enter(1.0, played=True, showdown=True, took=True)
    assert score.standard_error is None


def test_void_games_do_not_count():
    now = deal([100] * 3, terms=Terms(LIMITS))
    void = now.play(Irregularity("face-up-card", "a card flew"))
    book = scored([void])
    assert book.games == 0 and book.scores == {}


def test_over_many_games_what_is_won_is_lost_by_others():
    rng = random.Random(8)
    options = {"pocket_poker_table": "not-offered", "missed_blinds": "wait"}
    options |= {"ante": "on", "structure": "no-limit", "raises": "3", "big_blind_option": "on"}
    options |= {"heads_up_blinds": "letter", "shows": "all-hands"}
    book = Scorebook()
    for seed in range(40):
        done = at_random([rng.randint(500, 40_000) for _ in range(6)], options, seed)[-1]
        book.enter(done)
    assert book.games == 40
    assert sum(score.won for score in book.scores.values()) == pytest.approx(0)
