"""The commands: what they print, what they refuse, the files they write."""

import json
from fractions import Fraction

import pytest
from tests.cli.running import refusal, run

import feltworks
from feltworks.jackpots import JackpotState, restart, terms_from
from feltworks.players.ring.bots import TEMPERS
from feltworks.rules.loader import read
from feltworks.simulate.figures import chi_square, upper_gamma
from feltworks.simulate.jackpotlife import jackpot_game, life_report
from feltworks.simulate.ringgames import RingGame

THREE = "three-card-poker"


def test_a_simulation_is_labelled_and_stands_beside_the_exact_odds(capsys):
    words = ("simulate", THREE, "--rounds", "2e5", "--seed", "3")
    sheet = json.loads(run(capsys, *words, "--json").out)
    assert (sheet["label"], sheet["rounds"], sheet["seed"]) == ("sampled", 200_000, 3)
    seat, house = sheet["seats"][0], sheet["house"]
    assert house["mean"] == -seat["mean"]
    assert abs(seat["mean"] - sheet["exact_mean"]) < 4 * seat["standard_error"]
    assert sum(row["count"] for row in sheet["outcomes"]) == 200_000
    assert sum(row["exact"] for row in sheet["outcomes"]) == pytest.approx(1)
    assert 0.001 < sheet["chi_square"]["p_value"] <= 1
    again = run(capsys, "simulate", THREE, "--rounds", "200000", "--seed", "3", "--json")
    assert json.loads(again.out) == sheet
    off = seat["mean"] - sheet["exact_mean"]
    assert seat["difference"] == off
    assert seat["standard_errors_off"] == off / seat["standard_error"]
    told = " ".join(run(capsys, *words).out.split())
    errors = f"{off / seat['standard_error']:+.2f} standard errors"
    assert f"sampled less exact: seat 1 {off:+.6f} ({errors})" in told
    told = run(capsys, "simulate", THREE, "--rounds", "1000", "--seats", "3").out
    assert "sampled, 1,000 rounds dealt" in told and "seat 3" in told and "the house" in told


def test_several_seats_add_up_to_the_house(capsys):
    words = ("simulate", THREE, "--rounds", "5000", "--seats", "4", "--side", "pair-plus")
    sheet = json.loads(run(capsys, *words, "--json").out)
    won = sum(seat["mean"] for seat in sheet["seats"])
    assert sheet["house"]["mean"] == pytest.approx(-won)
    assert "outcomes" not in sheet


def test_a_checkpoint_is_gone_on_from(capsys, tmp_path):
    kept = str(tmp_path / "run.json")
    words = ("simulate", THREE, "--seed", "4", "--json", "--checkpoint", kept)
    run(capsys, *words, "--rounds", "3000")
    longer = json.loads(run(capsys, *words, "--rounds", "9000", "--resume").out)
    whole = run(capsys, "simulate", THREE, "--seed", "4", "--json", "--rounds", "9000")
    assert longer == json.loads(whole.out)
    assert "9,000 rounds are dealt already" in refusal(
        capsys, *words[:-3], "--checkpoint", kept, "--resume", "--rounds", "5000"
    )
    assert "belongs to another run" in refusal(
        capsys, "simulate", THREE, "--seed", "5", "--checkpoint", kept, "--resume"
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--rounds", "many"), "--rounds 'many' is not a number of rounds"),
        (("--rounds", "0.5"), "--rounds '0.5' is not a number of rounds"),
        (("--seed", "-1"), "--seed -1: it must be 0"),
        (("--resume",), "--resume: say which run"),
        (("--threads", "0"), "--threads 0: 1 to 1024"),
        (("--threads", "2", "--workers", "2"), "give one of them"),
        (("--tls-ca", "ca.pem"), "they are for --cluster"),
        (("--seats", "12"), "--seats 12: the layout takes 1 to 7"),
        (("--side", "pair"), "--side 'pair'"),
        (("--day", "5"), "--day goes with --jackpots"),
        (("--jackpots", "--side", "pair-plus"), "no wager is played for one; the game has no"),
        (("--strategy", "nowhere.csv"), "nowhere.csv: no such file or directory"),
        (("--rounds-to", "rounds.csv"), "rounds are written to a .parquet file"),
        (("--rounds-to", "nowhere/rounds.parquet"), "there is no folder nowhere"),
        (
            ("--checkpoint", "nowhere/run.json"),
            "--checkpoint nowhere/run.json: there is no folder nowhere",
        ),
    ],
)
def test_a_mistake_is_told_in_one_message(capsys, words, told):
    assert told in refusal(capsys, "simulate", THREE, *words)


