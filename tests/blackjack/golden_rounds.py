"""The golden rounds of blackjack: each shows one clause, with cards chosen for it.

`python -m tests.blackjack.golden_rounds` writes their files anew; look at what changed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.ask.rounds import Irregularity
from tests.golden import write_all

from .rigging import GAME, Rigged, bets

FOLDER = Path(__file__).with_name("golden")
NO_PEEK = {"peek": "off"}
ORIGINAL_ONLY = {"peek": "off", "no_peek_takes": "original"}


def beside(bonus: int = 0, progressive: int = 0, seat: int = 1):
    side = {"bonus": bonus, "progressive": progressive}
    return bets(seat, blackjack=1000, **{id: cents for id, cents in side.items() if cents})


def row(cards: str, up: str, flop: str) -> Rigged:
    """One seat with both side wagers, who then stands against a dealer with a made hand."""
    down = {"A": "8c", "9": "8c"}.get(up[0], "9c")
    says = "1 decline, 1 stand" if up[0] == "A" else "1 stand"
    return Rigged({"1": cards, "dealer": f"{up} {down}", "flop": flop}, says, beside(500, 100))


ROUNDS: dict[str, Rigged] = {
    # --- the play ---------------------------------------------------------------------------
    "play/win-lose-and-tie": Rigged(
        {"1": "Tc 9d", "2": "Th 7d", "3": "Ts 8d", "dealer": "9c 9h"},
        "1 stand, 2 stand, 3 stand",
        [b for seat in (1, 2, 3) for b in bets(seat, blackjack=1000)],
    ),
    "play/a-busted-hand-loses-at-once": Rigged(
        {"1": "Tc 6d 9s", "2": "Ts 8d", "dealer": "6c Th 8h"},
        "1 hit, 2 stand",
        bets(1, blackjack=1000) + bets(2, blackjack=1000),
    ),
    "play/no-hand-left-and-the-dealer-does-not-draw": Rigged(
        {"1": "Tc 6d 9s", "dealer": "6c Th"}, "1 hit"
    ),
    "play/blackjack-is-paid-at-its-turn": Rigged(
        {"1": "Ac Kd", "2": "Ts 8d", "dealer": "6c Th 8h"},
        "2 stand",
        bets(1, blackjack=1000) + bets(2, blackjack=1000),
    ),
    "play/blackjack-pays-six-to-five-by-option": Rigged(
        {"1": "Ac Kd", "dealer": "6c Th"}, options={"blackjack_pays": "6:5"}
    ),
    "play/dealer-peeks-and-has-blackjack": Rigged(
        {"1": "Ac Kd", "2": "Ts 8d", "dealer": "Kc Ah"},
        bets=bets(1, blackjack=1000) + bets(2, blackjack=1000),
    ),
    "play/insurance-wins-with-the-dealers-blackjack": Rigged(
        {"1": "9c Kd", "dealer": "Ac Kh"}, "1 insure $5"
    ),
    "play/insurance-is-taken-when-there-is-none": Rigged(
        {"1": "9c Kd", "2": "7c Kc", "dealer": "Ac 8h"},
        "1 insure $3, 2 decline, 1 stand, 2 stand",
        bets(1, blackjack=1000) + bets(2, blackjack=1000),
    ),
    "play/even-money-on-a-blackjack-against-an-ace": Rigged(
        {"1": "Ac Kd", "2": "Ad Kc", "dealer": "As Kh"},
        "1 even-money, 2 decline",
        bets(1, blackjack=1000) + bets(2, blackjack=1000),
    ),
    "play/doubled-hands-get-one-card": Rigged(
        {"1": "6c 5d Th", "2": "4c 4d 2h", "dealer": "6d Td 3c"},
        "1 double, 2 double",
        bets(1, blackjack=1000) + bets(2, blackjack=500),
    ),
    "play/pair-split-to-four-hands": Rigged(
        {
            "1": "8c 8d 8h Th",
            "1/2": "8s 3d Kc",
            "1/3": "9h",
            "1/4": "Ts",
            "dealer": "6d Td Tc",
        },
        "1 split, 1 split, 1 stand, 1 split, 1 double, 1 stand, 1 stand",
    ),
    "play/split-aces-get-one-card-and-no-blackjack": Rigged(
        {"1": "Ac Ad Kh", "1/2": "As", "dealer": "6d Td 5c"}, "1 split"
    ),
    "play/aces-split-again-by-option": Rigged(
        {"1": "Ac Ad Ah Kh", "1/2": "9s", "1/3": "5s", "dealer": "6d Td 4c"},
        "1 split, 1 split",
        options={"resplit_aces": "on"},
    ),
    "play/late-surrender-by-option": Rigged(
        {"1": "Tc 6d", "2": "Ts 8d", "dealer": "Tc 9h"},
        "1 surrender, 2 stand",
        bets(1, blackjack=500) + bets(2, blackjack=1000),
        {"late_surrender": "on"},
    ),
    "play/dealer-hits-soft-seventeen-by-option": Rigged(
        {"1": "Tc 8d", "dealer": "6c Ah 4s"}, "1 stand", options={"soft_17": "hits"}
    ),
    "play/dealer-stands-on-soft-seventeen": Rigged({"1": "Tc 8d", "dealer": "6c Ah"}, "1 stand"),
    "play/without-a-peek-a-dealers-blackjack-takes-all": Rigged(
        {"1": "8c 8d 3h Th", "1/2": "2s Td Kd", "2": "Ac Kd", "dealer": "Tc Ah"},
        "1 split, 1 double, 1 hit, 1 hit",
        bets(1, blackjack=1000) + bets(2, blackjack=1000),
        NO_PEEK,
    ),
    "play/without-a-peek-the-original-wager-only-by-option": Rigged(
        {"1": "8c 8d 3h Th", "1/2": "2s Td Kd", "2": "Ac Kd", "dealer": "Tc Ah"},
        "1 split, 1 double, 1 hit, 1 hit",
        bets(1, blackjack=1000) + bets(2, blackjack=1000),
        ORIGINAL_ONLY,
    ),
    "play/without-a-peek-busted-wagers-wait-for-the-dealer": Rigged(
        {"1": "8c 8d Th 6c", "1/2": "Ts", "dealer": "Tc 7h"},
        "1 split, 1 hit, 1 stand",
        options=ORIGINAL_ONLY,
    ),
    # --- flop, Bonus and Progressive --------------------------------------------------------
    "flop/nobody-plays-a-bonus-and-the-flop-is-skipped": Rigged(
        {"1": "Tc 9d", "dealer": "9c 9h"}, "1 stand"
    ),
    "flop/one-progressive-calls-for-the-flop": Rigged(
        {"1": "Tc 9d", "2": "Th 7d", "dealer": "9c 9h", "flop": "2c 3d 4h Js"},
        "1 stand, 2 stand",
        bets(1, blackjack=1000) + beside(progressive=100, seat=2),
    ),
    "flop/settled-from-the-dealers-right-before-blackjack": Rigged(
        {
            "1": "Tc Td",
            "2": "9h 7d",
            "3": "2s 3s",
            "dealer": "9c 9h",
            "flop": "Th 4c 8d Js",
        },
        "1 stand, 2 stand, 3 stand",
        beside(500, 100, 1) + beside(100, 0, 2) + beside(0, 100, 3),
    ),
    "flop/bonus-larger-than-blackjack-by-option": Rigged(
        {"1": "Tc Td", "dealer": "9c 9h", "flop": "Th 4c 8d Js"},
        "1 stand",
        bets(1, blackjack=500, bonus=2500),
        {"bonus_above_blackjack": "on"},
    ),
    "flop/pay-table-b-by-option": Rigged(
        {"1": "Tc Td", "dealer": "9c 9h", "flop": "Th Ts 8d Js"},
        "1 stand",
        beside(500),
        {"bonus_table": "B"},
    ),
    "rows/suited-five-of-a-kind": row("Tc Tc", "9d", "Tc Tc Tc 2h"),
    "rows/royal-flush": row("Tc Jc", "9d", "Qc Kc Ac 2h"),
    "rows/straight-flush": row("Tc Jc", "9c", "Qc Kc 2d 2h"),
    "rows/five-of-a-kind": row("Tc Th", "9d", "Ts Td Th 2h"),
    "rows/four-of-a-kind": row("Tc Th", "9d", "Ts Td 3h 2h"),
    "rows/full-house": row("Tc Th", "9d", "Ts 9h 3h 2h"),
    "rows/flush": row("Tc 8c", "9c", "2c 4c 5h 6h"),
    "rows/straight-with-the-ace-low": row("Tc 2h", "Ad", "3s 4d 5h Kh"),
    "rows/three-of-a-kind": row("Tc Th", "9d", "Ts 8h 3h 2h"),
    "rows/no-prize": row("Tc Th", "9d", "9s 8h 3h 2h"),
    # --- sharing ----------------------------------------------------------------------------
    "jackpot/two-royals-share-evenly": Rigged(
        {"1": "Tc Jc", "2": "Jc Tc", "dealer": "9d 9h", "flop": "Qc Kc Ac 2h"},
        "1 stand, 2 stand",
        beside(0, 100, 1) + beside(0, 100, 2),
        jackpot_cents=100_001,
    ),
    "jackpot/royal-on-the-board-shared-by-all-winning-wagers": Rigged(
        {"1": "2c 3d", "2": "4s 5h", "3": "Th 9h", "dealer": "Tc 9h", "flop": "Jc Qc Kc Ac"},
        "1 stand, 2 stand, 3 stand",
        beside(0, 100, 1) + beside(500, 0, 2) + beside(0, 100, 3),
    ),
    "jackpot/one-share-for-each-hand-of-a-player": Rigged(
        {
            "1": "2c 3d",
            "2": "4s 5h",
            "3": "Th 9h",
            "dealer": "Tc 9h",
            "flop": "Jc Qc Kc Ac",
        },
        "1 stand, 2 stand, 3 stand",
        beside(0, 100, 1) + beside(0, 100, 2) + beside(0, 100, 3),
    ),
    "jackpot/fixed-prizes-are-paid-in-full-besides": Rigged(
        {"1": "Tc Jc", "2": "Ad Ah", "dealer": "9d 9h", "flop": "Qc Kc Ac As"},
        "1 stand, 2 stand",
        beside(0, 100, 1) + beside(0, 100, 2),
    ),
    # --- irregularities ---------------------------------------------------------------------
    "irregularities/void-returns-every-wager-paid-prizes-included": Rigged(
        {"1": "Tc Td 5h", "2": "9h 7d", "dealer": "9c 9s", "flop": "Th 4c 8d Js"},
        "1 split",
        beside(500, 100, 1) + beside(500, 0, 2),
        extra=[Irregularity("exposed-dealer-card", "hole card flashed at the split")],
    ),
}
# The transcripts that are kept whole, by game.
WHOLE = {GAME: "flop/settled-from-the-dealers-right-before-blackjack"}


if __name__ == "__main__":
    write_all(sys.modules[__name__])
