"""Published figures: how print stands to computation, and what is said where they differ."""

from __future__ import annotations

from collections import Counter
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.ask.odds import Player, odds
from tests.ask.published import (
    FIGURE_NAMES,
    ClaimError,
    agreement,
    every_reading,
    has_readings,
    open_options,
    printed_figures,
)
from tests.ask.rules import Handbook, RulesError, load, load_text, locate
from tests.ask.sides import side_jackpot, side_odds

from feltworks.cards import JOKER


@pytest.mark.parametrize(
    ("published", "computed", "stands"),
    [
        ("0.25", Fraction(1, 4), "exactly"),
        ("1326", Fraction(1326), "exactly"),
        ("0.33", Fraction(1, 3), "rounds"),
        ("0.67", Fraction(2, 3), "rounds"),
        ("0.66", Fraction(2, 3), "truncates"),
        ("0.65", Fraction(2, 3), "differs"),
        ("0.68", Fraction(2, 3), "differs"),
        ("-0.67", Fraction(-2, 3), "rounds"),
        ("-0.66", Fraction(-2, 3), "truncates"),
        ("0.67", Fraction(-2, 3), "differs"),
        ("0.5", Fraction(9, 20), "rounds"),
        ("10422", Fraction(104227, 10), "truncates"),
        ("1325", Fraction(1326), "differs"),
    ],
)
def test_a_printed_number_agrees_in_three_ways_or_differs(published, computed, stands):
    assert agreement(published, computed) == stands


@pytest.mark.slow
@given(st.decimals(-50, 50, places=9), st.integers(0, 6))
def test_rounding_and_cutting_are_the_schoolbook_ones(value, places):
    unit = Decimal(1).scaleb(-places)
    computed = Fraction(value)
    rounded = value.quantize(unit, ROUND_HALF_UP)
    cut = value.quantize(unit, ROUND_DOWN)
    assert agreement(f"{rounded:f}", computed) in ("exactly", "rounds")
    assert agreement(f"{cut:f}", computed) != "differs"
    for printed in (rounded + 2 * unit, cut - 2 * unit):
        assert agreement(f"{printed:f}", computed) == "differs"


@pytest.fixture(scope="module")
def found():
    games = ("mini-tex", "spanish-poker", "texas-21")
    return {game: printed_figures(game) for game in games}


@pytest.mark.slow
def test_both_main_tables_and_the_pocket_table_agree_to_the_last_digit(found):
    cells = [each for each in found["mini-tex"] if each.figure not in FIGURE_NAMES]
    counts = [each for each in cells if " " not in each.figure]
    assert len(counts) == 5 * 8
    assert {each.agreement for each in counts} == {"exactly"}
    edges = [each for each in found["mini-tex"] if each.figure in FIGURE_NAMES]
    assert [each.agreement for each in edges] == ["rounds"] * 5


def test_every_cell_of_the_printed_tables_is_compared(found):
    """The five tables print seven rows each, in five columns beside the names, and totals."""
    cells = Counter(
        (each.source, each.figure.partition(" ")[2] or "combinations")
        for each in found["mini-tex"]
        if each.figure not in FIGURE_NAMES
    )
    main, pocket = [], []
    for source in dict.fromkeys(each.source for each in found["mini-tex"]):
        columns = ("combinations", "pays", "probability", "frequency", "return")
        (pocket if "Pocket" in source else main).append([cells[source, each] for each in columns])
    # The total of the main tables' returns is their expected value, which is a figure.
    assert main == [[8, 7, 8, 7, 7]] * 2
    assert pocket == [[8, 7, 8, 7, 8]] * 3
    assert {each.agreement for each in found["mini-tex"]} == {"exactly", "rounds"}


def test_how_every_other_print_stands(found):
    stands = [
        (each.wager, each.figure, each.published, each.agreement, each.is_open)
        for game in ("spanish-poker", "texas-21")
        for each in found[game]
    ]
    assert stands == [
        ("main", "house_edge", "0.0593", "differs", True),
        ("main", "edge_of_all_wagered", "0.0241", "differs", True),
        ("main", "house_edge", "0.0497", "differs", True),
        ("main", "edge_of_all_wagered", "0.0202", "differs", True),
        ("dos-pares", "house_edge", "0.0478", "rounds", False),
        ("dos-pares", "house_edge", "0.0528", "rounds", False),
        ("joker-in-hand", "house_edge", "0.0244", "rounds", False),
        ("gran-progressive", "fixed_return", "0.4376", "rounds", False),
        ("bonus", "house_edge", "0.076", "rounds", False),
        ("bonus", "house_edge", "0.0378", "differs", True),
        ("progressive", "house_edge", "0.247", "rounds", False),
        ("progressive", "hit_rate", "14.9", "truncates", False),
        ("progressive", "average_jackpot", "10422", "rounds", False),
    ]