@pytest.mark.slow
def test_rounds_are_written_as_they_were_dealt(capsys, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "rounds.parquet"
    words = ("simulate", "mini-tex", "--rounds", "3000", "--seats", "2", "--seed", "6")
    sheet = json.loads(run(capsys, *words, "--rounds-to", str(path), "--json").out)
    table = parquet.read_table(path)
    assert table.num_rows == 6_000
    names = ["round", "seat", "hole_1", "hole_2", "community_1", "community_2", "community_3"]
    assert table.column_names == [*names, "dealer_1", "dealer_2", "outcome", "net"]
    for seat in (1, 2):
        rows = [row for row in table.to_pylist() if row["seat"] == seat]
        assert [row["round"] for row in rows] == list(range(3_000))
        mean = sum(row["net"] for row in rows) / 3_000
        assert mean == pytest.approx(sheet["seats"][seat - 1]["mean"])
    rows = table.to_pylist()
    cards = [rows[0][name] for name in table.column_names[2:9]]
    assert len(set(cards)) == 7 and all(len(card) == 2 for card in cards)
    assert {row["net"] for row in rows if row["outcome"] == "fold-flop"} == {-2.0}
    # Seats of one round see the same community cards.
    assert rows[0]["community_1"] == rows[3_000]["community_1"]
    words = ("simulate", "mini-tex-ring", "--rounds", "50", "--seats", "3", "--rounds-to")
    sheet = json.loads(run(capsys, *words, str(path), "--json").out)
    rows = parquet.read_table(path).to_pylist()
    assert len(rows) == 150 and [rows[at]["bot"] for at in (0, 50, 100)] == [*TEMPERS]
    means = [sum(row["net"] for row in rows if row["seat"] == seat) / 50 for seat in (1, 2, 3)]
    assert means == pytest.approx([seat["mean"] for seat in sheet["seats"]])


@pytest.fixture
def written(capsys, tmp_path):
    """Simulates a game: what the command said, and the rows it wrote."""
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "rounds.parquet"

    def written(*words):
        ran = run(capsys, "simulate", *words, "--rounds-to", str(path))
        assert ran.code == 0
        return ran, parquet.read_table(path).to_pylist()

    return written


def test_rounds_are_written_with_side_wagers_and_amounts(written):
    wagers = ("--wagers", "1:ante=10", "--wagers", "2:ante=25,dos-pares=5")
    ran, rows = written("spanish-poker", "--rounds", "900", "--seats", "2", *wagers)
    assert "seat 2 bets ante $25.00, dos-pares $5.00" in ran.out
    assert {row["dos-pares"] for row in rows if row["seat"] == 1} == {None}
    mine = [row for row in rows if row["seat"] == 2]
    assert {row["net"] for row in mine if row["outcome"].startswith("fold")} == {-25.0}
    lost = {row["dos-pares_net"] for row in mine if row["dos-pares"] == "lose"}
    assert lost == {-5.0} and len({row["dos-pares"] for row in mine}) > 1


def test_rounds_are_written_where_the_first_wager_of_the_game_is_not_played(written):
    _, rows = written("dragon-tiger", "--wagers", "1:tie=5", "--rounds", "2000")
    assert len(rows) == 2_000 and {row["outcome"] for row in rows} == {None}
    assert {row["tie_net"] for row in rows if row["tie"] == "lose"} == {-5.0}


def test_seats_that_get_their_cards_in_another_order_share_columns(written):
    _, rows = written("casino-war", "--seats", "2", "--rounds", "200")
    assert len(rows) == 400 and {row["seat"] for row in rows} == {1, 2}
    at_war = [row for row in rows if row["war_1"] is not None]
    assert at_war and all(row["dealer-war_1"] is not None for row in at_war)


@pytest.mark.slow
def test_rounds_of_shoes_are_written_too(written):
    words = ("--side", "bonus", "--seats", "2", "--spread", "1:1 3:4", "--rounds", "2000")
    ran, rows = written("texas-21", *words, "--json")
    sheet = json.loads(ran.out)
    assert len(rows) == 2 * sheet["rounds"] and rows[-1]["shoe"] == sheet["shoes"] - 1
    first = [row for row in rows if row["cards_gone"] == 1 and row["seat"] == 1]
    assert len(first) == sheet["shoes"] and {row["running_count"] for row in first} == {0}
    other = [row["net"] for row in rows if row["seat"] == 2]
    assert sum(other) / len(other) == pytest.approx(sheet["seats"][1]["mean"])
    (side,) = sheet["side_wagers"]
    nets = [row["bonus_net"] for row in rows]
    assert sum(nets) / len(nets) == pytest.approx(side["mean"])


@pytest.mark.slow
def test_a_counter_is_told_with_what_he_wins(capsys):
    words = ("simulate", "texas-21", "--rounds", "20000", "--spread", "1:1 2:2 4:8")
    told = run(capsys, *words, "--count", "23456=+1 TJQKA=-1").out
    assert "and bets 1 from +1, 2 from +2, 8 from +4" in told and "by true count" in told
    assert "of the money bet" in told and "standard errors are by shoe" in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--side", "joker-in-hand"), "'joker-in-hand' is not offered before the deal"),
        (("--wagers", "ante=5"), "write SEAT:WAGER=DOLLARS"),
        (("--wagers", "1:"), "'' is no wager with its amount: write 1:WAGER=DOLLARS"),
        (
            ("--side", "gran-progressive", "--jackpots", "--rounds-to", "rounds.parquet"),
            "not with --jackpots",
        ),
        (("--wagers", "1:ante=x"), "wagers: ante=x is not an amount"),
        (("--wagers", "1:anta=5"), "did you mean 'ante'?"),
        (("--wagers", "2:ante=5"), "wagers of seat 2: seats that play are 1 to 1"),
        (("--wagers", "1:ante=5", "--wagers", "1:ante=6"), "seat 1 is given twice"),
        (("--wagers", "1:ante=5,ante=6"), "ante is given twice"),
        (("--wagers", "1:gran-progressive=2"), "must be $1, not $2"),
        (("--wagers", "1:ante=0"), "No wager is out: a round needs one seat at least"),
        (("--wagers", "2:ante=0", "--seats", "2"), "wagers of seat 2: it bets nothing"),
        (("--spread", "1:1"), "no count carries over"),
    ],
)
def test_wagers_that_the_layout_does_not_take_are_refused_with_its_words(capsys, words, told):
    assert told in refusal(capsys, "simulate", "spanish-poker", "--rounds", "100", *words)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--spread", "1-1"), "--spread '1-1' cannot be read: write COUNT:BET"),
        (("--spread", "1:0"), "give 1 to 50 steps COUNT:BET, one above 0"),
        (("--spread", "1:2 1:3"), "--spread '1:3' cannot be read"),
        (("--count", "hi-lo"), "--count goes with --spread"),
        (("--spread", "1:2", "--count", "hilo"), "--count 'hilo' cannot be read: write hi-lo"),
        (
            ("--spread", "0:0 2:4", "--wagers", "1:bonus=5"),
            "--spread: a bet of 0 units beside bonus at seat 1",
        ),
        (("--spread", "1:1e99999999"), "--spread '1:1e99999999' cannot be read"),
        (("--spread", "1:1.0000000000001"), "--spread '1:1.0000000000001' cannot be read"),
        (("--spread", "1:1", "--count", "2=+-1"), "--count '2=+-1' cannot be read"),
        (("--spread", "1:1", "--count", ""), "--count '': no card counts; write hi-lo"),
        (("--spread", "1:2", "--count", "Z=1"), "--count Z=1: the deck has no Z"),
    ],
)
def test_a_counter_that_cannot_be_read_is_refused(capsys, words, told):
    assert told in refusal(capsys, "simulate", "texas-21", "--rounds", "100", *words)


