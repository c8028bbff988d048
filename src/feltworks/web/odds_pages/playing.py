"""The best play as the odds page shows it: a grid where one fits, else by hand, and positions.

A decision that two cards settle is a grid of ranks. For any other decision the hands are told by
name, with how often each choice is best; a kind of hand that is always played one way is one row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from feltworks.cards import Card, parse_cards
from feltworks.errors import FeltworksError
from feltworks.web.odds_pages.counting import Asked, Progress
from feltworks.web.odds_pages.handtable import HandTable

if TYPE_CHECKING:
    from feltworks.odds.strategy import Advisor, Line
    from feltworks.rules.schema import Rules

Data = dict[str, Any]
LINES_BETWEEN_REPORTS = 20_000


class QuestionError(FeltworksError):
    """A question about play that the game has no answer to."""


def strategy_answer(question: Mapping[str, Any], progress: Progress) -> Data:
    """One decision as a whole, the first unless another is named."""
    asked = Asked.of(question)
    rules = asked.with_pays().rules
    if rules.game.mechanism == "blackjack":
        return _blackjack_card(rules)
    advisor = _advisor(rules, progress)
    decision = question.get("decision") or advisor.decisions[0]
    if decision not in advisor.decisions:
        raise QuestionError(f"there is no decision {decision!r}: {', '.join(advisor.decisions)}")
    return {
        "kind": "decision",
        "decision": decision,
        "decisions": list(advisor.decisions),
        "own_cards": _own_cards(advisor, decision),
        "board_cards": advisor.board_cards(decision),
        **_decision(advisor, decision, rules, progress),
    }


def position_answer(question: Mapping[str, Any], progress: Progress) -> Data:
    """What every choice is worth with these cards."""
    rules = Asked.of(question).with_pays().rules
    cards = parse_cards(question.get("cards") or "")
    board = parse_cards(question.get("board") or "")
    if rules.game.mechanism == "blackjack":
        return _blackjack_position(rules, cards, board)
    from feltworks.odds.sheet import exact

    advisor = _advisor(rules, progress)
    advice = advisor.advise(question.get("decision") or advisor.decisions[0], cards, board)
    return {
        "best": advice.best,
        "indifferent": advice.indifferent,
        "choices": [
            {"id": choice, **exact(value), "costs": float(advice.cost(choice))}
            for choice, value in advice.values.items()
        ],
    }


def _advisor(rules: Rules, progress: Progress) -> Advisor:
    if rules.game.mechanism != "table":
        raise QuestionError(f"{rules.game.name} has no decision against the house to advise on")
    advisor = _solved(rules, progress)
    if not advisor.decisions:
        raise QuestionError(f"{rules.game.name} asks the player for no decision")
    return advisor


_SOLVED: dict[str, Advisor] = {}
MOST_SOLVED = 2


def _solved(rules: Rules, progress: Progress) -> Advisor:
    """Solving takes longest, and whoever asks once asks again: the last few are kept."""
    from feltworks.odds.strategy import Advisor

    text = rules.model_dump_json(by_alias=True)
    if text not in _SOLVED:
        while len(_SOLVED) >= MOST_SOLVED:
            _SOLVED.pop(next(iter(_SOLVED)))
        _SOLVED[text] = Advisor(rules, progress=progress)
    return _SOLVED[text]


def _own_cards(advisor: Advisor, decision: str) -> int:
    return len(next(iter(advisor.lines(decision))).cards)


def _decision(advisor: Advisor, decision: str, rules: Rules, progress: Progress) -> Data:
    from feltworks.odds.grid import as_grid

    best: Counter[str] = Counter()
    hands = HandTable(rules)
    two_cards: list[Line] | None = []
    for number, line in enumerate(advisor.lines(decision)):
        if number % LINES_BETWEEN_REPORTS == 0:
            progress("positions looked at", number, 0)
        best[line.advice.best] += line.deals
        if two_cards is not None and len(line.cards) == 2 and not line.board:
            two_cards.append(line)
        else:
            two_cards = None
        hands.take(line)
    grid = None if two_cards is None else as_grid(two_cards, advisor.walk.plan.book.deck)
    return {
        "deals_by_best": dict(best),
        "grid": None if grid is None else _grid(grid),
        "hands": [] if grid is not None else hands.rows(),
    }


def _grid(grid: Any) -> Data:  # noqa: ANN401 - typed where it is made
    return {
        "ranks": list(grid.ranks),
        "cells": [
            [_cell(grid.cells.get((row, column))) for column in grid.ranks] for row in grid.ranks
        ],
    }


def _cell(advice: Any) -> Data | None:  # noqa: ANN401 - as above
    if advice is None:
        return None
    values = {choice: float(value) for choice, value in advice.values.items()}
    return {"best": advice.best, "values": values}


def _blackjack_card(rules: Rules) -> Data:
    from feltworks.odds.blackjack.analysis import BlackjackOdds
    from feltworks.odds.blackjack.fromrules import blackjack_of, shoe_of
    from feltworks.odds.blackjack.sheet import strategy_sheet

    sheet = strategy_sheet(BlackjackOdds(shoe_of(rules), blackjack_of(rules)))
    chart = sheet["chart"]
    return {
        "kind": "chart",
        "columns": chart["dealer"],
        "parts": {part: chart[part] for part in ("hard", "soft", "pairs")},
        "codes": chart["codes"],
        "departures": sheet["departures"],
    }


def _blackjack_position(rules: Rules, cards: Sequence[Card], up: Sequence[Card]) -> Data:
    from feltworks.odds.blackjack.advice import HandAdvisor
    from feltworks.odds.blackjack.fromrules import blackjack_of, shoe_of

    if len(up) != 1:
        raise QuestionError("a position needs one card of the dealer's that lies open")
    advice = HandAdvisor(shoe_of(rules), blackjack_of(rules)).advise(cards, up[0])
    return {
        "best": advice.best,
        "indifferent": False,
        "choices": [
            {"id": action, "fraction": None, "decimal": value, "costs": advice.cost(action)}
            for action, value in advice.values.items()
        ],
    }
