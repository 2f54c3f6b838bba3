"""Noughts and crosses, draughts and the 704's game as PettingZoo's AEC environments (extra ``rl``).

An observation is a dict: ``observation``, int8 planes as that agent sees the board, and
``action_mask``, int8, 1 for each legal action (all 0 for who isn't to move).  The reward at the end
is 1, -1, or 0 for a draw.

================  ==================  ===================  ========================================
environment       agents              observation          action
================  ==================  ===================  ========================================
noughts_v0        nought, cross       (3, 3, 2): own,      the square, by Michie's number: 0 the
                                      other's marks        centre, 1 to 8 round the edge
draughts_v0       black, white        (8, 8, 4): planes    machines/games/draughts/actions.py; each
                                      in actions.py        jump of a multiple one is a turn
checkers704_v0    operator, machine   as in draughts       as in draughts
================  ==================  ===================  ========================================

The 704's game is a visitor's at the console: the operator against Samuel's program.  On the
machine's turn the mask has the one action that the program has come to; ``infos["machine"]`` says
what its last look-ahead took a 704: ``us``, ``boards`` and ``score``.  Draws are those of
machines/samuel/games.py.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from devices.game_record import score_of
from devices.refusal import RefusedError
from machines.games.draughts.actions import ACTIONS, action_mask, actions_of, planes
from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import legal_moves, make
from machines.games.draughts.scene import BoardScene
from machines.games.noughts.board import SQUARES, Board
from machines.ibm704.picture.board import board_picture
from machines.menace.picture.matchbox import marks_picture
from machines.samuel.games import Game, Play
from machines.samuel.player import SamuelPlayer
from machines.storage.program import lacks

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError:
    raise RefusedError("", lacks("PettingZoo", "rl")) from None

Observation = dict[str, npt.NDArray[np.int8]]
RENDER_MODES = ("human", "ansi", "rgb_array")
"""``human`` prints each board as text."""


class BoardEnvironment(AECEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """What the games have in common; a game says who moves, what can be done and how it ended."""

    name: str
    sides: tuple[str, str]
    shape: tuple[int, int, int]
    actions: int

    def __init__(self, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            wanted = ", ".join(RENDER_MODES)
            raise RefusedError("render_mode", f"is {render_mode!r}; expected one of {wanted}")
        self.render_mode = render_mode
        self.possible_agents = [*self.sides]
        self.metadata = {
            "name": self.name, "render_modes": [*RENDER_MODES], "is_parallelizable": False,
            "render_fps": 1,
        }  # fmt: skip
        planes = spaces.Box(0, 1, self.shape, np.int8)
        mask = spaces.Box(0, 1, (self.actions,), np.int8)
        seen: dict[str, spaces.Space[Any]] = {"observation": planes, "action_mask": mask}
        self.observation_spaces = {who: spaces.Dict(seen) for who in self.possible_agents}
        self.action_spaces = {who: spaces.Discrete(self.actions) for who in self.possible_agents}
        self.agents: list[str] = []

    # -- a game says ------------------------------------------------------------------------------

    def begin(self) -> None:
        """Set up the board."""
        raise NotImplementedError

    def mover(self) -> str:
        """Who is to move."""
        raise NotImplementedError

    def seen_by(self, agent: str) -> npt.NDArray[np.int8]:
        """The planes."""
        raise NotImplementedError

    def mask(self) -> npt.NDArray[np.int8]:
        """What the mover can do."""
        raise NotImplementedError

    def act(self, action: int) -> None:
        """Do it; it can be done."""
        raise NotImplementedError

    def outcome(self) -> int | None:
        """1 the first agent has won, 0, -1; None while the game goes on."""
        raise NotImplementedError

    def picture(self) -> npt.NDArray[np.uint8]:
        """Of the board, uint8[height, width, 3]."""
        raise NotImplementedError

    # -- as PettingZoo asks -----------------------------------------------------------------------

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Of one agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Of one agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; there is no chance in it."""
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {who: {} for who in self.agents}
        self.begin()
        self.agent_selection = self.mover()

    def observe(self, agent: str) -> Observation:
        """What that agent sees, and can do now."""
        to_move = agent == self.agent_selection and not self.terminations.get(agent)
        mask = self.mask() if to_move else np.zeros(self.actions, np.int8)
        return {"observation": self.seen_by(agent), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The agent whose turn it is acts.  Raises RefusedError for what can't be done."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not (0 <= action < self.actions and self.mask()[action]):
            legal = np.flatnonzero(self.mask()).tolist()
            raise RefusedError(agent, f"can't do {action}; expected one of {legal}")
        self._cumulative_rewards[agent] = 0
        self.act(int(action))
        outcome = self.outcome()
        if outcome is None:
            self.agent_selection = self.mover()
        else:
            first, second = self.sides
            self.rewards = {first: outcome, second: -outcome}
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = second if agent == first else first
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """``ansi``: a text; ``human``: it is printed; ``rgb_array``: uint8[height, width, 3]."""
        if self.render_mode == "rgb_array":
            return self.picture()
        if self.render_mode == "human":
            print(self, flush=True)
        return str(self) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held."""


class Noughts(BoardEnvironment):
    """Noughts and crosses."""

    name, sides = "noughts_v0", ("nought", "cross")
    shape = (3, 3, 2)
    actions = len(SQUARES)

    def begin(self) -> None:
        self.board = Board()

    def mover(self) -> str:
        return self.sides[self.board.ply % 2]

    def seen_by(self, agent: str) -> npt.NDArray[np.int8]:
        own = 1 if agent == "nought" else -1
        marks = np.asarray(self.board)
        return np.stack([marks == own, marks == -own], axis=-1).astype(np.int8)

    def mask(self) -> npt.NDArray[np.int8]:
        return np.isin(SQUARES, self.board.moves).astype(np.int8)

    def act(self, action: int) -> None:
        self.board = self.board.play(action)

    def outcome(self) -> int | None:
        if not self.board.finished:
            return None
        return {"O": 1, "": 0, "X": -1}[self.board.winner]

    def picture(self) -> npt.NDArray[np.uint8]:
        return marks_picture(self.board.rows())

    def __str__(self) -> str:
        return self.board.rows().replace("/", "\n")


class Draughts(BoardEnvironment):
    """English draughts: capture is compulsory, who can't move has lost."""

    name, sides = "draughts_v0", ("black", "white")
    shape = (8, 8, 4)
    actions = ACTIONS

    def __init__(self, render_mode: str | None = None, start: Position | None = None) -> None:
        super().__init__(render_mode)
        self.start = start or Position.start()

    def begin(self) -> None:
        self.game = Game(1)
        self.game.place(self.start)
        self.game.begin(draws=True)
        if self.game.over:
            raise RefusedError("start", "is the end of a game; expected a move to be left")
        self.begun: tuple[int, ...] = ()
        """Of a jump that goes on, the actions."""

    def is_black(self, agent: str) -> bool:
        return agent == "black"

    def mover(self) -> str:
        first, second = self.sides
        return first if self.is_black(first) == self.game.black_to_move else second

    def position(self) -> Position:
        """The board as it lies, in the middle of a jump too."""
        before = self.game.position
        if not self.begun:
            return before
        move = self._moves()[0]
        done = len(self.begun)
        after = make(before, Move(move.squares[: done + 1], move.captured[:done]))
        return Position(after.black, after.white, after.kings, before.black_to_move)

    def _moves(self) -> list[Move]:
        """Those that begin as the jump has begun."""
        before, done = self.game.position, len(self.begun)
        return [
            move
            for move in legal_moves(before)
            if actions_of(move, before.black_to_move)[:done] == self.begun
        ]

    def seen_by(self, agent: str) -> npt.NDArray[np.int8]:
        return planes(self.position(), self.is_black(agent))

    def mask(self) -> npt.NDArray[np.int8]:
        return action_mask(self.game.position, self.begun)

    def act(self, action: int) -> None:
        self.begun = (*self.begun, action)
        move = self._moves()[0]
        if len(actions_of(move, self.game.black_to_move)) == len(self.begun):
            self.begun = ()
            self.game.play(Play(move, self.game.black_to_move, ""), draws=True)

    def outcome(self) -> int | None:
        if not self.game.over:
            return None
        for_black = score_of(self.game.result.value)
        return for_black if self.is_black(self.sides[0]) else -for_black

    def picture(self) -> npt.NDArray[np.uint8]:
        last = None if self.begun else self.game.last
        return board_picture(BoardScene(self.position(), last, over=self.game.over))

    def __str__(self) -> str:
        return str(self.position())


class Checkers704(Draughts):
    """The operator at the console against Samuel's program."""

    name, sides = "checkers704_v0", ("operator", "machine")

    def __init__(
        self,
        render_mode: str | None = None,
        start: Position | None = None,
        machine: SamuelPlayer | None = None,
        machine_black: bool = False,
    ) -> None:
        """``machine``: the program with its polynomial, settings and memory; three plies deep."""
        super().__init__(render_mode, start)
        self.machine, self.machine_black = machine or SamuelPlayer(), machine_black

    def begin(self) -> None:
        super().begin()
        self.decided: Move | None = None

    def is_black(self, agent: str) -> bool:
        return (agent == "machine") == self.machine_black

    def mask(self) -> npt.NDArray[np.int8]:
        mask, position = super().mask(), self.game.position
        if position.black_to_move != self.machine_black:
            return mask
        if self.decided is None:
            decision = self.machine.decide(position)
            self.decided = decision.move
            self.infos["machine"] = {
                "us": decision.us, "boards": decision.boards, "score": decision.score,
            }  # fmt: skip
        mask[:] = 0
        mask[actions_of(self.decided, position.black_to_move)[len(self.begun)]] = 1
        return mask

    def act(self, action: int) -> None:
        super().act(action)
        if not self.begun:
            self.decided = None


def wrapped(environment: BoardEnvironment) -> Any:
    """As PettingZoo's classic games are: who does what can't be done loses, steps come in order."""
    made = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))
