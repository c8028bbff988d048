"""What any registered rules file must pass at the table."""

import tomllib
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.ask.rounds import (
    AUDITOR,
    POT,
    Account,
    Bet,
    Burnt,
    Closed,
    Deal,
    Dealt,
    Decide,
    Discarded,
    NoMoreBets,
    NotAllowed,
    Reason,
    Settled,
    Tip,
    Voided,
    balances,
    cards_taken,
    net_cents,
    open_table,
    player,
    read_transcript,
    seen,
    spot,
    stack,
    transfers,
    view,
)
from tests.ask.rules import GAMES_DIR, read_document
from tests.round.watching import all_viewers

from .random_play import any_size, play_at_random
from .registered import STRANGERS, games, variants
from .watching import cards_in, may_know, undealt

SEEDS = st.integers(0, 2**32)
ANY = st.sampled_from(variants())
quick = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.slow
@pytest.mark.parametrize("entry", variants(), ids=str)
def test_random_play_reaches_the_end_under_every_option(entry):
    for seed in range(3):
        played = play_at_random(entry.table, seed)
        assert isinstance(played.round.log[-1], Closed)
        assert played.round.turn.waits_for == "nothing"
        assert played.round.legal_moves() == ()


@quick
@given(ANY, SEEDS, st.sampled_from([0.0, 0.05]))
def test_chips_are_conserved_to_the_cent(entry, seed, irregular):
    played = play_at_random(entry.table, seed, irregular=irregular)
    for round in played.history:
        assert sum(balances(round.log).values()) == 0
        assert all(each.cents >= 0 for each in transfers(round.log))
        out = [cents for name, cents in balances(round.log).items() if _on_felt(name)]
        assert all(cents > 0 for cents in out)
    assert not any(map(_on_felt, balances(played.round.log)))


def _on_felt(account: Account) -> bool:
    return account.kind in ("spot", "tip")


@pytest.mark.slow
@quick
@given(ANY, SEEDS)
def test_a_void_round_leaves_everybody_as_he_came(entry, seed):
    played = play_at_random(entry.table, seed, irregular=0.15)
    if isinstance(played.round.log[-1], Voided):
        assert balances(played.round.log) == {}
    else:
        assert isinstance(played.round.log[-1], Closed)


@pytest.mark.slow
@quick
@given(ANY, SEEDS)
def test_no_card_is_dealt_more_often_than_the_deck_holds_it(entry, seed):
    played = play_at_random(entry.table, seed)
    dealt = [e.card for e in played.round.log if isinstance(e, Dealt | Burnt)]
    assert not Counter(dealt) - Counter(entry.table.deck.cards)
    assert tuple(dealt) == played.commitment.reveal().order[: len(dealt)]
    for round in played.history:
        left = Counter(round.chances())
        out = Counter(e.card for e in round.log if isinstance(e, Dealt | Burnt))
        assert left + out == Counter(entry.table.deck.cards)


@quick
@given(ANY, SEEDS)
def test_each_wager_is_settled_once_and_from_the_dealers_right(entry, seed):
    log = play_at_random(entry.table, seed).round.log
    settled = [(e.seat, e.wager, e.tip) for e in log if isinstance(e, Settled)]
    assert len(settled) == len(set(settled))
    # What folding lost is taken in with the fold; the settling begins with a hand turned over.
    for stage in _by_stage(log):
        if _is_engines_own(entry, stage):
            continue
        shown = [at for at, e in enumerate(stage) if type(e).__name__ == "Shown" and e.seat]
        seats = [e.seat for e in stage[min(shown, default=len(stage)) :] if isinstance(e, Settled)]
        falls = sum(one < next_one for one, next_one in pairwise(seats))
        # One more round of settling where the stage itself settles some wagers.
        assert falls <= any(each.settles for each in entry.table.rules.stages)


@quick
@given(ANY, SEEDS)
def test_the_log_is_in_lawful_order(entry, seed):
    log = play_at_random(entry.table, seed).round.log
    kinds = [type(each).__name__ for each in log]
    closed = kinds.index("NoMoreBets")
    assert set(kinds[:closed]) <= {"Bet", "Tip", "SitIn", "Button"}
    assert not {"Bet", "Tip", "SitIn", "Button", "NoMoreBets"} & set(kinds[closed + 1 :])
    assert kinds.count("Closed") == 1 and kinds[-1] == "Closed"
    for stage in _by_stage(log):
        if _is_engines_own(entry, stage):
            continue
        seats = [each.seat for each in stage if isinstance(each, Decide)]
        if entry.table.rules.game.mechanism == "table":
            assert seats == sorted(set(seats)), "each seat decides once, from the dealer's left"
        deciding = [at for at, each in enumerate(stage) if isinstance(each, Decide)]
        replaced = {
            at + 1 + more
            for at, each in enumerate(stage)
            if isinstance(each, Discarded)
            for more in range(len(each.cards))
        }
        assert all(isinstance(stage[at], Dealt) for at in replaced)
        dealing = [at for at, each in enumerate(stage) if isinstance(each, Dealt | Burnt)]
        dealing = [at for at in dealing if at not in replaced]
        assert not deciding or not dealing or max(dealing) < min(deciding)
    shown = {(e.seat, e.zone) for e in log if type(e).__name__ == "Shown"}
    assert len(shown) == kinds.count("Shown"), "no hand is shown twice"


