"""An environment in Gymnasium's form, for people who train players.

Gymnasium is not needed; where it is installed, the environment is one of its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import Board, Engine, Position

try:
    import gymnasium
    from gymnasium import spaces

    _Env: type = gymnasium.Env
except ImportError:  # The form alone is enough.
    gymnasium = None
    _Env = object


class FiveInARow(_Env):
    """A game seen by the side to move, against itself or an engine.

    An action is a square: ``row * columns + column``, the top row first. An observation is
    an array of int8 (2 x rows x columns): own stones, and the opponent's. The reward is 1 for
    a win, -1 for a loss and 0 otherwise, for the side that acted. ``info["legal"]`` has True
    where a stone may be placed; a stone elsewhere loses.

    ``opponent`` is an :class:`Engine` that answers with ``opponent_nodes`` nodes a move; who
    begins is drawn by lot. Without it every step is the other side's.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        rule: str = "freestyle",
        size: int = 15,
        opponent: Engine | None = None,
        opponent_nodes: int = 1_000,
        render_mode: str | None = None,
    ) -> None:
        self.rule = rule
        self.size = size
        self.opponent = opponent
        self.opponent_nodes = opponent_nodes
        self.render_mode = render_mode
        self.position = Position(Board(size), rule)
        self._random = np.random.default_rng()
        if gymnasium is not None:
            self.action_space = spaces.Discrete(size * size)
            self.observation_space = spaces.Box(0, 1, (2, size, size), np.int8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """A new game, from ``options["moves"]`` if given."""
        if gymnasium is not None:
            super().reset(seed=seed)
        if seed is not None:
            self._random = np.random.default_rng(seed)
        moves = (options or {}).get("moves", "")
        self.position = Position(Board(self.size, moves), self.rule)
        if self.opponent is not None and self._random.integers(2):
            self._answer()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Places a stone; the opponent answers, if there is one."""
        side = self.position.to_move
        name = self.square(int(action))
        if name not in self.position.legal():
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": name}
        self.position.play(name)
        if self.opponent is not None and not self.position.is_over:
            self._answer()
        over = self.position.is_over
        winner = self.position.winner
        reward = 0.0 if winner is None else 1.0 if winner == side else -1.0
        return self._observation(), reward, over, False, self._info()

    def render(self) -> str:
        """The board as text."""
        return str(self.position.board)

    def close(self) -> None:
        """Nothing is left open."""

    def square(self, action: int) -> str:
        """The name of the square of an action."""
        row, column = divmod(action, self.size)
        return f"{chr(ord('a') + column)}{self.size - row}"

    def action(self, square: str) -> int:
        """The action of a square."""
        column = ord(square[0]) - ord("a")
        return (self.size - int(square[1:])) * self.size + column

    def _answer(self) -> None:
        line = self.opponent.think(self.position.board, nodes=self.opponent_nodes)
        self.position.play(line.moves[0])

    def _observation(self) -> np.ndarray:
        stones = self.position.board.to_array()
        own = 1 if self.position.to_move == "black" else -1
        return np.stack([stones == own, stones == -own]).astype(np.int8)

    def _info(self) -> dict[str, Any]:
        legal = np.zeros(self.size * self.size, bool)
        legal[[self.action(square) for square in self.position.legal()]] = True
        return {"legal": legal, "to_move": self.position.to_move}
