"""Reading a game by its id or its path, with the house's choices worked in."""

import pytest
from tests.ask.rules import (
    GameError,
    OptionError,
    RulesError,
    game_ids,
    load,
    load_text,
    read,
    read_text,
)

from feltworks.errors import FeltworksError

from .sample import SAMPLES, SIXTH


def test_a_game_by_its_id():
    assert load("mini-tex").game.id == "mini-tex"


def test_a_game_by_its_path(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(SIXTH)
    assert load(path) == load(str(path)) == load_text(SIXTH)


def test_a_byte_order_mark_is_no_part_of_the_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(SIXTH, encoding="utf-8-sig")
    assert load(path).game.id == "three-queens"


def test_neither_an_id_nor_a_path():
    with pytest.raises(GameError) as caught:
        load("minitex")
    told = str(caught.value)
    assert "'minitex' (did you mean 'mini-tex'?)" in told
    assert all(id_ in told for id_ in game_ids())
    assert "\n" not in told


def test_options_are_worked_in_and_never_met_again():
    loaded = read(SAMPLES / "three-queens.toml", {"qualifier": "king", "seats": "4"})
    assert loaded.rules.contests["main"].qualifies == "king high or better"
    assert loaded.rules.table.seats == 4
    assert loaded.written.table.seats == 6
    assert dict(loaded.chosen) == {"qualifier": "king", "seats": "4"}


def test_every_option_has_a_value_whether_chosen_or_not():
    assert read("mini-tex", {"seats": 3}).chosen == {
        "dealer_qualifier": "pair",
        "pocket_poker_above_ante": "off",
        "pocket_poker_table": "30-20",
        "community_dealing": "burn-and-turn",
        "folded_hands": "collected",
        "seats": "3",
    }


@pytest.mark.parametrize("value", ["on", "ON", "true", "True", "yes", True])
def test_a_switch_may_be_put_on_in_many_words(value):
    assert load("texas-21", {"late_surrender": value}).blackjack.late_surrender is True


@pytest.mark.parametrize("value", ["off", "false", "no", False])
def test_and_put_off(value):
    assert load("texas-21", {"peek": value}).blackjack.peek is False


def test_an_option_may_be_written_with_hyphens():
    assert load("mini-tex", {"dealer-qualifier": "ace-king"}).contests["main"].qualifies == (
        "ace-king high or better"
    )


def test_an_option_chosen_in_two_spellings_is_chosen_twice():
    with pytest.raises(OptionError, match="dealer_qualifier is chosen twice for mini-tex"):
        load("mini-tex", {"dealer-qualifier": "pair", "dealer_qualifier": "ace-king"})


def test_a_patch_reaches_a_row_of_a_pay_table_by_its_id():
    rows = load("mini-tex", {"pocket_poker_table": "35-15"}).pays["pocket-poker"].rows
    assert [str(row.pays) for row in rows[:3]] == ["35:1", "15:1", "5:1"]


def test_a_patch_reaches_a_stage_by_its_id():
    stages = load("mini-tex", {"community_dealing": "up-front"}).stages
    assert [len(stage.deal) for stage in stages] == [3, 1, 1]
    assert stages[1].deal[0].turn == "community"


def test_a_patch_reaches_a_choice_and_a_deal_that_have_no_id():
    text = SIXTH + (
        '\n[options.raise]\nsays = "Size."\ndefault = "one"\n'
        'values.one = { sets = { "stages.look.decide.bet.size" = "1 x ante" } }\n'
        'values.two = { sets = { "stages.look.decide.bet.size" = "2 x ante" } }\n'
        '[options.face]\nsays = "Face."\ndefault = "down"\n'
        'values.down = { sets = { "stages.look.deal.2.face" = "down" } }\n'
        'values.up = { sets = { "stages.look.deal.2.face" = "up" } }\n'
    )
    stage = load_text(text, chosen={"raise": "two", "face": "up"}).stages[0]
    assert str(stage.decide[1].size) == "2 x ante"
    assert [deal.face for deal in stage.deal] == ["down", "up"]


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ({"seat": 3}, "mini-tex has no option 'seat' (did you mean 'seats'?): its options are"),
        ({"seats": 8}, "mini-tex cannot have seats = '8': it may be a whole number from 1 to 7"),
        ({"seats": "many"}, "it may be a whole number from 1 to 7"),
        ({"seats": "-1"}, "it may be a whole number from 1 to 7"),
        ({"dealer_qualifier": "pairs"}, "(did you mean 'pair'?): it may be pair, ace-king"),
    ],
)
def test_a_choice_that_the_game_does_not_have(chosen, says):
    with pytest.raises(OptionError) as caught:
        load("mini-tex", chosen)
    assert says in str(caught.value)
    assert isinstance(caught.value, FeltworksError)


def test_a_game_without_options_says_so():
    with pytest.raises(OptionError, match="it has no options at all"):
        load(SAMPLES / "long-raise.toml", {"seats": 3})


def test_choices_that_no_table_may_be_opened_with():
    assert read("pick-2-poker").for_analysis_only == ()
    chosen = {"three_five_bonus_pays": "higher"}
    assert read("pick-2-poker", chosen).for_analysis_only == ("three_five_bonus_pays = higher",)


def test_loading_leaves_the_document_as_it_was_read():
    loaded = read("mini-tex", {"pocket_poker_table": "25-20"})
    assert loaded.document["pays"]["pocket-poker"]["rows"][0]["pays"] == "30:1"
    assert read_text(SIXTH).written == read_text(SIXTH, chosen={"seats": 2}).written


def test_rules_cannot_be_altered_once_loaded():
    with pytest.raises(ValueError, match="frozen"):
        load("mini-tex").game.id = "other"


def test_an_error_prints_one_mistake_a_line():
    with pytest.raises(RulesError) as caught:
        load_text('[game]\nid = "a b"\n', "small.toml")
    lines = str(caught.value).splitlines()
    assert len(lines) == len(caught.value.mistakes) > 3
    allowed = "lower-case letters, digits and single hyphens"
    assert f"small.toml: line 2: game.id: found 'a b'; allowed: {allowed}" in lines
