"""One hand grammar: phrases, what they cover, and how a wrong one is told."""

from functools import cache, partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltworks.cards import deck, parse_cards
from feltworks.hands import HandError, parse_hand

from .dealing import cards_of, compiled, random_hands

# A ranking, a deck, and the categories that it keeps if not all: compiled when a test asks for it.
TWO, THREE = ("two-card", "standard-52"), ("three-card", "standard-52")
FOUR, FIVE = ("four-card", "standard-52"), ("five-card", "standard-52")
WILD, FROM_SHOE = ("five-card-wild", "spanish-41"), ("five-card-shoe", "six-deck-shoe")
TWO_FROM_SHOE, HIGH_CARD = ("two-card", "six-deck-shoe"), (*TWO, "high card")
ALL = [TWO, THREE, FOUR, FIVE, WILD, FROM_SHOE, ("three-card-shoe", "six-deck-shoe")]
over_hands = partial(pytest.mark.parametrize, indirect=["hands"])


@cache
def made(ranking, deck_id, *categories):
    return compiled(ranking, deck(deck_id), **{"categories": [*categories]} if categories else {})


@pytest.fixture
def hands(request):
    return made(*request.param)


@pytest.mark.slow
@over_hands("hands", ALL, ids=lambda hands: hands[0])
def test_what_a_hand_is_called_names_that_hand_and_no_other(hands):
    said = [hands.describe(value) for value in range(len(hands.classes))]
    assert len(set(said)) == len(said)
    for value, words in enumerate(said):
        assert parse_hand(words, hands).values == range(value, value + 1), words


PHRASES = [
    # phrase, ranking, the least and the best hand it covers
    ("any hand", THREE, "five-three-two high", "ace-high straight flush"),
    ("pair", THREE, "pair of twos, three kicker", "pair of aces, king kicker"),
    ("Pair or Better", THREE, "pair of twos, three kicker", "ace-high straight flush"),
    ("pairs", TWO, "pair of twos", "pair of aces"),
    ("pair of aces", TWO, "pair of aces", "pair of aces"),
    ("pair of sixes", THREE, "pair of sixes, two kicker", "pair of sixes, ace kicker"),
    ("pair of 6s or better", WILD, "pair of sixes, four-three-two kickers", "cincos, aces"),
    ("sixes or better", THREE, "pair of sixes, two kicker", "ace-high straight flush"),
    ("two kings", THREE, "pair of kings, two kicker", "pair of kings, ace kicker"),
    ("pair of sevens, king kicker", THREE, *["pair of sevens, king kicker"] * 2),
    (
        "pair of sevens with a king kicker",
        FIVE,
        "pair of sevens, king-three-two kickers",
        "pair of sevens, king-queen-jack kickers",
    ),
    (
        "pair of sevens, A-K kickers",
        FIVE,
        "pair of sevens, ace-king-two kickers",
        "pair of sevens, ace-king-queen kickers",
    ),
    ("pair of sevens, A kicker", THREE, *["pair of sevens, ace kicker"] * 2),
    ("pair of sixes or worse", TWO, "four-two high", "pair of sixes"),
    ("pair of sixes to pair of nines", TWO, "pair of sixes", "pair of nines"),
    ("pair of nines to pair of sixes", TWO, "pair of sixes", "pair of nines"),
    ("straight to straight flush", TWO, "two-high straight", "ace-high straight flush"),
    ("ace-king high", THREE, "ace-king-two high", "ace-king-jack high"),
    ("A-K high or better", THREE, "ace-king-two high", "ace-high straight flush"),
    ("king ace high", THREE, "ace-king-two high", "ace-king-jack high"),
    ("ace high", THREE, "ace-four-two high", "ace-king-jack high"),
    ("high card, ace", THREE, "ace-four-two high", "ace-king-jack high"),
    ("high card", THREE, "five-three-two high", "ace-king-jack high"),
    ("queen-high straight", FIVE, "queen-high straight", "queen-high straight"),
    ("straight, queen high", FIVE, "queen-high straight", "queen-high straight"),
    ("10-high straight", FIVE, "ten-high straight", "ten-high straight"),
    ("ace-high flush", THREE, "ace-four-two flush", "ace-king-jack flush"),
    ("flush, ace-king", THREE, "ace-king-two flush", "ace-king-jack flush"),
    ("three of a kind", THREE, "three twos", "three aces"),
    ("3 of a kind", THREE, "three twos", "three aces"),
    ("three threes", THREE, "three threes", "three threes"),
    (
        "three of a kind, sevens",
        FIVE,
        "three sevens, three-two kickers",
        "three sevens, ace-king kickers",
    ),
    ("four kings", FIVE, "four kings, two kicker", "four kings, ace kicker"),
    ("two pair", FOUR, "two pair, threes and twos", "two pair, aces and kings"),
    ("2 pair, kings and aces", FOUR, *["two pair, aces and kings"] * 2),
    ("two pair, aces", FOUR, "two pair, aces and twos", "two pair, aces and kings"),
    ("full house, sevens over kings", FIVE, *["full house, sevens over kings"] * 2),
    ("sevens full of kings", FIVE, *["full house, sevens over kings"] * 2),
    ("sevens full", FIVE, "full house, sevens over twos", "full house, sevens over aces"),
    ("cincos", WILD, "cincos, twos", "cincos, aces"),
    ("five of a kind", WILD, "cincos, twos", "cincos, aces"),
    ("five aces", WILD, "cincos, aces", "cincos, aces"),
    ("suited five of a kind", FROM_SHOE, "suited five twos", "suited five aces"),
    ("five of a kind or better", FROM_SHOE, "five twos", "suited five aces"),
    ("suited A-K", TWO, "ace-high straight flush", "ace-high straight flush"),
    ("K-A suited", TWO, "ace-high straight flush", "ace-high straight flush"),
    ("suited A-K-Q", THREE, "ace-high straight flush", "ace-high straight flush"),
    ("suited A-K-J or better", THREE, "ace-king-jack flush", "ace-high straight flush"),
    ("A-K unsuited", TWO, "ace-high straight", "ace-high straight"),
    ("a-9 offsuit", TWO, "ace-nine high", "ace-nine high"),
    ("A-A", TWO, "pair of aces", "pair of aces"),
    ("royal flush", FIVE, "royal flush", "royal flush"),
]


