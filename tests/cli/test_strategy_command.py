"""`feltworks strategy`: one position, a grid of all first hands, a file of everything."""

from __future__ import annotations

import csv
from fractions import Fraction

import pytest
from tests.ask.rules import EXAMPLES_DIR

from .running import refusal, run

SHORT_DECK = '{ ranks = "8 9 T J Q K A", suits = "c d h s" }'
TCP = str(EXAMPLES_DIR / "three-card-poker.toml")


@pytest.fixture
def ask(capsys):
    return lambda *words: run(capsys, "strategy", *words)


@pytest.mark.slow
def test_a_position_with_the_exact_value_of_each_choice(ask):
    data = ask("mini-tex", "--cards", "2s 7d", "--board", "3h 9c Kd", "--json").data
    assert list(data) == [
        "game",
        "rules_sha256",
        "options",
        "decision",
        "cards",
        "board",
        "best",
        "indifferent",
        "choices",
    ]
    assert (data["decision"], data["best"], data["indifferent"]) == ("river", "bet", False)
    assert data["choices"]["fold"] == {"fraction": "-3", "decimal": -3.0}
    assert Fraction(data["choices"]["bet"]["fraction"]) > -3


@pytest.mark.slow
def test_a_position_for_a_person(ask):
    out = ask("pick-2-poker", "--cards", "As Kd Qd 2c 3h").out
    assert "pick with As Kd Qd 2c 3h" in out
    assert "best: three-card" in out
    assert "+1.694389" in out and "866363/511313" in out


def test_the_first_decision_as_a_grid(ask):
    out = ask("mini-tex").out
    assert "fold is best in 18 of 1,326 deals" in out
    rows = {
        line.split()[0]: line.split()[1:]
        for line in out.splitlines()
        if line.startswith((" A ", " 2 "))
    }
    assert len(rows["2"]) == 13
    assert [rank for rank, cell in zip("AKQJT98765432", rows["2"], strict=True) if cell == "f"] == [
        "5",
        "2",
    ]
    assert set(rows["A"]) == {"b"}


def test_a_grid_as_json_has_every_kind_of_hand(ask):
    data = ask("mini-tex", "--json").data
    assert data["deals_by_best"] == {"bet": 1308, "fold": 18}
    assert len(data["positions"]) == 169
    assert sum(each["deals"] for each in data["positions"]) == 1326


def test_where_no_grid_fits_the_choices_are_counted(ask):
    out = ask("spanish-poker").out
    assert "bet is best in 553,510 of 749,398 deals" in out
    assert "no grid fits this decision" in out


@pytest.mark.slow
def test_the_whole_strategy_as_a_file(ask, tmp_path):
    path = tmp_path / "raise.csv"
    out = ask("spanish-poker", "--export", str(path)).out
    assert out == f"40,237 kinds of positions written to {path}\n"
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["decision", "cards", "board", "deals", "best", "values", "out"]
    assert {row["out"] for row in rows} == {"ante 1"}
    assert sum(int(row["deals"]) for row in rows) == 749_398
    raised = sum(int(row["deals"]) for row in rows if row["best"] == "bet")
    assert raised == 553_510


def test_a_file_is_told_as_json_too(ask, tmp_path):
    path = tmp_path / "play.csv"
    data = ask(TCP, "--export", str(path), "--json").data
    lines = path.read_text(encoding="utf-8").count("\n") - 1
    assert (data["file"], data["lines"]) == (str(path), lines)
    assert data["game"] == "three-card-poker"


