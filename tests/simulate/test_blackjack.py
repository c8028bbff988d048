"""Shoes dealt by the kernel come out as the blackjack engine deals them, round by round."""

import tomllib
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from tests.simulate.plain_stream import plain_draw

from feltworks.blackjack.hand import POINTS
from feltworks.errors import FeltworksError
from feltworks.odds.blackjack.analysis import BlackjackOdds
from feltworks.odds.blackjack.chartpage import write_page
from feltworks.odds.blackjack.fromrules import blackjack_odds
from feltworks.odds.blackjack.shoe import Shoe, value_of
from feltworks.pit import open_table, play_out
from feltworks.round import Bet, Decide, NoMoreBets, Terms
from feltworks.round.operations import cards_taken
from feltworks.round.payouts import Settled
from feltworks.rules.catalogue import locate
from feltworks.rules.loader import read, read_document
from feltworks.rules.schema.mechanisms import Blackjack
from feltworks.simulate.blackjackgames import prepare_blackjack
from feltworks.simulate.blackjackhands import new_felt
from feltworks.simulate.blackjackshoes import ShoeDealing, deal_card_by_card, new_log, new_steps
from feltworks.simulate.counters import CounterPlan, read_count, read_spread
from feltworks.simulate.seatwagers import LIMITS, seat_wagers
from feltworks.simulate.shoes import SHOES, ShoeInUse, new_shoes, shuffle_shoes
from feltworks.simulate.strategycards import plays_of, read_card

STAKE_CENTS = 1000
SIDE_CENTS = 100


class ByTables:
    """Plays as the tables of the strategy say, at the engine's table."""

    def __init__(self, game):
        self.plays, self.setting = game.odds.plays, game.odds.setting

    def __call__(self, round, seat):
        moves = {legal.move.choice: legal for legal in round.legal_moves()}
        choice = self.chosen(round, moves)
        amounts = moves[choice].amounts
        return Decide(seat, choice, None if amounts is None else amounts.most_cents)

    def chosen(self, round, moves):
        cards, up = round.hand.cards, value_of(round.dealer_shows)
        hand = self.setting.hands.of(*map(value_of, cards))
        if round.hand.doubled:
            return "surrender" if self.plays.rescues[up, hand] else "stand"
        if "surrender" in moves and self.plays.surrenders[up, hand]:
            return "surrender"
        if "decline" in moves:
            return "decline"
        if "split" in moves and self.plays.splits[up, value_of(cards[0])]:
            return "split"
        play = self.plays.of(up, is_free=round.hand.is_free)
        if "double" in moves and self.setting.may_double[hand] and play.doubles[hand]:
            return "double"
        return "hit" if "hit" in moves and play.hits[hand] else "stand"


def engine_shoe(loaded, game, seed, number, log=None):
    """The nets of each round, seat and wager of one shoe, dealt through the engine.

    `log` is told which cards are out of the shoe before each round.
    """
    table, decide = open_table(loaded), ByTables(game)
    cards, size = table.deck.cards, table.deck.size
    order = [cards[place] for place in plain_draw(seed, number, size, size)]
    discarded, found = (), []
    while True:
        terms = Terms(LIMITS, discarded=discarded, jackpots=jackpots(table))
        round = table.open_round(terms)
        seats = range(1, game.seats + 1)
        bets = [Bet(seat, table.rules.unit, STAKE_CENTS) for seat in seats]
        bets += [Bet(seat, side, SIDE_CENTS) for seat in seats for side in game.plays[seat - 1]]
        if game.wagers is not None:
            placed = enumerate(game.wagers.seats, 1)
            bets = [Bet(seat, *bet) for seat, wagers in placed for bet in wagers.items()]
        if log is not None:
            log.append(discarded)
        round = play_out(round.play_all([*bets, NoMoreBets()]), order, decide)
        nets = [Counter() for _ in seats]
        for entry in round.log:
            if isinstance(entry, Settled):
                nets[entry.seat - 1][entry.wager.partition("/")[0]] += entry.net_cents
        found.append(nets)
        discarded += tuple(card for card in cards_taken(round.log) if card is not None)
        left = table.deck.size - len(discarded)
        if len(discarded) >= table.cut_at or left < table.first_cards:
            return found


def jackpots(table):
    return {id: jackpot.seed.cents for id, jackpot in table.rules.jackpots.items()}


SIDES = ["progressive", "bonus"]
RULES = [
    ({}, 1, "basic", []),
    ({}, 1, "basic", ["bonus"]),
    ({"soft_17": "hits", "late_surrender": "on", "resplit_aces": "on"}, 3, "basic", []),
    ({"peek": "off", "no_peek_takes": "original", "blackjack_pays": "6:5"}, 2, "optimal", []),
    ({"peek": "off", "split_unlike_tens": "off", "one_card_to_split_aces": "off"}, 2, "basic", []),
    ({"double": "9-11", "double_after_split": "off", "split_hands": "2"}, 6, "optimal", SIDES),
]


