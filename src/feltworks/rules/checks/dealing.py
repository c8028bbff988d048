"""Dealing: the deck must have the cards, and cards must lie there before they are turned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from feltworks.cards import RANKS, SUITS, Deck, DeckError, deck, deck_ids
from feltworks.cards.deckchecks import MOST_JOKERS, MOST_PACKS
from feltworks.errors import did_you_mean
from feltworks.rules.checks.places import all_choices, cards_dealt
from feltworks.rules.mistakes import Mistake, quote
from feltworks.rules.schema import Rules

FORMS = {
    "title": "text that is not empty",
    "ranks": f"one or more of {' '.join(RANKS)}, each once",
    "suits": f"one or more of {' '.join(SUITS)}, each once",
    "jokers": f"a whole number from 0 to {MOST_JOKERS}",
    "packs": f"a whole number from 1 to {MOST_PACKS}",
    "removed": "some cards of the deck, each once",
}


def check_dealing(rules: Rules) -> Iterator[Mistake]:
    """Checks the deck, the cards a full table takes, the cards that are turned."""
    found, mistakes = deck_of(rules)
    yield from mistakes
    if found is not None:
        yield from _enough_cards(rules, found)
    yield from _turned(rules)
    yield from _discarded(rules)
    yield from _shuffler(rules)


def _shuffler(rules: Rules) -> Iterator[Mistake]:
    """Only a shuffle machine can fail, and only with a machine is a second deck shuffled
    meanwhile."""
    dealt_from = rules.table.dealt_from
    if dealt_from == "shuffle-machine":
        return
    if rules.irregularities.shuffler_failure != "house-policy":
        found = f"{rules.irregularities.shuffler_failure} for a game dealt from a {dealt_from}"
        yield Mistake("irregularities.shuffler_failure", found, "nothing without a shuffle machine")
    if rules.table.second_deck:
        found = f"true for a game dealt from a {dealt_from}"
        yield Mistake("table.second_deck", found, "true only beside a shuffle machine")


def deck_of(rules: Rules) -> tuple[Deck | None, list[Mistake]]:
    """The deck of the game, or what is wrong with it."""
    named = rules.game.deck
    if isinstance(named, str):
        if named in deck_ids():
            return deck(named), []
        close = did_you_mean(named, deck_ids())
        allowed = f"{', '.join(deck_ids())}, or a table of its own"
        return None, [Mistake("game.deck", f"the deck {named!r}{close}", allowed)]
    if mistakes := list(_deck_keys(named)):
        return None, mistakes
    try:
        return Deck.from_data({"id": rules.game.id, **named}), []
    except DeckError as error:
        return None, [
            Mistake(f"game.deck.{key}", f"{key} that {_before_what_is_allowed(says)}", FORMS[key])
            for key, says in error.mistakes
        ]


def _deck_keys(named: Mapping[str, object]) -> Iterator[Mistake]:
    """Checks keys and types of values; the deck itself checks what they say together."""
    for key, value in named.items():
        at = f"game.deck.{key}"
        if key not in FORMS:
            found = f"a key that does not exist{did_you_mean(key, FORMS)}"
            yield Mistake(at, found, ", ".join(FORMS))
        elif key in ("jokers", "packs", "title"):
            kind = str if key == "title" else int
            if type(value) is not kind:
                yield Mistake(at, quote(value), FORMS[key])
        else:
            pieces = value if isinstance(value, list) else [value]
            for piece in pieces:
                if type(piece) not in (str, int):
                    yield Mistake(at, quote(piece), FORMS[key])


def _before_what_is_allowed(says: str) -> str:
    return says.split(": it takes")[0].split(" and must be")[0]


def full_seats(rules: Rules) -> int:
    """The largest number of players that the game allows."""
    return rules.ring.players_at_most if rules.ring is not None else rules.table.most_seats


def _enough_cards(rules: Rules, deck: Deck) -> Iterator[Mistake]:
    seats = full_seats(rules)
    dealt = rules.blackjack.burn if rules.blackjack is not None else 0
    for stage in rules.stages:
        for step in stage.deal:
            hands = seats if rules.zones.get(step.to or "") == "player" else 1
            dealt += (step.burn or 0) + (hands * (step.cards or 0) if step.to is not None else 0)
        dealt += seats * stage.most_discarded
        if dealt > deck.size:
            most = "ring.players_at_most" if rules.ring is not None else "table.most_seats"
            found = f"{dealt} cards dealt by then with {seats} seats taken ({most} = {seats})"
            key = "decide" if stage.most_discarded else "deal"
            allowed = f"the {deck.size} of the deck; a smaller {most} takes fewer"
            yield Mistake(f"stages.{stage.id}.{key}", found, allowed)
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


def _discarded(rules: Rules) -> Iterator[Mistake]:
    """Cards are exchanged from a zone of the player that he sees, dealt in one way, up or down."""
    for key, place, _, choice in all_choices(rules):
        if choice.discard is None or choice.discard.of not in rules.zones:
            continue
        zone, at = choice.discard.of, f"{key}.discard"
        steps = [step for stage in rules.stages for step in stage.deal]
        faces = {step.face for step in steps if step.to == zone}
        if rules.zones[zone] != "player":
            owned = [id_ for id_, owner in rules.zones.items() if owner == "player"]
            allowed = f"a zone of the player's: {', '.join(owned) or 'there is none'}"
            yield Mistake(f"{at}.of", f"{zone!r}, a zone of the {rules.zones[zone]}", allowed)
        elif len(faces) > 1 or "blind" in faces or any(step.turn == zone for step in steps):
            allowed = "a zone whose cards are all dealt down, or all up"
            yield Mistake(f"{at}.of", f"{zone!r}, dealt {' and '.join(map(str, faces))}", allowed)
        if choice.discard.most > (there := cards_dealt(rules.stages[: place + 1])[zone]):
            found = f"{choice.discard.most} cards of {zone}"
            yield Mistake(f"{at}.most", found, f"the {there} that lie there by then")
        dealt = cards_dealt(rules.stages)[zone]
        for id_, hand in rules.hands.items():
            if hand.from_.get(zone, dealt) != dealt:
                found = f"{hand.from_[zone]} cards of {zone}, from which cards are given up"
                yield Mistake(f"hands.{id_}.from.{zone}", found, f"all {dealt}")
            if hand.set_by_player:
                found = "true in a game in which cards are given up"
                yield Mistake(f"hands.{id_}.set_by_player", found, "one of the two")
