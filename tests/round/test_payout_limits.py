"""Payout limits: what pay tables pay above them is won, held back, and stated as such."""

from __future__ import annotations

import pytest
from tests.ask.rounds import (
    TOKES,
    TRAY,
    Bet,
    Decide,
    Irregularity,
    JackpotPaid,
    PayoutLimits,
    Settled,
    Terms,
    Tip,
    Undone,
    balances,
    net_cents,
    read_transcript,
    stack,
    wager_results,
    within_limits,
)
from tests.ask.terminal import sentence
from tests.blackjack import rigging as blackjack
from tests.ring import felt as ring
from tests.table import rigging as table

FOURS = {1: "2s 2h 2d 2c 3c", 2: "3s 3h 3d Jo 4s", 3: "5s 5h 5d 5c 6c"}
"""Four of a kind: 25 to 1 on the ante."""


def spanish(*antes, limits, extra=(), policy=None):
    """A dealer who qualifies and hands of four of a kind against him."""
    seats = range(1, len(antes) + 1)
    return table.Rigged(
        "spanish-poker",
        [Bet(seat, "ante", ante) for seat, ante in zip(seats, antes, strict=True)],
        {(None, "dealer"): "6s 6h 7d 7h As", **{(seat, "cards"): FOURS[seat] for seat in seats}},
        [Decide(seat, "bet") for seat in seats],
        extra=extra,
        policy=policy or {},
        payout_limits=PayoutLimits(*limits),
    )


def told(round):
    """Won, held back and paid, by seat and wager; of a wager settled again the last time."""
    return {
        (e.seat, e.wager): (e.won_cents, e.held_back_cents, e.paid_cents)
        for e in round.log
        if isinstance(e, Settled) and not e.tip
    }


def test_a_settlement_states_what_was_won_what_is_held_back_and_what_is_paid():
    round = spanish(1000, limits=(100_00, None)).played()
    # 25 to 1 on $10 is $250; the raise is paid even money, which no pay table is needed for.
    assert told(round) == {(1, "ante"): (25_000, 15_000, 10_000), (1, "raise"): (2_000, 0, 2_000)}
    assert net_cents(round.log, 1) == 10_000 + 2_000
    (ante,) = [e for e in round.log if isinstance(e, Settled) and e.wager == "ante"]
    assert ante.line == (
        "seat 1 ante $10 wins $250, of which a payout limit holds back $150 and $100 is paid "
        "(four-of-a-kind)"
    )
    assert sentence(round, ante, {1: "you"}) == (
        "Your Ante of $10 wins $250, of which a payout limit holds back $150 and $100 is paid: "
        "four-of-a-kind."
    )


def test_the_transcript_states_it_and_replays():
    rigged = spanish(1000, limits=(100_00, 200_00))
    round, reveal = rigged.with_deck()
    text = rigged.table.transcript(round, reveal)
    assert 'player_limit = "$100"\ntable_limit = "$200"\n' in text
    assert "wins $250, of which a payout limit holds back $150 and $100 is paid" in text
    again = rigged.table.replay(read_transcript(text))
    assert again.log == round.log and rigged.table.transcript(again, reveal) == text
    assert wager_results(text) == {(1, "ante"): 10_000, (1, "raise"): 2_000}


def test_all_players_together_are_paid_no_more_than_the_tables_limit():
    round = spanish(9000, 3000, 1000, limits=(1_500_00, 1_250_00)).played()
    # $2,250, $750 and $250 were won: $1,500, $750 and $250 within the player's limit, half of each
    # within the table's.
    paid = {seat: cents for (seat, wager), (_, _, cents) in told(round).items() if wager == "ante"}
    assert paid == {1: 750_00, 2: 375_00, 3: 125_00}


def test_a_void_hand_leaves_its_part_of_the_tables_limit_to_the_others():
    wrong = Irregularity("wrong-card-count", "six cards", 1)
    voids = {"extra": [wrong], "policy": {"wrong-card-count": "void-seat"}}
    round = spanish(4000, 4000, 4000, limits=(None, 1_200_00), **voids).played()
    assert told(round)[2, "ante"] == told(round)[3, "ante"] == (1_000_00, 400_00, 600_00)
    again = [e.settled.seat for e in round.log if isinstance(e, Undone)]
    assert sorted(again) == [1, 1, 2, 3]
    assert net_cents(round.log, 1) == 0
    assert balances(round.log)[TRAY] == -2 * (600_00 + 80_00)
    # A second void hand is undone as it was settled last.
    both = spanish(
        4000, 4000, 4000, limits=(None, 1_200_00), policy=voids["policy"],
        extra=[wrong, Irregularity("wrong-card-count", "six cards", 2)],
    ).played()  # fmt: skip
    assert told(both)[3, "ante"] == (1_000_00, 0, 1_000_00)
    assert net_cents(both.log, 1) == net_cents(both.log, 2) == 0


