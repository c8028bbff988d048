"""The environments pass their projects' own checkers, and show a seat what it may see."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from tests.ask.rules import example_ids, game_ids, load, locate

import feltworks
from feltworks.environments import HouseEnv, ring_env
from feltworks.errors import FeltworksError

HOUSE_GAMES = [id_ for id_ in game_ids() if load(id_).ring is None]


def open_actions(env, mask):
    return [number for number in range(env.action_space.n) if mask[number]]


def play(env, rng, seed=None):
    """One round by random open actions: its rewards."""
    seen, info = env.reset(seed=seed)
    while True:
        assert env.observation_space.contains(seen)
        action = rng.choice(open_actions(env, info["action_mask"]))
        seen, reward, over, cut_short, info = env.step(action)
        assert not cut_short
        if over:
            return reward


@pytest.mark.parametrize("game", [*HOUSE_GAMES, *example_ids()])
def test_a_round_of_every_game_is_played_by_actions_that_are_open(game):
    env = HouseEnv(game)
    play(env, np.random.default_rng(1))


@pytest.mark.parametrize("name", ["", "feltworks.environments:"])
def test_gymnasium_makes_the_environment_by_its_name(name):
    env = gymnasium.make(f"{name}feltworks/House-v0", game="mini-tex")
    seen, info = env.reset(seed=3)
    assert env.observation_space.contains(seen)
    assert info["action_mask"].sum() == 2


KINDS = (
    *("mini-tex", "pick-2-poker", "texas-21", "baccarat", "let-it-ride", "oasis-poker"),
    *("jacks-or-better", "ultimate-texas-holdem"),
)
"""Decisions in a row, cards to set, blackjack, none, wagers to take back, cards to exchange against
a dealer and for a pay table, and bets of several sizes."""


@pytest.mark.slow
@pytest.mark.parametrize("game", KINDS)
def test_gymnasiums_own_checker_passes_any_kind_of_game(game):
    env = HouseEnv(game)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env, skip_render_check=True)
    rng = np.random.default_rng(1)
    for _ in range(20):
        play(env, rng)


def test_the_same_seed_gives_the_same_rounds():
    results = []
    for _ in range(2):
        env, rng = HouseEnv("texas-21"), np.random.default_rng(5)
        results.append([play(env, rng, seed=9), *(play(env, rng) for _ in range(30))])
    assert results[0] == results[1] and len(set(results[0])) > 2


def test_the_reward_is_what_the_seat_won_in_units():
    env = HouseEnv("mini-tex", bets={"ante": 20})
    fold = env.actions.index("fold:0")
    for seed in range(20):
        env.reset(seed=seed)
        _, reward, over, _, _ = env.step(fold)
        assert over and reward == -1


def test_a_split_hand_is_told_from_the_others():
    env = HouseEnv("texas-21")
    split = env.actions.index("split:0")
    for seed in range(400):
        seen, info = env.reset(seed=seed)
        if info["action_mask"][split]:
            seen, *_ = env.step(split)
            assert seen["cards"].sum() >= 3
            return
    pytest.fail("no pair came up")


def test_an_action_that_is_not_open_changes_nothing_and_says_which_are():
    env = HouseEnv("mini-tex")
    before, _ = env.reset(seed=1)
    seen, reward, over, _, info = env.step(0)
    assert (reward, over) == (0, False) and (seen["cards"] == before["cards"]).all()
    assert info["refused"] == "open are 1 fold:0, 5 bet:0"


def test_every_set_of_cards_can_be_given_up():
    env, game = HouseEnv("jacks-or-better"), feltworks.load("jacks-or-better")
    for seed in range(5):
        seen, info = env.reset(seed=seed)
        assert info["action_mask"].sum() == 32
        held = [game.faces[number] for number in np.flatnonzero(seen["cards"][0])]
        env.step(env.actions.index("draw:0:1-3-5"))
        line = next(line for line in env.render().splitlines() if "decides draw" in line)
        assert set(line.partition("setting ")[2].split()) == {str(held[at]) for at in (0, 2, 4)}
    env = HouseEnv("oasis-poker")
    _, info = env.reset(seed=1)
    assert [env.actions[number] for number in open_actions(env, info["action_mask"])] == [
        "stand:0",
        *(f"one:0:{place}" for place in range(1, 6)),
    ]


def test_every_amount_of_a_choice_is_an_action():
    sizes = "1, 2, 3, 4, 5 or 6 x ante"
    text = locate("three-card-poker").read_text("utf-8").replace("1 x ante", sizes)
    env = HouseEnv(text)
    for size in range(6):
        env.reset(seed=1)
        number = env.actions.index(f"bet:{size}")
        env.step(number)
        assert f"bet ${5 * (size + 1)}" in env.render()


def test_each_kind_of_game_points_to_its_environment():
    with pytest.raises(FeltworksError, match="ring_env"):
        HouseEnv("mini-tex-ring")
    with pytest.raises(FeltworksError, match="House-v0"):
        ring_env("mini-tex")


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 6])
def test_pettingzoos_own_checkers_pass(seats):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(ring_env("mini-tex-ring", seats=seats), num_cycles=200)
        seed_test(lambda: ring_env("mini-tex-ring", seats=seats), num_cycles=10)


@pytest.mark.slow
def test_what_players_win_is_what_others_lose():
    env, rng = ring_env("mini-tex-ring", seats=4), np.random.default_rng(8)
    for seed in range(10):
        env.reset(seed=seed)
        while not all(env.terminations.values()):
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(int(rng.choice(np.flatnonzero(mask))))
        assert sum(env.rewards.values()) == pytest.approx(0)


def test_a_seat_sees_no_card_of_another():
    env = ring_env("mini-tex-ring", seats=3)
    env.reset(seed=4)
    shown = [env.observe(agent)["cards"].sum() for agent in env.agents]
    assert shown == [2, 2, 2]
