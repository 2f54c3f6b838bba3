"""Acts that an exhibit accepts, as a log; and a child process that replays one.

``python -m tests.machines.accepted_acts ROOM FILE`` prints the digest that its replay comes to.
"""

import random
import sys
from pathlib import Path

from devices.refusal import RefusedError
from machines.exhibit import snapshot
from machines.exhibit.session import Session, read_log, replay
from machines.storage.registry import find_exhibit, make_exhibit

SLOW = ("plies.", "depth.", "house", "anaconda.contest", "flat")
"""Controls after which a choice takes seconds to compute."""
WAITS_US = (1, 1_000, 20_000, 200_000)
MOST_TRIES = 40


def control_values(room: str) -> list[tuple[str, int | str]]:
    """What can be touched there, and with which values."""
    spec = find_exhibit(room)
    exhibit = make_exhibit(spec)
    found: list[tuple[str, int | str]] = []
    for control in exhibit.layout.controls():
        found += [(f"{spec.place}.{control.id}", value) for value in (1, 0)]
    for name, unit in exhibit.units.items():
        found += [(f"{name}.{control}", 1) for control in getattr(type(unit), "known", ())]
    return [one for one in found if not any(slow in one[0] for slow in SLOW)]


def accepted_log(room: str, acts: int, seed: int = 704) -> tuple[bytes, int]:
    """A log with so many accepted acts, and how many were refused on the way."""
    dice, lines = random.Random(seed), list[str]()
    exhibit = make_exhibit(find_exhibit(room))
    session = Session({room: exhibit}, lines.append)
    touched, accepted, refused = control_values(room), 0, 0
    while accepted < acts:
        control, value = dice.choice(touched)
        try:
            session.act(room, control, value)
            accepted += 1
        except RefusedError:
            refused += 1
        assert refused < MOST_TRIES * acts, f"{room} accepts too little"
        session.advance(room, dice.choice(WAITS_US))
        if session.finished(room) or accepted % 100 == 0:
            session.mark(room)
    session.end()
    return "".join(f"{line}\n" for line in lines).encode(), refused


def replayed_digest(room: str, log: bytes) -> str:
    """The digest to which a fresh exhibit comes; every digest in the log is met on the way."""
    exhibit = make_exhibit(find_exhibit(room))
    done = replay({room: exhibit}, read_log(log, f"{room}.log"))
    assert done.agrees, done.missed
    return snapshot.digest(exhibit.snapshot())


if __name__ == "__main__":
    print(replayed_digest(sys.argv[1], Path(sys.argv[2]).read_bytes()))
