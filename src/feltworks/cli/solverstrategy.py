"""`feltworks strategy` for games that the solver supports: a position, a decision, or all in a
file. Imported only for such a game, so the odds are imported at the top."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

from rich.text import Text

from feltworks.cards import Card, join_cards, parse_cards
from feltworks.cli.options import CommandError, tie_rules
from feltworks.cli.progress import Report, counting
from feltworks.cli.strategy import Question, check_decision
from feltworks.cli.terminal import bold, console, new_table, print_json, say, tell, unbroken
from feltworks.errors import system_errors_as
from feltworks.odds.dealadvice import SuitAdvisor, advisor_for
from feltworks.odds.exchange.advice import ExchangeAdvisor
from feltworks.odds.plaindata import exact
from feltworks.odds.positionadvice import (
    Grid,
    PositionAdvice,
    PositionError,
    StrategyLine,
    TreeAdvisor,
    as_grid,
    out_text,
)
from feltworks.odds.ties import tie_rule, tie_rule_words
from feltworks.wholefiles import check_folder, whole_file

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Mapping, Sequence
    from fractions import Fraction
    from pathlib import Path

    from feltworks.rules.loader import Loaded

FILE_COLUMNS = ("decision", "cards", "board", "deals", "best", "values", "out")
LINES_A_REPORT = 10_000
MOST_SHOWN = 8
"""The most choices that are printed: an exchange of five cards has 32."""
SHADES = ("green", "red", "yellow", "cyan", "magenta")


def show(loaded: Loaded, question: Question) -> None:
    """Solve the game, write its strategy to a file if one is named, and answer."""
    if (option := question.first_of("dealer", "decks")) is not None:
        raise CommandError(f"{option} is for blackjack, which {loaded.rules.game.id} is not")
    at, cards, export = question.at, question.cards, question.export
    as_json, ties = question.as_json, tie_rules(question.indifferent)
    if question.board and cards is None and "player" not in loaded.rules.zones.values():
        cards = ""
    if question.board and cards is None:
        raise CommandError("--board goes with --cards: --cards 'As Kd' --board '2c 7h'")
    held = None if cards is None else parse_cards(cards)
    board = parse_cards(question.board)
    if export is not None:
        _check_target(export)
    with counting() as progress:
        advisor = advisor_for(loaded.rules, indifferent=ties, progress=progress)
        lines = 0 if export is None else _write_strategy(export, advisor, progress)
    asks = held is not None or at is not None
    if export is not None and not (asks and as_json):
        if as_json:
            print_json({**loaded.as_json(), "file": str(export), "lines": lines})
        else:
            say(f"{lines:,} kinds of positions written to {export}")
    if held is not None:
        decision = at if at is not None else _decision_with(advisor, len(board))
        advice = advisor.advise(decision, held, board)
        _show_position(loaded, advice, held, board, as_json=as_json)
    elif export is None or at is not None:
        taken = {**tie_rule(loaded.rules), **ties}
        _show_decision(loaded, advisor, at, taken, as_json=as_json)


def _decision_with(advisor: TreeAdvisor, open_cards: int) -> str:
    """The first decision with this many cards on the board."""
    boards = {decision: advisor.board_cards(decision) for decision in advisor.decisions}
    for decision, count in boards.items():
        if count == open_cards:
            return decision
    known = ", ".join(f"{decision} {count}" for decision, count in boards.items())
    raise PositionError(
        f"no decision is taken with {open_cards} cards on the board; cards by decision: {known}"
    )


def _show_position(
    loaded: Loaded,
    advice: PositionAdvice,
    cards: Sequence[Card],
    board: Sequence[Card],
    *,
    as_json: bool,
) -> None:
    rows = [
        (
            choice,
            f"{float(value):+.6f}",
            f"{float(advice.cost(choice)):.6f}" if advice.cost(choice) else "-",
            str(value),
        )
        for choice, value in _choices_shown(advice)
    ]
    on_board = f" on {join_cards(board)}" if board else ""
    also = ", but another choice is worth the same" if advice.indifferent else ""
    tell(
        {
            **loaded.as_json(),
            "decision": advice.decision,
            "cards": cards,
            "board": board,
            "best": advice.best,
            "indifferent": advice.indifferent,
            "choices": {choice: exact(value) for choice, value in advice.values.items()},
        },
        bold(f"{advice.decision} with {join_cards(cards)}{on_board}"),
        bold(f"best: {advice.best}{also}"),
        new_table(None, "choice", f"value in {loaded.rules.unit}", "costs", "exactly", rows=rows),
        as_json=as_json,
    )


def _choices_shown(advice: PositionAdvice) -> list[tuple[str, Fraction]]:
    """The choices, or the best of them if there are too many to read."""
    values = list(advice.values.items())
    if len(values) <= MOST_SHOWN:
        return values
    return sorted(values, key=lambda each: -each[1])[:MOST_SHOWN]


def _show_decision(
    loaded: Loaded,
    advisor: TreeAdvisor,
    at: str | None,
    taken: Mapping[str, str],
    *,
    as_json: bool,
) -> None:
    """Show a whole decision, by default the first: as a grid of two cards if possible, and how
    often each choice is best; `taken` is the tie rule that these counts follow."""
    check_decision(at, advisor.decisions, loaded.rules.game.id)
    decision = at if at is not None else advisor.decisions[0]
    if isinstance(advisor, ExchangeAdvisor):
        _show_kept(loaded, advisor, decision, as_json=as_json)
        return
    best = advisor.deals_by_best(decision)
    lines: list[StrategyLine] = []
    if advisor.own_cards(decision) == 2 and not advisor.board_cards(decision):
        lines = list(advisor.lines(decision))
    grid = as_grid(lines, advisor.deck) if lines else None
    if not as_json:
        _print_decision(loaded, advisor, decision, best, grid)
        if ties := tie_rule_words(loaded.rules, {decision: taken[decision]}):
            say(f"where choices are worth the same: {ties}", wrap=True)
        return
    positions = [
        {
            "cards": [str(card) for card in line.cards],
            "deals": line.deals,
            "best": line.advice.best,
            "choices": {choice: exact(value) for choice, value in line.advice.values.items()},
        }
        for line in lines
    ]
    found = {"decision": decision, "deals_by_best": dict(best), "positions": positions}
    print_json({**loaded.as_json(), **found, "tie_rule": taken[decision]})


def _show_kept(loaded: Loaded, advisor: ExchangeAdvisor, decision: str, *, as_json: bool) -> None:
    """Show what to keep, by kind of cards, in a game with an exchange."""
    kinds = advisor.kinds(decision)
    total = sum(kind.deals for kind in kinds)
    rows = [
        (kind.words, f"{kind.deals / total:.4%}", f"{float(kind.value):+.6f}") for kind in kinds
    ]
    kept = [{"keep": kind.words, "deals": kind.deals, "value": exact(kind.value)} for kind in kinds]
    average = f"value in {loaded.rules.unit}, on average"
    tell(
        {**loaded.as_json(), "decision": decision, "deals": total, "kept": kept},
        bold(f"{loaded.rules.game.name}, decision {decision}: what to keep"),
        new_table(None, "keep", "of all deals", average, rows=rows),
        unbroken(f"for one hand: --at {decision} --cards; every hand in a file: --export FILE.csv"),
        as_json=as_json,
    )


def _print_decision(
    loaded: Loaded, advisor: TreeAdvisor, decision: str, best: Counter[str], grid: Grid | None
) -> None:
    out = console()
    out.print(f"{loaded.rules.game.name}, decision {decision}", style="bold")
    total = sum(best.values())
    for choice, deals in best.most_common():
        out.print(f"{choice} is best in {deals:,} of {total:,} deals, {deals / total:.4%}")
    if grid is None:
        board = " and --board" if advisor.board_cards(decision) else ""
        to_file = ", or write all of them to a file with --export FILE.csv"
        out.print(
            f"no grid fits this decision: ask for a position with --at {decision} --cards{board}"
            f"{'' if isinstance(advisor, SuitAdvisor) else to_file}"
        )
        return
    out.print("suited hands above the diagonal, others below it")
    shades = dict(zip(best, SHADES * len(best), strict=False))
    letters = _letters(list(best))
    table = new_table(None, "", *grid.ranks)
    for row in grid.ranks:
        cells = [Text(row, style="bold")]
        for column in grid.ranks:
            advice = grid.cells.get((row, column))
            choice = advice.best if advice is not None else ""
            cells.append(Text(letters.get(choice, ""), style=shades.get(choice, "")))
        table.add_row(*cells)
    out.print(table)
    out.print(", ".join(f"{letter} = {choice}" for choice, letter in letters.items()))


def _letters(choices: list[str]) -> dict[str, str]:
    """The shortest prefixes that distinguish the choices."""
    for length in range(1, max(map(len, choices), default=0) + 1):
        short = {choice: choice[:length] for choice in choices}
        if len(set(short.values())) == len(choices):
            return short
    return {choice: choice for choice in choices}


def _check_target(path: Path) -> None:
    """Refuse a file that cannot be written, before anything is solved."""
    if path.suffix.lower() != ".csv":
        raise CommandError(f"{path}: a strategy is written to a .csv file")
    check_folder(path, CommandError)


def _write_strategy(path: Path, advisor: TreeAdvisor, progress: Report) -> int:
    """Write every position of every decision, one line for all that differ only in suits.

    Returns the number of lines.
    """
    written = 0
    with (
        system_errors_as(CommandError, path),
        whole_file(path) as beside,
        beside.open("w", encoding="utf-8", newline="") as file,
    ):
        out = csv.writer(file, lineterminator="\n")
        out.writerow(FILE_COLUMNS)
        for number, decision in enumerate(advisor.decisions):
            for count, line in enumerate(advisor.lines(decision)):
                out.writerow(_columns(line))
                written += 1
                if not count % LINES_A_REPORT:
                    what = f"writing {count:,} positions of {decision}"
                    progress(what, number, len(advisor.decisions))
    return written


def _columns(line: StrategyLine) -> list[str]:
    """A position as columns of the file: values as decimals of a unit, and last the wagers that are
    out, which may distinguish lines with the same cards."""
    values = [f"{choice}={float(value):.9f}" for choice, value in line.advice.values.items()]
    return [
        line.decision,
        join_cards(line.cards),
        join_cards(line.board),
        str(line.deals),
        line.advice.best,
        " ".join(values),
        out_text(line.advice.out),
    ]
