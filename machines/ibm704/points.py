"""Points on the 740: what the copy loop of a program sees of the tube (WRS 030).

Each copy draws one word (display.py says what its bits mean) in 120 us, which is ours.  The tube
waits for the program as long as it likes: nothing is ever too late, and the next select instruction
finds it disconnected when its last point is drawn.
"""

from dataclasses import dataclass

from machines.ibm704.selection import Outcome, Units, sooner

POINT_US = 120


@dataclass
class PointDrawing:
    """WRS 030."""

    free_us: int = 0
    """When the last point is drawn."""
    done: bool = False

    def ready(self, units: Units) -> bool:
        """The tube always is."""
        return True

    def go_on(self, units: Units, now_us: int) -> None:
        """Nothing happens by itself."""

    def copy(self, units: Units, word: int, now_us: int) -> Outcome | None:
        """One point."""
        if now_us < self.free_us:
            return None
        units.tube.draw(word)
        self.free_us = now_us + POINT_US
        return Outcome()

    def due_us(self, units: Units, now_us: int) -> int | None:
        """Until the point is drawn."""
        return sooner(self.free_us - now_us)

    def waits_for(self, units: Units) -> str:
        """Nothing."""
        return ""

    def drop(self, units: Units) -> None:
        """The tube goes dark."""

    def yields(self, now_us: int) -> bool:
        """When the last point is drawn."""
        return now_us >= self.free_us
