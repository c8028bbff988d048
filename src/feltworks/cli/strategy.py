"""`feltworks strategy`: the best move in a position, and what every choice there is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from feltworks.cli.asking import AsJson, GameName, SettingError, Settings, chosen_options
from feltworks.cli.mechanisms import MECHANISMS
from feltworks.cli.odds import Decks, Indifferent, tie_rules

if TYPE_CHECKING:
    from feltworks.rules.loader import Loaded

app = typer.Typer(add_completion=False)
MOST_RULES = 4


At = Annotated[
    str | None,
    typer.Option("--at", metavar="DECISION", help="The decision; told by the board unless named."),
]
Cards = Annotated[
    str | None, typer.Option("--cards", metavar="CARDS", help="The player's cards: 'As Kd'.")
]
Board = Annotated[str, typer.Option("--board", metavar="CARDS", help="The cards that lie open.")]
Export = Annotated[
    Path | None,
    typer.Option(
        "--export",
        metavar="FILE",
        help="Write every position to a .csv file; a blackjack card to an .html file.",
    ),
]
Dealer = Annotated[
    str | None, typer.Option("--dealer", metavar="CARD", help="Blackjack: the dealer's up card.")
]
Seen = Annotated[
    str, typer.Option("--seen", metavar="CARDS", help="Blackjack: other cards out of the shoe.")
]
Simple = Annotated[
    bool, typer.Option("--simple", help="A few rules to remember, and what they cost.")
]
RuleCount = Annotated[
    int | None,
    typer.Option(
        "--rules",
        metavar="N",
        min=1,
        max=12,
        help="With --simple: at most N rules for each decision (4).",
    ),
]


@app.command()
def strategy(
    game: GameName,
    at: At = None,
    cards: Cards = None,
    board: Board = "",
    export: Export = None,
    dealer: Dealer = None,
    seen: Seen = "",
    simple: Simple = False,
    rules: RuleCount = None,
    decks: Decks = None,
    settings: Settings = None,
    indifferent: Indifferent = None,
    as_json: AsJson = False,
) -> None:
    """The best move in a position and the exact value of each choice.

    Without cards: the first decision as a grid where one fits, else how often each choice is
    best.
    """
    from feltworks.rules.loader import read

    chosen, ties = chosen_options(settings), tie_rules(indifferent)
    loaded = read(game, chosen)
    question = Question(at, cards, board, export, dealer, seen, decks, ties)
    if simple:
        _show_simple(loaded, question, rules or MOST_RULES, as_json=as_json)
        return
    if rules is not None:
        raise SettingError("--rules goes with --simple: strategy GAME --simple --rules 3")
    shown = import_module(MECHANISMS[loaded.rules.game.mechanism].strategy)
    shown.show(loaded, question, as_json=as_json)


@dataclass(frozen=True)
class Question:
    """What was asked of a game, each part named after its option."""

    at: str | None
    cards: str | None
    board: str
    export: Path | None
    dealer: str | None
    seen: str
    decks: int | None
    indifferent: Mapping[str, str]

    def first_of(self, *options: str) -> str | None:
        """The first of these options that was given."""
        return next((f"--{option}" for option in options if getattr(self, option)), None)


def _show_simple(loaded: Loaded, question: Question, most_rules: int, *, as_json: bool) -> None:
    beside = ("cards", "board", "export", "dealer", "seen", "decks", "indifferent")
    if (option := question.first_of(*beside)) is not None:
        raise SettingError(f"{option} does not go with --simple, which tells whole decisions")
    from feltworks.cli.progress import counting
    from feltworks.odds.mechanisms import is_solved

    if not is_solved(loaded.rules):
        raise SettingError(
            f"--simple is for hands against a dealer or a pay table; {loaded.rules.game.id} is a "
            f"game of {loaded.rules.game.mechanism}"
        )
    with counting() as progress:
        from feltworks.cli.simplesheet import check_decision, show_simple
        from feltworks.odds.simple import simple_strategy

        decisions = [stage.id for stage in loaded.rules.stages if stage.decide]
        check_decision(question.at, decisions, loaded.rules.game.id)
        found = simple_strategy(loaded.rules, rule_count=most_rules, progress=progress)
    show_simple(loaded, found, question.at, as_json=as_json)


def heading(loaded: Loaded) -> dict[str, Any]:
    """What every JSON answer about a strategy begins with."""
    return {
        "game": loaded.rules.game.id,
        "rules_sha256": loaded.sha256,
        "options": dict(loaded.chosen),
    }
