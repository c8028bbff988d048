"""Rankings as data, and how a badly written one is told."""

import pickle
import subprocess
import sys

import numpy as np
import pytest

from feltworks.cards import CardError, Deck, deck, join_cards, parse_cards
from feltworks.errors import FeltworksError
from feltworks.hands import HandError, Ranking, compile_ranking, ranking, ranking_ids

from .dealing import compiled

STANDARD, SPANISH, SHOE = deck("standard-52"), deck("spanish-41"), deck("six-deck-shoe")
GOOD = {"cards": 3, "categories": ["straight", "pair", "high card"]}


def test_shipped_rankings():
    needed = {
        "two-card",
        "three-card",
        "four-card",
        "five-card",
        "five-card-wild",
        "five-card-shoe",
    }
    assert needed <= set(ranking_ids())
    for id in ranking_ids():
        assert ranking(id).id == id
        assert ranking(id).title.endswith(".")


def test_a_rules_file_may_replace_any_key():
    assert ranking("five-card", ace_low=False).ace_low is False
    assert ranking("three-card", categories=["pair", "high card"]).categories == (
        "pair",
        "high card",
    )


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"wilds": True}, "unknown key 'wilds' (did you mean 'wild'?)"),
        ({"cards": 0}, '"cards" is 0; it must be 1 to 7'),
        ({"cards": True}, '"cards" is True'),
        ({"cards": 8}, '"cards" is 8'),
        ({"categories": "pair"}, "must be a list"),
        ({"categories": []}, 'the last category must be "high card"'),
        ({"categories": ["high card", "pair"]}, 'the last category must be "high card"'),
        ({"categories": ["pear", "high card"]}, "unknown category 'pear' (did you mean 'pair'?)"),
        ({"categories": [["pair"], "high card"]}, "unknown category ['pair']"),
        ({"categories": ["pair", "pair", "high card"]}, "listed twice"),
        ({"categories": ["full house", "high card"]}, 'cannot make the category "full house"'),
        ({"ace_low": "no"}, "\"ace_low\" is 'no'; it must be true or false"),
        ({"flush_repeats": 1}, '"flush_repeats" is 1'),
        ({"title": ""}, '"title" is'),
        ({"wild": "joker"}, '"wild" must be true, false or a list of ranks'),
        ({"wild": ["1"]}, "\"wild\" names '1'"),
        ({"labels": {"flush": "colour"}}, "\"labels\" names 'flush', which is none of its"),
        ({"labels": {"pair": "straight"}}, 'the label "straight" already names another hand'),
        ({"labels": {"pair": 2}}, '"labels.pair" is 2'),
        ({"labels": []}, '"labels" must be a table'),
    ],
)
def test_mistakes_in_a_ranking(change, told):
    with pytest.raises(HandError) as error:
        Ranking.from_data("house", {**GOOD, **change})
    assert str(error.value).startswith("ranking house: ")
    assert told in str(error.value)


@pytest.mark.parametrize("key", ["cards", "categories"])
def test_a_missing_key_is_named(key):
    with pytest.raises(HandError, match=f'"{key}" is missing'):
        Ranking.from_data("house", {k: v for k, v in GOOD.items() if k != key})


def test_an_unknown_ranking_is_told_with_the_nearest():
    with pytest.raises(
        FeltworksError, match=r"'three-cards' \(did you mean 'three-card'\?\).*two-card"
    ):
        ranking("three-cards")


@pytest.mark.parametrize(
    ("order", "from_deck", "told"),
    [
        (ranking("five-card"), SPANISH, "has a joker, but ranking five-card does not say"),
        (ranking("five-card", wild=["8"]), deck("small-16"), 'makes "8" wild, but the ranks'),
        (ranking("five-card"), deck("small-shoe-12", packs=1), "has 4 card"),
    ],
)
def test_a_deck_that_does_not_suit_the_ranking(order, from_deck, told):
    with pytest.raises(HandError, match=told):
        compile_ranking(order, from_deck)


def test_compiling_again_gives_the_same_tables_also_in_another_process():
    hands = compiled("three-card", STANDARD)
    assert compile_ranking(ranking("three-card"), STANDARD) is hands
    assert pickle.loads(pickle.dumps(hands)) is hands


def test_categories_are_ranges_side_by_side():
    hands = compiled("five-card", STANDARD)
    ranges = [hands.category_range(name) for name in hands.category_names]
    assert ranges[0].start == 0
    assert [span.stop for span in ranges[:-1]] == [span.start for span in ranges[1:]]
    assert ranges[-1].stop == len(hands.classes) == 7462
    for name, span in zip(hands.category_names, ranges, strict=True):
        assert {hands.category_of(value) for value in span} == {name}
    with pytest.raises(HandError, match=r"no category 'flsh' \(did you mean 'flush'\?\)"):
        hands.category_range("flsh")
    with pytest.raises(HandError, match="no hand has value 7462; values are 0 to 7461"):
        hands.describe(7462)