# --- what the files say about differences ------------------------------------------------


def changed(game, old, new):
    """A shipped game with one piece of its text replaced."""
    text = locate(game).read_text(encoding="utf-8")
    assert text.count(old) == 1
    return load_text(text.replace(old, new), game)


DOCS = Path(__file__).parents[2] / "docs"
ROYAL = '{ hand = "royal flush", pays = "25% of gran", several = "each" }'


def test_the_printed_fixed_return_comes_out_in_two_ways():
    """So the print alone does not decide whether a winner's dollar comes back."""
    returned = side_jackpot(load("spanish-poker"), "gran-progressive").fixed_return
    assert returned == Fraction(327_924, 749_398)
    assert f"{float(returned):.6f}" == "0.437583"
    text = locate("spanish-poker").read_text(encoding="utf-8")
    changed_text = text.replace(ROYAL, '"royal flush pays $150"')
    assert changed_text != text
    royals = load_text(changed_text, "spanish-poker", {"gran_stake": "lost"})
    lost = side_jackpot(royals, "gran-progressive").fixed_return
    assert lost == Fraction(327_900, 749_398)
    assert f"{float(lost):.6f}" == "0.437551"
    assert {agreement("0.4376", each) for each in (returned, lost)} == {"rounds"}
    for told in (text, (DOCS / "published-figures.md").read_text(encoding="utf-8")):
        assert "0.437583" in told and "0.437551" in told


@pytest.mark.parametrize(
    ("printed", "other"),
    [
        ("straight flush pays 50:1", "straight flush pays 40:1"),
        ('"five of a kind pays 40:1', '"five of a kind pays 35:1'),
    ],
)
def test_one_other_pay_would_give_the_second_bonus_table(printed, other):
    text = locate("texas-21").read_text(encoding="utf-8")
    assert text.count(printed) == 1
    rules = load_text(text.replace(printed, other), "texas-21", {"bonus_table": "B"})
    assert agreement("0.0378", side_odds(rules, "bonus").house_edge) == "rounds"


@pytest.mark.parametrize(("table", "edge", "of_all"), [("1", 593, 241), ("2", 497, 202)])
@pytest.mark.parametrize("tie", ["push", "dealer-wins"])
def test_the_printed_edges_of_the_main_game_are_not_of_the_best_play(table, edge, of_all, tie):
    main = odds(load("spanish-poker", {"ante_table": table, "tie": tie}))["main"]
    largest_wager = Fraction(2 * edge + 1, 2 * of_all - 1)
    assert main.average_wager > largest_wager
    assert main.house_edge < Fraction(2 * edge - 1, 20_000)


# --- files of one's own ------------------------------------------------------------------


def own_file(tmp_path, claims):
    text = locate("mini-tex").read_text(encoding="utf-8")
    path = tmp_path / "own.toml"
    path.write_text(text[: text.index("[published")] + claims, encoding="utf-8")
    return path


CLAIM = """
[[published]]
wager = "pocket-poker"
source = "A leaflet"
combinations = {{ royal = 4, aces = 7 }}
figures = {{ {figures} }}
{more}
"""


def test_a_difference_is_open_until_its_own_figure_is_explained(tmp_path):
    more = 'explained = { aces = "A slip of the pen." }\nsays = "Seen in one copy only."'
    path = own_file(tmp_path, CLAIM.format(figures='house_edge = "0.5"', more=more))
    royal, aces, edge = printed_figures(path)
    assert (royal.agreement, royal.explanation, royal.note) == ("exactly", None, None)
    assert (aces.agreement, aces.explanation, aces.is_open) == (
        "differs",
        "A slip of the pen.",
        False,
    )
    assert (edge.agreement, edge.is_open, edge.note) == ("differs", True, "Seen in one copy only.")


def test_a_row_that_does_not_occur_counts_none(tmp_path):
    claims = CLAIM.format(figures="", more="").replace("aces = 7", "trips = 7")
    assert [each.computed for each in printed_figures(own_file(tmp_path, claims))] == [4, 0]


