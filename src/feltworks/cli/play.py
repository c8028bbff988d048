"""`feltworks play`: a table in the terminal, with a bankroll of play money."""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Annotated

from feltworks.cards.seeds import SEED_ALLOWED, is_seed
from feltworks.cli.mechanisms import MECHANISMS
from feltworks.cli.options import (
    CommandError,
    Commands,
    GameName,
    Gone,
    Settings,
    dollars_in_cents,
    named,
    option,
    read_game,
)

app = Commands()


@dataclass(frozen=True)
class PlayOptions:
    """The options of the command."""

    hands: Annotated[int, option("--seats N", "How many hands you play.", min=1)] = 1
    settings: Settings = None
    bankroll: Annotated[str, option("--bankroll DOLLARS", "Play money to start with.")] = "500"
    bet: Annotated[str | None, option("--bet DOLLARS", "The wager that opens a hand.")] = None
    sides: Annotated[
        list[str] | None, option("--side WAGER", "A side wager to bet too; several allowed.")
    ] = None
    seed: Annotated[int | None, option("--seed N", "For practice: the same cards every time.")] = (
        None
    )
    my_seed: Annotated[
        str | None,
        option(
            "--my-seed TEXT", "Your own part in every shuffle; without one, a random one is drawn."
        ),
    ] = None
    auto: Annotated[
        str | None,
        option(
            "--auto PLAYER",
            "Let `optimal` play instead of you; between players tourist, regular or shark.",
        ),
    ] = None
    rounds: Annotated[int | None, option("--rounds N", "Leave after N rounds.", min=1)] = None
    save: Annotated[Path | None, option("--save FOLDER", "Keep a transcript of every round.")] = (
        None
    )
    opponents: Annotated[
        int | None, option("--opponents N", "Between players: how many opponents.", min=1)
    ] = None
    against: Annotated[
        list[str] | None,
        option(
            "--against PLAYER",
            "Between players: which bots sit there, tourist, regular or shark; several take turns.",
        ),
    ] = None
    supervisor: Annotated[
        str | None,
        option(
            "--supervisor NAME", "A supervisor is at hand: ! calls him, to declare an irregularity."
        ),
    ] = None
    gone: Gone = ""

    @property
    def bankroll_cents(self) -> int:
        return _cents(self.bankroll, "--bankroll")

    @property
    def bet_cents(self) -> int | None:
        return None if self.bet is None else _cents(self.bet, "--bet")

    def checked(self) -> PlayOptions:
        """The same options, refused if one of them is mistaken by itself."""
        _ = self.bankroll_cents, self.bet_cents
        supervisor = None if self.supervisor is None else named(self.supervisor)
        if self.my_seed is not None and not is_seed(self.my_seed):
            raise CommandError(f"--my-seed: a seed has {SEED_ALLOWED}")
        if self.bet_cents == 0:
            raise CommandError("--bet 0 opens no hand: write dollars, 5 or 2.50")
        return replace(self, supervisor=supervisor)


@app.command()
def play(game: GameName, options: PlayOptions) -> None:
    """Play a game in the terminal; play money only.

    With --gone it is practice from a deck without those cards, and advice takes that into account.
    """
    options = options.checked()
    loaded = read_game(game, options.settings, gone=options.gone)
    if loaded.gone and options.save is not None:
        raise CommandError("--save: with --gone it is practice, and no transcript is kept")
    import_module(MECHANISMS[loaded.rules.game.mechanism].table).play(loaded, options)


def _cents(text: str, option: str) -> int:
    cents = dollars_in_cents(text)
    if cents is None:
        raise CommandError(f"{option} {text!r} is not an amount: write dollars, 5 or 2.50")
    return cents
