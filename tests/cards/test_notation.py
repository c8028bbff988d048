"""Every way a card may be written, and what is said about anything else."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltworks.cards import (
    JOKER,
    RANK_WORDS,
    RANKS,
    SUIT_SYMBOLS,
    SUIT_WORDS,
    SUITS,
    Card,
    CardError,
    join_cards,
    parse_cards,
)
from feltworks.errors import FeltworksError

ALL_CARDS = [Card(rank, suit) for rank in RANKS for suit in SUITS] + [JOKER]
cards = st.sampled_from(ALL_CARDS)


@st.composite
def spellings(draw: st.DrawFn) -> tuple[Card, str]:
    """A card and one of the ways people write it."""
    card = draw(cards)
    if card.is_joker:
        return card, draw(st.sampled_from(["Jo", "jo", "JO", "jO", "X", "x", "JK", "Jk", "jk"]))
    ranks = [card.rank, card.rank.lower()] + ["10"] * (card.rank == "T")
    symbol = SUIT_SYMBOLS[card.suit]
    suits = [card.suit, card.suit.upper(), symbol, symbol + "\ufe0f"]
    return card, draw(st.sampled_from(ranks)) + draw(st.sampled_from(suits))


def test_there_are_fifty_two_cards_and_a_joker_and_each_reads_back():
    assert len(set(ALL_CARDS)) == 53
    assert len({str(card) for card in ALL_CARDS}) == 53
    assert [Card.parse(str(card)) for card in ALL_CARDS] == ALL_CARDS


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("As Td Jo", "As Td Jo"),
        ("10d", "Td"),
        ("10D10c", "Td Tc"),
        ("as,kd", "As Kd"),
        ("AsKd10c", "As Kd Tc"),
        ("AS KD", "As Kd"),
        ("x jk JO", "Jo Jo Jo"),
        ("JJdX", None),
        ("JdJhJKJo", "Jd Jh Jo Jo"),
        ("JKKd", "Jo Kd"),
        ("K♥Q♠", "Kh Qs"),
        ("  As ,\tKd\n", "As Kd"),
        ("As\u00a0Kd", "As Kd"),
        ("", ""),
        (" , ", ""),
    ],
)
def test_cards_are_read_as_people_write_them(text: str, written: str | None):
    if written is None:
        with pytest.raises(CardError):
            parse_cards(text)
    else:
        assert join_cards(parse_cards(text)) == written


@pytest.mark.slow
@given(st.lists(spellings()), st.sampled_from(["", " ", ",", ", ", "  "]))
def test_any_spelling_run_together_or_apart_gives_the_same_cards(written, separator):
    text = separator.join(spelling for _, spelling in written)
    assert parse_cards(text) == tuple(card for card, _ in written)


@given(spellings())
def test_one_card_is_read_alone(written):
    card, spelling = written
    assert Card.parse(f" {spelling} ") == card


@pytest.mark.slow
@given(st.text(alphabet="AKQJTX1023456789cdhsCDHSok♠♥ ,;-/.é", max_size=12) | st.text())
def test_any_text_is_either_cards_or_a_card_error(text):
    try:
        read = parse_cards(text)
    except CardError:
        return
    assert parse_cards(join_cards(read)) == read


@pytest.mark.parametrize(
    ("text", "piece", "character"),
    [
        ("As Zz Kd", "'Zz'", 4),
        ("AsKdZz9h", "'Zz'", 5),
        ("1s", "'1s'", 1),
        ("11s", "'11s'", 1),
        ("A", "'A'", 1),
        ("As;Kd", "';'", 3),
        ("JKd", "'d'", 3),
        ("sA", "'sA'", 1),
        ("A\u017f", "'Aſ'", 1),  # an old-fashioned long s is not a suit
        ("\u212ad", "'\u212ad'", 1),  # nor is the Kelvin sign a king
        ("٣s", "'٣s'", 1),  # nor a digit of another script a rank
        ("Ah, joker", "'ker'", 7),
    ],
)
def test_a_mistake_is_quoted_placed_and_told_what_is_allowed(text, piece, character):
    with pytest.raises(CardError) as raised:
        parse_cards(text)
    sentence = str(raised.value)
    assert sentence.startswith(f"{piece} at character {character} is not a card")
    for allowed in ("2 to 9", "T or 10", "J, Q, K, A", "c, d, h, s", "Jo, JK or X"):
        assert allowed in sentence


def test_a_very_long_mistake_makes_a_short_sentence():
    with pytest.raises(CardError) as raised:
        parse_cards("z" * 100_000)
    assert len(str(raised.value)) < 200


@pytest.mark.parametrize(("text", "found"), [("", "no cards"), ("As Kd", "2 cards")])
def test_one_card_means_one(text, found):
    with pytest.raises(CardError, match=f"writes {found} where one is wanted"):
        Card.parse(text)


@pytest.mark.parametrize("rank_and_suit", [("10", "d"), ("a", "s"), ("", "s"), ("23", "s")])
def test_a_card_has_a_rank_of_the_thirteen(rank_and_suit):
    with pytest.raises(CardError, match="is not a rank"):
        Card(*rank_and_suit)


@pytest.mark.parametrize("rank_and_suit", [("A", "S"), ("A", ""), ("A", "cd")])
def test_a_card_has_a_suit_of_the_four(rank_and_suit):
    with pytest.raises(CardError, match="is not a suit"):
        Card(*rank_and_suit)


def test_a_joker_has_no_suit():
    assert JOKER.is_joker and JOKER.suit == "" and str(JOKER) == "Jo"
    assert [card for card in ALL_CARDS if card.is_joker] == [JOKER]
    with pytest.raises(CardError):
        Card("Jo", "s")


def test_cards_are_values_without_an_order():
    assert Card("A", "s") == Card.parse("as") and len({Card("A", "s"), Card.parse("as")}) == 1
    with pytest.raises(TypeError):
        sorted([Card("A", "s"), Card("K", "s")])
    with pytest.raises(AttributeError):
        Card("A", "s").rank = "K"


@given(cards)
def test_a_card_survives_pickling_and_its_own_repr(card):
    assert pickle.loads(pickle.dumps(card)) == card
    assert eval(repr(card), {"Card": Card}) == card


def test_cards_have_names_in_words():
    assert Card.parse("As").in_words == "ace of spades"
    assert Card.parse("6d").in_words == "six of diamonds"
    assert JOKER.in_words == "joker"
    assert "".join(RANK_WORDS) == RANKS and "".join(SUIT_WORDS) == "".join(SUIT_SYMBOLS) == SUITS
    assert RANK_WORDS["6"] == ("six", "sixes") and RANK_WORDS["A"] == ("ace", "aces")


def test_a_card_error_is_a_persons_mistake():
    assert issubclass(CardError, FeltworksError) and issubclass(FeltworksError, ValueError)
