"""Dealt in lanes as at the table: to the last cent of every seat and wager."""

import tomllib
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from tests.cli.running import run
from tests.simulate.oracle import ANTE_CENTS, Oracle

from feltworks.errors import FeltworksError
from feltworks.odds.kept import KeptCounts
from feltworks.odds.progress import silent
from feltworks.odds.solver import Solver
from feltworks.rules.catalogue import EXAMPLES_DIR
from feltworks.rules.loader import load_text, read, read_document
from feltworks.simulate import programlines as op
from feltworks.simulate.decisions import UNKNOWN, decision_tables, fill
from feltworks.simulate.errors import NotDealtAtOnce, SimulationError
from feltworks.simulate.lanes import LaneJob
from feltworks.simulate.seatwagers import SeatWagers, seat_wagers
from feltworks.simulate.strategyfiles import _StrategyReading, read_policy
from feltworks.simulate.tablegames import prepare_table
from feltworks.simulate.tablestrategies import strategy_walk

THREE = "three-card-poker"
FLOP = Path(__file__).parent / "a-wager-on-the-flop.toml"
HAND_AND_UP_CARD = '"3 down to hole", "2 down to dealer", "1 up to dealer"'
GAMES = [
    ("mini-tex", {}, 3, ["pocket-poker"], 40),
    ("mini-tex", {"dealer_qualifier": "ace-king", "community_dealing": "up-front"}, 1, [], 25),
    ("pick-2-poker", {}, 2, ["five-card-bonus"], 40),
    ("pick-2-poker", {"bonuses_on_fold": "in-action"}, 1, [], 25),
    ("spanish-poker", {}, 3, ["dos-pares", "joker-in-hand"], 40),
    (THREE, {}, 3, ["pair-plus"], 40),
    ("let-it-ride", {}, 2, [], 40),
    (FLOP, {}, 2, ["early"], 200),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options", "seats", "sides", "rounds"), GAMES)
def test_every_round_comes_out_as_the_engine_settles_it(game, options, seats, sides, rounds):
    chosen = dict(options)
    if "joker-in-hand" in sides:
        chosen["side_wagers"] = "dos-pares-and-joker"
    loaded = read(game, chosen)
    made = prepare_table(loaded.rules, seats=seats, sides=sides)
    oracle, seed, first = Oracle(loaded, made, seed=9, sides=sides), 9, 2**32 - 10
    _, slots = made.job(seed).rounds(first, rounds)
    free = [side.id for side in made.side_wagers]
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
    assert (tally.rounds, tally.totals[:2]) == (rounds, (house, squares))
    for seat in range(seats):
        for side in made.side_wagers:
            counts = made.program.side_counts(tally.counts, side.id)[seat]
            rows = [row.net if row else Fraction(0) for row in side.rows]
            paid = sum(int(n) * net for n, net in zip(counts, rows, strict=True))
            assert paid == totals[seat][side.id]


SEATS = [
    ("spanish-poker", 3, ["dos-pares"], {1: {"ante": 2500, "dos-pares": 700}, 3: {"dos-pares": 0}}),
    (THREE, 3, [], {1: {"ante": 1000, "pair-plus": 300}, 2: {"ante": 700}}),
    ("spanish-poker", 2, [], {2: {"gran-progressive": 100, "dos-pares": 500}}),
    # A million dollars beside one: squares need more than 64 bits.
    (THREE, 2, [], {1: {"ante": 99_999_999, "pair-plus": 101}, 2: {"ante": 100}}),
]


@pytest.mark.parametrize(("game", "seats", "sides", "given"), SEATS)
def test_seats_with_wagers_of_their_own_are_paid_as_the_engine_pays_them(game, seats, sides, given):
    loaded = read(game)
    wagers = seat_wagers(loaded, seats, sides, given)
    made = prepare_table(loaded.rules, seats=seats, sides=sides, wagers=wagers)
    oracle, job, together = Oracle(loaded, made, seed=6), made.job(6), 0
    for number in range(30):
        cents = [sum(nets.values()) for nets in oracle.net_cents(number)]
        totals = job.deal(number, 1).totals
        assert [n * 100 / made.played.scale for n in totals[2::2]] == cents
        assert totals[1] == totals[0] ** 2 and totals[0] == sum(totals[2::2])
        together += sum(cents)
    sheet = made.report(job.deal(0, 30))
    assert sheet["unit"] == "dollar" and sheet["house"]["mean"] == pytest.approx(-together / 3000)
    assert sheet["seats"][0]["wagers"] == {k: v / 100 for k, v in wagers.seats[0].items()}
    assert bool(job.at_once) == (wagers.seats[0]["ante"] < 10_000_000)


def test_what_seats_hold_comes_to_the_exact_value_of_their_wagers():
    loaded = read(THREE)
    given = {1: {"ante": 1000, "pair-plus": 500}, 2: {"ante": 2000}}
    wagers = seat_wagers(loaded, 2, [], given)
    made = prepare_table(loaded.rules, seats=2, wagers=wagers)
    sheet = made.report(made.job(1).deal(0, 200_000))
    plain = prepare_table(loaded.rules).exact.own_expected_value
    assert sheet["seats"][1]["exact_mean"] == pytest.approx(20 * float(plain))
    for row in sheet["seats"]:
        assert abs(row["mean"] - row["exact_mean"]) < 4 * row["standard_error"]
    one, other = sheet["seats"]
    assert one["staked"] == pytest.approx(5 + other["staked"] / 2, rel=0.01)


@pytest.mark.slow
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
    # A spreadsheet begins its CSV files with a mark of the encoding.
    path.write_text("\n".join(always), encoding="utf-8-sig")
    worse = prepare_table(rules, strategy=str(path))
    assert worse.exact.expected_value < best.exact.expected_value
    assert not any(row.id.startswith("fold") for row in worse.exact.outcomes)
    sampled = worse.sampled(worse.job(4).deal(0, 200_000), 0)
    error = worse.exact.standard_deviation / 200_000**0.5
    assert abs(float(sampled.expected_value - worse.exact.expected_value)) < 4 * error


@pytest.mark.slow
def test_a_strategy_file_on_boards_is_read_by_its_cards(tmp_path, capsys):
    written = (EXAMPLES_DIR / "let-it-ride.toml").read_text()
    small = tmp_path / "small.toml"
    small.write_text(written.replace('"standard-52"', '{ ranks = "8 9 T J Q K A" }'))
    rules, path = read(small).rules, tmp_path / "ride.csv"
    assert run(capsys, "strategy", str(small), "--export", str(path)).code == 0
    from_file = prepare_table(rules, strategy=str(path))
    assert from_file.job(4).deal(0, 3_000) == prepare_table(rules).job(4).deal(0, 3_000)


@pytest.mark.slow
def test_lines_read_at_once_mean_what_they_mean_one_at_a_time(tmp_path, capsys, monkeypatch):
    """Two jokers, money out that differs, and a line that a later one takes back."""
    written = (EXAMPLES_DIR / "let-it-ride.toml").read_text()
    small, path = tmp_path / "small.toml", tmp_path / "ride.csv"
    deck = '{ ranks = "9 T J Q K A", jokers = 2 }'
    written = written.replace('"standard-52"', deck).replace('"five-card"', '"five-card-wild"')
    small.write_text(written)
    assert run(capsys, "strategy", str(small), "--export", str(path)).code == 0
    head, first, *others = path.read_text().splitlines()
    back = first.replace(",ride,", ",pull,") if ",ride," in first else first.replace("pull", "ride")
    path.write_text("\n".join([head, first, *others, back]))
    assert sum("Jo Jo" in line for line in others) > 5
    solver = Solver(read(small).rules)
    with monkeypatch.context() as patched:
        patched.setattr(_StrategyReading, "_line", None)
        at_once = read_policy(path, solver, None)
    monkeypatch.setattr(_StrategyReading, "_read_at_once", lambda *_: False)
    one_at_a_time = read_policy(path, solver, None)
    assert at_once.tables.keys() == one_at_a_time.tables.keys()
    assert len(at_once.tables) == 3
    for place, table in one_at_a_time.tables.items():
        assert np.array_equal(at_once.tables[place], table)
    rules = read(small).rules
    path.write_text("\n".join([head, first, *others]))
    from_file = prepare_table(rules, strategy=str(path))
    assert from_file.job(4).deal(0, 3_000) == prepare_table(rules).job(4).deal(0, 3_000)


@pytest.mark.slow
def test_among_many_lines_the_wrong_one_is_named_and_cards_may_be_written_otherwise(
    tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr("feltworks.simulate.strategyfiles.LINES_AT_ONCE", 50)
    path, solver = tmp_path / "s.csv", Solver(read(THREE).rules)
    assert run(capsys, "strategy", THREE, "--export", str(path)).code == 0
    lines = path.read_text().splitlines()
    (plain,) = read_policy(path, solver, None).tables.values()
    other = [line.replace("T", "10") for line in lines]
    other.insert(60, "")
    path.write_text("\n".join(other))
    (table,) = read_policy(path, solver, None).tables.values()
    assert np.array_equal(table, plain) and 0 < plain.mean() < 1
    for wrong, told in (("As As Ks", "As is there 2 times"), ("As Ks Qz", "'Qz' at character 7")):
        path.write_text("\n".join([*lines[:120], f"play,{wrong},,1,bet,,ante 1", *lines[120:]]))
        with pytest.raises(SimulationError, match=f"s.csv, line 121: {told}"):
            read_policy(path, solver, None)


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


@pytest.mark.slow
def test_the_last_decision_by_kinds_is_that_of_the_cards():
    """On some boards of five, every hand: the table from kinds and the one from cards."""
    walk = strategy_walk(Solver(read("ultimate-texas-holdem").rules), "optimal", None)
    (by_kind,) = decision_tables(walk, 2, silent).values()
    chunk = next(walk.boards.chunks())
    values = walk.showdown.last_values(chunk, 0).argmax(axis=2)
    taken = np.where(chunk.weights > 0, values, UNKNOWN).astype(np.uint8)
    by_card = np.full((len(chunk.boards), by_kind.shape[1]), UNKNOWN, np.uint8)
    fill(walk, np.arange(len(chunk.boards)), chunk, taken, by_card)
    told = by_card != UNKNOWN
    assert told.sum() == len(chunk.boards) * 1081
    assert np.array_equal(by_card[told], by_kind[: len(chunk.boards)][told])
    assert 0 < by_card[told].mean() < 1


def test_amounts_too_far_apart_to_be_added_up_are_refused_by_name():
    wagers = SeatWagers(({"ante": 1}, {"ante": 2**60}))
    with pytest.raises(SimulationError, match=r"seat 1 bets ante \$0\.01; seat 2 bets ante \$11,"):
        prepare_table(read("three-card-poker").rules, seats=2, wagers=wagers)


@pytest.mark.slow
@pytest.mark.parametrize("middle", [1, 2])
def test_decisions_that_cannot_be_listed_are_weighed_as_they_come(monkeypatch, tmp_path, middle):
    """Seat for seat the same rounds as by a table of all positions, also with two cards to come
    and a row that looks at single cards."""
    document = tomllib.loads((EXAMPLES_DIR / "criss-cross-poker.toml").read_text())
    document["game"]["deck"] = {
        "ranks": "2 3 6 T J",
        "suits": "c d h",
        "removed": ["3c", "6d", "Td"],
    }
    document["table"] = {"seats": 2, "most_seats": 2}
    for wager in ("ante-across", "ante-down", "across", "down"):
        document["settle"][wager]["folded"] = "push"
    document["pays"]["pays-a"]["rows"].insert(0, "contains Jc Th pays 9:1")
    if middle == 2:
        document["stages"][0]["deal"] = [
            "2 down to hole",
            "1 blind to across",
            "1 blind to down",
            "2 blind to middle",
        ]
        document["stages"][1]["deal"] = ["turn 1 of across"]
        document["stages"][2]["deal"] = ["turn 1 of down"]
        document["stages"][3]["deal"] = ["turn 2 of middle"]
        for hand, zone in (("across", "across"), ("down", "down")):
            document["hands"][hand]["from"] = {"hole": 2, zone: 1, "middle": 2}
    rules, found = read_document(document, "small").rules, []
    monkeypatch.setattr("feltworks.simulate.tablestrategies.WORTH_KEEPING_SECONDS", 0)
    for few in (10**9, 0):
        monkeypatch.setattr("feltworks.odds.showdown.FEW_POSITIONS", few)
        kept = KeptCounts(tmp_path) if few == 0 else None
        game = prepare_table(rules, seats=2, kept=kept)
        assert (game.walk.showdown.last_two is not None) == (few == 0)
        found.append(game.job(5).deal(0, 2_000))
    assert found[0] == found[1]
    assert game.exact == prepare_table(rules).exact
    with monkeypatch.context() as patched:
        patched.setattr("feltworks.odds.walk.Walk.choose", None)
        assert prepare_table(rules, seats=2, kept=kept).job(5).deal(0, 2_000) == found[1]
    names = {row.id for row in game.sampled(found[1], 0).outcomes}
    assert ("fold-middle" in names or middle == 2) and len(names) > 6
    with pytest.raises(NotDealtAtOnce, match=r"none\.csv: the last decision has more positions"):
        prepare_table(rules, strategy="none.csv")


def test_a_wager_on_a_part_of_a_zone_that_is_seen_out_of_order_is_refused(tmp_path):
    text = FLOP.read_text(encoding="utf-8")
    for old, new in (
        ("from = { hole = 1, board = 2 }", "from = { hole = 3 }"),
        ('{ like = "player" }', '{ like = "player", from = { dealer = 3 } }'),
        ("from = { hole = 1, board = 1 }", "from = { dealer = 2 }"),
        ('"1 down to hole", "1 down to dealer", "1 up to board"', HAND_AND_UP_CARD),
        ('[[stages]]\nid = "rest"\ndeal = ["1 up to board"]\n', ""),
        ('board = "table"\n', ""),
    ):
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "up-card.toml").write_text(text, encoding="utf-8")
    rules = read(tmp_path / "up-card.toml").rules
    with pytest.raises(SimulationError, match=r"flopped.from.dealer: .* counts it exactly"):
        prepare_table(rules, sides=["early"])
    assert prepare_table(rules).program.seats == 1


SHOWN = """
[game]
id = "shown"
name = "Shown"
title = "Best three of four cards against the dealer, who shows two."
deck = { ranks = "9 T J Q K A", suits = "c d h", removed = ["9c"] }

[zones]
cards = "player"
dealer = "dealer"

[hands]
player = { ranking = "three-card", from = { cards = 4 } }
dealer = { like = "player" }

[contests.main]
qualifies = "king high or better"

[wagers]
ante = "required"
play = "decision"

[[stages]]
id = "look"
deal = ["4 down to cards", "2 up to dealer", "2 down to dealer"]
decide = ["fold", { bet = "play", size = "1, 3 x ante" }]

[settle]
ante = { folded = "lose", not_qualified = "1:1", win = "1:1", tie = "push", lose = "lose" }
[settle.play]
not_qualified = "push"
win = { table = "high", else = "1:1" }
tie = "push"
lose = "lose"

[pays]
high = { hand = "player", rows = ["straight flush pays 5:1", "three of a kind pays 3:1"] }

[table]
seats = 2
most_seats = 2
"""


@pytest.mark.slow
def test_against_many_open_cards_the_dealers_hands_are_counted_as_they_come(monkeypatch):
    rules, found = load_text(SHOWN), []
    for most in (10**9, 0):
        monkeypatch.setattr("feltworks.simulate.decisions.MOST_POSITIONS", most)
        game = prepare_table(rules, seats=2)
        kinds = {int(line[0]) for line in game.program.code}
        assert (op.AGAINST in kinds, op.DECIDE in kinds) == (most == 0, most != 0)
        found.append(game.job(5).deal(0, 2_000))
    assert found[0] == found[1]
    names = {row.id for row in game.sampled(found[1], 0).outcomes}
    assert "fold-look" in names and len(names) > 8
    monkeypatch.setattr("feltworks.simulate.tablestrategies.MOST_SECONDS", -1)
    monkeypatch.setattr("feltworks.odds.boards.Boards.has_all_at_hand", False)
    monkeypatch.setattr("feltworks.odds.estimate.LONG_SECONDS", -1)
    told: list[tuple[str, int]] = []
    game = prepare_table(rules, progress=lambda what, done, of: told.append((what, of)))
    assert all(of for _, of in told), "a count was announced that is not made"
    sheet = game.report(game.job(5).deal(0, 100))
    assert "exact_mean" not in sheet and sheet["chi_square"] is None
    monkeypatch.setattr("feltworks.simulate.decisions.MOST_HANDS", 10)
    with pytest.raises(NotDealtAtOnce, match="positions at the last decision are more"):
        prepare_table(rules)
