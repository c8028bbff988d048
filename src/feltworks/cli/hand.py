"""`feltworks hand`: what a hand is called in a game, how high it ranks and what it pays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from feltworks.cli.options import AsJson, Commands, GameName, Settings, argument, option, read_game
from feltworks.cli.terminal import Lines, attributes, bold, tell

if TYPE_CHECKING:
    from feltworks.rules.naming import NamedHand
    from feltworks.rules.schema import Rules

app = Commands()


@app.command()
def hand(
    game: GameName,
    cards: Annotated[list[str], argument("CARDS...", "The cards, zone by zone: As 10d Jo.")],
    hand_id: Annotated[str | None, option("--hand HAND", "Only this hand of the game.")] = None,
    settings: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Name and rank a hand of a game."""
    rules = read_game(game, settings).rules
    named = _named_hands(rules, " ".join(cards), hand_id)
    data = {"game": rules.game.id, "hands": [_as_json(each) for each in named]}
    tell(data, *_lines(named), as_json=as_json)


def hand_lines(rules: Rules, cards: str) -> Lines:
    """What those cards make in every hand of the game that takes as many."""
    yield from _lines(_named_hands(rules, cards, None))


def _named_hands(rules: Rules, cards: str, hand_id: str | None) -> list[NamedHand]:
    from feltworks.cards import parse_cards
    from feltworks.rules.handbook import Handbook
    from feltworks.rules.naming import name_hands

    return name_hands(Handbook(rules), parse_cards(cards), hand_id)


def _as_json(named: NamedHand) -> dict[str, Any]:
    return {
        **attributes(named, "hands", "cards", "used", "category", "says", "value", "place"),
        "of": named.classes,
        "pays": [attributes(prize, "table", "row", "pays") for prize in named.pays],
    }


def _lines(named: list[NamedHand]) -> Lines:
    from feltworks.cards import join_cards

    for each in named:
        yield bold(each.says)
        yield f"  as {', '.join(each.hands)}: {join_cards(each.used)}"
        yield f"  place {each.place:,} of {each.classes:,}, counted from the best"
        for prize in each.pays:
            yield f"  {prize.table}: {prize.row}, {prize.pays}"
