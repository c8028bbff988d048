"""What a simulation cannot do, as errors whose text is one sentence for the user."""

from __future__ import annotations

from feltworks.errors import FeltworksError


class SimulationError(FeltworksError):
    """A simulation with impossible settings, or of a game that it cannot deal."""


class NotDealtAtOnce(SimulationError):
    """Rounds that no kernel can deal; the engine deals them one at a time."""
