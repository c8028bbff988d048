"""Why something may not be done: a value to show, and the exception that carries it.

`why_not` returns the reason as a value. `play` raises it, so that a refused move cannot be mistaken
for a made one.
"""

from __future__ import annotations

from dataclasses import dataclass

from feltworks.errors import FeltworksError


@dataclass(frozen=True, slots=True)
class Reason:
    """`rule` is a short name that programs may act on, `text` one sentence for a person."""

    rule: str
    text: str

    def __str__(self) -> str:
        return self.text


class NotAllowed(FeltworksError):
    """A move, or a change of seats, that may not be made; `reason` says why."""

    def __init__(self, rule: str, text: str) -> None:
        super().__init__(text)
        self.reason = Reason(rule, text)
