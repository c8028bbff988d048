"""One rule for the ids of outcomes: every game and wager, counted or simulated, and in words.

The rule is that of `docs/odds-json.md`, written out here once more.
"""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from tests.ask.odds import odds
from tests.ask.rules import Handbook, Loaded, Rules, example_ids, game_ids, load_text, read
from tests.ask.words import outcome_words
from tests.cli.running import run

import feltworks

from .test_undecided import TWO_EACH

GAMES = [id_ for id_ in (*game_ids(), *example_ids()) if id_ != "deuces-wild"]
"""Deuces Wild has the rows of Jacks or Better and cannot be dealt from fewer cards."""
SLOW = (
    *("ultimate-texas-holdem", "criss-cross-poker", "oasis-poker", "jacks-or-better"),
    "high-card-flush",
)
"""Counted on their highest 20 cards here, and not simulated."""
SIMULATED = (
    *("mini-tex", "spanish-poker", "pick-2-poker", "three-card-poker", "let-it-ride", "red-dog"),
    *("casino-war", "dragon-tiger", "baccarat"),
)
"""One game or more of every way in which rounds are dealt in bulk; blackjack stands by itself."""
SIDES = {"baccarat": ("lucky-6", "banker", "player-bonus")}
"""Instead of all side wagers."""
ENDS = "dealer-not-qualified|win|tie|push|lose"
WORDS = ("Folded", "Dealer does not qualify", "Win", "Tie", "Push", "Lose")


def pattern(rules: Rules, wager: str) -> re.Pattern[str]:
    """The ids that the rule allows for a wager."""
    choices = [id_ for stage in rules.stages for each in stage.decide for id_, _ in each.sized()]
    wagers = rules.wagers if wager == "main" else [wager]
    rows = [
        row.id for id_ in wagers for table in rules.tables_of(id_) for row in rows_of(rules, table)
    ]
    fold = f"fold-({any_of([stage.id for stage in rules.stages])})"
    row = any_of(rows)
    if wager == "main":
        return re.compile(f"({fold}|({ENDS})(-({any_of(choices)}))?)(-({row}))*")
    return re.compile(f"({row})(-({row}))*|{fold}|win|push|lose")


def rows_of(rules: Rules, table: str):
    return rules.pays[table].rows


def any_of(ids: list[str]) -> str:
    return "|".join(map(re.escape, sorted(ids, key=len, reverse=True))) or "(?!)"


def on_a_small_deck(loaded: Loaded) -> Rules:
    deck = Handbook(loaded.rules).deck
    low = deck.ranks[:-5]
    return loaded.without([card for card in deck.cards if card.rank in low]).rules


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_id_follows_the_rule_and_has_words(game):
    loaded = read(game)
    rules = on_a_small_deck(loaded) if game in SLOW else loaded.rules
    for wager, found in odds(rules).items():
        allowed = pattern(rules, wager)
        for row in found.outcomes:
            assert allowed.fullmatch(row.id), (wager, row.id)
            told = outcome_words(rules, wager, row.id)
            assert told[0].isupper() or told[0].isdigit(), told
            assert wager != "main" or told.startswith(WORDS), told


@pytest.mark.slow
@pytest.mark.parametrize("game", SIMULATED)
def test_simulations_name_outcomes_as_the_exact_odds_do(game, capsys):
    rules = read(game).rules
    sides = SIDES.get(game, rules.offer.side_wagers)
    asked = [word for side in sides for word in ("--side", side)]
    words = ("simulate", game, *asked, "--rounds", "1000", "--seed", "7", "--json")
    assert_named_alike(rules, run(capsys, *words).data)


def assert_named_alike(rules: Rules, sheet) -> None:
    tables = {"main": sheet, **{each["wager"]: each for each in sheet["side_wagers"]}}
    rows = [(id_, row) for id_, each in tables.items() for row in each.get("outcomes", ())]
    assert rows
    for wager, row in rows:
        assert pattern(rules, wager).fullmatch(row["id"]), (wager, row["id"])
        # An outcome that the exact odds call something else has no exact chance.
        assert row["exact"] is not None, (wager, row)


def test_a_toy_is_named_alike(tmp_path, capsys):
    path = Path(tmp_path / "toy.toml")
    path.write_text(TWO_EACH)
    rules = load_text(TWO_EACH)
    for wager, found in odds(rules).items():
        assert all(pattern(rules, wager).fullmatch(row.id) for row in found.outcomes)
    sheet = run(capsys, "simulate", str(path), "--rounds", "2000", "--seed", "1", "--json").data
    assert_named_alike(rules, sheet)


@pytest.mark.slow
def test_blackjack_has_ids_by_its_money(capsys):
    exact = run(capsys, "odds", "push-22", "--json").data["wagers"]["main"]["outcomes"]
    assert {row["id"] for row in exact} == {"win", "push", "lose"}
    assert all((row["id"] == "push") == (row["net"] == "0") for row in exact)
    rows = feltworks.load("push-22").odds().to_frame("polars").filter(wager="main")
    assert rows["outcome"].to_list() == [row["id"] for row in exact]
    sampled = run(capsys, "simulate", "push-22", "--rounds", "2000", "--seed", "1", "--json").data
    named = {(float(Fraction(row["net"])), row["id"]) for row in exact}
    assert {(row["net"], row["id"]) for row in sampled["outcomes"]} <= named


@pytest.mark.parametrize(
    ("game", "wager", "id_", "words"),
    [
        ("mini-tex", "main", "fold-hole", "Folded before the flop"),
        ("mini-tex", "main", "fold-river", "Folded at the river"),
        ("mini-tex", "main", "dealer-not-qualified", "Dealer does not qualify"),
        ("mini-tex", "pocket-poker", "straight-flush", "Straight flush"),
        ("three-card-poker", "pair-plus", "fold-play", "Folded"),
        ("baccarat", "lucky-6", "three-card-6", "Three-card 6"),
        ("baccarat", "banker", "less-commission", "Less commission"),
        ("ultimate-texas-holdem", "main", "win-raise-4x-flush", "Win after Raise 4x: flush"),
        (
            "jacks-or-better",
            "main",
            "push-pair-of-jacks-or-better",
            "Push: pair of jacks or better",
        ),
        (
            "pick-2-poker",
            "main",
            "win-three-card-royal-flush-three-card-royal",
            "Win after 3 Card: royal flush and three card royal",
        ),
        ("texas-21", "main", "push", "Push"),
    ],
)
def test_an_id_in_words(game, wager, id_, words):
    assert outcome_words(read(game).rules, wager, id_) == words


@pytest.mark.slow
def test_people_read_words_and_programs_ids(capsys):
    shown = run(capsys, "odds", "mini-tex").out
    assert "Folded before the flop" in shown and "fold-hole" not in shown
    sampled = run(capsys, "simulate", "mini-tex", "--rounds", "2000", "--seed", "1").out
    assert "Folded before the river" in sampled and "fold-flop" not in sampled
    verified = run(capsys, "verify", "mini-tex").out
    assert "Folded at the river" in verified and "fold-river" not in verified
