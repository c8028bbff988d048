"""Betting rounds: structures, the cap, all-ins, who may raise again, and who is asked at all."""

import pytest
from tests.ask.rounds import (
    Decide,
    Irregularity,
    Limits,
    Named,
    Posted,
    Reason,
    RingPlan,
    Taken,
    Terms,
    TranscriptError,
    Uncalled,
    Wagered,
    replay_text,
    write_transcript,
)
from tests.ask.rules import GAMES_DIR, load, read

from .felt import LIMITS, amounts, choices, deal, entries, net, opened, plan, played

SPREAD = plan(structure="spread-limit")
NO_LIMIT = plan(structure="no-limit")


def why_not(now, choice, dollars=None):
    cents = None if dollars is None else round(dollars * 100)
    reason = now.why_not(Decide(now.turn.seat, choice, cents))
    assert isinstance(reason, Reason)
    return reason.rule


class TestFixedLimit:
    def test_every_bet_and_raise_is_the_minimum_bet(self):
        now = deal([500] * 3, "raise")
        assert amounts(now, "raise-to") == (30, 30)
        now = played(now, "raise raise")
        assert amounts(now, "call") == (20, 20)
        now = played(now, "call call")
        assert amounts(now, "bet") == (10, 10)

    def test_a_round_has_a_bet_and_three_raises_and_the_big_blind_is_the_bet(self):
        now = deal([500] * 3, "raise raise raise")
        assert choices(now) == ["fold", "call"]
        assert why_not(now, "raise-to") == "raises-capped"
        now = played(now, "call call")
        now = played(now, "bet raise raise raise")
        assert choices(now) == ["fold", "call"]

    def test_an_amount_may_be_left_out_where_there_is_only_one(self):
        now = deal([500] * 3)
        after = now.play(Decide(3, "raise-to"))
        assert after.log[-2] == Decide(3, "raise-to", 2000)

    def test_nobody_folds_where_he_may_check(self):
        now = deal([500] * 3, "call call")
        assert choices(now) == ["check", "raise-to"]
        assert why_not(now, "fold") == "no-such-choice"
        assert why_not(now, "call") == "no-such-choice"


class TestSpreadLimit:
    def test_anything_from_the_minimum_to_the_maximum_bet(self):
        now = deal([500] * 3, "call call check", of=SPREAD)
        assert amounts(now, "bet") == (10, 40)
        assert why_not(now, "bet", 9) == why_not(now, "bet", 41) == "wrong-size"
        assert why_not(now, "bet", 10.5) == "wrong-size", "chips are dollars"

    def test_a_raise_adds_at_least_as_much_as_the_last_one(self):
        now = deal([500] * 3, "call call check bet25", of=SPREAD)
        assert amounts(now, "raise-to") == (50, 65)
        now = played(now, "raise60")
        assert amounts(now, "raise-to") == (95, 100)


class TestNoLimit:
    def test_anything_from_the_minimum_bet_to_the_whole_stack(self):
        now = deal([500] * 3, "call call check", of=NO_LIMIT)
        assert amounts(now, "bet") == (10, 485)

    def test_a_raise_adds_at_least_as_much_as_the_last_one(self):
        now = deal([500] * 3, "raise70", of=NO_LIMIT)
        assert amounts(now, "raise-to") == (130, 495)

    def test_the_cap_on_raises_holds_here_too(self):
        now = deal([500] * 3, "raise20 raise30 raise40", of=NO_LIMIT)
        assert choices(now) == ["fold", "call"]


