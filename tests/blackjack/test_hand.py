"""What a hand counts, as a round calls it once it is played."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.ask.rounds import BlackjackPlan, Deal, Decide
from tests.golden import lines, next_place

from feltworks.cards import Card, parse_cards

from .plain_blackjack import is_soft, natural, total
from .plain_rules import dealt_to, plain_rules

CARDS = st.lists(
    st.builds(Card, st.sampled_from("A23456789TJQKA"), st.sampled_from("cdhs")),
    min_size=2,
    max_size=12,
)
PLAN = BlackjackPlan(plain_rules({"ranks": "A 2 3 4 5 6 7 8 9 T J Q K", "packs": 16}))


def called(cards):
    """The cards that a seat took which hit while it could, and how the hand was called."""
    round, left, took = dealt_to(PLAN), list(cards), []
    while round.turn.waits_for != "nothing":
        if round.turn.waits_for == "decision":
            offered = {legal.move.choice for legal in round.legal_moves()}
            choice = "hit" if left and "hit" in offered else "stand"
            round = round.play(Decide(1, choice))
        elif (next_place(round) or (None,))[0] == 1:
            took.append(left.pop(0))
            round = round.play(Deal(took[-1]))
        else:
            round = round.play(Deal(Card("9", "c")))
    starts = "seat 1's box: "
    call = next(line for line in lines(round) if line.startswith(starts)).removeprefix(starts)
    return took, call


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(CARDS)
def test_a_hand_counts_as_reckoned_by_hand(cards):
    took, call = called(cards)
    ranks = tuple(card.rank for card in took)
    points = total(ranks)
    if natural(ranks):
        assert call == "blackjack"
    elif points > 21:
        assert call == f"bust with {points}"
    else:
        assert call == (f"soft {points}" if is_soft(ranks) and points < 21 else f"{points}")


@pytest.mark.parametrize(
    ("cards", "call"),
    [
        ("Ac Kd", "blackjack"),
        ("Ac 6d", "soft 17"),
        ("Ac 6d Kh", "17"),
        ("Ac 5d 5h", "21"),
        ("Kc 6d Kh", "bust with 26"),
        ("Ac Ad", "soft 12"),
        ("2c 2d", "4"),
    ],
)
def test_how_a_hand_is_called(cards, call):
    assert called(parse_cards(cards)) == ([*parse_cards(cards)], call)
