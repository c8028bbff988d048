"""The longest flush: hands in words and in order, and a game of it against every deal there is."""

from __future__ import annotations

import tomllib
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from tests.ask.odds import Player, Rejected, odds, why_not
from tests.ask.rules import EXAMPLES_DIR, Rules, read, read_document

from feltworks.cards import deck, parse_cards
from feltworks.hands import HandError, Ranking, compile_ranking, parse_hand, ranking

FULL = deck("standard-52")


@pytest.mark.parametrize(
    ("cards", "flush", "straight"),
    [
        ("As Ks 9s 2s 3d 4d Kh", "ace-king-nine-two four-card", "ace-high two-card"),
        ("Ad 2d 3d Kc 9h 9s 5c", "ace-three-two three-card", "three-high three-card"),
        ("Ad 2d Kd Qd 9h 9s 5c", "ace-king-queen-two four-card", "ace-high three-card"),
        ("2c 3c 4d 5d 6h 7h 9s", "seven-six two-card", "seven-high two-card"),
    ],
)
def test_hands_in_words(cards: str, flush: str, straight: str) -> None:
    held = parse_cards(cards)
    for id, kind, told in (
        ("longest-flush", "flush", flush),
        ("longest-straight-flush", "straight flush", straight),
    ):
        hands = compile_ranking(ranking(id), FULL)
        value = hands.value(held)
        assert hands.describe(value) == f"{told} {kind}"
        assert parse_hand(hands.describe(value), hands).values == range(value, value + 1)
        assert sorted(map(str, hands.best(held))) == sorted(map(str, held))
        faces = np.array([[FULL.index(card) for card in held]], np.uint8)
        assert hands.values(faces).tolist() == [value]


def test_length_before_ranks_before_nothing_else() -> None:
    hands = compile_ranking(ranking("longest-flush"), FULL)
    rising = ["2c 3c 4d 5d 6h 7h 9s", "2c 3c 4c 5d 6d 7h 8s", "Ac 3c 4c Kd Qd 7h 8s"]
    rising += ["2c 3c 4c 5c Ad Kd Qd"]
    values = [hands.value(parse_cards(each)) for each in rising]
    assert values == sorted(set(values))
    same = hands.value(parse_cards("Ah 3h 4h 2d Td 7s 8c"))
    assert same == values[2]
    qualifier = parse_hand("nine-high three-card flush or better", hands)
    assert [qualifier.matches(value, ()) for value in values] == [False, False, True, True]


@pytest.mark.slow
def test_as_many_hands_as_the_published_tables_have() -> None:
    """The counts that go with the pay tables of the game, 133,784,560 in all."""
    counts = compile_ranking(ranking("longest-flush"), FULL).category_counts()
    assert list(counts.values())[:6] == [6864, 267696, 3814668, 26137540, 78881088, 24676704]
    assert sum(counts.values()) == comb(52, 7)
    straight = compile_ranking(ranking("longest-straight-flush"), FULL).category_counts()
    assert list(straight.values())[:3] == [32, 1592, 39960]
    assert sum(straight.values()) == comb(52, 7)


def test_small_hands_are_counted_as_they_are_dealt() -> None:
    small = deck("standard-52").from_data({"id": "small", "ranks": "2 3 4 Q K A", "suits": "c d h"})
    for id in ("longest-flush", "longest-straight-flush"):
        hands = compile_ranking(ranking(id, cards=4), small)
        dealt = Counter(hands.value(cards) for cards in combinations(small.cards, 4))
        assert hands.value_counts() == [dealt[value] for value in range(len(hands.classes))]


def test_what_such_a_ranking_cannot_be() -> None:
    with pytest.raises(HandError, match='"longest" is'):
        Ranking.from_data("odd", {"cards": 5, "longest": "straight"})
    with pytest.raises(HandError, match="says all of that"):
        Ranking.from_data("odd", {"cards": 5, "longest": "flush", "wild": True})
    with pytest.raises(HandError, match="every card once"):
        compile_ranking(ranking("longest-flush"), deck("six-deck-shoe"))


# --- the game ----------------------------------------------------------------------------------

RANKS = "39TKA"


