"""What may be bet: required and optional wagers, tied sizes, the table's and the state's limits."""

from datetime import date, datetime

import pytest
from tests.ask.rounds import (
    Bet,
    Deal,
    Decide,
    Limits,
    NoMoreBets,
    NotAllowed,
    Reason,
    Terms,
    TermsError,
    Tip,
    balances,
    move_of,
    spot,
    stack,
)

from feltworks.cards import parse_cards

from .rigging import Rigged, bets, table

GRAN = {"gran": 50_000}


def opened(game, options=None, **terms):
    if game == "spanish-poker":
        terms.setdefault("jackpots", GRAN)
    return table(game, options).open_round(Terms(**terms))


def refused(round, move):
    reason = round.why_not(move)
    assert isinstance(reason, Reason) and reason.text.endswith("."), "it was let through"
    with pytest.raises(NotAllowed) as raised:
        round.play(move)
    assert raised.value.reason == reason
    return reason.rule


def after(round, *moves):
    return round.play_all(moves)


# --- the table's limits --------------------------------------------------------------------


@pytest.mark.parametrize(("cents", "rule"), [(400, "outside-limits"), (10_100, "outside-limits")])
def test_the_ante_lies_between_the_tables_minimum_and_maximum(cents, rule):
    round = opened("mini-tex")
    assert round.why_not(Bet(1, "ante", 500)) is None
    assert round.why_not(Bet(1, "ante", 10_000)) is None
    assert refused(round, Bet(1, "ante", cents)) == rule


def test_an_amount_must_be_made_up_of_the_houses_chips():
    round = opened("mini-tex", limits=Limits(500, 10_000, 500, 10_000, (500, 2500)))
    assert refused(round, Bet(1, "ante", 700)) == "no-such-chips"
    assert round.why_not(Bet(1, "ante", 1500)) is None


def test_only_whole_cents_are_money():
    round = opened("mini-tex")
    for cents in (500.0, "500", None, True):
        assert refused(round, Bet(1, "ante", cents)) == "not-money"


ODD = (None, True, 1.0, "1", [], {}, (), 10**5000, -(10**5000), object())


@pytest.mark.parametrize("odd", ODD, ids=[type(odd).__name__ for odd in ODD])
def test_whatever_a_move_holds_the_answer_is_a_reason(odd):
    """At the betting and at a decision; 1.0 and True are no seat 1."""
    betting = after(opened("pick-2-poker", {"tips": "on"}), Bet(1, "ante", 500))
    dealt = Rigged("pick-2-poker", bets(1, ante=500, three_five_bonus=500), {}).played()
    for round, moves in (
        (betting, [Bet(odd, "ante", 500), Bet(1, odd, 500), Bet(2, "ante", odd)]),
        (betting, [Tip(odd, "ante", 100), Tip(1, odd, 100), Tip(1, "ante", odd)]),
        (betting, [Bet(odd, "ante", 0), Bet(1, odd, 0), Deal(odd), odd]),
        (dealt, [Decide(odd, "fold"), Decide(1, odd), Decide(1, "five-card", odd or 1)]),
        (dealt, [Decide(1, "three-card", None, (odd, odd, odd))]),
        (dealt, [Decide(1, "three-card", None, odd)] if odd != () else []),
    ):
        for move in moves:
            refused(round, move)
    dealing = after(betting, Bet(1, "three-five-bonus", 500), NoMoreBets())
    assert refused(dealing, Deal(odd)) == "not-in-deck"


def test_cards_that_are_not_known_cannot_be_set_beside_those_that_are():
    dealt = Rigged(
        "pick-2-poker", bets(1, ante=500, three_five_bonus=500), {(1, "cards"): "9c 9d 4h 5d 2d"}
    ).played()
    laid = (*parse_cards("9c 9d 4h"), None)
    assert refused(dealt, Decide(1, "three-card", None, laid)) == "wrong-cards"


@pytest.mark.parametrize("odd", [500.0, "500", None, True, -1, pytest.param(10**5000, id="huge")])
def test_limits_are_whole_cents(odd):
    for name in ("minimum", "maximum", "side_minimum", "side_maximum"):
        with pytest.raises(TermsError) as wrong:
            Limits(**{f"{name}_cents": odd})
        assert wrong.value.key == name
    with pytest.raises(TermsError, match="chips"):
        Limits(chips=(odd,))
    with pytest.raises(TermsError, match="chips"):
        Limits(chips=[100])


