"""What a supervisor may record in a round of blackjack, and what follows."""

import pytest
from tests.ask.rounds import (
    SPECTATOR,
    TRAY,
    Irregularity,
    balances,
    jackpot,
    net_cents,
    stack,
    transfers,
    view,
)
from tests.round.watching import known_cards

from feltworks.cards import parse_cards

from .golden_rounds import beside
from .rigging import Rigged, bets, decided, lines, settled

TWO = bets(1, blackjack=1000) + bets(2, blackjack=1000)


def wrong(kind: str, seat: int | None = None, cards: str = "") -> Irregularity:
    return Irregularity(kind, "the floor was called", seat, parse_cards(cards))


def test_a_void_round_takes_paid_prizes_splits_and_insurance_back():
    rigged = Rigged(
        {"1": "Tc Td 5h", "2": "Th 7d", "dealer": "Ac 9s", "flop": "Th Ts 8d Js"},
        "1 insure $4, 2 decline, 1 split",
        beside(500, 100, 1) + beside(500, 0, 2),
        extra=[wrong("wrong-card-count")],
    )
    round = rigged.played()
    told = lines(round)
    assert told[-1] == "round void" and balances(round.log) == {}
    assert "seat 1 bonus settlement undone" in told
    assert "seat 1 insurance settlement undone" in told
    assert "seat 1 gets $10 back from blackjack/2" in told


@pytest.mark.parametrize(
    ("say", "dealt"),
    [
        ("1 hit", {"1": "Tc 2d 2h", "2": "Th 9d", "dealer": "9c 9s"}),
        ("1 split", {"1": "8c 8d 2h", "2": "Th 9d", "dealer": "9c 9s"}),
        ("", {"1": "8c 8d", "2": "Th 9d", "dealer": "9c 9s"}),
    ],
)
def test_a_void_hand_leaves_the_others_playing(say, dealt):
    rigged = Rigged(dealt, say, TWO, policy={"misbet": "void-seat"}, extra=[wrong("misbet", 1)])
    round = rigged.played()
    assert round.turn.seat == 2 and net_cents(round.log, 1) == 0
    round = round.play(decided("2 stand")[0])
    assert lines(round)[-1] == "round closed"
    assert settled(round)[2, "blackjack"] == (1000, "win")
    assert balances(round.log) == {stack(2): 1000, TRAY: -1000}


def test_a_void_hand_that_waits_for_a_card_gets_none():
    rigged = Rigged(
        {"1": "Tc 2d", "2": "Th 9d", "dealer": "9c 9s"}, "", TWO, policy={"misbet": "void-seat"}
    )
    round = rigged.played().play(decided("1 hit")[0])
    assert round.turn.waits_for == "card"
    after = round.play(wrong("misbet", 1))
    assert after.turn.waits_for == "decision" and after.turn.seat == 2


def test_the_last_hand_void_closes_the_round():
    rigged = Rigged(
        {"1": "8c 8d 2h", "dealer": "9c 9s"},
        "1 split",
        policy={"misbet": "void-seat"},
        extra=[wrong("misbet", 1)],
    )
    round = rigged.played()
    assert lines(round)[-1] == "round closed" and balances(round.log) == {}
    assert not any("dealer shown" in line for line in lines(round))


def test_an_exposed_hole_card_is_seen_by_all_when_the_house_plays_on():
    rigged = Rigged(
        {"1": "8c 9d", "dealer": "9c Ts"},
        policy={"exposed-dealer-card": "play-on"},
        extra=[wrong("exposed-dealer-card", None, "Ts")],
    )
    round = rigged.played()
    assert round.turn.seat == 1
    assert lines(round)[-1] == "dealer card 2 is known: Ts"
    assert parse_cards("Ts")[0] in known_cards(view(round, SPECTATOR).felt)


def test_only_a_hidden_card_can_be_exposed():
    round = Rigged({"1": "8c 9d", "dealer": "9c Ts"}).played()
    reason = round.why_not(wrong("exposed-dealer-card", None, "9c"))
    assert reason.rule == "not-hidden"


