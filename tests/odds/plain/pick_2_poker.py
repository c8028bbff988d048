"""Pick 2 Poker: three cards or five against the dealer, and the two bonus wagers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

from ..oracle_counted import Counted, Row
from .counting import FOLDED, Ahead, End, Nets, Way, choose, compared, main_odds, side_odds, slug
from .decks import Card, Deck
from .hands import Strength, five_card_name, look_at, three_card_name

Cards = tuple[Card, ...]

# Deck and hands: the usual 5-card ranking, and the 3-card ranking, each from the least hand.
FIVE = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)
THREE = (
    "high card",
    "pair",
    "flush",
    "straight",
    "three of a kind",
    "straight flush",
    "royal flush",
)

# Settling, the tables: 3-5 Bonus on five cards and on three, and 5 Card Bonus Only.
BONUS_ON_FIVE = {
    "royal flush": 500,
    "straight flush": 100,
    "four of a kind": 25,
    "full house": 12,
    "flush": 10,
    "straight": 4,
    "three of a kind": 1,
}
BONUS_ON_THREE = {"royal flush": 10, "straight flush": 3, "three of a kind": 1}
BONUS_ONLY = {
    "royal flush": 500,
    "straight flush": 100,
    "four of a kind": 40,
    "full house": 15,
    "flush": 8,
    "straight": 6,
    "three of a kind": 4,
    "two pair": 3,
}


@cache
def five(cards: Cards, deck: Deck) -> Strength:
    look = look_at(cards, deck)
    return Strength(FIVE.index(five_card_name(look, deck)), look.ties)


@cache
def best_three(cards: Cards, deck: Deck) -> Strength:
    """Settling: the dealer's best three of his five; the player's by default."""
    looks = [look_at(triple, deck) for triple in combinations(cards, 3)]
    return max(Strength(THREE.index(three_card_name(look, deck)), look.ties) for look in looks)


def qualifies(hand: Strength, deck: Deck) -> bool:
    """Settling, 5 Card: ace-king high or better."""
    ace_king = (deck.height("A"), deck.height("K"))
    return hand.place > FIVE.index("high card") or hand.ties[:2] == ace_king


class Meeting(NamedTuple):
    """How a dealer's hand meets the player's: with three cards, with five, qualified or not."""

    three: str
    five: str
    qualified: bool


@cache
def meetings(deck: Deck) -> list[tuple[Cards, int, Counter[Meeting]]]:
    """Every hand of the player against every hand of the dealer from the other cards.

    One hand stands for all that have its names and meet the dealer's alike; how many those are
    stands beside it, and the meetings are those of all of them.
    """
    found: dict[tuple[object, ...], tuple[Cards, int, Counter[Meeting]]] = {}
    standings = {cards: _standing(cards, deck) for cards in combinations(deck.cards, 5)}
    for mine, own in standings.items():
        rest = [card for card in deck.cards if card not in mine]
        met: Counter[Meeting] = Counter()
        for his, count in Counter(map(standings.__getitem__, combinations(rest, 5))).items():
            met[_meeting(own, his)] += count
        names = (five(mine, deck).place, best_three(mine, deck).place, bonus_only(mine, deck))
        alike = (*names, frozenset(met.items()))
        first, hands, all_met = found.get(alike, (mine, 0, Counter()))
        found[alike] = (first, hands + 1, all_met + met)
    return list(found.values())


class Standing(NamedTuple):
    """What a hand is worth, played with three cards and with five, and whether it qualifies."""

    three: Strength
    five: Strength
    qualified: bool


def _standing(cards: Cards, deck: Deck) -> Standing:
    whole = five(cards, deck)
    return Standing(best_three(cards, deck), whole, qualifies(whole, deck))


def _meeting(mine: Standing, his: Standing) -> Meeting:
    return Meeting(compared(mine.three, his.three), compared(mine.five, his.five), his.qualified)


SIGN = {"win": 1, "tie": 0, "lose": -1}


def main_nets(choice: str, meeting: Meeting, unqualified: str) -> tuple[str, int, int]:
    """The case, and what Ante and Play win: Play is 2x Ante on three cards, 1x on five."""
    if choice == "three-card":  # The dealer need not qualify.
        return meeting.three, SIGN[meeting.three], 2 * SIGN[meeting.three]
    if meeting.qualified:
        return meeting.five, SIGN[meeting.five], SIGN[meeting.five]
    ante, play = {  # House option dealer_not_qualified.
        "ante-pays": (1, 0),
        "ante-compares": (SIGN[meeting.five], 0),
        "push": (0, 0),
        "both-pay": (1, 1),
    }[unqualified]
    return "dealer-not-qualified", ante, play


def three_five_bonus(mine: Cards, deck: Deck, pays: str) -> tuple[list[str], int]:
    """The rows that pay, and what it wins; it loses only when neither table pays."""
    on_five = FIVE[five(mine, deck).place]
    on_three = THREE[best_three(mine, deck).place]
    prizes = []
    if on_five in BONUS_ON_FIVE:
        prizes.append((slug(on_five), BONUS_ON_FIVE[on_five]))
    if on_three in BONUS_ON_THREE:
        row = "three-card-royal" if on_three == "royal flush" else f"three-card-{slug(on_three)}"
        prizes.append((row, BONUS_ON_THREE[on_three]))
    if pays == "higher" and prizes:
        prizes = [max(prizes, key=lambda prize: prize[1])]
    if not prizes:
        return [], -1
    return [row for row, _ in prizes], sum(prize for _, prize in prizes)


def bonus_only(mine: Cards, deck: Deck) -> tuple[str, int]:
    """5 Card Bonus Only, its last row a pair of sixes or better."""
    hand = five(mine, deck)
    name = FIVE[hand.place]
    if name in BONUS_ONLY:
        return slug(name), BONUS_ONLY[name]
    if name == "pair" and hand.ties[0] >= deck.height("6"):
        return "sixes-or-better", 1
    return "lose", -1


class House(NamedTuple):
    """The house options that bear on money."""

    unqualified: str
    bonus_pays: str
    fold_loses: bool

    @classmethod
    def of(cls, chosen: Mapping[str, str]) -> House:
        return cls(
            chosen.get("dealer_not_qualified", "ante-pays"),
            chosen.get("three_five_bonus_pays", "both"),
            chosen.get("bonuses_on_fold", "lost") == "lost",
        )


class Play:
    """Every deal, with the 5 Card Bonus Only beside the required wagers or without."""

    def __init__(self, deck: Deck, house: House, rule: str, *, with_bonus_only: bool) -> None:
        self.deck = deck
        self.house = house
        self.with_bonus_only = with_bonus_only
        self.positions: dict[str, Counter[str]] = {"pick": Counter()}
        """In how many positions each choice is best."""
        self.bonus_only: Counter[Row] = Counter()
        self.all = Ahead()
        for mine, hands, met in meetings(deck):
            deals = sum(met.values())
            rows, bonus = three_five_bonus(mine, deck, house.bonus_pays)
            row, only = bonus_only(mine, deck)
            nets: Nets = (("three-five-bonus", bonus),)
            nets += (("five-card-bonus", only),) if with_bonus_only else ()
            ways = [self._fold(rows, nets, deals)]
            ways += [self._stay(choice, met, rows, nets) for choice in ("three-card", "five-card")]
            taken = choose("pick", ways, rule)
            self.positions["pick"][taken.id] += hands
            self.all.add(taken.ahead)
            if taken.id == "fold" and house.fold_loses:
                row, only = "fold-pick", -1
            self.bonus_only[Row(row, Fraction(only))] += deals

    def _fold(self, rows: list[str], bonuses: Nets, deals: int) -> Way:
        """Fold: the Ante is lost; the bonus wagers by house option."""
        if self.house.fold_loses:
            rows, bonuses = [], tuple((wager, -1) for wager, _ in bonuses)
        end = End("-".join(["fold-pick", *rows]), (("ante", -1), *bonuses), 1 + len(bonuses))
        return Way("fold", FOLDED, Ahead(Counter({end: deals})))

    def _stay(self, choice: str, met: Mapping[Meeting, int], rows: list[str], bonuses: Nets) -> Way:
        """The bonus wagers pay by their tables, whatever the dealer has."""
        out = 1 + len(bonuses) + (2 if choice == "three-card" else 1)
        ahead = Ahead()
        for meeting, deals in met.items():
            case, ante, play = main_nets(choice, meeting, self.house.unqualified)
            nets = (("ante", ante), *bonuses, ("play", play))
            ahead.ends[End("-".join([case, choice, *rows]), nets, out)] += deals
        return Way(choice, out, ahead)


@cache
def played(deck: Deck, house: House, rule: str, *, with_bonus_only: bool = False) -> Play:
    return Play(deck, house, rule, with_bonus_only=with_bonus_only)


def play(deck: Deck, chosen: Mapping[str, str], indifferent: Mapping[str, str]) -> Play:
    return played(deck, House.of(chosen), indifferent.get("pick", "bet"))


def count(
    deck: Deck, chosen: Mapping[str, str], indifferent: Mapping[str, str]
) -> dict[str, Counted]:
    """The required wagers together, and the 5 Card Bonus Only.

    A fold that loses the bonus wagers makes a player stay with hands that he would fold, so
    the optional one is played together with the others and is worth what it adds to them; it
    is exactly the Ante. Where it stays in action it is dealt by itself.
    """
    house, rule = House.of(chosen), indifferent.get("pick", "bet")
    main = main_odds(played(deck, house, rule).all)
    if not house.fold_loses:
        rows: Counter[Row] = Counter()
        for mine in combinations(deck.cards, 5):
            row, pays = bonus_only(mine, deck)
            rows[Row(row, Fraction(pays))] += 1
        return {"main": main, "five-card-bonus": side_odds(rows)}
    together = played(deck, house, rule, with_bonus_only=True)
    worth = main_odds(together.all).expected_value - main.expected_value
    bonus = Counted(together.bonus_only, worth, indifferent_deals=dict(together.all.tossups))
    return {"main": main, "five-card-bonus": bonus}
