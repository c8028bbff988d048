"""Decks as data: what they hold, how faces are numbered, and how a badly written one is told."""

import pickle
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltworks.cards import (
    JOKER,
    RANKS,
    SUITS,
    Card,
    CardError,
    Deck,
    DeckError,
    deck,
    deck_ids,
    join_cards,
    parse_cards,
)
from feltworks.cards.decks import decks_from_data


def subsets_of(letters: str) -> st.SearchStrategy[tuple[str, ...]]:
    return st.permutations(letters).flatmap(
        lambda order: st.integers(1, len(order)).map(lambda n: tuple(order[:n]))
    )


@st.composite
def any_deck(draw: st.DrawFn) -> Deck:
    ranks, suits = draw(subsets_of(RANKS)), draw(subsets_of(SUITS))
    faces = [Card(rank, suit) for rank in ranks for suit in suits]
    removed = draw(st.lists(st.sampled_from(faces), unique=True, max_size=len(faces) - 1))
    jokers, packs = draw(st.integers(0, 4)), draw(st.integers(1, 8))
    return Deck("drawn", "Drawn", ranks, suits, jokers, packs, tuple(removed))


@pytest.mark.parametrize(
    ("id", "size", "faces"),
    [
        ("standard-52", 52, 52),
        ("spanish-41", 41, 41),
        ("six-deck-shoe", 312, 52),
        ("small-12", 12, 12),
        ("small-13-joker", 13, 13),
        ("small-14", 14, 14),
        ("small-15", 15, 15),
        ("small-16", 16, 16),
        ("small-shoe-12", 12, 4),
    ],
)
def test_shipped_decks_hold_what_their_names_say(id: str, size: int, faces: int):
    shipped = deck(id)
    assert (shipped.id, shipped.size, len(shipped.faces)) == (id, size, faces)
    assert len(shipped.cards) == size and id in deck_ids()


def test_the_standard_deck_is_every_rank_in_every_suit():
    standard = deck("standard-52")
    assert standard.ranks == tuple("23456789TJQKA") and standard.suits == tuple("cdhs")
    assert join_cards(standard.cards[:5]) == "2c 2d 2h 2s 3c" and str(standard.cards[-1]) == "As"
    assert standard.count(JOKER) == 0


def test_in_the_spanish_deck_a_jack_follows_a_seven():
    spanish = deck("spanish-41")
    assert " ".join(spanish.ranks) == "2 3 4 5 6 7 J Q K A"
    assert spanish.jokers == 1 and spanish.cards[-1] == JOKER and spanish.index(JOKER) == 40
    with pytest.raises(CardError, match="8s is not in the deck spanish-41"):
        spanish.index(Card.parse("8s"))


def test_a_shoe_repeats_the_pack():
    one, six = deck("standard-52"), deck("six-deck-shoe")
    assert six.cards == one.cards * 6 and six.faces == one.faces
    assert one.shoe(6).cards == deck("standard-52", packs=6).cards == six.cards
    assert six.shoe(1).cards == one.cards and six.shoe(6) is six
    assert set(six.copies) == {6} and six.count(Card.parse("As")) == 6
    assert one.shoe(8).title == "Shoe of 8 packs, 52 cards each"


@pytest.mark.slow
@given(any_deck())
def test_faces_are_numbered_rank_by_rank_whatever_was_removed(drawn: Deck):
    for r, rank in enumerate(drawn.ranks):
        for s, suit in enumerate(drawn.suits):
            face, number = Card(rank, suit), r * len(drawn.suits) + s
            assert drawn.face(number) == face
            if face in drawn.removed:
                assert drawn.copies[number] == drawn.count(face) == 0
                with pytest.raises(CardError):
                    drawn.index(face)
            else:
                assert drawn.index(face) == number
                assert drawn.copies[number] == drawn.count(face) == drawn.packs
    plain = len(drawn.ranks) * len(drawn.suits)
    assert drawn.faces[plain:] == ((JOKER,) if drawn.jokers else ())
    assert drawn.count(JOKER) == drawn.jokers * drawn.packs