class TestShortAllIns:
    def test_a_short_raise_must_be_answered(self):
        now = deal([500, 500, 500, 18], "call raise", of=plan(ante="off"))
        assert entries(now, Wagered)[-1] == Wagered(4, 1800, 1800, all_in=True)
        assert now.turn.seat == 1
        assert amounts(now, "call") == (13, 13)

    def test_it_does_not_reopen_the_betting_to_who_has_acted(self):
        """Seat 3 called, seat 4 is all in for $18 of the $20 a raise takes."""
        now = deal([500, 500, 500, 18], "call raise call call", of=plan(ante="off"))
        assert now.turn.seat == 3
        assert choices(now) == ["fold", "call"]
        assert why_not(now, "raise-to") == "not-reopened"

    @pytest.mark.parametrize("structure", ["no-limit", "spread-limit"])
    def test_nor_does_it_where_bets_may_differ(self, structure):
        """Seat 3 raised by $20 to $30; seat 4 is all in for $45, $5 short of another raise."""
        of = plan(ante="off", structure=structure)
        now = deal([500, 500, 500, 45], "raise30 raise45 call call", of=of)
        assert now.turn.seat == 3
        assert choices(now) == ["fold", "call"] and amounts(now, "call") == (15, 15)
        assert why_not(now, "raise-to") == "not-reopened"
        full = deal([500, 500, 500, 50], "raise30 raise50 call call", of=of)
        assert choices(full) == ["fold", "call", "raise-to"]

    def test_who_has_not_acted_may_complete_it_in_fixed_limit(self):
        now = deal([500, 500, 500, 18], "call raise", of=plan(ante="off"))
        assert amounts(now, "raise-to") == (20, 20)
        now = played(now, "raise call")
        assert now.turn.seat == 3
        assert amounts(now, "raise-to") == (30, 30), "a full raise reopens the betting"

    def test_the_short_raise_and_its_completion_count_as_one(self):
        now = deal([500, 500, 500, 18], "call raise raise raise raise", of=plan(ante="off"))
        assert amounts(now, "call") == (20, 20)
        assert choices(now) == ["fold", "call"]

    def test_in_no_limit_a_raise_adds_the_last_full_raise_to_the_short_one(self):
        now = deal([500, 500, 500, 18], "call raise18", of=plan(ante="off", structure="no-limit"))
        assert amounts(now, "raise-to") == (28, 500)

    def test_in_spread_limit_the_largest_raise_is_reckoned_from_the_short_one(self):
        now = deal(
            [500, 500, 500, 16], "call raise16", of=plan(ante="off", structure="spread-limit")
        )
        assert amounts(now, "raise-to") == (26, 56)

    def test_short_raises_that_add_up_to_a_full_one_reopen_the_betting(self):
        of = plan(ante="off", structure="no-limit")
        now = deal([21, 500, 500, 16], "call raise16 raise21 call", of=of)
        assert now.turn.seat == 3, "he called $10 and faces $11"
        assert amounts(now, "raise-to") == (31, 500)

    def test_a_full_all_in_raise_reopens_the_betting(self):
        now = deal([500, 500, 500, 20], "call raise call call", of=plan(ante="off"))
        assert now.turn.seat == 3
        assert choices(now) == ["fold", "call", "raise-to"]

    def test_a_short_bet_does_not_let_those_raise_who_have_checked(self):
        now = deal([500, 500, 500, 16], "call call call check", of=plan(ante="off"))
        now = played(now, "check check check bet")
        assert entries(now, Wagered)[-1].cents == 600
        assert choices(now) == ["fold", "call"]

    def test_a_call_for_less_is_all_in(self):
        now = deal([500, 500, 13], "call raise call", of=plan(ante="off"))
        assert amounts(now, "call") == (3, 3)
        assert why_not(now, "raise-to") == "all-in"
        assert entries(played(now, "call"), Wagered)[-1].all_in

    def test_nobody_raises_when_everyone_else_is_all_in(self):
        now = deal([500, 18], "raise call", of=plan(ante="off"))
        assert now.turn.waits_for == "nothing"
        now = deal([18, 500], "raise", of=plan(ante="off"))
        assert choices(now) == ["fold", "call"]
        assert why_not(now, "raise-to") == "nobody-to-raise"

    def test_betting_ends_when_all_but_one_are_all_in_and_the_cards_are_run_out(self):
        done = deal([15, 15, 500], "call call")
        assert done.turn.waits_for == "nothing"
        assert entries(done, Taken)

    def test_what_nobody_called_goes_back(self):
        done = deal([25, 500], "raise raise call", of=plan(ante="off"))
        assert [(e.seat, e.cents) for e in entries(done, Uncalled)] == [(2, 500)]


