"""Three days in a card room of version 0.1, with everything in them that books can hold.

Every game and example at several tables, jackpots by meter and by count, won, started again,
adjusted, capped, removed; tips, irregularities, voids, a deserted shift, acts of the staff; and in
the end a round in flight.
"""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date
from pathlib import Path

from tests.ask.books import DayClock, DemoDealer, Guests, HouseTables, LimitsRequest, Member, note
from tests.ask.rounds import Bet, Deal, Decide, Irregularity, Move, Reason, Round, SitIn, Tip
from tests.generic.random_play import _set_cards
from tests.house.dealing import Rigged, bets, likes

from feltworks.house import CardRoom, House, read_house

from .freeze_transcripts import is_left_out, with_second_thoughts

DAYS = (date(2025, 11, 12), date(2025, 11, 13), date(2025, 11, 14))
NAMES = ("ann", "bob", "cyd", "dee", "eli", "fay", "gil", "hal")
FLOOR = Member("floor", "operator")
ROYAL, CINCOS, NOTHING = "7s Js Qs Ks As", "2s 2h 2d 2c Jo", "2c 3d 4s 5s 7c"
FILE = """
[house]
name = "The frozen house"
kind = "practice"
under = 2023-09-01
{tables}
[jackpots.gran]
tables = ["spanish-1", "spanish-2"]
jackpot = "gran"
fees = "20%"

[jackpots.gran-meter]
tables = ["spanish-meter"]
jackpot = "gran"
contribution = "33.3%"
{cap}
[jackpots.gran-backed]
tables = ["spanish-backed"]
jackpot = "gran"

[jackpots.gran-seeded]
tables = ["spanish-seeded"]
jackpot = "gran"

[jackpots.royal-meter]
tables = ["texas-meter"]
jackpot = "texas-21-jackpot"

[jackpots.royal-count]
tables = ["texas-count", "texas-dealt-out"]
jackpot = "texas-21-jackpot"
{small}
"""
SMALL = """
[jackpots.royal-small]
tables = ["texas-small"]
jackpot = "texas-21-jackpot"

[jackpots.royal-kept]
tables = ["texas-kept"]
jackpot = "texas-21-jackpot"
"""
TABLES = {
    "mini-1": ("mini-tex", ""),
    "mini-2": (
        "mini-tex",
        'dealer_qualifier = "ace-king", community_dealing = "up-front", folded_hands = "left", '
        'pocket_poker_table = "35-15", pocket_poker_above_ante = "on", seats = 7',
    ),
    "ring-1": ("mini-tex-ring", 'pocket_poker_table = "30-20"'),
    "ring-2": ("mini-tex-ring", 'ante = "off", structure = "no-limit", shows = "all-hands"'),
    "ring-3": (
        "mini-tex-ring",
        'structure = "spread-limit", heads_up_blinds = "custom", missed_blinds = "post-both", '
        'pocket_poker_table = "25-20", big_blind_option = "off", raises = 2, players = 6',
    ),
    "pick-1": ("pick-2-poker", ""),
    "pick-2": ("pick-2-poker", 'shuffler = "machine-two-decks", tips = "on"'),
    "pick-3": (
        "pick-2-poker",
        'shuffler = "by-hand", dealing = "hand-at-a-time", dealer_not_qualified = "push", '
        'bonuses_on_fold = "in-action", bonuses_settled = "first"',
    ),
    "spanish-1": ("spanish-poker", ""),
    "spanish-2": ("spanish-poker", 'dealing = "one-at-a-time", tie = "dealer-wins"'),
    "spanish-meter": (
        "spanish-poker",
        'gran_mode = "meter", gran_backups = "on", gran_seed_recovery = "portion", seats = "5"',
    ),
    "spanish-backed": (
        "spanish-poker",
        'gran_backups = "on", backup_share = 40, gran_shortfall = "carried", '
        'gran_alone = "on", dos_pares_alone = "on", ante_table = 2, ace_low_straights = "on"',
    ),
    "spanish-seeded": (
        "spanish-poker",
        'gran_seed_recovery = "all-first", gran_tray_payouts = "left-in", gran_seed = 750, '
        'side_wagers = "joker-and-gran", side_above_ante = "on", dos_pares_table = 2',
    ),
    "spanish-joker": ("spanish-poker", 'side_wagers = "dos-pares-and-joker"'),
    "texas-meter": ("texas-21", 'progressive_mode = "meter"'),
    "texas-count": ("texas-21", "progressive_contribution = 40"),
    "texas-dealt-out": (
        "texas-21",
        'progressive_contribution = 40, late_surrender = "on", soft_17 = "hits", '
        'resplit_aces = "on", penetration = 50, one_card_to_split_aces = "off"',
    ),
    "texas-small": ("texas-21", 'progressive_contribution_of = "lost", peek = "off"'),
    "texas-kept": ("texas-21", 'peek = "off", no_peek_takes = "original", bonus_table = "B"'),
    "texas-bare": ("texas-21", 'progressive = "off", blackjack_pays = "6:5"'),
    "three-card": ("three-card-poker.toml", ""),
    "let-it-ride": ("let-it-ride.toml", ""),
    "ultimate": ("ultimate-texas-holdem.toml", ""),
}
MORE = {
    "let-it-ride": 'player_limit = "$20,000"\ntable_limit = "$40,000"\ntray = "$2,000"',
    "mini-2": 'irregularities = { misbet = "play-on", wrong-card-count = "void-seat" }',
    "pick-3": 'irregularities = { exposed-dealer-card = "play-on", face-up-card = "void-seat" }',
    "texas-count": 'irregularities = { exposed-dealer-card = "play-on", misbet = "void-seat" }',
    "ring-2": 'irregularities = { face-up-card = "play-on", misbet = "void-seat" }',
    "ultimate": 'seats = 4\nchips = ["$1", "$5", "$25"]\ntray = "$500"',
}