def _is_engines_own(entry, stage):
    """Blackjack and betting rounds have an order of their own, which their tests judge."""
    owns = {each.id for each in entry.table.rules.stages if each.mechanism is not None}
    return getattr(stage[0], "stage", None) in owns


def _by_stage(log):
    stages = [[]]
    for each in log:
        if type(each).__name__ == "StageBegun":
            stages.append([])
        stages[-1].append(each)
    return stages


@pytest.mark.slow
@quick
@given(ANY, SEEDS, st.sampled_from([0.0, 0.05]))
def test_replay_equals_play(entry, seed, irregular):
    played = play_at_random(entry.table, seed, irregular=irregular)
    transcript = read_transcript(played.transcript)
    round = entry.table.replay(transcript)
    assert round.log == played.round.log
    assert entry.table.transcript(round, transcript.reveal) == played.transcript


@pytest.mark.slow
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ANY, SEEDS, st.sampled_from([0.0, 0.1]))
def test_no_view_holds_a_card_that_its_viewer_may_not_know(entry, seed, irregular):
    played = play_at_random(entry.table, seed, irregular=irregular)
    seats = range(1, entry.table.rules.table.seats + 1)
    for round in played.history:
        hidden = undealt(entry.table.deck.cards, round.log)
        for viewer in all_viewers(seats):
            found = cards_in(view(round, viewer))
            assert found <= may_know(round.log, viewer.name), viewer.name
            assert not found & hidden


@pytest.mark.slow
@quick
@given(ANY, SEEDS)
def test_every_view_holds_all_that_its_viewer_may_know(entry, seed):
    round = play_at_random(entry.table, seed).history[-1]
    for viewer in all_viewers(range(1, entry.table.rules.table.seats + 1)):
        assert cards_in(view(round, viewer)) == may_know(round.log, viewer.name)


@quick
@given(ANY, SEEDS)
def test_no_hand_is_named_before_its_cards_are_shown(entry, seed):
    open_to_all: set[object] = set()
    hidden: set[object] = set()
    for each in play_at_random(entry.table, seed).round.log:
        kind = type(each).__name__
        if kind == "Shown":
            open_to_all.add(each.seat)
        elif kind == "Dealt" and each.face != "up":
            hidden.add(each.seat)
        elif kind in ("Compared", "Called", "HandAnnounced") or (kind == "Settled" and each.rows):
            # A hand that was dealt in the open need not be shown.
            assert each.seat in open_to_all or each.seat not in hidden
        elif kind in ("Qualified", "Arranged", "DrawRuled"):
            assert None in open_to_all or None not in hidden


@pytest.mark.slow
@quick
@given(ANY, SEEDS)
def test_only_the_seat_to_decide_is_told_its_choices(entry, seed):
    for round in play_at_random(entry.table, seed).history:
        if round.turn.waits_for != "decision":
            continue
        for viewer in all_viewers(range(1, entry.table.rules.table.seats + 1)):
            assert bool(view(round, viewer).legal) == (viewer.name == f"seat {round.turn.seat}")


@pytest.mark.slow
@quick
@given(ANY, SEEDS, st.randoms(use_true_random=False))
def test_every_legal_move_is_taken_and_the_round_before_it_stays(entry, seed, rng):
    for round in play_at_random(entry.table, seed).history[:12]:
        before = (round.log, round.turn)
        for legal in round.legal_moves()[:20]:
            for move in (legal.move, any_size(legal, rng)):
                assert round.why_not(move) is None
                after = round.play(move)
                assert after.moves == (*round.moves, move)
                assert after.log[: len(round.log)] == round.log
                assert len(after.log) > len(round.log)
        assert (round.log, round.turn) == before


@quick
@given(ANY, SEEDS, st.randoms(use_true_random=False))
def test_amounts_just_outside_are_refused_with_a_reason(entry, seed, rng):
    history = play_at_random(entry.table, seed).history
    round = rng.choice(history)
    for legal in round.legal_moves():
        if legal.amounts is None:
            continue
        for cents in (
            legal.amounts.most_cents + legal.amounts.step_cents,
            legal.amounts.least_cents - legal.amounts.step_cents,
            0,
            -500,
        ):
            move = _with_cents(legal.move, cents)
            reason = round.why_not(move)
            assert isinstance(reason, Reason) and reason.text.endswith(".")
            with pytest.raises(NotAllowed) as refused:
                round.play(move)
            assert refused.value.reason == reason


