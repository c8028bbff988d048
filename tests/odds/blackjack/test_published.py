"""Published figures and charts, held against what the analyser computes."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from tests.ask.blackjack import VALUE_WITHIN, VALUES, Blackjack, blackjack, blackjack_of
from tests.ask.rules import load

HERE = Path(__file__).parent
VALUES_PRINTED = tomllib.loads((HERE / "published_values.toml").read_text())
GAMES, WHOLE_GAMES = VALUES_PRINTED["game"], VALUES_PRINTED["whole_game"]
CHARTS = tomllib.loads((HERE / "published_charts.toml").read_text())["chart"]


@pytest.mark.parametrize(("soft_17", "percent"), [("stands", -0.402870236), ("hits", -0.615389123)])
def test_six_decks_to_nine_decimals_of_a_percent(soft_17, percent):
    """Zero-memory composition-dependent, as Eric Farmer's analyser gives it."""
    value = blackjack(6, soft_17=soft_17).expected_value
    assert f"{value * 100:.9f}" == f"{percent:.9f}"
    assert VALUE_WITHIN * 100 < 0.5e-9


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game["table"])
def test_values_of_first_hands(game):
    found = blackjack(game["decks"], **game["rules"]).hands
    by_cards = {(hand.up, frozenset(hand.cards)): hand for hand in found}
    for up, cards, *printed in game["hands"]:
        values = by_cards[up, frozenset(cards)].values
        computed = [values[action] for action in ("stand", "hit", "double")]
        assert computed == pytest.approx(printed, abs=0.51e-6), (up, cards)


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", WHOLE_GAMES, ids=lambda game: f"{game['decks']} decks, {game['rules']}"
)
def test_returns_of_whole_games(game):
    for after_split, printed in game["returns"].items():
        rules = {**game["rules"], "double_after_split": after_split == "das"}
        value = blackjack(game["decks"], **rules).expected_value
        assert value == pytest.approx(printed, abs=1e-5), after_split


@pytest.mark.slow
@pytest.mark.parametrize(("up", "percent"), [("A", 0.39), ("T", 0.24)])
def test_early_surrender_is_worth_what_is_printed(up, percent):
    """Wizard of Odds, rule variations: eight decks, the dealer stands on soft 17. Printed for
    play by totals, so the last digit may differ."""

    def against(game: Blackjack) -> float:
        return sum(chance * value for shown, _, chance, value in game.rounds if shown == up)

    gain = against(blackjack(8, early_surrender=True)) - against(blackjack(8))
    assert gain * 100 == pytest.approx(percent, abs=0.01)


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "percent"), [(5, 1.49), (6, 0.15), (7, 0.01)])
def test_charlies_are_worth_what_is_printed(cards, percent):
    """Wizard of Odds, rule variations: eight decks, the dealer stands on soft seventeen. A later
    edition prints 1.46 and 0.16 for five and six cards."""
    gain = blackjack(8, charlie=cards).expected_value - blackjack(8).expected_value
    assert gain * 100 == pytest.approx(percent, abs=0.01)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("decks", "soft_17", "percent", "printed"),
    [
        (6, "hits", "0.7774", 0.78),
        (8, "hits", "0.7991", 0.80),
        (6, "stands", "0.3646", 0.37),
        (8, "stands", "0.3848", 0.38),
    ],
)
def test_spanish_21_is_worth_what_is_printed(decks, soft_17, percent, printed):
    """Wikipedia, Spanish 21: house edges without redoubling, for a printed strategy. Three of four
    are met to the digit; 0.3646 is 0.36 where it has 0.37."""
    edge = blackjack_of(load("spanish-21"), decks=decks, soft_17=soft_17).house_edge * 100
    assert f"{edge:.4f}" == percent
    assert edge == pytest.approx(printed, abs=0.006)


@pytest.mark.slow
@pytest.mark.parametrize(("soft_17", "percent"), [("hits", 0.018), ("stands", 0.006)])
def test_surrender_at_spanish_21_is_worth_what_is_printed(soft_17, percent):
    """Wikipedia, Spanish 21: what the house gains where nobody may surrender."""
    rules = load("spanish-21")
    with_it, without = (
        blackjack_of(rules, soft_17=soft_17, late_surrender=surrender).expected_value * 100
        for surrender in (True, False)
    )
    assert with_it - without == pytest.approx(percent, abs=0.002)


