"""Shuffles by exact counting, and the wall between the house's randomness and a seed's."""

import copy
import inspect
import pickle
from collections import Counter
from hashlib import sha256
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltworks.cards import (
    HouseRandomness,
    RandomnessError,
    SeededRandomness,
    Shuffle,
    below,
    deck,
    deck_ids,
    join_cards,
    permutation,
    shuffle,
    shuffle_for_play,
    shuffle_from_seed,
)

# Orders for all versions: a record that names a seed must stay good.
FIRST_OF_SEED_1 = "9c 5h 8h Tc Ks 4d 6h 8s Js 6s 6d 9s 3s"
ALL_OF_SEED_ONE = "7c 6c Qd Jo Jc Qc Ad Kd 7d Kc Ac 6d Jd"

seeds = st.integers() | st.binary(max_size=40)


class Script:
    """A source that says what it was told to say."""

    def __init__(self, said: bytes) -> None:
        self.left = said

    def bytes(self, count: int) -> bytes:
        if count > len(self.left):
            raise EOFError
        said, self.left = self.left[:count], self.left[count:]
        return said


def outcomes_of_one_draw(n: int, width: int) -> Counter[int]:
    """What `below` makes of each draw there is; a rejected draw runs out of script."""
    counts: Counter[int] = Counter()
    for drawn in range(256**width):
        try:
            counts[below(n, Script(drawn.to_bytes(width, "big")))] += 1
        except EOFError:
            counts[-1] += 1
    return counts


