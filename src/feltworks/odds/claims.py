"""Published figures compared with computed ones, digit by digit. A document prints a limited number
of digits, so a figure agrees in one of three ways: it is the exact value, the value rounds to it,
or the value cut off after those digits is it. Anything else differs, and then the rules file may
record the reason. No figure is ever adjusted to fit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Literal

from feltworks.errors import FeltworksError
from feltworks.odds.analyse import analyse
from feltworks.odds.keys import KeysUsed
from feltworks.odds.progress import Progress, silent
from feltworks.odds.progressive import (
    any_prize,
    at_jackpot,
    average_units,
    fixed_return,
    jackpot_of,
    progressive,
    unit_dollars,
)
from feltworks.odds.result import WagerOdds
from feltworks.odds.side import is_decided_by_cards, side_wager
from feltworks.rules.handbook import Handbook
from feltworks.rules.loader import load
from feltworks.rules.schema import Rules
from feltworks.rules.schema.rules import Claim

GIVEN = ("seed", "contribution")
_PRINTED = re.compile(r"-?\d+(\.\d+)?")
Agreement = Literal["exactly", "rounds", "truncates", "differs"]


class ClaimError(FeltworksError):
    """A published claim that cannot be compared with anything."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One published figure and its computed value."""

    wager: str
    source: str
    options: Mapping[str, str]
    figure: str
    published: str
    computed: Fraction
    agreement: Agreement
    explanation: str | None = None
    note: str | None = None
    """What is known about a figure that differs."""

    @property
    def is_open(self) -> bool:
        """Whether the figure differs without an explanation."""
        return self.agreement == "differs" and self.explanation is None


def agreement(published: str, computed: Fraction) -> Agreement:
    """How a printed number agrees with an exact one."""
    printed = Fraction(published)
    if printed == computed:
        return "exactly"
    places = 10 ** len(published.partition(".")[2])
    sign = -1 if computed < 0 else 1
    if printed == Fraction(sign * int(abs(computed) * places + Fraction(1, 2)), places):
        return "rounds"
    if printed == Fraction(sign * int(abs(computed) * places), places):
        return "truncates"
    return "differs"


def check_claims(game_or_path: str | Path, progress: Progress = silent) -> Iterator[Finding]:
    """Every published figure of a rules file, in the file's order."""
    written = load(game_or_path)
    counted: dict[object, Mapping[str, WagerOdds]] = {}
    for number, claim in enumerate(written.published, start=1):
        rules = load(game_or_path, claim.options)
        alone = (
            claim.wager
            if claim.wager != "main" and is_decided_by_cards(rules, claim.wager)
            else None
        )
        asked = (alone, *sorted(claim.options.items()), *sorted(claim.indifferent.items()))
        if asked not in counted:
            counted[asked] = _count(rules, claim, alone, progress)
        odds = counted[asked].get(claim.wager)
        if odds is None:
            raise ClaimError(
                f"{written.game.id}: published claim {number} is about {claim.wager!r}, which is "
                f"not analysed: there are {', '.join(counted[asked])}"
            )
        yield from _findings(rules, claim, odds)


def _count(
    rules: Rules, claim: Claim, alone: str | None, progress: Progress
) -> Mapping[str, WagerOdds]:
    if alone is not None:
        return {alone: side_wager(rules, Handbook(rules), alone, KeysUsed(rules))}
    return analyse(rules, indifferent=claim.indifferent, progress=progress).wagers


def _findings(rules: Rules, claim: Claim, odds: WagerOdds) -> Iterator[Finding]:
    def finding(figure: str, published: str, computed: Fraction) -> Finding:
        found = agreement(published, computed)
        differs = found == "differs"
        return Finding(
            wager=claim.wager,
            source=claim.source or "a source that is not named",
            options=claim.options,
            figure=figure,
            published=published,
            computed=computed,
            agreement=found,
            explanation=claim.explained.get(figure) if differs else None,
            note=claim.says if differs else None,
        )

    for id_, printed in claim.combinations.items():
        counted = sum(row.combinations for row in odds.outcomes if row.id == id_)
        yield finding(id_, str(printed), Fraction(counted))
    if claim.total is not None:
        yield finding("total", str(claim.total), Fraction(odds.combinations))
    as_given = _as_given(rules, claim, odds)
    for figure, text in claim.figures.items():
        _number(rules, figure, text)
        yield finding(figure, text, FIGURES[figure](rules, claim, as_given))


def _number(rules: Rules, what: str, text: str) -> Fraction:
    """A published number; the loader keeps it as it is printed."""
    if not _PRINTED.fullmatch(text):
        raise ClaimError(
            f"{rules.game.id}: {what} is published as {text!r}, which is not a decimal number"
        )
    return Fraction(text)


def _as_given(rules: Rules, claim: Claim, odds: WagerOdds) -> WagerOdds:
    """The odds at the average jackpot for the seed and contribution that the claim assumes."""
    if not claim.given:
        return odds
    missing = [key for key in GIVEN if key not in claim.given]
    if missing or jackpot_of(rules, claim.wager) is None or not odds.jackpot_share:
        raise ClaimError(
            f"{rules.game.id}: figures on {claim.wager} are published as given "
            f"{', '.join(claim.given)}; allowed: {' and '.join(GIVEN)}, for a wager that plays "
            "for a jackpot"
        )
    seed, contribution = (_number(rules, key, claim.given[key]) for key in GIVEN)
    unit = unit_dollars(rules, claim.wager)
    return at_jackpot(
        rules, claim.wager, odds, average_units(odds, seed / unit, contribution) * unit
    )


def _average_jackpot(rules: Rules, claim: Claim, odds: WagerOdds) -> Fraction:
    if claim.given:
        return odds.jackpot_units * unit_dollars(rules, claim.wager)
    jackpot = progressive(rules, claim.wager, odds)
    if jackpot is None or jackpot.average_dollars is None:
        why = "it plays for none" if jackpot is None else jackpot.added_note
        raise ClaimError(
            f"{rules.game.id}: an average jackpot is published for {claim.wager}, but {why}"
        )
    return jackpot.average_dollars


FIGURES: dict[str, Callable[[Rules, Claim, WagerOdds], Fraction]] = {
    "house_edge": lambda rules, claim, odds: odds.house_edge,
    "expected_value": lambda rules, claim, odds: odds.expected_value,
    "edge_of_all_wagered": lambda rules, claim, odds: odds.element_of_risk,
    "fixed_return": lambda rules, claim, odds: fixed_return(odds),
    "hit_rate": lambda rules, claim, odds: 1 / any_prize(odds),
    "average_jackpot": _average_jackpot,
}