@pytest.mark.parametrize(
    "terms",
    [
        {"policy": {"spilt-drink": "void"}},
        {"pack": True},
        {"pack": 1.0},
        {"commitment": "abc"},
        {"jackpots": {"gran": 10**5000}},
        {"under": "2008-08-20"},
        {"under": datetime(2008, 8, 20)},
        {"limits": None},
        {"jackpots": [500]},
        {"policy": None},
        {"discarded": "As"},
    ],
    ids=lambda terms: "-".join([*terms, *(type(value).__name__ for value in terms.values())]),
)
def test_terms_that_mean_nothing_are_refused(terms):
    with pytest.raises(TermsError):
        Terms(**terms)


# --- taken back ------------------------------------------------------------------------------


def test_a_wager_can_be_taken_back_and_bet_again_until_the_betting_closes():
    round = after(opened("mini-tex"), Bet(1, "ante", 500), Bet(1, "pocket-poker", 100))
    back = after(round, Bet(1, "ante", 0))
    assert [e.line for e in back.log[2:]] == [
        "seat 1 withdraws ante",
        "seat 1 gets $5 back from ante",
    ]
    assert balances(back.log) == {stack(1): -100, spot(1, "pocket-poker"): 100}
    assert back.why_not(NoMoreBets()).rule == "not-alone"
    again = after(back, Bet(1, "ante", 700), NoMoreBets())
    assert refused(again, Bet(1, "ante", 0)) == "betting-closed"
    assert balances(round.log)[spot(1, "ante")] == 500


def test_a_seat_that_takes_everything_back_is_out_of_the_round():
    round = after(opened("mini-tex"), Bet(1, "ante", 500), Bet(2, "ante", 500), Bet(1, "ante", 0))
    assert refused(after(round, Bet(2, "ante", 0)), NoMoreBets()) == "nobody-bets"
    assert after(round, NoMoreBets()).cards_due == 4
    assert refused(round, Bet(1, "ante", 0)) == "not-out"


def test_a_wager_that_another_is_measured_by_stays_until_that_one_is_gone():
    round = after(opened("pick-2-poker"), Bet(1, "ante", 500), Bet(1, "three-five-bonus", 500))
    assert refused(round, Bet(1, "ante", 0)) == "other-first"
    gone = after(round, Bet(1, "three-five-bonus", 0), Bet(1, "ante", 0))
    assert balances(gone.log) == {}


def test_a_tip_goes_back_with_its_wager():
    round = opened("pick-2-poker", {"tips": "on"})
    round = after(round, Bet(1, "ante", 500), Tip(1, "ante", 100), Bet(1, "ante", 0))
    assert balances(round.log) == {} and move_of("seat 1 withdraws ante") == Bet(1, "ante", 0)


def test_the_house_may_ask_more_for_a_side_wager_than_its_rules_do():
    round = opened("spanish-poker", limits=Limits(500, 10_000, 300, 10_000))
    round = after(round, Bet(1, "ante", 500))
    assert refused(round, Bet(1, "dos-pares", 200)) == "outside-limits"
    assert round.why_not(Bet(1, "dos-pares", 300)) is None


def test_a_wager_of_fixed_size_is_taken_whatever_chips_and_minimum_the_house_has():
    limits = Limits(500, 10_000, 500, 10_000, (500, 2500))
    round = after(opened("spanish-poker", limits=limits), Bet(1, "ante", 500))
    assert round.why_not(Bet(1, "gran-progressive", 100)) is None
    assert refused(round, Bet(1, "gran-progressive", 500)) == "wrong-size"


def test_a_wager_is_placed_once():
    round = after(opened("mini-tex"), Bet(1, "ante", 500))
    assert refused(round, Bet(1, "ante", 500)) == "already-out"
    assert round.why_not(Bet(2, "ante", 500)) is None


