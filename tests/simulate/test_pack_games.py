"""Rounds dealt from packs come out as the engine settles the same cards, shuffled or dealt on."""

from __future__ import annotations

import json
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from tests.cli.running import refusal, run
from tests.odds.test_undecided import TWO_EACH
from tests.simulate.plain_stream import plain_draw

import feltworks
from feltworks.pit import open_table, play_out
from feltworks.round import Bet, NoMoreBets, Terms
from feltworks.round.payouts import Settled
from feltworks.rules.loader import read, read_text
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.mechanisms import SimulationSettings, make_ready
from feltworks.simulate.packgames import PackGame
from feltworks.simulate.packjobs import DealtRounds
from feltworks.simulate.packrounds import MAIN, PackEnding
from feltworks.simulate.running import Checkpoint, ThreadPool
from feltworks.simulate.running import run as run_job
from feltworks.simulate.seatwagers import LIMITS
from feltworks.simulate.sides import SideRow

TIGER = "dragon-tiger"
THREE_SEATS = TWO_EACH.replace("seats = 1", "seats = 3")


def two_each():
    return read_text(THREE_SEATS, "two-each.toml")


def ready(loaded, **asked):
    return make_ready(loaded, SimulationSettings(**asked), lambda *_: None)


GAMES = [
    (lambda: read(TIGER), 3, {1: {"tie": 500, "dragon": 1000}, 2: {"tiger": 2500}}),
    (two_each, 3, {1: {"ante": 1000, "lucky": 300}, 2: {"ante": 700}}),
]


@pytest.mark.parametrize(("load", "seats", "wagers"), GAMES)
@pytest.mark.parametrize("part", [None, Fraction(7, 10)])
def test_every_round_comes_out_as_the_engine_settles_it(load, seats, wagers, part):
    loaded = load()
    made = ready(loaded, seats=seats, wagers=wagers, penetration=part)
    deck = made.rounds.deck
    cards = [face for face, n in zip(deck.faces, deck.copies, strict=True) for _ in range(n)]
    table, first, units = open_table(loaded), 2**32 - 3, 6 if part is None else 2
    shown: list[DealtRounds] = []
    tally = made.job(9).deal(first, units, shown.append)
    bets = [
        Bet(seat, wager, cents)
        for seat, placed in enumerate(made.wagers.seats, 1)
        for wager, cents in placed.items()
    ]
    rounds, won, squares = 0, np.zeros(seats, object), 0
    for number in range(first, first + units):
        drawn = plain_draw(9, number, deck.size, deck.size)
        at, limit = 0, 1 if part is None else int(deck.size * part)
        while at < min(limit, deck.size - made.rounds.most_cards + 1):
            order = [cards[card] for card in [*drawn[at:], *drawn[:at]]]
            opened = table.open_round(Terms(LIMITS)).play_all([*bets, NoMoreBets()])
            nets = np.zeros(seats, object)
            for entry in play_out(opened, order, None).log:
                if isinstance(entry, Settled):
                    nets[entry.seat - 1] += entry.net_cents
            won, squares, rounds = won + nets, squares + nets.sum() ** 2, rounds + 1
            at += made.rounds.most_cards
    scale = made.stakes.scale / 100
    assert tally.rounds == rounds == sum(len(each.shoe) for each in shown)
    assert tally.totals[2] == won.sum() * scale and tally.totals[3] == squares * scale**2
    assert [tally.totals[7 + 4 * seat] for seat in range(seats)] == [own * scale for own in won]


def test_any_split_deals_the_same_and_a_run_goes_on_where_it_was(tmp_path):
    made = ready(read(TIGER), sides=("tie",), penetration=Fraction(1, 2))
    job, pool = made.job(3), ThreadPool(2)
    whole = job.deal(0, 40)
    assert job.deal(0, 7) + job.deal(7, 33) == whole
    kept = Checkpoint(tmp_path / "run.json")
    try:
        run_job(job, 20, pool, checkpoint=kept)
        assert run_job(job, 40, pool, checkpoint=kept, resume=True) == whole
        other = ready(read(TIGER), sides=("tie",)).job(3)
        with pytest.raises(feltworks.FeltworksError, match="belongs to another run"):
            run_job(other, 40, pool, checkpoint=kept, resume=True)
    finally:
        pool.close()


