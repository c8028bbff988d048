"""Rules of play say everything that the file says, with hands and rounds that are true."""

from __future__ import annotations

from datetime import date
from functools import cache

import pytest
from tests.ask.rounds import Dealt, Decide
from tests.ask.rules import (
    EXAMPLES_DIR,
    Handbook,
    clauses_of,
    game_ids,
    games_with_clauses,
    read,
    row_words,
)

from feltworks.cards import join_cards
from feltworks.reports import examples
from feltworks.reports.examples import example_hands, example_round, example_rounds
from feltworks.reports.paper import AskedPaper
from feltworks.reports.rulesofplay import rules_of_play
from feltworks.reports.writing import markdown_of, pdf_of

DAY = date(2026, 11, 16)


@cache
def paper_of(game):
    """Made once: its examples are dealt by the exact odds."""
    return rules_of_play(AskedPaper(read(game), DAY, "again"))


@pytest.mark.slow
@pytest.mark.parametrize("game", game_ids())
def test_every_wager_stage_pay_and_option_is_there(game):
    loaded = read(game)
    paper = paper_of(game)
    text = markdown_of(paper)
    rules = loaded.rules
    for wager in rules.wagers.values():
        assert wager.name in text
    for stage in rules.stages:
        assert (stage.name or stage.id) in text
    for pays in rules.pays.values():
        for row in pays.rows:
            assert f"| {row.hand} | {row_words(row)} |" in text
    for option, value in loaded.chosen.items():
        assert f"| {option} | {value} |" in text
    for procedure in rules.table.procedure:
        assert procedure.rstrip(".") in text
    assert pdf_of(paper).startswith(b"%PDF")


def told_by(rules, where):
    """What the paper must say for a key of the rules file that a clause lives in."""
    part, _, rest = where.partition(".")
    key = rest.partition(".")[0]
    book = Handbook(rules)
    if part != "game" and not key:
        return
    if part == "options":
        option = rules.options[key]
        yield f"| {key} | "
        yield from (value.says.rstrip(".") for value in option.values.values() if value.says)
    elif part == "game":
        yield book.deck.title
    elif part in ("wagers", "settle"):
        yield rules.wagers[key].name
    elif part == "pays":
        yield from (f"| {row.hand} | {row_words(row)} |" for row in rules.pays[key].rows)
    elif part == "stages":
        yield from (each.name or each.id for each in rules.stages if each.id == key)
    elif part in ("hands", "rankings"):
        hands = [id_ for id_ in rules.hands if key in (id_, book.ranking(id_).id)]
        for hand in hands:
            ranking = book.ranking(hand)
            yield from (ranking.label(category) for category in ranking.categories)
    elif part == "jackpots":
        yield rules.jackpots[key].name
    elif part == "contests" and rules.contests[key].qualifies:
        yield f"The dealer qualifies with {rules.contests[key].qualifies}"


@pytest.mark.parametrize("game", [game for game in games_with_clauses() if game in game_ids()])
def test_every_clause_of_the_documents_is_found(game):
    """In its own words, and where it lives in the rules file as what that says."""
    loaded = read(game)
    text = markdown_of(paper_of(game))
    looked_for = 0
    for clause in clauses_of(game):
        assert f"| {clause.id} | {clause.says}" in text, clause.id
        for where in clause.where.split(", "):
            for words in told_by(loaded.rules, where):
                looked_for += 1
                assert words in text, (clause.id, where, words)
    assert looked_for > 30


@pytest.mark.slow
def test_a_shoe_shows_hands_that_hold_a_card_twice():
    compiled = Handbook(read("texas-21").rules).compiled("texas")
    found = example_hands(compiled)
    assert list(found) == list(compiled.ranking.categories)
    for category, cards in found.items():
        assert compiled.category_of(compiled.value(cards)) == category
    assert len(set(found["suited five of a kind"])) == 1


@pytest.mark.parametrize("game", ["dragon-tiger", "six-deck-blackjack"])
def test_a_shoe_shows_hands_of_one_and_two_cards(game):
    book = Handbook(read(game).rules)
    for id_ in book.rules.hands:
        compiled = book.compiled(id_)
        found = example_hands(compiled)
        assert list(found) == list(compiled.ranking.categories)
        assert all(len(cards) == compiled.ranking.cards for cards in found.values())


def test_an_example_is_of_its_category():
    book = Handbook(read("spanish-poker").rules)
    compiled = book.compiled("player")
    found = example_hands(compiled)
    assert list(found) == list(compiled.ranking.categories)
    for category, cards in found.items():
        assert compiled.category_of(compiled.value(cards)) == category


def test_the_longest_of_a_suit_is_found_without_laying_out_every_hand():
    book = Handbook(read(EXAMPLES_DIR / "high-card-flush.toml").rules)
    for hand in ("player", "straight"):
        compiled = book.compiled(hand)
        found = example_hands(compiled)
        assert list(found) == [
            each for each in compiled.ranking.categories if compiled.category_range(each)
        ]
        for category, cards in found.items():
            best = compiled.category_range(category)[-1]
            assert len(set(cards)) == 7 and compiled.value(cards) == best


def test_a_ranking_of_too_many_hands_goes_without_examples(monkeypatch):
    compiled = Handbook(read("spanish-poker").rules).compiled("player")
    monkeypatch.setattr(examples, "MOST_HANDS", 1000)
    assert example_hands(compiled) == {}


def test_cards_given_up_are_not_among_those_that_lie_there():
    given_up = []

    def decide(round, seat):
        held = [entry.card for entry in round.log if isinstance(entry, Dealt)]
        given_up.extend(held[:3])
        return Decide(seat, "draw", cards=tuple(held[:3]))

    shown = example_round(read(EXAMPLES_DIR / "jacks-or-better.toml"), 1, decide)
    ((_, cards),) = shown.hands
    assert len(cards) == 5 and not set(cards) & set(given_up)
    assert "seat 1 decides draw" in shown.lines
    assert f"seat 1 gives up {join_cards(given_up)}" in shown.lines


@pytest.mark.slow
def test_examples_are_rounds_that_ended_so():
    game = "spanish-poker"
    found = {each.case: each for each in example_rounds(read(game), 1)}
    assert found["won"].net_cents > 0
    assert found["lost"].net_cents < 0
    assert all(each.net_cents == 0 for case, each in found.items() if case == "tied")
    for each in found.values():
        cards = [card for _, hand in each.hands for card in hand]
        assert len(cards) >= 3
    again = example_rounds(read(game), 1)
    assert again == list(found.values())