@pytest.mark.slow
@pytest.mark.parametrize(("options", "seats", "strategy", "sides"), RULES)
def test_every_seat_of_a_shoe_comes_out_as_the_engine_settles_it(options, seats, strategy, sides):
    same_as_the_engine(read("texas-21", options), seats, strategy, sides)


@pytest.mark.slow
@pytest.mark.parametrize("peek", [True, False])
def test_surrender_before_the_peek_and_charlies_come_out_as_the_engine_settles_them(peek):
    document = tomllib.loads(locate("six-deck-blackjack").read_text())
    document["blackjack"] |= {"early_surrender": True, "charlie": 5, "peek": peek}
    loaded = read_document(document, "early")
    same_as_the_engine(loaded, 2, "basic", ["perfect-pairs"])
    game = prepare_blackjack(loaded.rules)
    tally = game.job(5).deal(0, 500)
    assert (tally.counts.tolist(), tally.totals) == by_hand(game, 5, 500)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["spanish-21", "free-bet", "push-22"])
def test_variants_come_out_as_the_engine_settles_them_and_as_they_are_weighed(name):
    loaded = read(name)
    same_as_the_engine(loaded, 2, "basic", [])
    game = prepare_blackjack(loaded.rules)
    tally = game.job(5).deal(0, 500)
    assert (tally.counts.tolist(), tally.totals) == by_hand(game, 5, 500)
    found = game.won_together(game.job(7).deal(0, 60_000))
    assert abs(found.mean - game.odds.expected_value) < 4 * found.standard_error < 0.004


