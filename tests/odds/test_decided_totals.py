"""Decisions beside hands that count points, held against every deal looked at."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

from tests.ask.odds import Player, odds
from tests.ask.rules import read_document

from feltworks.cards import parse_cards

POINTS = {"2": 2, "5": 5, "9": 9, "K": 10, "A": 1}
HIGHER = {
    "game": {
        "id": "higher",
        "name": "Higher",
        "title": "Two cards that count more than the dealer's, who shows one.",
        "deck": {"ranks": "2 5 9 K A", "suits": "c d"},
    },
    "zones": {"cards": "player", "dealer": "dealer"},
    "totals": {
        "player": {"from": {"cards": 2}, "modulo": 10},
        "dealer": {"like": "player", "from": {"dealer": 2}, "over": "player"},
    },
    "contests": {"main": {}},
    "wagers": {"ante": "required", "raise": "decision"},
    "stages": [
        {
            "id": "look",
            "deal": ["2 down to cards", "1 up to dealer", "1 down to dealer"],
            "decide": ["fold", {"bet": "raise", "size": "1, 3 x ante"}],
        }
    ],
    "settle": {
        "ante": {"folded": "lose half", "win": "1:1", "tie": "push", "lose": "lose"},
        "raise": {
            "win": {"table": "high", "else": "1:1"},
            "tie": {"table": "high", "else": "push"},
            "lose": {"table": "close", "else": "lose"},
        },
    },
    "pays": {
        "high": {"hand": "player", "rows": ["9 or more pays 3:2"]},
        "close": {"hand": "dealer", "rows": ["ahead by 1 pushes"]},
    },
    "table": {"seats": 2, "most_seats": 2},
}


def raise_pays(mine: int, his: int) -> Fraction:
    if mine >= his:
        return Fraction(3, 2) if mine >= 9 else Fraction(mine > his)
    return Fraction(0 if his - mine == 1 else -1)


def test_every_deal_of_a_game_of_points_with_a_choice() -> None:
    rules = read_document(HIGHER, "higher").rules
    deck = parse_cards(" ".join(rank + suit for rank in POINTS for suit in "cd"))
    player = Player(rules)
    nets: Counter[Fraction] = Counter()
    for own in combinations(deck, 2):
        mine = sum(POINTS[card.rank] for card in own) % 10
        for shown in (card for card in deck if card not in own):
            worth: dict[int, list[Fraction]] = {0: [], 1: [], 3: []}
            for hidden in (card for card in deck if card not in (*own, shown)):
                his = (POINTS[shown.rank] + POINTS[hidden.rank]) % 10
                ante = Fraction((mine > his) - (mine < his))
                for size, found in worth.items():
                    paid = ante + size * raise_pays(mine, his)
                    found.append(paid if size else Fraction(-1, 2))
            best = max(worth, key=lambda size: (sum(worth[size]), size))
            nets.update(worth[best])
            told = player.advise("look", own, (shown,)).values
            means = [sum(found, Fraction(0)) / len(found) for found in worth.values()]
            assert sorted(told.values()) == sorted(means)
    main = odds(rules)["main"]
    # Where two choices are worth the same a tie rule says which is taken, so means are compared.
    assert main.combinations == sum(nets.values())
    assert main.expected_value == sum(n * k for n, k in nets.items()) / sum(nets.values())
    assert len(main.nets) > 5 and main.nets[Fraction(-1, 2)] > 0


def test_positions_are_told_where_a_card_behind_the_decision_is_drawn_by_rule() -> None:
    """Of a deal in which it does not come the seen cards are told all the same."""
    look = {**HIGHER["stages"][0], "deal": ["2 down to cards", "1 up to dealer"]}
    second = {"id": "second", "deal": ["1 up to dealer"]}
    third = {"id": "third", "deal": ["1 up to third"], "draws_if": [{"dealer": "0 to 5"}]}
    changes = {
        "zones": {**HIGHER["zones"], "third": "dealer"},
        "totals": {
            "player": HIGHER["totals"]["player"],
            "dealer": {"from": {"dealer": 2, "third": 1}, "modulo": 10, "over": "player"},
        },
        "stages": [look, second, third],
    }
    rules = read_document({**HIGHER, **changes}, "drawn").rules
    positions = list(Player(rules).positions("look"))
    assert {len({*each.cards, *each.board}) for each in positions} == {3}
    assert len({(frozenset(each.cards), each.board) for each in positions}) == len(positions)