@pytest.mark.slow
def test_free_bets_are_worth_about_what_is_printed():
    """Wizard of Odds, Free Bet Blackjack: 1.04% from six decks, soft seventeens hit. Ours is
    1.0144% by the cards of each hand, with answers of their own for hands that are free, and
    1.0193% without those; what is left of the difference we cannot explain: none of the rules that
    docs/blackjack.md has a table of gives it."""
    game = blackjack_of(load("free-bet"))
    edge = game.house_edge
    assert f"{edge * 100:.4f}" == "1.0144"
    assert f"{-game.value_with_one_set_of_answers * 100:.4f}" == "1.0193"
    assert edge * 100 == pytest.approx(1.04, abs=0.03)
    assert edge < blackjack_of(load("free-bet"), "basic").house_edge < edge + 0.0001


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changed", "percent"),
    [
        ({"double": "9-11"}, "1.0252"),
        ({"split_hands": 3}, "1.0703"),
        ({"resplit_aces": False}, "1.0925"),
        ({"soft_17": "stands", "late_surrender": True}, "0.5228"),
    ],
)
def test_no_rule_of_free_bets_explains_the_printed_figure(changed, percent):
    """Rows of the table in docs/blackjack.md: the printed 1.04% lies between them."""
    edge = blackjack_of(load("free-bet"), **changed).house_edge * 100
    assert f"{edge:.4f}" == percent
    assert f"{edge:.2f}" != "1.04"
    guide = Path(__file__).parents[3] / "docs" / "blackjack.md"
    assert f"{percent}%" in guide.read_text("utf-8")


def test_twelve_against_a_four_with_a_22_that_pushes():
    """Wizard of Odds, newsletter of 11 July 2019, from an infinite deck: standing -0.301161,
    hitting -0.279823. From eight decks they differ in the third decimal."""
    twelve = blackjack(8, push_22="blackjack-wins", soft_17="hits").hand("4", "3", "9")
    assert twelve.values["stand"] == pytest.approx(-0.301161, abs=0.004)
    assert twelve.values["hit"] == pytest.approx(-0.279823, abs=0.004)
    assert twelve.best == "hit"


def test_twos_against_a_six_split_once_from_one_deck():
    """A figure of Eric Farmer's analyser that players have quoted: 25.87%."""
    twos = blackjack(1, double="9-11", split_hands=2).hand("6", "2", "2")
    assert f"{twos.values['split']:.4f}" == "0.2587"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("chart", "decks"),
    [(chart, decks) for chart in CHARTS for decks in chart["decks"]],
    ids=lambda part: part["source"] if isinstance(part, dict) else str(part),
)
def test_basic_strategy_charts(chart, decks):
    found = blackjack(decks, **chart["rules"])
    cells, columns = found.chart, found.chart_columns
    ours = {(e["hand"], e["up"]): e["ours"] for e in chart.get("except", ())}
    compared = 0
    for name, row in chart["rows"]:
        for hand in hands_of(name):
            for up, printed in zip(columns, row.split(), strict=True):
                expected = ours.get((hand, up), printed)
                assert expected != printed or (hand, up) not in ours, "an exception that is none"
                assert cells[hand, up] == expected, (hand, up)
                compared += 1
    assert compared >= 10 * len(chart["rows"])


def hands_of(name: str) -> list[str]:
    """ "hard 5..8" is hard 5, hard 6, hard 7 and hard 8."""
    kind, _, totals = name.partition(" ")
    if ".." not in totals:
        return [name]
    lowest, highest = map(int, totals.split(".."))
    return [f"{kind} {total}" for total in range(lowest, highest + 1)]


@pytest.mark.slow
def test_more_rules_for_the_player_are_worth_more():
    value = blackjack(6).expected_value
    for worse in (
        {"soft_17": "hits"},
        {"blackjack_pays": "6:5"},
        {"double": "9-11"},
        {"double_after_split": False},
        {"split_hands": 3},
        {"peek": False},
    ):
        assert blackjack(6, **worse).expected_value < value, worse
    for better in ({"late_surrender": True}, {"resplit_aces": True}):
        assert blackjack(6, **better).expected_value > value, better
    assert blackjack(6, peek=False, no_peek_takes="original").expected_value == pytest.approx(
        value, abs=1e-14
    )


def test_more_decks_favour_the_house():
    values = [blackjack(decks).expected_value for decks in (1, 2, 6, 8)]
    assert values == sorted(values, reverse=True)


def test_values_of_every_hand_and_up_card_are_there():
    hands = blackjack(6).hands
    assert len(hands) == 54 * 10
    assert {hand.up for hand in hands} == set(VALUES)
    for hand in hands:
        assert hand.best == max(hand.values, key=lambda action: hand.values[action])
        assert ("split" in hand.values) == (hand.cards[0] == hand.cards[1])
