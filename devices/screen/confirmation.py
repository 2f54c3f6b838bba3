"""Controls that wipe what was learned: the first touch asks, a second one soon after does it."""

from dataclasses import dataclass

ASKS_MS = 6_000
"""How long the first touch holds."""


@dataclass
class Confirmation:
    """Which control was touched once, and when (display time)."""

    control: str = ""
    at_ms: int = 0

    def asks(self, now_ms: int) -> str:
        """The control that waits for its second touch; empty: none."""
        waits = self.control and 0 <= now_ms - self.at_ms < ASKS_MS
        return self.control if waits else ""

    def touch(self, control: str, now_ms: int) -> bool:
        """A touch of the control: whether it is to be done now."""
        sure = self.asks(now_ms) == control
        self.control, self.at_ms = "" if sure else control, now_ms
        return sure
