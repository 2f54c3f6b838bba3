"""Morph's program on the workstation's monitor: board, successors, why this move, patterns.

Controls (a touch is a click of the mouse there): ``new``, ``back``, ``side``, ``house``,
``arrows``, ``step`` (the fold, a step at a touch), ``square.a1`` to ``square.h8``, ``promote.q``
``.r`` ``.b`` ``.n`` while a promotion is to be chosen, ``move.0`` to ``move.39`` (a bar),
``why.0`` to ``why.10`` (a line of the fold), ``pattern.0`` to ``pattern.14`` (of the page of the
wall), ``wall.back``, ``wall.next``.
"""

from dataclasses import dataclass, field

from devices.screen.parts.chess_picture import ChessBoardState
from devices.screen.parts.fold import FoldState
from devices.screen.parts.pattern_wall import PatternWallState
from devices.screen.parts.successor_bars import SuccessorBarsState


@dataclass(frozen=True)
class MorphProgramState:
    """All that the screen shows."""

    board: ChessBoardState = field(default_factory=ChessBoardState)
    bars: SuccessorBarsState = field(default_factory=SuccessorBarsState)
    fold: FoldState = field(default_factory=FoldState)
    wall: PatternWallState = field(default_factory=PatternWallState)
    caption: str = ""
    """Below the board: who plays, who is to move."""
    status: tuple[str, str] = ("", "")
    """On the bar at the top: games learned from, patterns."""
    chosen: frozenset[str] = frozenset()
    """Buttons that stay down (``house``, ``arrows``)."""
    held: frozenset[str] = frozenset()
    """Controls under a finger."""
    pointed: str = ""
    """The control under the mouse's pointer (``move.3``, ``why.0``, ``pattern.7``)."""
    lamp: int = 255
    on: bool = True
    """Whether the monitor shows a picture at all."""
