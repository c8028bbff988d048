"""`feltworks strategy` for hands against a dealer or a pay table: a position, or a decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.cards import Card, join_cards, parse_cards
from feltworks.cli.asking import SettingError
from feltworks.cli.progress import counting
from feltworks.cli.showing import console, new_table, print_json
from feltworks.cli.strategy import Question, heading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltworks.odds.strategy import Advice, Advisor
    from feltworks.rules.loader import Loaded


def show(loaded: Loaded, question: Question, *, as_json: bool) -> None:
    """Solve the game, write its strategy where a file is named, and answer."""
    if (option := question.first_of("dealer", "seen", "decks")) is not None:
        raise SettingError(f"{option} is for blackjack, which {loaded.rules.game.id} is not")
    at, cards, export = question.at, question.cards, question.export
    if question.board and cards is None:
        raise SettingError("--board goes with --cards: --cards 'As Kd' --board '2c 7h'")
    held = None if cards is None else parse_cards(cards)
    open_cards = parse_cards(question.board)
    if export is not None:
        from feltworks.cli.strategyfile import check_target

        check_target(export)
    with counting() as progress:
        from feltworks.odds.strategy import Advisor

        advisor = Advisor(loaded.rules, indifferent=question.indifferent, progress=progress)
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


def _show_position(
    loaded: Loaded,
    advice: Advice,
    position: tuple[Sequence[Card], Sequence[Card]],
    *,
    as_json: bool,
) -> None:
    from feltworks.odds.plaindata import exact

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
