"""The bots: they see only their own view, always move lawfully, and come in three strengths."""

import random
from math import sqrt

import pytest
from tests.ask.rounds import (
    Closed,
    Dealt,
    Irregularity,
    NoMoreBets,
    RingPlan,
    RingRound,
    Seating,
    Terms,
    play_out,
    player,
    view,
)
from tests.ask.rules import load_text
from tests.ask.seats import (
    BOTS,
    BotError,
    bot,
    pot_advice,
    pot_position,
    seat_bots,
    share_of_stronger_starts,
)

from feltworks.cards import parse_cards

from .felt import LIMITS, deal, opened, plan, played
from .strangers import FIVE_ROUNDS, STUD_LIKE

RULES = plan().rules


def seated(of, seats, cents=100_000):
    seating = Seating(of)
    for seat in seats:
        seating = seating.join(seat, cents)
    return seating


def play_game(seating, terms, order, players):
    """A game to its end, each seat decided for from its own view, and the seating after it."""
    moves, during = seating.next_game()
    start = RingRound.open(seating.plan, terms).play_all([*moves, NoMoreBets()])
    done = play_out(start, order, lambda now, seat: players[seat].decide(view(now, player(seat))))
    return done, during.after(done)


def duel(weaker, stronger, deals, seed=1):
    """What the stronger wins on average in big blinds, each deal played from both seats."""
    of = plan()
    players = seat_bots({1: weaker, 2: stronger}, of.rules, seed=seed)
    rng = random.Random(seed)
    won = []
    for _ in range(deals):
        order, total = rng.sample(of.deck.cards, 52), 0
        for swapped in (0, 1):
            at_table = {1: players[1 + swapped], 2: players[2 - swapped]}
            done, _ = play_game(seated(of, (1, 2)), Terms(LIMITS), order, at_table)
            total += done.stacks[2 - swapped] - 100_000
        won.append(total / 2_000)
    mean = sum(won) / deals
    return mean, sqrt(sum((x - mean) ** 2 for x in won) / (deals - 1) / deals)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("weaker", "stronger"), [("tourist", "regular"), ("regular", "shark"), ("tourist", "shark")]
)
def test_the_stronger_wins_from_the_weaker(weaker, stronger):
    mean, error = duel(weaker, stronger, 160)
    assert mean > 2.5 * error


@pytest.mark.slow
@pytest.mark.parametrize("structure", ["fixed-limit", "spread-limit", "no-limit"])
def test_a_full_ring_of_bots_plays_lawfully_to_the_end(structure):
    of = plan(structure=structure)
    names = {seat: BOTS[seat % 3] for seat in range(1, 11)}
    players = seat_bots(names, of.rules, seed=5)
    rng = random.Random(structure)
    seating = seated(of, names, 20_000)
    for _ in range(12):
        found = play_game(seating, Terms(LIMITS), rng.sample(of.deck.cards, 52), players)
        done, seating = found
        assert isinstance(done.log[-1], Closed)
        assert sum(c.stack_cents for c in seating.players.values()) == 200_000


@pytest.mark.parametrize("text", [FIVE_ROUNDS, STUD_LIKE])
def test_they_play_other_rules_files_too(text):
    of = RingPlan(load_text(text))
    players = seat_bots({1: "shark", 2: "regular", 3: "tourist"}, of.rules, seed=2)
    rng = random.Random(1)
    for _ in range(5):
        order = rng.sample(of.deck.cards, of.deck.size)
        done, _ = play_game(seated(of, (1, 2, 3)), Terms(LIMITS), order, players)
        assert isinstance(done.log[-1], Closed)


@pytest.mark.slow
@pytest.mark.parametrize("name", BOTS)
def test_a_bot_that_sees_the_same_does_the_same_whatever_others_hold(name):
    """The hidden cards are changed behind its back: its view and its move stay what they were."""
    hands = [{3: "As Kd"}, {3: "As Kd", 1: "Ac Ah", 2: "Kc Kh"}, {3: "As Kd", 1: "2c 7h"}]
    moves = set()
    for hole in hands:
        now = deal([500] * 3, hole=hole)
        assert now.turn.seat == 3
        seen = view(now, player(3))
        assert all(e.card is None for e in seen.log if isinstance(e, Dealt) and e.seat != 3)
        moves.add(bot(name, plan().rules, seed=9).decide(seen))
    assert len(moves) == 1


@pytest.mark.slow
def test_the_same_seed_plays_the_same_game():
    def game(seed):
        players = seat_bots({1: "shark", 2: "tourist"}, plan().rules, seed=seed)
        order = random.Random(4).sample(plan().deck.cards, 52)
        return play_game(seated(plan(), (1, 2)), Terms(LIMITS), order, players)[0].log

    assert game(1) == game(1)


