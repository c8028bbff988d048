"""`feltworks play`: several hands against the dealer, with a bankroll of play money."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from feltworks.cli.asking import GameName, Settings, chosen_options
from feltworks.cli.mechanisms import MECHANISMS
from feltworks.errors import FeltworksError

app = typer.Typer(add_completion=False)


class PlayError(FeltworksError):
    """Something asked of `feltworks play` that cannot be."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What was asked for on the command line; amounts in cents."""

    hands: int
    bankroll_cents: int
    bet_cents: int | None
    sides: tuple[str, ...]
    seed: int | None
    auto: str | None
    rounds: int | None
    save: Path | None
    opponents: int | None
    against: tuple[str, ...]


@app.command()
def play(
    game: GameName,
    seats: Annotated[
        int, typer.Option("--seats", metavar="N", min=1, help="How many hands you play.")
    ] = 1,
    settings: Settings = None,
    bankroll: Annotated[
        str, typer.Option("--bankroll", metavar="DOLLARS", help="Play money to start with.")
    ] = "500",
    bet: Annotated[
        str | None, typer.Option("--bet", metavar="DOLLARS", help="The wager that opens a hand.")
    ] = None,
    side: Annotated[
        list[str] | None,
        typer.Option("--side", metavar="WAGER", help="A side wager to bet too; several allowed."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", help="For practice: the same cards every time."),
    ] = None,
    auto: Annotated[
        str | None,
        typer.Option(
            "--auto",
            metavar="PLAYER",
            help="Let `optimal` play instead of you; among players tourist, regular or shark.",
        ),
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option("--rounds", metavar="N", min=1, help="Leave after so many rounds."),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FOLDER", help="Keep a transcript of every round."),
    ] = None,
    opponents: Annotated[
        int | None,
        typer.Option("--opponents", metavar="N", min=1, help="Among players: how many others."),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            metavar="PLAYER",
            help="Among players: who sits there, tourist, regular or shark; several take turns.",
        ),
    ] = None,
) -> None:
    """Play a game in the terminal; play money only."""
    from feltworks.rules.loader import read

    asked = Asked(
        hands=seats,
        bankroll_cents=_cents(bankroll, "--bankroll"),
        bet_cents=None if bet is None else _cents(bet, "--bet"),
        sides=tuple(side or ()),
        seed=seed,
        auto=auto,
        rounds=rounds,
        save=save,
        opponents=opponents,
        against=tuple(against or ()),
    )
    if asked.bet_cents == 0:
        raise PlayError("--bet 0 opens no hand: write dollars, 5 or 2.50")
    loaded = read(game, chosen_options(settings))
    import_module(MECHANISMS[loaded.rules.game.mechanism].table).play(loaded, asked)


def _cents(text: str, option: str) -> int:
    from feltworks.cli.answers import dollars

    cents = dollars(text)
    if cents is None:
        raise PlayError(f"{option} {text!r} is not an amount: write dollars, 5 or 2.50")
    return cents