def test_counts_fit_the_exact_table_and_every_wager_is_told(capsys):
    words = ("simulate", TIGER, "--rounds", "2e5", "--side", "tie", "--side", "suited-tie")
    sheet = json.loads(run(capsys, *words, "--json").out)
    assert sheet["unit"] == "dragon" and sheet["exact_mean"] == pytest.approx(-31 / 830)
    fits = [sheet, *sheet["side_wagers"]]
    assert all(1e-4 < each["chi_square"]["p_value"] < 1 for each in fits)
    for each in sheet["side_wagers"]:
        off = each["mean"] - each["exact_mean_without_jackpot"]
        assert abs(off) < 4 * each["standard_error"]
    told = run(capsys, *words[:2], "--rounds", "1e4", "--penetration", "80%").out
    assert "cut card after 332 of 416 cards, 111.00 rounds a shoe" in " ".join(told.split())


def test_rounds_are_written_with_the_cards_that_decide_them(tmp_path):
    import pyarrow.parquet as pq

    made = ready(two_each(), seats=2, sides=("lucky",), penetration=Fraction(7, 10))
    path = tmp_path / "rounds.parquet"
    made.write_rounds(path, made.job(5), 12)
    rows = pq.read_table(path).to_pylist()
    assert [row["cards_gone"] for row in rows[:2]] == [0, 6]
    by_round = {}
    for row in rows:
        by_round.setdefault((row["shoe"], row["cards_gone"]), []).append(row)
    for one, other in by_round.values():
        assert (one["dealer_1"], one["dealer_2"]) == (other["dealer_1"], other["dealer_2"])
        assert {one["seat"], other["seat"]} == {1, 2}
    tally = made.job(5).deal(0, made.units(12))
    won = float(tally.totals[2] / made.stakes.scale)
    assert sum(row["net"] for row in rows) == pytest.approx(won)


def test_a_counter_bets_by_the_cards_he_saw():
    # An ace gone from these packs leaves fewer: tags are counted over cards that were not burnt.
    game = feltworks.load(TIGER)
    told = game.simulate(
        50_000,
        penetration="90%",
        spread="0:0 1:2",
        count="A=+1 2=-1",
        wagers={1: {"tie": 10}},
    ).to_dict()
    counter = told["counter"]
    assert counter["wager"] == "tie" and 0 < counter["average_bet"] < 2
    shares = {row["count"]: row["share"] for row in counter["by_count"]}
    assert sum(shares.values()) == pytest.approx(1)
    bet = 2 * sum(share for count, share in shares.items() if count >= 1)
    assert counter["average_bet"] == pytest.approx(bet)
    assert told["seats"][0]["staked"] == pytest.approx(10 * counter["average_bet"])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((TIGER, "--spread", "1:1"), "no count carries over: --penetration 75%"),
        ((TIGER, "--penetration", "0%"), "write the part of a shoe that is dealt, 75%"),
        ((TIGER, "--strategy", "simple"), "nobody decides in Dragon Tiger"),
        ((TIGER, "--side", "tye"), "did you mean"),
        (("mini-tex", "--penetration", "50%"), "shuffled for every round"),
    ],
)
def test_what_cannot_be_is_refused_in_one_message(capsys, words, told):
    assert told in refusal(capsys, "simulate", *words)


@pytest.mark.slow
def test_the_penetration_of_blackjack_is_set_for_a_run():
    told = feltworks.load("six-deck-blackjack").simulate(2_000, penetration="50%").to_dict()
    assert any("cut card after 156 of 312" in note for note in told["notes"])


def test_amounts_too_far_apart_are_refused_with_the_wagers():
    rows = [SideRow("win", net, Fraction(0)) for net in (Fraction(1), Fraction(1, 2**41))]
    endings = [PackEnding({MAIN: row}, Fraction(1)) for row in rows]
    rules = SimpleNamespace(unit="tiger", wagers_of=lambda kind: ["tiger"])
    with pytest.raises(SimulationError, match=r"^wagers tiger: a round can pay 2,199,023,255,552 "):
        _ = PackGame(SimpleNamespace(rules=rules, endings=endings), ((MAIN,),)).stakes
