"""The runs of Figs 7 to 9 (Michie 1963) as measured from the scans, to hold ours against.

Blocks of 100 plays: Nought's wins / Nought's wins and draws, each within about 1.
"""

import numpy as np

from machines.kernels.generator import generator_state
from machines.pegasus.odds import Reinforcement
from machines.pegasus.players import read_player
from machines.pegasus.program import Pegasus, blocks

PRINTED = {
    ("learn", "distinct"): (
        "56/71 78/84 88/90 90/92 98/99 86/92 93/100 96/98 98/99 94/97",
        "65/80 89/93 89/96 93/95 94/100 94/100 94/100 95/100",
    ),
    ("distinct", "learn"): (
        "58/70 35/45 26/41 21/40 17/28 5/18 8/20 9/17 13/24 5/11",
        "49/57 36/58 33/41 27/35 23/33 15/33 12/22 8/16 11/19 5/17",
    ),
    ("learn", "learn"): (
        "67/75 68/87 34/100 19/100 9/100 8/100",
        "55/63 64/72 74/88 66/85 14/78 0/90 1/96 4/95",
    ),
}
"""By who sits on either side: Fig. 7, Fig. 8, Fig. 9."""


def inside(runs: int, seed: int) -> int:
    """How many of the 52 blocks have Nought's wins within the central 95% of that many runs."""
    counted = 0
    for (nought, cross), printed in PRINTED.items():
        wins = np.empty((runs, 10), dtype=np.int64)
        for run, child in enumerate(np.random.SeedSequence(seed).spawn(runs)):
            program = Pegasus(
                read_player(nought), read_player(cross), Reinforcement(), generator_state(child)
            )
            wins[run] = blocks(program.play(1000))[:, 0]
        low, high = np.percentile(wins, (2.5, 97.5), axis=0)
        for text in printed:
            for block, pair in enumerate(text.split()):
                counted += bool(low[block] <= int(pair.split("/")[0]) <= high[block])
    return counted