def test_seats_are_those_of_the_layout():
    for seat in (0, 7, -1):
        assert refused(opened("mini-tex"), Bet(seat, "ante", 500)) == "no-such-seat"
    assert opened("mini-tex", {"seats": "7"}).why_not(Bet(7, "ante", 500)) is None


def test_a_decision_wager_is_not_bet_before_the_deal():
    assert refused(opened("mini-tex"), Bet(1, "flop", 500)) == "not-offered"


def test_a_round_needs_a_wager():
    assert refused(opened("mini-tex"), NoMoreBets()) == "nobody-bets"


def test_a_small_deck_serves_only_so_many_seats():
    from tests.ask.rounds import TablePlan, TableRound
    from tests.ask.rules import read

    rules = read("mini-tex").rules
    small = rules.model_copy(update={"game": rules.game.model_copy(update={"deck": "small-12"})})
    round = TableRound.open(TablePlan(small), Terms())
    two = after(round, Bet(1, "ante", 500), Bet(2, "ante", 500))
    assert two.why_not(NoMoreBets()) is None
    assert refused(after(two, Bet(3, "ante", 500)), NoMoreBets()) == "deck-too-small"


# --- the state's limits ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("on", "most"),
    [(date(2008, 8, 20), 10_000), (date(2009, 6, 1), 15_000), (date(2024, 1, 1), 20_000)],
)
@pytest.mark.parametrize("game", ["mini-tex", "spanish-poker", "pick-2-poker"])
def test_the_ante_is_at_most_half_the_largest_lawful_wager(game, on, most):
    round = opened(game, under=on, limits=Limits(500, 100_000, 100, 100_000))
    assert round.why_not(Bet(1, "ante", most)) is None
    assert refused(round, Bet(1, "ante", most + 100)) == "outside-limits"


def test_a_side_wager_may_reach_the_largest_lawful_wager_itself():
    round = opened(
        "mini-tex",
        {"pocket_poker_above_ante": "on"},
        under=date(2008, 8, 20),
        limits=Limits(500, 100_000, 100, 100_000),
    )
    assert round.why_not(Bet(1, "pocket-poker", 20_000)) is None
    assert refused(round, Bet(1, "pocket-poker", 20_100)) == "outside-limits"


def test_pocket_poker_is_at_most_the_ante_unless_the_house_says_otherwise():
    round = after(opened("mini-tex"), Bet(1, "ante", 500))
    assert round.why_not(Bet(1, "pocket-poker", 500)) is None
    assert refused(round, Bet(1, "pocket-poker", 600)) == "outside-limits"
    by_option = after(opened("mini-tex", {"pocket_poker_above_ante": "on"}), Bet(1, "ante", 500))
    assert by_option.why_not(Bet(1, "pocket-poker", 600)) is None


def test_the_tables_own_maximum_holds_below_the_states():
    round = opened("mini-tex", under=date(2024, 1, 1))
    assert refused(round, Bet(1, "ante", 10_100)) == "outside-limits"


PICK = (Bet(1, "ante", 1000), Bet(1, "three-five-bonus", 1000), Bet(1, "five-card-bonus", 1000))


def test_two_games_on_a_hand_before_2008():
    round = after(opened("pick-2-poker", under=date(2007, 6, 1)), *PICK[:2])
    assert round.why_not(NoMoreBets()) is None
    assert refused(after(round, PICK[2]), NoMoreBets()) == "too-many-games"


def test_three_games_on_a_hand_in_2008():
    assert after(opened("pick-2-poker", under=date(2008, 6, 1)), *PICK, NoMoreBets()).log


def test_ante_and_raise_are_one_game_and_a_progressive_is_one():
    placed = (Bet(1, "ante", 500), Bet(1, "dos-pares", 500), Bet(1, "gran-progressive", 100))
    round = after(opened("spanish-poker", under=date(2008, 8, 1)), *placed)
    assert round.why_not(NoMoreBets()) is None
    layout = {"side_wagers": "dos-pares-and-joker"}
    placed = (Bet(1, "ante", 500), Bet(1, "dos-pares", 500), Bet(1, "joker-in-hand", 500))
    round = after(opened("spanish-poker", under=date(2007, 8, 1), options=layout), *placed)
    assert refused(round, NoMoreBets()) == "too-many-games"


