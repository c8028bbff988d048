"""A file may say what none of an option's values says: that is a value of its own."""

import re

import pytest
from tests.ask.pages import answer_of_page
from tests.ask.rules import (
    GAMES_DIR,
    OptionError,
    check_text,
    example_ids,
    game_ids,
    load,
    locate,
    read,
    read_text,
    verdict_on,
)
from tests.cli.running import run

SPANISH = (GAMES_DIR / "spanish-poker.toml").read_text(encoding="utf-8")
BEFORE, DOS_PARES = SPANISH.split("[pays.dos-pares]", 1)
TEN = (
    f"{BEFORE}[pays.dos-pares]{DOS_PARES.replace('full house pays 9:1', 'full house pays 10:1', 1)}"
)
ONE_FIFTY = SPANISH.replace('minimum = "$1", minimum_alone', 'minimum = "$1.50", minimum_alone')


@pytest.mark.slow
def test_a_pay_that_no_value_of_its_option_has_is_counted(capsys, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(TEN, encoding="utf-8")
    assert run(capsys, "rules", "check", str(file)).code == 0
    found = run(capsys, "odds", str(file), "--json").data
    assert found["options"]["dos_pares_table"] == "as-in-the-file"
    edge = found["wagers"]["dos-pares"]["house_edge"]
    shipped = run(capsys, "odds", "spanish-poker", "--json").data["wagers"]["dos-pares"]
    houses = next(row for row in shipped["outcomes"] if row["id"] == "full-house")
    more = houses["combinations"] / sum(row["combinations"] for row in shipped["outcomes"])
    assert edge == pytest.approx(shipped["house_edge"] - more)


@pytest.mark.slow
def test_every_output_says_that_the_value_is_the_files_own(capsys, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(TEN, encoding="utf-8")
    said = run(capsys, "odds", str(file)).out
    assert "options: dos_pares_table = as-in-the-file" in said
    shown = run(capsys, "rules", "show", str(file)).out
    assert re.search(r"dos_pares_table +as-in-the-file", shown)
    paper = tmp_path / "rules.md"
    assert run(capsys, "report", str(file), "--kind", "rules", "--out", str(paper)).code == 0
    assert "dos_pares_table = as-in-the-file" in paper.read_text(encoding="utf-8")
    told = answer_of_page(TEN)["answer"]
    (option,) = [each for each in told["game"]["options"] if each["id"] == "dos_pares_table"]
    assert option["chosen"] == option["default"] == "as-in-the-file"
    assert {"id": "as-in-the-file", "says": "the file says 10:1", "analysis_only": False} in (
        option["values"]
    )


def test_the_named_values_can_still_be_chosen_and_come_out_as_they_are_named():
    own, named = read_text(TEN), read_text(TEN, chosen={"dos_pares_table": "2"})
    assert pay_of(own.rules, "dos-pares", "full-house") == "10:1"
    assert pay_of(named.rules, "dos-pares", "full-house") == "8:1"
    assert read_text(TEN, chosen={"dos_pares_table": "as-in-the-file"}).rules == own.rules


@pytest.mark.slow
def test_a_changed_file_is_not_the_approved_one_and_shipped_ones_have_no_such_value():
    assert verdict_on(check_text(TEN)).status != "approved"
    for game in game_ids():
        loaded = read(game)
        assert verdict_on(loaded).status == "approved"
        assert "as-in-the-file" not in loaded.chosen.values()
    with pytest.raises(OptionError):
        read("spanish-poker", {"dos_pares_table": "as-in-the-file"})


@pytest.mark.slow
def test_an_amount_outside_a_range_of_numbers_is_a_value_too():
    loaded = check_text(ONE_FIFTY)
    assert loaded.chosen["dos_pares_minimum"] == "as-in-the-file"
    assert str(loaded.rules.wagers["dos-pares"].minimum) == "$1.50"
    chosen = read_text(ONE_FIFTY, chosen={"dos_pares_minimum": 3}).rules
    assert str(chosen.wagers["dos-pares"].minimum) == "$3"
    with pytest.raises(OptionError, match="from 1 to 100, as-in-the-file"):
        read_text(ONE_FIFTY, chosen={"dos_pares_minimum": 101})


PAYS = re.compile(r"pays\.(.+)\.rows\.(.+)\.pays")
ROWS = sorted(
    {
        (game, option_id, *PAYS.fullmatch(key).groups())
        for game in game_ids()
        for option_id, option in load(game).options.items()
        for value in option.values.values()
        for key in value.sets
        if PAYS.fullmatch(key)
    }
)


@pytest.mark.parametrize(("game", "option", "table", "row"), ROWS)
def test_each_value_of_a_pay_table_names_every_pay_that_another_one_sets(game, option, table, row):
    """Otherwise a changed file would be labelled with pays that it does not have."""
    for value, named in load(game).options[option].values.items():
        rules = load(game, {option: value})
        paid = [wager for wager, cells in rules.settle.items() if table in cells.tables]
        if {*paid} & {*rules.wagers_of("required"), *rules.offer.side_wagers}:
            assert f"pays.{table}.rows.{row}.pays" in named.sets, value


@pytest.mark.parametrize("game", [*game_ids(), *example_ids()])
def test_every_value_of_an_option_names_a_key_that_it_sets(game):
    """A value without one would equal every file, whatever the author changes."""
    for id_, option in load(game).options.items():
        assert all(value.sets for value in option.values.values()), id_


@pytest.mark.parametrize(
    ("game", "written", "changed", "option"),
    [
        ("mini-tex-ring", '\nante = "0.5 x', '\nante = "0.3 x', "ante"),
        ("mini-tex", 'deal = ["burn 1", "2 up', 'deal = ["2 up', "community_dealing"),
        (
            "oasis-poker",
            'size = "1 x ante" },\n]\n\n[[',
            'size = "2 x ante" },\n]\n\n[[',
            "exchange",
        ),
    ],
)
def test_a_changed_key_is_not_labelled_with_the_value_that_it_no_longer_has(
    game, written, changed, option
):
    text = locate(game).read_text("utf-8")
    assert text.count(written) == 1
    assert read_text(text.replace(written, changed)).chosen[option] == "as-in-the-file"


def pay_of(rules, table: str, row: str) -> str:
    (found,) = [each for each in rules.pays[table].rows if each.id == row]
    return str(found.pays)
