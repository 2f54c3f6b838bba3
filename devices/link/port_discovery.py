"""The ports that ``--panel auto`` asks for a panel, by HELLO.

First what MATCHBOX704_PANELS names (ports or URLs, with commas between): pseudo-terminals of
simulated panels and far ports, which no system lists.  Then the system's serial ports, those on USB
first.  A round asks each for at most a second; a board with a boot loader, which restarts when its
port is opened, takes longer, so later rounds wait longer.
"""

from collections.abc import Mapping, Sequence

NAMED = "MATCHBOX704_PANELS"
FIRST_ROUND_US = 1_000_000
LATER_ROUNDS_US = 3_000_000


def candidates(listed: Sequence[str], environment: Mapping[str, str]) -> list[str]:
    """The ports to ask, in order, each once; ``listed`` are the system's."""
    named = (one.strip() for one in environment.get(NAMED, "").split(","))
    return list(dict.fromkeys([*filter(None, named), *listed]))


def patience_us(round_: int) -> int:
    """How long a port is asked in this round, 0 being the first."""
    return LATER_ROUNDS_US if round_ else FIRST_ROUND_US