WORDS = [
    ("three-card", STANDARD, "7s Kd 7h", "pair of sevens, king kicker", "7s 7h Kd"),
    ("five-card", STANDARD, "2d 4c As 9h Ks", "ace-king-nine-four-two high", "As Ks 9h 4c 2d"),
    ("five-card", STANDARD, "Qs Jd Th 9c 8s", "queen-high straight", "Qs Jd Th 9c 8s"),
    ("five-card", STANDARD, "As 2d 3c 4h 5s Kd Kc", "five-high straight", "5s 4h 3c 2d As"),
    ("five-card", STANDARD, "Ks 7d Kc 7h 7s", "full house, sevens over kings", "7d 7h 7s Ks Kc"),
    ("five-card", STANDARD, "2s As 3d Ts Js 3h Qs Ks", "royal flush", "As Ks Qs Js Ts"),
    ("five-card-wild", SPANISH, "As Ad Jo Ah Ac", "cincos, aces", "As Ad Ah Ac Jo"),
    (
        "five-card-wild",
        SPANISH,
        "As Jo Ks 7s 2s",
        "ace-king-queen-seven-two flush",
        "As Ks Jo 7s 2s",
    ),
    ("five-card-wild", SPANISH, "As Jo Ks 7s Qs", "royal flush", "As Ks Qs Jo 7s"),
    ("five-card-wild", SPANISH, "6s Jo Jh Qd Kc", "king-high straight", "Kc Qd Jh Jo 6s"),
    ("five-card-shoe", SHOE, "9s 9s 9s 9s 9s 2d 3c", "suited five nines", "9s 9s 9s 9s 9s"),
    (
        "five-card-shoe",
        SHOE,
        "9s 9s Ks 3s 2s 2d 3c",
        "king-nine-nine-three-two flush",
        "Ks 9s 9s 3s 2s",
    ),
]


@pytest.mark.parametrize(
    ("id", "from_deck", "cards", "words", "laid"), WORDS, ids=lambda x: str(x)[:30]
)
def test_hands_in_words_and_laid_out(id, from_deck, cards, words, laid):
    hands = compiled(id, from_deck)
    held = parse_cards(cards)
    assert hands.describe(hands.value(held)) == words
    assert join_cards(hands.best(held)) == laid


@pytest.mark.slow
def test_wild_deuces():
    hands = compiled("five-card-wild", STANDARD, wild=["2"], labels={})
    assert hands.describe(hands.value(parse_cards("2s 2d 2c 2h 9s"))) == "five nines"
    assert hands.describe(hands.value(parse_cards("As Ks 2d Js Ts"))) == "royal flush"


def test_a_ranking_of_single_cards():
    order = Ranking.from_data("high", {"cards": 1, "categories": ["high card"]})
    hands = compile_ranking(order, STANDARD)
    assert hands.describe(hands.value(parse_cards("9s Kd"))) == "king high"
    assert hands.values(np.arange(52, dtype=np.uint8)[:, None]).tolist() == [
        i // 4 for i in range(52)
    ]
    assert hands.category_counts(2) == {"high card": 1326}


@pytest.mark.parametrize("cards", ["As As Kd", "As Jo Kd"])
def test_cards_the_deck_does_not_hold(cards):
    with pytest.raises(CardError):
        compiled("three-card", STANDARD).value(parse_cards(cards))


def test_too_few_cards():
    with pytest.raises(HandError, match="needs at least 3"):
        compiled("three-card", STANDARD).value(parse_cards("As Kd"))


@pytest.mark.parametrize(
    ("faces", "told"),
    [
        (np.array([[0, 1, 52]], np.uint8), "face numbers must be 0 to 51"),
        (np.array([[0, 1, -1]]), "face numbers must be 0 to 51"),
        (np.array([0, 1, 2], np.uint8), "a row for each hand"),
        (np.array([[0.0, 1, 2]]), "table of face numbers"),
        (np.zeros((1, 2), np.uint8), "looks hands up in 3 to 7 cards"),
        (np.zeros((1, 8), np.uint8), "looks hands up in 3 to 7 cards"),
    ],
)
def test_arrays_that_are_no_hands(faces, told):
    with pytest.raises(HandError, match=told):
        compiled("three-card", STANDARD).values(faces)


def test_arrays_of_any_integers_and_none():
    hands = compiled("three-card", STANDARD)
    faces = np.array([[51, 47, 43], [0, 5, 10]])
    assert hands.values(faces).tolist() == hands.values(faces.astype(np.uint8)).tolist()
    assert hands.values(np.asfortranarray(faces)).tolist() == hands.values(faces).tolist()
    assert len(hands.values(np.zeros((0, 3), np.uint8))) == 0


@pytest.mark.slow
def test_importing_hands_loads_neither_numba_nor_numpy():
    code = (
        "import sys, feltworks.hands as h; from feltworks.cards import deck, parse_cards;"
        "c = h.compile_ranking(h.ranking('three-card'), deck('standard-52'));"
        "c.describe(c.value(parse_cards('As Kd 2c'))); h.parse_hand('pair or better', c);"
        "print([name for name in ('numba', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.slow
def test_a_bug_completes_straights_and_flushes_and_is_else_an_ace():
    joker = Deck.from_data({"id": "53", "ranks": " ".join(STANDARD.ranks), "jokers": 1})
    categories = ("five of a kind", *ranking("five-card").categories)
    hands = compiled("five-card", joker, wild=True, bug=True, categories=categories)
    for text, told in {
        "Ks Kd Kh 9c Jo": "three kings, ace-nine kickers",
        "As Ad 9h 9c Jo": "full house, aces over nines",
        "As Ad Ah Ac Jo": "five aces",
        "Ks Qd Jh Tc Jo": "ace-high straight",
        "2s 3d 5h 6c Jo": "six-high straight",
        "2s 7s 9s Js Jo": "ace-jack-nine-seven-two flush",
        "6s 7s 9s Ts Jo": "ten-high straight flush",
        "2s 7s 9d Js Jo": "ace-jack-nine-seven-two high",
    }.items():
        assert hands.describe(hands.value(parse_cards(text))) == told, text
