"""Settling: a wager needs a cell for every case that can occur for it."""

from __future__ import annotations

from collections.abc import Iterator

from feltworks.rules.checks.mechanisms import MECHANISMS
from feltworks.rules.checks.places import all_choices, cards_dealt
from feltworks.rules.mistakes import MISSING, Mistake
from feltworks.rules.schema import Rules
from feltworks.rules.schema.settle import Settle

CASES_TOLD = {
    "folded": "when the hand is folded",
    "not_qualified": "when the dealer does not qualify",
    "win": "when the player's hand is higher",
    "tie": "when the hands are equal",
    "lose": "when the dealer's hand is higher",
    "always": "when no contest is played",
}


def check_settling(rules: Rules) -> Iterator[Mistake]:
    """Wagers without settlement, cells that are missing or never used, wagers settled before their
    cards."""
    yield from _settled_too_early(rules)
    yield from _folds_that_cannot_be(rules)
    for id_ in rules.wagers:
        if _settled_by_engine(rules, id_):
            if id_ in rules.settle:
                allowed = "none: the engine settles this wager"
                yield Mistake(f"settle.{id_}", "cells", allowed)
            continue
        needed = cases_of(rules, id_)
        cells = rules.settle.get(id_)
        if cells is None:
            yield Mistake(f"settle.{id_}", MISSING, f"cells for {', '.join(needed)}; or always")
            continue
        for case in needed:
            if cells.cell(case) is None:
                allowed = f"what happens {CASES_TOLD[case]}, here or in always"
                if not rules.contests and {"win", "tie", "lose"} & cells.cells.keys():
                    allowed = "a section [contests.main], by which the hands are compared"
                yield Mistake(f"settle.{id_}.{case}", MISSING, allowed)
        yield from _cells_of_contests(rules, id_, cells)
        unclear = len(rules.contests) > 1 and not _played(rules)
        if cells.contest is None and needed[-1] == "lose" and unclear:
            allowed = f"contest = one of {', '.join(rules.contests)}, or choices that play one"
            yield Mistake(f"settle.{id_}.contest", MISSING, allowed)


def _cells_of_contests(rules: Rules, wager: str, cells: Settle) -> Iterator[Mistake]:
    """Cells for single contests: each contest can be entered, and each of its cases has a cell."""
    for id_ in cells.contests:
        if id_ not in rules.contests:
            continue
        at, own = f"settle.{wager}.contests.{id_}", cells.in_contest(id_)
        if id_ not in _played(rules):
            allowed = f"a contest that a choice plays: {', '.join(_played(rules)) or 'none does'}"
            yield Mistake(at, "cells for a contest that nobody enters", allowed)
        cases = ["win", "tie", "lose"]
        if rules.contests[id_].qualifier is not None:
            cases.append("not_qualified")
        for case in cases:
            if own.cell(case) is None:
                allowed = f"what happens {CASES_TOLD[case]}, here or in the wager's own cells"
                yield Mistake(f"{at}.{case}", MISSING, allowed)


def _settled_too_early(rules: Rules) -> Iterator[Mistake]:
    """A wager that a stage settles may look only at cards that are dealt by then."""
    for place, stage in enumerate(rules.stages, start=1):
        dealt = cards_dealt(rules.stages[:place])
        for wager in stage.settles:
            if wager in rules.wagers and _settled_by_engine(rules, wager):
                found = f"{wager!r}, which the engine settles"
                yield Mistake(f"stages.{stage.id}.settles", found, "wagers with cells of their own")
            tables = (rules.pays[id_] for id_ in rules.tables_of(wager) if id_ in rules.pays)
            hands = {table.hand for table in tables}
            if (contest := rules.contests.get(_compared_early(rules, wager) or "")) is not None:
                hands |= {contest.player, contest.dealer}
            for hand in sorted(hands & {*rules.hands, *rules.totals}):
                for zone, count in rules.drawn_from(hand).items():
                    if count > dealt[zone]:
                        found = f"{wager!r}, paid on {count} cards of {zone}"
                        allowed = f"wagers on cards dealt by then: {dealt[zone]} of {zone}"
                        yield Mistake(f"stages.{stage.id}.settles", found, allowed)