@pytest.mark.slow
def test_spanish_poker_with_the_gran_as_a_fourth_game_is_one_too_many_in_2008():
    from tests.ask.rounds import open_table
    from tests.ask.rules import GAMES_DIR, read_text

    text = GAMES_DIR.joinpath("spanish-poker.toml").read_text("utf-8")
    start = text.index("[options.side_wagers]")
    text = text[:start] + text[text.index("\n[options.", text.index("none = {", start)) :]
    two, three = '"dos-pares", "gran-progressive"]\nat_most = 2', '"joker-in-hand"]\nat_most = 3'
    text = text.replace(two, f'"dos-pares", "gran-progressive", {three}', 1)
    layout = open_table(read_text(text))
    three_games = (Bet(1, "ante", 500), Bet(1, "dos-pares", 500), Bet(1, "joker-in-hand", 500))
    round = after(layout.open_round(Terms(under=date(2008, 8, 1), jackpots=GRAN)), *three_games)
    assert round.why_not(NoMoreBets()) is None
    assert refused(after(round, Bet(1, "gran-progressive", 100)), NoMoreBets()) == "too-many-games"


def test_of_six_games_three_must_be_small():
    from tests.ask.rounds import open_table
    from tests.ask.rules import read_text

    sides = "".join(
        f'[wagers.s{n}]\nname = "S{n}"\nkind = "side"\n[settle.s{n}]\n'
        f'always = {{ table = "t", else = "lose" }}\n'
        for n in range(1, 7)
    )
    names = ", ".join(f'"s{n}"' for n in range(1, 7))
    rules = f"""
        [game]
        id = "many"
        name = "Many"
        title = "Many side wagers."
        deck = "standard-52"
        [zones]
        hole = "player"
        [hands.three]
        ranking = "three-card"
        from = {{ hole = 3 }}
        [wagers.ante]
        name = "Ante"
        kind = "required"
        {sides}
        [settle.ante]
        always = {{ table = "t", else = "lose" }}
        [pays.t]
        hand = "three"
        rows = [{{ hand = "pair or better", pays = "1:1" }}]
        [offer]
        side_wagers = [{names}]
        [[stages]]
        id = "deal"
        deal = [{{ to = "hole", cards = 3, face = "down" }}]
    """
    round = open_table(read_text(rules)).open_round(Terms(under=date(2010, 1, 1)))
    large = after(round, Bet(1, "ante", 1000), Bet(1, "s1", 1000), Bet(1, "s2", 1000))
    assert large.why_not(NoMoreBets()) is None
    assert after(large, Bet(1, "s3", 500), Bet(1, "s4", 500)).why_not(NoMoreBets()) is None
    assert refused(after(large, Bet(1, "s3", 600)), NoMoreBets()) == "too-many-large-games"
    seven = after(large, *(Bet(1, f"s{n}", 500) for n in (3, 4, 5, 6)))
    assert refused(seven, NoMoreBets()) == "too-many-games"


# --- Spanish Poker's wagers -------------------------------------------------------------------


def test_the_gran_is_always_exactly_one_dollar():
    round = after(opened("spanish-poker"), Bet(1, "ante", 500))
    assert round.why_not(Bet(1, "gran-progressive", 100)) is None
    assert refused(round, Bet(1, "gran-progressive", 200)) == "wrong-size"


def test_a_side_wager_not_on_the_layout_is_not_taken():
    assert refused(opened("spanish-poker"), Bet(1, "joker-in-hand", 100)) == "not-offered"


def test_dos_pares_has_a_minimum_of_a_dollar_and_the_ante_above_it():
    round = after(opened("spanish-poker"), Bet(1, "ante", 1000))
    assert round.why_not(Bet(1, "dos-pares", 100)) is None
    assert round.why_not(Bet(1, "dos-pares", 1000)) is None
    assert refused(round, Bet(1, "dos-pares", 1100)) == "outside-limits"


def test_dos_pares_may_exceed_the_ante_by_option():
    round = after(opened("spanish-poker", {"side_above_ante": "on"}), Bet(1, "ante", 1000))
    assert round.why_not(Bet(1, "dos-pares", 10_000)) is None


