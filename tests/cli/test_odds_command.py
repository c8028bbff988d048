"""`feltworks odds`: the JSON others script against, the sheet for a person, the chart."""

from __future__ import annotations

import re
from fractions import Fraction
from math import sqrt
from pathlib import Path

import pytest

from .running import refusal, run

DOCS = Path(__file__).parents[2] / "docs" / "odds-json.md"
WAGER_KEYS = [
    "unit",
    "combinations",
    "outcomes",
    "expected_value",
    "house_edge",
    "average_wager",
    "element_of_risk",
    "hit_frequency",
    "standard_deviation",
    "indifferent_deals",
    "parts",
]
PROGRESSIVE_KEYS = [
    "jackpot",
    "quoted_at",
    "value_without_jackpot",
    "value_per_dollar",
    "break_even_jackpot",
    "hit_rate",
    "jackpot_hit_rate",
    "fixed_return",
    "seed",
    "added_per_wager",
    "added_is",
    "average_jackpot",
]


@pytest.fixture
def ask(capsys):
    return lambda *words: run(capsys, "odds", *words)


@pytest.fixture
def refused(capsys):
    return lambda *words: refusal(capsys, "odds", *words)


# --- JSON --------------------------------------------------------------------------------


def test_the_keys_and_their_order_are_a_promise(ask):
    data = ask("mini-tex", "--json").data
    keys = ["game", "rules_sha256", "options", "indifferent", "method", "wagers"]
    assert list(data) == [*keys, "indifferent_source"]
    assert re.fullmatch("[0-9a-f]{64}", data["rules_sha256"])
    assert data["options"]["dealer_qualifier"] == "pair"
    assert data["indifferent"] == {"hole": "bet", "flop": "bet", "river": "fold"}
    assert data["indifferent_source"].endswith("Odds and Probability, Table 1")
    assert data["method"] == "exact"
    assert list(data["wagers"]) == ["main", "pocket-poker"]
    for wager in data["wagers"].values():
        assert list(wager) == WAGER_KEYS
        assert list(wager["outcomes"][0]) == ["id", "net", "combinations"]
        assert list(wager["expected_value"]) == ["fraction", "decimal"]
    main = data["wagers"]["main"]
    assert (main["unit"], main["combinations"]) == ("ante", 84_284_272_800)
    assert main["outcomes"][0] == {"id": "fold-hole", "net": "-1", "combinations": 1_144_130_400}
    assert list(main["parts"]) == ["ante", "flop", "river", "play"]
    assert list(main["indifferent_deals"]) == ["hole", "flop", "river"]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["mini-tex", "spanish-poker", "texas-21"])
def test_every_figure_follows_from_the_outcomes(ask, game):
    for wager in ask(game, "--json").data["wagers"].values():
        if wager.get("method") == "float64":
            continue
        rows = [(Fraction(row["net"]), row["combinations"]) for row in wager["outcomes"]]
        total = sum(count for _, count in rows)
        assert total == wager["combinations"]
        mean = sum(net * count for net, count in rows) / total
        assert Fraction(wager["expected_value"]["fraction"]) == mean
        assert wager["expected_value"]["decimal"] == float(mean) == -wager["house_edge"]
        hits = sum(count for net, count in rows if net > 0)
        assert wager["hit_frequency"] == hits / total
        square = sum(net**2 * count for net, count in rows) / total
        assert wager["standard_deviation"] == pytest.approx(sqrt(square - mean**2))
        risk = wager["house_edge"] / wager["average_wager"]
        assert wager["element_of_risk"] == pytest.approx(risk)
        if wager["parts"]:
            assert sum(wager["parts"].values()) == pytest.approx(float(mean))


@pytest.mark.slow
def test_the_rule_for_equal_choices_moves_deals_and_not_the_value(ask):
    asked = ask("mini-tex", "--indifferent", "river=bet", "--json").data
    assert asked["indifferent"]["river"] == "bet"
    assert asked["indifferent_source"] is None
    bet, folded = asked["wagers"]["main"], ask("mini-tex", "--json").data["wagers"]["main"]
    assert folded["expected_value"] == bet["expected_value"]
    assert folded["house_edge"] == bet["house_edge"]
    counts = [
        {row["id"]: row["combinations"] for row in each["outcomes"]} for each in (bet, folded)
    ]
    moved = counts[1]["fold-river"] - counts[0]["fold-river"]
    assert moved == bet["indifferent_deals"]["river"] == 1_089_648


