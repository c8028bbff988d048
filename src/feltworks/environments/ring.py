"""Players against each other as a PettingZoo environment; an episode is one game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pettingzoo import AECEnv

from feltworks.environments.encoding import Encoding
from feltworks.errors import FeltworksError
from feltworks.library import load
from feltworks.library.mechanisms import MECHANISMS

if TYPE_CHECKING:
    from pathlib import Path

    from gymnasium import Space

    from feltworks.library import Table
    from feltworks.rules.options import Choosable


def ring_env(
    game: str | Path,
    *,
    seats: int = 6,
    options: dict[str, Choosable] | None = None,
) -> RingEnv:
    """The environment of a game between this many players."""
    return RingEnv(game, seats=seats, options=options)


class RingEnv(AECEnv):  # type: ignore[misc]
    """Every seat is an agent; the rewards are chips won, in units of the minimum bet."""

    metadata = {"render_modes": ["ansi"], "name": "feltworks_ring_v0"}  # noqa: RUF012

    def __init__(
        self,
        game: str | Path,
        *,
        seats: int = 6,
        options: dict[str, Choosable] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self._game = load(game, **(options or {}))
        mechanism = MECHANISMS[self._game.rules.game.mechanism]
        if not mechanism.is_between_players:
            raise FeltworksError(
                f"{self._game.id} is played against the house: use "
                'gymnasium.make("feltworks/House-v0", game=...)'
            )
        self._seats = {f"seat_{seat}": seat for seat in range(1, seats + 1)}
        self.possible_agents = list(self._seats)
        self._encoding = Encoding(self._game, seats, mechanism.limits.minimum_cents)
        self._table: Table = self._game.table(seats=seats, seed=0)
        self._next_seed = 0

    @property
    def actions(self) -> tuple[str, ...]:
        """What each action does, by its number."""
        return self._encoding.actions

    def observation_space(self, agent: str) -> Space[Any]:
        return self._encoding.observation_space

    def action_space(self, agent: str) -> Space[Any]:
        return self._encoding.action_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; everybody starts with the same chips."""
        if seed is not None:
            self._next_seed = seed
        self._table = self._game.table(seats=len(self._seats), seed=self._next_seed)
        self._next_seed += 1
        self._table.deal()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """What the seat sees."""
        seat = self._seats[agent]
        return self._encoding.observation(self._table.view(seat).seen, seat)

    def step(self, action: int | None) -> None:
        """The agent whose turn it is decides."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        moves = self._encoding.moves(self._table.view(self._seats[agent]).seen)
        if action is None or int(action) not in moves:
            raise FeltworksError(f"action {action} is not open: {self._encoding.words(moves)}")
        self._cumulative_rewards[agent] = 0.0
        self._table.play(moves[int(action)])
        if self._table.is_over:
            unit = self._encoding.unit_cents
            for each, seat in self._seats.items():
                self.rewards[each] = self._table.net_cents(seat) / unit
                self.terminations[each] = True
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        """Gives the turn to the seat that decides, at the end to everybody once."""
        seat = self._table.seat
        self.agent_selection = self.agents[0] if seat is None else f"seat_{seat}"
        if seat is None:
            self.terminations = dict.fromkeys(self.agents, True)
        for agent in self.agents:
            self.infos[agent] = {"action_mask": self.observe(agent)["action_mask"]}

    def render(self) -> str:
        """What a spectator sees, in words."""
        return "\n".join(self._table.view().lines)

    def close(self) -> None:
        """Does nothing: nothing is held open."""
