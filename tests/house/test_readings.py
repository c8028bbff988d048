"""Readings of a document: a house that takes bets deals by those that it names."""

from __future__ import annotations

import pytest
from tests.ask.rules import readings_of
from tests.cli.running import run

from feltworks.house import HouseFileError, practice_house, read_house

FILE = """
[house]
name = "A card room"
kind = "{kind}"
under = 2008-09-01

[tables.pick]
game = "pick-2-poker"
minimum = "$5"
maximum = "$50"
{pick}

[tables.mini]
game = "mini-tex"
minimum = "$5"
maximum = "$50"
{mini}
"""

NAMED = {
    "dealer_not_qualified": "ante-pays",
    "bonuses_on_fold": "lost",
    "bonuses_settled": "last",
}


def house(pick="", kind="commercial", mini=""):
    return read_house(FILE.format(pick=pick, kind=kind, mini=mini), "house.toml")


def naming(**changes) -> str:
    named = ", ".join(f'{id} = "{value}"' for id, value in {**NAMED, **changes}.items() if value)
    return f"readings = {{ {named} }}"


def objections(room, rule):
    return [each for each in room.objections() if each.rule == rule]


def test_pick_2_opens_in_a_card_room_only_with_its_readings_named():
    found = objections(house(), "readings")
    assert [each.table for each in found] == ["pick"] * 3
    assert "dealer_not_qualified = ante-pays" in found[0].text
    assert " 0.9567%, in favour of the player" in found[0].text
    assert objections(house(naming()), "readings") == []
    (left,) = objections(house(naming(bonuses_on_fold=None)), "readings")
    assert "bonuses_on_fold = lost" in left.text


def test_an_edge_that_is_the_players_opens_only_when_the_house_says_that_it_knows():
    for kind in ("tribal", "commercial"):
        (edge,) = objections(house(naming(), kind), "edge")
        assert edge.table == "pick" and "say knows_edge = true" in edge.text
        assert objections(house(f"{naming()}\nknows_edge = true", kind), "edge") == []
    assert house(kind="practice").objections() == []
    compares = naming(dealer_not_qualified="ante-compares")
    safe = house(f'options = {{ dealer_not_qualified = "ante-compares" }}\n{compares}')
    assert objections(safe, "edge") == []


def test_both_pay_is_told_with_the_quarter_that_it_gives_away():
    generous = 'options = { dealer_not_qualified = "both-pay" }'
    (edge,) = objections(house(generous), "edge")
    assert " 24.9720%, in favour of the player" in edge.text


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (naming(dealer_not_qualified="push"), "'push' at a table dealt with 'ante-pays'"),
        (naming(dealer_not_qualified="pushes"), "cannot have dealer_not_qualified = 'pushes'"),
        ('readings = { tips = "off" }', "no reading in force"),
    ],
)
def test_a_reading_is_named_as_it_is_dealt(lines, told):
    with pytest.raises(HouseFileError, match=told):
        house(lines)


def test_the_practice_house_names_every_reading_and_knows_its_edge():
    room = practice_house()
    assert room.objections() == []
    for table, loaded in room.loaded.items():
        named = room.file.tables[table].readings
        assert set(named) == {each.option for each in readings_of(loaded)}


def test_house_check_tells_the_readings_of_each_table_with_their_edge(capsys):
    told = run(capsys, "house", "check").out
    assert "table pick-2-1 reads into its document: dealer_not_qualified = ante-pays" in told
    assert " 0.9567%, in favour of the player" in told
    data = run(capsys, "house", "check", "--json").data
    assert data["tables"]["pick-2-1"]["house_edge"] == "-13043557/1363422060"
    assert data["tables"]["mini-tex-1"]["readings"] == []


# --- what the house says about irregularities ----------------------------------------------------


def test_pick_2_irregularities_a_house_cannot_play_on_where_the_rules_void():
    with pytest.raises(HouseFileError, match="'void': the rules of play say so"):
        house('irregularities = { face-up-card = "play-on" }')
    by_hand = 'options = { shuffler = "by-hand" }\nirregularities = { face-up-card = "play-on" }'
    assert house(by_hand).sheets["pick"].policy == {"face-up-card": "play-on"}
    assert house('irregularities = { face-up-card = "void" }').sheets["pick"].policy


def test_pick_2_irregularity_d_no_policy_on_a_machine_that_is_not_there():
    with pytest.raises(HouseFileError, match="'shuffler-failure' for a game dealt from a hand"):
        house(mini='irregularities = { shuffler-failure = "void" }')


def test_spanish_poker_is_not_opened_with_two_spaces():
    text = FILE.format(pick="", kind="practice", mini="seats = 2").replace(
        "mini-tex", "spanish-poker"
    )
    with pytest.raises(HouseFileError, match="seats = 2 and the layout is ordered with 5 or more"):
        read_house(text, "house.toml")
