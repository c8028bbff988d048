"""Equity: counted shares equal to dealing every deal by hand, on decks small enough for that."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.ask.rules import load, load_text

from feltworks.cards import CardError, parse_cards
from feltworks.odds.equity import (
    EquityError,
    PotHand,
    against_one,
    equity,
    sampled_equities,
    sampled_equity,
    strength_table,
)
from feltworks.odds.equity.equity import boards
from feltworks.odds.equity.strengths import starts

SMALL = """
[game]
id = "small-ring"
name = "Small"
title = "A pot on a small deck."
mechanism = "ring"
deck = {deck}

[zones]
hole = "player"
community = "table"

[hands.player]
ranking = "{ranking}"
from = {from_}
use = 3
at_least = {at_least}

[rankings.wild-three]
like = "three-card"
wild = true

[wagers]

[[stages]]
id = "hole"
deal = [{{ to = "hole", cards = 2, face = "down" }}]
mechanism = "betting-round"
first_to_act = "left-of-big-blind"

[[stages]]
id = "board"
deal = [{{ to = "community", cards = 3, face = "up" }}]
mechanism = "betting-round"
first_to_act = "left-of-button"

[ring]
hand = "player"
players_at_most = 3
small_blind = "0.5 x minimum-bet"
big_blind = "1 x minimum-bet"
"""


def small(deck, ranking="three-card", at_least="{ hole = 1 }", from_="{ hole = 2, community = 3 }"):
    text = SMALL.format(deck=deck, ranking=ranking, at_least=at_least, from_=from_)
    return PotHand.of(load_text(text))


FIFTEEN = '{ ranks = ["2", "3", "Q", "K", "A"], suits = ["c", "d", "h"] }'
TWELVE = '{ ranks = ["Q", "K", "A"], suits = ["c", "d", "h", "s"] }'
LOPSIDED = '{ ranks = ["9", "T", "J", "Q"], suits = ["c", "d", "h"], removed = ["9c", "Th"] }'
WITH_JOKER = '{ ranks = ["T", "J", "Q", "K"], suits = ["c", "d", "h"], jokers = 1 }'
POTS = {
    "fifteen": small(FIFTEEN),
    "twelve": small(TWELVE),
    "suits not alike": small(LOPSIDED),
    "with a joker": small(WITH_JOKER, "wild-three"),
    "board may play": small(TWELVE, at_least="{}"),
    "board before hole": small(FIFTEEN, from_="{ community = 3, hole = 2 }"),
    "both must play": small(FIFTEEN, at_least="{ hole = 2 }"),
}
FULL = PotHand.of(load("mini-tex-ring"))


def value(pot, own, board):
    zones = {"hole": own, "community": board}
    hand = pot.book.rules.hands[pot.id]
    held = {zone: zones[zone] for zone in hand.from_}
    return pot.book.chooser(pot.id).value(pot.book.compiled(pot.id), held)


def by_hand(pot, hands, board=(), unknown=0, out=()):
    """Every deal there is, one by one: `(sharing counts of each hand, deals)`."""
    known = [card for hand in hands for card in hand] + [*board, *out]
    free = [card for card in pot.deck.cards if card not in known]
    counts = [Counter() for _ in hands]
    deals = 0
    for coming in combinations(free, 3 - len(board)):
        full = (*board, *coming)
        left = [card for card in free if card not in coming]
        values = [value(pot, hand, full) for hand in hands]
        worth = {pair: value(pot, pair, full) for pair in combinations(left, 2)} if unknown else {}
        for others in unknown_hands(left, unknown):
            deals += 1
            all_values = values + [worth[pair] for pair in others]
            best = max(all_values)
            for at, mine in enumerate(values):
                if mine == best:
                    counts[at][all_values.count(best)] += 1
    return counts, deals


def unknown_hands(left, unknown):
    if not unknown:
        yield ()
        return
    for pair in combinations(left, 2):
        rest = [card for card in left if card not in pair]
        for others in unknown_hands(rest, unknown - 1):
            yield (pair, *others)


def counts_of(share):
    return Counter({n: count for n, count in enumerate(share.sharing) if count})


def assert_as_by_hand(pot, hands, board=(), unknown=0, out=()):
    found = equity(pot, hands, board, unknown_hands=unknown, out=out)
    counts, deals = by_hand(pot, hands, board, unknown, out)
    assert [counts_of(share) for share in found] == counts
    assert all(share.deals == deals and share.exact for share in found)


@st.composite
def spots(draw, unknown):
    pot = POTS[draw(st.sampled_from(sorted(POTS)))]
    cards = draw(st.permutations(pot.deck.cards))
    hands = draw(st.integers(1, 2 if unknown else 3))
    board = draw(st.integers(0, 3))
    out = draw(st.integers(0, 2))
    if unknown == 2:
        board, out, hands = max(board, 1), 0, 1
    taken = iter(cards)
    dealt = [tuple(next(taken) for _ in range(2)) for _ in range(hands)]
    lying = tuple(next(taken) for _ in range(board))
    gone = tuple(islice(taken, out))
    left = len(cards) - 2 * hands - board - len(gone)
    if left < 3 - board + 2 * unknown:
        gone = ()
    return pot, dealt, lying, gone


@settings(max_examples=40, deadline=None)
@given(spots(unknown=0))
def test_known_hands_share_as_dealt_by_hand(spot):
    pot, hands, board, out = spot
    assert_as_by_hand(pot, hands, board, 0, out)


@settings(max_examples=30, deadline=None)
@given(spots(unknown=1))
def test_against_one_unknown_hand_as_dealt_by_hand(spot):
    pot, hands, board, out = spot
    assert_as_by_hand(pot, hands, board, 1, out)


@settings(max_examples=10, deadline=None)
@given(spots(unknown=2))
def test_against_two_unknown_hands_as_dealt_by_hand(spot):
    pot, hands, board, out = spot
    assert_as_by_hand(pot, hands, board, 2, out)


@pytest.mark.parametrize("name", ["fifteen", "suits not alike", "with a joker"])
def test_every_starting_hand_against_one_as_dealt_by_hand(name):
    pot = POTS[name]
    for start, share in against_one(pot)[::6]:
        counts, deals = by_hand(pot, [start.cards], unknown=1)
        assert Fraction(counts[0][1], deals) == share.win
        assert Fraction(counts[0][2], deals) == share.tie
        assert share.deals == deals * start.hands


class TestTheShippedGame:
    def test_shares_of_all_players_add_up_to_the_pot(self):
        hands = [parse_cards(text) for text in ("As Kd", "Qc Qd", "7h 8h", "2c 2d")]
        assert sum(share.part for share in equity(FULL, hands)) == 1

    def test_the_same_hand_in_other_suits_has_the_same_share(self):
        for one, other in (("As Kd", "Ac Kh"), ("9s 8s", "9d 8d"), ("5c 5d", "5h 5s")):
            shares = [equity(FULL, [parse_cards(t)], unknown_hands=1)[0] for t in (one, other)]
            assert shares[0] == shares[1]

    def test_two_equal_hands_share_equally(self):
        one, other = equity(FULL, [parse_cards("As Kd"), parse_cards("Ac Kh")])
        assert one.part == other.part == Fraction(1, 2)

    def test_a_hand_against_itself_unknown_is_even_on_average(self):
        """Over all starting hands, the mean share against one unknown hand is a half."""
        table = against_one(FULL)
        assert sum(start.hands for start, _ in table) == 1326
        mean = sum(share.part * start.hands for start, share in table) / 1326
        assert mean == Fraction(1, 2)

    def test_there_are_169_starts(self):
        kinds, number = starts(FULL)
        assert len(kinds) == 169
        assert {start.name[-1] for start in kinds if len(start.name) == 3} == {"s", "o"}
        assert Counter(start.hands for start in kinds) == {6: 13, 4: 78, 12: 78}
        assert (number >= 0).sum() == 52 * 51

    def test_the_table_and_a_single_question_agree(self):
        table = {start.name: share for start, share in against_one(FULL)}
        for text, name in (("As Ks", "AKs"), ("7d 2c", "72o"), ("Th Ts", "TT")):
            share = equity(FULL, [parse_cards(text)], unknown_hands=1)[0]
            assert (share.win, share.tie) == (table[name].win, table[name].tie)

    def test_boards_up_to_a_swap_of_suits_stand_for_all_boards(self):
        rows, weights = boards(FULL.deck, (), 3)
        assert weights.sum() == 22_100 and len(rows) == 1_755

    def test_a_made_hand_on_the_full_board_is_certain(self):
        share = equity(FULL, [parse_cards("As Ks")], parse_cards("Qs 2c 3d"), unknown_hands=1)[0]
        assert share.part == 1 and share.ties == 0


class TestSamples:
    @pytest.mark.parametrize("unknown", [1, 2])
    def test_a_sample_lies_within_four_errors_of_the_count(self, unknown):
        for seed, text in enumerate(("As Kd", "9s 8s", "5c 5d", "7h 2c")):
            hand = [parse_cards(text)]
            exact = equity(FULL, hand, unknown_hands=unknown)[0]
            drawn = sampled_equity(FULL, hand, unknown_hands=unknown, deals=20_000, seed=seed)[0]
            assert not drawn.exact and drawn.standard_error > 0
            assert abs(float(drawn.part - exact.part)) < 4 * drawn.standard_error

    def test_its_error_is_that_of_the_sample(self):
        """Of 40 samples about two thirds lie within one error of the truth, none beyond five."""
        hand = [parse_cards("Jd Td")]
        exact = float(equity(FULL, hand, unknown_hands=1)[0].part)
        off = []
        for seed in range(40):
            drawn = sampled_equity(FULL, hand, unknown_hands=1, deals=2_000, seed=seed)[0]
            off.append(abs(float(drawn.part) - exact) / drawn.standard_error)
        assert 18 <= sum(error < 1 for error in off) <= 36
        assert max(off) < 5

    def test_the_same_seed_gives_the_same_sample(self):
        def drawn(seed):
            return sampled_equity(FULL, [parse_cards("As Kd")], unknown_hands=5, seed=seed)

        assert drawn(3) == drawn(3)
        assert drawn(3) != drawn(4)

    def test_one_sample_serves_every_smaller_number_of_opponents(self):
        ladder = sampled_equities(FULL, [parse_cards("As Kd")], unknown_hands=9, deals=5_000)
        parts = [float(rung[0].part) for rung in ladder]
        assert len(parts) == 10 and parts[0] == 1
        assert parts == sorted(parts, reverse=True)

    def test_cards_of_a_sample_come_equally_often(self):
        """Against one unknown hand of a twelve-card deck the sample's ways are the counted ones."""
        pot = POTS["twelve"]
        hand = [parse_cards("Qc Kd")]
        exact = equity(pot, hand, unknown_hands=1)[0]
        drawn = sampled_equity(pot, hand, unknown_hands=1, deals=200_000, seed=1)[0]
        assert abs(float(drawn.part - exact.part)) < 4 * drawn.standard_error

    def test_the_strength_table_is_exact_for_one_and_sampled_for_more(self):
        pot = POTS["fifteen"]
        table = strength_table(pot, 3, deals=500)
        assert all([s.exact for s in row.against] == [True, False, False] for row in table)
        last = [row.against[-1].part for row in table]
        assert last == sorted(last, reverse=True)
        one = {start.name: share for start, share in against_one(pot)}
        assert all(row.against[0] == one[row.start.name] for row in table)