class TestRaisesPutRight:
    """Who may raise, what counts toward the cap, and what half a bet is worth."""

    COMPLETED = "call call call check bet raise call raise call"

    def test_who_called_a_short_raise_may_not_raise_when_it_is_completed(self):
        """Seat 3 has called $19; completed to $20, he faces a dollar and not a full raise."""
        now = deal([500, 34, 500, 500], self.COMPLETED)
        assert now.turn.seat == 3 and amounts(now, "call") == (1, 1)
        assert choices(now) == ["fold", "call"]
        assert why_not(now, "raise-to") == "not-reopened"

    def test_who_faces_a_full_raise_after_a_completion_may_raise(self):
        """Seat 1 had bet $10 and faces $10 more."""
        now = deal([500, 34, 500, 500], self.COMPLETED.removesuffix(" call"))
        assert now.turn.seat == 1 and amounts(now, "raise-to") == (30, 30)

    def test_rounds_dealt_before_are_played_as_they_were(self):
        loose = RingPlan(load("mini-tex-ring"), loose_raises=True)
        now = deal([500, 34, 500, 500], self.COMPLETED, of=loose)
        assert now.turn.seat == 3 and choices(now) == ["fold", "call", "raise-to"]
        loose = RingPlan(load("mini-tex-ring", {"structure": "no-limit"}), loose_raises=True)
        now = deal([35, 35, 500], "call call check bet15 raise", of=loose)
        assert choices(now) == ["fold", "call", "raise-to"], "though nobody can answer"

    @pytest.mark.parametrize(
        ("rule", "offered"),
        [("counted", ["fold", "call"]), ("uncounted", ["fold", "call", "raise-to"])],
    )
    @pytest.mark.parametrize("structure", ["no-limit", "spread-limit"])
    def test_short_all_ins_count_toward_the_four_wagers_of_a_round(self, structure, rule, offered):
        """A bet, two all-ins for less than a raise and a raise are four."""
        of = plan(structure=structure, short_all_ins=rule)
        now = deal([500, 30, 37, 500], "call call call check bet10 raise raise raise32", of=of)
        assert now.turn.seat == 1 and choices(now) == offered
        if rule == "counted":
            assert why_not(now, "raise-to") == "raises-capped"

    def test_at_the_cap_a_short_raise_may_still_be_completed_and_no_more(self):
        """The fourth wager came short: with its completion it is one."""
        stacks = [500, 500, 500, 50, 500]
        now = deal(stacks, "call call call call check bet raise raise raise")
        assert now.turn.seat == 5 and amounts(now, "raise-to") == (40, 40)
        now = played(now, "raise")
        assert now.turn.seat == 1 and choices(now) == ["fold", "call"]
        assert why_not(now, "raise-to") == "raises-capped"

    def test_at_the_cap_nobody_is_all_in_for_a_part_of_the_completion(self):
        stacks = [500, 500, 500, 50, 53]
        now = deal(stacks, "call call call call check bet raise raise raise")
        assert now.turn.seat == 5 and choices(now) == ["fold", "call"]

    def test_half_a_bet_counts_as_a_full_one_where_the_house_says_so(self):
        """All in for $15 on $10: the next raise is to $25, and who had bet may raise again."""
        half = plan(full_bet="half")
        now = deal([500, 30, 500], "call call check bet raise", of=half)
        assert now.turn.seat == 3 and amounts(now, "raise-to") == (25, 25)
        now = played(now, "call")
        assert now.turn.seat == 1 and amounts(now, "raise-to") == (25, 25)
        whole = deal([500, 30, 500], "call call check bet raise")
        assert amounts(whole, "raise-to") == (20, 20), "completed"
        assert choices(played(whole, "call")) == ["fold", "call"]

    def test_less_than_half_a_bet_is_short_in_any_house(self):
        half = plan(full_bet="half")
        now = deal([500, 29, 500], "call call check bet raise", of=half)
        assert amounts(now, "raise-to") == (20, 20)
        assert choices(played(now, "call")) == ["fold", "call"]

    def test_the_largest_bet_of_a_spread_may_be_made_though_it_has_loose_cents(self):
        terms = Terms(Limits(200, 850, 100, 500, (100, 500)))
        now = deal([500] * 3, "call call check", of=SPREAD, terms=terms)
        assert amounts(now, "bet") == (2, 8.5)
        assert now.play(Decide(1, "bet", 850)).turn.seat == 2

    def test_nobody_raises_whom_no_other_player_can_answer(self):
        """Seat 2 is all in for $20, and seat 1 has $20 in all."""
        now = deal([35, 35, 500], "call call check bet15 raise", of=NO_LIMIT)
        assert now.turn.seat == 3 and choices(now) == ["fold", "call"]
        assert why_not(now, "raise-to") == "nobody-to-raise"
        now = deal([36, 35, 500], "call call check bet15 raise", of=NO_LIMIT)
        assert choices(now) == ["fold", "call", "raise-to"], "seat 1 has a dollar more"


