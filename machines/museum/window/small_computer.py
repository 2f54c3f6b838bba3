"""What a small computer's window is: 1280 x 720 dots, 30 pictures a second; and the smallest.

A Raspberry Pi 4 or 5 draws that with time to spare for the machine.  Nothing else differs.
"""

from pathlib import Path

FRAME_RATE = 60
SIZE = (1920, 1080)
SMALL_FRAME_RATE = 30
SMALL_SIZE = (1280, 720)
SMALLEST = (800, 480)
"""The usual small touch screen, also upright; in fewer dots the bar can't be read."""
LEAST_RATE, MOST_RATE = 30, 240
"""Below 25 a museum is in trouble (machines.museum.curator.status)."""
MODEL = Path("/proc/device-tree/model")
"""Where Linux tells which board it runs on."""
BOARDS = ("Raspberry Pi",)


def is_too_small(size: tuple[int, int]) -> bool:
    """Whether a window of that size has too few dots for the museum."""
    return max(size) < SMALLEST[0] or min(size) < SMALLEST[1]


def is_small(model: Path = MODEL) -> bool:
    """Whether this is a computer that is known to be small."""
    try:
        return model.read_text(encoding="utf-8", errors="replace").startswith(BOARDS)
    except OSError:  # it is no such board
        return False
