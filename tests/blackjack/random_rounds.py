"""Random lawful rounds of blackjack: any seats, wagers, choices and cards, all from a seed."""

from __future__ import annotations

import random

from tests.ask.rounds import Bet, Deal, Move, NoMoreBets, OpenTable, Round, Terms

from feltworks.cards import Card

from .rigging import JACKPOT


def random_bets(table: OpenTable, rng: random.Random) -> list[Move]:
    places = table.rules.table.seats
    moves: list[Move] = []
    for seat in sorted(rng.sample(range(1, places + 1), rng.randint(1, places))):
        stake = rng.randrange(500, 2000, 100)
        moves.append(Bet(seat, "blackjack", stake))
        if rng.random() < 0.3:
            moves.append(Bet(seat, "bonus", rng.randrange(100, stake + 1, 100)))
        if rng.random() < 0.3 and "progressive" in table.rules.offer.side_wagers:
            moves.append(Bet(seat, "progressive", 100))
    return [*moves, NoMoreBets()]


def random_choice(round: Round, rng: random.Random) -> Move:
    """Any lawful choice, those that make a round longer more often."""
    legal = [each.move for each in round.legal_moves()]
    longer = [move for move in legal if move.choice in ("split", "double", "insure")]
    return rng.choice(longer if longer and rng.random() < 0.6 else legal)


def random_order(table: OpenTable, rng: random.Random) -> list[Card]:
    """A shoe in which pairs and aces come early more often than chance would have it."""
    order = list(table.deck.cards)
    rng.shuffle(order)
    rank = rng.choice(table.deck.ranks)
    front = [card for card in order if card.rank in (rank, "A", "T")]
    top = rng.sample(front, min(len(front), rng.choice([0, 0, 10, 30])))
    for card in top:
        order.remove(card)
    middle = order[:20] + top
    rng.shuffle(middle)
    return middle + order[20:]


def random_round(table: OpenTable, seed: int) -> Round:
    rng = random.Random(seed)
    round = table.open_round(Terms(jackpots={JACKPOT: 100_000}))
    round = round.play_all(random_bets(table, rng))
    cards = iter(random_order(table, rng))
    while round.turn.waits_for != "nothing":
        card_due = round.turn.waits_for == "card"
        after = round.play(Deal(next(cards)) if card_due else random_choice(round, rng))
        round = after
    return round
