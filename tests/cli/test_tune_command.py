"""`feltworks tune` and `feltworks odds --pay`: what is printed, as JSON and for people."""

from __future__ import annotations

import pytest
from tests.ask.rules import EXAMPLES_DIR, load, locate

from .running import refusal, run

TCP = str(EXAMPLES_DIR / "three-card-poker.toml")


@pytest.fixture
def ask(capsys):
    return lambda *words: run(capsys, *words)


@pytest.mark.slow
def test_tables_as_json(ask):
    data = ask("tune", TCP, "--target", "5%", "--vary", "pair-plus", "--show", "3", "--json").data
    assert (data["wager"], data["target"]) == ("pair-plus", 0.05)
    assert data["present_edge"]["fraction"] == "128/5525"
    assert len(data["tables"]) == 3
    for table in data["tables"]:
        assert list(table) == [
            "pays",
            "changed",
            "house_edge",
            "hit_frequency",
            "standard_deviation",
            "best_play_changes",
        ]
        assert abs(table["house_edge"]["decimal"] - 0.05) < 0.001
        assert table["hit_frequency"] == pytest.approx(0.256109, abs=1e-6)


@pytest.mark.slow
def test_tables_for_a_person(ask):
    out = ask("tune", TCP, "--target", "0.05", "--vary", "pair-plus.flush").out
    assert "Three Card Poker: Pair Plus, target 5.0000%" in out
    assert "as the file stands: 2.3167%" in out
    assert "as before" in out
    first = next(line for line in out.splitlines() if line.strip().startswith(("3 ", "4 ")))
    assert first.split()[:3] == ["3", "7.2760%", "+2.2760%"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--target", "5"), "is not a house edge"),
        (("--target", "5%", "--vary", "flush"), "there is no wager 'flush'"),
        (("--target", "5%", "--vary", "ante", "--vary", "pair-plus"), "one wager at a time"),
    ],
)
def test_a_target_or_a_row_that_cannot_be_is_refused(capsys, words, told):
    assert told in refusal(capsys, "tune", TCP, *words)


@pytest.mark.slow
def test_other_pays_say_what_was_before_and_whether_the_play_holds(ask):
    out = ask("odds", TCP, "--pay", "pair-plus.flush=3", "--pay", "ante.straight=2").out
    assert "what if: pair-plus.flush at 3:1, ante.straight at 2:1" in out
    assert out.index("what if:") < out.index("all required wagers together")
    assert "pair-plus: house edge 2.3167% before, 7.2760% now; the best play is the same" in out


@pytest.mark.slow
def test_other_pays_say_when_the_best_play_changes(ask):
    ran = ask("odds", "spanish-poker", "--pay", "ante.pair=20", "--json")
    what = ran.data["what_if"]
    assert what["pays"] == {"ante.pair": "20:1"}
    main = what["wagers"]["main"]
    assert main["best_play_changes"] is True
    assert ran.data["wagers"]["main"]["house_edge"] != main["house_edge_played_as_before"]
    told = ask("odds", "spanish-poker", "--pay", "ante.pair=20").out
    assert "the best play changes" in told


def test_a_pay_that_cannot_be_is_refused(capsys):
    assert "ante.straight: found 'much'" in refusal(
        capsys, "odds", TCP, "--pay", "ante.straight=much"
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--strategy", "basic"], "only blackjack is weighed by several strategies"),
        (["--jackpot", "1000"], "no wager that plays for a jackpot"),
    ],
)
def test_what_a_game_cannot_be_asked_is_refused_before_anything_is_told(capsys, words, told):
    assert told in refusal(capsys, "odds", TCP, "--pay", "pair-plus.flush=3", *words)
    assert capsys.readouterr().out == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "vary"),
    [
        ("three-card-poker", "pair-plus"),
        ("spanish-poker", "ante"),
    ],
)
def test_the_nearest_table_is_written_into_a_file(capsys, tmp_path, game, vary):
    file = tmp_path / "tuned.toml"
    words = ("tune", game, "--target", "4%", "--vary", vary, "--json")
    told = run(capsys, *words, "--write", str(file)).data
    assert told["file"] == str(file)
    first = told["tables"][0]
    pays = {
        f"{id}.{row.id}": str(row.pays)
        for id, table in load(str(file)).pays.items()
        for row in table.rows
    }
    for row, odds in first["pays"].items():
        wager, hand = row.split(".")
        assert pays[row] == odds, (wager, hand)
    before = locate(game).read_text(encoding="utf-8").splitlines()
    after = file.read_text(encoding="utf-8").splitlines()
    assert len(before) == len(after)
    assert sum(old != new for old, new in zip(before, after, strict=True)) <= len(first["changed"])
    odds = run(capsys, "odds", str(file), "--json").data
    wager = odds["wagers"][told["wager"]]
    assert wager["house_edge"] == pytest.approx(first["house_edge"]["decimal"])


def test_a_file_that_cannot_be_written_is_refused_before_the_count(capsys, tmp_path):
    words = ("tune", "three-card-poker", "--target", "4%", "--write")
    assert "a rules file ends in .toml" in refusal(capsys, *words, str(tmp_path / "mine.txt"))
    (tmp_path / "mine.toml").write_text("")
    assert "is not written over" in refusal(capsys, *words, str(tmp_path / "mine.toml"))
    assert "there is no folder" in refusal(capsys, *words, str(tmp_path / "no" / "mine.toml"))


def test_a_row_that_an_option_sets_too_is_not_written(capsys, tmp_path):
    words = ("tune", "spanish-poker", "--target", "4%", "--vary", "ante.full-house")
    file = tmp_path / "mine.toml"
    told = run(capsys, *words, "--set", "ante_table=2", "--write", str(file))
    assert told.code == 2 and "an option sets it too" in told.err and not file.exists()
    # What was found is told all the same.
    assert "full-house" in told.out