def card_room(rules: Path, without: tuple[str, ...] = (), *, cap: str = "") -> CardRoom:
    tables = ""
    for name, (game, options) in TABLES.items():
        if name in without:
            continue
        least, most = ("$10", "$10") if game == "mini-tex-ring" else ("$5", "$20")
        if name == "ring-3":
            most = "$40"
        tables += (
            f'\n[tables.{name}]\ngame = "{game}"\noptions = {{ {options} }}\n'
            f'minimum = "{least}"\nmaximum = "{most}"\nside_maximum = "$10"\n{MORE.get(name, "")}\n'
        )
    small = "" if "texas-small" in without else SMALL
    return read_house(FILE.format(tables=tables, cap=cap, small=small), "house.toml", rules)


class FrozenGuests(Guests):
    """Guests who also tip, take wagers back, and sit in with stacks of all sizes."""

    def bets(self, round: Round) -> list[Move]:
        moves = [self._with_own_stack(round, move) for move in super().bets(round)]
        if not moves or isinstance(round.play_all(moves), Reason):
            return super().bets(round)
        return self._with_tips(round, with_second_thoughts(round, moves, self._rng))

    def _with_own_stack(self, round: Round, move: Move) -> Move:
        if not isinstance(move, SitIn):
            return move
        assert round.rules.ring is not None
        missed = round.rules.ring.missed_blinds == "post-both"
        posts = self._rng.choice(["", "", "small", "big", "both"]) if missed else ""
        return SitIn(move.seat, self._rng.randrange(3_000, 40_000, 500), posts)

    def _with_tips(self, round: Round, moves: list[Move]) -> list[Move]:
        for seat in self.seats:
            open_ = round.play_all(moves[:-1])
            assert not isinstance(open_, Reason)
            for legal in open_.legal_moves():
                move = legal.move
                if isinstance(move, Tip) and move.seat == seat and self._rng.random() < 0.6:
                    tried = [*moves[:-1], self._sized(legal), moves[-1]]
                    if not isinstance(round.play_all(tried), Reason):
                        moves = tried
                        break
        return moves

    def decide(self, round: Round) -> Move:
        for _ in range(50):
            move = super().decide(round)
            if not is_left_out(round, move):
                legal = next(each for each in round.legal_moves() if _alike(each.move, move))
                return _set_cards(round, legal, move, self._rng)
        raise AssertionError("nothing is left to decide")


def _alike(one: Move, other: Move) -> bool:
    return isinstance(one, Decide) and isinstance(other, Decide) and one.choice == other.choice


