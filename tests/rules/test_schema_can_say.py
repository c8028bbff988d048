"""Each thing a game of this family may want to say, said in a file and read back."""

from fractions import Fraction

import pytest
from tests.ask.rules import check_file, load, load_text

from .felt import Felt
from .sample import SAMPLES, edited, sample_text

LONG = load(SAMPLES / "long-raise.toml")
RIDE = load(SAMPLES / "ride-along.toml")
ACES = load(SAMPLES / "aces-raise.toml")
SIXTH = load(SAMPLES / "three-queens.toml")


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_every_sample_is_sound_with_every_option(path):
    check_file(path)


def test_settlement_a_cell_for_every_case_and_one_for_whatever_the_dealer_has():
    assert set(SIXTH.settle["ante"].cells) == {"folded", "not_qualified", "win", "tie", "lose"}
    assert set(SIXTH.settle["pair-up"].cells) == {"folded", "always"}


def test_settlement_not_qualified_may_still_compare():
    assert LONG.settle["raise"].compares_unqualified
    assert not LONG.settle["ante"].compares_unqualified


def test_settlement_a_cell_may_fall_back_to_always():
    text = edited(('[settle.pair-up]\nfolded = "lose"', '[settle.pair-up]\nfolded = "as always"'))
    felt = Felt(text)
    assert felt.net("pair-up", folded=True, cards="7s 7d 7c") == 30


def test_settlement_rows_of_two_tables_stack_or_the_higher_counts():
    higher = Felt(SAMPLES / "aces-raise.toml")
    stacked = Felt(edited(('rows = "higher"', 'rows = "stack"'), text=sample_text("aces-raise")))
    aces = {"cards": "As 2d 2c 2h 3s", "dealer": "Ad 2s"}
    assert (higher.net("match", **aces), stacked.net("match", **aces)) == (7, 7 + 2)
    for felt in (higher, stacked):
        assert felt.net("match", cards="7s 2d 2c 2h 3s", dealer="7d 2s") == 7
        assert felt.net("match", cards="As 2d 2c 2h 3s", dealer="7d 2s") == 2
        # A row that loses on purpose does not take back what the other table pays.
        assert felt.net("match", cards="As 2d 2c 2h 3s", dealer="Ks 2s") == 2
        assert felt.net("match", cards="9s 2d 2c 2h 3s", dealer="7d 2s") == -1


def test_flow_a_choice_may_end_all_later_decisions():
    assert LONG.stages[0].decide[1].ends
    assert not LONG.stages[2].decide[1].ends


def test_flow_a_decision_may_be_offered_only_while_a_wager_is_not_out():
    assert [stage.while_not_out for stage in LONG.stages] == [None, "raise", "raise"]


def test_flow_a_choice_may_require_a_hand():
    needed = ACES.stages[0].decide[2].requires
    assert (needed.hand, needed.is_) == ("player", "pair of aces or better")


def test_flow_check_and_take_a_wager_back():
    check, take = RIDE.stages[0].decide
    assert (check.id, check.bet, check.folds) == ("check", None, False)
    assert (take.id, take.take_back) == ("take-back", "first")


def test_flow_a_stage_may_settle_wagers_and_take_place_only_if_one_is_out():
    texas = load("texas-21")
    assert texas.stage("flop").settles == texas.stage("flop").if_out == ("bonus", "progressive")


def test_sizes_one_multiple_a_list_of_them_or_anything_between_two():
    assert LONG.stages[1].decide[1].size.multiples == (2,)
    assert LONG.stages[0].decide[1].size.multiples == (3, 4)
    between = ACES.stages[0].decide[1].size
    assert (between.multiples, between.between) == ((1, 2), True)
    assert ACES.wagers["match"].at_most.multiples == (Fraction(1, 2),)
    assert RIDE.wagers["bonus"].size.cents == 100


def test_zones_to_whom_how_many_and_who_sees_them():
    own, up, blind = ACES.stages[0].deal
    assert (own.to, own.cards, own.face) == ("cards", 5, "down")
    assert (up.to, up.cards, up.face) == ("dealer", 1, "up")
    assert (blind.to, blind.cards, blind.face) == ("dealer", 5, "blind")
    assert RIDE.stages[1].deal[0].turn == "board"


def test_zones_hands_of_different_size_the_first_cards_of_a_zone_best_n_of_m():
    assert ACES.hands["player"].from_ == {"cards": 5}
    assert ACES.hands["dealer"].from_ == {"dealer": 6}
    assert ACES.hands["shared"].from_ == {"cards": 1, "dealer": 1}
    assert SIXTH.hands["six"].from_ == {"cards": 3, "dealer": 3}


BONUS_ROWS = """\
    { hand = "straight flush", pays = "5:1" },
    { hand = "three of a kind", pays = "4:1" },
    { hand = "straight", pays = "1:1" },
"""
REST = '{ id = "rest", hand = "any hand", pays = "lose" }'


@pytest.mark.slow
@pytest.mark.parametrize(
    "phrase",
    [
        "pair",
        "pair or better",
        "pair of sixes or better",
        "pair of twos to pair of sixes",
        "ace-king high or better",
        "suited A-K-Q",
        "contains an ace",
    ],
)
def test_one_grammar_for_pay_rows_qualifiers_and_conditional_choices(phrase):
    rules = load_text(
        edited(
            ('qualifies = "queen high or better"', f'qualifies = "{phrase}"'),
            ('"contests.main.qualifies" = "queen high or better"', ""),
            (
                'size = "1 x ante"',
                f'size = "1 x ante", requires = {{ hand = "player", is = "{phrase}" }}',
            ),
            (BONUS_ROWS, f'{{ id = "it", hand = "{phrase}", pays = "1:1" }}, {REST}'),
        )
    )
    assert rules.contests["main"].qualifies == phrase
    assert rules.stages[0].decide[1].requires.is_ == phrase
    assert rules.pays["ante-bonus"].rows[0].hand == phrase


def test_prizes_odds_push_dollars_a_share_and_a_stake_kept_or_not():
    rows = {row.id: row.pays.kind for row in RIDE.pays["bonus"].rows}
    assert rows["mini-royal"] == "share"
    assert rows["straight-flush"] == "dollars"
    assert rows["straight"] == "odds"
    assert (RIDE.pays["bonus"].stake, RIDE.pays["main"].stake) == ("lost", "kept")


def test_unit_the_wager_that_edges_are_quoted_on():
    assert RIDE.unit == "third"
    assert load_text(edited(('unit = "ante"\n', ""))).unit == "ante"


DEUCES = """
[game]
id = "deuces"
name = "Deuces"
title = "Any pair wins, and twos are wild."
deck = { ranks = "2 9 T J Q K A", suits = "h s", jokers = 1 }

[zones]
cards = "player"

[rankings.deuces]
like = "three-card"
cards = 2
wild = ["2", "Jo"]
categories = ["pair", "high card"]
labels = { pair = "twins" }

[hands.player]
ranking = "deuces"
from = { cards = 2 }

[wagers.ante]
name = "Ante"
kind = "required"

[[stages]]
id = "deal"
deal = [{ to = "cards", cards = 2, face = "up" }]

[settle.ante]
always = { table = "ante", else = "lose" }

[pays.ante]
hand = "player"
rows = [{ hand = "twins", pays = "2:1" }]
"""


def test_a_deck_and_a_ranking_of_the_files_own():
    felt = Felt(DEUCES)
    assert felt.book.deck.size == 15
    for cards, net in (("9h 9s", 2), ("2h 9s", 2), ("Jo Ks", 2), ("Ks Qs", -1)):
        assert felt.net("ante", cards=cards) == net