class TestArrays:
    def test_showdowns_over_arrays_are_those_of_the_scalar_chooser(self):
        draw = np.random.default_rng(3)
        for pot in (*POTS.values(), FULL):
            free = pot.free_faces(())
            deals = np.array([draw.permutation(free)[:9] for _ in range(60)], np.uint8)
            own, board = deals[:, :6].reshape(60, 3, 2), deals[:, 6:]
            values = pot.values(own, board)
            for deal in range(60):
                lying = [pot.deck.face(face) for face in board[deal]]
                for player in range(3):
                    cards = [pot.deck.face(face) for face in own[deal, player]]
                    assert values[deal, player] == value(pot, cards, lying)

    def test_arrays_of_another_shape_are_refused(self):
        with pytest.raises(EquityError, match="2 cards a player and 3 on the board, not 3 and 3"):
            FULL.values(np.zeros((5, 4, 3), np.uint8), np.zeros((5, 3), np.uint8))
        with pytest.raises(EquityError, match="by deal, player and card"):
            FULL.values(np.zeros((5, 4, 2), np.uint8), np.zeros((4, 3), np.uint8))


class TestQuestionsThatCannotBe:
    @pytest.mark.parametrize(
        ("hands", "board", "unknown", "says"),
        [
            ([], "", 1, "there is none"),
            (["As"], "", 1, "As must have 2 cards"),
            (["As Kd Qc"], "", 1, "must have 2 cards"),
            (["As Kd"], "2c 3c 4c 5c", 0, "more than 3 cards"),
            (["As Kd"], "", -1, "cannot be -1 unknown hands"),
            (["As Kd"], "", 3, "ask for a sample"),
        ],
    )
    def test_they_are_refused_in_a_sentence(self, hands, board, unknown, says):
        with pytest.raises(EquityError, match=says):
            equity(FULL, [parse_cards(t) for t in hands], parse_cards(board), unknown_hands=unknown)

    def test_a_card_twice(self):
        with pytest.raises(CardError, match="As is there 2 times"):
            equity(FULL, [parse_cards("As Kd"), parse_cards("As 2c")])

    def test_more_hands_than_the_deck_holds(self):
        with pytest.raises(EquityError, match="cards are still to come"):
            sampled_equity(POTS["twelve"], [parse_cards("Qc Kd")], unknown_hands=5)
        with pytest.raises(EquityError, match="one at least"):
            sampled_equity(FULL, [parse_cards("Qc Kd")], unknown_hands=5, deals=0)

    def test_a_game_without_a_pot(self):
        with pytest.raises(EquityError, match="has no pot"):
            PotHand.of(load("mini-tex"))

    @pytest.mark.parametrize("opponents", [0, 10])
    def test_a_table_for_no_opponents_or_too_many(self, opponents):
        with pytest.raises(EquityError, match="1 to 9 opponents"):
            strength_table(FULL, opponents)
