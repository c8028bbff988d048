"""Games as environments for learning programs: Gymnasium against the house, PettingZoo in the ring.

The input is the rules file of any game; the output are environments with one seat's view as the
observation, the choices of the rules as actions, a mask of those that are open, and the chips won,
in units of the table's minimum, as the reward of a round.

    gymnasium.make("feltworks.environments:feltworks/House-v0", game="GAME")
    feltworks.environments.ring_env("GAME", seats=6)

Importing this package registers the first with Gymnasium; its `make` imports it by the name above.
"""

from __future__ import annotations

try:
    import gymnasium
    import pettingzoo  # noqa: F401 - the import below needs it
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"learning environments need {missing.name}, which is not installed: "
        'pip install "feltworks[research]"',
        name=missing.name,
    ) from None

from feltworks.environments.house import HouseEnv
from feltworks.environments.ring import RingEnv, ring_env

__all__ = ["HouseEnv", "RingEnv", "ring_env"]

gymnasium.register("feltworks/House-v0", entry_point="feltworks.environments.house:HouseEnv")
