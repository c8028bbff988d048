"""Games that nobody ships: what a rules file can say beyond the three, dealt by the same engine."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.ask.rounds import (
    AUDITOR,
    Bet,
    Burnt,
    Compared,
    Dealt,
    Decide,
    JackpotPaid,
    Limits,
    NoMoreBets,
    NotAllowed,
    PitError,
    Settled,
    Shown,
    TableError,
    TablePlan,
    TakenBack,
    Terms,
    open_table,
    paid_cents,
    player,
    view,
)
from tests.ask.rules import read
from tests.ask.shipped import ship_engines

from feltworks.cards import parse_cards

from .rigging import Rigged, bets, lines, table

GAMES = Path(__file__).parents[1] / "generic" / "games"
EARLY, DOWN, UP = (str(GAMES / f"{id}.toml") for id in ("raise-early", "take-it-down", "up-card"))
BOARD, DEALER = (None, "board"), (None, "dealer")


def choices(round):
    return {legal.move.choice: legal.amounts for legal in round.legal_moves()}


def settled(round):
    return {e.wager: e.net_cents for e in round.log if isinstance(e, Settled)}


def early(decisions=(), cards=None):
    placed = bets(1, ante=500, blind=500)
    return Rigged(EARLY, placed, cards or {}, decisions).played()


def test_a_list_of_multiples_is_a_choice_of_amounts():
    round = early()
    assert choices(round)["bet"].only == (1500, 2000)
    assert round.why_not(Decide(1, "bet", 1500)) is None
    assert round.why_not(Decide(1, "bet", 2000)) is None
    for cents in (None, 500, 1000, 1750):
        assert round.why_not(Decide(1, "bet", cents)).rule == "wrong-size"


def test_a_choice_may_end_all_later_decisions():
    log = early([Decide(1, "bet", 2000)]).log
    assert sum(isinstance(e, Decide) for e in log) == 1
    assert sum(isinstance(e, Dealt) and e.zone == "board" for e in log) == 5


def test_a_decision_is_offered_only_while_a_wager_is_not_out():
    log = early([Decide(1, "check"), Decide(1, "bet", 1000)]).log
    assert sum(isinstance(e, Decide) for e in log) == 2


def test_checking_to_the_end_leaves_fold_or_the_smallest_raise():
    round = early([Decide(1, "check"), Decide(1, "check")])
    assert choices(round)["fold"] is None and choices(round)["bet"].only == (500,)


def test_check_takes_no_amount():
    assert early().why_not(Decide(1, "check", 500)).rule == "no-amount"


def test_a_wager_may_compare_although_the_dealer_does_not_qualify():
    cards = {(1, "hole"): "Ac Kd", DEALER: "9h 3d", BOARD: "Ah Jc 8s 6d 4s"}
    round = early([Decide(1, "bet", 1500)], cards)
    assert settled(round) == {"ante": 0, "blind": 0, "raise": 1500}


def test_a_blind_pays_by_table_on_a_win_and_otherwise_pushes():
    cards = {(1, "hole"): "Ac Kc", DEALER: "Ah 3d", BOARD: "Ad Jc 8c 6c 4s"}
    round = early([Decide(1, "bet", 1500)], cards)
    assert settled(round) == {"ante": 500, "blind": 750, "raise": 1500}


def down(decisions=(), cards=None, placed=None):
    placed = placed or bets(1, one=500, two=500, three=500)
    return Rigged(DOWN, placed, cards or {}, decisions).played()


def test_a_wager_may_be_taken_back():
    pair = {(1, "hole"): "Tc Td 4h", BOARD: "2s 7d"}
    round = down([Decide(1, "down"), Decide(1, "ride")], pair)
    assert TakenBack(1, "one", 500) in round.log
    assert settled(round) == {"two": 500, "three": 500}


def test_a_pay_table_game_has_no_dealer_to_show():
    log = down([Decide(1, "ride"), Decide(1, "ride")], {(1, "hole"): "2c 7d 4h"}).log
    assert [e.seat for e in log if isinstance(e, Shown)] == [1]
    assert not any(isinstance(e, Compared) for e in log)


def test_a_side_wager_alone_is_dealt_cards_and_asked_nothing():
    placed = bets(1, bonus=500)
    round = down((), {(1, "hole"): "2c 2d 4h"}, placed)
    assert settled(round) == {"bonus": 500}
    assert not any(isinstance(e, Decide) for e in round.log)
    assert "stage second-look" not in lines(round), "nobody needs the rest of the board"


def test_a_stage_may_settle_a_wager_before_the_next():
    placed = bets(1, one=500, two=500, three=500, bonus=500)
    log = down([Decide(1, "ride")], {(1, "hole"): "2c 2d 4h"}, placed).log
    assert [e.wager for e in log if isinstance(e, Settled)] == ["bonus"]


def up(decisions=(), cards=None, placed=None, **more):
    placed = placed or bets(1, ante=500)
    return Rigged(UP, placed, cards or {}, decisions, **more).played()


def test_a_dealers_up_card_is_seen_before_the_decision_and_the_others_are_not():
    round = up((), {DEALER: "As Kd Qc"})
    (first, *rest) = [
        e.card for e in view(round, player(1)).log if getattr(e, "zone", "") == "dealer"
    ]
    assert str(first) == "As" and rest == [None, None]


def test_a_blind_card_is_not_seen_even_by_its_owner():
    round = up((), {(1, "hole"): "2c 3d", (1, "last"): "As"})
    own = [e.card for e in view(round, player(1)).log if getattr(e, "zone", "") == "last"]
    assert own == [None]
    assert "As" in repr(view(round, AUDITOR).log)


def test_a_size_between_two_takes_any_chips_in_between():
    round = up()
    for cents in (500, 700, 1000):
        assert round.why_not(Decide(1, "small", cents)) is None
    for cents in (None, 400, 550, 1100):
        assert round.why_not(Decide(1, "small", cents)).rule == "wrong-size"


def test_a_choice_may_require_a_hand():
    aces = up((), {(1, "hole"): "Ac Ad"})
    kings = up((), {(1, "hole"): "Kc Kd"})
    assert set(choices(aces)) == {"fold", "small", "large"}
    assert set(choices(kings)) == {"fold", "small"}
    assert kings.why_not(Decide(1, "large")).rule == "hand-needed"


def test_a_stage_is_skipped_unless_a_wager_calls_for_it():
    assert not any(isinstance(e, Burnt) for e in up().log)
    log = up(placed=bets(1, ante=500) + bets(2, ante=500, four=100)).log
    assert sum(isinstance(e, Burnt) for e in log) == 2


def test_settling_in_mid_round_turns_over_only_the_cards_it_is_about():
    round = up((), {(1, "hole"): "2c 9d", (1, "last"): "As"}, bets(1, ante=500, four=100))
    assert [(e.seat, e.zone) for e in round.log if isinstance(e, Shown)] == [(1, "hole")]


def test_a_bonus_is_paid_win_or_lose():
    cards = {(1, "hole"): "3c 4d", (1, "last"): "5h", DEALER: "Ac Ad Ah"}
    round = up([Decide(1, "small", 500)], cards)
    assert settled(round) == {"ante": -500 + 500, "raise": -500}


def test_odds_that_do_not_come_out_even_are_rounded_as_the_rules_say():
    cards = {(1, "hole"): "Kc Kd", (1, "last"): "5h", DEALER: "Qc 9d 2h"}
    limits = Limits(1, 10_000, 1, 10_000, (1,))
    round = up([Decide(1, "small", 7)], cards, bets(1, ante=7), limits=limits)
    assert settled(round) == {"ante": 7, "raise": 8}, "8.4 to the nearest cent"


def test_a_jackpot_hit_in_mid_round_is_paid_then():
    cards = {(1, "hole"): "9c 9d", DEALER: "9h", (None, "extra"): "9s 2d"}
    round = up((), cards, bets(1, ante=500, four=100), jackpots={"pot-of-gold": 12_345})
    assert [e.cents for e in round.log if isinstance(e, JackpotPaid)] == [12_345]
    assert round.turn.waits_for == "decision"


@pytest.mark.parametrize(
    ("odds", "stake", "rounding", "won"),
    [
        ("3/2", 500, "down", 750),
        ("3/2", 501, "down", 751),
        ("3/2", 501, "nearest", 752),
        ("3/2", 501, "up", 752),
        ("6/5", 7, "down", 8),
        ("6/5", 8, "nearest", 10),
        ("-1/2", 501, "down", -251),
        ("-1/2", 501, "up", -250),
        ("0", 501, "down", 0),
        ("-1", 501, "up", -501),
    ],
)
def test_rounding_to_the_cent(odds, stake, rounding, won):
    assert sum(paid_cents(Fraction(odds), stake, rounding)) - stake == won


@given(
    st.fractions(-1, 500, max_denominator=12),
    st.integers(1, 100_000),
    st.sampled_from(["down", "nearest", "up"]),
)
def test_rounding_is_never_a_cent_off_and_never_takes_more_than_the_stake(odds, stake, rounding):
    returned, paid = paid_cents(odds, stake, rounding)
    assert 0 <= returned <= stake and paid >= 0
    assert abs(returned + paid - stake - odds * stake) < 1
    down, up = paid_cents(odds, stake, "down"), paid_cents(odds, stake, "up")
    assert sum(down) <= sum((returned, paid)) <= sum(up)


def test_rules_for_another_engine_are_refused_by_name():
    for game in ("texas-21", "mini-tex-ring"):
        with pytest.raises(TableError, match="mechanism"):
            TablePlan(read(game).rules)


def test_the_pit_says_which_mechanism_has_no_engine(monkeypatch):
    ship_engines(monkeypatch, {"dice": None})
    with pytest.raises(PitError, match="mechanism 'table'; engines are there for dice"):
        open_table(read("mini-tex"))


def test_a_round_is_a_value_that_can_be_played_on_in_two_ways():
    opened = table("mini-tex").open_round(Terms())
    one = opened.play_all([Bet(1, "ante", 500), NoMoreBets()])
    other = opened.play_all([Bet(2, "ante", 700), NoMoreBets()])
    assert opened.log == () and opened.turn.waits_for == "bets"
    assert one.log[0] == Bet(1, "ante", 500) and other.log[0] == Bet(2, "ante", 700)


def test_a_refused_move_among_several_changes_nothing():
    opened = table("mini-tex").open_round(Terms())
    with pytest.raises(NotAllowed) as refused:
        opened.play_all([Bet(1, "ante", 500), Bet(1, "ante", 500)])
    assert refused.value.reason.rule == "already-out" and opened.log == opened.moves == ()


def test_cards_are_told_apart_when_a_player_lays_them():
    drawn = {(1, "cards"): "9c 9d Ah Qd 2d"}
    round = Rigged("pick-2-poker", bets(1, ante=500, three_five_bonus=500), drawn).played()
    laid = [Decide(1, "three-card", cards=parse_cards(text)) for text in ("Qd 9d 9c", "9c 9c 9d")]
    assert [round.why_not(move) is None for move in laid] == [True, False]


def test_the_ends_of_a_range_can_be_bet_though_chips_do_not_make_them_up(tmp_path):
    stranger = tmp_path / "halves.toml"
    text = Path(UP).read_text()
    stranger.write_text(text.replace('size = "1 to 2 x ante"', 'size = "1/2 to 3/2 x ante"'))
    round = Rigged(str(stranger), bets(1, ante=500), {}).played()
    amounts = choices(round)["small"]
    assert (amounts.least_cents, amounts.most_cents) == (250, 750)
    assert all(round.why_not(legal.move) is None for legal in round.legal_moves())
    assert round.why_not(Decide(1, "small", 750)) is None
    for cents in (249, 751):
        assert round.why_not(Decide(1, "small", cents)).rule == "wrong-size"
    even = Rigged(str(stranger), bets(1, ante=600), {}).played()
    assert even.why_not(Decide(1, "small", 450)).rule == "wrong-size"
    assert even.why_not(Decide(1, "small", 400)) is None
