"""The robot on the floor: a visitor plays White by touching squares, the matchboxes play Black.

A side wins when a pawn reaches the far row, or the other side can't move.  Each position that the
robot meets has a box with a bead for every move; it draws one.  When it loses, the bead that it
drew last is taken away; where that was the box's last, the one before goes too.
"""

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from devices.panel.layout import PanelLayout
from devices.refusal import RefusedError
from devices.units.unit import Value
from machines.exhibit.exhibit import Exhibit, earliest
from machines.hexapawn.game import START, legal_moves

DRAW_US = 1_500_000  # The robot takes so long over a bead


@dataclass
class HexapawnState:
    on_us: npt.NDArray[np.int64]  # How long each lamp was lit
    generator: np.random.Generator
    board: str = START
    side: str = "W"  # Who is to move
    winner: str = ""
    chosen: int = -1  # The square of the visitor's pawn
    boxes: dict[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)  # Beads, by board
    drawn: list[tuple[str, tuple[int, int]]] = field(default_factory=list)  # In this game
    results: str = ""  # Who won each game
    waited_us: int = 0
    now_us: int = 0
    reason: str = ""


class Hexapawn(Exhibit):
    """The exhibit (machines/exhibit/exhibit.py says what its methods promise)."""

    name = "hexapawn"
    title = "Hexapawn: Martin Gardner's matchbox robot, 1962"
    places = ("table",)
    state_class = HexapawnState
    state: HexapawnState

    def __init__(self, layout: PanelLayout, seed: int = 1962) -> None:
        self.layout = layout
        self._wire(HexapawnState(np.zeros(2, np.int64), np.random.default_rng(seed)))

    def _operate(self, place: str, control: str, value: Value) -> None:
        state, known = self.state, [one.id for one in self.layout.controls()]
        if control not in known or value not in (0, 1):
            raise RefusedError(f"{place} {control}", f"there are {', '.join(known)}; 1 or 0")
        if value and control == "new":
            state.board, state.side, state.winner = START, "W", ""
            state.chosen, state.drawn = -1, []
        elif value:
            self._touch(int(control))

    def _touch(self, square: int) -> None:
        state = self.state
        moves = () if state.winner or self.busy else legal_moves(state.board, "W")
        if (state.chosen, square) in moves:
            self._make(state.chosen, square)
        elif square in {start for start, _ in moves}:
            state.chosen = square
        else:
            raise RefusedError(f"square {square + 1}", self._caption())

    def _make(self, start: int, to: int) -> None:
        state, squares = self.state, list(self.state.board)
        squares[to], squares[start] = squares[start], "."
        mover, state.side = state.side, "BW"[state.side == "B"]
        state.board, state.chosen = "".join(squares), -1
        if to // 3 == (2 if mover == "B" else 0) or not legal_moves(state.board, state.side):
            state.winner = mover
            state.results += mover
        elif state.side == "B":
            state.boxes.setdefault(state.board, legal_moves(state.board, "B"))
        for box, bead in reversed(state.drawn if state.winner == "W" else []):
            state.boxes[box] = tuple(one for one in state.boxes[box] if one != bead)
            if state.boxes[box]:
                break

    def _pass(self, us: int) -> int:
        us = earliest(us, DRAW_US - self.state.waited_us if self.busy else None)
        self.state.on_us[self.lit()] += us
        self.state.waited_us += us * self.busy
        self._count(us)
        return us

    def _settle(self) -> None:
        state = self.state
        if self.busy and state.waited_us == DRAW_US:
            state.waited_us = 0
            beads = state.boxes[state.board] or legal_moves(state.board, "B")
            bead = beads[state.generator.integers(len(beads))]
            state.drawn.append((state.board, bead))
            self._make(*bead)

    @property
    def busy(self) -> bool:
        return self.state.side == "B" and not self.state.winner

    @property
    def plays(self) -> int:
        return len(self.state.results)

    @property
    def on_us(self) -> npt.NDArray[np.int64]:
        return self.state.on_us

    def lit(self) -> npt.NDArray[np.bool_]:
        return np.array([self.state.side == "W" and not self.state.winner, self.busy])

    def _caption(self) -> str:
        turn = "The robot draws a bead." if self.busy else "Touch a white pawn, then its square."
        return {"W": "You win.", "B": "The robot wins."}.get(self.state.winner, turn)

    def _scene(self) -> HexapawnState:
        return replace(self.state, boxes=dict(self.state.boxes))
