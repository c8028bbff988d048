"""Games as environments for learning programs: Gymnasium against the house, PettingZoo in the ring.

A rules file comes in, of any game; out come environments with one seat's view as the observation,
the choices of the rules as actions, a mask of those that are open, and the chips won, in units of
the table's minimum, as the reward of a round.

    gymnasium.make("feltworks/House-v0", game="mini-tex")
    feltworks.environments.ring_env("mini-tex-ring", seats=6)

Gymnasium finds the first by itself once Feltworks is installed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from feltworks.environments.house import HouseEnv
    from feltworks.environments.ring import RingEnv, ring_env

__all__ = ["HouseEnv", "RingEnv", "register", "ring_env"]
HOUSE_ID = "feltworks/House-v0"


def register() -> None:
    """Tells Gymnasium of the environment; its plug-in point calls this."""
    import gymnasium

    if HOUSE_ID not in gymnasium.registry:
        gymnasium.register(HOUSE_ID, entry_point="feltworks.environments.house:HouseEnv")


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name == "HouseEnv":
        return import_module("feltworks.environments.house").HouseEnv
    if name in ("RingEnv", "ring_env"):
        return getattr(import_module("feltworks.environments.ring"), name)
    raise AttributeError(f"feltworks.environments has no {name!r}; it has {', '.join(__all__)}")
