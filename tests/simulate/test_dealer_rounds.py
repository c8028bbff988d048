"""Cards given up against a dealer, dealt by tables of the best play: held against the engine."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest
from tests.odds.test_exchange import AGAINST, with_more_cards

from feltworks.odds import kept as kept_module
from feltworks.odds.exchange import besttables
from feltworks.odds.exchange.advice import ExchangeAdvisor
from feltworks.odds.exchange.dealercount import DealerExchange
from feltworks.odds.kept import KeptCounts
from feltworks.odds.progress import silent
from feltworks.rules.loader import Loaded, read, read_document
from feltworks.simulate.enginegames import UNIT_CENTS, EngineGame, EngineJob
from feltworks.simulate.exchangerounds import DealerRounds
from feltworks.simulate.mechanisms import SimulationSettings, make_ready
from feltworks.simulate.packgames import PackGame, prepare_packs
from feltworks.simulate.packrounds import MAIN

ROUNDS = 70
TWO_SEATS = {**AGAINST, "table": {"seats": 2, "most_seats": 2}}


def loaded_game(rules) -> Loaded:
    return replace(read("jacks-or-better"), rules=rules)


@pytest.fixture(scope="module")
def one_card() -> PackGame:
    loaded = loaded_game(read_document(TWO_SEATS, "up").rules)
    ready = make_ready(loaded, SimulationSettings(seats=2), silent)
    assert isinstance(ready, PackGame)
    return ready


@pytest.fixture(scope="module")
def more_cards() -> PackGame:
    return prepare_packs(with_more_cards("1/4 x ante"), DealerRounds, seats=1)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["one_card", "more_cards"])
def test_every_round_comes_to_what_the_engine_pays(request, game):
    """Where choices are worth the same the engine may give up another card."""
    ready, dealt = request.getfixturevalue(game), []
    rules, seats = ready.rules, ready.rounds.seats
    ready.job(5).deal(0, ROUNDS, dealt.append)
    (batch,) = dealt
    engine, advisor = EngineJob(loaded_game(rules), seats, 5), ExchangeAdvisor(rules)
    rounds, faces = ready.rounds, ready.rounds.deck.faces
    same = 0
    for number in range(ROUNDS):
        ended = [rounds.endings[batch.endings[seat, number]] for seat in range(seats)]
        told = [(each.rows[MAIN].net * UNIT_CENTS, each.staked * UNIT_CENTS) for each in ended]
        if told == engine.round(number):
            same += 1
            continue
        dealt = {
            seat: [faces[batch.faces[at, number]] for at in rounds.places(seat, "cards")]
            for seat in range(1, seats + 1)
        }
        shown = [faces[batch.faces[rounds.places(1, "dealer")[0], number]]]
        assert any(advisor.advise("hold", each, shown).indifferent for each in dealt.values())
    assert same > ROUNDS // 2
    drawn = rounds.played(batch.faces).taken - len(rounds.dealt)
    assert {*drawn.tolist()} == ({0, 1, 2} if game == "one_card" else {0, 1, 2, 3})


def test_counts_fit_the_exact_odds(more_cards):
    sheet = more_cards.report(more_cards.job(3).deal(0, 30_000))
    assert sheet["chi_square"]["p_value"] > 0.001


def test_the_same_integers_however_rounds_are_split_and_wherever_they_are_dealt(more_cards):
    job = more_cards.job(9)
    whole = job.deal(0, 900)
    sent = pickle.loads(pickle.dumps(job))
    assert job.deal(0, 17) + sent.deal(17, 500) + job.deal(517, 383) == whole
    assert sent.fingerprint == job.fingerprint


def test_what_was_found_best_is_kept(tmp_path, monkeypatch):
    rules, kept = with_more_cards("2 x ante"), KeptCounts(tmp_path)
    for module in (kept_module, besttables):
        monkeypatch.setattr(module, "WORTH_KEEPING_SECONDS", 0.0)
    first = DealerRounds(rules, 1, ["ante"], kept=kept)
    monkeypatch.setattr(DealerExchange, "solve", None)
    second = DealerRounds(rules, 1, ["ante"], kept=kept)
    assert second.exact("main") == first.exact("main")
    assert second.packed == first.packed
    faces = np.array([np.random.default_rng(n).permutation(11) for n in range(50)], np.uint8).T
    assert np.array_equal(first.played(faces).endings, second.played(faces).endings)


def test_why_rounds_are_weighed_one_by_one_is_told_and_no_count_announced(monkeypatch):
    monkeypatch.setattr("feltworks.odds.exchange.widerdraws.MOST_OPEN", 3)
    monkeypatch.setattr("feltworks.odds.exchange.dealercount.LONG_SECONDS", -1)
    monkeypatch.setattr("feltworks.odds.kept.counts_folder", lambda: None)
    told = []
    loaded = loaded_game(with_more_cards("1/4 x ante"))
    ready = make_ready(loaded, SimulationSettings(), lambda what, done, of: told.append((what, of)))
    assert isinstance(ready, EngineGame)
    (said,) = [what for what, of in told if not of]
    assert "may be best to give up more than one card" in said
    assert said.endswith("each round is weighed by itself")


@pytest.mark.slow
def test_a_side_wager_that_nobody_plays_or_can_weigh_keeps_no_odds_back(
    tmp_path, more_cards, monkeypatch
):
    """Neither while the odds are at hand nor when the best play alone was kept."""
    for module in (kept_module, besttables):
        monkeypatch.setattr(module, "WORTH_KEEPING_SECONDS", 600.0)  # also on a busy machine
    kept, packed = KeptCounts(tmp_path), more_cards.rounds.packed
    sides = {
        "wagers": {**AGAINST["wagers"], "lucky": "side"},
        "pays": {**AGAINST["pays"], "lucky": ["pair or better pays 3:1"]},
    }
    rules = with_more_cards("1/4 x ante", sides)
    for _ in range(2):
        counted = DealerRounds(rules, 1, ["ante"], kept=kept)
        assert counted.packed == packed and counted.exact("main") == more_cards.rounds.exact("main")
    assert not kept.entries()
    assert DealerRounds(rules, 1, ["ante"], packed).exact("main") == counted.exact("main")
