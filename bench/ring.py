"""Games between players on one core: random lawful play, showdowns over arrays, equity.

Times are the process's own, so that a busy machine does not count against the program.
"""

from __future__ import annotations

import random
from time import process_time
from typing import TYPE_CHECKING

import numpy as np
from rich.table import Table

from feltworks.cards import parse_cards
from feltworks.odds.equity import PotHand, against_one, equity, sampled_equities
from feltworks.ring import RingPlan, RingRound
from feltworks.round import Button, Deal, Limits, NoMoreBets, SitIn, Terms
from feltworks.rules.loader import load

if TYPE_CHECKING:
    from collections.abc import Callable

GAME = "mini-tex-ring"
PLAYERS = 6
GAMES = 3_000
ROUNDS = 5
DEALS = 1_000_000


def play_games(plan: RingPlan, games: int, seed: int) -> int:
    """Complete games with their logs, every choice random among the lawful ones; log entries."""
    rng = random.Random(seed)
    terms = Terms(Limits(1000, 4000))
    deals = [Deal(card) for card in plan.deck.cards]
    seats = [SitIn(seat, 100_000) for seat in range(1, PLAYERS + 1)]
    needed, entries = plan.cards_needed(PLAYERS), 0
    for game in range(games):
        opening = [*seats, Button(game % PLAYERS + 1), NoMoreBets()]
        now = RingRound.open(plan, terms).play_all(opening)
        cards, at = rng.sample(deals, needed), 0
        while True:
            waits_for = now.turn.waits_for
            if waits_for == "card":
                due = now.cards_due
                now = now.play_all(cards[at : at + due])
                at += due
            elif waits_for == "decision":
                now = now.play(rng.choice(now.legal_moves()).move)
            else:
                break
        entries += len(now.log)
    return entries


def quickest(what: Callable[[], object]) -> float:
    """The least seconds of several rounds, after one to warm up."""
    what()
    return min(timed(what) for _ in range(ROUNDS))


def timed(what: Callable[[], object]) -> float:
    start = process_time()
    what()
    return process_time() - start


def ten_player_deals() -> tuple[np.ndarray, np.ndarray]:
    """A million deals of ten hands and a board."""
    draw = np.random.default_rng(52)
    order = draw.random((DEALS // 10, 52)).argsort(axis=1).astype(np.uint8)
    faces = np.tile(order[:, :23], (10, 1))
    return faces[:, :20].reshape(DEALS, 10, 2), faces[:, 20:]


def bench() -> Table:
    """Every measure beside its target."""
    table = Table(title="Games between players, one core")
    for column in ("what", "target", "measured"):
        table.add_column(column, justify="left" if column == "what" else "right")
    plan = RingPlan(load(GAME))
    games = GAMES / quickest(lambda: play_games(plan, GAMES, 1))
    colour = "green" if games >= 3_000 else "red"
    table.add_row("six-player fixed-limit games a second", "3,000", f"[{colour}]{games:,.0f}[/]")
    pot = PotHand.of(plan.rules)
    own, boards = ten_player_deals()
    showdowns = DEALS / quickest(lambda: pot.values(own, boards)) / 1e6
    table.add_row("ten-player showdowns, millions a second", "", f"{showdowns:.2f}")
    for what, seconds in equity_times(pot).items():
        table.add_row(f"{what}, milliseconds", "", f"{1000 * seconds:.1f}")
    return table


def equity_times(pot: PotHand) -> dict[str, float]:
    hand, other = parse_cards("As Kd"), parse_cards("Qc Qh")
    flop = parse_cards("Ah 7c")

    def all_starts() -> object:
        against_one.cache_clear()
        return against_one(pot)

    return {
        "two known hands, no board": quickest(lambda: equity(pot, [hand, other])),
        "against one unknown hand, no board": quickest(
            lambda: equity(pot, [hand], unknown_hands=1)
        ),
        "against one unknown hand on the flop": quickest(
            lambda: equity(pot, [hand], flop, unknown_hands=1)
        ),
        "against two unknown hands on the flop": quickest(
            lambda: equity(pot, [hand], flop, unknown_hands=2)
        ),
        "every starting hand against one": quickest(all_starts),
        "20,000 deals against one to nine": quickest(
            lambda: sampled_equities(pot, [hand], unknown_hands=9, deals=20_000)
        ),
    }
