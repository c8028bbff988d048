"""One table at the terminal, whatever the mechanism: how it is left, and what is kept of it."""

import json
import re
import sys
from importlib import import_module

import pytest
from tests.ask.rounds import ENGINES, replay_text
from tests.ask.rules import EXAMPLES_DIR, listings

from feltworks.cli.commands import COMMANDS
from feltworks.cli.mechanisms import MECHANISMS

GAMES = ["mini-tex", "pick-2-poker", "texas-21", "mini-tex-ring"]
LEAVING = [(game, "q") for game in GAMES]
LEAVING += [("mini-tex", EOFError), ("mini-tex", KeyboardInterrupt)]


def test_the_games_here_are_of_every_mechanism():
    assert {game.mechanism for game in listings() if game.id in GAMES} == ENGINES.keys()


def test_every_mechanism_has_a_table_and_words_that_are_commands():
    assert MECHANISMS.keys() == ENGINES.keys()
    for mechanism in MECHANISMS.values():
        assert callable(import_module(mechanism.table).play)
        assert mechanism.words <= {command.word for command in COMMANDS}


def test_every_game_is_listed_as_one_to_play(feltworks):
    for game in json.loads(feltworks("games", "--json").out):
        assert f"feltworks play {game['id']}" in game["commands"]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "leaves"), LEAVING)
def test_every_way_to_leave_in_the_middle_ends_the_round_and_keeps_it(
    feltworks, tmp_path, game, leaves
):
    said = feltworks("play", game, "--seed", 6, "--save", tmp_path, answers=["", leaves])
    assert (said.code, said.err) == (0, "")
    assert "The hand is given up." in said.out or "The hands are left as they stand." in said.out
    assert said.out.endswith("Thank you for playing; the chips are worth nothing.\n")
    (kept,) = tmp_path.iterdir()
    _, transcript, round = replay_text(kept.read_text(encoding="utf-8"))
    assert round.turn.waits_for == "nothing" and transcript.deck is not None
    assert (transcript.reveal is None) == (game == "mini-tex-ring")


@pytest.mark.parametrize(("game", "leaves"), LEAVING)
def test_every_way_to_leave_before_a_round_keeps_nothing(feltworks, tmp_path, game, leaves):
    said = feltworks("play", game, "--seed", 6, "--save", tmp_path, answers=[leaves])
    assert (said.code, said.err) == (0, "")
    assert "given up" not in said.out and "left as they stand" not in said.out
    assert said.out.endswith("\nThank you for playing; the chips are worth nothing.\n")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_that_cannot_be_is_explained_and_asked_again(feltworks, game):
    said = feltworks("play", game, "--seed", 6, answers=["", "nonsense", "f 7", "q"])
    questions = [line for line in said.out.splitlines() if "? advice, q leave:" in line]
    assert len(questions) == 3 and len(set(questions)) == 1
    assert "One of " in said.out


@pytest.mark.slow
def test_another_sitting_writes_beside_what_is_kept(feltworks, tmp_path):
    for game in GAMES:
        feltworks("play", game, "--seed", 6, "--save", tmp_path, answers=["", "q"])
    kept = sorted(tmp_path.iterdir())
    assert [path.name for path in kept] == [f"round-000{n}.toml" for n in (1, 2, 3, 4)]
    assert [replay_text(path.read_text())[1].named.game for path in kept] == GAMES


@pytest.mark.slow
def test_no_bar_is_drawn_over_the_questions(feltworks, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    said = feltworks("play", "mini-tex-ring", "--seed", 6, answers=["", "q"])
    assert said.code == 0 and "counting" not in said.err


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_seed_of_ones_own_is_in_every_shuffle(feltworks, tmp_path, game):
    said = feltworks("play", game, "--my-seed", "clover", "--save", tmp_path, answers=["", "q"])
    assert said.code == 0
    (kept,) = tmp_path.iterdir()
    _, transcript, _ = replay_text(kept.read_text(encoding="utf-8"))
    assert [(each.seat, each.seed) for each in transcript.terms.seeds] == [(1, "clover")]
    replayed = feltworks("replay", kept, "--all")
    assert replayed.code == 0 and "Its order was fixed by the seeds of seat 1." in replayed.out


@pytest.mark.slow
def test_without_one_a_random_seed_is_drawn_but_not_for_practice(feltworks, tmp_path):
    for folder, words in (("play", ()), ("practice", ("--seed", 6))):
        feltworks("play", "mini-tex", *words, "--save", tmp_path / folder, answers=["", "q"])
    seeds = {
        folder: replay_text(kept.read_text(encoding="utf-8"))[1].terms.seeds
        for folder in ("play", "practice")
        for kept in (tmp_path / folder).iterdir()
    }
    assert len(seeds["play"]) == 1 and len(seeds["play"][0].seed) == 64
    assert seeds["practice"] == ()
    said = feltworks("play", "mini-tex", "--my-seed", "a b")
    assert said.code == 2 and "--my-seed" in said.err and "no space" in said.err


@pytest.mark.slow
def test_cards_that_are_gone_are_not_dealt_and_advice_reckons_with_it(feltworks, tmp_path):
    aces = "As Ah Ad Ac Ks Kh Kd Kc Qs Qh Qd Qc"
    ran = feltworks("play", "mini-tex", "--gone", aces, "--auto", "optimal", "--rounds", "3")
    assert ran.code == 0 and "Practice: gone from the deck are Ac Ad Ah As" in ran.out
    dealt = ran.out.partition("Round 1")[2]
    assert "hole" in dealt and not any(
        f"{rank}{suit}" in dealt for rank in "AKQ" for suit in "♠♥♦♣"
    )
    kept = feltworks("play", "mini-tex", "--gone", "Kd", "--save", str(tmp_path))
    assert kept.code == 2 and "no transcript is kept" in kept.err


def test_whoever_asks_for_advice_is_told_why_and_reviewed_at_the_end(feltworks):
    file = EXAMPLES_DIR / "three-card-poker.toml"
    said = feltworks("play", file, "--seed", 6, "--rounds", 1, answers=["", "?", "1"])
    assert said.code == 0, said.err
    assert "  You hold " in said.out and "% beat it, " in said.out
    assert re.search(r"[01] of your 1 decision was the best", said.out)
    unasked = feltworks("play", file, "--seed", 6, "--rounds", 1, answers=["", "1"])
    assert "decision was the best" not in unasked.out
