"""Readings: marked in the file, told by `rules show`, in force only where they decide something."""

from __future__ import annotations

import pytest
from tests.ask.rules import (
    earlier_files,
    edge_words,
    game_ids,
    known_edge,
    known_edges,
    load,
    notes_of_ours,
    own_readings_of,
    read,
    read_text,
    readings_of,
)
from tests.cli.running import run

from .sample import edited, sample_text


def named(game, **options) -> dict[str, str]:
    return {each.option: each.value for each in readings_of(read(game, options))}


def test_pick_2_the_document_does_not_say_what_follows_when_the_dealer_does_not_qualify():
    assert named("pick-2-poker") == {
        "dealer_not_qualified": "ante-pays",
        "bonuses_on_fold": "lost",
        "bonuses_settled": "last",
    }
    assert named("pick-2-poker", dealer_not_qualified="push")["dealer_not_qualified"] == "push"


def test_spanish_poker_ties_ace_low_straights_and_the_gran_winners_dollar_are_readings():
    marked = {"ace_low_straights", "tie", "gran_stake", "gran_shortfall", "gran_after_royal"}
    assert set(named("spanish-poker")) == marked
    assert set(named("spanish-poker", gran_backups="on")) == {
        *marked,
        "backup_share",
        "gran_above_cap",
    }
    without = named("spanish-poker", side_wagers="dos-pares-and-joker")
    assert set(without) == {"ace_low_straights", "tie"}


def test_texas_21_which_dollars_feed_the_jackpot_is_a_reading_where_there_is_one():
    assert named("texas-21") == {"progressive_contribution_of": "wagered"}
    assert named("texas-21", progressive="off") == {}


def test_mini_tex_reads_nothing_into_its_document_that_decides_who_wins():
    assert named("mini-tex") == {}


def test_a_reading_without_its_mark_is_another_file_and_every_mark_gives_its_reason():
    for game in game_ids():
        for id_, option in load(game).options.items():
            assert not option.reading or option.ours, id_
    unmarked = edited(("reading = true\n", ""), text=sample_text("pick-2-poker"))
    assert read_text(unmarked).sha256 != read("pick-2-poker").sha256


@pytest.mark.parametrize("game", ["pick-2-poker", "spanish-poker", "texas-21", "mini-tex-ring"])
def test_an_approved_file_of_an_earlier_version_has_the_readings_of_its_game(game):
    earlier = read(next(path for path in earlier_files(game) if path.parent.name == "0.1"))
    assert not any(option.reading for option in earlier.rules.options.values())
    assert {each.option for each in readings_of(earlier)} == set(named(game)) & set(earlier.chosen)


def test_an_edge_is_known_for_approved_files_alone():
    assert float(known_edge(read("pick-2-poker"))) == pytest.approx(-0.00956678)
    generous = read("pick-2-poker", {"dealer_not_qualified": "both-pay"})
    assert float(known_edge(generous)) == pytest.approx(-0.2497197)
    other = edited(("12:1", "13:1"), text=sample_text("pick-2-poker"))
    assert known_edge(read_text(other)) is None
    assert known_edge(read("texas-21")) is None
    assert "in favour of the player" in edge_words(known_edge(generous))
    assert len(known_edges()) == 18


def test_rules_show_tells_the_readings_and_their_edge(capsys):
    shown = run(capsys, "rules", "show", "pick-2-poker").out
    assert "Readings: the document does not say" in shown
    assert "edge of the main game 0.9567%, in favour of the player" in shown
    data = run(capsys, "rules", "show", "pick-2-poker", "--json").data
    assert [each["option"] for each in data["readings"]] == list(named("pick-2-poker"))
    assert data["house_edge"] == "-13043557/1363422060"


OPEN_POINTS = {
    "mini-tex": {"hands.player": "Ace, two, three", "table": "one at a time"},
    "mini-tex-ring": {"hands.player": "Ace, two, three", "table": "one at a time"},
    "pick-2-poker": {
        "pays.three-five-on-three": "read as suited",
        "settle.three-five-bonus": "only when neither table pays",
        "pays.three-five-on-five": "picture prints 4",
        "table": "after all other wagers is read for each seat",
        "wagers.three-five-bonus": "read as meaning both",
    },
    "spanish-poker": {"table": "may elect to tuck", "jackpots.gran": "starts from the backups"},
    "texas-21": {"hands.texas": "low in a straight", "table": "talk about their hands"},
}


def test_interpretations_that_no_option_changes_are_named_where_they_are_in_force():
    def keys(game, **options):
        return {each.key for each in own_readings_of(read(game, options))}

    assert keys("pick-2-poker") >= {
        "wagers.three-five-bonus",
        "wagers.five-card-bonus",
        "pays.three-five-on-three",
    }
    assert "wagers.five-card-bonus" not in keys("pick-2-poker", five_card_bonus="off")
    flop = {key for key in keys("texas-21") if key.startswith("stages.")}
    assert any("calls for the flop" in each.says for each in own_readings_of(read("texas-21")))
    assert flop
    assert "jackpots.gran" in keys("spanish-poker")
    assert "jackpots.gran" not in keys("spanish-poker", side_wagers="none")


STAKE = ("pays.gran-progressive.stake", "it goes to the drop box like any other.")
ROYAL = ("jackpots.gran.below_seed", "it stands as it is.")
BACKUPS = (
    "jackpots.gran.backups.above_cap",
    "it stays, and the backup takes no more until it may.",
)
RING = [
    ("ring.short_all_ins", "only full bets and raises count."),
    ("ring.full_bet", "all of it."),
    ("ring.odd_chip", "the first of the tied players left of the button."),
]


@pytest.mark.parametrize(
    ("game", "version", "options", "fixed"),
    [
        ("spanish-poker", "0.1", {}, [STAKE, ROYAL]),
        ("spanish-poker", "0.1", {"gran_backups": "on"}, [STAKE, ROYAL, BACKUPS]),
        ("spanish-poker", "0.1", {"side_wagers": "none"}, []),
        ("spanish-poker", "0.2.dev", {"gran_backups": "on"}, [ROYAL, BACKUPS]),
        ("spanish-poker", "0.2.dev2", {"gran_backups": "on"}, [BACKUPS]),
        ("mini-tex-ring", "0.1", {}, RING),
        ("mini-tex-ring", "0.2.dev2", {}, []),
    ],
)
def test_a_reading_that_an_earlier_file_gave_no_choice_of_is_named(game, version, options, fixed):
    (path,) = (path for path in earlier_files(game) if path.parent.name == version)
    found = own_readings_of(read(path, options))
    present = own_readings_of(read(game, options))
    assert found[: len(present)] == present
    named = {each.key: each.says for each in found[len(present) :]}
    assert set(named) == {key for key, _ in fixed}
    for key, says in fixed:
        assert named[key].endswith(f": {says}")


@pytest.mark.parametrize("game", game_ids())
def test_open_points_are_said_aloud(game, capsys):
    ours = notes_of_ours(load(game))
    for key, words in OPEN_POINTS[game].items():
        assert words in ours[key]
    for silent in ("mini-tex", "pick-2-poker", "texas-21"):
        assert "talk about their hands" in load(silent).table.ours
    shown = run(capsys, "rules", "show", game).out
    assert "Where the document is silent and the choice is ours" in shown