def test_an_unknown_bot_is_refused_with_those_there_are():
    with pytest.raises(BotError, match=r"did you mean 'shark'.*tourist, regular, shark"):
        bot("sharc", plan().rules)


class TestRingPosition:
    def test_a_seat_sees_its_cards_the_board_the_pot_and_who_did_what(self):
        now = deal([500] * 4, "raise call fold call bet", hole={3: "As Kd"}, board="2c 3d")
        here = pot_position(view(now, player(3)), RULES)
        assert list(map(str, here.own)) == ["As", "Kd"]
        assert list(map(str, here.board)) == ["2c", "3d"]
        # Antes of $20, the folded small blind of $5, three times $20 and a bet of $10.
        assert here.pot_cents == 9_500
        assert here.call_cents == 1_000
        assert [(r.seat, r.called, r.raised, r.raised_later) for r in here.rivals] == [
            (2, 1, 0, 1),
            (4, 1, 0, 0),
        ]

    def test_the_pot_is_what_a_short_stack_can_win(self):
        no_limit = plan(structure="no-limit", ante="off")
        now = deal([25, 500, 500], "raise100", of=no_limit)
        here = pot_position(view(now, player(1)), RULES)
        # All in for $25 he plays for $25 of the raise and the big blind's $10.
        assert here.call_cents == 2_000
        assert here.pot_cents == 500 + 2_500 + 1_000
        deep = pot_position(view(played(now, "fold"), player(2)), RULES)
        assert deep.pot_cents == 500 + 10_000 + 1_000

    def test_dead_chips_are_within_reach_and_a_void_hands_are_not(self):
        posting = plan(missed_blinds="post-both", ante="off")
        now = deal([500] * 4, of=posting, posts={4: "both"})
        assert pot_position(view(now, player(3)), RULES).pot_cents == 500 + 1_000 + 1_000 + 500
        policy = {"face-up-card": "void-seat"}
        start = opened([500] * 4, of=posting, posts={4: "both"}, terms=Terms(LIMITS, policy=policy))
        void = played(start).play(Irregularity("face-up-card", "a card flew", 4))
        assert pot_position(view(void, player(3)), RULES).pot_cents == 500 + 1_000

    def test_only_the_seat_to_act_can_be_asked(self):
        now = deal([500] * 3)
        with pytest.raises(AssertionError):
            pot_position(view(now, player(1)), RULES)


class TestAdvice:
    def test_against_one_or_two_it_is_counted_against_more_it_is_sampled(self):
        now = deal([500] * 4)
        advice = pot_advice(view(now, player(3)), RULES)
        assert advice.rivals == 3 and not advice.share.exact
        assert advice.share.standard_error > 0
        now = played(now, "call fold")
        advice = pot_advice(view(now, player(1)), RULES)
        assert advice.rivals == 2 and advice.share.exact

    def test_a_call_pays_when_the_part_of_the_pot_is_worth_its_price(self):
        strong = deal([500] * 2, "raise", hole={2: "As Ks"})
        weak = deal([500] * 2, "raise", hole={2: "7s 2d"})
        for now, pays in ((strong, True), (weak, True)):
            advice = pot_advice(view(now, player(2)), RULES)
            assert advice.price * 50 == 10, "$10 into a pot of $40"
            assert advice.pays is pays
        river = deal([500] * 2, "call check bet call bet", hole={2: "4s 2d"}, board="As Kh Qd")
        advice = pot_advice(view(river, player(2)), RULES)
        assert not advice.pays and advice.share.part < advice.price

    def test_a_short_stack_pays_its_price_of_the_pot_it_can_win(self):
        now = deal(
            [25, 500, 500],
            "raise100",
            of=plan(structure="no-limit", ante="off"),
            hole={1: "7s 2d"},
        )
        advice = pot_advice(view(now, player(1)), RULES)
        assert advice.price * 60 == 20, "$20 into a pot of $40, whatever lies beyond his reach"
        assert not advice.pays

    def test_staying_in_for_nothing_always_pays(self):
        advice = pot_advice(view(deal([500] * 2, "call"), player(2)), RULES)
        assert advice.price == 0 and advice.pays


def test_starting_hands_stand_in_the_order_of_their_strength():
    at = lambda text: share_of_stronger_starts(RULES, parse_cards(text))  # noqa: E731
    assert at("Ks Qs") == 0
    assert at("As Ks") < at("As Kd") < at("7s 2d") < 1
    assert at("As Ks") == at("Kc Ac")