def test_a_side_wager_bet_first_is_held_against_the_ante_when_betting_closes():
    round = after(opened("spanish-poker"), Bet(1, "dos-pares", 2000), Bet(1, "ante", 1000))
    assert refused(round, NoMoreBets()) == "above-other"


def test_a_side_wager_without_the_ante_only_by_option():
    assert refused(after(opened("spanish-poker"), Bet(1, "dos-pares", 500)), NoMoreBets()) == (
        "not-alone"
    )
    alone = opened("spanish-poker", {"dos_pares_alone": "on"})
    assert after(alone, Bet(1, "dos-pares", 500), NoMoreBets()).turn.waits_for == "card"


def test_a_side_wager_alone_may_have_a_higher_minimum():
    chosen = {"dos_pares_alone": "on", "dos_pares_minimum_alone": "5"}
    round = opened("spanish-poker", chosen)
    assert refused(after(round, Bet(1, "dos-pares", 400)), NoMoreBets()) == "below-alone"
    assert after(round, Bet(1, "dos-pares", 500), NoMoreBets()).log
    both = after(round, Bet(1, "dos-pares", 400), Bet(1, "ante", 500))
    assert both.why_not(NoMoreBets()) is None


def test_at_most_ante_raise_and_two_side_wagers():
    """The rules file says two; a layout that offers three still takes two from a seat."""
    from tests.ask.rounds import TablePlan, TableRound
    from tests.ask.rules import read

    rules = read("spanish-poker").rules
    offer = rules.offer.model_copy(
        update={"side_wagers": ("dos-pares", "joker-in-hand", "gran-progressive")}
    )
    round = TableRound.open(
        TablePlan(rules.model_copy(update={"offer": offer})), Terms(jackpots=GRAN)
    )
    two = after(round, Bet(1, "ante", 500), Bet(1, "dos-pares", 500), Bet(1, "joker-in-hand", 500))
    assert two.why_not(NoMoreBets()) is None
    assert refused(after(two, Bet(1, "gran-progressive", 100)), NoMoreBets()) == (
        "too-many-side-wagers"
    )


def test_one_seat_that_does_not_fit_holds_the_deal_up():
    round = after(opened("spanish-poker"), Bet(1, "ante", 500), Bet(3, "dos-pares", 500))
    reason = round.why_not(NoMoreBets())
    assert "Seat 3" in reason.text


def test_chips_leave_the_stack_when_a_wager_is_placed():
    round = after(opened("mini-tex"), Bet(1, "ante", 500))
    assert balances(round.log) == {stack(1): -500, spot(1, "ante"): 500}


# --- terms -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terms", "says"),
    [
        (lambda: Limits(chips=()), "chips are amounts above zero"),
        (lambda: Limits(chips=(500, 100)), "smallest first"),
        (lambda: Limits(chips=(200, 500)), r"chip of \$5 cannot be changed into chips of \$2"),
        (lambda: Limits(minimum_cents=0), "minimum"),
        (lambda: Limits(minimum_cents=600, maximum_cents=500), r"maximum of \$5"),
        (lambda: Limits(side_minimum_cents=20_000), "side minimum"),
        (lambda: Terms(jackpots={"gran": -1}), "jackpot gran is -1"),
        (lambda: Terms(jackpots={"gran": 1.5}), "whole cents"),
        (lambda: Terms(policy={"misbet": "shrug"}), "allowed are void, void-seat, play-on"),
        (lambda: Terms(pack=3), "no pack 3"),
        (lambda: opened("mini-tex", jackpots={"gran": 5}), "no jackpot 'gran'"),
    ],
)
def test_terms_that_make_no_sense_are_refused_in_a_sentence(terms, says):
    with pytest.raises(TermsError, match=says):
        terms()


def test_a_bonus_that_must_equal_the_ante_is_held_to_the_posted_side_maximum():
    limits = Limits(side_maximum_cents=2_500)
    for ante, rule in ((2_500, None), (5_000, "no-room")):
        placed = (Bet(1, "ante", ante), Bet(1, "three-five-bonus", ante))
        round = after(opened("pick-2-poker", limits=limits), *placed)
        bonus = Bet(1, "five-card-bonus", ante)
        if rule is None:
            assert round.why_not(bonus) is None
        else:
            assert refused(round, bonus) == rule
