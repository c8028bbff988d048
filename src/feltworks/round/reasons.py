"""Why a move may not be made: a value to show, not an exception to catch."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """`rule` is a short name that programs may act on, `text` one sentence for a person."""

    rule: str
    text: str

    def __str__(self) -> str:
        return self.text
