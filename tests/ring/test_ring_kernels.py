"""Rounds among bots: the kernel against the engine, and estimates against the plain sum."""

import pickle

import numpy as np
import pytest
from tests.ask.rules import read, read_text

from feltworks.cards import parse_cards
from feltworks.odds.equity import PotHand
from feltworks.odds.equity.kernels import draw
from feltworks.players.ring.advice import RingPosition, Rival
from feltworks.players.ring.estimating import (
    CALLED_WITH,
    DEALS,
    RAISED_WITH,
    UNFIT_WEIGHT,
    pot_estimate,
    stronger_starts,
)
from feltworks.simulate.ringgames import prepare_ring

from .strangers import FIVE_ROUNDS, STUD_LIKE

POT = PotHand.of(read("mini-tex-ring").rules)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("chosen", "bots", "seats"),
    [
        ({}, "bots", 6),
        ({"structure": "no-limit"}, "shark,tourist", 2),
        ({"structure": "no-limit", "raises": "1", "ante": "off"}, "bots", 4),
        (
            {
                "structure": "spread-limit",
                "odd_chip": "highest-card",
                "heads_up_blinds": "custom",
                "big_blind_option": "off",
            },
            "regular,shark",
            2,
        ),
    ],
)
def test_the_kernel_deals_what_the_engine_deals(chosen, bots, seats):
    job = prepare_ring(read("mini-tex-ring", chosen), strategy=bots, seats=seats).job(2**40 + 7)
    first, rounds = 2**33 + 1, 12
    assert job.code is not None
    dealt = job.nets(first, rounds).tolist()
    assert dealt == [job.round(first + number) for number in range(rounds)]
    assert len(set(map(tuple, dealt))) > 3


@pytest.mark.parametrize("text", [FIVE_ROUNDS, STUD_LIKE])
def test_other_rings_are_dealt_as_by_their_engine(text):
    job = prepare_ring(read_text(text), seats=3).job(3)
    assert job.code is not None
    assert job.nets(0, 4).tolist() == [job.round(number) for number in range(4)]


def test_cards_that_their_owner_may_not_see_are_left_to_the_engine():
    job = prepare_ring(read_text(FIVE_ROUNDS.replace('"down"', '"blind"')), seats=2).job(3)
    assert job.code is None
    assert job.nets(0, 1).tolist() == [job.round(0)]


@pytest.mark.slow
def test_a_job_of_bots_deals_the_same_in_another_process():
    job = prepare_ring(read("mini-tex-ring"), seats=3).job(4)
    assert pickle.loads(pickle.dumps(job)).deal(7, 3) == job.deal(7, 3)


def test_rounds_of_bots_share_what_is_known_of_starting_hands():
    job = prepare_ring(read("mini-tex-ring"), strategy="shark", seats=2).job(2)
    stronger_starts.cache_clear()
    job.deal(0, 4)
    job.round(0)
    assert stronger_starts.cache_info().misses <= 1


def test_bots_deal_the_same_however_rounds_are_split():
    game = prepare_ring(read("mini-tex-ring"), strategy="tourist,regular", seats=3)
    job = game.job(2)
    whole = job.deal(0, 100)
    assert job.deal(70, 30) + job.deal(1, 69) + job.deal(0, 1) == whole
    sheet = game.report(whole)
    assert [seat["bot"] for seat in sheet["seats"]] == ["tourist", "regular", "tourist"]
    assert sum(whole.totals[:6:2]) == -whole.totals[6] == 0


def plain_part(own, board, rivals, seed):
    """The part of the pot by arrays of all deals, weights and shares in the open."""
    free = POT.free_faces([*own, *board])
    missing, hands = POT.board_cards - len(board), len(rivals) + 1
    drawn, state = np.empty((DEALS, missing + 2 * hands), np.uint8), np.array([seed], np.uint64)
    for deal in range(DEALS):
        draw(free, len(free), missing + 2 * hands, state)
        drawn[deal] = free[: missing + 2 * hands]
    boards = np.concatenate([np.tile(POT.faces(board), (DEALS, 1)), drawn[:, :missing]], axis=1)
    mine = np.tile(POT.faces(own), (DEALS, 1))[:, None]
    dealt = drawn[:, missing:].reshape(DEALS, hands, 2)
    values = POT.values(np.concatenate([mine, dealt], axis=1), boards)
    weights, stronger = np.ones(DEALS), stronger_starts(POT)
    for at, rival in enumerate(rivals):
        if rival.raised or rival.called:
            most = RAISED_WITH / rival.raised if rival.raised else CALLED_WITH
            fits = stronger[dealt[:, at, 0], dealt[:, at, 1]] < most
            weights *= np.where(fits, 1, UNFIT_WEIGHT)
        weights *= np.where(values[:, 1 + at] > values[:, -1], 1, UNFIT_WEIGHT**rival.raised_later)
    others = values[:, 1:-1]
    shares = np.where(
        values[:, 0] >= others.max(axis=1), 1 / (1 + (others == values[:, :1]).sum(axis=1)), 0
    )
    return (shares * weights).sum() / weights.sum()


@pytest.mark.parametrize("board", ["", "Ah 7c", "Ah 7c 9d"])
def test_an_estimate_is_the_weighed_share_of_its_deals(board):
    own, lying = parse_cards("As 9s"), parse_cards(board) if board else ()
    did = [Rival(2, 1, 0, 0), Rival(3, 0, 2, 1), Rival(4, 0, 0, 0), Rival(5, 1, 1, 2)]
    here = RingPosition(1, tuple(own), tuple(lying), 1000, tuple(did), {})
    found = pot_estimate(POT, here, did, weighed=True, seed=11)
    assert found.part == pytest.approx(plain_part(own, lying, did, 11), rel=1e-12)
    assert found.rivals == 4
    random = [Rival(each.seat, 0, 0, 0) for each in did]
    told = pot_estimate(POT, here, did, weighed=False, seed=11)
    assert told.part == pytest.approx(plain_part(own, lying, random, 11), rel=1e-12)
    assert told.part != pytest.approx(found.part, rel=1e-3)