def small_game(suits: str = "c d h", removed: str = "") -> Rules:
    """Four cards each from fifteen, and every raise may come up."""
    text = (EXAMPLES_DIR / "high-card-flush.toml").read_text()
    text = text.replace("cards = 7 }", "cards = 4 }").replace('"7 down', '"4 down')
    text = text.replace("nine-high three", "ten-high two").replace(
        "five-card flush or", "three-card flush or"
    )
    text = text.replace("six-card flush or", "four-card flush or")
    document = tomllib.loads(text)
    document["game"]["deck"] = {"ranks": " ".join(RANKS), "suits": suits}
    if removed:
        document["game"]["deck"]["removed"] = removed
    document["rankings"] = {"flush": {"like": "longest-flush", "cards": 4}}
    document["hands"] = {
        "player": {"ranking": "flush", "from": {"cards": 4}},
        "dealer": {"like": "player"},
    }
    document["table"] = {"seats": 1, "most_seats": 1}
    for key in ("pays", "published"):
        del document[key]
    for wager in ("flush", "straight-flush"):
        del document["wagers"][wager]
        del document["settle"][wager]
    return read_document(document, "small").rules


@cache
def worth(hand: tuple[str, ...]) -> tuple[int, ...]:
    suits = [sorted((RANKS.index(c[0]) for c in hand if c[1] == s), reverse=True) for s in "cdhs"]
    return max((len(ranks), *ranks) for ranks in suits)


@pytest.mark.slow
@pytest.mark.parametrize("suits", ["c d", "c d h"])
def test_every_deal_of_a_small_deck(suits: str) -> None:
    cards = [rank + suit for rank in RANKS for suit in suits.split()]
    nets: Counter[Fraction] = Counter()
    rules = small_game(suits)
    player = Player(rules)
    chosen = Counter()
    needed = (2, RANKS.index("T"))
    for number, mine in enumerate(combinations(cards, 4)):
        left = [card for card in cards if card not in mine]
        value = worth(mine)
        most = {1: 1, 2: 1, 3: 2, 4: 3}[value[0]]
        results: Counter[tuple[bool, int]] = Counter()
        for his in combinations(left, 4):
            other = worth(his)
            results[other >= needed, (value > other) - (value < other)] += 1
        choices = {0: [(Fraction(-1), sum(results.values()))]}
        for size in range(1, most + 1):
            choices[size] = [
                (Fraction(sign * (1 + size) if qualified else 1), count)
                for (qualified, sign), count in results.items()
            ]
        totals = {size: sum(net * n for net, n in found) for size, found in choices.items()}
        best = max(totals, key=lambda size: (totals[size], size))
        chosen[best] += 1
        for net, count in choices[best]:
            nets[net] += count
        if number % 40 == 0:
            advice = player.advise("look", parse_cards(" ".join(mine)))
            names = {"fold": 0, "raise": 1, "double": 2, "triple": 3}
            deals = sum(results.values())
            assert {names[c]: v for c, v in advice.values.items()} == {
                size: Fraction(total, deals) for size, total in totals.items()
            }
            assert names[advice.best] == best
    main = odds(rules)["main"]
    assert main.nets == nets
    assert len(chosen) > 1
    assert sum(main.parts.values()) == main.expected_value


@pytest.mark.slow
def test_high_card_flush_as_published() -> None:
    """Published are 2.64%, 67.86% of hands played and 0.08% tied; counted are 2.6645% and those."""
    wagers = odds(read(EXAMPLES_DIR / "high-card-flush.toml").rules)
    assert wagers["main"].combinations == comb(52, 7) * comb(45, 7)
    main = wagers["main"]
    assert round(float(main.house_edge), 6) == 0.026645
    shares = Counter(dict.fromkeys(("fold", "tie"), 0))
    for row in main.outcomes:
        shares[row.id.partition("-")[0]] += row.combinations
    assert round(1 - shares["fold"] / main.combinations, 4) == 0.6786
    assert round(shares["tie"] / main.combinations, 4) == 0.0008
    assert round(float(wagers["flush"].house_edge), 4) == 0.0781


def test_decks_and_stages_that_are_refused() -> None:
    with pytest.raises(Rejected, match="all suits are alike"):
        odds(small_game(removed="3c"))


def test_a_side_wager_lost_by_a_fold_is_refused_with_what_to_write() -> None:
    document = tomllib.loads((EXAMPLES_DIR / "high-card-flush.toml").read_text())
    document["settle"]["flush"]["folded"] = "lose"
    told = why_not(read_document(document, "lost").rules)
    assert told is not None
    assert told.startswith("settle.flush: ") and '`folded = "as always"`' in told
