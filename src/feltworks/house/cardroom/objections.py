"""Why a table may not open: approvals that it lacks. What it posts is checked in `postedlimits`.

A house that takes bets for real opens a table only with the approved rules file, under a date on
which the approval had been given, and with a document for every condition of its kind. Two
conditions need no document: that the game is dealt as submitted, and that changes are requested
first. Both hold if the rules file is the approved one. A practice house needs no approvals.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from feltworks.house.cardroom.housefile import ApprovalSection, HouseFile
from feltworks.regulation import Condition, HouseKind, conditions, jackpot_law
from feltworks.rules.approved import Approval, verdict_on
from feltworks.rules.loader import Loaded
from feltworks.rules.readings import edge_words, known_edge, readings_of

SHOWN_BY_THE_FILE = frozenset({"rules-as-submitted", "changes-asked"})


@dataclass(frozen=True, slots=True)
class Objection:
    """One reason; `rule` names its source, `text` says what is wrong and by how much."""

    table: str
    rule: str
    text: str

    def as_json(self) -> dict[str, str]:
        return {"table": self.table, "rule": self.rule, "says": self.text}

    def __str__(self) -> str:
        return f"table {self.table}: {self.text} ({self.rule})"


Objected = Iterator[tuple[str, str]]
"""Rules that keep a table from opening, each with what is wrong and by how much."""


def table_objections(table: str, loaded: Loaded, file: HouseFile) -> Objected:
    """What keeps a table from opening, besides what it posts; nothing in a practice house."""
    if file.house.kind != "practice":
        yield from _approval(table, loaded, file, file.house.kind)
        yield from _accounts(table, file)
        yield from _readings(table, loaded, file)


def _approval(table: str, loaded: Loaded, file: HouseFile, kind: HouseKind) -> Objected:
    """Approvals that are missing, or do not cover what the table does."""
    verdict = verdict_on(loaded)
    if verdict.status != "approved" or verdict.approval is None:
        text, keys = verdict.sentence.rstrip("."), list(verdict.differences)
        more = f" and {len(keys) - 3} more" if len(keys) > 3 else ""
        yield "rules as submitted", f"{text}: {', '.join(keys[:3])}{more}" if keys else text
        return
    approval, under = verdict.approval, file.house.under
    if approval.approved > under:
        yield (
            approval.source,
            f"its rules were approved on {approval.approved}, after the {under} that the house "
            "runs under",
        )
    for condition in conditions(kind, approval.approved.year):
        if condition.id not in SHOWN_BY_THE_FILE and _is_asked(condition, table, loaded, file):
            yield from _on_file(condition, approval, file)
            yield from _beyond_its_paper(table, condition, approval, file, loaded)


def _beyond_its_paper(
    table: str, condition: Condition, approval: Approval, file: HouseFile, loaded: Loaded
) -> Objected:
    """A meter's rate that the rules do not state, or fees, beyond what the house's document allows.

    A document without a figure allows a meter only the rules' own rate, and no fees. Only documents
    that fulfil the condition count: dated after the letter, and in force.
    """
    if condition.jackpot not in ("meter", "fees"):
        return
    papers = [
        each
        for each in file.approvals
        if _is_about(each, condition.id, approval.game)
        and approval.approved <= each.dated <= file.house.under
    ]
    allowed = [each.allows.part for each in papers if each.allows is not None]
    for name, kept in file.jackpots.items():
        if not papers or table not in kept.tables:
            continue
        if condition.jackpot == "fees" and kept.fees.part > max(allowed, default=Fraction(0)):
            told = f"fees of {kept.fees} are taken from the jackpot {name}"
        elif (
            condition.jackpot == "meter"
            and kept.contribution is not None
            and loaded.rules.jackpots[kept.jackpot].mode == "meter"
            and (not allowed or kept.contribution.part < min(allowed))
        ):
            told = f"the meter of the jackpot {name} takes {kept.contribution} of each dollar"
        else:
            continue
        named = [f"{each.document!r} allows {each.allows or 'no figure'}" for each in papers]
        yield condition.id, f"{told}, which no document allows: {'; '.join(named)}"


def _accounts(table: str, file: HouseFile) -> Objected:
    """Jackpots of a table whose money has no account of its own."""
    for name, kept in file.jackpots.items():
        if table in kept.tables and kept.account is None:
            text = f"no separate account is named for the jackpot {name}: name it with account"
            yield jackpot_law().source, text


def _is_asked(condition: Condition, table: str, loaded: Loaded, file: HouseFile) -> bool:
    """Whether this house needs a document for the condition at this table."""
    if condition.binds != "house" or condition.jackpot is None:
        return condition.binds == "house"
    kept = [each for each in file.jackpots.values() if table in each.tables]
    if condition.jackpot == "fees":
        return any(each.fees.part for each in kept)
    return any(loaded.rules.jackpots[each.jackpot].mode == condition.jackpot for each in kept)


def _readings(table: str, loaded: Loaded, file: HouseFile) -> Objected:
    """Readings that the house has not named, and an edge that is in the player's favour.

    A practice house is only informed of both. An unknown edge closes no table.
    """
    edge, section = known_edge(loaded), file.tables[table]
    for reading in readings_of(loaded):
        if reading.option not in section.readings:
            yield (
                "readings",
                f"the document does not say what {reading} reads into it ({reading.says}; "
                f"{edge_words(edge)}); name it under readings to deal by it",
            )
    if edge is not None and edge < 0 and not section.knows_edge:
        yield "edge", f"the {edge_words(edge)}: say knows_edge = true to open it"


def _on_file(condition: Condition, approval: Approval, file: HouseFile) -> Objected:
    game = approval.game
    documents = [each for each in file.approvals if _is_about(each, condition.id, game)]
    if not documents:
        yield condition.id, f"no document is on file for {game}: {condition.says.rstrip('.')}"
        return
    under, letter = file.house.under, approval.approved
    late = [each for each in documents if each.dated >= letter]
    if not late:
        last = max(documents, key=lambda document: document.dated)
        yield (
            condition.id,
            f"{last.document!r} is dated {last.dated}, before the letter of {letter} whose "
            "condition it should fulfil",
        )
        return
    early = min(late, key=lambda document: document.dated)
    if early.dated > under:
        yield (
            condition.id,
            f"{early.document!r} is dated {early.dated}, after the {under} that the house runs "
            "under",
        )


def _is_about(document: ApprovalSection, condition: str, game: str) -> bool:
    return document.condition == condition and (not document.games or game in document.games)
