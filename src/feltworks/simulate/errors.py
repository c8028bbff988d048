"""What a simulation cannot do, told in one sentence."""

from __future__ import annotations

from feltworks.errors import FeltworksError


class SimulationError(FeltworksError):
    """A simulation that was asked for in a way that cannot be, or a game it cannot deal."""


class NotDealtAtOnce(SimulationError):
    """Rounds that no kernel deals, but the engine does one at a time."""
