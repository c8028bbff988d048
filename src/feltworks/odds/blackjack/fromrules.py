"""From a rules file to its blackjack game."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from feltworks.blackjack.plan import BlackjackPlan
from feltworks.cards import Deck
from feltworks.odds.blackjack.analysis import BlackjackOdds
from feltworks.odds.blackjack.shoe import MOST_DECKS, Shoe, ShoeError
from feltworks.odds.errors import OddsRefused
from feltworks.rules.handbook import Handbook, dealt_with
from feltworks.rules.loader import Loaded
from feltworks.rules.schema import Rules
from feltworks.rules.schema.mechanisms import Blackjack

DECKS = "decks"
"""The id of the option, if a file has it, that sets how many decks the shoe holds."""


def blackjack_of(rules: Rules) -> Blackjack:
    """The blackjack part of a rules file; refused if there is none, or it is dealt unusually."""
    if rules.blackjack is None:
        raise OddsRefused("game.mechanism", f"{rules.game.id} is no blackjack game")
    return BlackjackPlan(rules).game


def with_decks(rules: Rules, decks: int) -> Rules:
    """The same game from a shoe of another number of decks, for analysis only."""
    if rules.blackjack is None:
        raise OddsRefused(f"decks {decks}", f"{rules.game.id} is no blackjack game")
    if not 1 <= decks <= MOST_DECKS:
        raise ShoeError(f"{decks} decks: a shoe is made of 1 to {MOST_DECKS}")
    deck = Handbook(rules).deck
    if deck.packs == decks:
        return rules
    return dealt_with(rules, deck.shoe(decks))


def dealt_from(loaded: Loaded, decks: int) -> Loaded:
    """`with_decks` for a file that was read; also sets the file's own option for it, if any."""
    rules, chosen = with_decks(loaded.rules, decks), dict(loaded.chosen)
    if DECKS in rules.options and str(decks) in rules.options[DECKS].values:
        chosen[DECKS] = str(decks)
    return replace(loaded, rules=rules, chosen=MappingProxyType(chosen))


def exposed_cards(rules: Rules) -> int:
    """How many cards lie open on the table before the blackjack hands are played."""
    return sum(
        step.cards or 0
        for stage in rules.stages
        for step in stage.deal
        if step.to is not None and rules.zones[step.to] == "table" and step.face == "up"
    )


def shoe_of(rules: Rules) -> Shoe:
    """The shoe that a rules file is dealt from, full."""
    return Shoe.of_deck(Handbook(rules).deck)


def blackjack_odds(rules: Rules, *, strategy: str = "composition") -> BlackjackOdds:
    """The analysis of a rules file's blackjack; nothing is counted before it is used.

    Rules that differ only in side wagers share one analysis.
    """
    return _analysis(Handbook(rules).deck, blackjack_of(rules), strategy)


@lru_cache(maxsize=16)
def _analysis(deck: Deck, game: Blackjack, strategy: str) -> BlackjackOdds:
    return BlackjackOdds(Shoe.of_deck(deck), game, strategy)
