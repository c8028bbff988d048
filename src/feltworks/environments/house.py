"""A seat against the house as a Gymnasium environment; an episode is one round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium

from feltworks.environments.encoding import GO_ON, Encoding
from feltworks.errors import FeltworksError
from feltworks.library import load
from feltworks.library.mechanisms import MECHANISMS
from feltworks.round import Bet

if TYPE_CHECKING:
    from pathlib import Path

    from feltworks.library.opening import Bets
    from feltworks.rules.options import Choosable

SEAT = 1
Observation = dict[str, Any]


class HouseEnv(gymnasium.Env[Observation, Any]):
    """Any game against the house: `game` is an id, a path or a text, `options` the house's choices.

    `bets` are dollars by wager, by default the least on the required ones. The reward comes at the
    end of the round: what was won, in units of the first required wager's stake.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 - Gymnasium's own form

    def __init__(
        self,
        game: str | Path,
        options: dict[str, Choosable] | None = None,
        bets: Bets | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = render_mode
        self._game = load(game, **(options or {}))
        rules = self._game.rules
        if MECHANISMS[rules.game.mechanism].is_between_players:
            raise FeltworksError(
                f"{self._game.id} is played between players: use feltworks.environments.ring_env"
            )
        self._bets = bets
        self._table = self._game.table(seed=0)
        self._table.deal(bets)
        unit_cents = next(
            move.cents
            for move in self._table.round.moves
            if isinstance(move, Bet) and move.wager == rules.unit
        )
        self._encoding = Encoding(self._game, SEAT, unit_cents)
        self.action_space = self._encoding.action_space
        self.observation_space = self._encoding.observation_space

    @property
    def actions(self) -> tuple[str, ...]:
        """What each action does, by its number."""
        return self._encoding.actions

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new round; the same seed deals the same rounds again."""
        super().reset(seed=seed)
        if seed is not None or not self._table.is_over:
            self._table = self._game.table(seed=int(self.np_random.integers(2**62)))
        self._table.deal(self._bets)
        return self._seen()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Decides. An action that is not open changes nothing, and `info["refused"]` says why."""
        moves = self._encoding.moves(self._table.view(SEAT).seen)
        is_open = int(action) in (set(moves) or {GO_ON})
        if is_open and moves:
            self._table.play(moves[int(action)])
        seen, info = self._seen()
        if not is_open:
            refused = f"open are {self._encoding.words(moves or [GO_ON])}"
            return seen, 0.0, False, False, info | {"refused": refused}
        is_over = self._table.is_over
        won = self._table.net_cents(SEAT) / self._encoding.unit_cents if is_over else 0.0
        return seen, won, is_over, False, info

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        seen = self._encoding.observation(self._table.view(SEAT).seen, SEAT)
        return seen, {"action_mask": seen["action_mask"]}

    def render(self) -> str:
        """The seat's view in words."""
        return "\n".join(self._table.view(SEAT).lines)
