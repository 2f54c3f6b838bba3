"""The far end of a panel's line in a process of its own: it takes none of the machine's time.

    python -m tests.bench.panel_far MODE

prints the port, and ends with its standard input.  MODE: ``connected`` reads at 115200 baud,
``slow`` at 9600, ``stuck`` answers for a moment and then takes nothing more, ``pressed`` is like
``connected``, and a finger moves a key; when, in microseconds, is printed, a line each.  ``storm``
waits for a line, then every contact of it chatters, each EDGES_A_SECOND times a second.
"""

import random
import select
import sys
import time

from devices.link.port import now_us
from firmware_sim.line import BAUD
from tests.machines.museum.panel.panel_rig import Rig

SLOW_BAUD = 9_600
STUCK_S = 0.3
PRESSES = 600
KEY = "key.21"
EDGES_A_SECOND = 20


def press(far: Rig) -> None:
    """Down and up by turns, at no particular moment of anything."""
    chance = random.Random(704)
    time.sleep(2.0)
    for k in range(PRESSES):
        time.sleep(chance.uniform(0.08, 0.13))
        at_us = now_us()
        far.put(KEY, k % 2 == 0)
        print(at_us, flush=True)


def storm(far: Rig) -> None:
    """Worn contacts, none in step with another, until standard input ends."""
    sys.stdin.readline()
    contacts = len(far.controls)
    began, edges = time.monotonic(), 0
    while not select.select([sys.stdin], [], [], 0)[0]:
        due = int((time.monotonic() - began) * EDGES_A_SECOND * contacts)
        for edge in range(edges, due):
            turn, contact = divmod(edge, contacts)
            (far.line.release if turn % 2 else far.line.press)(contact)
        edges = due
        time.sleep(0.001)
    print(edges, flush=True)


def main(mode: str) -> None:
    far = Rig("ibm704")
    far.line.baud = SLOW_BAUD if mode == "slow" else BAUD
    far.line.reset()
    with far.line:
        print(far.port, flush=True)
        if mode == "stuck":
            while not far.panel.accepted:
                time.sleep(0.01)
            far.line._stuck_us = 1 << 62
        if mode == "pressed":
            press(far)
        if mode == "storm":
            storm(far)
        sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1])