def test_a_checkpoint_that_cannot_be_is_refused_before_anything_is_solved(
    capsys, tmp_path, monkeypatch
):
    def solved(*_):
        raise AssertionError("it was solved first")

    monkeypatch.setattr("feltworks.cli.simulate._made_ready", solved)
    kept = tmp_path / "run.json"
    words = ("simulate", THREE, "--checkpoint", str(kept))
    assert "there is no such file" in refusal(capsys, *words, "--resume")
    kept.write_text("{}")
    assert "it exists; --resume goes on from it" in refusal(capsys, *words)
    nowhere = ("simulate", THREE, "--checkpoint", str(tmp_path / "nowhere" / "run.json"))
    assert "there is no folder" in refusal(capsys, *nowhere)


def test_a_round_file_that_is_cut_off_leaves_nothing_behind(capsys, tmp_path, monkeypatch):
    pytest.importorskip("pyarrow.parquet")
    from feltworks.simulate.roundfiles import RoundFile

    tables = iter([RoundFile.table])
    monkeypatch.setattr("feltworks.simulate.roundfiles.AT_ONCE", 10)

    def cut_off(self, first, rounds):
        if first:
            raise KeyboardInterrupt
        return next(tables)(self, first, rounds)

    monkeypatch.setattr(RoundFile, "table", cut_off)
    path = tmp_path / "rounds.parquet"
    said = run(capsys, "simulate", THREE, "--rounds", "50", "--rounds-to", str(path))
    assert said.code == 130 and list(tmp_path.iterdir()) == []


