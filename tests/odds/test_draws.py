"""Totals and draws by rule: against plain dealing from a few real cards, and published counts."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import perm

import pytest
from tests.ask.odds import Player, Rejected, covariances, odds
from tests.ask.rules import EXAMPLES_DIR, Rules, load, load_text, read_document, without_cards

from feltworks.cards import parse_cards

BACCARAT = EXAMPLES_DIR / "baccarat.toml"
SHOE = {
    "ranks": "3 4 5 6 7 8 T K A",
    "suits": "c d",
    "removed": ["3c", "4c", "5d", "7c", "8c", "Kd", "Td"],
}
CARDS = [rank + suit for rank in "345678TKA" for suit in "cd" if rank + suit not in SHOE["removed"]]
POINTS = {rank: int(rank) for rank in "2345678"} | {"T": 0, "K": 0, "A": 1}

# How often the banker wins, the player, neither, out of all orders of the first six cards: the
# Wizard of Odds on baccarat; the winning three-card sevens and eights: the same on EZ Baccarat.
PUBLISHED = {
    "banker": {("less-commission", "19/20"): 2_292_252_566_437_888},
    "player": {("win", "1"): 2_230_518_282_592_256, ("push", "0"): 475_627_426_473_216},
    "dragon-7": {("three-card-7", "40"): 112_633_011_329_024},
    "panda-8": {("three-card-8", "25"): 172_660_763_262_976},
    "player-bonus": {
        ("ahead-by-9", "30"): 18_409_431_764_992,
        ("natural", "0"): 89_325_908_267_520,
    },
    "banker-bonus": {
        ("ahead-by-9", "30"): 15_390_342_909_952,
        ("natural", "1"): 812_685_054_124_032,
    },
}
ORDERS = 4
"""The first two cards of either side are counted in either order there, and as a pair here."""


@pytest.mark.slow
def test_published_counts_of_eight_decks() -> None:
    wagers = odds(load(str(BACCARAT)))
    for wager, rows in PUBLISHED.items():
        counted = {
            (row.id, str(row.net)): ORDERS * row.combinations for row in wagers[wager].outcomes
        }
        assert {name: counted[name] for name in rows} == rows, wager
        assert sum(counted.values()) == perm(416, 6)


def small_shoe(**chosen: str) -> Rules:
    document = tomllib.loads(BACCARAT.read_text())
    document["game"]["deck"] = SHOE
    return read_document(document, "baccarat.toml", chosen).rules


def coups() -> Iterator[tuple[list[str], list[str], int]]:
    """Both hands of every deal, dealt card by card, and how many orders of six cards begin so."""
    for first in permutations(range(len(CARDS)), 4):
        a, b, c, d = (CARDS[place] for place in first)
        player, banker = [a, c], [b, d]
        rest = [card for place, card in enumerate(CARDS) if place not in first]
        if max(points(player), points(banker)) >= 8:
            yield player, banker, perm(len(rest), 2)
            continue
        for at, third in enumerate(rest) if points(player) <= 5 else [(-1, "")]:
            left = [card for place, card in enumerate(rest) if place != at]
            mine = [*player, third] if third else player
            if banker_draws(points(banker), POINTS[third[0]] if third else None):
                for fourth in left:
                    yield mine, [*banker, fourth], 1 if third else len(left) - 1
            else:
                yield mine, banker, len(left) if third else perm(len(left), 2)


def points(cards: list[str]) -> int:
    return sum(POINTS[card[0]] for card in cards) % 10


def banker_draws(total: int, third: int | None) -> bool:
    if third is None:
        return total <= 5
    if third in (2, 3):
        return total <= 4
    if third in (4, 5):
        return total <= 5
    if third in (6, 7):
        return total <= 6
    return total <= 2 if third == 8 else total <= 3


def bonus(mine: list[str], his: list[str]) -> int:
    lead = points(mine) - points(his)
    natural = len(mine) == 2 and points(mine) >= 8
    if lead <= 0:
        return 0 if natural and lead == 0 else -1
    return 1 if natural else {4: 1, 5: 2, 6: 4, 7: 6, 8: 10, 9: 30}.get(lead, -1)


def nets(player: list[str], banker: list[str]) -> Iterator[tuple[str, Fraction | int]]:
    mine, his = points(player), points(banker)
    pairs = [player[0][0] == player[1][0], banker[0][0] == banker[1][0]]
    yield "player", (mine > his) - (mine < his)
    yield "banker", Fraction(19, 20) if his > mine else (mine == his) - 1
    yield "half-on-six", (Fraction(1, 2) if his == 6 else 1) if his > mine else (mine == his) - 1
    push = his == 7 and len(banker) == 3
    yield "push-on-three-card-7", int(not push) if his > mine else (mine == his) - 1
    yield "tie", 8 if mine == his else -1
    yield "player-pair", 11 if pairs[0] else -1
    yield "banker-pair", 11 if pairs[1] else -1
    yield "either-pair", 5 if any(pairs) else -1
    yield "perfect-pair", -1
    yield "player-bonus", bonus(player, banker)
    yield "banker-bonus", bonus(banker, player)
    yield "dragon-7", 40 if his == 7 > mine and len(banker) == 3 else -1
    yield "panda-8", 25 if mine == 8 > his and len(player) == 3 else -1
    yield "lucky-6", (20 if len(banker) == 3 else 12) if his == 6 > mine else -1


@cache
def coups_by_rank() -> Counter[tuple[str, str]]:
    """How many orders of six cards come to each pair of hands, suits aside."""
    alike: Counter[tuple[str, str]] = Counter()
    for player, banker, orders in coups():
        ranks = (sorted(card[0] for card in cards[:2]) + cards[2:] for cards in (player, banker))
        mine, his = (" ".join(card[0] for card in cards) for cards in ranks)
        alike[mine, his] += orders
    return alike


@pytest.mark.slow
def test_every_wager_from_a_few_cards() -> None:
    dealt: dict[str, Counter[Fraction]] = {}
    for (mine, his), orders in coups_by_rank().items():
        for wager, net in nets(mine.split(), his.split()):
            dealt.setdefault(wager, Counter())[Fraction(net)] += orders
    total = perm(len(CARDS), 6)
    wagers = odds(small_shoe())
    for rule in ("half-on-six", "push-on-three-card-7"):
        wagers[rule] = odds(small_shoe(commission=rule))["banker"]
    assert wagers.keys() == dealt.keys()
    for id_, wager in wagers.items():
        scale = Fraction(total, wager.combinations)
        assert {net: scale * count for net, count in wager.nets.items()} == dealt[id_], id_
        if "pair" not in id_:
            assert scale == ORDERS


@pytest.mark.slow
def test_every_pair_of_wagers_from_a_few_cards() -> None:
    """Also a wager on ranks with one on points, whose deals are not laid out together."""
    rules, total = small_shoe(), perm(len(CARDS), 6)
    means: Counter[str] = Counter()
    products: Counter[tuple[str, str]] = Counter()
    for (mine, his), orders in coups_by_rank().items():
        # Twentieths are whole numbers, and quicker to multiply.
        found = {wager: int(20 * net) for wager, net in nets(mine.split(), his.split())}
        for wager, net in found.items():
            means[wager] += orders * net
        for one, other in combinations(found, 2):
            products[one, other] += orders * found[one] * found[other]
    counted = covariances(rules)
    assert len(counted) == 12 * 11 // 2
    for (one, other), covariance in counted.items():
        product = Fraction(products[one, other] or products[other, one], 400 * total)
        squared = Fraction(means[one] * means[other], (20 * total) ** 2)
        assert covariance == product - squared


@pytest.mark.slow
def test_cards_that_are_gone_are_not_dealt() -> None:
    gone = parse_cards(" ".join(SHOE["removed"]))
    document = tomllib.loads(BACCARAT.read_text())
    document["game"]["deck"] = {key: SHOE[key] for key in ("ranks", "suits")}
    whole = read_document(document, "baccarat.toml").rules
    left = odds(without_cards(whole, gone))
    for id_, wager in odds(small_shoe()).items():
        assert wager.nets == left[id_].nets
    assert odds(whole)["tie"].nets != left["tie"].nets


DRAWING_DEALER = """
[game]
id = "drawing-dealer"
name = "Drawing Dealer"
title = "Two cards against the dealer's, who has one and draws until he has seven."
deck = { ranks = "2 3 4 5 K A", suits = "c d" }