def test_options_are_chosen_by_set(ask):
    data = ask("mini-tex", "--set", "dealer_qualifier=ace-king", "--json").data
    assert data["options"]["dealer_qualifier"] == "ace-king"
    assert round(data["wagers"]["main"]["house_edge"], 6) == 0.016806


def test_side_wagers_go_by_their_ids(ask):
    assert list(ask("spanish-poker", "--json").data["wagers"]) == [
        "main",
        "dos-pares",
        "joker-in-hand",
        "gran-progressive",
    ]
    five = ask("pick-2-poker", "--json").data["wagers"]
    assert list(five) == ["main", "five-card-bonus"]
    assert list(five["five-card-bonus"]) == [*WAGER_KEYS, "own_expected_value", "with_required"]
    assert five["main"]["combinations"] == 2_598_960 * 1_533_939
    assert "three-five-bonus" in five["main"]["parts"]


def test_a_side_wager_that_folding_forfeits_tells_outcomes_with_its_expected_value_as_mean(ask):
    wagers = ask("three-card-poker", "--json").data["wagers"]
    main, side = wagers["main"], wagers["pair-plus"]
    told = side["with_required"]
    assert told["size"] == "1"
    assert told["required_alone"] == main["expected_value"]
    deals = sum(row["combinations"] for row in told["outcomes"])
    assert deals == side["combinations"]

    def mean(rows, key):
        return sum(Fraction(row[key]) * row["combinations"] for row in rows) / deals

    assert str(mean(told["outcomes"], "added")) == side["expected_value"]["fraction"]
    assert str(mean(side["outcomes"], "net")) == side["own_expected_value"]["fraction"]
    alone = Fraction(main["expected_value"]["fraction"])
    assert all(Fraction(row["net"]) == alone + Fraction(row["added"]) for row in told["outcomes"])


def test_a_jackpot_wager_tells_the_whole_line(ask):
    wager = ask("texas-21", "--json").data["wagers"]["progressive"]
    assert list(wager) == [*WAGER_KEYS, "progressive"]
    line = wager["progressive"]
    assert list(line) == PROGRESSIVE_KEYS
    assert line["quoted_at"]["is"] == "average"
    assert round(line["average_jackpot"]) == 10_422
    assert round(wager["house_edge"], 3) == 0.247
    royal = next(row for row in wager["outcomes"] if row["id"] == "royal-flush")
    assert royal["share"] == "1"
    assert float(Fraction(royal["net"])) == pytest.approx(line["average_jackpot"])


@pytest.mark.parametrize("amount", ["25000", "$25,000", "25000.00"])
def test_a_jackpot_may_be_given(ask, amount):
    wager = ask("texas-21", "--jackpot", amount, "--json").data["wagers"]["progressive"]
    line = wager["progressive"]
    assert line["quoted_at"] == {"dollars": 25_000.0, "is": "given"}
    value = line["value_without_jackpot"]["decimal"] + 25_000 * line["value_per_dollar"]["decimal"]
    assert wager["house_edge"] == pytest.approx(-value)
    assert wager["house_edge"] < 0


def test_the_document_of_the_format_names_every_key(ask):
    text = DOCS.read_text(encoding="utf-8")
    data = ask("texas-21", "--json").data
    keys = {*data, *WAGER_KEYS, *PROGRESSIVE_KEYS, "own_expected_value", "share", "net", "id"}
    assert [key for key in sorted(keys) if f"`{key}`" not in text] == []


# --- for a person ------------------------------------------------------------------------


def test_the_sheet_puts_the_edge_on_top(ask):
    out = ask("mini-tex", "--set", "pocket_poker_table=35-15").out
    assert "options: pocket_poker_table = 35-15" in out
    assert out.index("house edge 3.2235% of the ante") < out.index("Folded before the flop")
    assert "15,371,719,056" in out
    assert "indifferent deals at river: 1,089,648" in out
    assert "expected value by wager: ante" in out
    assert "house edge 3.1674% of the wager" in out
    assert "not on the layout" not in out


def test_the_sheet_says_which_wager_a_table_does_not_offer(ask):
    out = ask("mini-tex", "--set", "pocket_poker_table=not-offered").out
    assert "Pocket Poker (pocket-poker), not on the layout with these options" in out