def test_a_session_with_too_many_points_says_what_to_do(capsys, monkeypatch):
    monkeypatch.setattr("feltworks.simulate.sessions.MOST_POINTS", 1000)
    told = refusal(capsys, "session", "mini-tex", "--rounds", "1e9")
    assert "ask for fewer --rounds, another --wager, or feltworks simulate, which samples" in told
    monkeypatch.undo()
    told = refusal(capsys, "session", "mini-tex", "--rounds", "1e6", "--bankroll", "1e6")
    assert "ask for fewer --rounds, or leave --bankroll out" in told


@pytest.mark.slow
def test_blackjack_tells_of_shoes_and_of_the_cut_card(capsys):
    out = run(capsys, "simulate", "texas-21", "--rounds", "20000", "--set", "penetration=50").out
    assert "cut card after 156 of 312 cards" in out and "by shoe" in out
    sheet = json.loads(run(capsys, "simulate", "texas-21", "--rounds", "20000", "--json").out)
    assert sheet["shoes"] > 400 and abs(sheet["rounds"] - 20_000) < 600
    assert "chi_square" not in sheet


@pytest.mark.slow
def test_a_run_and_a_session_are_drawn(capsys, tmp_path):
    settled, drawn = tmp_path / "settled.svg", tmp_path / "session.svg"
    run(
        capsys,
        "simulate",
        THREE,
        "--rounds",
        "1e5",
        "--wagers",
        "1:ante=5",
        "--chart",
        str(settled),
    )
    run(capsys, "session", THREE, "--rounds", "50", "--chart", str(drawn))
    assert "with two standard errors" in settled.read_text()
    assert "in units of the dollar" in settled.read_text()
    assert "50 rounds, exact distribution" in drawn.read_text()
    told = refusal(capsys, "simulate", THREE, "--chart", "chart.txt")
    assert "a chart is written to a file in" in told


@pytest.mark.slow
def test_figures_are_printed_though_the_disk_is_full(capsys, tmp_path, monkeypatch):
    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("feltworks.wholefiles.os.fsync", full)
    drawn, rows = tmp_path / "settled.svg", tmp_path / "rounds.parquet"
    drawn.write_text("kept")
    words = ("simulate", THREE, "--rounds", "1000", "--seed", "3", "--json")
    said = run(capsys, *words, "--chart", str(drawn), "--rounds-to", str(rows))
    assert said.code == 2 and said.data == run(capsys, *words).data
    assert said.err == (
        f"--chart {drawn}: no space left on device; --rounds-to {rows}: no space left on device "
        "(the figures are whole)\n"
    )
    for words in (("odds", "dragon-tiger"), ("session", "dragon-tiger", "--rounds", "20")):
        said = run(capsys, *words, "--json", "--chart", str(drawn))
        assert said.code == 2 and said.data == run(capsys, *words, "--json").data
        assert said.err == f"{drawn}: no space left on device\n"
    assert list(tmp_path.iterdir()) == [drawn] and drawn.read_text() == "kept"


