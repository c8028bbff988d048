"""Which cards a hand may use: zones, and at least so many of one."""

import numpy as np
import pytest

from feltworks.cards import deck, join_cards, parse_cards
from feltworks.hands import Chooser, HandError

from .dealing import compiled, random_hands

STANDARD = deck("standard-52")
THREE, FIVE = compiled("three-card", STANDARD), compiled("five-card", STANDARD)
HOLDEM = Chooser({"hole": 2, "community": 3}, use=3, at_least={"hole": 1})


def zones(hole, community):
    return {"hole": parse_cards(hole), "community": parse_cards(community)}


def test_the_board_alone_does_not_count():
    held = zones("2s 9d", "As Ks Qs")
    assert len(HOLDEM.choices) == 9
    assert THREE.describe(HOLDEM.value(THREE, held)) == "ace-king-two flush"
    assert join_cards(HOLDEM.best(THREE, held)) == "As Ks 2s"


def test_without_a_demand_any_cards_count():
    free = Chooser({"hole": 2, "community": 3}, use=3)
    assert free.is_free
    assert not HOLDEM.is_free
    held = zones("2s 9d", "As Ks Qs")
    assert THREE.describe(free.value(THREE, held)) == "ace-high straight flush"
    faces = random_hands(STANDARD, 5, 1000, seed=1)
    arrays = {"hole": faces[:, :2], "community": faces[:, 2:]}
    assert np.array_equal(free.values(THREE, arrays), THREE.values(faces))


def test_exactly_so_many_from_each_zone():
    exact = Chooser({"hole": 4, "board": 5}, use=5, at_least={"hole": 2, "board": 3})
    assert len(exact.choices) == 60
    held = {"hole": parse_cards("As Ks 2d 3d"), "board": parse_cards("Qs Js Ts 9s 8s")}
    assert FIVE.describe(exact.value(FIVE, held)) == "royal flush"
    held = {"hole": parse_cards("As Kd 2d 3d"), "board": parse_cards("Qs Js Ts 9s 8s")}
    assert FIVE.describe(exact.value(FIVE, held)) == "ace-high straight"
    arrays = {
        zone: np.array([[STANDARD.index(card) for card in cards]], np.uint8)
        for zone, cards in held.items()
    }
    assert exact.values(FIVE, arrays).tolist() == [exact.value(FIVE, held)]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (({"hole": 0}, 1), "zone 'hole' has 0 cards"),
        (({"hole": 2}, 3), "a hand of 3 cannot be drawn from 2"),
        (({"hole": 2}, 0), "a hand of 0"),
        (
            ({"hole": 2}, 2, {"hold": 1}),
            r"zone 'hold' \(did you mean 'hole'\?\): the zones are hole",
        ),
        (({"hole": 2}, 2, {"hole": 3}), "at least 3 of zone 'hole': it has 2"),
        (({"a": 2, "b": 2}, 3, {"a": 2, "b": 2}), "demand 4 cards of a hand of 3"),
    ],
)
def test_mistakes(given, told):
    with pytest.raises(HandError, match=told):
        Chooser(*given)


def test_the_cards_must_lie_as_the_zones_say():
    with pytest.raises(HandError, match="the zones are"):
        HOLDEM.value(THREE, zones("2s 9d Ah", "As Ks"))
    with pytest.raises(HandError, match=r"uses 3 card.*ranks hands of 5"):
        HOLDEM.value(FIVE, zones("2s 9d", "As Ks Qs"))
