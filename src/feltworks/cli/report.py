"""`feltworks report`: papers about a game."""

from __future__ import annotations

import shlex
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from feltworks.cli.options import GameName, SettingError, Settings, read_game
from feltworks.cli.progress import counting
from feltworks.cli.terminal import console
from feltworks.errors import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from feltworks.odds.walk import Progress
    from feltworks.reports.paper import Paper
    from feltworks.rules.loader import Loaded

app = typer.Typer(add_completion=False)
KINDS = {
    "mathematics": "every wager, what the house can expect, and the proof",
    "rules": "the rules of play as a document to be approved",
    "dealer": "the dealer's manual, with pays in chips",
    "floor": "mishaps, jackpots and options for the supervisor",
    "rack": "the player's leaflet, a sheet to be folded",
    "strategy": "a card for the wallet, with what its rules cost",
}


@app.command()
def report(
    game: GameName,
    kind: Annotated[
        str, typer.Option(metavar="KIND", help=f"Which paper: {', '.join(KINDS)}.")
    ] = "mathematics",
    settings: Settings = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A .pdf or .md file; by default GAME-KIND.")
    ] = None,
    made: Annotated[
        datetime | None, typer.Option("--date", formats=["%Y-%m-%d"], help="Its date; today.")
    ] = None,
    rounds: Annotated[
        int, typer.Option(metavar="N", help="Rounds of the confirming simulation.")
    ] = 2_000_000,
    seed: Annotated[int, typer.Option(metavar="N", help="The seed of what is sampled.")] = 1,
) -> None:
    """Write a paper about a game; the same words with the same date give the same bytes."""
    if kind not in KINDS:
        raise SettingError(
            f"--kind {kind!r}{did_you_mean(kind, KINDS)}: there is {', '.join(KINDS)}"
        )
    if not 1_000 <= rounds <= 10**10:
        raise SettingError(f"--rounds {rounds}: 1,000 to 10,000,000,000")
    if not 0 <= seed < 2**64:
        raise SettingError(f"--seed {seed}: it must be 0 to {2**64 - 1}")
    from feltworks.reports.writing import check_target, write_paper

    loaded = read_game(game, settings)
    path = out or Path(f"{loaded.rules.game.id}-{kind}.pdf")
    check_target(path)
    day = made.date() if made else datetime.now(UTC).date()
    command = _command(game, kind, settings or (), day, rounds, seed)
    with counting() as progress:
        paper = _made(kind, loaded, day, command, rounds, seed, progress)
        write_paper(paper, path)
    console().print(f"{paper.title} of {paper.subject} written to {path}", soft_wrap=True)


def _made(
    kind: str,
    loaded: Loaded,
    day: date,
    command: str,
    rounds: int,
    seed: int,
    progress: Progress,
) -> Paper:
    from feltworks.reports import handouts
    from feltworks.reports.mathematics import MathematicsReport, MathematicsSettings
    from feltworks.reports.rulesofplay import rules_of_play

    match kind:
        case "rules":
            return rules_of_play(loaded, day, command)
        case "dealer":
            return handouts.dealers_manual(loaded, day, command)
        case "floor":
            return handouts.floor_card(loaded, day, command)
        case "rack":
            return handouts.rack_card(loaded, day, command, progress)
        case "strategy":
            return handouts.strategy_card(loaded, day, command, progress)
    asked = MathematicsSettings(rounds=rounds, seed=seed)
    return MathematicsReport(loaded, day, command, asked, progress).paper()


def _command(
    game: str, kind: str, settings: Sequence[str], day: date, rounds: int, seed: int
) -> str:
    """The words that make the paper again."""
    chosen = [word for setting in settings for word in ("--set", setting)]
    sampled = ["--rounds", str(rounds), "--seed", str(seed)] if kind == "mathematics" else []
    words = ["feltworks", "report", game, "--kind", kind, *chosen, "--date", day.isoformat()]
    return shlex.join([*words, *sampled])