@pytest.mark.parametrize(
    ("figures", "more", "says"),
    [
        (
            'average_jackpot = "9"',
            "",
            "average jackpot is published for pocket-poker, but it plays",
        ),
        ('house_edge = "0.1"', 'given = { seed = "5" }', "given seed; allowed: seed and contribut"),
    ],
)
def test_a_claim_that_means_nothing_is_told_in_one_sentence(tmp_path, figures, more, says):
    path = own_file(tmp_path, CLAIM.format(figures=figures, more=more))
    with pytest.raises(ClaimError, match=says):
        printed_figures(path)


def test_every_figure_that_a_file_may_print_can_be_computed(tmp_path):
    path = own_file(tmp_path, CLAIM.format(figures='luck = "0.5"', more=""))
    with pytest.raises(RulesError) as mistake:
        load(path)
    allowed = str(mistake.value).partition("allowed: ")[2]
    assert set(allowed.split(", ")) == FIGURE_NAMES


# --- open readings -----------------------------------------------------------------------


def test_only_open_options_that_bear_on_money_are_read_in_every_way():
    assert open_options(load("pick-2-poker")) == {
        "dealer_not_qualified": ("ante-pays", "ante-compares", "push", "both-pay"),
        "three_five_bonus_pays": ("both", "higher"),
        "bonuses_on_fold": ("lost", "in-action"),
    }
    assert has_readings(load("pick-2-poker"))
    assert not has_readings(load("spanish-poker")), "its figures are published"
    assert not has_readings(load("mini-tex-ring")), "its open options move no house money"


@pytest.fixture(scope="module")
def sixteen():
    return every_reading("pick-2-poker")


@pytest.mark.slow
def test_every_reading_is_told_once_the_default_first(sixteen):
    assert len({tuple(each.options.values()) for each in sixteen}) == 16
    assert [each.is_default for each in sixteen] == [True] + [False] * 15
    again = odds(load("pick-2-poker", sixteen[-1].options))
    assert sixteen[-1].edges == {wager: each.house_edge for wager, each in again.items()}


OPEN = """
[game]
id = "open"
name = "Open"
title = "The highest of five cards."
deck = { ranks = "T J Q K A", suits = "c" }

[zones]
hole = "player"

[rankings.high]
like = "two-card"
categories = ["high card"]

[hands]
mine = { ranking = "high", from = { hole = 2 } }

[wagers]
ante = "required"

[[stages]]
id = "deal"
deal = ["2 down to hole"]

[settle]
ante = { always = { table = "ante", else = "lose" } }

[pays.ante]
hand = "mine"
rows = [
    { id = "ace", hand = "ace high", pays = "2:1" },
    { id = "king", hand = "king high", pays = "2:1" },
    { id = "queen", hand = "queen high", pays = "2:1" },
    { id = "jack", hand = "jack high", pays = "2:1" },
]

[table]
seats = 1
most_seats = 1
"""
OPTION = """
[options.{rank}]
says = "What a highest {rank} pays."
ours = "The document does not say."
default = "two"
[options.{rank}.sets."pays.ante.rows.{rank}.pays"]
one = {{ to = "1:1", says = "even money" }}
two = {{ to = "2:1", says = "two to one" }}
three = {{ to = "3:1", says = "three to one" }}
"""
RANKS = ("ace", "king", "queen", "jack")


def test_too_many_readings_move_one_option_at_a_time(tmp_path):
    """Four options of three values make 81 readings, more than are counted; three make 27."""
    path = tmp_path / "open.toml"
    for ranks, count in ((RANKS[:3], 27), (RANKS, 9)):
        path.write_text(OPEN + "".join(OPTION.format(rank=rank) for rank in ranks), "utf-8")
        told = [dict(each.options) for each in every_reading(path)]
        assert len({tuple(each.values()) for each in told}) == len(told) == count
        assert told[0] == dict.fromkeys(ranks, "two")
    assert told[1:3] == [{**told[0], "ace": "one"}, {**told[0], "ace": "three"}]
    assert all(sum(value != "two" for value in each.values()) == 1 for each in told[1:])


def test_a_reading_without_an_edge_favours_nobody(tmp_path):
    """Four of ten deals have the ace: at three to two they win what the others lose."""
    rows = OPEN.index('    { id = "king"'), OPEN.index("]\n\n[table]")
    text = OPEN[: rows[0]] + OPEN[rows[1] :] + OPTION.format(rank="ace").replace("3:1", "3:2")
    path = tmp_path / "even.toml"
    path.write_text(text, "utf-8")
    found = {each.options["ace"]: each for each in every_reading(path)}
    assert [found[value].edges["main"] for value in ("one", "two", "three")] == [
        Fraction(1, 5),
        Fraction(-1, 5),
        0,
    ]
    assert [value for value, each in found.items() if each.favours_player] == ["two"]


