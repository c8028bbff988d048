"""The plain settlement held against the solver, figure by figure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import ModuleType

from tests.ask.odds import Player, odds
from tests.ask.rules import Rules
from tests.ask.sides import side_jackpot

from ..oracle_compare import differences
from ..oracle_counted import Counted
from ..small_decks import DECKS, on_deck
from . import mini_tex, pick_2_poker, spanish_poker, texas_21
from .counting import Jackpot
from .decks import Deck, lay_out

GAMES: dict[str, ModuleType] = {
    "mini-tex": mini_tex,
    "pick-2-poker": pick_2_poker,
    "spanish-poker": spanish_poker,
    "texas-21": texas_21,
}
GAMES_AND_DECKS = [(game, deck) for game in GAMES for deck in DECKS[game]]
Chosen = Mapping[str, str]


@cache
def plain_deck(game: str, deck: str) -> Deck:
    return lay_out(DECKS[game][deck])


def counted(
    game: str, deck: str, chosen: Chosen | None = None, indifferent: Chosen | None = None
) -> dict[str, Counted]:
    """Every wager as the game's document has it."""
    return _counted(game, deck, tuple((chosen or {}).items()), tuple((indifferent or {}).items()))


@cache
def _counted(
    game: str, deck: str, chosen: tuple[tuple[str, str], ...], ties: tuple[tuple[str, str], ...]
) -> dict[str, Counted]:
    found: dict[str, Counted] = GAMES[game].count(plain_deck(game, deck), dict(chosen), dict(ties))
    return found


def found_different(
    game: str, deck: str, chosen: Chosen | None = None, indifferent: Chosen | None = None
) -> list[str]:
    """Every figure of the solver that is not as the document has it, the wager's name first."""
    return held_against(
        on_deck(game, DECKS[game][deck], chosen), game, deck, chosen or {}, indifferent or {}
    )


def held_against(
    rules: Rules, game: str, deck: str, chosen: Chosen, indifferent: Chosen
) -> list[str]:
    """The same for rules that are read already."""
    dealt = counted(game, deck, chosen, indifferent)
    found = [*differences(odds(rules, indifferent), dealt)]
    if hasattr(GAMES[game], "jackpots"):
        found += _jackpots(rules, GAMES[game].jackpots(dealt, chosen))
    if hasattr(GAMES[game], "play"):
        found += _decisions(rules, game, deck, chosen, indifferent)
    return found


def _jackpots(rules: Rules, expected: Mapping[str, Jackpot]) -> Iterator[str]:
    solved = {
        wager: Jackpot(
            quoted=one.quoted_dollars,
            added=one.added_dollars,
            average=one.average_dollars,
            per_dollar=one.value_per_dollar,
            wagers_per_hit=one.wagers_per_hit,
            wagers_per_jackpot_hit=one.wagers_per_jackpot_hit,
            fixed_return=one.fixed_return,
        )
        for wager in (each.wager for each in rules.jackpots.values())
        if (one := side_jackpot(rules, wager)) is not None
    }
    for wager in {*solved, *expected}:
        if solved.get(wager) != expected.get(wager):
            yield f"{wager}: jackpot {solved.get(wager)} solved, {expected.get(wager)} dealt"


def _decisions(
    rules: Rules, game: str, deck: str, chosen: Chosen, indifferent: Chosen
) -> Iterator[str]:
    """In how many positions of each decision each choice is best."""
    positions = GAMES[game].play(plain_deck(game, deck), chosen, indifferent).positions
    best = Player(rules, indifferent)
    solved = {decision: best.deals_by_choice(decision) for decision in best.decisions}
    if solved != positions:
        yield f"main: decisions {solved} solved, {positions} dealt"
