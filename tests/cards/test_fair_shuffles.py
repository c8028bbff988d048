"""A laboratory's examination of the shuffler, through the very sampler that play uses.

The seeds are fixed, so these tests give the same verdict on every run. Beside each verdict on our
shuffler stands a well-known wrong way of doing it, which the same test must catch.
"""

from functools import cache

import pytest

from feltworks.cards import (
    ByteSource,
    HouseRandomness,
    SeededRandomness,
    below,
    deck,
    permutation,
    shuffle,
)

from .laboratory import (
    evenness_p,
    neighbours_p,
    orders_p,
    positions_p,
    runs_p,
    serial_correlation_p,
    tally,
)

SEEDS = (20_080_312, b"laboratory")
# Some fifty p-values are held against this: of ten thousand fair shufflers, one would be suspect.
SUSPECT = 1e-6
UNFAIR = 1e-9
# For a source that cannot be repeated: one false alarm in a thousand million runs.
NEVER = 1e-9


def fair(p: float) -> bool:
    return p > SUSPECT


def stream(seed: int | bytes, label: str) -> SeededRandomness:
    return SeededRandomness(seed).child(label)


@cache
def deals(seed: int | bytes) -> list[list[int]]:
    """Five thousand deals of the standard deck, each a list of face numbers."""
    standard, source = deck("standard-52"), stream(seed, "deals")
    return [[standard.index(card) for card in shuffle(standard, source)] for _ in range(5_000)]


@cache
def draws(seed: int | bytes) -> list[int]:
    source = stream(seed, "draws")
    return [below(52, source) for _ in range(100_000)]


@pytest.mark.parametrize("seed", SEEDS)
class TestTheStandardDeck:
    @pytest.mark.slow
    def test_every_card_is_equally_often_in_every_place(self, seed):
        assert fair(positions_p(deals(seed)))

    def test_cards_that_touch_in_a_new_deck_are_parted(self, seed):
        assert fair(neighbours_p(deals(seed)))

    @pytest.mark.slow
    @pytest.mark.parametrize("size", [3, 4, 5])
    def test_all_orders_of_a_few_cards_in_a_row_are_equally_likely(self, seed, size):
        windows = (deal[i : i + size] for deal in deals(seed) for i in range(0, 52 - size, size))
        assert fair(orders_p(windows, size))

    def test_one_deal_says_nothing_about_the_next(self, seed):
        for place in (0, 25, 51):
            column = [deal[place] for deal in deals(seed)]
            assert fair(serial_correlation_p(column, lag=1))
            assert fair(runs_p(column, lambda card: card >= 26))


@pytest.mark.parametrize("seed", SEEDS)
class TestTheSampler:
    @pytest.mark.slow
    def test_draws_are_not_correlated_with_later_draws(self, seed):
        for lag in (1, 2, 3, 7, 52):
            assert fair(serial_correlation_p(draws(seed), lag=lag))

    def test_high_and_low_draws_come_in_natural_runs(self, seed):
        assert fair(runs_p(draws(seed), lambda draw: draw >= 26))

    def test_all_pairs_of_draws_are_equally_likely(self, seed):
        drawn = draws(seed)
        pairs = (52 * a + b for a, b in zip(drawn[::2], drawn[1::2], strict=True))
        assert fair(evenness_p(tally(pairs, 52 * 52)))

    def test_bytes_of_the_stream_are_equally_likely(self, seed):
        assert fair(evenness_p(tally(stream(seed, "bytes").bytes(200_000), 256)))


def examined(seed: int) -> tuple[float, float, float, float]:
    source = SeededRandomness(seed)
    made = [permutation(52, source) for _ in range(300)]
    fours = (deal[i : i + 4] for deal in made for i in range(0, 52, 4))
    drawn = [below(100, source) for _ in range(3_000)]
    return (
        positions_p(made),
        orders_p(fours, 4),
        evenness_p(tally(drawn, 100)),
        serial_correlation_p(drawn, lag=1),
    )


@pytest.mark.slow
def test_over_many_seeds_p_values_are_spread_as_chance_spreads_them():
    """Catches what no single test can: a shuffler that is a little uneven, or suspiciously even."""
    for p_values in zip(*(examined(seed) for seed in range(60)), strict=True):
        tenths = tally((min(9, int(10 * p)) for p in p_values), 10)
        assert fair(evenness_p(tenths))


@pytest.mark.parametrize("n", [3, 6, 13, 41, 52, 100, 200, 257, 312])
def test_numbers_below_any_n_are_equally_likely(n: int):
    source = stream(SEEDS[0], f"below {n}")
    assert fair(evenness_p(tally((below(n, source) for _ in range(60_000)), n)))


def modulo_below(n: int, source: ByteSource) -> int:
    """What the rejection is there to prevent."""
    width = ((n - 1).bit_length() + 7) // 8
    return int.from_bytes(source.bytes(width), "big") % n


@pytest.mark.parametrize("n", [41, 52, 100, 200])
def test_a_remainder_without_rejection_would_be_caught(n: int):
    source = stream(SEEDS[0], f"below {n}")
    assert evenness_p(tally((modulo_below(n, source) for _ in range(60_000)), n)) < UNFAIR


def swap_with_any(size: int, source: ByteSource) -> list[int]:
    """A common slip: every place swaps with any place. Some orders then come up more often."""
    order = list(range(size))
    for place in range(size):
        chosen = below(size, source)
        order[place], order[chosen] = order[chosen], order[place]
    return order


def never_stay(size: int, source: ByteSource) -> list[int]:
    """Another slip, by one (Sattolo): no card can remain where it was."""
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        chosen = below(last, source)
        order[last], order[chosen] = order[chosen], order[last]
    return order


@pytest.mark.slow
def test_all_120_orders_of_five_cards_are_equally_likely():
    source = stream(SEEDS[0], "five cards")
    assert fair(orders_p((permutation(5, source) for _ in range(30_000)), 5))


@pytest.mark.slow
@pytest.mark.parametrize("wrong", [swap_with_any, never_stay])
def test_the_well_known_wrong_shuffles_would_be_caught(wrong):
    source = stream(SEEDS[0], "five cards")
    assert orders_p((wrong(5, source) for _ in range(30_000)), 5) < UNFAIR
    assert positions_p([wrong(52, source) for _ in range(3_000)]) < UNFAIR


def test_the_house_source_passes_a_smoke_test():
    house = HouseRandomness()
    assert evenness_p(tally(house.bytes(100_000), 256)) > NEVER
    assert evenness_p(tally((below(52, house) for _ in range(20_000)), 52)) > NEVER
    assert orders_p((permutation(5, house) for _ in range(5_000)), 5) > NEVER
    assert positions_p([permutation(52, house) for _ in range(500)]) > NEVER
