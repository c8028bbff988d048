"""Shoes dealt by the kernel come out as the blackjack engine deals them, round by round."""

import numpy as np
import pytest

from feltworks.blackjack.hand import POINTS
from feltworks.errors import FeltworksError
from feltworks.odds.blackjack.shoe import value_of
from feltworks.pit import open_table, play_out
from feltworks.round import Bet, Decide, NoMoreBets, Terms
from feltworks.round.operations import cards_taken
from feltworks.round.payouts import Settled
from feltworks.rules.loader import read
from feltworks.simulate.blackjackgames import new_felt, prepare_blackjack
from feltworks.simulate.blackjackshoes import deal_by_hand
from feltworks.simulate.dealing import plain_draw
from feltworks.simulate.shoes import SHOES, ShoeInUse, new_shoes, shuffle_shoes

STAKE_CENTS = 1000


class ByTables:
    """Plays as the tables of the strategy say, at the engine's table."""

    def __init__(self, game):
        self.plays, self.setting = game.odds.plays, game.odds.setting

    def __call__(self, round, seat):
        moves = {legal.move.choice: legal for legal in round.legal_moves()}
        choice = "decline" if "decline" in moves else self.chosen(round, moves)
        amounts = moves[choice].amounts
        return Decide(seat, choice, None if amounts is None else amounts.most_cents)

    def chosen(self, round, moves):
        cards, up = round.hand.cards, value_of(round.dealer_shows)
        hand = self.setting.hands.of(*map(value_of, cards))
        if "surrender" in moves and self.plays.surrenders[up, hand]:
            return "surrender"
        if "split" in moves and self.plays.splits[up, value_of(cards[0])]:
            return "split"
        if "double" in moves and self.setting.may_double[hand] and self.plays.doubles[up, hand]:
            return "double"
        return "hit" if "hit" in moves and self.plays.hits[up, hand] else "stand"


def engine_shoe(loaded, game, seed, number):
    """The nets of each round and seat of one shoe, dealt through the engine."""
    table, decide = open_table(loaded), ByTables(game)
    cards, size = table.deck.cards, table.deck.size
    order = [cards[place] for place in plain_draw(seed, number, size, size)]
    discarded, found = (), []
    while True:
        round = table.open_round(Terms(discarded=discarded, jackpots=jackpots(table)))
        bets = [Bet(seat, table.rules.unit, STAKE_CENTS) for seat in range(1, game.seats + 1)]
        round = play_out(round.play_all([*bets, NoMoreBets()]), order, decide)
        nets = [0] * game.seats
        for entry in round.log:
            if isinstance(entry, Settled):
                nets[entry.seat - 1] += entry.net_cents
        found.append(tuple(nets))
        discarded += tuple(card for card in cards_taken(round.log) if card is not None)
        left = table.deck.size - len(discarded)
        if len(discarded) >= table.cut_at or left < table.first_cards:
            return found


def jackpots(table):
    return {id: jackpot.seed.cents for id, jackpot in table.rules.jackpots.items()}


RULES = [
    ({}, 1, "basic"),
    ({"soft_17": "hits", "late_surrender": "on", "resplit_aces": "on"}, 3, "basic"),
    ({"peek": "off", "no_peek_takes": "original", "blackjack_pays": "6:5"}, 2, "optimal"),
    ({"peek": "off", "split_unlike_tens": "off", "one_card_to_split_aces": "off"}, 2, "basic"),
    ({"double": "9-11", "double_after_split": "off", "split_hands": "2"}, 6, "optimal"),
]


@pytest.mark.parametrize(("options", "seats", "strategy"), RULES)
def test_every_seat_of_a_shoe_comes_out_as_the_engine_settles_it(options, seats, strategy):
    loaded = read("texas-21", options)
    game = prepare_blackjack(loaded.rules, strategy=strategy, seats=seats)
    assert set(POINTS) == {"A", *"23456789TJQK"}
    for shoe in range(2):
        nets = engine_shoe(loaded, game, 21, shoe)
        tally = game.job(21).deal(shoe, 1)
        counts = tally.counts.reshape(seats, -1)
        middle = counts.shape[1] // 2
        for seat in range(seats):
            expected = [0] * counts.shape[1]
            for row in nets:
                expected[middle + row[seat] * game.scale // STAKE_CENTS] += 1
            assert counts[seat].tolist() == expected
        together = [sum(row) * game.scale // STAKE_CENTS for row in nets]
        won = sum(together)
        squares = sum(net * net for net in together)
        rounds = len(nets)
        by_shoe = (rounds * rounds, won * won, rounds * won)
        assert tally.totals == (rounds, 0, won, squares, *by_shoe)


def by_hand(game, seed, shoes):
    """The counts and totals of shoes, every round of which is played by hand."""
    job, house = game.job(seed), game.house
    counts, totals = np.zeros((1, job.nets), np.int64), np.zeros(7, np.int64)
    limit = min(house.cut_at, house.size - house.first_cards + 1)
    rows, felt, nets = new_shoes(house.size, house.cut_at, 0), new_felt(1), np.zeros(1, np.int64)
    for number in range(0, shoes, SHOES):
        begin = np.uint64(number)
        shuffle_shoes(rows, np.uint64(seed), begin, game.play.deck, game.tables.values)
        for row in range(min(SHOES, shoes - number)):
            one = ShoeInUse(rows, row, np.uint64(seed), begin + np.uint64(row))
            deal_by_hand(one, limit, game.play, felt, nets, counts, totals)
    return counts[0].tolist(), tuple(totals.tolist())


@pytest.mark.parametrize(
    "options",
    [{}, {"decks": "1", "penetration": "95", "seats": "1", "late_surrender": "on"}]
    + [options for options, seats, strategy in RULES[2:]],
)
def test_steps_through_the_table_are_the_rounds_played_by_hand(options):
    """Also where a round is begun with so few cards left that the shoe runs out under it."""
    game = prepare_blackjack(read("texas-21", options).rules)
    tally = game.job(5).deal(0, 1_000)
    assert (tally.counts.tolist(), tally.totals) == by_hand(game, 5, 1_000)
    assert (tally.totals[1] > 0) == ("decks" in options)


def test_the_mean_of_many_shoes_is_near_the_exact_one():
    game = prepare_blackjack(read("texas-21").rules)
    tally = game.job(1).deal(0, 5_000)
    found = game.shown(tally)
    # The cut-card effect is some 0.0002 and the error 0.0025.
    assert abs(found.mean - game.odds.expected_value) < 4 * found.standard_error + 0.0005
    assert 0.9 < found.standard_error / (found.standard_deviation / tally.rounds**0.5) < 1.1
    sheet = game.sheet(tally)
    assert sum(row["count"] for row in sheet["outcomes"]) == tally.rounds
    assert abs(game.units(500_000) * tally.rounds / 5_000 / 500_000 - 1) < 0.02


def test_shoes_in_parts_are_the_shoes_in_one():
    job = prepare_blackjack(read("texas-21").rules, seats=2).job(3)
    assert job.deal(0, 5) + job.deal(5, 2) == job.deal(0, 7)


def test_what_cannot_be_played_is_refused():
    rules = read("texas-21").rules
    with pytest.raises(FeltworksError, match="only the first wager is simulated"):
        prepare_blackjack(rules, sides=["bonus"])
    with pytest.raises(FeltworksError, match="in blackjack there is optimal, basic"):
        prepare_blackjack(rules, strategy="simple")
