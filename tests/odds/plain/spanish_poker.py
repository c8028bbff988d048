"""Spanish Poker: Ante and Raise, Dos Pares, Joker in Hand, Gran Progressive."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

from ..oracle_counted import Counted, Row
from .counting import (
    FOLDED,
    Ahead,
    End,
    Jackpot,
    Way,
    choose,
    compared,
    main_odds,
    side_odds,
    slug,
)
from .decks import JOKER, Card, Deck
from .hands import Strength, five_card_name, look_at

Cards = tuple[Card, ...]

# Deck and hands, from the least: "flush beats full house".
ORDER = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "full house",
    "flush",
    "four of a kind",
    "straight flush",
    "royal flush",
    "cincos",
)

# Settling, the tables. The columns are Ante table 1 and 2, Dos Pares 1 and 2.
TABLES = {
    "cincos": (200, 200, 200, 200),
    "royal flush": (100, 100, 100, 100),
    "straight flush": (40, 40, 50, 50),
    "four of a kind": (25, 25, 25, 25),
    "flush": (10, 10, 10, 10),
    "full house": (7, 8, 9, 8),
    "straight": (6, 7, 7, 7),
    "three of a kind": (3, 3, 5, 5),
    "two pair": (2, 2, 2, 2),
    "pair": (1, 1, None, None),
}
ANTE = {"1": 0, "2": 1}
DOS_PARES = {"1": 2, "2": 3}


def natural(cards: Cards, deck: Deck, *, ace_low: bool) -> Strength:
    look = look_at(cards, deck, ace_low=ace_low)
    name = five_card_name(look, deck).replace("five of a kind", "cincos")
    return Strength(ORDER.index(name), look.ties)


@cache
def strength(cards: Cards, deck: Deck, ace_low: bool) -> Strength:
    """The joker takes whatever value makes the best hand.

    It joins a suit that all others share. A flush has five different ranks, so there it is
    the ace, or the highest rank that the flush does not hold.
    """
    others = tuple(card for card in cards if card != JOKER)
    if len(others) == 5:
        return natural(cards, deck, ace_low=ace_low)
    wild = [Card(rank, others[0].suit) for rank in deck.ranks]
    return max(natural((*others, card), deck, ace_low=ace_low) for card in wild)


def qualifies(hand: Strength, deck: Deck) -> bool:
    """Settling: a pair of sixes or better."""
    if hand.place == ORDER.index("pair"):
        return hand.ties[0] >= deck.height("6")
    return hand.place > ORDER.index("pair")


@cache
def meetings(deck: Deck, ace_low: bool) -> dict[Cards, Counter[str]]:
    """Every hand of the player against every hand of the dealer from the other cards."""
    found = {}
    for mine in combinations(deck.cards, 5):
        rest = [card for card in deck.cards if card not in mine]
        hand = strength(mine, deck, ace_low)
        cases: Counter[str] = Counter()
        for dealers in combinations(rest, 5):
            his = strength(dealers, deck, ace_low)
            cases[compared(hand, his) if qualifies(his, deck) else "dealer-not-qualified"] += 1
        found[mine] = cases
    return found


class House(NamedTuple):
    """The house options that bear on Ante and Raise."""

    ace_low: bool
    ante_table: str
    tie: str

    @classmethod
    def of(cls, chosen: Mapping[str, str]) -> House:
        return cls(
            chosen.get("ace_low_straights", "off") == "on",
            chosen.get("ante_table", "1"),
            chosen.get("tie", "push"),
        )


def raised(case: str, mine: Strength, house: House) -> End:
    """Settling a Raise, which is twice the Ante."""
    label, ante, more = case, 0, 0
    if case == "dealer-not-qualified":  # Every Raise pushes, every Ante pays even money.
        ante = 1
    elif case == "win":  # Raise even money, Ante by its table; the dealer has a pair at least.
        name = ORDER[mine.place]
        prize = TABLES[name][ANTE[house.ante_table]]
        assert prize is not None
        label, ante, more = f"win-{slug(name)}", prize, 2
    elif case == "lose" or house.tie == "dealer-wins":
        ante, more = -1, -2
    return End(label, (("ante", ante), ("raise", more)), 3)


class Play:
    """Every deal: raise or fold on five cards."""

    def __init__(self, deck: Deck, house: House, rule: str) -> None:
        self.positions: dict[str, Counter[str]] = {"raise": Counter()}
        """In how many positions each choice is best."""
        self.all = Ahead()
        for cards, cases in meetings(deck, house.ace_low).items():
            mine = strength(cards, deck, house.ace_low)
            stay = Ahead()
            for case, deals in cases.items():
                stay.ends[raised(case, mine, house)] += deals
            fold = End("fold-raise", (("ante", -1),), 1)  # Fold: Ante lost.
            ways = [
                Way("fold", FOLDED, Ahead(Counter({fold: sum(cases.values())}))),
                Way("bet", 3, stay),
            ]
            taken = choose("raise", ways, rule)
            self.positions["raise"][taken.id] += 1
            self.all.add(taken.ahead)


def dos_pares(hand: Strength, table: str) -> Row:
    name = ORDER[hand.place]
    prize = TABLES[name][DOS_PARES[table]] if name in TABLES else None
    return Row("lose", Fraction(-1)) if prize is None else Row(slug(name), Fraction(prize))


def joker_in_hand(cards: Cards) -> Row:
    return Row("joker", Fraction(7)) if JOKER in cards else Row("lose", Fraction(-1))


# Gran Progressive: shares of the jackpot, and dollars from the tray. The dollar itself comes back.
GRAN_SHARES = {"cincos": Fraction(1), "royal flush": Fraction(1, 4)}
GRAN_TRAY = {"straight flush": 150, "four of a kind": 100, "flush": 75}


def gran(hand: Strength, *, returned: bool) -> Row:
    """By the other reading a winner's dollar is lost."""
    name, dollar = ORDER[hand.place], Fraction(0 if returned else -1)
    if name in GRAN_SHARES:
        return Row(slug(name), dollar, GRAN_SHARES[name])
    if name in GRAN_TRAY:
        return Row(slug(name), GRAN_TRAY[name] + dollar)
    return Row("lose", Fraction(-1))


