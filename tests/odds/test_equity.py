"""Equity: counted shares equal to dealing every deal by hand, on decks small enough for that."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.ask.equity import EquityError, Pot
from tests.ask.rules import load

from feltworks.cards import CardError, parse_cards

from .equity_pots import BOOKS, FULL, POTS, value

FULL_POT = Pot(FULL)
ASKED = {id(rules): Pot(rules) for rules in POTS.values()}


def by_hand(pot, hands, board=(), unknown=0, out=()):
    """Every deal there is, one by one: `(sharing counts of each hand, deals)`."""
    known = [card for hand in hands for card in hand] + [*board, *out]
    free = [card for card in BOOKS[id(pot)].deck.cards if card not in known]
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


def assert_as_by_hand(pot, hands, board=(), unknown=0, out=()):
    found = ASKED[id(pot)].shares(hands, board, unknown=unknown, out=out)
    counts, deals = by_hand(pot, hands, board, unknown, out)
    assert [share.sharing for share in found] == counts
    assert all(share.deals == deals and share.exact for share in found)


@st.composite
def spots(draw, unknown):
    pot = POTS[draw(st.sampled_from(sorted(POTS)))]
    cards = draw(st.permutations(BOOKS[id(pot)].deck.cards))
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


@settings(max_examples=25, deadline=None)
@given(spots(unknown=0))
def test_known_hands_share_as_dealt_by_hand(spot):
    pot, hands, board, out = spot
    assert_as_by_hand(pot, hands, board, 0, out)


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(spots(unknown=1))
def test_against_one_unknown_hand_as_dealt_by_hand(spot):
    pot, hands, board, out = spot
    assert_as_by_hand(pot, hands, board, 1, out)


@pytest.mark.slow
@settings(max_examples=6, deadline=None)
@given(spots(unknown=2))
def test_against_two_unknown_hands_as_dealt_by_hand(spot):
    pot, hands, board, out = spot
    assert_as_by_hand(pot, hands, board, 2, out)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fifteen", "suits not alike", "with a joker"])
def test_every_starting_hand_against_one_as_dealt_by_hand(name):
    pot = POTS[name]
    for start, share in ASKED[id(pot)].against_one()[::9]:
        counts, deals = by_hand(pot, [start.cards], unknown=1)
        assert Fraction(counts[0][1], deals) == share.win
        assert Fraction(counts[0][2], deals) == share.tie
        assert share.deals == deals * start.hands


class TestTheShippedGame:
    def test_shares_of_all_players_add_up_to_the_pot(self):
        hands = [parse_cards(text) for text in ("As Kd", "Qc Qd", "7h 8h", "2c 2d")]
        assert sum(share.part for share in FULL_POT.shares(hands)) == 1

    def test_the_same_hand_in_other_suits_has_the_same_share(self):
        for one, other in (("As Kd", "Ac Kh"), ("5c 5d", "5h 5s")):
            shares = [FULL_POT.shares([parse_cards(t)], unknown=1)[0] for t in (one, other)]
            assert shares[0] == shares[1]

    def test_two_equal_hands_share_equally(self):
        one, other = FULL_POT.shares([parse_cards("As Kd"), parse_cards("Ac Kh")])
        assert one.part == other.part == Fraction(1, 2)

    def test_a_hand_against_itself_unknown_is_even_on_average(self):
        """Over all starting hands, the mean share against one unknown hand is a half."""
        table = FULL_POT.against_one()
        assert sum(start.hands for start, _ in table) == 1326
        mean = sum(share.part * start.hands for start, share in table) / 1326
        assert mean == Fraction(1, 2)

    def test_there_are_169_starts_and_each_is_worth_what_a_single_question_says(self):
        table = FULL_POT.against_one()
        assert len({start.name for start, _ in table}) == len(table) == 169
        assert {start.name[-1] for start, _ in table if len(start.name) == 3} == {"s", "o"}
        assert Counter(start.hands for start, _ in table) == {6: 13, 4: 78, 12: 78}
        shares = {start.name: share for start, share in table}
        for text, name in (("As Ks", "AKs"), ("7d 2c", "72o"), ("Th Ts", "TT")):
            share = FULL_POT.shares([parse_cards(text)], unknown=1)[0]
            assert (share.win, share.tie) == (shares[name].win, shares[name].tie)

    def test_a_made_hand_on_the_full_board_is_certain(self):
        board = parse_cards("Qs 2c 3d")
        share = FULL_POT.shares([parse_cards("As Ks")], board, unknown=1)[0]
        assert share.part == 1 and share.tie == 0


class TestSamples:
    @pytest.mark.parametrize("unknown", [1, 2])
    def test_a_sample_lies_within_four_errors_of_the_count(self, unknown):
        for seed, text in enumerate(("As Kd", "9s 8s", "5c 5d", "7h 2c")):
            hand = [parse_cards(text)]
            exact = FULL_POT.shares(hand, unknown=unknown)[0]
            drawn = FULL_POT.sampled(hand, unknown=unknown, deals=20_000, seed=seed)[0]
            assert not drawn.exact and drawn.standard_error > 0
            assert abs(float(drawn.part - exact.part)) < 4 * drawn.standard_error

    def test_its_error_is_that_of_the_sample(self):
        """Of 40 samples about two thirds lie within one error of the truth, none beyond five."""
        hand = [parse_cards("Jd Td")]
        exact = float(FULL_POT.shares(hand, unknown=1)[0].part)
        off = []
        for seed in range(40):
            drawn = FULL_POT.sampled(hand, unknown=1, deals=2_000, seed=seed)[0]
            off.append(abs(float(drawn.part) - exact) / drawn.standard_error)
        assert 18 <= sum(error < 1 for error in off) <= 36
        assert max(off) < 5

    def test_the_same_seed_gives_the_same_sample(self):
        def drawn(seed):
            return FULL_POT.sampled([parse_cards("As Kd")], unknown=5, seed=seed)

        assert drawn(3) == drawn(3)
        assert drawn(3) != drawn(4)

    def test_one_sample_serves_every_smaller_number_of_opponents(self):
        ladder = FULL_POT.sampled_ladder([parse_cards("As Kd")], unknown=9, deals=5_000)
        parts = [float(rung[0].part) for rung in ladder]
        assert len(parts) == 10 and parts[0] == 1
        assert parts == sorted(parts, reverse=True)

    def test_cards_of_a_sample_come_equally_often(self):
        """Against one unknown hand of a twelve-card deck the sample's ways are the counted ones."""
        pot, hand = Pot(POTS["twelve"]), [parse_cards("Qc Kd")]
        exact = pot.shares(hand, unknown=1)[0]
        drawn = pot.sampled(hand, unknown=1, deals=200_000, seed=1)[0]
        assert abs(float(drawn.part - exact.part)) < 4 * drawn.standard_error

    def test_the_strength_table_is_exact_for_one_and_sampled_for_more(self):
        pot = Pot(POTS["fifteen"])
        table = pot.strengths(3, deals=500)
        assert all([s.exact for s in row.against] == [True, False, False] for row in table)
        last = [row.against[-1].part for row in table]
        assert last == sorted(last, reverse=True)
        one = {start.name: share for start, share in pot.against_one()}
        assert all(row.against[0] == one[row.start.name] for row in table)


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
            FULL_POT.shares([parse_cards(t) for t in hands], parse_cards(board), unknown=unknown)

    def test_a_card_twice(self):
        with pytest.raises(CardError, match="As is there 2 times"):
            FULL_POT.shares([parse_cards("As Kd"), parse_cards("As 2c")])

    def test_more_hands_than_the_deck_holds(self):
        with pytest.raises(EquityError, match="cards are still to come"):
            Pot(POTS["twelve"]).sampled([parse_cards("Qc Kd")], unknown=5)
        with pytest.raises(EquityError, match="one at least"):
            FULL_POT.sampled([parse_cards("Qc Kd")], unknown=5, deals=0)

    def test_a_game_without_a_pot(self):
        with pytest.raises(EquityError, match="has no pot"):
            Pot(load("mini-tex"))

    @pytest.mark.parametrize("opponents", [0, 10])
    def test_a_table_for_no_opponents_or_too_many(self, opponents):
        with pytest.raises(EquityError, match="1 to 9 opponents"):
            FULL_POT.strengths(opponents)
