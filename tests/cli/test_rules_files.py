"""Rules files to start from: a shipped game's own, or one made of answers."""

from __future__ import annotations

import itertools
import json

import pytest
from tests.ask.rules import check_file, example_ids, game_ids, load, locate


@pytest.mark.parametrize("game", [*game_ids(), *example_ids()])
def test_a_game_is_exported_as_its_file_stands(feltworks, game):
    said = feltworks("rules", "export", game)
    assert (said.code, said.err) == (0, "")
    assert said.out == locate(game).read_text(encoding="utf-8")


def test_an_exported_game_is_a_file_to_change(feltworks, tmp_path):
    mine = tmp_path / "mine.toml"
    text = feltworks("rules", "export", "three-card-poker").out
    mine.write_text(text.replace('"flush pays 4:1"', '"flush pays 3:1"'))
    assert feltworks("rules", "check", mine).code == 0
    assert feltworks("rules", "export", "nothing").code == 2
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe")
    said = feltworks("rules", "export", tmp_path / "bad.toml")
    assert (said.code, said.out) == (2, "") and "no UTF-8 text" in said.err


SIDE = ("Pair Plus", "40:1", "30:1", "6:1", "4:1", "1", "")


def test_a_new_game_is_asked_for_and_its_file_has_no_mistakes(feltworks, tmp_path):
    file = tmp_path / "mine.toml"
    title = "Three cards against the dealer."
    answers = ["My Three", title, "", "", "queen high or better", "", *SIDE]
    said = feltworks("rules", "new", file, answers=answers)
    assert said.code == 0 and f"feltworks odds {file}" in said.out.replace("\n", "")
    rules = check_file(file).rules
    assert (rules.game.id, rules.game.name, rules.game.title) == ("my-three", "My Three", title)
    assert rules.contests["main"].qualifies == "queen high or better"
    rows = [(row.hand, str(row.pays)) for row in rules.pays["pair-plus"].rows]
    assert rows[0] == ("straight flush", "40:1") and rows[-1] == ("pair", "1:1")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cards", "against", "side"),
    list(itertools.product("2345", "dp", [("",), ("Bonus", "5", "lose", "2:1", "")])),
)
def test_whatever_is_answered_the_file_can_be_dealt_and_counted(
    feltworks, tmp_path, cards, against, side
):
    file = tmp_path / "mine.toml"
    dealer = ["", "2", *side] if against == "d" else ["2", *(side[1:] or ("9:1", "3:1", ""))]
    answers = ["A game", "", cards, against, *dealer]
    assert feltworks("rules", "new", file, answers=answers).code == 0
    check_file(file)
    played = ("play", file, "--seed", 1, "--rounds", 1)
    assert feltworks(*played, answers=["", "b"]).code == 0


def test_a_wrong_answer_is_told_and_asked_again(feltworks, tmp_path):
    file = tmp_path / "mine.toml"
    answers = ["?!", "Mine", "", "9", "3", "x", "d", "queen hihg", "pair or better", "many", "1"]
    said = feltworks("rules", "new", file, answers=[*answers, "Ante", "Bonus", "lots", "", "7", ""])
    for words in (
        "A name with a letter or a digit in it.",
        "A whole number from 2 to 5.",
        "One of d and p.",
        "did you mean 'high'?",
        "A whole number from 1 to 5.",
        "Another name than ante and raise",
        "Odds such as 4:1, push or lose.",
    ):
        assert words in said.out
    assert str(load(str(file)).pays["bonus"].rows[0].pays) == "7:1"


def test_leaving_writes_nothing_and_nothing_is_written_over(feltworks, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for answers in (["Mine", "q"], ["Mine", KeyboardInterrupt], []):
        said = feltworks("rules", "new", answers=answers)
        assert said.code == 0 and "Nothing was written." in said.out
    assert list(tmp_path.iterdir()) == []
    whole = ["Mine", "", "", "", "", "", ""]
    assert feltworks("rules", "new", answers=whole).code == 0
    said = feltworks("rules", "new", answers=[*whole, "other.toml"])
    assert "mine.toml exists. Another file name:" in said.out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.toml", "other.toml"]
    for name, says in (
        ("mine.toml", "it exists, and is not written over"),
        ("mine.txt", "a rules file ends in .toml"),
        ("no/mine.toml", "there is no folder no"),
    ):
        said = feltworks("rules", "new", name, answers=whole)
        assert (said.code, said.out) == (2, "") and says in said.err


def test_rules_check_warns_of_pays_that_look_like_slips(feltworks, tmp_path):
    file = tmp_path / "mine.toml"
    text = feltworks("rules", "export", "three-card-poker").out
    text = text.replace('"straight flush pays 40:1"', '"straight flush pays 4:1"')
    text = text.replace('tie = "push"', 'tie = ["lose", "1:1"]')
    file.write_text(text)
    told = json.loads(feltworks("rules", "check", file, "--json").out)
    assert told["odds_refuse"] is None
    says = {warning["key"]: warning["says"] for warning in told["warnings"]}
    assert says["pays.pair-plus.rows.straight-flush.pays"] == (
        "straight flush pays 4:1, less than the 30:1 of three of a kind, a lower hand"
    )
    assert "lose and 1:1 cancel each other" in says["settle.play.tie"]
    assert "warning: settle.play.tie" in " ".join(feltworks("rules", "check", file).out.split())


def test_rules_check_tells_what_the_odds_refuse(feltworks, tmp_path):
    file = tmp_path / "mine.toml"
    text = feltworks("rules", "export", "three-card-poker").out
    file.write_text(text.replace('size = "1 x ante"', 'size = "$5"'))
    refused = feltworks("odds", file).err.strip()
    said = feltworks("rules", "check", file)
    assert said.code == 0 and refused
    assert refused.removeprefix("feltworks: ") in " ".join(said.out.split())
    told = json.loads(feltworks("rules", "check", file, "--json").out)
    assert told["odds_refuse"] in refused and told["mistakes"] == []
