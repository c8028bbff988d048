"""The best play as the odds page shows it: a grid if possible, otherwise by hand, and positions.

A decision that depends on two cards is a grid of ranks. For any other decision the hands are listed
by name, with how often each choice is best; a kind of hand that is always played one way is one
row. Beside them are a few rules to remember, with what following them costs. All this is for games
that are solved; a mechanism may have a best play of its own. Only the worker imports this module.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any

from feltworks.cards import Card, parse_cards
from feltworks.errors import FeltworksError
from feltworks.odds.dealadvice import advisor_for
from feltworks.odds.exchange.advice import ExchangeAdvisor
from feltworks.odds.kept import KeptCounts
from feltworks.odds.mechanisms import is_solved
from feltworks.odds.plaindata import exact
from feltworks.odds.positionadvice import Grid, PositionAdvice, PositionError, TreeAdvisor, as_grid
from feltworks.odds.simple.sheet import MEANINGS, exact_of, simple_sheet
from feltworks.rules.schema import Rules
from feltworks.web.odds_pages.counting import RulesQuestion
from feltworks.web.odds_pages.handtable import best_by_value, hand_rows, whole_hand
from feltworks.web.odds_pages.mechanisms import MECHANISMS
from feltworks.web.odds_pages.worker import Data, Progress


class QuestionError(FeltworksError):
    """A question about play that has no answer in this game."""


def answer(question: Mapping[str, Any], progress: Progress) -> Data:
    """A reminder; or a strategy or a position, from the module that the mechanism names."""
    rules = RulesQuestion.of(question).with_pays().rules
    if question["question"] == "reminder":
        return _reminder(rules, progress)
    play = import_module(MECHANISMS[rules.game.mechanism])
    found: Data = getattr(play, question["question"])(rules, question, progress)
    return found


def cards_of(question: Mapping[str, Any]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The player's cards, and the open ones."""
    return parse_cards(question.get("cards") or ""), parse_cards(question.get("board") or "")


def strategy(rules: Rules, question: Mapping[str, Any], progress: Progress) -> Data:
    """One whole decision, by default the first."""
    advisor = _advisor(rules, progress)
    decision = question.get("decision") or advisor.decisions[0]
    if decision not in advisor.decisions:
        raise QuestionError(f"there is no decision {decision!r}: {', '.join(advisor.decisions)}")
    return {
        "kind": "decision",
        "decision": decision,
        "decisions": list(advisor.decisions),
        "own_cards": advisor.own_cards(decision),
        "board_cards": advisor.board_cards(decision),
        **_decision(advisor, decision, rules),
    }


def position(rules: Rules, question: Mapping[str, Any], progress: Progress) -> Data:
    """What every choice is worth with these cards."""
    cards, board = cards_of(question)
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


def _reminder(rules: Rules, progress: Progress) -> Data:
    """A few rules for every decision; their cost is counted, not estimated."""
    if not is_solved(rules) or not any(stage.decide for stage in rules.stages):
        raise QuestionError(f"{rules.game.name} has no decision that rules are looked for")
    found = simple_sheet(rules, KeptCounts.of_user(), progress=progress)
    decisions: list[Data] = [
        {"decision": each["decision"], "cost": float(exact_of(each["cost"])), "says": each["says"]}
        for each in found["decisions"]
    ]
    said = " ".join(line for each in decisions for line in each["says"])
    return {
        "unit": rules.wagers[found["unit"]].name,
        "house_edge_best": float(exact_of(found["house_edge_best"])),
        "house_edge_simple": float(exact_of(found["house_edge_simple"])),
        "decisions": decisions,
        "meanings": [meaning for phrase, meaning in MEANINGS.items() if phrase in said],
    }


def _advisor(rules: Rules, progress: Progress) -> TreeAdvisor:
    if not is_solved(rules):
        raise QuestionError(f"{rules.game.name} has no decision against the house to advise on")
    advisor = _solved(rules, progress)
    if not advisor.decisions:
        raise QuestionError(f"{rules.game.name} asks the player for no decision")
    return advisor


_SOLVED: dict[str, TreeAdvisor] = {}
MOST_SOLVED = 2


def _solved(rules: Rules, progress: Progress) -> TreeAdvisor:
    """The solved game; the last few are kept, as solving takes longest and questions repeat."""
    text = f"{rules.model_dump_json(by_alias=True)} {sorted(rules.tie_rules.items())}"
    if text not in _SOLVED:
        while len(_SOLVED) >= MOST_SOLVED:
            _SOLVED.pop(next(iter(_SOLVED)))
        _SOLVED[text] = advisor_for(rules, progress=progress)
    return _SOLVED[text]


def _decision(advisor: TreeAdvisor, decision: str, rules: Rules) -> Data:
    own, lying = advisor.own_cards(decision), advisor.board_cards(decision)
    grid = hand = None
    if not isinstance(advisor, ExchangeAdvisor) and not advisor.is_unlisted(decision):
        if own == 2 and not lying:
            grid = as_grid(advisor.lines(decision), advisor.deck)
        hand = whole_hand(rules, own, lying) if grid is None else None
    if hand is not None:
        values = best_by_value(advisor, decision, rules, hand)
        together: Counter[str] = sum(values.values(), Counter())
        rows = hand_rows(values, rules, hand)
        return {"deals_by_best": dict(together), "grid": None, "hands": rows}
    best: Data = {}
    with suppress(PositionError):  # A decision may be answered one position at a time.
        best = dict(advisor.deals_by_best(decision))
    return {"deals_by_best": best, "grid": None if grid is None else _grid(grid), "hands": []}


def _grid(grid: Grid) -> Data:
    return {
        "ranks": list(grid.ranks),
        "cells": [
            [_cell(grid.cells.get((row, column))) for column in grid.ranks] for row in grid.ranks
        ],
    }


def _cell(advice: PositionAdvice | None) -> Data | None:
    if advice is None:
        return None
    values = {choice: float(value) for choice, value in advice.values.items()}
    return {"best": advice.best, "values": values}
