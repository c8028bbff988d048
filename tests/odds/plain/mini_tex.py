"""Mini-Tex 3 Card Hold'em against the dealer, and Pocket Poker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations

from ..oracle_counted import Counted, Row
from .counting import FOLDED, Ahead, End, Way, choose, compared, main_odds, side_odds
from .decks import Card, Deck
from .hands import Strength, look_at, three_card_name

# Deck and hands: "straight flush, three of a kind, straight, flush, pair, high card".
ORDER = ("high card", "pair", "flush", "straight", "three of a kind", "straight flush")

Cards = tuple[Card, ...]


def strength(cards: Sequence[Card], deck: Deck) -> Strength:
    look = look_at(cards, deck)
    name = three_card_name(look, deck).replace("royal", "straight")
    return Strength(ORDER.index(name), look.ties)


@cache
def strengths(deck: Deck) -> dict[frozenset[Card], Strength]:
    """What any three cards are."""
    return {frozenset(cards): strength(cards, deck) for cards in combinations(deck.cards, 3)}


def best_hand(own: Cards, board: frozenset[Card], deck: Deck) -> Strength:
    """Best 3 cards out of 2 and 3, at least one of them a hole card: 9 of the 10 triples."""
    triples, known = map(frozenset, combinations((*own, *board), 3)), strengths(deck)
    return max(known[triple] for triple in triples if triple != board)


@cache
def best_hands(board: frozenset[Card], deck: Deck) -> dict[Cards, Strength]:
    """What any two hole cards make of a board."""
    rest = [card for card in deck.cards if card not in board]
    return {own: best_hand(own, board, deck) for own in combinations(rest, 2)}


def qualifies(hand: Strength, qualifier: str, deck: Deck) -> bool:
    """House option: a pair, or ace-king high."""
    if hand.place >= ORDER.index("pair"):
        return True
    return qualifier == "ace-king" and hand.ties[:2] == (deck.height("A"), deck.height("K"))


# Settling, step 4. Bets: Flop and River once the Ante, Play twice the Ante.
CELLS = {
    "dealer-not-qualified": {"ante": 1, "flop": 1, "river": 1, "play": 0},
    "win": {"ante": 1, "flop": 1, "river": 1, "play": 2},
    "tie": {"ante": 0, "flop": 0, "river": 0, "play": 0},
    "lose": {"ante": -1, "flop": -1, "river": -1, "play": -2},
}
SHOWDOWN = {case: End(case, tuple(cells.items()), 5) for case, cells in CELLS.items()}
FOLD = {
    "hole": End("fold-hole", (("ante", -1),), 1),
    "flop": End("fold-flop", (("ante", -1), ("flop", -1)), 2),
    "river": End("fold-river", (("ante", -1), ("flop", -1), ("river", -1)), 3),
}


class Play:
    """Every deal of the main game: hole cards, two and one on the board, the dealer's cards."""

    def __init__(self, deck: Deck, qualifier: str, indifferent: Mapping[str, str]) -> None:
        self.deck = deck
        self.qualifier = qualifier
        self.indifferent = indifferent
        self.positions: dict[str, Counter[str]] = {stage: Counter() for stage in FOLD}
        """For each decision, in how many positions each choice is best."""
        self._seen: dict[tuple[Cards, frozenset[Card]], Ahead] = {}
        self.all = Ahead()
        for hole in combinations(deck.cards, 2):
            self.all.add(self._hole(hole))

    def _hole(self, hole: Cards) -> Ahead:
        bet = Ahead()
        for flop in combinations(self._rest(hole), 2):
            bet.add(self._flop(hole, flop))
        return self._decide("hole", 2, bet)

    def _flop(self, hole: Cards, flop: Cards) -> Ahead:
        bet = Ahead()
        for card in self._rest((*hole, *flop)):
            bet.add(self._river(hole, frozenset((*flop, card))))
        return self._decide("flop", 3, bet)

    def _river(self, hole: Cards, board: frozenset[Card]) -> Ahead:
        """Which of the three came last does not matter any more."""
        if (hole, board) not in self._seen:
            bet, hands = Ahead(), best_hands(board, self.deck)
            dealers = combinations(self._rest((*hole, *board)), 2)
            for his, count in Counter(map(hands.__getitem__, dealers)).items():
                bet.ends[SHOWDOWN[self._case(hands[hole], his)]] += count
            self._seen[hole, board] = self._decide("river", 5, bet)
        return self._seen[hole, board]

    def _case(self, mine: Strength, dealers: Strength) -> str:
        if not qualifies(dealers, self.qualifier, self.deck):
            return "dealer-not-qualified"
        return compared(mine, dealers)

    def _decide(self, stage: str, out: int, bet: Ahead) -> Ahead:
        fold = Ahead(Counter({FOLD[stage]: sum(bet.ends.values())}))
        ways = [Way("fold", FOLDED, fold), Way("bet", out, bet)]
        taken = choose(stage, ways, self.indifferent.get(stage, "bet"))
        self.positions[stage][taken.id] += 1
        return taken.ahead

    def _rest(self, dealt: Sequence[Card]) -> list[Card]:
        return [card for card in self.deck.cards if card not in dealt]


# Pocket Poker (2 hole cards): A-K suited and the pair of aces by house option, the rest fixed.
POCKET = {"30-20": (30, 20), "35-15": (35, 15), "25-20": (25, 20)}


def pocket_row(cards: Cards, deck: Deck, table: str) -> Row:
    suited_ace_king, aces = POCKET[table]
    look = look_at(cards, deck)
    ranks = {card.rank for card in cards}
    if look.one_suit and ranks == {"A", "K"}:
        return Row("royal", Fraction(suited_ace_king))
    if ranks == {"A"}:
        return Row("aces", Fraction(aces))
    if look.one_suit and look.is_straight:
        return Row("straight-flush", Fraction(5))
    if look.sizes == (2,):
        return Row("pair", Fraction(3))
    if look.is_straight:
        return Row("straight", Fraction(2))
    return Row("flush" if look.one_suit else "other", Fraction(-1))


@cache
def played(deck: Deck, qualifier: str, ties: tuple[tuple[str, str], ...]) -> Play:
    return Play(deck, qualifier, dict(ties))


def play(deck: Deck, chosen: Mapping[str, str], indifferent: Mapping[str, str]) -> Play:
    qualifier = chosen.get("dealer_qualifier", "pair")
    return played(deck, qualifier, tuple(sorted(indifferent.items())))


def pocket_poker(deck: Deck, table: str) -> Counted:
    return side_odds(Counter(pocket_row(hole, deck, table) for hole in combinations(deck.cards, 2)))


def count(
    deck: Deck, chosen: Mapping[str, str], indifferent: Mapping[str, str]
) -> dict[str, Counted]:
    """Every wager. Pocket Poker is in play folded or not, so it is dealt by itself; it is
    counted even where the layout does not offer it, by the preferred table."""
    table = chosen.get("pocket_poker_table", "30-20")
    return {
        "main": main_odds(play(deck, chosen, indifferent).all),
        "pocket-poker": pocket_poker(deck, "30-20" if table == "not-offered" else table),
    }