def test_the_hole_card_is_in_nobodys_view_until_it_is_shown():
    rigged = Rigged({"1": "8c 9d", "dealer": "9c Ts"}, "")
    round = rigged.played()
    assert "Ts" not in " ".join(entry.line for entry in view(round, SPECTATOR).log)
    assert known_cards(view(round, SPECTATOR).felt) == list(parse_cards("8c 9d 9c"))
    round = round.play(decided("1 stand")[0])
    assert "dealer shown: 9c Ts" in [entry.line for entry in view(round, SPECTATOR).log]


def test_a_wrong_count_found_when_the_round_is_closed_takes_everything_back():
    rigged = Rigged(
        {"1": "Tc Td", "2": "Th 7d", "dealer": "9c 9s", "flop": "Th Ts 8d Js"},
        "1 stand, 2 stand",
        beside(500, 100, 1) + beside(500, 0, 2),
        policy={"misbet": "void-seat"},
    )
    closed = rigged.played()
    assert lines(closed)[-1] == "round closed"
    void = closed.play(wrong("wrong-card-count", 1))
    assert lines(void)[-1] == "round void" and balances(void.log) == {}
    assert sum(line.startswith("shoe") for line in lines(void)) == sum(
        line.startswith("shoe") for line in lines(closed)
    )
    one = closed.play(wrong("misbet", 1))
    assert lines(one)[-1] == "round closed" and net_cents(one.log, 1) == 0
    assert net_cents(one.log, 2) == net_cents(closed.log, 2)


SHARED_ROYAL = {"dealer": "As 9d", "flop": "Ks Qs Js Ts"}


def royals(*seats: int) -> Rigged:
    """A royal on the board, shared by so many wagers of a dollar on a jackpot of $1,000.01."""
    own = dict(zip("123", ("Kh Qh", "Kd Qd", "Kc Qc"), strict=True))
    return Rigged(
        {**{str(seat): own[str(seat)] for seat in seats}, **SHARED_ROYAL},
        ", ".join(f"{seat} decline" for seat in seats)
        + "".join(f", {seat} stand" for seat in seats),
        [move for seat in seats for move in bets(seat, blackjack=500, progressive=100)],
        policy={"misbet": "void-seat"},
        jackpot_cents=1_000_01,
    )


def paid_to(round, seat):
    return sum(
        transfer.cents if transfer.target == stack(seat) else -transfer.cents
        for transfer in transfers(round.log)
        if jackpot("texas-21-jackpot") in (transfer.source, transfer.target)
        and stack(seat) in (transfer.source, transfer.target)
    )


def test_texas_21_two_share_a_royal_one_is_void_and_the_other_has_the_whole_jackpot():
    closed = royals(1, 2).played()
    assert [paid_to(closed, seat) for seat in (1, 2)] == [500_00, 500_00]
    void = closed.play(wrong("misbet", 1))
    assert [paid_to(void, seat) for seat in (1, 2)] == [0, 1_000_01]
    told = lines(void)
    assert told[-3:] == [
        "seat 2 returns $500 to the jackpot texas-21-jackpot",
        "seat 2 progressive is paid $1000.01 from the jackpot texas-21-jackpot",
        "round closed",
    ]


def test_a_share_that_was_put_right_is_undone_once_when_its_hand_is_void_too():
    closed = royals(1, 2, 3).played()
    assert [paid_to(closed, seat) for seat in (1, 2, 3)] == [333_33] * 3
    one = closed.play(wrong("misbet", 1))
    assert [paid_to(one, seat) for seat in (1, 2, 3)] == [0, 500_00, 500_00]
    two = one.play(wrong("misbet", 2))
    assert [paid_to(two, seat) for seat in (1, 2, 3)] == [0, 0, 1_000_01]
    assert [net_cents(two.log, seat) for seat in (1, 2)] == [0, 0]
    three = two.play(wrong("misbet", 3))
    assert balances(three.log) == {}