def test_how_long_rounds_played_by_themselves_take_is_told_before_they_begin(capsys, monkeypatch):
    monkeypatch.setattr(RingGame, "seconds_a_round", lambda self: 60.0)
    told = run(capsys, "simulate", "mini-tex-ring", "--rounds", "2", "--seats", "2")
    assert "2 rounds, each played by itself, take about 2 minutes on one core" in told.err


@pytest.mark.slow
def test_as_many_bots_sit_down_as_the_rules_have_room_for(capsys):
    words = ("simulate", "mini-tex-ring", "--set", "players=4", "--rounds", "2")
    assert len(json.loads(run(capsys, *words, "--json").out)["seats"]) == 4
    assert "--seats 5: among players 2 to 4" in refusal(capsys, *words, "--seats", "5")


def test_a_session_is_told_for_player_and_house(capsys):
    words = ("session", THREE, "--rounds", "100", "--bankroll", "30")
    sheet = json.loads(run(capsys, *words, "--json").out)
    assert sheet["label"].startswith("from the exact distribution")
    assert sheet["ahead"] + sheet["even"] + sheet["behind"] == pytest.approx(1)
    assert 0 < sheet["risk_of_ruin"] < 1
    assert "used up within them" in run(capsys, *words).out
    assert "did you mean 'pair-plus'?" in refusal(capsys, "session", THREE, "--wager", "pairplus")
    assert "--bankroll 'much'" in refusal(capsys, "session", THREE, "--bankroll", "much")


@pytest.mark.slow
@pytest.mark.parametrize("game", ["spanish-poker", "texas-21"])
def test_the_life_of_a_jackpot_is_near_its_exact_averages(game):
    made = jackpot_game(read(game).rules)
    sheet = life_report(made, 3_000, 2_000, 5)
    wagers = 3_000 * 2_000 / sheet["hits"]
    assert wagers == pytest.approx(sheet["exact_wagers_between_hits"], rel=0.3)
    found = sheet["found_dollars"]["mean"]
    assert found == pytest.approx(sheet["exact_average_found_dollars"], rel=0.4)
    assert life_report(made, 3_000, 2_000, 5) == sheet


def test_no_money_is_lost_or_made_in_the_life_of_a_jackpot():
    """What players put in is what they got, what the house kept, and what the jackpot holds."""
    rules = read("texas-21").rules
    made = jackpot_game(rules)
    state = restart(JackpotState(made.id, terms_from(rules.jackpots[made.id]))).state
    life = made.live(2_000, 3_000, 9)
    assert life.restarts == len(life.hits) > 0
    # A quarter of every dollar is added; prizes take out what was displayed, seeds put it back.
    added = 2_000 * 3_000 * made.wager_cents // 4
    assert life.seed_cents >= state.held.displayed  # the first start is the house's money too
    assert life.held_cents == added - sum(life.hits) + life.seed_cents
    edge = -float(sum((row.net * row.combinations for row in made.odds.outcomes), Fraction(0)))
    kept = edge / made.odds.combinations - 0.25
    income = (life.income_cents + life.seed_cents) / (life.wagers * made.wager_cents)
    assert income == pytest.approx(kept, abs=0.02)


def test_a_jackpot_that_is_not_there_is_refused(capsys):
    assert "has no jackpot" in refusal(capsys, "progressive", "mini-tex")
    assert "did you mean 'gran'?" in refusal(
        capsys, "progressive", "spanish-poker", "--jackpot", "grand"
    )
    assert "--days 0" in refusal(capsys, "progressive", "spanish-poker", "--days", "0")
    assert "exact average when hit" in run(capsys, "progressive", "texas-21", "--days", "300").out


@pytest.mark.parametrize(
    ("degrees", "statistic", "tail"),
    # The 5% and 1% points of printed tables.
    [(1, 3.841459, 0.05), (6, 12.591587, 0.05), (44, 60.480887, 0.05), (10, 23.209251, 0.01)],
)
def test_the_tail_of_chi_square_is_that_of_printed_tables(degrees, statistic, tail):
    assert upper_gamma(degrees / 2, statistic / 2) == pytest.approx(tail, rel=1e-5)


def test_rare_rows_are_put_together_before_they_are_compared():
    chances = [Fraction(1, 2), Fraction(499, 1000), Fraction(1, 2000), Fraction(1, 2000)]
    fit = chi_square([500, 499, 1, 0], chances)
    assert fit is not None and fit.degrees_of_freedom == 1
    assert chi_square([3], [Fraction(1)]) is None


