"""Machine time: how a length of it is written, and the speeds at which it passes."""

from typing import Literal

Speed = Literal["step", "authentic", "x10", "x100", "flat"]
SPEEDS: tuple[Speed, ...] = ("step", "authentic", "x10", "x100", "flat")


def format_duration(us: int) -> str:
    """Hours, minutes and seconds, as ``"0:03:10"``, of a time in microseconds."""
    minutes, seconds = divmod(us // 1_000_000, 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{seconds:02d}"
