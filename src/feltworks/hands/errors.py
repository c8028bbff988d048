"""Mistakes in naming hands and rankings."""

from feltworks.errors import FeltworksError


class HandError(FeltworksError):
    """A ranking, a hand or a phrase of the hand grammar that is not valid."""
