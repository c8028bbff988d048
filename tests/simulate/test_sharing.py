"""Sharing cards: what is sampled along rounds is what the exact values differ by."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.running import refusal, run
from tests.odds.small_decks import DECKS, on_deck

from feltworks.rules.catalogue import EXAMPLES_DIR
from feltworks.rules.handbook import Handbook, without_cards
from feltworks.rules.loader import CheckedFile, Loaded, read
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.sharing import DEALS_A_SET, SharedCards
from feltworks.simulate.vulnerability import effects_of

STREETS = Path(__file__).parents[1] / "odds" / "games" / "mississippi-stud.toml"


def on_small_deck(game: str, deck: str) -> Loaded:
    rules = on_deck(game, DECKS[game][deck])
    # Two seats, so that there is somebody to share with.
    rules = rules.model_copy(
        update={"table": rules.table.model_copy(update={"seats": 2, "most_seats": 2})}
    )
    return Loaded(rules, CheckedFile(rules, {}), {}, "small")


@pytest.mark.slow
def test_the_sampled_gain_is_the_exact_one_within_its_error():
    shared = SharedCards(on_small_deck("mini-tex", "three suits alike"), 2, sets=25, seed=3)
    assert (shared.cards_each, shared.known) == (2, 2)
    exact = shared.exact()
    noted = shared.sampled()
    whole = noted[""].estimate(DEALS_A_SET)
    assert exact is not None and exact > 0
    assert whole.standard_error > 0
    assert abs(whole.mean - float(exact)) < 4 * whole.standard_error
    by_decision = sum(found.estimate(DEALS_A_SET).mean for name, found in noted.items() if name)
    assert by_decision == pytest.approx(whole.mean)
    again = SharedCards(shared.loaded, 2, sets=4, seed=3).sampled()
    assert again[""].by_set == noted[""].by_set[:4]


@pytest.mark.slow
def test_a_choice_of_several_amounts_costs_what_its_own_amount_costs():
    """A bet may be 1 or 3 antes; somebody who knows two cards more hardly ever plays otherwise."""
    shared = SharedCards(read(str(STREETS)), 2, sets=1, seed=3)
    noted = shared.sampled()
    assert noted[""].decided > 100 > 10 * noted[""].changed
    assert 0 <= noted[""].estimate(DEALS_A_SET).mean < 0.02


def test_many_shared_cards_are_not_enumerated():
    assert SharedCards(read("pick-2-poker"), 2).exact() is None


def test_knowing_a_card_never_costs_where_one_plays():
    """Effects on a wager that is played average to what knowing one card is worth: 0 or more."""
    rules = on_small_deck("mini-tex", "three suits alike").rules
    effects = effects_of(rules, "main")
    copies = Handbook(rules).deck.copies
    mean = sum(e * n for e, n in zip(effects.by_face, copies, strict=True)) / sum(copies)
    assert mean >= 0
    assert max(map(abs, effects.by_face)) > 1e-3
    assert without_cards(rules, ()) is rules


def test_what_cannot_be_shared_is_refused(capsys):
    with pytest.raises(SimulationError, match="two are needed"):
        SharedCards(read("mini-tex"), 1)
    with pytest.raises(SimulationError, match="decisions stand in the stages"):
        SharedCards(read("texas-21"), 2)
    with pytest.raises(SimulationError, match="nothing to share"):
        SharedCards(read(EXAMPLES_DIR / "red-dog.toml"), 2)
    with pytest.raises(SimulationError, match="given up for others"):
        SharedCards(read(EXAMPLES_DIR / "deuces-wild.toml"), 2)
    words = ("vulnerability", "mini-tex")
    assert "--players 99" in refusal(capsys, *words, "--players", "99")
    assert "--exact goes with --players" in refusal(capsys, *words, "--exact")
    assert "--sets 1" in refusal(capsys, *words, "--players", "2", "--sets", "1")


@pytest.mark.slow
def test_the_command_ends_with_what_the_house_can_do(capsys):
    words = ("vulnerability", "spanish-poker", "--players", "3", "--sets", "2")
    told = run(capsys, *words)
    assert told.code == 0
    assert "in all" in told.out and "What the house can do: no talk" in told.out
    data = run(capsys, *words, "--json").data
    assert data["sharing"]["cards_known"] == 10
    assert data["sharing"]["house_edge_when_shared"] <= data["sharing"]["house_edge"]
