"""Blackjack at the terminal: odds, the strategy card, positions and exposed cards."""

from __future__ import annotations

from fractions import Fraction
from html.parser import HTMLParser
from math import comb

import pytest

from cli.running import refusal, run

GAME = "texas-21"


@pytest.fixture
def ask(capsys):
    return lambda *words: run(capsys, *words)


@pytest.mark.slow
def test_the_main_wager_stands_first_and_says_that_it_is_float64(ask):
    data = ask("odds", GAME, "--json").data
    assert data["method"] == "exact"
    assert list(data["wagers"]) == ["main", "bonus", "progressive"]
    main = data["wagers"]["main"]
    assert list(main) == [
        "unit",
        "method",
        "strategy",
        "cards",
        "outcomes",
        "outcomes_within",
        "expected_value",
        "house_edge",
        "average_wager",
        "element_of_risk",
        "hit_frequency",
        "standard_deviation",
        "insurance",
    ]
    assert (main["method"], main["strategy"], main["cards"]) == ("float64", "composition", 312)
    assert f"{main['expected_value']['decimal'] * 100:.9f}" == "-0.402870236"
    assert main["expected_value"]["within"] < 1e-11
    rows = [(Fraction(row["net"]), row["probability"]) for row in main["outcomes"]]
    assert sum(chance for _, chance in rows) == pytest.approx(1, abs=1e-12)
    mean = sum(float(net) * chance for net, chance in rows)
    assert abs(mean + main["house_edge"]) < 8 * main["outcomes_within"]
    assert {Fraction(3, 2), Fraction(8), Fraction(-8)} <= {net for net, _ in rows}


@pytest.mark.slow
def test_options_decks_and_strategy_reach_the_analysis_and_decks_the_side_wagers(ask):
    words = ("--set", "soft_17=hits", "--decks", "1", "--strategy", "basic")
    data = ask("odds", GAME, *words, "--json").data
    wagers = data["wagers"]
    assert list(wagers) == ["main", "bonus", "progressive"]
    assert f"{wagers['main']['expected_value']['decimal'] * 100:.9f}" == "-0.044779674"
    assert wagers["main"]["cards"] == 52
    assert (data["options"]["decks"], data["options"]["soft_17"]) == ("1", "hits")
    assert wagers["bonus"]["combinations"] == comb(52, 7)
    out = ask("odds", GAME, *words).out
    assert "house edge 0.044779674%, in favour of the house" in out
    assert "decks = 1" in out and "soft_17 = hits" in out


@pytest.mark.slow
def test_the_card_is_printed_with_its_codes_and_what_departs_from_it(ask):
    out = ask("strategy", GAME, "--set", "late_surrender=on").out
    lines = {line.split("  ")[0].strip(): line.split()[2:] for line in out.splitlines() if line}
    assert lines["hard 16"] == ["S", "S", "S", "S", "S", "H", "H", "Rh", "Rh", "Rh"]
    assert "Dh double if allowed, else hit" in out
    assert "better by the cards than by the total" in out


class Cells(HTMLParser):
    """The cells of a page's tables, and whatever would be fetched for it."""

    def __init__(self) -> None:
        super().__init__()
        self.cells: list[str] = []
        self.fetched: list[str] = []
        self.inside = False

    def handle_starttag(self, tag, attrs):
        self.inside = tag == "td"
        self.fetched += [value for key, value in attrs if key in ("src", "href")]
        assert tag not in ("script", "link", "img")

    def handle_data(self, data):
        if self.inside:
            self.cells.append(data)
            self.inside = False


@pytest.mark.slow
def test_the_card_as_a_page_holds_every_cell_and_fetches_nothing(ask, tmp_path):
    page = tmp_path / "card.html"
    chart = ask("strategy", GAME, "--export", str(page), "--json").data["chart"]
    read = Cells()
    read.feed(page.read_text(encoding="utf-8"))
    expected = [
        c for part in ("hard", "soft", "pairs") for row in chart[part].values() for c in row
    ]
    assert read.cells == expected
    assert len(expected) == 10 * (16 + 8 + 10)
    assert read.fetched == []