@over_hands(("phrase", "hands", "least", "best"), PHRASES, ids=lambda part: str(part)[:40])
def test_phrases_of_rank(phrase, hands, least, best):
    test = parse_hand(phrase, hands)
    assert test.text == phrase
    assert test.values is not None
    assert (hands.describe(test.values[0]), hands.describe(test.values[-1])) == (least, best)
    assert not test.names_suit


CARDS = [
    # phrase, ranking, cards that pass, cards that fail, whether a suit is named
    ("contains joker", WILD, "Jo As Ks 2d 3d", "Ah As Ks 2d 3d", False),
    ("contains a joker", WILD, "As Ks 2d 3d X", "Ah As Ks 2d 3d", False),
    ("contains an ace", THREE, "As 2d 9c", "Ks 2d 9c", False),
    ("contains two aces", THREE, "As Ad 9c", "As 2d 9c", False),
    ("contains As", THREE, "As 2d 9c", "Ad 2d 9c", True),
    ("contains As Kd", THREE, "9c Kd As", "9c Ks As", True),
    ("contains Ac Ad Ah As", WILD, "Ac Ad Ah As Jo", "Ac Ad Ah Ks Jo", False),
    ("contains Ac Ad Ah As Kd", WILD, "Ac Ad Ah As Kd", "Ac Ad Ah As Ks", True),
    ("contains A♠", THREE, "As 2d 9c", "Ad 2d 9c", True),
    ("contains suited A-K", THREE, "As 9d Ks", "As Kd 9s", False),
    ("contains A-K", THREE, "As 9d Kd", "As Qd 9s", False),
    ("contains a king", THREE, "Ks Qd 9c", "As Qd 9c", False),
    ("contains an A", THREE, "As Qd 9c", "Ks Qd 9c", False),
    ("contains A", THREE, "As Qd 9c", "Ks Qd 9c", False),
    ("contains A-K", THREE, "As 9d Kd", "Qs Kd 9s", False),
    ("contains A-A", THREE, "As 9d Ad", "As Qd 9s", False),
    ("suited", THREE, "As 9s 2s", "As 9s 2d", False),
    ("unsuited", THREE, "As 9s 2d", "As 9s 2s", False),
    ("suited", WILD, "As 7s 2s Jo 3s", "As 7s 2d Jo 3s", False),
    ("red", THREE, "Ah 9d 2d", "Ah 9d 2s", True),
    ("one colour", THREE, "As 9c 2s", "As 9d 2s", True),
    ("pair in one colour", THREE, "As Ac 2s", "As Ad 2s", True),
    ("pair of aces or better in black", THREE, "As Ac 2s", "Ks Kc 2s", True),
    ("pairs in one color", TWO, "Ad Ah", "Ad As", True),
    ("in one colour", WILD, "As 7s 2c Jo 3s", "As 7s 2d Jo 3s", True),
    ("A-K", TWO, "As Kd", "As Qs", False),
    ("A-K", TWO, "As Ks", "Ad Ac", False),
    ("suited A-A", TWO_FROM_SHOE, "As As", "As Ad", False),
    ("A-A unsuited", TWO_FROM_SHOE, "As Ad", "As As", False),
    ("suited A-K", HIGH_CARD, "As Ks", "As Kd", False),
]