def _compared_early(rules: Rules, wager: str) -> str | None:
    """The contest of a wager that may be settled before the end."""
    cells = rules.settle.get(wager)
    return None if cells is None else cells.contest


def _folds_that_cannot_be(rules: Rules) -> Iterator[Mistake]:
    """A `folded` cell although no fold leaves the wager out, unless another wager shares the
    cell."""
    settled = {id_: cells for id_, cells in rules.settle.items() if id_ in rules.wagers}
    foldable = [cells for id_, cells in settled.items() if _can_be_folded(rules, id_)]
    for id_, cells in settled.items():
        if cells.folded is None:
            continue
        if not any(cells.folded == other.folded for other in foldable):
            found = "a cell, although no choice folds while this wager is out"
            yield Mistake(f"settle.{id_}.folded", found, "none, or a choice that folds")


def _settled_by_engine(rules: Rules, wager: str) -> bool:
    mechanism = MECHANISMS.get(rules.game.mechanism)
    settles = mechanism is not None and mechanism.settles_required
    return settles and rules.wagers[wager].kind == "required"


def cases_of(rules: Rules, wager: str) -> list[str]:
    """The cases a wager must have a cell for."""
    cases = ["folded"] if _can_be_folded(rules, wager) else []
    cells = rules.settle.get(wager)
    early = any(wager in stage.settles for stage in rules.stages)
    alone = rules.wagers[wager].alone and rules.wagers_of("required")
    early = early and _compared_early(rules, wager) not in rules.contests
    if alone or early or not rules.contests:
        cases.append("always")
    if early or not rules.contests or (cells is not None and cells.always is not None):
        return cases or ["always"]
    contests = _contests_of(rules, wager)
    if any(rules.contests[id_].qualifier is not None for id_ in contests):
        cases.append("not_qualified")
    played_on = _played_on(rules, wager)
    return [*cases, *(case for case in ("win", "tie", "lose") if case not in played_on)]


def _played_on(rules: Rules, wager: str) -> set[str]:
    """Results of the wager's contest at which it never ends: there the player decides, and every
    choice folds or enters a contest that the wager has cells for."""
    cells = rules.settle.get(wager)
    if cells is None or not cells.contests:
        return set()
    asks_all = not any(choice.ends for _, _, _, choice in all_choices(rules))
    return {
        stage.asked_if.is_
        for stage in rules.stages
        if stage.asked_if is not None
        and stage.asked_if.contest is not None
        and stage.asked_if.contest == cells.contest
        and asks_all
        and not stage.if_out
        and stage.while_not_out is None
        and all(choice.folds or choice.plays in cells.contests for choice in stage.decide)
    }


def _can_be_folded(rules: Rules, wager: str) -> bool:
    mechanism = MECHANISMS.get(rules.game.mechanism)
    if mechanism is not None and mechanism.may_always_fold:
        return True
    if any(choice.gives_up == wager for _, _, _, choice in all_choices(rules)):
        return True
    folds = [place for _, place, _, choice in all_choices(rules) if choice.folds]
    if not folds:
        return False
    settled = [place for place, stage in enumerate(rules.stages) if wager in stage.settles]
    if settled and settled[0] < min(folds):
        return False
    if rules.wagers[wager].kind != "decision":
        return True
    return any(
        place < max(folds)
        for _, place, _, choice in all_choices(rules)
        if choice.bet == wager and not choice.ends
    )


def _played(rules: Rules) -> list[str]:
    """The contests that choices enter."""
    played = (choice.plays for _, _, _, choice in all_choices(rules))
    return [id_ for id_ in dict.fromkeys(played) if id_ in rules.contests]


def _contests_of(rules: Rules, wager: str) -> list[str]:
    cells = rules.settle.get(wager)
    if cells is not None and cells.contest in rules.contests:
        return [cells.contest]
    return _played(rules) or list(rules.contests)
