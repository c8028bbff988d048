"""`feltworks exposed`: what cards that lie open beside a blackjack hand are worth to it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

from feltworks.cli import options
from feltworks.cli.options import option
from feltworks.cli.progress import counting
from feltworks.cli.terminal import Lines, attributes, bold, tell

if TYPE_CHECKING:
    from feltworks.odds.blackjack.flop import AverageGain, ExposedValue

app = options.Commands()


@app.command()
def exposed(
    game: options.GameName,
    cards: Annotated[
        str | None, option("--cards CARDS", "The exposed cards: '5c 5d 6h 4s'.")
    ] = None,
    sets: Annotated[int, option("--sets N", "How many sets of cards to draw at random.")] = 100,
    seed: Annotated[int, option("--seed N", "The same seed draws the same sets.")] = 1,
    settings: options.Settings = None,
    decks: options.Decks = None,
    as_json: options.AsJson = False,
) -> None:
    """What seeing exposed cards is worth to the blackjack hand, whose best play they change.

    With cards: the value of a round when those lie open. Without: the average gain over sets
    drawn at random, with its standard error.
    """
    from feltworks.cards import parse_cards
    from feltworks.odds.blackjack.flop import FlopGain
    from feltworks.odds.blackjack.fromrules import blackjack_of, exposed_cards, shoe_of

    options.check_seed(seed)
    if sets < 2:
        raise options.CommandError(f"--sets {sets}: 2 or more")
    loaded = options.read_game(game, settings, decks)
    rules = loaded.rules
    blackjack, shown = blackjack_of(rules), exposed_cards(rules)
    held = None if cards is None else parse_cards(cards)
    if held == ():
        raise options.CommandError("--cards names no card: write --cards '5c 5d 6h 4s'")
    if held is None and not shown:
        raise options.CommandError(
            f"{game} lays no cards open beside the hand; name some with --cards"
        )
    if held is not None:
        with counting():
            found = FlopGain(shoe_of(rules), blackjack).given(held)
        values = attributes(found, "looking", "not_looking", "gain")
        data = {"method": "float64", "cards": held, **values}
        lines = _exposed_lines(cards or "", found, rules.unit)
    else:
        with counting() as progress:
            average = FlopGain(shoe_of(rules), blackjack).sampled(
                shown, sets=sets, seed=seed, progress=progress
            )
        data = {"method": "sampled", "cards": shown, **asdict(average)}
        lines = _average_lines(average, shown, rules.unit)
    tell({**loaded.as_json(), **data}, *lines, as_json=as_json)


def _exposed_lines(cards: str, found: ExposedValue, unit: str) -> Lines:
    yield bold(f"with {cards} exposed, in units of the {unit}")
    yield f"best play for what is left in the shoe  {found.looking:+.9f}"
    yield f"best play for the full shoe             {found.not_looking:+.9f}"
    yield f"looking gains                           {found.gain:+.9f}"


def _average_lines(found: AverageGain, cards: int, unit: str) -> Lines:
    gain = f"{found.gain:.9f} of the {unit} on average"
    yield bold(f"seeing {cards} exposed cards gains {gain}")
    error = f"standard error {found.standard_error:.2e}"
    yield f"sampled: {found.sets} sets, seed {found.seed}, {error}"