class FrozenDealer(DemoDealer):
    """A dealer who alternates two decks where the rules do, and to whom things happen."""

    def __init__(self, house: House, table: str, seed: int) -> None:
        super().__init__(house, table, seed)
        self._rng = random.Random(f"{table} {seed}")
        self._rounds = 0

    def _opened(self, commitment):
        self._rounds += 1
        opened = super()._opened(commitment)
        if not self.sheet.rules.table.second_deck or self._rounds % 2:
            return opened
        return self.sheet.dealt.open_round(replace(opened.terms, pack=2))

    def _played(self, round, number, guests):
        assert self._shoe is not None
        cards = iter(self._shoe.reveal().order[len(self._discarded) :])
        while round.turn.waits_for != "nothing":
            if round.turn.waits_for == "bets":
                # The only seat was ruled void before its cards: there is nothing to play.
                raise AssertionError("a round without seats")
            if self._rng.random() < 0.01:
                kinds = ("exposed-dealer-card", "face-up-card", "wrong-card-count", "misbet")
                seats = [None, *sorted(guests.seats)]
                called = Irregularity(
                    self._rng.choice(kinds), "the floor was called", self._rng.choice(seats)
                )
                after = round.play(called)
                if not isinstance(after, Reason) and after.turn.waits_for != "bets":
                    round = after
                    continue
            if round.turn.waits_for == "card":
                round = round.play(Deal(next(cards)))
            else:
                round = round.play(guests.decide(round))
                self.house.write(self.house.rounds.hold(number, round))
            assert not isinstance(round, Reason), round
        return round


def play(house: House, clock: DayClock, day: date, rounds: int) -> None:
    """So many rounds at every open table."""
    dealers = {
        table: FrozenDealer(house, table, day.day * 1000 + place)
        for place, table in enumerate(house.tables())
    }
    rng = random.Random(day.isoformat())
    for _ in range(rounds):
        for dealer in dealers.values():
            clock.pass_time(40 + 20 * rng.random())
            ring = dealer.sheet.rules.ring
            least = 1 if ring is None else ring.players_at_least
            seats = sorted(rng.sample(range(1, dealer.sheet.seats + 1), rng.randint(least, 4)))
            names = rng.sample(NAMES, len(seats))
            for name in names:
                if house.stack_cents(name) < 2_000_00:
                    house.sell_chips(name, 3_000_00, key=f"{name} {clock.now:%d %H:%M:%S.%f}")
            dealer.deal_round(FrozenGuests(seats, rng), dict(zip(seats, names, strict=True)))
    for dealer in dealers.values():
        dealer.end_shoe()


def spanish(house: House, table: str, *hands: str) -> Rigged:
    seats = dict(enumerate(hands, start=1))
    moves = [move for seat in seats for move in bets(seat, ante=500, gran_progressive=100)]
    cards = {(seat, "cards"): text for seat, text in seats.items()}
    cards[None, "dealer"] = "3s 3h 4d 4h 6c"
    return Rigged(house, table, moves, cards, [Decide(seat, "bet") for seat in seats])


def texas(house: House, table: str, seats: int) -> Rigged:
    """Everybody has the royal flush on the board."""
    cards = {
        (seat, "cards"): f"K{suit} Q{suit}" for seat, suit in zip((1, 2, 3), "hdc", strict=True)
    }
    cards |= {(None, "dealer"): "As 9d", (None, "flop"): "Ks Qs Js Ts"}
    used = {place: text for place, text in cards.items() if place[0] is None or place[0] <= seats}
    moves = [m for seat in range(1, seats + 1) for m in bets(seat, blackjack=500, progressive=100)]
    return Rigged(house, table, moves, used, likes("decline", "stand"))


def insured(house: House) -> Rigged:
    """A blackjack that is paid even money and a hand that is insured, against a blackjack."""
    cards = {(1, "cards"): "Ac Kd", (2, "cards"): "9c Kc", (None, "dealer"): "As Kh"}
    moves = [*bets(1, blackjack=1000), *bets(2, blackjack=1000)]
    return Rigged(
        house, "texas-bare", moves, cards, [Decide(1, "even-money"), Decide(2, "insure", 500)]
    )


def beyond_the_limit(house: House) -> Rigged:
    """A royal flush in a tray too small to pay it, and above what a player may be paid."""
    wagers = house.sheet("let-it-ride").rules.wagers_of("required")
    moves = [Bet(1, wager, 2000) for wager in wagers]
    cards = {(1, "cards"): "As Ks Qs", (None, "community"): "Js Ts"}
    return Rigged(house, "let-it-ride", moves, cards, likes("ride"))