[zones]
cards = "player"
dealer = "dealer"

[totals]
player = { from = { cards = 2 }, values = { K = 0 } }
dealer = { from = { dealer = 3 }, values = { K = 0 }, over = "player" }

[contests.main]
qualifies = "3 or more"

[wagers]
ante = "required"
close = "side"

[[stages]]
id = "deal"
deal = ["2 down to cards", "1 up to dealer"]

[[stages]]
id = "second"
deal = ["1 up to dealer"]
ends_if = [{ dealer = "7 or more" }]

[[stages]]
id = "third"
deal = ["1 up to dealer"]
draws_if = [{ dealer = "3 or less" }, { dealer = "4 to 6 with two cards" }]

[settle]
ante = { not_qualified = "push", win = "1:1", tie = "push", lose = "lose half" }

[settle.close]
not_qualified = "compare"
win = "lose"
tie = "lose"
lose = { table = "close", else = "lose" }

[pays.close]
hand = "dealer"
rows = ["three-card 6 or more ahead by 1 pays 5:1", "ahead by 1 or 2 pays 2:1"]

[table]
seats = 1
most_seats = 1
"""


@pytest.mark.slow
def test_a_dealer_who_draws_with_a_qualifier_and_without_a_modulus() -> None:
    points = {"K": 0, "A": 1} | {rank: int(rank) for rank in "2345"}
    deck = [points[rank] for rank in points for _ in "cd"]
    ante: Counter[Fraction] = Counter()
    close: Counter[Fraction] = Counter()
    for a, b, *dealer in permutations(deck, 5):
        mine = a + b
        his = dealer[:2] if sum(dealer[:2]) >= 7 else dealer
        lead = sum(his) - mine
        if sum(his) < 3:
            ante[Fraction(0)] += 1
        else:
            ante[Fraction(1) if lead < 0 else Fraction(0) if lead == 0 else Fraction(-1, 2)] += 1
        three = lead == 1 and len(his) == 3 and sum(his) >= 6
        close[Fraction(5 if three else 2 if lead in (1, 2) else -1)] += 1
    wagers = odds(load_text(DRAWING_DEALER))
    for wager, nets in ((wagers["main"], ante), (wagers["close"], close)):
        # The player's two cards are a set.
        assert {net: 2 * count for net, count in wager.nets.items()} == nets


def decided_before(stage: str) -> str:
    """The same with a choice before a stage."""
    choice = 'id = "choice"\ndecide = ["fold", { bet = "raise", size = "1 x ante" }]'
    decides = DRAWING_DEALER.replace(f'id = "{stage}"', f'{choice}\n\n[[stages]]\nid = "{stage}"')
    decides = decides.replace('ante = "required"', 'ante = "required"\nraise = "decision"')
    decides = decides.replace("[settle]", '[settle]\nraise = { like = "ante" }')
    decides = decides.replace("ante = { not", 'ante = { folded = "lose", not')
    return decides.replace("[settle.close]", '[settle.close]\nfolded = "lose"')


@pytest.mark.slow
def test_a_choice_before_the_dealer_draws() -> None:
    """Fold for an ante, or raise by as much, knowing two cards and the dealer's first."""
    points = {"K": 0, "A": 1} | {rank: int(rank) for rank in "2345"}
    deck = [points[rank] for rank in points for _ in "cd"]
    by_position: dict[tuple[int, int, int], list[Fraction]] = {}
    for a, b, *dealer in permutations(deck, 5):
        his = dealer[:2] if sum(dealer[:2]) >= 7 else dealer
        lead = sum(his) - a - b
        net = Fraction((lead < 0) - (lead > 0) if sum(his) >= 3 else 0)
        by_position.setdefault((min(a, b), max(a, b), dealer[0]), []).append(2 * net)
    rules = load_text(decided_before("second").replace("lose half", "lose"))
    best = {seen: max(sum(nets), -len(nets)) for seen, nets in by_position.items()}
    main = odds(rules)["main"]
    assert main.expected_value == sum(best.values()) / sum(map(len, by_position.values()))
    assert any(row.id == "fold-choice" for row in main.outcomes)
    told = Player(rules).advise("choice", parse_cards("2c Ad"), parse_cards("5c")).values
    here = by_position[1, 2, 5]
    assert told == {"bet": sum(here) / len(here), "fold": -1}


def test_what_is_not_counted_is_refused() -> None:
    with pytest.raises(Rejected, match=r"second\.ends_if: .*only after the last decision"):
        odds(load_text(decided_before("third")))
    shoe = tomllib.loads(BACCARAT.read_text())
    shoe["pays"]["tie-pair"] = {"hand": "player-two", "rows": ["suited pair pays 50:1"]}
    shoe["settle"]["tie"]["tie"] = {"table": "tie-pair", "else": "8:1"}
    with pytest.raises(Rejected, match="at most 5,000,000 are dealt"):
        odds(read_document(shoe, "baccarat.toml").rules)
