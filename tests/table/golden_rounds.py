"""The golden rounds: each shows one clause of a game's document, with cards chosen for it.

`python -m tests.table.golden_rounds` writes their files anew; look at what changed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.ask.rounds import Bet, Decide, Irregularity, Tip
from tests.golden import write_all

from feltworks.cards import parse_cards

from .rigging import Rigged, bets

FOLDER = Path(__file__).with_name("golden")
DEALER, BOARD = (None, "dealer"), (None, "community")


def hold(seat: int) -> tuple[int, str]:
    return (seat, "hole")


def five(seat: int) -> tuple[int, str]:
    return (seat, "cards")


def stay(seat: int, *, times: int = 3) -> list[Decide]:
    return [Decide(seat, "bet")] * times


MINI = "mini-tex"
SPAN = "spanish-poker"
PICK = "pick-2-poker"
ANTE = {"ante": 1000}


def _mini(cards: dict, decisions: list[Decide], **more) -> Rigged:
    placed = more.pop("bets", bets(1, ante=1000))
    return Rigged(MINI, placed, cards, decisions, **more)


def _gran(cards: dict) -> Rigged:
    """Every seat plays for the same jackpot, and all of them bet."""
    seats = range(1, len(cards))
    placed = [bet for seat in seats for bet in bets(seat, ante=500, gran_progressive=100)]
    decisions = [Decide(seat, "bet") for seat in seats]
    return Rigged(SPAN, placed, cards, decisions, jackpots={"gran": 123_457})


def _in_turn(seats: int, stages: int) -> list[Decide]:
    return [Decide(seat, "bet") for _ in range(stages) for seat in range(1, seats + 1)]


ROUNDS: dict[str, Rigged] = {
    # --- Mini-Tex -----------------------------------------------------------------------
    "mini-tex/step-13a-dealer-does-not-qualify": _mini(
        {hold(1): "7c 5d", DEALER: "Kh Qd", BOARD: "2s 9h 4d"}, stay(1)
    ),
    "mini-tex/step-13b-player-beats-a-qualified-dealer": _mini(
        {hold(1): "9c 9d", DEALER: "Kh 2d", BOARD: "2s 9h Jd"}, stay(1)
    ),
    "mini-tex/step-13c-dealer-beats-the-player": _mini(
        {hold(1): "Ac 4d", DEALER: "Jh Jc", BOARD: "2s 9h Jd"}, stay(1)
    ),
    "mini-tex/step-13d-exact-tie-pushes": _mini(
        {hold(1): "Jc 5d", DEALER: "Jh 4c", BOARD: "9s Ah Jd"}, stay(1)
    ),
    "mini-tex/step-4-folded-wagers-are-collected-and-pocket-poker-stays": _mini(
        {hold(1): "7c 7d", hold(2): "9c 2d", hold(3): "Kc 3d", DEALER: "Jh Jc", BOARD: "2s 9h Jd"},
        [
            Decide(1, "fold"),
            Decide(2, "fold"),
            Decide(3, "bet"),
            Decide(3, "bet"),
            Decide(3, "fold"),
        ],
        bets=bets(1, ante=500, pocket_poker=200)
        + bets(2, ante=500)
        + bets(3, ante=500, pocket_poker=100),
    ),
    "mini-tex/step-4-fold-at-the-flop-loses-ante-and-flop": _mini(
        {hold(1): "Kc 3d", DEALER: "Jh Jc", BOARD: "2s 9h Jd"},
        [Decide(1, "bet"), Decide(1, "fold")],
    ),
    "mini-tex/step-4-folded-hands-left-to-the-end": _mini(
        {hold(1): "Kc 3d", hold(2): "Ac Ad", DEALER: "Jh Jc", BOARD: "2s 9h 4d"},
        [Decide(1, "fold"), *stay(2)],
        bets=bets(1, ante=500) + bets(2, ante=500),
        options={"folded_hands": "left"},
    ),
    "mini-tex/steps-2-5-8-community-cards-dealt-up-front": _mini(
        {hold(1): "9c 9d", DEALER: "Kh 2d", BOARD: "2s 9h Jd"},
        stay(1),
        options={"community_dealing": "up-front"},
    ),
    "mini-tex/step-11a-dealer-uses-both-hole-cards": _mini(
        {hold(1): "Ac 4d", DEALER: "Th 8c", BOARD: "2s 9h Ad"}, stay(1)
    ),
    "mini-tex/step-11b-dealer-uses-one-hole-card": _mini(
        {hold(1): "Ac 4d", DEALER: "2h 8c", BOARD: "Ts 9h Jd"}, stay(1)
    ),
    "mini-tex/step-12b-ace-king-qualifies-by-option": _mini(
        {hold(1): "Qc Qd", DEALER: "Ah 5c", BOARD: "Ks 9h 2d"},
        stay(1),
        options={"dealer_qualifier": "ace-king"},
    ),
    "mini-tex/pocket-poker-every-row-at-a-full-table": _mini(
        {
            hold(1): "Ac Kc",
            hold(2): "Ad Ah",
            hold(3): "5s 6s",
            hold(4): "8c 8d",
            hold(5): "Kd As",
            hold(6): "2h 9h",
            hold(7): "3c Td",
            DEALER: "Qc 4d",
            BOARD: "Js 7d 6h",
        },
        _in_turn(7, 3),
        bets=[bet for seat in range(1, 8) for bet in bets(seat, ante=500, pocket_poker=100)],
        options={"seats": "7"},
    ),
    # --- Spanish Poker --------------------------------------------------------------------
    "spanish-poker/house-without-a-pair-of-sixes-pushes-raises-and-pays-antes": Rigged(
        SPAN,
        bets(1, **ANTE) + bets(2, **ANTE),
        {five(1): "7c 7d 2h 3s Kd", five(2): "2c 3d 4h 6s Kc", DEALER: "5c 5d Ah Js 2d"},
        [Decide(1, "bet"), Decide(2, "bet")],
    ),
    "spanish-poker/house-beats-the-player-and-takes-ante-and-raise": Rigged(
        SPAN,
        bets(1, ante=1000, dos_pares=500, gran_progressive=100),
        {five(1): "7c 7d 2h 3s Kd", DEALER: "Ac Ad 2d 3d 4h"},
        [Decide(1, "bet")],
    ),
    "spanish-poker/tie-pushes": Rigged(
        SPAN,
        bets(1, **ANTE),
        {five(1): "7c 7d 2h 3s Kd", DEALER: "7h 7s 2d 3d Kc"},
        [Decide(1, "bet")],
    ),
    "spanish-poker/tie-goes-to-the-dealer-by-option": Rigged(
        SPAN,
        bets(1, **ANTE),
        {five(1): "7c 7d 2h 3s Kd", DEALER: "7h 7s 2d 3d Kc"},
        [Decide(1, "bet")],
        {"tie": "dealer-wins"},
    ),
    "spanish-poker/ante-table-upper-rows": Rigged(
        SPAN,
        [b for s in range(1, 6) for b in bets(s, ante=500, dos_pares=100, gran_progressive=100)],
        {
            five(1): "Ac Ad Ah As Jo",
            five(2): "7c Jc Qc Kc 2c",
            five(3): "3d 4d 5d 6d 7d",
            five(4): "2d 2h 2s 3h 3s",
            five(5): "4c 4h 4s 5c 5h",
            DEALER: "6c 6h Qd Js 3c",
        },
        [Decide(seat, "bet") for seat in range(1, 6)],
    ),
    "spanish-poker/ante-table-lower-rows": Rigged(
        SPAN,
        [b for s in range(1, 7) for b in bets(s, ante=500, dos_pares=100, gran_progressive=100)],
        {
            five(1): "7c Jc Qc Kc Jo",
            five(2): "4c 4d 4h 4s 2d",
            five(3): "Qs 5h 6h 7h Js",
            five(4): "Ac Ad Ah 2c 3c",
            five(5): "Kd Kh 2h 2s 3h",
            five(6): "Qd Qh 3s 5c As",
            DEALER: "6c 6s 7d 5d 3d",
        },
        [Decide(seat, "bet") for seat in range(1, 7)],
    ),
    "spanish-poker/tray-prizes-are-paid-in-full-beside-the-jackpot": _gran(
        {
            five(1): "Ac Ad Ah As Jo",
            five(2): "3c 4c 5c 6c 7c",
            five(3): "2d 2h 2s 2c 3d",
            five(4): "3h 4h 5h 7h Kh",
            DEALER: "6d 6h Qd Js 4d",
        },
    ),
    "spanish-poker/royals-split-a-quarter-and-cincos-takes-the-rest": _gran(
        {
            five(1): "7c Jc Qc Kc Ac",
            five(2): "7d Jd Qd Kd Ad",
            five(3): "2d 2h 2s 2c Jo",
            DEALER: "6d 6h Qh Js 4d",
        },
    ),
    "spanish-poker/two-royals-take-a-quarter-each": _gran(
        {
            five(1): "7c Jc Qc Kc Ac",
            five(2): "7d Jd Qd Kd Jo",
            DEALER: "6d 6h Qh Js 4d",
        },
    ),
    "spanish-poker/royal-and-cincos-in-one-round": _gran(
        {
            five(1): "7c Jc Qc Kc Ac",
            five(2): "2d 2h 2s 2c Jo",
            DEALER: "6d 6h Qh Js 4d",
        },
    ),
    "spanish-poker/a-winner-may-fold-and-tuck": Rigged(
        SPAN,
        bets(1, ante=1000, dos_pares=500, gran_progressive=100) + bets(2, ante=1000, dos_pares=500),
        {five(1): "7c 7d 2h 2s Kd", five(2): "3c 4d 5h Js Qd", DEALER: "Ac Ad 3d 4h 6s"},
        [Decide(1, "fold"), Decide(2, "fold")],
    ),
    "spanish-poker/folding-without-tucking-gives-side-wagers-up": Rigged(
        SPAN,
        bets(1, ante=1000, dos_pares=500, gran_progressive=100),
        {five(1): "7c 7d 2h 2s Kd", DEALER: "Ac Ad 3d 4h 6s"},
        [Decide(1, "fold-untucked")],
    ),
    "spanish-poker/joker-in-hand-pays-seven": Rigged(
        SPAN,
        bets(1, ante=1000, joker_in_hand=500) + bets(2, ante=1000, joker_in_hand=500),
        {five(1): "Jo 7d 2h 3s Kd", five(2): "7c 6d 2s 3c Kh", DEALER: "Ac Ad 3d 4h 6s"},
        [Decide(1, "fold"), Decide(2, "bet")],
        {"side_wagers": "dos-pares-and-joker"},
    ),
    "spanish-poker/side-wagers-without-the-ante-by-option": Rigged(
        SPAN,
        bets(1, dos_pares=500, gran_progressive=100),
        {five(1): "7c 7d 2h 2s Kd", DEALER: "Ac Ad 3d 4h 6s"},
        options={"dos_pares_alone": "on", "gran_alone": "on", "dos_pares_minimum_alone": "5"},
    ),
    "spanish-poker/one-card-at-a-time-by-option": Rigged(
        SPAN,
        bets(1, **ANTE) + bets(3, **ANTE),
        {five(1): "7c 7d 2h 3s Kd", five(3): "Ac Ad 3c 4c 5c", DEALER: "6c 6d 2d 3d Kc"},
        [Decide(1, "bet"), Decide(3, "bet")],
        {"dealing": "one-at-a-time"},
    ),
}


def _pick(cards: dict, decisions: list[Decide], seats: int = 1, **more) -> Rigged:
    placed = [
        bet
        for seat in range(1, seats + 1)
        for bet in bets(seat, ante=500, three_five_bonus=500, five_card_bonus=500)
    ]
    return Rigged(PICK, placed, cards, decisions, **more)


WEAK = "Kc Jd 9h 5s 2c"
_KC, _QH = parse_cards("Kc"), parse_cards("Qh")
ROUNDS |= {
    "pick-2-poker/three-card-win-without-a-qualifier": _pick(
        {five(1): "9c 9d 4h 5d 2d", DEALER: WEAK}, [Decide(1, "three-card")]
    ),
    "pick-2-poker/three-card-loss-and-tie": _pick(
        {five(1): "Tc 7d 4s 6h 2s", five(2): "Ks Jc 9d 4h 3c", DEALER: WEAK},
        [Decide(1, "three-card"), Decide(2, "three-card")],
        2,
    ),
    "pick-2-poker/three-cards-set-by-the-player": _pick(
        {five(1): "9c 9d Ah Qd 2d", DEALER: "8c 8d 4s 5s Kd"},
        [Decide(1, "three-card", cards=parse_cards("9c Ah Qd"))],
    ),
    "pick-2-poker/five-card-win-loss-and-tie": _pick(
        {
            five(1): "Ac Ad Qh 7d 3d",
            five(2): "Th 8h 6d 4h 2h",
            five(3): "Ks Kd Jc 8s 4c",
            DEALER: "Kc Kh Jd 8d 4d",
        },
        [Decide(seat, "five-card") for seat in (1, 2, 3)],
        3,
    ),
    "pick-2-poker/five-card-dealer-not-qualified-ante-pays": _pick(
        {five(1): "Ac Ad Qh 7d 3d", five(2): "Th 8h 6d 4h 2h", DEALER: WEAK},
        [Decide(1, "five-card"), Decide(2, "five-card")],
        2,
    ),
    "pick-2-poker/five-card-dealer-not-qualified-ante-compares": _pick(
        {five(1): "Ac Ad Qh 7d 3d", five(2): "Th 8h 6d 4h 2h", DEALER: WEAK},
        [Decide(1, "five-card"), Decide(2, "five-card")],
        2,
        options={"dealer_not_qualified": "ante-compares"},
    ),
    "pick-2-poker/five-card-dealer-not-qualified-both-push": _pick(
        {five(1): "Ac Ad Qh 7d 3d", DEALER: WEAK},
        [Decide(1, "five-card")],
        options={"dealer_not_qualified": "push"},
    ),
    "pick-2-poker/five-card-dealer-not-qualified-both-pay": _pick(
        {five(1): "Ac Ad Qh 7d 3d", DEALER: WEAK},
        [Decide(1, "five-card")],
        options={"dealer_not_qualified": "both-pay"},
    ),
    "pick-2-poker/fold-loses-ante-and-bonuses": _pick(
        {five(1): "9c 9d 9s 5d 2d", DEALER: WEAK}, [Decide(1, "fold")]
    ),
    "pick-2-poker/bonuses-stay-in-action-by-option": _pick(
        {five(1): "9c 9d 9s 5d 2d", DEALER: WEAK},
        [Decide(1, "fold")],
        options={"bonuses_on_fold": "in-action"},
    ),
    "pick-2-poker/bonus-tables-upper-rows": _pick(
        {
            five(1): "Ac Kc Qc Jc Tc",
            five(2): "4d 5d 6d 7d 8d",
            five(3): "6c 6h 6s 2c 3c",
            five(4): "Th 8h 5h 4h 2h",
            five(5): "7c 8c 9s Ts Js",
            five(6): "5c 5s 3d 3s Kd",
            DEALER: "Ah Qh 9h 7h 4s",
        },
        [Decide(seat, "three-card") for seat in range(1, 7)],
        6,
    ),
    "pick-2-poker/bonus-tables-lower-rows": _pick(
        {
            five(1): "5c 5d 5h 5s 2d",
            five(2): "8c 8d 8h Js Jd",
            five(3): "6c 6h 3d 4s Kd",
            five(4): "Ah Kh Qh 2s 7c",
            five(5): "9c Tc Jc 3h 4h",
            DEALER: "As Qs 9h 7h 4d",
        },
        [Decide(seat, "five-card") for seat in range(1, 6)],
        5,
        options={"bonuses_settled": "first"},
    ),
    "pick-2-poker/irregularities-exposed-dealer-card-voids-the-round": _pick(
        {five(1): "9c 9d 4h 5d 2d", five(2): "Ks Jc 9s 4c 3c", DEALER: WEAK},
        [Decide(1, "three-card")],
        2,
        extra=[Irregularity("exposed-dealer-card", "dealer flashed his last card", None)],
    ),
}

ROUNDS |= {
    # --- What the house decides ---------------------------------------------------------
    "pick-2-poker/betting-for-the-dealer-tips-win-lose-and-push": Rigged(
        PICK,
        [
            move
            for seat in (1, 2, 3)
            for move in (*bets(seat, ante=1000, three_five_bonus=1000), Tip(seat, "ante", 300))
        ],
        {
            five(1): "9c 9d 4h 5d 2d",
            five(2): "Tc 7d 4s 6h 2s",
            five(3): "Ks Jc 9s 4c 3c",
            DEALER: WEAK,
        },
        [Decide(seat, "three-card") for seat in (1, 2, 3)],
        {"tips": "on"},
    ),
    "pick-2-poker/bonuses-settled-first-by-option": _pick(
        {five(1): "4c 4d 4h 4s 2d", DEALER: WEAK},
        [Decide(1, "three-card")],
        options={"bonuses_settled": "first"},
    ),
    "pick-2-poker/irregularity-e-by-hand-the-house-plays-on": _pick(
        {five(1): "9c 9d 4h 5d 2d", DEALER: WEAK},
        [],
        options={"shuffler": "by-hand"},
        policy={"exposed-dealer-card": "play-on"},
        extra=[
            Irregularity("exposed-dealer-card", "the first card turned over", None, _KC),
            Decide(1, "five-card"),
        ],
    ),
    "mini-tex/house-policy-voids-one-hand-of-two": _mini(
        {hold(1): "9c 9d", hold(2): "Ac Ad", DEALER: "Kh 2d", BOARD: "2s 9h Jd"},
        [Decide(1, "bet"), Decide(2, "bet"), Decide(1, "bet"), Decide(2, "bet")],
        bets=bets(1, ante=500, pocket_poker=100) + bets(2, ante=500, pocket_poker=100),
        policy={"wrong-card-count": "void-seat"},
        extra=[Irregularity("wrong-card-count", "three cards in his hand", 1), Decide(2, "bet")],
    ),
    "mini-tex/a-wager-is-taken-back-before-the-deal": _mini(
        {hold(1): "9c 9d", DEALER: "Kh 2d", BOARD: "2s 9h Jd"},
        [Decide(1, "fold")],
        bets=[*bets(1, ante=500, pocket_poker=100), Bet(1, "pocket-poker", 0)],
    ),
    "mini-tex/pocket-poker-above-the-ante-by-option": _mini(
        {hold(1): "9c 9d", DEALER: "Kh 2d", BOARD: "2s 9h Jd"},
        [Decide(1, "fold")],
        bets=bets(1, ante=500, pocket_poker=2000),
        options={"pocket_poker_above_ante": "on"},
    ),
    "spanish-poker/house-policy-plays-on-past-a-card-face-up-in-the-deck": Rigged(
        SPAN,
        bets(1, ante=1000),
        {five(1): "7c 7d 2h 2s Kd", DEALER: "Ac Ad 3d 4h 6s"},
        [],
        policy={"face-up-card": "play-on"},
        extra=[
            Irregularity("face-up-card", "seen as the deck was squared", None, _QH),
            Decide(1, "bet"),
        ],
    ),
    "spanish-poker/side-wager-above-the-ante-by-option": Rigged(
        SPAN,
        bets(1, ante=500, dos_pares=2500),
        {five(1): "7c 7d 2h 2s Kd", DEALER: "Ac Ad 3d 4h 6s"},
        [Decide(1, "bet")],
        {"side_above_ante": "on"},
    ),
}
# The transcripts that are kept whole, by game.
WHOLE = {
    MINI: "step-13b-player-beats-a-qualified-dealer",
    SPAN: "royal-and-cincos-in-one-round",
    PICK: "irregularity-e-by-hand-the-house-plays-on",
}


if __name__ == "__main__":
    write_all(sys.modules[__name__])
