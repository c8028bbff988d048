"""`feltworks play`: a table in the terminal, with a bankroll of play money."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from feltworks.cards.seeds import SEED_ALLOWED, is_seed
from feltworks.cli.mechanisms import MECHANISMS
from feltworks.cli.options import (
    CommandError,
    GameName,
    Gone,
    Settings,
    dollars_in_cents,
    named,
    option,
    read_game,
)

app = typer.Typer(add_completion=False)

Seats = Annotated[int, option("--seats N", "How many hands you play.", min=1)]
Bankroll = Annotated[str, option("--bankroll DOLLARS", "Play money to start with.")]
OpeningBet = Annotated[str | None, option("--bet DOLLARS", "The wager that opens a hand.")]
SideWagers = Annotated[
    list[str] | None, option("--side WAGER", "A side wager to bet too; several allowed.")
]
Seed = Annotated[int | None, option("--seed N", "For practice: the same cards every time.")]
MySeed = Annotated[
    str | None,
    option("--my-seed TEXT", "Your own part in every shuffle; without one, a random one is drawn."),
]
Auto = Annotated[
    str | None,
    option(
        "--auto PLAYER",
        "Let `optimal` play instead of you; between players tourist, regular or shark.",
    ),
]
Rounds = Annotated[int | None, option("--rounds N", "Leave after N rounds.", min=1)]
Save = Annotated[Path | None, option("--save FOLDER", "Keep a transcript of every round.")]
Opponents = Annotated[
    int | None, option("--opponents N", "Between players: how many opponents.", min=1)
]
Against = Annotated[
    list[str] | None,
    option(
        "--against PLAYER",
        "Between players: which bots sit there, tourist, regular or shark; several take turns.",
    ),
]


Supervisor = Annotated[
    str | None,
    option(
        "--supervisor NAME", "A supervisor is at hand: ! calls him, to declare an irregularity."
    ),
]


@dataclass(frozen=True, kw_only=True)
class PlayOptions:
    """The options of the command; amounts in cents."""

    hands: int
    bankroll_cents: int
    bet_cents: int | None
    sides: tuple[str, ...]
    seed: int | None
    my_seed: str | None
    auto: str | None
    rounds: int | None
    save: Path | None
    opponents: int | None
    against: tuple[str, ...]
    supervisor: str | None = None


@app.command()
def play(
    game: GameName,
    seats: Seats = 1,
    settings: Settings = None,
    bankroll: Bankroll = "500",
    bet: OpeningBet = None,
    side: SideWagers = None,
    seed: Seed = None,
    my_seed: MySeed = None,
    auto: Auto = None,
    rounds: Rounds = None,
    save: Save = None,
    opponents: Opponents = None,
    against: Against = None,
    supervisor: Supervisor = None,
    gone: Gone = "",
) -> None:
    """Play a game in the terminal; play money only.

    With --gone it is practice from a deck without those cards, and advice takes that into account.
    """
    options = PlayOptions(
        hands=seats,
        bankroll_cents=_cents(bankroll, "--bankroll"),
        bet_cents=None if bet is None else _cents(bet, "--bet"),
        sides=tuple(side or ()),
        seed=seed,
        my_seed=my_seed,
        auto=auto,
        rounds=rounds,
        save=save,
        opponents=opponents,
        against=tuple(against or ()),
        supervisor=None if supervisor is None else named(supervisor),
    )
    if my_seed is not None and not is_seed(my_seed):
        raise CommandError(f"--my-seed: a seed has {SEED_ALLOWED}")
    if options.bet_cents == 0:
        raise CommandError("--bet 0 opens no hand: write dollars, 5 or 2.50")
    loaded = read_game(game, settings, gone=gone)
    if loaded.gone and save is not None:
        raise CommandError("--save: with --gone it is practice, and no transcript is kept")
    import_module(MECHANISMS[loaded.rules.game.mechanism].table).play(loaded, options)


def _cents(text: str, option: str) -> int:
    cents = dollars_in_cents(text)
    if cents is None:
        raise CommandError(f"{option} {text!r} is not an amount: write dollars, 5 or 2.50")
    return cents