@pytest.mark.slow
@given(any_deck())
def test_cards_agree_with_copies_and_repeat_pack_by_pack(drawn: Deck):
    expected = {f: n for f, n in zip(drawn.faces, drawn.copies, strict=True) if n}
    assert Counter(drawn.cards) == expected
    assert drawn.size == len(drawn.cards) == sum(drawn.copies)
    pack = drawn.cards[: drawn.size // drawn.packs]
    assert drawn.cards == pack * drawn.packs
    assert [drawn.index(card) for card in pack] == sorted(drawn.index(card) for card in pack)


@pytest.mark.slow
@given(any_deck())
def test_a_deck_is_a_value(drawn: Deck):
    again = pickle.loads(pickle.dumps(drawn))
    assert again == drawn and hash(again) == hash(drawn) and again.cards == drawn.cards


def test_a_title_is_for_people_and_makes_no_other_deck():
    plain = {"id": "d", "ranks": "K A"}
    assert Deck.from_data(plain) == Deck.from_data(plain | {"title": "Kings and aces"})
    assert Deck.from_data(plain) != Deck.from_data(plain | {"jokers": 1})


@pytest.mark.slow
@given(any_deck())
def test_a_whole_deck_passes_its_own_check_and_one_card_more_does_not(drawn: Deck):
    drawn.check(drawn.cards)
    for card in set(drawn.cards):
        with pytest.raises(CardError, match=f"^{card} is there {drawn.count(card) + 1} times"):
            drawn.check([*drawn.cards, card])


def test_a_check_refuses_cards_the_deck_does_not_hold():
    short = Deck.from_data({"id": "short", "ranks": "K A", "removed": "As"})
    short.check(parse_cards("Ks Ah"))
    with pytest.raises(CardError, match="As is not in the deck short"):
        short.check(parse_cards("Ks As"))
    with pytest.raises(CardError, match=r"Jo is not in the deck short.* no joker"):
        short.check([JOKER])


@pytest.mark.parametrize("index", [-1, 52])
def test_a_face_number_out_of_range_is_refused(index: int):
    with pytest.raises(CardError, match="faces go from 0 to 51"):
        deck("standard-52").face(index)


def test_a_deck_is_read_from_plain_data_however_the_lists_are_written():
    stated = {"id": "d", "title": "D", "ranks": ["9", "10", "j"], "suits": ["S", "♥"], "jokers": 2}
    read = Deck.from_data(stated)
    assert (read.ranks, read.suits, read.jokers) == (("9", "T", "J"), ("s", "h"), 2)
    assert Deck.from_data(stated | {"ranks": "9, 10, J", "suits": "s h"}) == read
    assert Deck.from_data(stated | {"ranks": [9, 10, "J"]}) == read
    assert Deck.from_data({"id": "d", "ranks": "A"}).suits == tuple("cdhs")
    assert Deck.from_data({"id": "d", "ranks": "K A", "removed": ["As", "Kd"]}).size == 6


@pytest.mark.parametrize(
    ("change", "key", "says"),
    [
        ({"rank": "2"}, "rank", "did you mean 'ranks'"),
        ({"id": ""}, "id", "not empty"),
        ({"id": 7}, "id", "is 7 and must be a text"),
        ({"title": ["x"]}, "title", "must be a text"),
        ({"ranks": ""}, "ranks", "is empty"),
        ({"ranks": "2 3 1"}, "ranks", "has '1'"),
        ({"ranks": "23"}, "ranks", "has '23'"),
        ({"ranks": "2 3 2"}, "ranks", "has '2' again"),
        ({"ranks": [["2"]]}, "ranks", r"has \['2'\]"),
        ({"ranks": 5.0}, "ranks", "has 5.0"),
        ({"suits": "c x"}, "suits", "has 'x'"),
        ({"suits": []}, "suits", "is empty"),
        ({"suits": "c C"}, "suits", "has 'c' again"),
        ({"jokers": -1}, "jokers", "from 0 to 4"),
        ({"jokers": True}, "jokers", "whole number"),
        ({"jokers": "one"}, "jokers", "whole number"),
        ({"packs": 0}, "packs", "from 1 to 16"),
        ({"packs": 10**9}, "packs", "from 1 to 16"),
        ({"packs": 2.0}, "packs", "whole number"),
        ({"removed": "Zz"}, "removed", "'Zz' at character 1"),
        ({"removed": "Jo"}, "removed", "how many jokers"),
        ({"removed": "2s"}, "removed", "has 2s, which the deck does not hold"),
        ({"removed": "As As"}, "removed", "has As 2 times"),
        ({"removed": "Ac Ad Ah As Kc Kd Kh Ks"}, "removed", "leaves no card"),
    ],
)
def test_a_mistake_in_a_deck_is_told_with_its_key(change, key: str, says: str):
    with pytest.raises(DeckError, match=says) as raised:
        Deck.from_data({"id": "mine", "ranks": "K A"} | change)
    assert [mistake.key for mistake in raised.value.mistakes] == [key]
    assert pickle.loads(pickle.dumps(raised.value)).mistakes == raised.value.mistakes


def test_all_mistakes_of_a_deck_are_told_at_once():
    with pytest.raises(DeckError) as raised:
        Deck.from_data({"id": "mine", "rnks": "2", "jokers": 9, "removed": "??", "suits": "z"})
    keys = {mistake.key for mistake in raised.value.mistakes}
    assert keys == {"rnks", "ranks", "jokers", "removed", "suits"}
    assert all(mistake.says in str(raised.value) for mistake in raised.value.mistakes)


def test_an_unknown_deck_is_told_which_there_are():
    with pytest.raises(DeckError, match="did you mean 'standard-52'") as raised:
        deck("Standard-25")
    assert all(id in str(raised.value) for id in deck_ids())
    with pytest.raises(DeckError, match="there is no deck 'tarot': there are"):
        deck("tarot")


@pytest.mark.parametrize("packs", [0, 17, -6])
def test_a_shoe_has_a_sensible_number_of_packs(packs: int):
    with pytest.raises(DeckError, match=r"packs is .* from 1 to 16"):
        deck("standard-52", packs)


def test_a_deck_can_start_from_another_of_the_file():
    whole = {"title": "Whole", "ranks": "Q K A"}
    read = decks_from_data({"whole": whole, "three": {"of": "whole", "packs": 3}})
    assert read["three"].cards == read["whole"].cards * 3 and read["three"].id == "three"
    for parent in ("missing", "chained"):
        with pytest.raises(DeckError, match=r"must be a deck that is stated in full: whole$"):
            decks_from_data({"whole": whole, "chained": {"of": "whole"}, "bad": {"of": parent}})


def test_importing_cards_loads_no_array_library():
    probe = "import sys, feltworks.cards as c; c.deck('standard-52'); print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "feltworks.cards" in loaded
    assert not {"numpy", "numba", "pydantic"} & set(loaded)
