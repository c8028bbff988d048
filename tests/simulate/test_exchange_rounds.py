"""Cards given up against a pay table, dealt from packs: held against the engine round by round."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest
from tests.odds.test_exchange import DRAW, PRICED, RAISE, small_game

from feltworks.odds.progress import silent
from feltworks.rules.loader import Loaded, read
from feltworks.rules.schema import Rules
from feltworks.simulate.enginegames import UNIT_CENTS, EngineJob
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.exchangerounds import PayTableRounds, is_drawn_from_packs
from feltworks.simulate.mechanisms import SimulationSettings, make_ready
from feltworks.simulate.packgames import prepare_packs
from feltworks.simulate.packrounds import MAIN

ROUNDS = 150


def loaded_game(exchange: list, last: list | None = None) -> Loaded:
    """Two seats of a deck of thirteen cards."""
    rules = small_game(exchange, last, "T J Q K A")
    table = rules.table.model_copy(update={"seats": 2, "most_seats": 2})
    return replace(read("jacks-or-better"), rules=rules.model_copy(update={"table": table}))


def with_side(rules: Rules, *, settled_first: bool) -> Rules:
    """The same table paid once more, on the cards as they are dealt or on the last ones."""
    side = rules.wagers["ante"].model_copy(update={"kind": "side"})
    made = {"wagers": {**rules.wagers, "side": side}}
    made["settle"] = {**rules.settle, "side": rules.settle["ante"]}
    if settled_first:
        deal = {"id": "deal", "deal": ["3 down to cards"], "settles": ["side"]}
        hold = rules.stages[0].model_copy(update={"deal": ()})
        made["stages"] = (rules.stages[0].model_validate(deal), hold)
    return rules.model_copy(update=made)


@pytest.mark.parametrize(("exchange", "last"), [(DRAW, None), (PRICED, RAISE)])
def test_every_round_comes_to_what_the_engine_pays(exchange, last):
    loaded = loaded_game(exchange, last)
    ready = make_ready(loaded, SimulationSettings(seats=2), silent)
    dealt = []
    ready.job(5).deal(0, ROUNDS, dealt.append)
    (batch,) = dealt
    endings, engine = ready.rounds.endings, EngineJob(loaded, 2, 5)
    for number in range(ROUNDS):
        ended = [endings[batch.endings[seat, number]] for seat in range(2)]
        told = [(each.rows[MAIN].net * UNIT_CENTS, each.staked * UNIT_CENTS) for each in ended]
        assert told == engine.round(number)
    taken = ready.rounds.played(batch.faces).taken
    assert taken.min() < taken.max() <= ready.rounds.most_cards == 12


def test_counts_fit_the_exact_odds_and_a_side_wager_is_paid_on_the_first_cards():
    rules = with_side(loaded_game(DRAW).rules, settled_first=True)
    ready = prepare_packs(rules, PayTableRounds, seats=1, sides=("side",))
    sheet = ready.report(ready.job(3).deal(0, 40_000))
    assert sheet["chi_square"]["p_value"] > 0.001
    (side,) = sheet["side_wagers"]
    assert side["wager"] == "side" and side["chi_square"]["p_value"] > 0.001
    later = with_side(loaded_game(DRAW).rules, settled_first=False)
    with pytest.raises(SimulationError, match=r"settle\.side: what it comes to hangs on the play"):
        prepare_packs(later, PayTableRounds, seats=1, sides=("side",))


def test_the_last_hand_is_told_and_rounds_travel_to_other_processes():
    rounds = PayTableRounds(loaded_game(DRAW).rules, 2, ["ante"])
    rng = np.random.default_rng(4)
    decks = [rng.permutation(len(rounds.deck.faces))[:12] for _ in range(200)]
    faces = np.array(decks, np.uint8).T
    assert (
        pickle.loads(pickle.dumps(rounds)).played(faces).endings == rounds.played(faces).endings
    ).all()
    told = rounds.shown_cards(faces, 1)
    last = np.stack([told[f"cards_{place}"] for place in (1, 2, 3)])
    first = faces[[1, 3, 5]]
    stood = (last == first).all(axis=0)
    assert 0 < stood.sum() < len(decks)
    for number in np.flatnonzero(~stood):
        assert {*last[:, number]} <= {*first[:, number], *faces[6:, number]}
        assert len({*last[:, number]}) == 3


def test_what_is_not_dealt_so():
    assert is_drawn_from_packs(read("deuces-wild").rules)
    assert not is_drawn_from_packs(read("casino-war").rules)
    with pytest.raises(SimulationError, match="there is optimal"):
        make_ready(loaded_game(DRAW), SimulationSettings(strategy="simple"), silent)
    with pytest.raises(SimulationError, match="--penetration"):
        make_ready(loaded_game(DRAW), SimulationSettings(penetration=1), silent)
