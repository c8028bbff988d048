"""Blackjack dealt by hand: an oracle written from the rules and not from the engine.

It knows ranks only, deals every order of cards by recursion, and asks the same kind of player.
Rules are taken as a plain dictionary. Orders are counted in whole numbers: of the n cards left
every one is a card of its own, and a round that is settled comes out alike in all n! orders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from math import factorial
from typing import Any, NamedTuple

Cards = tuple[str, ...]
Shoe = tuple[tuple[str, int], ...]
Results = dict[int, int]
"""In how many orders of the cards left each net result comes about, in parts of a unit."""
PARTS = 1000
Queue = tuple[tuple[Cards, bool, int], ...]
"""Hands to play: cards, whether they come from a split, and the house's wagers on them."""
Pick = Callable[[tuple[str, ...], str, frozenset[str]], str]

DEFAULTS: dict[str, Any] = {
    "soft_17": "stands",
    "blackjack_pays": "3:2",
    "double": "any-two",
    "double_after_split": True,
    "split_hands": 4,
    "resplit_aces": False,
    "one_card_to_split_aces": True,
    "late_surrender": False,
    "early_surrender": False,
    "charlie": None,
    "push_22": "off",
    "double_cards": "two",
    "rescue": False,
    "twenty_one_wins": False,
    "blackjack_wins": False,
    "bonus": [],
    "bonus_after_split": True,
    "free_double": "none",
    "free_split": "none",
    "insurance": True,
    "insurance_pays": "2:1",
    "even_money": True,
    "peek": True,
    "no_peek_takes": "all",
    "split_unlike_tens": True,
}


class Done(NamedTuple):
    """A hand that is finished: its total, what lies on it of the player's and of the house's, how
    it ended, and what it is paid if that is settled."""

    total: int
    bet: int
    how: str
    free: int = 0
    pays: Fraction = Fraction(1)


Finished = tuple[Done, ...]


def worth(rank: str) -> int:
    return 11 if rank == "A" else 10 if rank in "TJQK" else int(rank)


@cache
def total(cards: tuple[str, ...]) -> int:
    points, aces = sum(map(worth, cards)), cards.count("A")
    while points > 21 and aces:
        points, aces = points - 10, aces - 1
    return points


@cache
def is_soft(cards: tuple[str, ...]) -> bool:
    return total(cards) != sum(1 if card == "A" else worth(card) for card in cards)


def natural(cards: tuple[str, ...]) -> bool:
    return len(cards) == 2 and total(cards) == 21


@cache
def draws(shoe: Shoe) -> tuple[tuple[str, int, Shoe], ...]:
    """Each rank that can come, how many cards of it there are, and what is left without one."""
    return tuple(
        (rank, count, (*shoe[:place], (rank, count - 1), *shoe[place + 1 :]))
        for place, (rank, count) in enumerate(shoe)
        if count
    )


def settled(net: Fraction, shoe: Shoe) -> Results:
    """One net result, whatever order the cards left are in."""
    return {in_parts(net): factorial(sum(count for _, count in shoe))}


def in_parts(net: Fraction) -> int:
    parts, rest = divmod(net.numerator * PARTS, net.denominator)
    assert rest == 0
    return parts


def mixed(parts: Iterable[tuple[int, Results]]) -> Results:
    """Results of several cases, each with the number of cards that lead to it."""
    total: Results = {}
    for cards, results in parts:
        for net, orders in results.items():
            total[net] = total.get(net, 0) + cards * orders
    return total


def moved(by: Fraction, results: Results) -> Results:
    parts = in_parts(by)
    return {net + parts: orders for net, orders in results.items()}