@pytest.mark.slow
def test_a_game_is_simulated_from_python():
    sampled = feltworks.load(THREE).simulate(50_000, seed=3, threads=2)
    assert sampled.rounds == 50_000 and "sampled" in sampled._repr_html_()
    sheet = sampled.to_dict()
    assert (sampled.mean, sheet["label"]) == (sheet["house"]["mean"], "sampled")
    frame = sampled.to_frame()
    assert set(frame.columns) == {"id", "net", "count", "sampled", "exact"}
    assert int(frame["count"].sum()) == 50_000
    several = feltworks.load(THREE).simulate(1_000, seats=2)
    assert list(several.to_frame("seats")["seat"]) == [1, 2]
    with pytest.raises(feltworks.FeltworksError, match="there are no outcomes"):
        several.to_frame()


def test_amounts_of_one_seat_are_dollars_in_the_outcome_table_too(capsys):
    words = ("simulate", THREE, "--rounds", "20000", "--wagers")
    sheet = json.loads(run(capsys, *words, "1:ante=25,pair-plus=10", "--json").out)
    (seat,), rows = sheet["seats"], sheet["outcomes"]
    won = sum(row["net"] * row["count"] for row in rows) / 20_000
    assert seat["mean"] == pytest.approx(won)
    assert sum(row["exact"] for row in rows) == pytest.approx(1)
    assert seat["exact_mean"] == pytest.approx(sum(row["net"] * row["exact"] for row in rows))


def test_a_shoe_with_amounts_tells_endings_in_dollars_and_a_counter_by_count(capsys):
    words = ("simulate", "texas-21", "--rounds", "5000", "--wagers", "1:blackjack=25")
    sheet = json.loads(run(capsys, *words, "--json").out)
    won = sum(row["net"] * row["count"] for row in sheet["outcomes"]) / sheet["rounds"]
    assert sheet["seats"][0]["mean"] == pytest.approx(won)
    counted = json.loads(run(capsys, *words, "--json", "--spread", "0:1 2:5").out)
    assert "outcomes" not in counted and counted["counter"]["by_count"]


def test_a_counter_who_never_bets_has_no_hold():
    found = feltworks.load("texas-21").simulate(2000, spread="0:0 900:5").to_dict()
    assert found["seats"][0]["hold"] is found["house"]["hold"] is None
    assert "won_of_money_bet" not in found["counter"]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"wagers": [1]}, "wagers are given by seat and wager"),
        ({"wagers": {1: {5: 5}}}, "wagers are given by seat and wager"),
        ({"spread": 3}, "spread is 3: it is a text"),
        ({"spread": "1:1", "count": 5}, "count is 5: it is a text"),
    ],
)
def test_what_is_no_wager_or_count_is_refused_from_python_too(given, told):
    with pytest.raises(feltworks.FeltworksError, match=told):
        feltworks.load("texas-21").simulate(1000, **given)


def test_a_game_without_decisions_offers_what_it_can_do(capsys):
    listed = json.loads(run(capsys, "games", "--examples", "--json").out)
    (calls,) = (game["commands"] for game in listed if game["id"] == "dragon-tiger")
    words = {call.split()[1] for call in calls}
    assert words >= {"odds", "session", "simulate", "vulnerability"} and "strategy" not in words
    assert "no stage of this game asks for a decision" in refusal(
        capsys, "strategy", "dragon-tiger"
    )
    session = json.loads(run(capsys, "session", "dragon-tiger", "--rounds", "10", "--json").out)
    assert session["wager"] == "dragon" and session["mean"] == pytest.approx(-10 * 31 / 830)


def test_what_cards_gone_do_is_told_of_wagers_that_a_contest_decides(capsys):
    words = ("vulnerability", "dragon-tiger", "--wager")
    found = json.loads(run(capsys, *words, "tie", "--json").out)["wagers"][0]
    # Of 416 cards without one: pairs of a rank with 32 cards, and one with 31.
    pairs = 12 * 32 * 31 + 31 * 30
    worth = 9 * Fraction(pairs, 415 * 414) - 1
    full = 9 * Fraction(31, 415) - 1
    assert found["effects"]["As"] == pytest.approx(float(worth - full))
    assert "Were they dealt on as a shoe" in found["says"] and len(found["depths"]) == 4
