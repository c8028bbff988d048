"""`feltworks strategy`: the best move in a position, and what every choice there is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from feltworks.cli.asking import AsJson, GameName, SettingError, Settings, chosen_options
from feltworks.cli.odds import Decks, Indifferent, tie_rules
from feltworks.cli.strategyblackjack import Asked, show_blackjack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltworks.cards import Card
    from feltworks.odds.strategy import Advice, Advisor
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
    if simple or rules is not None:
        _refuse_beside_simple(
            {
                "--cards": cards,
                "--board": board,
                "--export": export,
                "--dealer": dealer,
                "--seen": seen,
                "--decks": decks,
                "--indifferent": indifferent,
            },
            simple=simple,
        )
        _show_simple(loaded, at, rules or MOST_RULES, as_json=as_json)
        return
    others = {"--at": at, "--board": board, "--indifferent": ties}
    elsewhere = tuple(option for option, given in others.items() if given)
    asked = Asked(cards, dealer, seen, decks, export, elsewhere)
    if loaded.rules.game.mechanism == "blackjack":
        show_blackjack(loaded, asked, as_json=as_json)
        return
    asked.refuse_elsewhere(loaded.rules.game.id)
    _show_best(loaded, Question(at, cards, board, ties), export, as_json=as_json)


@dataclass(frozen=True)
class Question:
    """What was asked of a game that is no blackjack."""

    at: str | None
    cards: str | None
    board: str
    ties: Mapping[str, str]


def _show_best(loaded: Loaded, question: Question, export: Path | None, *, as_json: bool) -> None:
    """Solve the game, write its strategy where a file is named, and answer."""
    from feltworks.cards import parse_cards
    from feltworks.cli.progress import counting

    at, cards = question.at, question.cards
    if question.board and cards is None:
        raise SettingError("--board goes with --cards: --cards 'As Kd' --board '2c 7h'")
    held = None if cards is None else parse_cards(cards)
    open_cards = parse_cards(question.board)
    if export is not None:
        from feltworks.cli.strategyfile import check_target

        check_target(export)
    with counting() as progress:
        from feltworks.odds.strategy import Advisor

        advisor = Advisor(loaded.rules, indifferent=question.ties, progress=progress)
        if export is not None:
            from feltworks.cli.strategyfile import write_strategy

            written = write_strategy(export, advisor, progress)
    asks = held is not None or at is not None
    if export is not None and not (asks and as_json):
        from feltworks.cli.strategyfile import show_written

        show_written(loaded, export, written, as_json=as_json)
    if held is not None:
        decision = at if at is not None else decision_with(advisor, len(open_cards))
        advice = advisor.advise(decision, held, open_cards)
        _show_position(loaded, advice, (held, open_cards), as_json=as_json)
    elif export is None or at is not None:
        from feltworks.cli.strategysheet import show_decision

        show_decision(loaded, advisor, at, as_json=as_json)


def _refuse_beside_simple(given: Mapping[str, object], *, simple: bool) -> None:
    if not simple:
        raise SettingError("--rules goes with --simple: strategy GAME --simple --rules 3")
    for option, value in given.items():
        if value:
            raise SettingError(f"{option} does not go with --simple, which tells whole decisions")


def _show_simple(loaded: Loaded, at: str | None, most_rules: int, *, as_json: bool) -> None:
    if loaded.rules.game.mechanism != "table":
        raise SettingError(
            f"--simple is for hands against a dealer or a pay table; {loaded.rules.game.id} is a "
            f"game of {loaded.rules.game.mechanism}"
        )
    from feltworks.cli.progress import counting

    with counting() as progress:
        from feltworks.cli.simplesheet import check_decision, show_simple
        from feltworks.odds.simple import simple_strategy

        decisions = [stage.id for stage in loaded.rules.stages if stage.decide]
        check_decision(at, decisions, loaded.rules.game.id)
        found = simple_strategy(loaded.rules, rule_count=most_rules, progress=progress)
    show_simple(loaded, found, at, as_json=as_json)


def decision_with(advisor: Advisor, open_cards: int) -> str:
    """The first decision that is taken with so many cards on the board."""
    from feltworks.odds.strategy import PositionError

    boards = {decision: advisor.board_cards(decision) for decision in advisor.decisions}
    for decision, count in boards.items():
        if count == open_cards:
            return decision
    told = ", ".join(f"{decision} {count}" for decision, count in boards.items())
    raise PositionError(
        f"no decision is taken with {open_cards} cards on the board; cards by decision: {told}"
    )


def heading(loaded: Loaded) -> dict[str, Any]:
    """What every JSON answer about a strategy begins with."""
    return {
        "game": loaded.rules.game.id,
        "rules_sha256": loaded.sha256,
        "options": dict(loaded.chosen),
    }


def _show_position(
    loaded: Loaded,
    advice: Advice,
    position: tuple[Sequence[Card], Sequence[Card]],
    *,
    as_json: bool,
) -> None:
    from feltworks.cards import join_cards
    from feltworks.cli.showing import console, new_table, print_json
    from feltworks.odds.sheet import exact

    cards, board = position
    if as_json:
        print_json(
            {
                **heading(loaded),
                "decision": advice.decision,
                "cards": [str(card) for card in cards],
                "board": [str(card) for card in board],
                "best": advice.best,
                "indifferent": advice.indifferent,
                "choices": {choice: exact(value) for choice, value in advice.values.items()},
            }
        )
        return
    told = f"{advice.decision} with {join_cards(cards)}"
    console().print(f"{told} on {join_cards(board)}" if board else told, style="bold")
    also = ", but another choice is worth the same" if advice.indifferent else ""
    console().print(f"best: {advice.best}{also}", style="bold")
    unit = loaded.rules.unit
    table = new_table(None, "choice", f"value in {unit}", "costs", "exactly")
    for choice, value in advice.values.items():
        cost = advice.cost(choice)
        table.add_row(
            choice, f"{float(value):+.6f}", f"{float(cost):.6f}" if cost else "-", str(value)
        )
    console().print(table)
