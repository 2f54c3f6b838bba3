"""A move on its way from two touches of the board to the program in the 704."""

from dataclasses import dataclass

from machines.games.draughts.scene import BoardScene

TAKEN_MS = 150
"""From the last act that enters a move until the program in the 704 is seen to have taken it."""


@dataclass
class MoveEntry:
    """A move that is being entered into the program in the 704 by the console's keys: no other
    meanwhile."""

    ends_ms: int = 0
    """When (display's time) the last of its acts is done."""
    board: BoardScene | None = None
    """The board before it."""

    def begin(self, board: BoardScene | None, now_ms: int, lasts_ms: int) -> int:
        """Its acts begin, behind those of the last one; in how many milliseconds."""
        wait = max(0, self.ends_ms - now_ms)
        self.board, self.ends_ms = board, now_ms + wait + lasts_ms
        return wait

    def is_under_way(self, board: BoardScene, now_ms: int) -> bool:
        """Whether the program hasn't taken it yet: the ``board`` now is the one before it still."""
        if self.board is None or now_ms >= self.ends_ms + TAKEN_MS:
            return False
        return (board.position, board.partial) == (self.board.position, self.board.partial)