def test_each_number_has_equally_many_bytes_and_as_few_as_possible_are_rejected():
    for n in range(2, 257):
        counts = outcomes_of_one_draw(n, width=1)
        assert counts.pop(-1, 0) == 256 % n
        assert counts == dict.fromkeys(range(n), 256 // n)


@pytest.mark.parametrize("n", [257, 312, 416])
def test_numbers_above_a_byte_take_two(n: int):
    counts = outcomes_of_one_draw(n, width=2)
    assert counts.pop(-1, 0) == 65536 % n
    assert counts == dict.fromkeys(range(n), 65536 // n)


def test_a_rejected_draw_is_made_again():
    assert below(52, Script(bytes([255, 208, 207]))) == 51


def test_one_possibility_needs_no_draw():
    assert below(1, Script(b"")) == 0


@pytest.mark.parametrize("n", [0, -1])
def test_there_is_nothing_below_nothing(n: int):
    with pytest.raises(RandomnessError, match="n is 1 or more"):
        below(n, HouseRandomness())


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_every_order_comes_from_exactly_one_sequence_of_choices(size: int):
    choices = product(*(range(n) for n in range(size, 1, -1)))
    made = [tuple(permutation(size, Script(bytes(choice)))) for choice in choices]
    assert sorted(made) == sorted(permutations(range(size)))


@given(st.sampled_from(deck_ids()), seeds)
def test_a_shuffle_keeps_every_card(id: str, seed):
    whole = deck(id)
    assert Counter(shuffle(whole, SeededRandomness(seed))) == Counter(whole.cards)


@given(seeds)
def test_the_same_seed_gives_the_same_order(seed):
    whole = deck("standard-52")
    assert shuffle_from_seed(whole, seed) == shuffle_from_seed(whole, seed)


@given(seeds, st.lists(st.integers(0, 700), max_size=12))
def test_a_stream_does_not_depend_on_how_it_is_cut(seed, counts):
    pieces, whole = SeededRandomness(seed), SeededRandomness(seed)
    assert b"".join(pieces.bytes(count) for count in counts) == whole.bytes(sum(counts))


def documented_stream(named: bytes, blocks: int) -> bytes:
    """The stream by its definition."""
    key = sha256(b"feltworks stream 1\n" + named).digest()
    return b"".join(sha256(key + i.to_bytes(8, "big")).digest() for i in range(blocks))


def test_the_stream_of_a_seed_is_the_documented_one():
    assert SeededRandomness(42).bytes(320) == documented_stream(b"int:2a", 10)
    assert SeededRandomness(-1).bytes(64) == documented_stream(b"int:-1", 2)
    assert SeededRandomness(b"\x2a\x00").bytes(64) == documented_stream(b"bytes:2a00", 2)


def test_orders_from_a_seed_never_change():
    assert join_cards(shuffle_from_seed(deck("standard-52"), 1).order[:13]) == FIRST_OF_SEED_1
    assert join_cards(shuffle_from_seed(deck("small-13-joker"), b"one").order) == ALL_OF_SEED_ONE


def test_children_differ_from_their_parent_and_from_each_other():
    parent = SeededRandomness(7)
    family = [parent, SeededRandomness(b"\x07"), SeededRandomness(8)]
    family += [parent.child(label) for label in (0, 1, 10, "1", "a", "", "int:1")]
    family += [parent.child(1).child(0), parent.child("a").child("b")]
    assert len({member.bytes(16) for member in family}) == len(family)


@given(seeds, st.integers() | st.text(max_size=10), st.integers(0, 300))
def test_a_child_does_not_depend_on_how_far_its_parent_has_read(seed, label, read):
    fresh, used = SeededRandomness(seed), SeededRandomness(seed)
    used.bytes(read)
    assert fresh.child(label).bytes(40) == used.child(label).bytes(40)


def test_a_child_starts_from_the_documented_key():
    key = sha256(b"feltworks stream 1\nint:7").digest()
    for label, named in ((26, b"int:1a"), ("núm", "text:núm".encode())):
        child_key = sha256(b"feltworks child 1\n" + key + named).digest()
        assert SeededRandomness(7).child(label).bytes(32) == sha256(child_key + bytes(8)).digest()


@given(seeds, st.integers(0, 300))
def test_a_seeded_stream_goes_on_where_it_was_when_pickled(seed, read):
    source = SeededRandomness(seed)
    source.bytes(read)
    assert pickle.loads(pickle.dumps(source)).bytes(100) == source.bytes(100)


@pytest.mark.parametrize("seed", [None, 1.5, "seed", True, bytearray(b"x")])
def test_a_seed_is_a_whole_number_or_bytes(seed):
    with pytest.raises(RandomnessError, match="a seed is a whole number or bytes"):
        SeededRandomness(seed)


def test_the_house_takes_no_seed_and_cannot_be_saved_copied_or_imitated():
    with pytest.raises(TypeError):
        HouseRandomness(1)
    house = HouseRandomness()
    for attempt in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="cannot be pickled or copied"):
            attempt(house)
    for sealed in (HouseRandomness, SeededRandomness):
        with pytest.raises(TypeError, match="has no variants"):
            type("Imitation", (sealed,), {})
    with pytest.raises(AttributeError):
        house.bytes = lambda count: b"\0" * count


def test_a_shuffle_for_play_takes_only_the_deck():
    assert list(inspect.signature(shuffle_for_play).parameters) == ["deck"]
    whole = deck("standard-52")
    first, second = shuffle_for_play(whole), shuffle_for_play(whole)
    assert first.order != second.order and Counter(first.order) == Counter(whole.cards)


def test_a_shuffle_knows_where_its_order_came_from():
    whole = deck("standard-52")
    by_house, by_seed = shuffle_for_play(whole), shuffle_from_seed(whole, 1)
    assert (by_house.origin, by_seed.origin) == ("house", "seed")
    assert by_house.for_play() == by_house.order
    with pytest.raises(RandomnessError, match="came from a seed"):
        by_seed.for_play()


def test_nobody_can_hand_a_shuffle_an_order_or_a_source_of_their_own():
    whole = deck("small-12")
    with pytest.raises(RandomnessError, match="not Script"):
        Shuffle(whole, Script(bytes(100)))
    with pytest.raises(RandomnessError, match="not tuple"):
        Shuffle(whole, whole.cards)
    with pytest.raises(AttributeError):
        shuffle_from_seed(whole, 1).origin = "house"


def test_a_shuffle_does_not_show_its_cards_in_a_log():
    made = shuffle_for_play(deck("standard-52"))
    assert repr(made) == "<Shuffle of standard-52, 52 cards, origin house>"


def test_a_shuffle_travels_between_processes():
    made = shuffle_from_seed(deck("six-deck-shoe"), 3)
    assert pickle.loads(pickle.dumps(made)) == made
