"""The hands that decided a round are told with the cards that make them, to whoever may know."""

from __future__ import annotations

import pytest
from tests.ask.rounds import (
    SPECTATOR,
    Compared,
    Dealt,
    HandAnnounced,
    Qualified,
    Settled,
    made_hands,
    seen,
)
from tests.generic.random_play import play_at_random
from tests.generic.registered import games

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("entry", games(), ids=str)
def test_every_compared_hand_is_made_of_the_cards_that_rank_as_it_was_called(entry):
    book = entry.table.handbook
    for seed in range(6):
        log = play_at_random(entry.table, seed).round.log
        told = list(made_hands(book, log))
        called = [each for each in log if isinstance(each, Compared | Qualified | HandAnnounced)]
        compared = [each for each in told if each.wager is None]
        assert [each.hand for each in compared] == [each.hand for each in called]
        for made, operation in zip(compared, called, strict=True):
            contest = getattr(operation, "contest", None)
            if contest is None:
                hand_id = book.rules.ring.hand
            else:
                against = book.rules.contests[contest]
                hand_id = against.dealer if made.seat is None else against.player
            if hand_id in book.rules.totals:
                total = book.total(hand_id)
                assert total.describe(total.value(made.cards)) == made.hand
                continue
            compiled = book.compiled(hand_id)
            assert compiled.describe(compiled.whole_hand(made.cards)) == made.hand


@pytest.mark.parametrize("entry", games(), ids=str)
def test_a_pay_table_s_hand_is_told_and_a_spectator_learns_no_card_from_it(entry):
    book = entry.table.handbook
    for seed in range(6):
        log = play_at_random(entry.table, seed).round.log
        settled = {(each.seat, each.wager): each for each in log if isinstance(each, Settled)}
        # A wager may be paid on several hands: each of its rows fits one of them.
        fitting = {}
        for made in made_hands(book, log):
            if made.wager is None:
                continue
            rows = {
                row.id
                for table in book.rules.pays.values()
                for row in table.rows
                if _fits(book, table.hand, row.hand, made, log)
            }
            fitting[made.seat, made.wager] = fitting.get((made.seat, made.wager), set()) | rows
        for place, rows in fitting.items():
            assert set(settled[place].rows) <= rows
        known = set(map(str, _known(seen(log, SPECTATOR))))
        for made in made_hands(book, seen(log, SPECTATOR)):
            assert {str(card) for card in made.cards} <= known


def _fits(book, hand_id, phrase, made, log):
    if hand_id in book.rules.totals:
        zones = {}
        for entry in log:
            if isinstance(entry, Dealt) and entry.seat in (None, made.seat):
                zones.setdefault(entry.zone, []).append(entry.card)
        held = book.held(hand_id, zones)
        return held.cards == made.cards and book.test(hand_id, phrase).matches(
            held.value, held.cards
        )
    compiled = book.compiled(hand_id)
    if compiled.ranking.cards != len(made.cards):
        return False
    return book.test(hand_id, phrase).matches(compiled.whole_hand(made.cards), made.cards)


def _known(log):
    for entry in log:
        yield from (card for card in getattr(entry, "cards", ()) if card is not None)
        if getattr(entry, "card", None) is not None:
            yield entry.card