def test_the_sheet_says_when_the_player_has_the_edge(ask):
    out = ask("texas-21", "--jackpot", "25000").out
    assert "edge 11.9929% of the wager, in favour of the player" in out
    assert "breaks even at $20,240.21" in out
    assert "house edge 0.402870236%, in favour of the house" in out


# --- the chart ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "begins"), [("svg", b"<svg"), ("png", b"\x89PNG")])
def test_a_chart_is_drawn_without_a_browser(ask, tmp_path, kind, begins):
    path = tmp_path / f"chart.{kind}"
    ask("texas-21", "--chart", str(path))
    assert path.read_bytes().startswith(begins)


@pytest.mark.slow
def test_a_chart_page_has_every_outcome_and_fetches_nothing(ask, tmp_path):
    path = tmp_path / "chart.html"
    ask("texas-21", "--chart", str(path))
    page = path.read_text(encoding="utf-8")
    for text in ("Suited five of a kind", "Four of a kind", "house edge 7.6457% of the wager"):
        assert text in page
    assert "Main wager: house edge 0.4029%" in page and '"outcome":"+1.5"' in page
    assert not re.search(r"<(script|link)[^>]+(src|href)=", page)


def test_a_chart_tells_wagers_and_outcomes_in_words(ask, tmp_path):
    path = tmp_path / "chart.html"
    ask("mini-tex", "--chart", str(path))
    page = path.read_text(encoding="utf-8")
    titles = ("All required wagers: house edge 3.2235% of the Ante", "Pocket Poker: house edge")
    assert page.index(titles[0]) < page.index(titles[1])
    assert list(dict.fromkeys(re.findall(r'"outcome": ?"([^"]+)"', page)))[:4] == [
        "Folded before the flop",
        "Folded before the river",
        "Folded at the river",
        "Dealer does not qualify",
    ]


# --- mistakes ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["mini-tax"], "there is no game 'mini-tax' (did you mean 'mini-tex'?)"),
        (["mini-tex", "--set", "dealer=pair"], "mini-tex has no option 'dealer'"),
        (["mini-tex", "--set", "dealer_qualifier=queen"], "it may be pair, ace-king"),
        (["mini-tex", "--indifferent", "turn=bet"], "allowed: hole, flop, river"),
        (["mini-tex", "--indifferent", "river=check"], "allowed: bet, fold"),
        (["mini-tex", "--indifferent", "river"], "write --indifferent DECISION=CHOICE"),
        (["texas-21", "--indifferent", "deal=bet"], "no decisions that are solved"),
        (["mini-tex", "--jackpot", "100"], "mini-tex has no wager that plays for a jackpot"),
        (["texas-21", "--jackpot=-5"], "'-5' is not an amount of dollars"),
        (["texas-21", "--jackpot", "lots"], "'lots' is not an amount of dollars"),
        (["mini-tex", "--chart", "edge.pdf"], "a chart is written to a file in .svg, .png, .html"),
        (["mini-tex", "--chart", "nowhere/edge.svg"], "there is no folder nowhere"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(refused, words, says):
    assert says in refused(*words)


def test_a_decision_is_given_once(refused):
    words = ["mini-tex", "--indifferent", "hole=bet", "--indifferent", "hole=fold"]
    assert "gives 'hole' twice" in refused(*words)


def test_mini_tex_prints_the_table_of_its_document_and_names_its_tie_rule(capsys):
    told = " ".join(run(capsys, "odds", "mini-tex").out.split())
    rule = "hole bet, flop bet, river fold, as in Mini-Tex approval 2008, Odds and Probability"
    assert f"where choices are worth the same: {rule}, Table 1" in told
    assert "10,285,213,416" in told and "otherwise" not in told
    asked = " ".join(run(capsys, "odds", "mini-tex", "--indifferent", "river=bet").out.split())
    assert "where choices are worth the same: hole bet, flop bet, river bet Mini-Tex" in asked
    assert "Table 1 breaks these ties otherwise (river fold)" in asked
    assert "to see them: leave out --indifferent" in asked
    assert "10,284,123,768" in asked


def test_the_other_qualifier_is_counted_by_the_tie_rule_of_its_own_table(capsys):
    told = run(capsys, "odds", "mini-tex", "--set", "dealer_qualifier=ace-king").out
    assert "10,873,908,720" in told
    assert "Table 2" in " ".join(told.split())
