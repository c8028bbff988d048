"""Mistakes in naming hands and rankings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.errors import FeltworksError

if TYPE_CHECKING:
    from collections.abc import Iterable


class HandError(FeltworksError):
    """A ranking, a hand or a phrase of the hand grammar that is not valid."""


def listing(choices: Iterable[object]) -> str:
    """The choices in a sentence."""
    return ", ".join(str(choice) for choice in choices)