def same_as_the_engine(loaded, seats, strategy, sides):
    game = prepare_blackjack(loaded.rules, strategy=strategy, seats=seats, sides=sides)
    assert set(POINTS) == {"A", *"23456789TJQK"}
    for shoe in range(2):
        nets = engine_shoe(loaded, game, 21, shoe)
        tally = game.job(21).deal(shoe, 1)
        job = game.job(21)
        counts = tally.counts[: seats * job.nets].reshape(seats, -1)
        middle = counts.shape[1] // 2
        mains = [[net[loaded.rules.unit] for net in row] for row in nets]
        for seat in range(seats):
            expected = [0] * counts.shape[1]
            for row in mains:
                expected[middle + row[seat] * game.scale // STAKE_CENTS] += 1
            assert counts[seat].tolist() == expected
        together = [sum(row) * game.scale // STAKE_CENTS for row in mains]
        won = sum(together)
        squares = sum(net * net for net in together)
        rounds = len(nets)
        by_shoe = (rounds * rounds, won * won, rounds * won)
        assert tally.totals[:7] == (rounds, 0, won, squares, *by_shoe)
        for sheet in game.report(tally).get("side_wagers", ()):
            expected = Counter(net[sheet["wager"]] / SIDE_CENTS for row in nets for net in row)
            counted = Counter()
            for outcome in sheet["outcomes"]:
                counted[outcome["net"]] += outcome["count"]
            assert +counted == expected


def test_seats_with_amounts_of_their_own_win_what_the_engine_pays():
    loaded = read("texas-21")
    given = {1: {"blackjack": 2500, "bonus": 500}, 2: {"progressive": 100}, 3: {"blackjack": 700}}
    wagers = seat_wagers(loaded, 3, [], given)
    game = prepare_blackjack(loaded.rules, seats=3, wagers=wagers)
    nets = engine_shoe(loaded, game, 8, 4)
    tally = game.job(8).deal(4, 1)
    for seat in range(3):
        cents = [sum(row[seat].values()) for row in nets]
        won, squares, w_w, r_w = (Fraction(n) for n in tally.totals[7 + 4 * seat : 11 + 4 * seat])
        part = game.stakes.scale / 100
        assert (won / part, squares / part**2) == (sum(cents), sum(n * n for n in cents))
        assert (w_w, r_w) == (won * won, won * len(nets))
    sheet = game.report(tally)
    house = -sum(sum(net.values()) for row in nets for net in row) / 100 / len(nets)
    assert sheet["unit"] == "dollar" and sheet["house"]["mean"] == pytest.approx(house)
    played = {
        side["wager"]: sum(row["count"] for row in side["outcomes"])
        for side in sheet["side_wagers"]
    }
    assert played == {"bonus": len(nets), "progressive": len(nets)}


@pytest.mark.parametrize("tags", ["hi-lo", "23456=+1 TA=-1"])
def test_a_counter_bets_by_the_cards_that_are_gone(tags):
    name, by_rank = read_count(tags)
    plan = CounterPlan(name, by_rank, read_spread("-0.5:1 1:2.5 2:8"))
    loaded = read("texas-21")
    game = prepare_blackjack(loaded.rules, counter=plan)
    gone, won, staked = [], 0, 0
    nets = engine_shoe(loaded, game, 8, 3, gone)
    drift = sum(by_rank.get(card.rank, 0) for card in open_table(loaded).deck.cards)
    for cards, (net,) in zip(gone, nets, strict=True):
        seen = cards[1:]  # the first of a shoe is burnt, unseen
        running = sum(by_rank.get(card.rank, 0) for card in seen) - Fraction(drift * len(seen), 312)
        true = running * 52 / (312 - max(1, len(cards)))
        bet = 8 if true >= 2 else Fraction(5, 2) if true >= 1 else 1
        staked += bet
        won += bet * net["blackjack"] / STAKE_CENTS
    tally = game.job(8).deal(3, 1)
    assert Fraction(tally.totals[2]) / game.stakes.scale == won
    found = game.report(tally)["counter"]
    assert found["average_bet"] == pytest.approx(float(staked / len(nets)))
    assert found["won_of_money_bet"] == pytest.approx(float(won / staked))
    assert sum(row["share"] for row in found["by_count"]) == pytest.approx(1)


@pytest.mark.slow
def test_each_point_of_the_count_is_worth_about_half_a_percent():
    """As published for Hi-Lo at six decks; and who bets by it wins from a house that does not."""
    plan = CounterPlan("hi-lo", read_count("hi-lo")[1], read_spread("0:1 1:4 2:8 3:12"))
    game = prepare_blackjack(read("texas-21").rules, counter=plan)
    found = game.report(game.job(1).deal(0, 40_000))["counter"]
    rows = [row for row in found["by_count"] if -5 <= row["count"] <= 5]
    weights = [row["share"] for row in rows]
    slope = np.polyfit(
        [row["count"] for row in rows], [row["mean"] for row in rows], 1, w=np.sqrt(weights)
    )[0]
    assert 0.004 < slope < 0.0065
    assert found["won_in_100_rounds"] > 3 * found["standard_error_in_100_rounds"]


def by_hand(game, seed, shoes):
    """The counts and totals of shoes, every round of which is played by hand."""
    job, house = game.job(seed), game.house
    counts, totals = np.zeros((1, job.nets), np.int64), np.zeros(7, np.int64)
    limit = min(house.cut_at, house.size - house.first_cards + 1)
    rows, nobody = new_shoes(house.size, house.cut_at, 0), new_log(0, 0, 1)
    dealing = ShoeDealing(
        game.play, game.steps, rows, new_steps(1), new_felt(1), nobody, counts, totals
    )
    for number in range(0, shoes, SHOES):
        begin = np.uint64(number)
        shuffle_shoes(rows, np.uint64(seed), begin, game.play.deck, game.tables.values)
        for row in range(min(SHOES, shoes - number)):
            one = ShoeInUse(rows, row, np.uint64(seed), begin + np.uint64(row))
            deal_card_by_card(one, limit, row, dealing)
    return counts[0].tolist(), tuple(totals.tolist())


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [{}, {"decks": "1", "penetration": "95", "seats": "1", "late_surrender": "on"}]
    + [options for options, *_ in RULES[3:]],
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
    found = game.won_together(tally)
    # The cut-card effect is some 0.0002 and the error 0.0025.
    assert abs(found.mean - game.odds.expected_value) < 4 * found.standard_error + 0.0005
    assert 0.9 < found.standard_error / (found.standard_deviation / tally.rounds**0.5) < 1.1
    sheet = game.report(tally)
    assert sum(row["count"] for row in sheet["outcomes"]) == tally.rounds
    assert abs(game.units(500_000) * tally.rounds / 5_000 / 500_000 - 1) < 0.02


def test_shoes_in_parts_are_the_shoes_in_one():
    job = prepare_blackjack(read("texas-21").rules, seats=2).job(3)
    assert job.deal(0, 5) + job.deal(5, 2) == job.deal(0, 7)


def test_side_wagers_come_out_near_their_exact_odds():
    tally = (game := prepare_blackjack(read("texas-21").rules, sides=SIDES)).job(2).deal(0, 4_000)
    for side in game.report(tally)["side_wagers"]:
        off = side["mean"] - side["exact_mean_without_jackpot"]
        assert abs(off) < 4 * side["standard_error"]
        assert side["chi_square"]["p_value"] > 1e-4


@pytest.mark.slow
def test_a_card_from_a_file_is_played(tmp_path, capsys):
    """The exported card is basic strategy; a mistake on it costs what it must."""
    card = tmp_path / "card.csv"
    options = {"late_surrender": "on", "soft_17": "hits"}
    loaded = read("texas-21", options)
    basic = prepare_blackjack(loaded.rules)
    write_page(card, "", "", basic.odds.chart)
    played = prepare_blackjack(loaded.rules, strategy=str(card))
    assert played.job(4).deal(0, 300) == basic.job(4).deal(0, 300)
    assert played.odds.expected_value == pytest.approx(basic.odds.expected_value, abs=1e-12)
    lines = card.read_text().splitlines()
    never = [
        "hard 16," + ",".join("S" * 10) if line.startswith("hard 16") else line for line in lines
    ]
    card.write_text("\n".join(never))
    worse = prepare_blackjack(loaded.rules, strategy=str(card))
    assert -0.02 < worse.odds.expected_value - basic.odds.expected_value < -0.001
    assert worse.job(4).fingerprint != basic.job(4).fingerprint


@pytest.mark.slow
@pytest.mark.parametrize(
    ("keys", "lines"),
    [
        (
            {"free_split": "all-but-tens", "free_double": "9-11"},
            ["free hard 16,S,S,S,S,S,H,H,S,S,H", "free soft 18,Ds,Ds,Ds,Ds,Ds,S,H,H,H,H"],
        ),
        (
            {"rescue": True, "double_cards": "any", "one_card_to_split_aces": False},
            ["hard 4,H,H,H,H,H,H,H,H,H,H", "doubled soft 16,S,S,S,S,S,S,R,R,R,R"],
        ),
    ],
)
def test_a_card_tells_all_that_a_variant_asks(tmp_path, keys, lines):
    """What is read from the exported card is basic strategy, for free and doubled hands too."""
    odds = BlackjackOdds(Shoe.of_decks(1), Blackjack(**keys))
    card = tmp_path / "card.csv"
    write_page(card, "", "", odds.chart)
    assert set(lines) <= set(card.read_text().splitlines())
    cells, hands = read_card(card), odds.setting.hands
    plays, basic = plays_of(cells, odds.setting), odds.basic_plays
    # Soft 12 is asked only where split aces are played on, and a doubled hand has three cards.
    asked = (odds.setting.sure.means == 0) & (hands.sizes >= 2) & (hands.totals < 21)
    asked &= ~((hands.totals == 12) & hands.soft) | ("rescue" in keys)
    assert (plays.hits == basic.hits)[:, asked].all()
    assert (plays.doubles == basic.doubles)[:, asked].all()
    if "free_split" in keys:
        assert (plays.free_hits == basic.free_hits)[:, asked].all()
        assert (plays.free_doubles == basic.free_doubles)[:, asked].all()
    assert (plays.rescues == basic.rescues)[:, asked & (hands.sizes >= 3)].all()


def test_a_doubled_hand_is_given_up_or_stood_on(tmp_path):
    card = tmp_path / "card.csv"
    text = "hand,2,3,4,5,6,7,8,9,T,A\ndoubled hard 16,S,S,S,S,S,S,H,R,R,R\n"
    card.write_text(text, encoding="utf-8-sig")
    with pytest.raises(FeltworksError, match=r"line 2, column 8: 'H' is no play; allowed: S"):
        read_card(card)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("soft 17,", "soft 27,"), "line 22: there is no hand 'soft 27'"),
        (('"8,8",P', '"8,8",X'), "line 32, column 2: 'X' is no play; allowed: H .hit., S"),
        (('"8,8",P', '"9,9",P'), "it does not cover the game: 8,8 is missing"),
        (("hand,2,3", "hand,2,x"), "line 1: there is no column '3'"),
    ],
)
def test_a_card_that_does_not_cover_the_game_is_refused(tmp_path, change, says):
    card = tmp_path / "card.csv"
    rules = read("texas-21").rules
    write_page(card, "", "", blackjack_odds(rules, strategy="basic").chart)
    assert change[0] in card.read_text()
    card.write_text(card.read_text().replace(*change))
    with pytest.raises(FeltworksError, match=says):
        prepare_blackjack(rules, strategy=str(card))


def test_what_cannot_be_played_is_refused(tmp_path):
    rules = read("texas-21").rules
    with pytest.raises(FeltworksError, match="side wagers are bonus, progressive"):
        prepare_blackjack(rules, sides=["bonuss"])
    with pytest.raises(FeltworksError, match="no such file"):
        prepare_blackjack(rules, strategy=str(tmp_path / "none.csv"))
    with pytest.raises(FeltworksError, match="in blackjack there is optimal, basic"):
        prepare_blackjack(rules, strategy="simple")
