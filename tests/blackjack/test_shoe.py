"""A shoe that runs on from round to round: cut card, burn, discards, commitment, the last card."""

import random
from dataclasses import replace

import pytest
from tests.ask.rounds import (
    Bet,
    BlackjackPlan,
    BlackjackRound,
    Burnt,
    Deal,
    Dealt,
    Decide,
    NoMoreBets,
    TableDeck,
    TablePlan,
    TableRound,
    Terms,
    TermsError,
    TranscriptError,
    balances,
    play_out,
    replay_text,
)
from tests.ask.rules import load

from feltworks.cards import CardError, commit, parse_cards

from .plain_rules import CHIPS, UNIT, plain_rules
from .random_rounds import random_bets, random_choice
from .rigging import JACKPOT, SALT, lines, table

TERMS = Terms(jackpots={JACKPOT: 100_000})


def full_shoe(seed: int, **options: str):
    """Every round of one shoe, and the commitment that is revealed when it is done."""
    where = table(options)
    rng = random.Random(seed)
    order = list(where.deck.cards)
    rng.shuffle(order)
    deck = TableDeck(where)
    deck.commitment = commit(order, SALT)
    rounds, spent = [], None
    while spent is None:
        round = where.open_round(deck.terms(TERMS)).play_all(random_bets(where, rng))
        rounds.append(play_out(round, deck.order, lambda now, seat: random_choice(now, rng)))
        spent = deck.after(rounds[-1])
    return where, rounds, spent


def test_rounds_follow_each_other_through_the_shoe():
    where, rounds, shoe = full_shoe(1)
    order, out = shoe.reveal().order, 0
    for round in rounds:
        taken = [e.card for e in round.log if isinstance(e, Dealt | Burnt)]
        assert round.terms.discarded == order[:out]
        assert tuple(taken) == order[out : out + len(taken)]
        out += len(taken)
        assert round.cards_out == out
    assert where.cut_at == 234 <= out < 312


def test_only_a_fresh_shoe_is_burnt():
    _, rounds, _ = full_shoe(2)
    burns = [sum(isinstance(e, Burnt) for e in round.log) for round in rounds]
    assert burns == [1] + [0] * (len(rounds) - 1) and len(rounds) > 3


@pytest.mark.parametrize(("percent", "cut_at"), [("75", 234), ("50", 156), ("95", 296), ("25", 78)])
def test_the_cut_card_comes_out_where_the_penetration_puts_it(percent, cut_at):
    where, rounds, _ = full_shoe(3, penetration=percent)
    assert where.cut_at == cut_at
    told = [line for round in rounds for line in lines(round)]
    place = told.index("cut card out: the shoe is shuffled after this round")
    before = [line for line in told[:place] if ", face " in line or " burnt" in line]
    assert len(before) == cut_at
    assert "cut card" in " ".join(lines(rounds[-1])), "it comes out in the last round"
    assert told.count("cut card out: the shoe is shuffled after this round") == 1


def test_the_round_goes_on_behind_the_cut_card():
    _, rounds, _ = full_shoe(3)
    told = lines(rounds[-1])
    assert told[-1] == "round closed" and rounds[-1].cards_out > 234


def test_no_round_begins_behind_the_cut_card():
    where, rounds, shoe = full_shoe(4)
    out = shoe.reveal().order[: rounds[-1].cards_out]
    with pytest.raises(TermsError, match="the shoe is shuffled before another round"):
        where.open_round(replace(TERMS, commitment=shoe.digest, discarded=out))


def test_discarded_cards_cannot_come_again():
    where = table()
    discarded = parse_cards("As " * 5 + "Kd 2c")
    round = where.open_round(replace(TERMS, discarded=discarded))
    left = {str(card): count for card, count in round.chances().items()}
    assert (left["As"], left["Kd"], left["3c"]) == (1, 5, 6)
    round = round.play_all([Bet(1, "blackjack", 500), NoMoreBets(), Deal(discarded[0])])
    reason = round.why_not(Deal(discarded[0]))
    assert reason.rule == "card-twice" and reason.text == "All 6 of As have already been dealt."


