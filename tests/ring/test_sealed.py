"""Hands that nobody published: a round between players told to those who were not in it."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.ask.rounds import (
    AUDITOR,
    SPECTATOR,
    Bet,
    Burnt,
    Button,
    Dealt,
    Decide,
    Irregularity,
    Limits,
    NoMoreBets,
    OpenTable,
    Shown,
    SitIn,
    Terms,
    TranscriptError,
    Turned,
    dealt,
    hand_history,
    open_places,
    open_table,
    picture,
    player,
    read_transcript,
    seen,
)
from tests.ask.rules import read

from feltworks.cards import (
    SEALED,
    PlayerSeed,
    Reveal,
    SeededRandomness,
    Shuffle,
    commit,
    player_seed,
)

TABLES = [
    open_table(read("mini-tex-ring")),
    open_table(read("mini-tex-ring", {"shows": "all-hands", "pocket_poker_table": "30-20"})),
    open_table(read("mini-tex-ring", {"pocket_poker_table": "35-15"})),
]
LIMITS = Limits(1000, 4000)


def a_round(
    table: OpenTable,
    seed: int,
    *,
    seats: int = 4,
    seeds: bool = True,
    terms: Terms | None = None,
):
    """A round of people who decide anyhow, and its deck."""
    rng = random.Random(seed)
    deck = commit(Shuffle(table.deck, SeededRandomness(seed)).order).reveal()
    given_seeds: tuple[PlayerSeed, ...] = ()
    if seeds and rng.random() < 0.7:
        given_seeds = (player_seed(1, f"s{seed}"), PlayerSeed(3, "0" * 64))
    terms = replace(terms or Terms(LIMITS), commitment=deck.digest, seeds=given_seeds)
    round = table.open_round(terms).play_all([SitIn(seat, 20_000) for seat in range(1, seats + 1)])
    round = round.play(Button(1))
    for legal in round.legal_moves():
        if isinstance(legal.move, Bet) and rng.random() < 0.5:
            round = round.play(legal.move)
    order = deck.dealt(given_seeds)
    round = dealt(round.play(NoMoreBets()), order)
    folds = rng.choice((0.05, 0.3, 0.8))
    while round.turn.waits_for == "decision":
        moves = [legal.move for legal in round.legal_moves()]
        fold = [move for move in moves if isinstance(move, Decide) and move.choice == "fold"]
        stay = [move for move in moves if move not in fold]
        move = fold[0] if fold and rng.random() < folds else rng.choice(stay or moves)
        round = dealt(round.play(move), order)
    return round, deck


def hidden_cards(round, viewer) -> set[str]:
    """The cards that the viewer never saw, found by another way: no entry he saw names them."""
    known = {
        str(card)
        for entry in round.log
        for card in (
            entry.cards
            if isinstance(entry, Shown | Turned)
            else [entry.seen_by(viewer).card]
            if isinstance(entry, Dealt | Burnt)
            else ()
        )
        if card is not None
    }
    return {str(card) for card in TABLES[0].deck.cards} - known


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 2), st.integers(2, 8))
def test_nothing_mucked_is_in_a_transcript_and_it_replays_as_far_as_shown(seed, which, seats):
    table = TABLES[which]
    round, deck = a_round(table, seed, seats=seats)
    for viewer in (SPECTATOR, *(player(seat) for seat in range(1, seats + 1))):
        text = table.transcript_for(round, deck, viewer)
        for card in hidden_cards(round, viewer):
            assert not re.search(rf"\b{card}\b", text), (viewer, card)
        assert deck.salt not in text
        transcript = read_transcript(text)
        again = table.replay(transcript)
        assert again.turn.waits_for == "nothing"
        assert table.transcript(again, transcript.deck) == text
        assert [entry.line for entry in again.log if not isinstance(entry, Dealt | Burnt)] == [
            entry.line for entry in round.log if not isinstance(entry, Dealt | Burnt)
        ]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_to_each_his_own_cards_and_all_that_was_shown(seed):
    round, deck = a_round(TABLES[0], seed)
    public = open_places(round.log, SPECTATOR)
    came = [entry for entry in round.log if isinstance(entry, Dealt | Burnt)]
    for seat in (1, 2, 3, 4):
        own = {n for n, e in enumerate(came) if isinstance(e, Dealt) and e.seat == seat}
        assert open_places(round.log, player(seat)) == public | own
    assert open_places(round.log, AUDITOR) == set(range(len(came)))
    assert TABLES[0].transcript_for(round, deck, AUDITOR) == TABLES[0].transcript(round, deck)


def sealed_text() -> str:
    """The first round with a showdown, as the public gets it."""
    rounds = (a_round(TABLES[0], seed, seeds=False) for seed in range(60))
    played = (each for each in rounds if any(isinstance(e, Shown) for e in each[0].log))
    return TABLES[0].transcript_for(*next(played))


def refusal(text: str) -> TranscriptError:
    with pytest.raises(TranscriptError) as caught:
        TABLES[0].replay(read_transcript(text))
    return caught.value


def test_a_sealed_transcript_that_is_changed_is_found_untrue():
    text = sealed_text()
    assert "?? " in text and "\nopened = [" in text
    leaves = re.search(r"leaves = \[\n(.*?)\]", text, re.DOTALL)[1].split()
    closed = next(n for n in range(52) if f'    "{n} ' not in text)
    other = text.replace(leaves[closed].strip('",'), "0" * 64)
    assert "does not fit these leaves" in refusal(other).problem
    opened = re.search(r'opened = \[\n    "(\d+) (\w\w) (\w+)"', text)
    other = text.replace(opened[3], "1" * 64)
    assert "does not fit its leaf" in refusal(other).problem
    less = re.sub(r"opened = \[\n.*\n", "opened = [\n", text)
    assert "a sealed card" in refusal(less).problem
    gone = re.sub(r"leaves = \[\n.*\n", "leaves = [\n", text)
    assert "51 leaves and the deck has 52" in refusal(gone).problem
    open_card = re.search(r'"(\w\w) to \w+, face up', text)[1]
    hidden = text.replace(f'"{open_card} to', '"?? to', 1)
    assert "is no move" in refusal(hidden).problem, "what lies face up cannot be sealed"
    hole = re.search(r'"(\w\w) to seat', text)[1]
    hidden = text.replace(f'"{hole} to', '"?? to', 1)
    assert f"the opened deck has {hole}" in refusal(hidden).problem


def test_a_card_can_be_opened_once_only():
    text = sealed_text()
    line = re.search(r"opened = \[\n(.*\n)", text)[1]
    assert "an opened card is written" in refusal(text.replace(line, line * 2)).problem
    both = text.replace("\nopened = [", f'\nsalt = "{"0" * 64}"\nopened = [')
    assert "sealed or open, not both" in refusal(both).problem
    assert "shuffle.scheme is 2" in refusal(text.replace("scheme = 2", "scheme = 3")).problem


def sealed_by_hand(text: str, shown: Shown) -> str:
    """A transcript in which somebody has sealed a hand that was shown."""
    for card in shown.cards:
        text = re.sub(rf'    "\d+ {card} \w+",\n', "", text)
        text = text.replace(f'"{card} to seat', '"?? to seat')
    return text


@pytest.mark.slow
def test_a_hand_that_the_rules_show_cannot_be_sealed():
    """Not the first to show, and not one beside a side wager; one that wins is never given up."""
    problems = set()
    for seed, table in product(range(25), (TABLES[0], TABLES[2])):
        round, deck = a_round(table, seed, seeds=False)
        hands = [entry for entry in round.log if isinstance(entry, Shown)]
        for number, shown in enumerate(hands):
            text = sealed_by_hand(table.transcript_for(round, deck), shown)
            line = f'"{shown.line}"'
            untrue = [text, text.replace(line, f'"seat {shown.seat}\'s {shown.zone} shown: ?? ??"')]
            if not number and table is TABLES[0]:
                unnamed = re.sub(rf'    "seat {shown.seat} plays .*\n', "", text)
                given_up = f'"seat {shown.seat} gives the hand up unshown"'
                untrue.append(unnamed.replace(line, given_up))
            for each in untrue:
                with pytest.raises(TranscriptError) as caught:
                    table.replay(read_transcript(each))
                problems.add("it is sealed" in caught.value.problem)
    assert problems == {True, False}


def test_a_sealed_round_is_seen_and_written_without_its_sealed_cards():
    round, deck = a_round(TABLES[0], 3)
    again = TABLES[0].replay(read_transcript(TABLES[0].transcript_for(round, deck)))
    for viewer in (AUDITOR, SPECTATOR, player(2)):
        log = seen(again.log, viewer)
        assert not any(entry.card is SEALED for entry in log if isinstance(entry, Dealt | Burnt))
        assert any(entry.card is None for entry in log if isinstance(entry, Dealt))
        assert "????" in hand_history("mini-tex-ring", "0" * 64, log)
        picture(log)


def test_sealed_cards_are_for_games_between_players_only():
    table = open_table(read("mini-tex"))
    assert not table.between_players and TABLES[0].between_players
    deck = commit(Shuffle(table.deck, SeededRandomness(1)).order).reveal()
    terms = Terms(commitment=deck.digest)
    round = dealt(table.open_round(terms).play_all([Bet(1, "ante", 500), NoMoreBets()]), deck.order)
    while round.turn.waits_for == "decision":
        round = dealt(round.play(round.legal_moves()[0].move), deck.order)
    text = table.transcript_for(round, deck)
    assert text == table.transcript(round, deck) and deck.salt in text
    hole = re.search(r'"(\w\w) to seat 1', text)[1]
    sealed = text.replace(f'"{hole} to seat 1', '"?? to seat 1')
    with pytest.raises(TranscriptError, match=r"\?\? is dealt where the revealed deck has"):
        table.replay(read_transcript(sealed))
    no_deck = re.sub(r"scheme = 2\nsalt = .*\ndeck = .*\n", "", sealed)
    with pytest.raises(TranscriptError, match=r"\?\? is not in the deck"):
        table.replay(read_transcript(no_deck))


def test_an_exposed_card_is_open_and_the_others_of_a_void_round_are_not():
    table = TABLES[0]
    deck = commit(Shuffle(table.deck, SeededRandomness(3)).order).reveal()
    terms = Terms(LIMITS, commitment=deck.digest)
    round = table.open_round(terms).play_all([SitIn(1, 20_000), SitIn(2, 20_000), Button(1)])
    round = dealt(round.play(NoMoreBets()), deck.order)
    hole = next(e.card for e in round.log if isinstance(e, Dealt) and e.seat == 2)
    over = round.play(Irregularity("face-up-card", "turned over by mistake", 2, (hole,)))
    assert over.turn.waits_for == "nothing"
    text = table.transcript_for(over, deck)
    assert f'"{hole} to seat 2' in text
    assert text.count('"?? to seat') == 3
    table.replay(read_transcript(text))


def test_a_ring_round_of_the_first_scheme_is_told_sealed_and_without_its_deck():
    round, deck = a_round(TABLES[0], 5, seeds=False)
    old = Reveal(deck.salt, deck.order, scheme=1)
    again = TABLES[0].open_round(replace(round.terms, commitment=old.digest)).play_all(round.moves)
    text = TABLES[0].transcript_for(again, old)
    assert old.salt not in text and "leaves" not in text and "?? " in text
    assert read_transcript(text).deck is None
    TABLES[0].replay(read_transcript(text))
    whole = TABLES[0].transcript(again, old)
    assert "scheme" not in whole
    TABLES[0].replay(read_transcript(whole))
