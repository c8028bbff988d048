"""The error for rules that the solver does not understand: no number is better than a wrong one."""

from __future__ import annotations

from feltworks.errors import FeltworksError


class OddsRefused(FeltworksError):
    """The rules file says something the solver cannot weigh; the sentence names the key."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(f"{key}: {why}")
        self.key = key
