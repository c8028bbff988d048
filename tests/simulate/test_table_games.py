"""Dealt in lanes as at the table: to the last cent of every seat and wager."""

from fractions import Fraction

import numpy as np
import pytest
from tests.cli.running import run
from tests.simulate.oracle import ANTE_CENTS, Oracle

from feltworks.errors import FeltworksError
from feltworks.rules.catalogue import EXAMPLES_DIR
from feltworks.rules.loader import read
from feltworks.simulate.lanes import LaneJob
from feltworks.simulate.tablegames import prepare_table

THREE = "three-card-poker"
GAMES = [
    ("mini-tex", {}, 3, ["pocket-poker"], 40),
    ("mini-tex", {"dealer_qualifier": "ace-king", "community_dealing": "up-front"}, 1, [], 25),
    ("pick-2-poker", {}, 2, ["five-card-bonus"], 40),
    ("pick-2-poker", {"bonuses_on_fold": "in-action"}, 1, [], 25),
    ("spanish-poker", {}, 3, ["dos-pares", "joker-in-hand"], 40),
    (THREE, {}, 3, ["pair-plus"], 40),
    ("let-it-ride", {}, 2, [], 40),
]


@pytest.mark.parametrize(("game", "options", "seats", "sides", "rounds"), GAMES)
def test_every_round_comes_out_as_the_engine_settles_it(game, options, seats, sides, rounds):
    chosen = dict(options)
    if "joker-in-hand" in sides:
        chosen["side_wagers"] = "dos-pares-and-joker"
    loaded = read(game, chosen)
    made = prepare_table(loaded.rules, seats=seats, sides=sides)
    oracle, seed, first = Oracle(loaded, made, seed=9), 9, 2**32 - 10
    _, slots = made.job(seed).rounds(first, rounds)
    free = [side.id for side in made.sides]
    totals = [dict.fromkeys(free, Fraction(0)) for _ in range(seats)]
    house = squares = 0
    for number in range(rounds):
        nets = oracle.net_cents(first + number)
        all_seats = 0
        for seat in range(seats):
            played = sum(cents for wager, cents in nets[seat].items() if wager not in free)
            paid = int(made.program.pays[slots[number, seat]])
            assert paid * ANTE_CENTS == played * made.walk.pays.scale
            all_seats += paid
            for wager in free:
                totals[seat][wager] += Fraction(nets[seat][wager], ANTE_CENTS)
        house, squares = house + all_seats, squares + all_seats**2
    tally = made.job(seed).deal(first, rounds)
    assert (tally.rounds, tally.totals) == (rounds, (house, squares))
    for seat in range(seats):
        for side in made.sides:
            counts = made.program.side_counts(tally.counts, side.id)[seat]
            rows = [row.net if row else Fraction(0) for row in side.rows]
            paid = sum(int(n) * net for n, net in zip(counts, rows, strict=True))
            assert paid == totals[seat][side.id]


def test_the_sampled_mean_is_the_exact_one_within_its_error():
    made = prepare_table(read("mini-tex").rules)
    sampled = made.sampled(made.job(2).deal(0, 400_000), 0)
    error = made.exact.standard_deviation / 400_000**0.5
    assert abs(float(sampled.expected_value - made.exact.expected_value)) < 4 * error
    known = {(row.id, row.net) for row in made.exact.outcomes}
    assert {(row.id, row.net) for row in sampled.outcomes} <= known


def test_a_run_in_parts_is_the_run_in_one():
    job: LaneJob = prepare_table(read("spanish-poker").rules, seats=2).job(5)
    whole = job.deal(0, 5_000)
    parts = [job.deal(0, 1_000), job.deal(3_333, 1_667), job.deal(1_000, 2_333)]
    assert parts[0] + parts[1] + parts[2] == whole
    assert np.array_equal(job.deal(10, 7).counts, job.deal(10, 3).counts + job.deal(13, 4).counts)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"seats": 9}, "--seats 9: the layout takes 1 to 7"),
        ({"sides": ["poket-poker"]}, "did you mean 'pocket-poker'?"),
        ({"strategy": "optimum"}, "did you mean 'optimal'?"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(asked, told):
    with pytest.raises(FeltworksError) as caught:
        prepare_table(read("mini-tex").rules, **asked)
    assert told in str(caught.value)


def test_a_strategy_from_a_file_is_played_as_it_is_written(tmp_path, capsys):
    rules = read(THREE).rules
    path = tmp_path / "strategy.csv"
    assert run(capsys, "strategy", THREE, "--export", str(path)).code == 0
    best, from_file = prepare_table(rules), prepare_table(rules, strategy=str(path))
    assert from_file.job(4).deal(0, 3_000) == best.job(4).deal(0, 3_000)
    lines = path.read_text().splitlines()
    always = [line.replace(",fold,", ",bet,") for line in lines]
    assert always != lines
    path.write_text("\n".join(always))
    worse = prepare_table(rules, strategy=str(path))
    assert worse.exact.expected_value < best.exact.expected_value
    assert not any(row.id.startswith("fold") for row in worse.exact.outcomes)
    sampled = worse.sampled(worse.job(4).deal(0, 200_000), 0)
    error = worse.exact.standard_deviation / 200_000**0.5
    assert abs(float(sampled.expected_value - worse.exact.expected_value)) < 4 * error


def test_a_strategy_file_on_boards_is_read_by_its_cards(tmp_path, capsys):
    written = (EXAMPLES_DIR / "let-it-ride.toml").read_text()
    small = tmp_path / "small.toml"
    small.write_text(written.replace('"standard-52"', '{ ranks = "8 9 T J Q K A" }'))
    rules, path = read(small).rules, tmp_path / "ride.csv"
    assert run(capsys, "strategy", str(small), "--export", str(path)).code == 0
    from_file = prepare_table(rules, strategy=str(path))
    assert from_file.job(4).deal(0, 3_000) == prepare_table(rules).job(4).deal(0, 3_000)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["decision,cards,board"], "line 1: there is no column 'best'"),
        (["decision,cards,board,best", "pley,As Ks Qs,,bet"], "did you mean 'play'?"),
        (["decision,cards,board,best", "play,As Ks,,bet"], "decided on 3 own and 0 open cards"),
        (["decision,cards,board,best", "play,As Ks Qs,,raise"], "allowed: bet, fold"),
        (["decision,cards,board,best", "play,As Ks Xs,,bet"], "line 2: "),
        (["decision,cards,board,best", "play,As Ks Qs,,bet"], "does not cover the game"),
    ],
)
def test_a_file_that_is_no_strategy_is_refused_by_its_line(tmp_path, lines, told):
    path = tmp_path / "s.csv"
    path.write_text("\n".join(lines))
    with pytest.raises(FeltworksError) as caught:
        prepare_table(read(THREE).rules, strategy=str(path))
    assert told in str(caught.value)


def test_the_simple_strategy_costs_what_its_exact_count_says():
    rules = read(THREE).rules
    made = prepare_table(rules, strategy="simple")
    assert made.exact.expected_value <= prepare_table(rules).exact.expected_value
    sampled = made.sampled(made.job(4).deal(0, 200_000), 0)
    error = made.exact.standard_deviation / 200_000**0.5
    assert abs(float(sampled.expected_value - made.exact.expected_value)) < 4 * error
