"""The tie rule: which of several equally good choices the odds count, and what names it.

In a game of three cards a king that may fold for nothing is worth the same folded and bet. Two
printed tables of the game break that tie differently, each under its own option.
"""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from hashlib import sha256
from itertools import combinations

import pytest
from tests.ask.odds import Player, odds
from tests.ask.rules import load, locate, read, read_text
from tests.ask.solving import storing_quick_counts
from tests.ask.stored import StoredCounts
from tests.ask.words import tie_words
from tests.cli.running import refusal, run

import feltworks

THREE_CARDS = """
[game]
id = "three-cards"
name = "Three cards"
title = "The higher of two cards wins."
deck = { ranks = "Q K A", suits = "c" }

[zones]
hole = "player"
dealer = "dealer"
board = "table"

[rankings.high]
like = "two-card"
categories = ["high card"]

[hands]
mine = { ranking = "high", from = { hole = 1, board = 1 } }
theirs = { ranking = "high", from = { dealer = 1, board = 1 } }

[contests.main]
player = "mine"
dealer = "theirs"

[wagers]
ante = "required"
play = "decision"
bonus = "side"

[[stages]]
id = "hole"
deal = ["1 down to hole", "1 down to dealer"]
decide = ["fold", { bet = "play", size = "1 x ante" }]

[[stages]]
id = "board"
deal = ["1 up to board"]

[settle]
ante = { folded = "push", win = "1:1", tie = "push", lose = "lose" }
play = { win = "1:1", tie = "push", lose = "lose" }
bonus = { always = { table = "bonus", else = "lose" } }

[pays.bonus]
hand = "mine"
rows = [{ id = "ace", hand = "ace high or better", pays = "1:2" }]

[table]
seats = 1
most_seats = 1

[options.folded_hands]
says = "What becomes of folded cards."
sets."table.folded_hands" = { collected = "taken at once", left = "left face down" }

[published."A leaflet, table 1"]
wager = "main"
options = { folded_hands = "collected" }
indifferent = { hole = "fold" }
combinations = { win = 2, fold-hole = 4 }
total = 6

[published."A leaflet, table 2"]
wager = "main"
options = { folded_hands = "left" }
indifferent = { hole = "bet" }
combinations = { win = 3, lose = 1, fold-hole = 2 }
total = 6
"""
FOLDED, BET = {"fold-hole": 4, "win": 2}, {"fold-hole": 2, "win": 3, "lose": 1}
"""The six deals by the two tie rules."""
LEFT = {"folded_hands": "left"}


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "three-cards.toml"
    file.write_text(THREE_CARDS, encoding="utf-8")
    return str(file)


def deals(wager):
    return {row.id: row.combinations for row in wager.outcomes}


def told(sheet):
    return {row["id"]: row["combinations"] for row in sheet["wagers"]["main"]["outcomes"]}


@pytest.mark.slow
@pytest.mark.parametrize(("chosen", "counted"), [({}, FOLDED), (LEFT, BET)])
def test_the_published_table_in_force_supplies_the_rule_for_every_question(
    path, capsys, chosen, counted
):
    game, choice = feltworks.load(path, **chosen), "fold" if counted is FOLDED else "bet"
    words = [word for id, value in chosen.items() for word in ("--set", f"{id}={value}")]
    # Odds in Python, on the command line and with another pay.
    found = game.odds()
    assert deals(found.main) == counted
    assert f"hole {choice}, as in A leaflet" in repr(found)
    assert told(run(capsys, "odds", path, *words, "--json").data) == counted
    pays = [*words, "--pay", "bonus.ace=2", "--json"]
    assert told(run(capsys, "odds", path, *pays).data) == counted
    # The best choice with a king.
    assert Player(game.rules).advise("hole", game.deck.cards[1:2]).best == choice
    data = run(capsys, "strategy", path, *words, "--at", "hole", "--json").data
    assert (data["deals_by_best"]["fold"], data["tie_rule"]) == (counted["fold-hole"] / 2, choice)
    # What a simulation deals, and what it is held against.
    sheet = run(capsys, "simulate", path, *words, "--rounds", "2000", "--json").data
    rows = {row["id"]: row for row in sheet["outcomes"]}
    assert rows["fold-hole"]["exact"] == counted["fold-hole"] / 6
    line = f"where choices are worth the same: hole {choice}, as in A leaflet"
    for command in ("simulate", "session"):
        named = run(capsys, command, path, *words, "--rounds", "1000").out
        assert line in " ".join(named.split())
    assert rows["fold-hole"]["sampled"] == pytest.approx(counted["fold-hole"] / 6, abs=0.05)


def test_what_is_asked_comes_before_the_table_and_no_table_means_bet(path, tmp_path, capsys):
    asked = run(capsys, "odds", path, "--indifferent", "hole=bet", "--json").data
    assert told(asked) == BET
    assert (asked["indifferent"], asked["indifferent_source"]) == ({"hole": "bet"}, None)
    bare = tmp_path / "bare.toml"
    bare.write_text(THREE_CARDS[: THREE_CARDS.index("[published")], "utf-8")
    found = run(capsys, "odds", str(bare), "--json").data
    assert (told(found), found["indifferent"]) == (BET, {"hole": "bet"})


OTHER = THREE_CARDS.replace('hole = "fold"', 'hole = "bet"')
"""A file that differs in the tie rule alone."""


def test_a_tie_rule_changes_neither_the_identity_nor_the_value(path):
    loaded, other = read(path), read_text(OTHER)
    assert loaded.sha256 == other.sha256
    fold, bet = (odds(each.rules)["main"] for each in (loaded, other))
    assert (deals(fold), deals(bet)) == (FOLDED, BET)
    assert fold.expected_value == bet.expected_value == Fraction(2, 3)