def _with_cents(move, cents):
    return replace(move, cents=cents)


@pytest.mark.slow
@quick
@given(ANY, SEEDS, st.randoms(use_true_random=False))
def test_moves_out_of_turn_come_back_as_reasons(entry, seed, rng):
    for round in play_at_random(entry.table, seed).history:
        waits = round.turn.waits_for
        wrong = [
            Bet(1, "no-such-wager", 500),
            Bet(99, rng.choice(list(round.rules.wagers)), 500),
            Decide(99, "fold"),
            Decide(round.turn.seat or 1, "no-such-choice"),
            Tip(1, "no-such-wager", 100),
        ]
        if waits != "card":
            wrong.append(Deal(rng.choice(entry.table.deck.cards)))
        if waits != "bets":
            wrong.append(NoMoreBets())
        spent = [e.card for e in round.log if isinstance(e, Dealt | Burnt)]
        wrong += [Deal(card) for card in spent if entry.table.deck.count(card) == 1]
        for move in wrong:
            reason = round.why_not(move)
            assert isinstance(reason, Reason), f"{move} was let through"
            with pytest.raises(NotAllowed) as refused:
                round.play(move)
            assert refused.value.reason == reason


@pytest.mark.slow
@quick
@given(ANY, SEEDS)
def test_net_results_follow_from_settlements_and_jackpots(entry, seed):
    log = play_at_random(entry.table, seed).round.log
    for seat in {each.seat for each in log if isinstance(each, Bet)}:
        settled = sum(e.net_cents for e in log if isinstance(e, Settled) and e.seat == seat)
        # A tip that wins goes to the dealers: its player is out of the stake and gains nothing.
        tips = sum(
            e.returned_cents + e.paid_cents
            for e in log
            if isinstance(e, Settled) and e.seat == seat and e.tip and e.paid_cents
        )
        jackpots = sum(e.cents for e in log if type(e).__name__ == "JackpotPaid" and e.seat == seat)
        # What players win from each other is no settlement of the house's.
        pot = sum(
            each.cents if each.target == stack(seat) else -each.cents
            for each in transfers(log)
            if stack(seat) in (each.source, each.target)
            and {each.source, each.target} & {POT, spot(seat, "bets")}
        )
        assert net_cents(log, seat) == settled - tips + jackpots + pot


def test_a_viewers_log_grows_as_the_round_does():
    entry = games()[0]
    history = play_at_random(entry.table, 7).history
    for before, after in pairwise(history):
        for viewer in (player(1), player(1, 2)):
            old, new = seen(before.log, viewer), seen(after.log, viewer)
            assert new[: len(old)] == old


def test_strangers_are_among_the_games_tried():
    names = {str(entry) for entry in games()}
    assert {path.stem for path in STRANGERS} <= names and len(STRANGERS) >= 3


def test_the_rule_on_views_would_notice_a_leak():
    """The auditor's view handed to a player or a spectator breaks the independent rule."""
    entry = games()[0]
    round = next(r for r in play_at_random(entry.table, 3).history if r.turn.seat is not None)
    leaked = cards_in(view(round, AUDITOR))
    assert leaked == may_know(round.log, "auditor")
    assert not leaked <= may_know(round.log, "spectator")
    assert not leaked <= may_know(round.log, f"seat {round.turn.seat}")
    assert cards_in(view(round, player(round.turn.seat)))


@pytest.mark.slow
def test_games_with_other_decks_do_not_share_their_cards():
    """What one deck's cards are called in a log is nothing to a table with another deck."""
    documents = {}
    for game, ranks in (("mini-tex", "6 7 8 9 T J Q K A"), ("texas-21", "2 3 4 5 6 7 8 9 J Q K A")):
        document = tomllib.loads((GAMES_DIR / f"{game}.toml").read_text(encoding="utf-8"))
        document["published"] = []
        documents[game] = document
        packs = 6 if game == "texas-21" else 1
        documents[f"{game} short"] = {
            **document,
            "game": {**document["game"], "deck": {"ranks": ranks, "packs": packs}},
        }
    tables = [open_table(read_document(each, name)) for name, each in documents.items()]
    for seed in range(12):
        for table in tables:
            played = play_at_random(table, seed)
            order = played.commitment.reveal().order
            taken = cards_taken(played.round.log)
            assert taken == list(order[: len(taken)])
            assert table.replay(read_transcript(played.transcript)).log == played.round.log
