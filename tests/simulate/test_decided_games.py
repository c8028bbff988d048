"""Games in which a choice follows from a few cards, dealt from packs: round by round by hand."""

from __future__ import annotations

import random

import numpy as np
import pytest
from tests.odds.test_longest_flush import RANKS, small_game, worth

from feltworks.odds.dealadvice import advisor_for
from feltworks.odds.progress import silent
from feltworks.rules.loader import read
from feltworks.simulate.decidedrounds import DecidedRounds
from feltworks.simulate.enginegames import EngineGame
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.mechanisms import SimulationSettings, make_ready
from feltworks.simulate.packrounds import MAIN, SuitRounds
from feltworks.simulate.seatwagers import seat_wagers

SEATS = 3


def rounds_of(game: str, wagers: list[str]) -> tuple[DecidedRounds, np.ndarray]:
    """Three seats, and many rounds of the cards they may take; ties are made common."""
    rules = read(game).rules
    found = DecidedRounds(rules, SEATS, wagers)
    rng = random.Random(5)
    few = [face for face in range(len(found.deck.faces)) if face // 4 in (0, 5, 7, 12)]
    cards = [[rng.choice(few) for _ in range(400)] for _ in range(found.most_cards)]
    return found, np.array(cards, np.uint8)


def test_war_as_it_is_dealt_to_three_seats() -> None:
    found, faces = rounds_of("casino-war", ["bet", "tie"])
    played = found.played(faces)
    wars = 0
    for number, cards in enumerate((faces // 4).T.tolist()):
        own, dealer, rest = cards[:SEATS], cards[SEATS], cards[SEATS + 4 :]
        tied = [seat for seat in range(SEATS) if own[seat] == dealer]
        wars += len(tied)
        taken = SEATS + 1 + (3 + len(tied) + 1 if tied else 0)
        assert played.taken[number] == taken
        for seat in range(SEATS):
            ending = found.endings[played.endings[seat, number]]
            assert ending is not None
            net = (own[seat] > dealer) - (own[seat] < dealer)
            if seat in tied:
                net = 1 if rest[tied.index(seat)] >= rest[len(tied)] else -2
            assert ending.rows[MAIN].net == net
            assert ending.rows["tie"].net == (10 if seat in tied else -1)
            assert ending.staked == (2 if seat in tied else 1)
    assert wars > 200
    told = found.shown_cards(faces, 1)
    assert ((told["war_1"] >= 0) == (told["card_1"] // 4 == told["dealer_1"] // 4)).all()


def test_red_dog_as_it_is_dealt() -> None:
    found, faces = rounds_of("red-dog", ["bet"])
    played = found.played(faces)
    for number, (one, other, third, *_) in enumerate((faces // 4).T.tolist()):
        low, high = sorted((one, other))
        spread = high - low - 1
        net = 11 if low == third == high else 0
        if spread > 0:
            net = {1: 5, 2: 4, 3: 2}.get(spread, 1) if low < third < high else -1
            net *= 2 if spread >= 7 else 1
        for seat in range(SEATS):
            ending = found.endings[played.endings[seat, number]]
            assert ending is not None and ending.rows[MAIN].net == net


def test_what_is_sampled_is_what_is_counted() -> None:
    ready = make_ready(read("casino-war"), SimulationSettings(seats=2, sides=("tie",)), silent)
    tally = ready.job(7).deal(0, ready.units(40_000))
    sheet = ready.report(tally)
    shown = ready.won_together(tally)
    exact = 2 * -142853 / 4965115
    assert abs(shown.mean - exact) < 4 * shown.standard_error
    assert sheet


@pytest.mark.slow
def test_flushes_are_played_as_each_hand_is_best_and_paid_by_hand() -> None:
    rules = small_game()
    rounds, advisor = SuitRounds(rules, 2, ["ante"]), advisor_for(rules)
    rng = random.Random(9)
    decks = [rng.sample(range(rounds.deck.size), rounds.most_cards) for _ in range(60)]
    faces = np.array(decks, np.uint8).T
    played = rounds.played(faces)
    raised = {"fold": 0, "raise": 1, "double": 2, "triple": 3}
    for number, deck in enumerate(decks):
        cards = [rounds.deck.face(face) for face in deck]
        hands = [cards[owner::3] for owner in range(3)]
        his = worth(tuple(map(str, hands[2])))
        for seat in range(2):
            mine = worth(tuple(map(str, hands[seat])))
            size = raised[advisor.advise("look", hands[seat]).best]
            net = (mine > his) - (mine < his) if his >= (2, RANKS.index("T")) else 1
            net *= 1 + size if his >= (2, RANKS.index("T")) else 1
            ending = rounds.endings[played.endings[seat, number]]
            assert ending is not None
            assert ending.rows[MAIN].net == (net if size else -1)
            assert ending.staked == 1 + size


def test_other_strategies_and_counters_are_refused() -> None:
    with pytest.raises(SimulationError, match="dealt with the best play"):
        make_ready(read("casino-war"), SimulationSettings(strategy="mimic"), silent)


def test_as_many_seats_play_as_the_game_allows() -> None:
    loaded = read("casino-war")
    assert (loaded.rules.table.seats, loaded.rules.table.most_seats) == (6, 7)
    assert len(seat_wagers(loaded, 7, (), {}).seats) == 7
    with pytest.raises(SimulationError, match="takes 1 to 7"):
        make_ready(loaded, SimulationSettings(seats=8), silent)


def test_a_long_count_is_not_made_for_the_figures_beside_a_simulation() -> None:
    assert EngineGame(read("oasis-poker"), 1).exact is None