@cache
def played(deck: Deck, house: House, rule: str) -> Play:
    return Play(deck, house, rule)


def play(deck: Deck, chosen: Mapping[str, str], indifferent: Mapping[str, str]) -> Play:
    return played(deck, House.of(chosen), indifferent.get("raise", "bet"))


@cache
def side_wagers(deck: Deck, ace_low: bool, table: str, stake: str) -> dict[str, Counted]:
    """They depend on the player's own five cards only, since the software tucks a winner: a
    fold touches none of them. All three are counted whichever two the layout has."""
    hands = {cards: strength(cards, deck, ace_low) for cards in combinations(deck.cards, 5)}
    return {
        "dos-pares": side_odds(Counter(dos_pares(hand, table) for hand in hands.values())),
        "joker-in-hand": side_odds(Counter(joker_in_hand(cards) for cards in hands)),
        "gran-progressive": side_odds(
            Counter(gran(hand, returned=stake == "returned") for hand in hands.values())
        ),
    }


def count(
    deck: Deck, chosen: Mapping[str, str], indifferent: Mapping[str, str]
) -> dict[str, Counted]:
    main = main_odds(play(deck, chosen, indifferent).all)
    ace_low, table = House.of(chosen).ace_low, chosen.get("dos_pares_table", "1")
    stake = chosen.get("gran_stake", "returned")
    return {"main": main, **side_wagers(deck, ace_low, table, stake)}


def jackpots(counted: Mapping[str, Counted], chosen: Mapping[str, str]) -> dict[str, Jackpot]:
    """Odds are quoted at the seed, since no contribution is stated.

    The dollars that won nothing are in the drop box (by the other reading all of them); what the
    tray paid is taken out or left in, and the rest goes to the jackpot. The average is where that
    balances what winners take: cincos takes all and the seed is put back, a royal takes a quarter.
    """
    rows = counted["gran-progressive"].rows
    deals = sum(rows.values())

    def chance(*ids: str) -> Fraction:
        return Fraction(sum(deals for row, deals in rows.items() if row.id in ids), deals)

    cincos, royal = chance("cincos"), chance("royal-flush")
    if not cincos + royal:
        return {}
    seed = Fraction(chosen.get("gran_seed", "500"))
    tray = sum((prize * chance(slug(name)) for name, prize in GRAN_TRAY.items()), Fraction(0))
    dropped, back = Fraction(1), tray
    if chosen.get("gran_stake", "returned") == "returned":
        dropped = chance("lose")
        back = tray + chance(*map(slug, GRAN_TRAY))
    added: Fraction | None = dropped - tray
    if chosen.get("gran_tray_payouts", "taken-out") == "left-in":
        added = dropped
    if chosen.get("gran_seed_recovery", "none") != "none":
        added = None  # The seed comes out of it first, day by day.
    if chosen.get("gran_backups", "off") == "on":
        added = None  # A part goes to the backups.
    if chosen.get("gran_after_royal", "stands") == "filled-up" and royal:
        added = None  # What the house fills up depends on where the jackpot stood.
    taken = cincos + royal / 4
    return {
        "gran-progressive": Jackpot(
            quoted=seed,
            added=added,
            average=None if added is None else (added + cincos * seed) / taken,
            per_dollar=taken,
            wagers_per_hit=1 / (1 - chance("lose")),
            wagers_per_jackpot_hit=1 / (cincos + royal),
            fixed_return=back,
        )
    }