def first_day(house: House, rules: Path, clock: DayClock) -> None:
    opening = house.open(card_room(rules), DAYS[0])
    assert not opening.objections, opening.objections
    for name in NAMES:
        house.sell_chips(name, 4_000_00, key=f"{name} buys in")
    play(house, clock, DAYS[0], 5)
    spanish(house, "spanish-1", ROYAL, NOTHING).settled()
    # Dollars for the backups, then a jackpot that is won to the last cent and starts from them.
    house.jackpots.adjust("gran-backed", 6_000_00, "added", document="Slip 1")
    for _ in range(3):
        spanish(house, "spanish-backed", NOTHING, "2h 4c 5h 6s 7d").settled()
    house.jackpots.count("gran-backed", document="Count sheet 1a")
    spanish(house, "spanish-backed", CINCOS).settled()
    record, _, _ = spanish(house, "spanish-1", NOTHING).begun()
    house.write(
        house.rounds.void(record.number, "the shuffle machine jammed before the first card")
    )
    house.buy_back("ann", 500_00, key="ann cashes in")
    house.close()
    for name in house.jackpots.all():
        house.jackpots.count(name, document=f"Count sheet of {DAYS[0]}")


def second_day(house: House, rules: Path, clock: DayClock) -> None:
    room = card_room(rules)
    house.open(room, DAYS[1])
    doors = HouseTables(house, room)
    play(house, clock, DAYS[1], 4)
    limits = LimitsRequest(
        minimum_cents=1000, maximum_cents=2500, side_minimum_cents=100, side_maximum_cents=1000
    )
    doors.open("mini-1", FLOOR, limits)
    play_at = {"mini-1", "texas-meter"}
    for table in play_at:
        dealer = FrozenDealer(house, table, 99)
        guests = FrozenGuests([1, 2], random.Random(5))
        dealer.deal_round(guests, {1: "ann", 2: "bob"})
        dealer.end_shoe()
    spanish(house, "spanish-2", CINCOS, ROYAL).settled()
    spanish(house, "spanish-meter", CINCOS, "3c 4c 5h 6s 7d").settled()
    texas(house, "texas-meter", 3).settled()
    texas(house, "texas-count", 2).settled()
    insured(house).settled()
    assert beyond_the_limit(house).settled().held_back
    doors.close("three-card", FLOOR)
    _adjustments(house)
    record, _, _ = spanish(house, "spanish-1", NOTHING).finished()
    house.write(house.rounds.void(record.number, "a supervisor called a misdeal"))
    house.writer.write(
        lambda batch: note(batch, FLOOR, "jackpot counted at the console", {"jackpot": "gran"})
    )
    house.writer.write(
        lambda batch: note(batch, None, "somebody was turned away", {"name": "nobody"})
    )
    house.close()
    for name in house.jackpots.all():
        fees = 15 if name == "gran" else None
        house.jackpots.count(name, document=f"Count sheet of {DAYS[1]}", fees=fees)
    house.jackpots.remove("royal-small", document="Letter 7", into="royal-count")
    house.jackpots.remove("royal-kept", document="Letter 8")


def _adjustments(house: House) -> None:
    adjust = house.jackpots.adjust
    adjust("gran-meter", 250_00, "malfunction", document="Slip 2")
    standing = house.jackpots.all()["gran-meter"]
    house.jackpots.cap("gran-meter", standing.displayed + 1_00, document="Letter 1")
    adjust("gran-meter", 20_00, "malfunction", document="Slip 3")
    adjust("gran-meter", -19_00, "above-cap", document="Slip 4")
    adjust("gran-meter", -5_00, "undisplayed-receipts", document="Slip 5")
    adjust("gran", 100_00, "added", document="Slip 6")
    adjust("gran", -40_00, "seed-recovered", document="Slip 7")
    adjust("gran", -10_00, "malfunction", document="Slip 8")
    house.jackpots.seed("royal-count", 75_00, document="Slip 9")


def third_day(house: House, rules: Path, clock: DayClock) -> None:
    """Begun by a dealer who disappears; the house opens again without two of its tables."""
    without = ("texas-small", "texas-kept")
    house.open(card_room(rules, without), DAYS[2])
    lost = spanish(house, "spanish-1", NOTHING)
    lost.begun()
    house.shift._presence.leave()
    house._shift = None
    house.recover()
    play(house, clock, DAYS[2], 4)
    house.close()
    for name, standing in house.jackpots.all().items():
        if standing.status == "in play":
            house.jackpots.count(name, document=f"Count sheet of {DAYS[2]}")
    house.open(card_room(rules, without), DAYS[2])
    texas(house, "texas-meter", 1).begun()


def three_days(where: str, rules: Path) -> None:
    clock = DayClock(DAYS[0])
    house = House(where, create=True, clock=clock)
    for day, what in zip(DAYS, (first_day, second_day, third_day), strict=True):
        clock.now = DayClock(day).now
        what(house, rules, clock)
    # The shift is left as it is: its last round is in flight when the books are copied.
    house.database.close()