def test_discards_that_the_shoe_never_held_are_refused():
    with pytest.raises(CardError, match="As is there 7 times"):
        table().open_round(replace(TERMS, discarded=parse_cards("As " * 7)))


def test_a_deck_that_is_shuffled_every_round_has_no_discards():
    plan = TablePlan(load("mini-tex"))
    with pytest.raises(TermsError, match="shuffled every round"):
        TableRound.open(plan, Terms(discarded=parse_cards("As")))


# --- transcripts of rounds in the middle of a shoe -----------------------------------------


@pytest.mark.slow
def test_a_round_is_replayed_before_the_shoe_is_revealed_and_after():
    where, rounds, shoe = full_shoe(5)
    for round in (rounds[0], rounds[2], rounds[-1]):
        for reveal in (None, shoe.reveal()):
            text = where.transcript(round, reveal)
            assert shoe.digest in text
            _, transcript, again = replay_text(text)
            assert again.log == round.log
            assert where.transcript(again, transcript.reveal) == text


def test_an_unrevealed_transcript_gives_no_card_of_the_shoe_away():
    where, rounds, _ = full_shoe(5)
    round = rounds[1]
    text = where.transcript(round)
    assert SALT not in text and "deck =" not in text
    assert text.count("\n") < 150, "a round, not a shoe"


@pytest.mark.parametrize(
    ("change", "line_has", "problem"),
    [
        ("shorter", "discarded", "is dealt where the revealed deck has"),
        ("other", "discarded", "these are not the first cards of the revealed deck"),
        ("nonsense", "discarded", "is not"),
    ],
)
def test_dishonest_discards_are_found(change, line_has, problem):
    where, rounds, shoe = full_shoe(6)
    text = where.transcript(rounds[2], shoe.reveal())
    line = next(line for line in text.splitlines() if line.startswith("discarded"))
    cards = line.split('"')[1].split()
    swapped = {
        "shorter": cards[:-1],
        "other": [*cards[:-2], cards[-1], cards[-2]],
        "nonsense": ["Zz"],
    }[change]
    assert swapped != cards
    false = text.replace(line, f'discarded = "{" ".join(swapped)}"')
    with pytest.raises(TranscriptError, match=problem) as error:
        replay_text(false)
    if change != "shorter":
        assert line_has in false.splitlines()[error.value.line - 1]


def test_a_table_says_what_its_first_cards_take():
    assert table({"seats": "7"}).first_cards == 7 * 2 + 2 + 4
    assert BlackjackPlan(plain_rules()).first_cards == 4


# --- the last cards ------------------------------------------------------------------------

TINY = {"ranks": "2 3 5 T", "suits": "c", "packs": 2}


def test_the_betting_is_not_closed_on_a_shoe_too_low_to_serve_everybody():
    plan = BlackjackPlan(plain_rules(TINY))
    round = BlackjackRound.open(plan, Terms(CHIPS, discarded=parse_cards("2c 2c 3c 3c 5c")))
    reason = round.play(Bet(1, "stake", UNIT)).why_not(NoMoreBets())
    assert reason.rule == "shoe-too-low"
    assert reason.text == "4 cards are needed to begin and the shoe holds 3."
    assert round.why_not(NoMoreBets()).rule == "nobody-bets"


def test_every_wager_comes_back_when_the_shoe_runs_dry():
    small = {"ranks": "2 3 5", "suits": "c", "packs": 2}
    round = BlackjackRound.open(BlackjackPlan(plain_rules(small)), Terms(CHIPS))
    round = round.play_all([Bet(1, "stake", UNIT), NoMoreBets()])
    round = round.play_all([Deal(card) for card in parse_cards("2c 3c 2c 3c")])
    round = round.play_all([Decide(1, "double"), Deal(parse_cards("5c")[0])])
    assert round.turn.waits_for == "card", "the dealer must draw"
    round = round.play(Deal(parse_cards("5c")[0]))
    assert lines(round)[-6:] == [
        "shoe empty: the round cannot be finished",
        f"seat 1 gets ${2 * UNIT // 100} back from stake",
        "seat 1 to the discard rack",
        "the dealer's and the table's cards to the discard rack",
        "6 cards used, 0 left in the shoe",
        "round void",
    ]
    assert balances(round.log) == {}
