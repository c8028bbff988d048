"""Pieces of play at a terminal: cards, lines, keys and amounts."""

from __future__ import annotations

from tests.table.golden_rounds import five
from tests.table.rigging import Rigged, bets

from feltworks.cards import deck
from feltworks.cli.felt import card_face, line_text
from feltworks.cli.options import dollars_in_cents
from feltworks.cli.playbanked import signed_dollars
from feltworks.cli.prompts import choice_keys, read_answer


def test_every_suit_has_a_colour_of_its_own():
    cards = {card.suit: card_face(card) for card in deck("spanish-41").cards}
    assert len({str(text.style) for text in cards.values()}) == 5
    assert {text.plain.strip()[1:] for suit, text in cards.items() if suit} == set("♣♦♥♠")


def test_cards_are_drawn_in_a_line_but_not_in_a_supervisors_words():
    assert line_text("As to seat 1's hole, face down").plain == " A♠  to seat 1's hole, face down"
    noted = line_text("supervisor notes misbet exposing Kd: he said As or Kh").plain
    assert noted == "supervisor notes misbet exposing  K♦ : he said As or Kh"


def test_each_choice_has_a_key_and_a_player_may_set_cards():
    round = Rigged(
        "pick-2-poker",
        bets(1, ante=500, three_five_bonus=500),
        {five(1): "9c 9d Ah Qd 2s"},
    ).played()
    keys = choice_keys(round.legal_moves())
    assert {key: legal.move.choice for key, legal in keys.items()} == {
        "f": "fold",
        "3": "three-card",
        "5": "five-card",
    }
    laid = read_answer("3 Ah Qd 9c", keys)
    assert round.why_not(laid) is None and len(laid.cards) == 3
    assert "is not a card" in read_answer("3 Ah Zz 9c", keys)
    assert read_answer("x", keys) == "One of f, 3, 5, ? and q."
    assert read_answer("x", keys, supervised=True) == "One of f, 3, 5, ?, ! and q."


def test_amounts_are_read_and_written_as_a_person_does():
    assert [dollars_in_cents(text) for text in ("5", "$5", "2.50", "x", "")] == [
        500,
        500,
        250,
        None,
        None,
    ]
    assert [signed_dollars(cents) for cents in (0, 250, -250)] == ["+$0", "+$2.50", "-$2.50"]
