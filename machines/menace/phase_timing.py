"""How long a person's hands take at the matchbox table, phase by phase.

"Authentic" speed is that of the hands: a play of four boxes takes about half a minute.  The phases
are those of machines.menace.scene; what isn't here waits for somebody.  The times are ours, but for
the shake, which may not be shorter than 1.5 s (docs/sources/menace.md).
"""

from machines.menace.scene import Phase
from machines.menace.tray import SHAKE_US, STROKES_US, TILT_US

THINK_US = 1_500_000
"""Another opponent looks at the board and marks a square."""
FIND_US = 1_500_000
"""The box of the position is found in the cabinet and pulled out."""
PLACE_US = 1_000_000
"""The bead is carried to the board and the mark drawn; a forced last mark takes as long."""
EMPTY_US = 2_000_000
"""Somebody looks into an empty box."""
REWARD_US = 1_000_000
"""A box gets its beads, or its bead goes to the cup, and the box goes back."""
PAUSE_US = 2_500_000
"""Between a play that is over and the next, where plays follow one another."""

LASTS: dict[Phase, int] = {
    "opponent": THINK_US,
    "finding": FIND_US,
    "shaking": SHAKE_US,
    "tilting": TILT_US,
    "placing": PLACE_US,
    "empty": EMPTY_US,
    "rewarding": REWARD_US,
}


def strokes(shaken_us: int) -> int:
    """Strokes of the hand after so long a shake."""
    return shaken_us // STROKES_US
