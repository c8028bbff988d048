"""Cards given up for others at the table: what may be named, who sees it, where the cards go."""

import random
from fractions import Fraction

import pytest

from feltworks.cards import parse_cards
from feltworks.cli.playtable import advice_lines
from feltworks.cli.prompts import choice_keys, read_answer
from feltworks.pit import open_table, play_out
from feltworks.players.optimal import Optimal, position
from feltworks.round import Bet, Deal, Decide, NoMoreBets, Terms
from feltworks.round.operations import DeckPutAway, Discarded
from feltworks.round.viewers import player
from feltworks.round.views import view
from feltworks.rules.catalogue import EXAMPLES_DIR
from feltworks.rules.loader import read
from feltworks.simulate.enginegames import EngineJob

DECK = parse_cards("Js 2s Jd 3s Qs 4s Ks 5s As 6s Ts 9h 9d 9c 8h 8d")
"""Two seats get Js Jd Qs Ks As and 2s 3s 4s 5s 6s; then come Ts, 9h and so on."""


@pytest.fixture(scope="module")
def jacks():
    return open_table(read(EXAMPLES_DIR / "jacks-or-better.toml"))


@pytest.fixture(scope="module")
def oasis():
    return open_table(read(EXAMPLES_DIR / "oasis-poker.toml"))


@pytest.fixture
def dealt(jacks):
    round = jacks.open_round(Terms()).play_all([Bet(1, "bet", 500), Bet(2, "bet", 500)])
    round = round.play(NoMoreBets())
    for card in DECK[:10]:
        round = round.play(Deal(card))
    return round


def test_the_deck_replaces_what_is_given_up_before_the_next_seat_decides(dealt):
    (jack,) = parse_cards("Jd")
    after = dealt.play(Decide(1, "draw", cards=(jack,)))
    assert after.turn.waits_for == "card" and after.cards_due == 1
    assert isinstance(after.log[-1], Discarded)
    after = after.play(Deal(DECK[10]))
    assert (after.turn.waits_for, after.turn.seat) == ("decision", 2)
    over = after.play(Decide(2, "draw"))
    paid = [line for line in (entry.line for entry in over.log) if "royal-flush" in line]
    assert over.turn.waits_for == "nothing" and len(paid) == 1
    (away,) = [entry for entry in over.log if isinstance(entry, DeckPutAway)]
    assert away.cards_left == 52 - 11


def test_only_the_seat_itself_sees_which_cards_it_gives_up(dealt):
    after = dealt.play(Decide(1, "draw", cards=parse_cards("Jd Qs")))
    told = {seat: view(after, player(seat)).log[-1].line for seat in (1, 2)}
    assert told[1] == "Jd Qs of seat 1's cards to the discard rack"
    assert told[2] == "?? ?? of seat 1's cards to the discard rack"
    assert len(view(after, player(2)).felt.cards[1, "cards"]) == 3


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("2s", "2s is not among"),
        ("Jd Jd", "Jd is not among"),
        ("Js Jd Qs Ks As Js", "0 to 5 cards, not 6"),
    ],
)
def test_cards_that_cannot_be_given_up_come_back_as_reasons(dealt, cards, words):
    reason = dealt.why_not(Decide(1, "draw", cards=parse_cards(cards)))
    assert reason is not None and reason.rule == "wrong-cards" and words in reason.text


def test_a_price_is_put_out_and_lost_with_every_hand(oasis):
    round = oasis.open_round(Terms()).play_all([Bet(1, "ante", 500), NoMoreBets()])
    deck = list(oasis.deck.cards)
    random.Random(5).shuffle(deck)
    decided = iter(["one", "fold"])

    def decide(now, seat):
        choice = next(decided)
        return next(each.move for each in now.legal_moves() if each.move.choice == choice)

    over = play_out(round, deck, decide)
    lost = [entry.line for entry in over.log if "exchange" in entry.line and "$5" in entry.line]
    assert any("puts $5 on exchange" in line for line in lost)
    refused = round.play_all([Deal(card) for card in deck[:10]]).why_not(Decide(1, "one"))
    assert refused is not None and refused.text == "Exchange one gives up 1 card, not 0."


def test_the_best_player_keeps_four_to_a_royal(jacks, dealt):
    best = Optimal(jacks.rules)
    advice = best.weigh(dealt, 1)
    assert advice.best == Decide(1, "draw", cards=parse_cards("Jd"))
    assert advice.choices[0][1] == Fraction(824, 47)
    assert len(advice.choices) == 32 and len(advice.best_by_count) == 6
    assert "giving up Jd" in next(iter(advice_lines(advice, dealt)))


def test_an_answer_at_the_terminal_names_the_cards(dealt):
    keys = choice_keys(dealt.legal_moves())
    assert read_answer("d Jd Qs", keys) == Decide(1, "draw", cards=parse_cards("Jd Qs"))
    assert read_answer("d", keys) == Decide(1, "draw")


def test_what_was_given_up_is_remembered_by_its_seat(oasis):
    round = oasis.open_round(Terms()).play_all([Bet(1, "ante", 500), NoMoreBets()])
    for card in oasis.deck.cards[:10]:
        round = round.play(Deal(card))
    first = position(round, 1).cards
    round = round.play(Decide(1, "one", cards=first[:1])).play(Deal(oasis.deck.cards[20]))
    here = position(round, 1)
    assert here.given_up == first[:1] and len(here.cards) == 5 and first[0] not in here.cards
    assert Optimal(oasis.rules).weigh(round, 1).best.choice in ("fold", "raise")


def test_dealt_rounds_are_the_same_however_they_are_split():
    job = EngineJob(read(EXAMPLES_DIR / "oasis-poker.toml"), 1, seed=3)
    assert job.deal(0, 2) + job.deal(2, 1) == job.deal(0, 3)
