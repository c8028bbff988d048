"""The conditions of the approval letters, held against what the house has on file.

A house that takes bets for real opens a table only with the approved rules file, under a date on
which the approval had been given, and with a document for every condition of its kind. Two
conditions need no paper: that the game is dealt as submitted and that changes are asked for first
both hold when the rules file is the approved one. A practice house is asked for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from feltworks.house.cardroom.objections import Objection
from feltworks.regulation import conditions
from feltworks.rules.approved import verdict_on

if TYPE_CHECKING:
    from feltworks.house.cardroom.housefile import ApprovalCard, HouseFile
    from feltworks.regulation import Condition
    from feltworks.rules.approved import Verdict
    from feltworks.rules.loader import Loaded

SHOWN_BY_THE_FILE = frozenset({"rules-as-submitted", "changes-asked"})


def approval_objections(table: str, loaded: Loaded, file: HouseFile) -> Iterator[Objection]:
    """What keeps a table from opening; nothing in a practice house."""
    kind = file.house.kind
    if kind == "practice":
        return
    verdict = verdict_on(loaded)
    if verdict.status != "approved" or verdict.approval is None:
        yield Objection(table, "rules as submitted", _unapproved(verdict))
        return
    approval, under = verdict.approval, file.house.under
    if approval.approved > under:
        yield Objection(
            table,
            approval.source,
            f"its rules were approved on {approval.approved}, after the {under} that the house "
            "runs under",
        )
    for condition in conditions(kind, approval.approved.year):
        if condition.id not in SHOWN_BY_THE_FILE:
            yield from _on_file(table, condition, approval.game, file)


def _unapproved(verdict: Verdict) -> str:
    keys = list(verdict.differences)
    if not keys:
        return verdict.sentence.rstrip(".")
    more = f" and {len(keys) - 3} more" if len(keys) > 3 else ""
    return f"{verdict.sentence.rstrip('.')}: {', '.join(keys[:3])}{more}"


def _on_file(table: str, condition: Condition, game: str, file: HouseFile) -> Iterator[Objection]:
    documents = [card for card in file.approvals if _is_about(card, condition.id, game)]
    if not documents:
        yield Objection(
            table, condition.id, f"no document is on file for {game}: {condition.says.rstrip('.')}"
        )
        return
    under = file.house.under
    early = min(documents, key=lambda card: card.dated)
    if early.dated > under:
        yield Objection(
            table,
            condition.id,
            f"{early.document!r} is dated {early.dated}, after the {under} that the house runs "
            "under",
        )


def _is_about(card: ApprovalCard, condition: str, game: str) -> bool:
    return card.condition == condition and (not card.games or game in card.games)