@pytest.mark.slow
def test_lines_of_the_same_cards_tell_what_is_out(ask, tmp_path):
    path = tmp_path / "ride.csv"
    text = (EXAMPLES_DIR / "let-it-ride.toml").read_text(encoding="utf-8")
    text = text.split("[published")[0].replace('"standard-52"', SHORT_DECK)
    file = tmp_path / "ride.toml"
    file.write_text(text, encoding="utf-8")
    ask(str(file), "--export", str(path))
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    several = [row for row in rows if row["decision"] == "second-card"]
    assert {row["out"] for row in several} == {"first 1, second 1, third 1", "first 1, third 1"}
    told = [(row["cards"], row["board"], row["out"]) for row in several]
    assert len(set(told)) == len(told)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["mini-tex", "--board", "2c 3c"], "--board goes with --cards"),
        (["mini-tex", "--at", "turn"], "there is no decision 'turn'"),
        (["mini-tex", "--at", "turn", "--cards", "As Kd"], "there is no decision 'turn'"),
        (["mini-tex", "--cards", "As"], "the player holds 2 cards, not 1"),
        (["mini-tex", "--cards", "As As"], "As is there 2 times"),
        (["mini-tex", "--cards", "As Kd", "--board", "As 2d"], "As is there 2 times"),
        (["mini-tex", "--cards", "As Kd", "--board", "2c"], "hole 0, flop 2, river 3"),
        (["mini-tex", "--cards", "Az Kd"], "is not a card"),
        (["mini-tex", "--at", "flop", "--cards", "As Kd"], "2 cards lie open, not 0"),
        (["spanish-poker", "--cards", "As Kd Qd 2c 9h"], "9h is not in the deck"),
        (["mini-tex-ring"], "game.mechanism"),
        (["mini-tex", "--export", "all.txt"], "a strategy is written to a .csv file"),
        (["mini-tex", "--export", "nowhere/all.csv"], "there is no folder nowhere"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(capsys, words, says):
    assert says in refusal(capsys, "strategy", *words)


def test_rules_to_remember_for_a_person(ask):
    out = ask(TCP, "--simple").out
    assert "play, gives away 0.0000% of the ante" in out
    assert "  bet with queen-six-four high or better\n  otherwise fold\n" in out
    assert "house edge 3.3730% by these rules, 3.3730% by the best play" in out


@pytest.mark.slow
def test_rules_to_remember_as_json(ask):
    data = ask("spanish-poker", "--simple", "--rules", "1", "--json").data
    assert [each["decision"] for each in data["decisions"]] == ["raise"]
    only = data["decisions"][0]
    assert len(only["rules"]) == 1 and only["otherwise"] in ("bet", "fold")
    best, simple = (
        Fraction(data[key]["fraction"]) for key in ("house_edge_best", "house_edge_simple")
    )
    assert Fraction(data["cost"]["fraction"]) == simple - best == Fraction(only["cost"]["fraction"])
    assert simple > best


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("texas-21", "--simple"), "--simple is for hands against a dealer or a pay table"),
        (("mini-tex", "--rules", "3"), "--rules goes with --simple"),
        (("mini-tex", "--simple", "--cards", "As Kd"), "--cards does not go with --simple"),
        (("mini-tex", "--simple", "--at", "turn"), "there is no decision 'turn'"),
    ],
)
def test_what_does_not_go_with_rules_to_remember(capsys, words, told):
    assert told in refusal(capsys, "strategy", *words)


def test_only_what_is_answered_is_recommended(ask, tmp_path):
    text = (EXAMPLES_DIR / "high-card-flush.toml").read_text(encoding="utf-8")
    text = text.split("[published")[0].replace('"standard-52"', SHORT_DECK)
    text = text.replace("nine-high three-card flush", "three-card flush")
    file = tmp_path / "flush.toml"
    file.write_text(f"{text}[table]\nmost_seats = 2\n", encoding="utf-8")
    told = " ".join(ask(str(file)).out.split())
    assert "ask for a position with --at look --cards" in told and "--export" not in told


@pytest.mark.parametrize("game", ["red-dog", "jacks-or-better"])
def test_a_question_that_such_a_game_does_not_take_says_what_to_ask_instead(capsys, game):
    path = str(EXAMPLES_DIR / f"{game}.toml")
    assert "a copy of the file with other pays written in" in refusal(
        capsys, "strategy", path, "--simple"
    )


def test_a_strategy_that_does_not_fit_on_the_disk_leaves_the_file_as_it_was(
    capsys, tmp_path, monkeypatch
):
    path = tmp_path / "keep.csv"
    path.write_text("kept")

    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("feltworks.wholefiles.os.fsync", full)
    assert refusal(capsys, "strategy", TCP, "--export", str(path)) == (
        f"{path}: no space left on device"
    )
    assert path.read_text() == "kept" and list(tmp_path.iterdir()) == [path]
