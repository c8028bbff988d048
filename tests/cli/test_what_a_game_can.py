"""What can be dealt, counted and played is said in the same words by the check, by `odds` and
`play`, and by the browser; and a command that is not for a game is not offered for it."""

import tomllib

import pytest
from tests.ask.rules import EXAMPLES_DIR, GAMES_DIR, listings, locate, read
from tests.ask.web import odds_page, opening_refused, why_not_played
from tests.cli.running import refusal, run

from feltworks.cli.commands import COMMANDS

BLACKJACK = (EXAMPLES_DIR / "six-deck-blackjack.toml").read_text(encoding="utf-8")
RING = (GAMES_DIR / "mini-tex-ring.toml").read_text(encoding="utf-8")
TEXAS = (EXAMPLES_DIR / "ultimate-texas-holdem.toml").read_text(encoding="utf-8")
PAI_GOW = """
[game]
id = "pai-gow"
name = "Pai Gow"
title = "Seven cards each, the best five and the best two of them."
deck = { ranks = "2 3 4 5 6 7 8 9 T J Q K A", suits = "c d h s", jokers = 1 }
[rankings]
high = { like = "five-card", wild = ["Jo"], bug = true }
low = { like = "two-card", categories = ["pair", "high card"], wild = ["Jo"], bug = true }
[zones]
cards = "player"
dealer = "dealer"
[hands]
player = { ranking = "high", from = { cards = 7 }, use = 5 }
dealer = { like = "player" }
low = { ranking = "low", from = { cards = 7 }, use = 2 }
dealer-low = { like = "low" }
[contests.main]
[contests.low]
player = "low"
dealer = "dealer-low"
[wagers]
bet = "required"
[[stages]]
id = "deal"
deal = ["7 down to cards", "7 down to dealer"]
[settle]
bet = { contest = "main", win = "19:20", tie = "lose", lose = "lose" }
[table]
most_seats = 6
"""
THIRTY = """
[game]
id = "thirty"
name = "Thirty"
title = "Thirty cards are counted."
deck = "standard-52"
[zones]
row = "table"
dealer = "dealer"
[totals]
player = { from = { row = CARDS }, modulo = 10 }
dealer = { from = { dealer = 2 }, modulo = 10 }
[contests.main]
[wagers]
bet = "required"
[[stages]]
id = "deal"
deal = ["CARDS up to row", "2 up to dealer"]
[settle]
bet = { win = "1:1", tie = "push", lose = "lose" }
"""


def changed(text: str, before: str, after: str) -> str:
    assert before in text
    return text.replace(before, after, 1)


UNDEALT = {
    "the hand's cards lie in two ways": (
        changed(
            BLACKJACK, '"1 up to cards", "1 up to dealer"', '"1 down to cards", "1 up to dealer"'
        ),
        "a blackjack hand begins with two cards",
        True,
    ),
    "a wager has the engine's name": (
        BLACKJACK.split("[published]")[0].replace("perfect-pairs", "insurance"),
        "wagers.insurance has the name of the engine's own wager",
        True,
    ),
    "tips between players": (
        changed(RING, "[table]\n", "[table]\ntips = true\n"),
        "table.tips is stated",
        False,
    ),
    "thirty cards in a total": (
        THIRTY.replace("CARDS", "30"),
        "totals.player.from: it has 30 cards; totals have at most 8",
        True,
    ),
    "a total of too many points": (
        THIRTY.replace("CARDS", "6").replace(", modulo = 10", ""),
        "its 6 cards may count 60 points; totals count at most 50",
        True,
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(("text", "why", "odds_too"), UNDEALT.values(), ids=UNDEALT)
def test_a_game_that_cannot_be_dealt_is_refused_in_the_same_words(
    capsys, tmp_path, text, why, odds_too
):
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    told = refusal(capsys, "play", str(file), "--rounds", "1")
    assert why in told
    checked = run(capsys, "rules", "check", str(file))
    both = f"It can neither be dealt nor counted: {told}"
    assert (both if odds_too else f"It cannot be dealt: {told}") in checked.out
    assert "It can be dealt" not in checked.out and checked.code == 0
    as_json = run(capsys, "rules", "check", str(file), "--json").data
    assert as_json["cannot_be_dealt"] == told
    assert refusal(capsys, "simulate", str(file), "--rounds", "1") == told
    answer = odds_page(text)
    assert answer["cannot_play"] == told
    assert opening_refused(text) == told
    if odds_too:
        assert refusal(capsys, "odds", str(file)) == told == answer["refused"]
        assert as_json["odds_refuse"] == told


IN_RED = changed(
    TEXAS, 'qualifies = "pair or better"', 'qualifies = "pair of fours or better in red"'
)


@pytest.mark.slow
@pytest.mark.parametrize("text", [PAI_GOW, IN_RED], ids=["Pai Gow", "a qualifier in red"])
def test_what_the_odds_would_refuse_later_is_refused_before_the_count(capsys, tmp_path, text):
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    told = refusal(capsys, "odds", str(file))
    assert "too many to look at" in told
    checked = run(capsys, "rules", "check", str(file)).out
    assert f"It can be dealt, but `feltworks odds` refuses it: {told}" in checked
    answer = odds_page(text)
    assert (answer["refused"], answer["cannot_play"]) == (told, None)
    played = run(capsys, "play", str(file), "--rounds", "1", "--seed", "1", "--auto", "optimal")
    assert "Traceback" not in played.err


@pytest.mark.slow
def test_every_shipped_game_can_be_dealt_and_is_offered_to_be_played():
    for game in (*listings(), *listings(examples=True)):
        assert why_not_played(read(game.id)) is None, game.id


@pytest.mark.slow
def test_a_total_of_eight_cards_is_dealt_and_counted(capsys, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(THIRTY.replace("CARDS", "8"), encoding="utf-8")
    checked = run(capsys, "rules", "check", str(file)).out
    assert "cannot" not in checked and "neither" not in checked


def test_a_command_is_offered_for_a_game_only_if_its_file_has_what_the_command_is_about():
    by_word = {command.word: command for command in COMMANDS}
    for game in (*listings(), *listings(examples=True)):
        document = tomllib.loads(locate(game.id).read_text(encoding="utf-8"))
        played = game.mechanism != "ring"
        assert by_word["progressive"].takes(game) == (played and "jackpots" in document)
        assert by_word["tune"].takes(game) == (played and "pays" in document)


def test_the_menu_does_not_offer_a_jackpot_that_a_game_does_not_have(capsys):
    found = {each["id"]: each["commands"] for each in run(capsys, "games", "--json").data}
    assert "feltworks progressive texas-21" in found["texas-21"]
    assert "feltworks progressive pick-2-poker" not in found["pick-2-poker"]