def test_which_readings_favour_the_player(sixteen):
    assert {
        (each.options["dealer_not_qualified"], each.options["three_five_bonus_pays"])
        for each in sixteen
        if each.favours_player == ("main",)
    } == {("ante-pays", "both"), ("both-pay", "both"), ("both-pay", "higher")}
    assert all(each.edges["five-card-bonus"] > 0 for each in sixteen)


# --- the document of all this ------------------------------------------------------------


AGREES = {
    "exactly": "agrees exactly",
    "rounds": "rounds to it",
    "truncates": "truncates to it",
    "differs": "differs",
}


def test_the_document_tells_what_verify_tells(found, sixteen):
    text = (DOCS / "published-figures.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    for each in (each for game in found.values() for each in game if each.figure in FIGURE_NAMES):
        computed = [
            row[-2].replace(",", "")
            for row in rows
            if row[1:3] == [each.figure, each.published] and row[-1] == AGREES[each.agreement]
        ]
        assert any(agreement(told, each.computed) in ("exactly", "rounds") for told in computed)
    for reading in sixteen:
        dealer, bonus, _ = reading.options.values()
        row = f"| {dealer} | {bonus} | {percent(reading.edges['main'])} |"
        line = next(line for line in text.splitlines() if line.startswith(row))
        assert ("favours the player" in line) == bool(reading.favours_player)
        assert percent(reading.edges["five-card-bonus"]) in text


def percent(edge):
    return f"{float(edge):.4%}"


@pytest.mark.slow
def test_the_way_of_play_that_the_document_tells_gives_the_four_printed_figures():
    printed = {"1": ("0.0593", "0.0241"), "2": ("0.0497", "0.0202")}
    games = [
        load("spanish-poker", {"ante_table": table, "tie": "dealer-wins"}) for table in printed
    ]
    book = Handbook(games[0])
    sixes = book.test("player", "pair of sixes or better")
    value, staked, deals = dict.fromkeys(printed, Fraction(0)), 0, 0
    for lines in zip(*(Player(rules).positions("raise") for rules in games), strict=True):
        cards, count = lines[0].cards, lines[0].deals
        assert cards == lines[1].cards
        held = book.held("player", {"cards": cards})
        high = {card.rank for card in cards} & set("67JQKA")
        unpaired = len({card.rank for card in cards}) == 5 and JOKER not in cards
        raises = sixes.matches(held.value, held.cards) or (
            unpaired and len(high) >= 3 and high != set("QKA")
        )
        for table, line in zip(printed, lines, strict=True):
            value[table] += count * line.advice.values["bet" if raises else "fold"]
        staked += count * (3 if raises else 1)
        deals += count
    for table, (edge, of_all) in printed.items():
        assert agreement(edge, -value[table] / deals) == "rounds"
        assert agreement(of_all, -value[table] / staked) == "rounds"


def test_hands_that_are_folded_win_no_bonus_under_any_reading():
    """What docs/published-figures.md says of folding, and why two readings of it come to one."""
    folded = {}
    for reading in load("pick-2-poker").options["dealer_not_qualified"].values:
        rules = load(
            "pick-2-poker", {"dealer_not_qualified": reading, "bonuses_on_fold": "in-action"}
        )
        main = odds(rules)["main"]
        rows = [row for row in main.outcomes if row.id.startswith("fold")]
        assert {row.net for row in rows} <= {-2}
        share = Fraction(sum(row.combinations for row in rows), main.combinations)
        folded[reading] = f"{float(share):.1%}"
    assert folded == {
        "ante-pays": "0.0%",
        "ante-compares": "11.1%",
        "push": "18.6%",
        "both-pay": "0.0%",
    }


@pytest.mark.parametrize("choice", ["bet", "fold", "three-card"])
def test_a_claim_may_break_ties_by_money_or_by_the_name_of_a_choice(choice):
    text = locate("pick-2-poker").read_text(encoding="utf-8")
    claim = f'[[published]]\nwager = "main"\nindifferent = {{ pick = "{choice}" }}\n'
    rules = load_text(text + "\n" + claim + 'figures = { house_edge = "-0.0096" }\n')
    assert rules.published[0].indifferent == {"pick": choice}
