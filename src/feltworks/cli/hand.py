"""`feltworks hand`: what a hand is called in a game, how high it ranks and what it pays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from feltworks.cli.options import AsJson, Commands, GameName, Settings, argument, option, read_game
from feltworks.cli.terminal import console, print_json

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
    if as_json:
        print_json({"game": rules.game.id, "hands": [_as_json(each) for each in named]})
    else:
        _print_hands(named)


def print_hand(rules: Rules, cards: str) -> None:
    """Print what those cards make in every hand of the game that takes as many."""
    _print_hands(_named_hands(rules, cards, None))


def _named_hands(rules: Rules, cards: str, hand_id: str | None) -> list[NamedHand]:
    from feltworks.cards import parse_cards
    from feltworks.rules.handbook import Handbook
    from feltworks.rules.naming import name_hands

    return name_hands(Handbook(rules), parse_cards(cards), hand_id)


def _as_json(named: NamedHand) -> dict[str, Any]:
    return {
        "hands": list(named.hands),
        "cards": [str(card) for card in named.cards],
        "used": [str(card) for card in named.used],
        "category": named.category,
        "says": named.says,
        "value": named.value,
        "place": named.place,
        "of": named.classes,
        "pays": [
            {"table": prize.table, "row": prize.row, "pays": prize.pays} for prize in named.pays
        ],
    }


def _print_hands(named: list[NamedHand]) -> None:
    from feltworks.cards import join_cards

    for each in named:
        console().print(each.says, style="bold")
        console().print(f"  as {', '.join(each.hands)}: {join_cards(each.used)}")
        console().print(f"  place {each.place:,} of {each.classes:,}, counted from the best")
        for prize in each.pays:
            console().print(f"  {prize.table}: {prize.row}, {prize.pays}")
