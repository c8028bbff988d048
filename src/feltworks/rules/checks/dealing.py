"""Dealing: the deck must have the cards, and cards must lie there before they are turned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from feltworks.cards import Deck, DeckError, deck, deck_ids
from feltworks.errors import did_you_mean
from feltworks.rules.mistakes import Mistake
from feltworks.rules.schema import Rules


def check_dealing(rules: Rules) -> Iterator[Mistake]:
    """The deck, the cards a full table takes, the cards that are turned."""
    found, mistakes = deck_of(rules)
    yield from mistakes
    if found is not None:
        yield from _enough_cards(rules, found)
    yield from _turned(rules)


def deck_of(rules: Rules) -> tuple[Deck | None, list[Mistake]]:
    """The deck of the game, or what is wrong with it."""
    named = rules.game.deck
    if isinstance(named, str):
        if named in deck_ids():
            return deck(named), []
        close = did_you_mean(named, deck_ids())
        allowed = f"{', '.join(deck_ids())}, or a table of its own"
        return None, [Mistake("game.deck", f"the deck {named!r}{close}", allowed)]
    try:
        return Deck.from_data({"id": rules.game.id, **named}), []
    except DeckError as error:
        allowed = "ranks, suits, jokers, packs and removed of a deck"
        return None, [
            Mistake(f"game.deck.{key}", f"a deck whose {key} {says}", allowed)
            for key, says in error.mistakes
        ]


def full_seats(rules: Rules) -> int:
    """As many players as the game allows."""
    return rules.ring.players_at_most if rules.ring is not None else rules.table.most_seats


def _enough_cards(rules: Rules, deck: Deck) -> Iterator[Mistake]:
    seats = full_seats(rules)
    dealt = rules.blackjack.burn if rules.blackjack is not None else 0
    for stage in rules.stages:
        for step in stage.deal:
            hands = seats if rules.zones.get(step.to or "") == "player" else 1
            dealt += (step.burn or 0) + (hands * (step.cards or 0) if step.to is not None else 0)
        if dealt > deck.size:
            found = f"{dealt} cards dealt by then with {seats} seats taken"
            yield Mistake(f"stages.{stage.id}.deal", found, f"the {deck.size} of the deck")
            return


def _turned(rules: Rules) -> Iterator[Mistake]:
    hidden: Counter[str] = Counter()
    for stage in rules.stages:
        for place, step in enumerate(stage.deal, start=1):
            count = step.cards or 0
            if step.to is not None and step.face != "up":
                hidden[step.to] += count
            if step.turn is not None and step.turn in rules.zones:
                if count > hidden[step.turn]:
                    found = f"{count} cards to turn in {step.turn}"
                    allowed = f"the {hidden[step.turn]} that lie face down there by then"
                    yield Mistake(f"stages.{stage.id}.deal.{place}.cards", found, allowed)
                hidden[step.turn] -= count