def test_a_limit_is_shared_in_whole_cents_and_what_was_paid_before_uses_it_up():
    both = PayoutLimits(player=600, table=500)
    assert within_limits({1: 900, 2: 300, 3: 100}, both) == {1: 300, 2: 150, 3: 50}
    odd = within_limits({4: 100, 2: 100, 3: 100}, PayoutLimits(table=200))
    assert odd == {4: 67, 2: 67, 3: 66}
    assert within_limits({1: 900, 2: 300}, both, {1: 400}) == {1: 40, 2: 60}
    assert within_limits({1: 900, 2: 300}, PayoutLimits(player=600), {1: 400}) == {1: 200, 2: 300}


def test_a_jackpots_wager_is_paid_in_full():
    rigged = spanish(1000, limits=(0, 0))
    rigged.bets = [*rigged.bets, Bet(1, "gran-progressive", 100)]
    round = rigged.played()
    assert told(round)[1, "gran-progressive"] == (100_00, 0, 100_00)
    assert told(round)[1, "ante"] == (250_00, 250_00, 0)
    cincos = table.Rigged(
        "spanish-poker",
        rigged.bets,
        {(None, "dealer"): "6s 6h 7d 7h As", (1, "cards"): "2s 2h 2d 2c Jo"},
        [Decide(1, "bet")],
        payout_limits=PayoutLimits(0, 0),
    )
    assert any(isinstance(entry, JackpotPaid) for entry in cincos.played().log)


def test_a_tip_is_paid_in_full():
    rigged = table.Rigged(
        "pick-2-poker",
        [*table.bets(1, ante=1000, three_five_bonus=1000), Tip(1, "three-five-bonus", 300)],
        {(1, "cards"): "9c 9d 9h 5d 2d", (None, "dealer"): "Kc Jd 8h 5s 2c"},
        [Decide(1, "three-card")],
        {"tips": "on"},
        payout_limits=PayoutLimits(0, None),
    )
    round = rigged.played()
    assert told(round)[1, "three-five-bonus"][2] == 0 < told(round)[1, "three-five-bonus"][1]
    assert balances(round.log)[TOKES] > 300


def test_a_limit_holds_for_wagers_on_the_first_cards_and_not_for_even_money():
    round = blackjack.Rigged(
        {"1": "8s 8h", "flop": "8d 8c Kd 2c", "dealer": "Ts 9h"},
        "1 stand",
        [Bet(1, "blackjack", 1000), Bet(1, "bonus", 500)],
        payout_limits=PayoutLimits(30_00, None),
    ).played()
    assert told(round)[1, "bonus"] == (50_00, 20_00, 30_00)
    assert net_cents(round.log, 1) == 30_00 + told(round)[1, "blackjack"][2] - 10_00


def test_between_players_the_stack_gets_what_is_paid():
    terms = Terms(ring.LIMITS, payout_limits=PayoutLimits(100_00))
    done = ring.deal(
        [100] * 3, "fold fold",
        side={1: 5}, hole={1: "As Ks"}, terms=terms,
        of=ring.plan(pocket_poker_table="30-20"),
    )  # fmt: skip
    assert told(done) == {(1, "pocket-poker"): (150_00, 50_00, 100_00)}
    # What was brought and won: the side wager, and the pot that nobody else wanted.
    won = net_cents(done.log, 1)
    assert balances(done.log)[stack(1)] == won
    assert done.stacks[1] == 100_00 + won


@pytest.mark.parametrize("limits", [(None, None), (1_000_00, 2_000_00)])
def test_below_the_limits_a_line_reads_as_ever(limits):
    round = spanish(1000, limits=limits).played()
    assert "seat 1 ante $10 wins $250 (four-of-a-kind)" in table.lines(round)