class TestVoidHands:
    """A void hand gives nobody a raise more, whatever counted as a full bet."""

    def half(self, raises="3"):
        of = plan(full_bet="half", raises=raises)
        terms = Terms(LIMITS, policy={"misbet": "void-seat"})
        now = deal([500, 500, 21, 500, 500], "raise raise", of=of, terms=terms)
        assert now.turn.seat == 5, "seat 3 is all in for $16, seat 4 has raised to $26"
        return now.play(Irregularity("misbet", "a hand was dead", 4))

    def test_half_a_bet_stays_a_full_one_when_the_raise_on_it_is_void(self):
        now = self.half()
        assert amounts(now, "call") == (16, 16) and amounts(now, "raise-to") == (26, 26)

    def test_at_the_cap_a_void_raise_is_not_made_again(self):
        assert choices(self.half(raises="2")) == ["fold", "call"]


class TestBlinds:
    def test_blinds_are_live_and_the_big_blind_may_raise(self):
        now = deal([500] * 4, "call call call")
        assert now.turn.seat == 2
        assert choices(now) == ["check", "raise-to"]
        assert amounts(deal([500] * 4, "call call"), "call") == (5, 5), "the small blind adds half"

    def test_without_the_option_the_flop_follows_the_last_call(self):
        now = deal([500] * 4, "call call call", of=plan(big_blind_option="off"))
        assert now.turn.seat == 1
        assert "bet" in choices(now)

    def test_without_the_option_a_raise_still_comes_back_to_the_big_blind(self):
        now = deal([500] * 4, "raise call call", of=plan(big_blind_option="off"))
        assert now.turn.seat == 2
        assert choices(now) == ["fold", "call", "raise-to"]

    def test_a_short_blind_is_all_in_and_the_others_call_the_whole_of_it(self):
        now = deal([500, 8, 500])
        assert [e.cents for e in entries(now, Posted)] == [500, 300]
        assert amounts(now, "call") == (10, 10)

    def test_an_ante_may_take_the_last_chip(self):
        done = deal([500, 3, 500], "fold", hole={1: "2c 3d", 2: "As Ah"}, board="Kd 9h 7c")
        assert entries(done, Posted)[-1].seat == 1, "nothing is left for the big blind"
        assert net(done) == {1: -1, 2: 6, 3: -5}

    def test_everyone_folds_to_the_big_blind(self):
        done = deal([500] * 4, "fold fold fold")
        assert net(done) == {1: -10, 2: 20, 3: -5, 4: -5}
        assert [(e.seat, e.cents) for e in entries(done, Uncalled)] == [(2, 500)]


class TestTwoPlayers:
    def test_by_the_letter_the_button_is_the_big_blind(self):
        now = deal([500, 500], button=2)
        assert [(e.seat, e.blind) for e in entries(now, Posted)] == [(1, "small"), (2, "big")]
        assert now.turn.seat == 1, "left of the big blind"
        assert played(now, "call check").turn.seat == 1, "left of the button"

    def test_by_custom_the_button_is_the_small_blind(self):
        now = deal([500, 500], button=2, of=plan(heads_up_blinds="custom"))
        assert [(e.seat, e.blind) for e in entries(now, Posted)] == [(2, "small"), (1, "big")]
        assert now.turn.seat == 2, "left of the big blind"
        assert played(now, "call check").turn.seat == 1, "left of the button"

    @pytest.mark.parametrize("blinds", ["letter", "custom"])
    def test_with_three_players_both_conventions_agree(self, blinds):
        now = opened([500] * 3, of=plan(heads_up_blinds=blinds))
        assert [(e.seat, e.blind) for e in entries(now, Posted)] == [(1, "small"), (2, "big")]


def test_a_transcript_of_0_1_replays_though_its_raise_would_be_refused_today():
    """The file of then is found by its identity, and its raises are as loose as they were."""
    file = GAMES_DIR / "earlier" / "0.1" / "mini-tex-ring.toml"
    then = read(file)
    loose = RingPlan(then.rules, loose_raises=True)
    done = deal([500, 34, 500, 500], TestRaisesPutRight.COMPLETED + " raise call call", of=loose)
    while done.turn.waits_for == "decision":
        done = played(done, "check")
    text = write_transcript(
        Named("mini-tex-ring", then.sha256_of_version_1, dict(then.chosen)), done
    )
    table, _, again = replay_text(text)
    assert table.loaded.sha256 == then.sha256 and again.log == done.log
    as_today = text.replace(then.sha256_of_version_1, then.sha256)
    with pytest.raises(TranscriptError, match="does not reopen the betting"):
        replay_text(as_today)


def test_no_file_of_today_is_taken_for_one_of_0_1():
    """It has options that 0.1 did not have, so no identity of then is its own."""
    assert read("mini-tex-ring").sha256_of_version_1 is None
