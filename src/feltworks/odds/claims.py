"""Published figures compared with computed ones, digit by digit. A document prints a limited number
of digits, so a figure agrees in one of three ways: it is the exact value, the value rounds to it,
or the value cut off after those digits is it. Anything else differs, and then the rules file may
record the reason. No figure is ever adjusted to fit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Literal

from feltworks.errors import FeltworksError
from feltworks.odds.analyse import analyse
from feltworks.odds.keys import KeysUsed
from feltworks.odds.naming import OutcomeWords
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
from feltworks.odds.result import Outcome, WagerOdds
from feltworks.odds.side import is_decided_by_cards, side_wager
from feltworks.rules.handbook import Handbook
from feltworks.rules.loader import load
from feltworks.rules.schema import Rules
from feltworks.rules.schema.rules import TOTAL, Claim

GIVEN = ("seed", "contribution")
_PRINTED = re.compile(r"-?\d+(\.\d+)?")
_Computed = Callable[[WagerOdds, Sequence[Outcome]], Fraction]
Agreement = Literal["exactly", "rounds", "truncates", "differs"]


class ClaimError(FeltworksError):
    """A published claim that cannot be compared with anything."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One published figure and its computed value."""

    wager: str
    source: str
    options: Mapping[str, str]
    indifferent: Mapping[str, str]
    """The tie rule of the printed table, if it states one."""
    figure: str
    """A figure's name; of a printed table the outcome, with the column after it unless it is that
    of the combinations."""
    published: str
    computed: Fraction
    agreement: Agreement
    explanation: str | None = None
    note: str | None = None
    """What is known about a figure that differs."""

    @property
    def ties(self) -> str:
        """The tie rule in words; empty if the table states none."""
        return ", ".join(f"{decision} {choice}" for decision, choice in self.indifferent.items())

    @property
    def is_open(self) -> bool:
        """Whether the figure differs without an explanation."""
        return self.agreement == "differs" and self.explanation is None


@dataclass(frozen=True, slots=True)
class CellCounts:
    """How many printed cells were compared, and how they came out."""

    exactly: int = 0
    rounds: int = 0
    truncates: int = 0
    explained: int = 0
    """Cells that differ for a reason that the rules file records."""
    unexplained: int = 0

    @classmethod
    def of(cls, findings: Iterable[Finding]) -> CellCounts:
        """Count the findings by how they agree."""
        stands: Counter[str] = Counter()
        for each in findings:
            why = "unexplained" if each.is_open else "explained"
            stands[why if each.agreement == "differs" else each.agreement] += 1
        return cls(**stands)

    @property
    def differs(self) -> int:
        return self.explained + self.unexplained

    @property
    def compared(self) -> int:
        return self.exactly + self.rounds + self.truncates + self.differs

    @property
    def words(self) -> str:
        """The counts in one line."""
        return (
            f"{self.compared} printed {'cell' if self.compared == 1 else 'cells'} compared: "
            f"{self.exactly} equal, {self.rounds} agree after rounding, {self.truncates} after "
            f"cutting off, {self.differs} {'differs' if self.differs == 1 else 'differ'}"
            + (f" ({self.explained} explained, {self.unexplained} not)" if self.differs else "")
        )

    def as_json(self) -> dict[str, int]:
        """The counts by name."""
        return {"compared": self.compared, **asdict(self), "differs": self.differs}


def agreement(published: str, computed: Fraction) -> Agreement:
    """How a printed number agrees with an exact one; a percentage is compared as it is printed."""
    if published.endswith("%"):
        published, computed = published.removesuffix("%"), computed * 100
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
        if claim.indifferent:
            rules = rules.with_ties_of(claim)
        asked = (alone, *sorted(claim.options.items()), *sorted(rules.tie_rules.items()))
        if asked not in counted:
            counted[asked] = _count(rules, alone, progress)
        odds = counted[asked].get(claim.wager)
        if odds is None:
            raise ClaimError(
                f"{written.game.id}: published claim {number} is about {claim.wager!r}, which is "
                f"not analysed: there are {', '.join(counted[asked])}"
            )
        yield from _findings(rules, claim, odds)


def _count(rules: Rules, alone: str | None, progress: Progress) -> Mapping[str, WagerOdds]:
    if alone is not None:
        return {alone: side_wager(rules, Handbook(rules), alone, KeysUsed(rules))}
    return analyse(rules, progress=progress).wagers


def _findings(rules: Rules, claim: Claim, odds: WagerOdds) -> Iterator[Finding]:
    def finding(figure: str, published: str, computed: Fraction) -> Finding:
        found = agreement(published, computed)
        differs = found == "differs"
        return Finding(
            wager=claim.wager,
            source=claim.source or "a source that is not named",
            options=claim.options,
            indifferent=claim.indifferent,
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
    for (outcome, column), text in claim.cells.items():
        cells = [row for row in as_given.outcomes if outcome in (row.id, TOTAL)]
        yield finding(f"{outcome} {column}", text, _CELLS[column](as_given, cells))
    for figure, text in claim.figures.items():
        _number(rules, figure, text)
        yield finding(figure, text, FIGURES[figure](rules, claim, as_given))


def figure_words(rules: Rules, wager: str, figure: str) -> str:
    """The name of a published figure in words: `house edge`, `folded before the flop`."""
    outcome, _, column = figure.partition(" ")
    if outcome == TOTAL or figure in FIGURES:
        return figure.replace("_", " ")
    return ", ".join(filter(None, (OutcomeWords(rules).of(wager, outcome), column)))


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


def _probability(odds: WagerOdds, rows: Sequence[Outcome]) -> Fraction:
    return Fraction(sum(row.combinations for row in rows), odds.combinations)


def _return(odds: WagerOdds, rows: Sequence[Outcome]) -> Fraction:
    won = sum((row.combinations * odds.net(row) for row in rows), Fraction(0))
    return won / odds.combinations


def _net(odds: WagerOdds, rows: Sequence[Outcome]) -> Fraction:
    """Return the net pay of an outcome; of one with several pays their mean."""
    chance = _probability(odds, rows)
    return _return(odds, rows) / chance if chance else chance


def _frequency(odds: WagerOdds, rows: Sequence[Outcome]) -> Fraction:
    """Return one in how many deals an outcome comes; 0 for one that never comes."""
    chance = _probability(odds, rows)
    return 1 / chance if chance else chance


_CELLS: dict[str, _Computed] = {
    "pays": _net,
    "probability": _probability,
    "frequency": _frequency,
    "return": _return,
}
"""What a column of a printed table says of the rows of one outcome."""
FIGURES: dict[str, Callable[[Rules, Claim, WagerOdds], Fraction]] = {
    "house_edge": lambda rules, claim, odds: odds.house_edge,
    "expected_value": lambda rules, claim, odds: odds.expected_value,
    "edge_of_all_wagered": lambda rules, claim, odds: odds.element_of_risk,
    "fixed_return": lambda rules, claim, odds: fixed_return(odds),
    "hit_rate": lambda rules, claim, odds: 1 / any_prize(odds),
    "average_jackpot": _average_jackpot,
}