class Oracle:
    """One set of rules and one player, dealt through a shoe."""

    def __init__(self, rules: dict[str, Any], pick: Pick) -> None:
        self.rules = {**DEFAULTS, **rules}
        self.pick = pick
        self.play = cache(self._play)
        self.dealer = cache(self._dealer)

    def deal(self, counts: dict[str, int]) -> dict[Fraction, Fraction]:
        """How likely each net result of a round is, in units."""
        orders = mixed(
            (p * q * r * s, self._round((one, two), up, hole, left4))
            for up, p, left in draws(tuple(counts.items()))
            for hole, q, left2 in draws(left)
            for one, r, left3 in draws(left2)
            for two, s, left4 in draws(left3)
        )
        every = factorial(sum(counts.values()))
        return {Fraction(net, PARTS): Fraction(count, every) for net, count in orders.items()}

    def _round(self, mine: Cards, up: str, hole: str, shoe: Shoe) -> Results:
        rules, his = self.rules, natural((up, hole))
        side = Fraction(0)
        offered = {"insure"} if up == "A" and rules["insurance"] else set()
        if up == "A" and natural(mine) and rules["even_money"]:
            offered.add("even-money")
        if rules["early_surrender"] and self._looks(up) and not natural(mine):
            offered.add("surrender")
        answer = self.pick(mine, up, frozenset(offered | {"decline"})) if offered else ""
        if answer == "even-money":
            return settled(Fraction(1), shoe)
        if answer == "surrender":
            return settled(Fraction(-1, 2), shoe)
        if answer == "insure":
            side = self._odds("insurance_pays") / 2 if his else Fraction(-1, 2)
        if natural(mine):
            if rules["push_22"] == "all" and not his:
                done = (Done(21, 1, "blackjack", 0, self._odds("blackjack_pays")),)
                return moved(side, self.dealer(done, (up, hole), shoe))
            won = self._odds("blackjack_pays")
            won = Fraction(0) if his and not rules["blackjack_wins"] else won
            return settled(side + won, shoe)
        if his and rules["peek"]:
            return settled(side - 1, shoe)
        return moved(side, self.play(((mine, False, 0),), (), (up, hole), shoe))

    def _looks(self, up: str) -> bool:
        return self.rules["peek"] and worth(up) in (10, 11)

    def _odds(self, key: str) -> Fraction:
        paid, staked = self.rules[key].split(":")
        return Fraction(int(paid), int(staked))

    def _play(self, queue: Queue, done: Finished, dealer: Cards, shoe: Shoe) -> Results:
        """`queue` are hands still to play with whether they come from a split, `done` the rest."""
        if not queue:
            return self.dealer(done, dealer, shoe)
        (cards, split, free), rest = queue[0], queue[1:]
        mine = 0 if free else 1

        def grown(then: Callable[[Cards, Shoe], Results]) -> Results:
            return mixed((n, then((*cards, card), left)) for card, n, left in draws(shoe))

        def finish(hand: Done, left: Shoe) -> Results:
            return self.play(rest, tuple(sorted((*done, hand))), dealer, left)

        def play_on(cards: Cards, left: Shoe) -> Results:
            return self.play(((cards, split, free), *rest), done, dealer, left)

        def doubled(grown: Cards, left: Shoe) -> Results:
            bet, house = (mine, free + 1) if self._doubles_free(cards) else (mine + 1, free)
            points = total(grown)
            how = "bust" if points > 21 else "stood"
            if points == 21 and self.rules["twenty_one_wins"]:
                how = "sure"
            if self.rules["rescue"] and points < 21:
                seen = ("doubled", *grown)
                if self.pick(seen, dealer[0], frozenset({"stand", "surrender"})) == "surrender":
                    how = "rescue"
            return finish(Done(points, bet, how, house), left)

        if len(cards) == 1:
            return grown(play_on)
        if total(cards) == 21 and (odds := self._at_once(cards, split)):
            return finish(Done(21, mine, "sure", free, odds), shoe)
        charlie = self.rules["charlie"] is not None and len(cards) >= self.rules["charlie"]
        if charlie and not split and total(cards) <= 21:
            return finish(Done(total(cards), 1, "sure"), shoe)
        if total(cards) >= 21:
            how = "bust" if total(cards) > 21 else "stood"
            return finish(Done(total(cards), mine, how, free), shoe)
        legal = self._legal(cards, split, len(queue) + len(done), dealer[0])
        choice = self.pick(cards, dealer[0], legal) if len(legal) > 1 else "stand"
        if choice == "split":
            house = {"none": 0, "all": 1}.get(self.rules["free_split"], int(worth(cards[0]) != 10))
            halves = (((cards[0],), True, free), *rest, ((cards[1],), True, house))
            return self.play(halves, done, dealer, shoe)
        if choice in ("hit", "double"):
            return grown(play_on if choice == "hit" else doubled)
        how = "stood" if choice == "stand" else choice
        return finish(Done(total(cards), mine, how, free), shoe)

    def _doubles_free(self, cards: Cards) -> bool:
        totals = {"none": (), "9-11": (9, 10, 11), "10-11": (10, 11)}
        return total(cards) in totals[self.rules["free_double"]]

    def _at_once(self, cards: Cards, split: bool) -> Fraction | None:
        """What a twenty-one is paid as it lies."""
        rules, odds = self.rules, []
        for row in rules["bonus"] if rules["bonus_after_split"] or not split else ():
            named = sorted(row["cards"].split()) if "cards" in row else None
            if named == sorted(cards) or len(cards) >= row.get("size", 99):
                paid, staked = row["pays"].split(":")
                odds.append(Fraction(int(paid), int(staked)))
        if rules["twenty_one_wins"]:
            odds.append(Fraction(1))
        return max(odds, default=None)

    def _legal(self, cards: Cards, split: bool, hands: int, up: str) -> frozenset[str]:
        rules, legal = self.rules, {"stand"}
        split_ace = split and cards[0] == "A"
        free = not (split_ace and rules["one_card_to_split_aces"])
        if free:
            legal.add("hit")
        totals = {"any-two": range(22), "9-11": (9, 10, 11), "10-11": (10, 11)}
        may = total(cards) in totals[rules["double"]]
        may = may and (len(cards) == 2 or rules["double_cards"] == "any")
        if free and may and (not split or rules["double_after_split"]):
            legal.add("double")
        if len(cards) == 2:
            alike = cards[0] == cards[1] or (
                rules["split_unlike_tens"] and worth(cards[0]) == worth(cards[1]) == 10
            )
            again = not split_ace or rules["resplit_aces"]
            if alike and again and hands < rules["split_hands"]:
                legal.add("split")
            early = rules["early_surrender"] and not self._looks(up)
            if (rules["late_surrender"] or early) and not split:
                legal.add("surrender")
        return frozenset(legal)

    def _dealer(self, done: Finished, dealer: Cards, shoe: Shoe) -> Results:
        if natural(dealer):
            if self.rules["early_surrender"] and [hand.how for hand in done] == ["surrender"]:
                return settled(Fraction(-1, 2), shoe)
            original = self.rules["no_peek_takes"] == "original"
            bets = 1 if original else sum(hand.bet for hand in done)
            return settled(Fraction(-bets), shoe)
        stands = total(dealer) > 17 or (
            total(dealer) == 17 and not (is_soft(dealer) and self.rules["soft_17"] == "hits")
        )
        if stands or not any(hand.how in ("stood", "blackjack") for hand in done):
            net = sum((self._result(hand, total(dealer)) for hand in done), Fraction(0))
            return settled(net, shoe)
        return mixed(
            (n, self.dealer(done, tuple(sorted((*dealer, card))), left))
            for card, n, left in draws(shoe)
        )

    def _result(self, hand: Done, his: int) -> Fraction:
        if hand.how == "surrender":
            return Fraction(-1, 2)
        if hand.how == "rescue":
            return Fraction(-1)
        if hand.how == "bust":
            return Fraction(-hand.bet)
        if hand.how == "sure":
            return hand.pays * (hand.bet + hand.free)
        if his == 22 and self.rules["push_22"] != "off":
            return Fraction(0)
        if hand.how == "blackjack" or his > 21 or hand.total > his:
            return hand.pays * (hand.bet + hand.free)
        return Fraction(0) if hand.total == his else Fraction(-hand.bet)