@pytest.mark.slow
@over_hands(("phrase", "hands", "passing", "failing", "names_suit"), CARDS)
def test_phrases_about_cards(phrase, hands, passing, failing, names_suit):
    test = parse_hand(phrase, hands)
    assert test.values is None
    assert test.names_suit == names_suit
    for text, wanted in ((passing, True), (failing, False)):
        cards = parse_cards(text)
        assert test.matches(hands.value(cards), cards) is wanted, text


@pytest.mark.slow
@pytest.mark.parametrize(
    "phrase",
    [
        "pair of sixes or better",
        "contains suited A-K",
        "A-K-Q",
        "suited",
        "unsuited",
        "contains two aces",
        "high card in one colour",
    ],
)
def test_masks_match_one_by_one(phrase):
    standard, hands = deck("standard-52"), made(*THREE)
    faces = random_hands(standard, 3, 20_000, seed=8)
    values = hands.values(faces)
    test = parse_hand(phrase, hands)
    rows = zip(values.tolist(), faces, strict=True)
    one_by_one = [test.matches(value, cards_of(standard, row)) for value, row in rows]
    assert any(one_by_one)
    assert not all(one_by_one)
    assert np.array_equal(test.mask(values, faces), one_by_one)


MISTAKES = [
    ("pear or better", FIVE, ["pear or better", "did you mean 'pair'"]),
    ("four of kind", FIVE, ["did you mean 'four of a kind'"]),
    ("pair of eights", WILD, ["spanish-41 has no eights", "2, 3, 4, 5, 6, 7, J, Q, K, A"]),
    ("contains an eight", WILD, ["no eights"]),
    ("suited A-T", ("two-card", "small-12"), ["no tens"]),
    ("full house", THREE, ["three-card has no full house", "straight flush, three of a kind"]),
    ("five aces", FIVE, ["five-card has no five of a kind"]),
    ("cincos", FIVE, ["cincos", "does not name a hand"]),
    ("five-high straight", WILD, ["no such hand"]),
    ("full house, sevens over sevens", FIVE, ["no such hand"]),
    ("suited A-K", FIVE, ["names 2 card(s)", "has 5", "contains suited A-K"]),
    ("suited A-A", TWO, ["cannot be dealt"]),
    ("contains a joker", FIVE, ["cannot be dealt from deck standard-52"]),
    ("contains five aces", FIVE, ["cannot be dealt"]),
    ("contains As As", FIVE, ["As is there 2 times"]),
    ("contains Zs", FIVE, ["contains Zs", "is not a card"]),
    ("contains", FIVE, ["does not name a hand"]),
    ("", FIVE, ["does not name a hand"]),
    ("or better", FIVE, ["does not name a hand"]),
    ("contains an ace or better", FIVE, ["contains an ace or better"]),
    ("A-K or better", TWO, ["does not name a hand"]),
    ("pair of sevens and eights", FIVE, ["does not name a hand"]),
    ("pair, king kicker", FIVE, ["does not name a hand"]),
    ("contains a K", FIVE, ["two ways", 'write "a king" or "A-K"']),
    ("pair of sixes with a K kicker", FIVE, ["two ways"]),
    ("suited unsuited A-K", TWO, ["does not name a hand"]),
    (
        "king-high straight flush",
        ("five-card", "small-16"),
        ["no such hand in deck small-16"],
    ),
    ("pair of", THREE, ['"pair of" does not name a hand', "did you mean 'pair'?"]),
    ("pair of sixes and", THREE, ["does not name a hand"]),
    ("three of a kind of", THREE, ["does not name a hand"]),
]


def test_a_category_that_the_deck_is_too_small_to_deal_covers_no_hand():
    hands = made("five-card-shoe", "standard-52")
    test = parse_hand("suited five of a kind", hands)
    assert list(test.values) == []
    assert not any(test.matches(value, ()) for value in range(len(hands.classes)))
    below = parse_hand("suited five of a kind or worse", hands)
    assert list(below.values) == list(range(len(hands.classes)))


@pytest.mark.slow
@over_hands(("phrase", "hands", "told"), MISTAKES, ids=lambda part: str(part)[:40])
def test_mistakes_say_what_is_wrong(phrase, hands, told):
    with pytest.raises(HandError) as error:
        parse_hand(phrase, hands)
    for part in told:
        assert part in str(error.value)


VOCABULARY = [word for phrase, *_ in (*PHRASES, *CARDS, *MISTAKES) for word in phrase.split()]


@pytest.mark.slow
@given(st.lists(st.sampled_from(VOCABULARY), max_size=7).map(" ".join) | st.text(max_size=40))
def test_any_text_is_a_test_or_a_hand_error(text):
    hands = made(*FIVE)
    try:
        test = parse_hand(text, hands)
    except HandError as error:
        assert "\n" not in str(error).replace(text, "")
    else:
        assert all(0 <= span.start < span.stop <= len(hands.classes) for span in test.spans)
