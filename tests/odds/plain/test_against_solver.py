"""The solver agrees in every count with the games settled a second time from their documents."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from tests.ask.rules import Rules, load
from tests.ask.sides import side_odds

from ..oracle_compare import rows_of
from ..small_decks import DECKS, shipped
from . import mini_tex
from .against_solver import GAMES, GAMES_AND_DECKS, counted, found_different
from .decks import lay_out

MONEY_OPTIONS = {
    "mini-tex": {
        "dealer_qualifier": ("pair", "ace-king"),
        "pocket_poker_table": ("30-20", "35-15", "25-20"),
    },
    "pick-2-poker": {
        "dealer_not_qualified": ("ante-pays", "ante-compares", "push", "both-pay"),
        "three_five_bonus_pays": ("both", "higher"),
        "bonuses_on_fold": ("lost", "in-action"),
    },
    "spanish-poker": {
        "ante_table": ("1", "2"),
        "dos_pares_table": ("1", "2"),
        "ace_low_straights": ("off", "on"),
        "tie": ("push", "dealer-wins"),
    },
    "texas-21": {
        "bonus_table": ("A", "B"),
        "progressive_contribution": ("25", "40"),
        "progressive_contribution_of": ("wagered", "lost"),
    },
}
"""What a house may choose that changes what a hand is worth."""

TELLING_DECK = {
    "mini-tex": "eight ranks, so that a dealer may not qualify",
    "pick-2-poker": "eleven ranks, so that a dealer may win unqualified",
    "spanish-poker": "four aces and a joker",
    "texas-21": "two packs of six ranks",
}


def readings(game: str) -> Iterator[dict[str, str]]:
    options = MONEY_OPTIONS[game]
    for values in product(*options.values()):
        yield dict(zip(options, values, strict=True))


def option_values(game: str) -> Iterator[tuple[str, str]]:
    """Every value of every option of the rules file, of a number its lowest and highest."""
    for id_, option in Rules.model_validate(shipped(game)).options.items():
        for value in option.values or (str(option.lowest), str(option.highest)):
            yield id_, value


@pytest.mark.slow
@pytest.mark.parametrize(("game", "deck"), GAMES_AND_DECKS)
def test_every_count_under_many_readings(game: str, deck: str) -> None:
    """The decks of a game share a third of its readings; the next test asks for each value."""
    decks, every = list(DECKS[game]), list(readings(game))
    some = random.Random(game).sample(every, max(len(decks), len(every) // 3))
    for chosen in some[decks.index(deck) :: len(decks)]:
        assert found_different(game, deck, chosen) == [], chosen


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_count_under_every_option_of_the_rules_file(game: str) -> None:
    """An option that the plain game does not know must leave every figure alone."""
    for option, value in option_values(game):
        assert found_different(game, TELLING_DECK[game], {option: value}) == [], option


@pytest.mark.slow
@pytest.mark.parametrize("qualifier", ["pair", "ace-king"])
def test_ties_between_betting_and_folding(qualifier: str) -> None:
    deck, chosen = TELLING_DECK["mini-tex"], {"dealer_qualifier": qualifier}
    folding = dict.fromkeys(("hole", "flop", "river"), "fold")
    assert found_different("mini-tex", deck, chosen, folding) == []
    bet, fold = (counted("mini-tex", deck, chosen, rule)["main"] for rule in ({}, folding))
    assert bet.rows != fold.rows, "no toss-ups: nothing shown"


@pytest.mark.parametrize("deck", ["two suits alike", TELLING_DECK["pick-2-poker"]])
@pytest.mark.parametrize("rule", ["fold", "three-card", "five-card"])
def test_ties_between_three_cards_five_cards_and_folding(deck: str, rule: str) -> None:
    assert found_different("pick-2-poker", deck, {}, {"pick": rule}) == []
    assert counted("pick-2-poker", deck)["main"].indifferent_deals, "no toss-ups: nothing shown"


# --- the small decks show something ----------------------------------------------------------

CASES = {
    "mini-tex": (
        "fold-hole fold-flop fold-river dealer-not-qualified win tie lose "
        "royal aces straight-flush pair straight flush other"
    ),
    "pick-2-poker": (
        "fold-pick win-three-card tie-three-card lose-three-card dealer-not-qualified-five-card "
        "win-five-card tie-five-card-straight lose-five-card win-three-card-three-card-royal "
        "win-three-card-three-card-straight-flush "
        "win-five-card-full-house-three-card-three-of-a-kind royal-flush straight-flush "
        "four-of-a-kind full-house flush straight three-of-a-kind two-pair sixes-or-better lose"
    ),
    "spanish-poker": (
        "fold-raise dealer-not-qualified win-cincos win-royal-flush win-straight-flush "
        "win-four-of-a-kind win-flush win-full-house win-straight win-three-of-a-kind "
        "win-two-pair win-pair tie lose cincos royal-flush straight-flush four-of-a-kind flush "
        "full-house straight three-of-a-kind two-pair joker"
    ),
    "texas-21": (
        "suited-five-of-a-kind royal-flush straight-flush five-of-a-kind four-of-a-kind "
        "full-house flush straight three-of-a-kind lose"
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_small_decks_reach_every_case_and_every_row(game: str) -> None:
    reached = {
        row.id for deck in DECKS[game] for odds in counted(game, deck).values() for row in odds.rows
    }
    assert reached >= set(CASES[game].split())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "option", "value"),
    [
        (game, option, value)
        for game, options in MONEY_OPTIONS.items()
        for option, values in options.items()
        for value in values[1:]
    ],
)
def test_every_reading_shows_on_some_deck(game: str, option: str, value: str) -> None:
    def figures(deck: str, chosen: dict[str, str]) -> object:
        odds = counted(game, deck, chosen)
        return odds, GAMES[game].jackpots(odds, chosen) if game == "texas-21" else None

    assert any(figures(deck, {option: value}) != figures(deck, {}) for deck in DECKS[game])


# --- the plain games themselves ----------------------------------------------------------------

PACK = lay_out({"ranks": "2 3 4 5 6 7 8 9 T J Q K A"})


@pytest.mark.parametrize("table", mini_tex.POCKET)
def test_pocket_poker_on_the_whole_pack_is_as_printed(table: str) -> None:
    pockets = mini_tex.pocket_poker(PACK, table)
    printed = {"royal": 4, "aces": 6, "straight-flush": 48, "pair": 72, "straight": 156}
    deals = {row.id: count for row, count in pockets.rows.items()}
    assert {id_: deals[id_] for id_ in printed} == printed
    assert deals["flush"] + deals["other"] == 1040
    edges = {"30-20": "2.41", "35-15": "3.17", "25-20": "3.92"}
    assert f"{float(-100 * pockets.expected_value):.2f}" == edges[table]
    rules = load("mini-tex", {"pocket_poker_table": table})
    assert rows_of(side_odds(rules, "pocket-poker")) == pockets.rows


def test_nothing_of_the_product_is_used_to_settle() -> None:
    """Only the comparison may know the product; all else knows its own folder and Python."""
    folder = Path(__file__).parent
    ours = [path for path in folder.glob("*.py") if path.stem != "against_solver"]
    ours = [path for path in ours if not path.stem.startswith("test_")]
    assert len(ours) >= len(GAMES)
    for path in [*ours, folder.parent / "oracle_counted.py"]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert not any(name.name.startswith("feltworks") for name in node.names), path
            if isinstance(node, ast.ImportFrom):
                module = node.module or ""
                assert not module.startswith("feltworks"), path
                assert node.level < 2 or module == "oracle_counted", path
