"""Cards and zones that a file cannot use, or does not."""

import pytest
from tests.ask.rules import RulesError, load_text, warnings

from .sample import edited, sample_text

THREE_CARDS = sample_text("three-card-poker").partition("[published]")[0]
BLACKJACK = sample_text("six-deck-blackjack").partition("[published]")[0]


def test_too_many_cards_name_the_key_that_takes_fewer():
    with pytest.raises(RulesError) as caught:
        load_text(edited(('"3 down to cards"', '"9 down to cards"'), text=THREE_CARDS))
    told = str(caught.value)
    assert "found 66 cards dealt by then with 7 seats taken (table.most_seats = 7)" in told
    assert "allowed: the 52 of the deck; a smaller table.most_seats takes fewer" in told


@pytest.mark.parametrize(
    ("deal", "says"),
    [
        ("", "no stage deals a card to it, and nothing uses it"),
        (', "1 up to extra"', "its cards are dealt, but no hand draws on them"),
    ],
)
def test_a_zone_that_nothing_uses_is_warned_of(deal, says):
    text = edited(
        ('dealer = "dealer"\n\n', 'dealer = "dealer"\nextra = "table"\n\n'),
        ('"3 down to dealer"', f'"3 down to dealer"{deal}'),
        text=THREE_CARDS,
    )
    assert warnings(load_text(text))["zones.extra"] == says
    plain = [*warnings(load_text(THREE_CARDS)), *warnings(load_text(BLACKJACK))]
    assert not [key for key in plain if key.startswith("zones")]
