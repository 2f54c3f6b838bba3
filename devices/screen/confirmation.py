"""Controls that wipe something: the first touch asks, a second one soon after does it."""

from dataclasses import dataclass

ASKS_MS = 10_000
"""How long the first touch holds, unless said."""


@dataclass
class Confirmation:
    """Which control was touched once, and when (display time)."""

    control: str = ""
    at_ms: int = 0
    lasts_ms: int = ASKS_MS

    def asks(self, now_ms: int) -> str:
        """The control that waits for its second touch; empty: none."""
        waits = self.control and 0 <= now_ms - self.at_ms < self.lasts_ms
        return self.control if waits else ""

    def ask(self, control: str, now_ms: int) -> None:
        """Ask at once, as after a first touch of the control."""
        self.control, self.at_ms = control, now_ms

    def forget_other(self, control: str) -> None:
        """Forget a first touch of any control but this one, which is being worked."""
        if control != self.control:
            self.control = ""

    def touch(self, control: str, now_ms: int) -> bool:
        """A touch of the control: whether it is to be done now."""
        sure = self.asks(now_ms) == control
        self.control, self.at_ms = "" if sure else control, now_ms
        return sure