@pytest.mark.slow
def test_a_position_is_answered(ask):
    data = ask("strategy", GAME, "--cards", "As 7d", "--dealer", "9c", "--json").data
    assert data["best"] == "hit"
    assert data["values"]["hit"] == pytest.approx(-0.098469, abs=1e-6)
    seen = ask(
        "strategy", GAME, "--cards", "As 7d", "--dealer", "9c", "--gone", "5c 5d", "--json"
    ).data
    assert seen["gone"] == ["5c", "5d"]
    assert seen["values"] != data["values"]
    out = ask("strategy", GAME, "--cards", "6s 5d", "--dealer", "Ac").out
    assert "best: hit" in out
    assert "leave it" in out


def test_every_first_hand_has_its_values(ask):
    hands = ask("strategy", GAME, "--json").data["hands"]
    assert len(hands) == 540
    assert sum(hand["probability"] for hand in hands) == pytest.approx(1 - 2 * 24 * 96 / 312 / 311)


@pytest.mark.slow
def test_exposed_cards(ask):
    data = ask("exposed", GAME, "--cards", "5c 5d 6h 4s", "--json").data
    assert data["gain"] == pytest.approx(data["looking"] - data["not_looking"])
    assert data["looking"] > -0.00402
    sampled = ask("exposed", GAME, "--sets", "2", "--seed", "7").out
    assert "seeing 4 exposed cards" in sampled and "sampled: 2 sets, seed 7" in sampled
    assert "gains" in ask("exposed", GAME, "--cards", "Tc").out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["odds", GAME, "--decks", "9"], "a shoe is made of 1 to 8"),
        (["odds", GAME, "--strategy", "perfect"], "allowed: composition, basic"),
        (["odds", GAME, "--set", "soft_17=maybe"], "soft_17"),
        (["odds", GAME, "--indifferent", "river=fold"], "no decisions that are solved"),
        (["odds", "mini-tex", "--decks", "2"], "no blackjack game"),
        (["odds", "mini-tex", "--strategy", "basic"], "only blackjack"),
        (["strategy", GAME, "--cards", "As 7d"], "needs --cards and --dealer both"),
        (["strategy", GAME, "--dealer", "9c"], "needs --cards and --dealer both"),
        (["strategy", GAME, "--board", "5c 5d 6h 4s"], "cards that lie open go to --gone"),
        (["strategy", GAME, "--at", "play"], "--at is not for blackjack"),
        (["strategy", GAME, "--cards", "As", "--dealer", "9c"], "two cards or more"),
        (["strategy", GAME, "--cards", "Ts 9d 5c", "--dealer", "9c"], "is bust"),
        (["strategy", GAME, "--cards", "As Az", "--dealer", "9c"], "is not a card"),
        (["strategy", GAME, "--export", "card.txt"], "written to a .html or .csv file"),
        (["strategy", GAME, "--export", "nowhere/card.html"], "there is no folder nowhere"),
        (["strategy", "mini-tex", "--dealer", "9c"], "--dealer is for blackjack"),
        (["exposed", "mini-tex"], "no blackjack game"),
        (["exposed", GAME, "--sets", "1"], "--sets 1: 2 or more"),
        (["exposed", GAME, "--cards", ""], "--cards names no card"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(capsys, words, says):
    assert says in refusal(capsys, *words)


@pytest.mark.slow
def test_a_shoe_without_the_cards_named_is_refused(capsys):
    words = ["strategy", GAME, "--decks", "1", "--cards", "As Ah", "--dealer", "Ac"]
    assert "the shoe has only" in refusal(capsys, *words, "--gone", "Ad Ah Ac")
    seven = " ".join(["9c"] * 7)
    assert "only 6 of 9c" in refusal(capsys, "exposed", GAME, "--cards", seven)
