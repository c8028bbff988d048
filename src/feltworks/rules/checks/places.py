"""Iterators that several checks use: every size, pay and prize with its key, every card dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from feltworks.rules.amounts import Prize, Size
from feltworks.rules.schema import Rules
from feltworks.rules.schema.settle import Pay
from feltworks.rules.schema.stages import Cases, Choice, Stage


def all_choices(rules: Rules) -> Iterator[tuple[str, int, Stage, Choice]]:
    """Every choice: its key, the place of its stage in the round, the stage, itself."""
    for place, stage in enumerate(rules.stages):
        for choice in stage.decide:
            yield f"stages.{stage.id}.decide.{choice.id}", place, stage, choice


def drawing_rules(rules: Rules) -> Iterator[tuple[str, Cases, tuple[Stage, ...]]]:
    """The cases of each draw by rule and each early end: their key, themselves, and the stages
    whose cards lie there by then."""
    for place, stage in enumerate(rules.stages):
        yield f"stages.{stage.id}.draws_if", stage.draws_if, rules.stages[:place]
        yield f"stages.{stage.id}.ends_if", stage.ends_if, rules.stages[: place + 1]


def all_cases(rules: Rules) -> Iterator[tuple[str, str, str]]:
    """The condition of each draw by rule and each early end: its key, the total, the phrase."""
    for key, cases, _ in drawing_rules(rules):
        for place, case in enumerate(cases, start=1):
            for hand, phrase in case.items():
                yield f"{key}.{place}.{hand}", hand, phrase


def cards_dealt(stages: Iterable[Stage], *, face_up: bool = False) -> Counter[str]:
    """How many cards those stages deal to each zone; with `face_up` only those that all see."""
    dealt: Counter[str] = Counter()
    for stage in stages:
        for step in stage.deal:
            if step.to is not None and (step.face == "up" or not face_up):
                dealt[step.to] += step.cards or 0
            if step.turn is not None and face_up:
                dealt[step.turn] += step.cards or 0
    return dealt


def all_sizes(rules: Rules) -> Iterator[tuple[str, Size]]:
    for id_, wager in rules.wagers.items():
        if wager.size is not None:
            yield f"wagers.{id_}.size", wager.size
        if wager.at_most is not None:
            yield f"wagers.{id_}.at_most", wager.at_most
    for key, _, _, choice in all_choices(rules):
        if choice.size is not None:
            yield f"{key}.size", choice.size
    if rules.ring is not None:
        for name in ("ante", "small_blind", "big_blind"):
            size: Size | None = getattr(rules.ring, name)
            if size is not None:
                yield f"ring.{name}", size


def all_pays(rules: Rules) -> Iterator[tuple[str, str, Pay]]:
    """Every pay of every cell: its key, its wager, itself."""
    for id_, cells in rules.settle.items():
        for case, cell in cells.all_cells.items():
            for place, pay in enumerate(cell, start=1):
                at = f"settle.{id_}.{case}"
                yield (f"{at}.{place}" if len(cell) > 1 else at), id_, pay


def all_prizes(rules: Rules) -> Iterator[tuple[str, Prize]]:
    for key, _, pay in all_pays(rules):
        if pay.pays is not None:
            yield key, pay.pays
        if pay.else_ is not None:
            yield f"{key}.else", pay.else_
    for id_, table in rules.pays.items():
        for row in table.rows:
            yield f"pays.{id_}.rows.{row.id}.pays", row.pays
    if rules.blackjack is not None:
        yield "blackjack.blackjack_pays", rules.blackjack.blackjack_pays
        yield "blackjack.insurance_pays", rules.blackjack.insurance_pays