@pytest.mark.slow
def test_counts_are_stored_under_the_rule_that_was_used(path, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("FELTWORKS_COUNTS", str(tmp_path / "counts"))
    other = tmp_path / "other.toml"
    other.write_text(OTHER, "utf-8")
    with storing_quick_counts():
        for _ in range(2):
            for file, counted in ((path, FOLDED), (str(other), BET)):
                for pays in ((), ("--pay", "bonus.ace=3")):
                    assert told(run(capsys, "odds", file, *pays, "--json").data) == counted
                rules = run(capsys, "strategy", file, "--simple", "--json").data["decisions"]
                assert rules[0]["says"] == ["bet with an ace", "otherwise fold"]
    stored = Counter(entry.wager for entry in StoredCounts(tmp_path / "counts").entries())
    assert stored["main"] == stored["simple strategy, 4 rules"] == 2


@pytest.mark.slow
def test_a_certificate_is_checked_by_the_rule_written_in_it(path, tmp_path, capsys):
    paper = tmp_path / "paper.json"

    def check(content):
        rest = {key: value for key, value in content.items() if key != "digest"}
        text = json.dumps(rest, sort_keys=True, separators=(",", ":")).encode()
        paper.write_text(json.dumps({**rest, "digest": sha256(text).hexdigest()}))
        return run(capsys, "certify", "--check", str(paper))

    made = json.loads(run(capsys, "certify", path, "--date", "2026-11-16").out)
    assert made["indifferent"] == {"hole": "fold"}
    assert check(made).code == 0
    # Counted by the other rule, and saying so.
    left = json.loads(run(capsys, "certify", path, "--set", "folded_hands=left").out)
    bet = {**made, "indifferent": {"hole": "bet"}, "wagers": left["wagers"]}
    assert check(bet).code == 0
    # An earlier version named no rule: it counted by `bet`, whatever a table stated.
    assert check({key: value for key, value in bet.items() if key != "indifferent"}).code == 0
    assert check({key: value for key, value in made.items() if key != "indifferent"}).code == 1
    assert check({**made, "indifferent": {"hole": "bet"}}).code == 1
    for wrong in (3, {"hole": 3}, {"hole": "check"}, {"river": "bet"}):
        check({**made, "indifferent": wrong})
        assert "indifferent" in refusal(capsys, "certify", "--check", str(paper))


def test_verify_counts_each_printed_table_by_its_own_rule(path, capsys):
    ran = run(capsys, "verify", path, "--json")
    assert ran.data["counts"]["compared"] == ran.data["counts"]["exactly"] == 7
    rules = {each["source"]: each["indifferent"] for each in ran.data["games"][0]["figures"]}
    assert [*rules.values()] == [{"hole": "fold"}, {"hole": "bet"}]


def value_of(cards):
    """Three cards as the document ranks them."""
    ranks = sorted(("23456789TJQKA".index(card[0]) + 2 for card in cards), reverse=True)
    is_flush = len({card[1] for card in cards}) == 1
    top = 3 if ranks == [14, 3, 2] else ranks[0]
    is_straight = len(set(ranks)) == 3 and (ranks[0] - ranks[2] == 2 or top == 3)
    if is_straight:
        return (6 if is_flush else 4, top)
    if len(set(ranks)) == 1:
        return (5, *ranks)
    if is_flush:
        return (3, *ranks)
    pair = next((rank for rank in ranks if ranks.count(rank) == 2), 0)
    return (2, pair, *(set(ranks) - {pair})) if pair else (1, *ranks)


def best_of(hole, board):
    """The best three of five with at least one of the hole."""
    hands = combinations([*hole, *board], 3)
    return max(value_of(cards) for cards in hands if {*cards} & {*hole})


@pytest.mark.parametrize(("qualifier", "least"), [("pair", (2,)), ("ace-king", (1, 14, 13))])
def test_one_position_is_folded_in_table_1_and_bet_in_table_2(qualifier, least):
    """What docs/published-figures.md says of 6h 9d on 8c Qd 6c, dealt by hand here."""
    hole, board = ["6h", "9d"], ["8c", "Qd", "6c"]
    left = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    left = [card for card in left if card not in (*hole, *board)]
    mine, counts = best_of(hole, board), [0, 0, 0, 0]
    for dealer in combinations(left, 2):
        theirs = best_of(dealer, board)
        counts[0 if theirs < least else 1 if mine > theirs else 2 if mine == theirs else 3] += 1
    assert counts == [234, 12, 34, 801]
    assert 3 * counts[0] + 5 * counts[1] - 5 * counts[3] == -3 * sum(counts)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("let-it-ride", "first-card bet, second-card bet"),
        ("jacks-or-better", "at hold the fewest cards given up"),
    ],
)
def test_the_rule_is_named_where_wagers_are_taken_back_and_cards_given_up(game, words):
    rules = load(game)
    assert tie_words(rules) == words


@pytest.mark.slow
def test_a_copy_with_another_pay_has_no_printed_table_and_breaks_ties_by_bet():
    text = locate("mini-tex").read_text("utf-8").replace('id = "mini-tex"', 'id = "mine"')
    assert read_text(text).rules.tie_rules["river"] == "fold"
    changed = text.replace('not_qualified = "push"', 'not_qualified = "1:1"')
    rules = read_text(changed).rules
    assert changed != text and not rules.tie_rules and rules.tie_source is None
