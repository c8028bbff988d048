"""Whoever decides without a person: each sees only what its own seat may see."""

from feltworks.players.position import Position, position

__all__ = ["Position", "position"]
