"""The rules of play that were approved, and whether a file is one of them.

`games/approved.toml` lists the identities of approved files, by the version of the identity. A file
that says the same in other words is approved; any other file is compared with the approved file of
the same game, key by key.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from typing import Any, Literal

from feltworks.rules.catalogue import GAMES_DIR, game_ids
from feltworks.rules.identity import canonical_form, differences, plain_rules
from feltworks.rules.loader import Loaded, read
from feltworks.rules.mistakes import RulesError

Status = Literal["approved", "differs", "unknown"]


@dataclass(frozen=True, slots=True)
class Approval:
    """One approved file; `sha256` has its identity by version, the present one first."""

    game: str
    sha256: Mapping[str, str]
    approved: date
    source: str

    def is_of(self, loaded: Loaded) -> bool:
        is_this_game = loaded.written.game.id == self.game
        return is_this_game and any(map(loaded.is_known_as, self.sha256.values()))


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a file is approved, differs from the approved one in some keys, or is not known."""

    status: Status
    sha256: str
    sentence: str
    approval: Approval | None = None
    differences: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {
            "status": self.status,
            "rules_sha256": self.sha256,
            "says": self.sentence,
            "approved_on": self.approval.approved.isoformat() if self.approval else None,
            "differences": {
                key: {"approved": one, "found": other}
                for key, (one, other) in self.differences.items()
            },
        }


@cache
def approvals() -> tuple[Approval, ...]:
    """Every approval on record."""
    listed = tomllib.loads((GAMES_DIR / "approved.toml").read_text(encoding="utf-8"))
    return tuple(Approval(**record) for record in listed["approval"])


def verdict_on(loaded: Loaded) -> Verdict:
    """Whether a file is an approved one, and if not, how it differs from its game's."""
    game, identity = loaded.written.game.id, loaded.sha256
    for approval in approvals():
        if approval.is_of(loaded):
            says = f"Approved: these are the rules of {game} approved on {approval.approved}."
            return Verdict("approved", identity, says, approval)
    ours = next((found for found in approvals() if found.game == game), None)
    if ours is None or game not in game_ids():
        known = ", ".join(sorted({found.game for found in approvals()}))
        says = f"Not approved: no approved game has the id {game}; there are {known}."
        return Verdict("unknown", identity, says)
    approved = _approved_form(game)
    if approved is None:
        says = f"Not approved, and the file approved on {ours.approved} is not here to compare with"
        return Verdict("differs", identity, f"{says}: the shipped {game} is another one.", ours)
    found = canonical_form(loaded.written, loaded.document, plain_rules)
    keys = differences(approved, found)
    many = "1 key" if len(keys) == 1 else f"{len(keys)} keys"
    says = f"Not approved: it differs in {many} from the rules approved on {ours.approved}."
    return Verdict("differs", identity, says, ours, keys)


def _approved_form(game: str) -> dict[str, Any] | None:
    """The shipped file with every key filled in, unless that file was changed."""
    try:
        shipped = read(game)
    except RulesError:
        return None
    if not any(found.is_of(shipped) for found in approvals()):
        return None
    return canonical_form(shipped.written, shipped.document, plain_rules)
