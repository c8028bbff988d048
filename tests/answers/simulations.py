"""The simulations of the answer book: every way of dealing, with few rounds and a fixed seed."""

from __future__ import annotations

from typing import Any

SIMULATIONS: dict[str, list[tuple[int, dict[str, Any]]]] = {
    # Tables whose decisions are listed are dealt in lanes.
    "mini-tex": [
        (2000, {"seed": 1}),
        (1000, {"seed": 2, "seats": 6, "sides": ["pocket-poker"]}),
        (
            1000,
            {"seed": 3, "seats": 2, "wagers": {1: {"ante": 25, "pocket-poker": 5}, 2: {"ante": 5}}},
        ),
        (1000, {"seed": 4, "strategy": "simple"}),
    ],
    "pick-2-poker": [
        (1000, {"seed": 1}),
        (500, {"seed": 2, "seats": 5, "sides": ["five-card-bonus"]}),
    ],
    "spanish-poker": [
        (2000, {"seed": 1}),
        (500, {"seed": 2, "seats": 6, "sides": ["dos-pares"]}),
        (
            500,
            {
                "seed": 3,
                "seats": 3,
                "wagers": {1: {"ante": 25, "dos-pares": 5}, 3: {"gran-progressive": 1}},
            },
        ),
        (30_000, {"seed": 4, "seats": 6, "sides": ["gran-progressive"], "rounds_a_day": 1500}),
    ],
    # Blackjack is dealt from shoes.
    "texas-21": [
        (3000, {"seed": 1}),
        (2000, {"seed": 2, "seats": 7, "strategy": "optimal"}),
        (2000, {"seed": 3, "spread": "1:1 2:2 4:8"}),
        (2000, {"seed": 4, "seats": 3, "spread": "0:1 2:6", "count": "23456=+1 TJQKA=-1"}),
        (30_000, {"seed": 5, "seats": 7, "sides": ["progressive"], "rounds_a_day": 300}),
    ],
    "six-deck-blackjack": [
        (3000, {"seed": 1}),
        (2000, {"seed": 2, "seats": 3, "sides": ["perfect-pairs"], "penetration": "60%"}),
    ],
    "spanish-21": [(2000, {"seed": 1, "seats": 2})],
    "free-bet": [(2000, {"seed": 1, "seats": 2, "strategy": "optimal"})],
    "push-22": [(2000, {"seed": 1})],
    # Nobody decides, or by what lies on the table alone: these are dealt from packs.
    "baccarat": [
        (3000, {"seed": 1}),
        (2000, {"seed": 2, "penetration": "90%"}),
    ],
    "dragon-tiger": [
        (3000, {"seed": 1, "sides": ["tie", "suited-tie"]}),
        (
            2000,
            {
                "seed": 2,
                "penetration": "85%",
                "wagers": {1: {"tie": 5}},
                "spread": "0:0 4:1",
                "count": "A2345=+1 9TJQK=-1",
            },
        ),
    ],
    "casino-war": [(3000, {"seed": 1}), (1000, {"seed": 2, "seats": 3})],
    "red-dog": [(3000, {"seed": 1}), (1000, {"seed": 2, "penetration": "50%"})],
    "high-card-flush": [(1000, {"seed": 1}), (500, {"seed": 2, "seats": 4})],
    # Cards are given up for others, against a pay table or a dealer.
    "jacks-or-better": [(2000, {"seed": 1})],
    "deuces-wild": [(1000, {"seed": 1})],
    "oasis-poker": [(20, {"seed": 1})],
    "three-card-poker": [
        (3000, {"seed": 1, "strategy": "simple"}),
        (1000, {"seed": 2, "seats": 7, "sides": ["pair-plus"]}),
    ],
    "let-it-ride": [(2000, {"seed": 1})],
    "ultimate-texas-holdem": [(300, {"seed": 1})],
    "criss-cross-poker": [(200, {"seed": 1})],
    # Bots play each other.
    "mini-tex-ring": [
        (200, {"seed": 1}),
        (200, {"seed": 2, "seats": 2}),
        (100, {"seed": 3, "seats": 4, "strategy": "shark,tourist"}),
    ],
    "three-queens": [(1000, {"seed": 1})],
    "caribbean-stud": [(2000, {"seed": 1})],
    "four-card-poker": [(1000, {"seed": 1})],
    "casino-holdem": [(500, {"seed": 1})],
}
