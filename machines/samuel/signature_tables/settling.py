"""A board with a jump to be made, played on until there is none, as a kernel.

In the midst of an exchange a piece more or less says nothing, and few terms mean anything.  So the
jumps are played out first, each side jumping as leaves it the most material (man 2, king 3), and of
equal jumps the first: the board at the end of that line is what is measured.
"""

import numpy as np
import numpy.typing as npt

from machines.games.draughts.kernels import (
    MOST_MOVES,
    apply_move,
    empty_squares,
    jump_words,
    list_moves,
)
from machines.kernels.kernel import inner_kernel
from machines.samuel.parameters import material

Words = npt.NDArray[np.int64]

JUMPS = 24
"""A line of jumps takes a piece each, so that it is no longer than there are pieces."""
LOWEST = -1000


def new_jumps() -> Words:
    """Scratch of :func:`settle`: a line's moves, int64[JUMPS + 1, MOST_MOVES]."""
    return np.zeros((JUMPS + 1, MOST_MOVES), dtype=np.int64)


@inner_kernel("boolean(int64,int64,int64,int64)")
def has_jump(fa: int, ba: int, fp: int, bp: int) -> bool:
    """Whether the side to move has a jump, which it then must make."""
    ways = jump_words(fa, ba, fp | bp, empty_squares(fa, ba, fp, bp))
    return ways[0] | ways[1] | ways[2] | ways[3] != 0


@inner_kernel("UniTuple(int64,6)(int64,int64,int64,int64,int64,int64[:,::1])")
def settle(
    fa: int, ba: int, fp: int, bp: int, depth: int, jumps: Words
) -> tuple[int, int, int, int, int, int]:
    """What the side to move is ahead in material at the end of the jumps, and the board there.

    The board's four words are those of the side to move there; the last number is 1 if that is the
    other side than here.  ``depth``: jumps made so far.
    """
    if not has_jump(fa, ba, fp, bp):
        return material(fa, ba) - material(fp, bp), fa, ba, fp, bp, 0
    listed = jumps[depth]
    count = list_moves(fa, ba, fp, bp, listed)
    after = depth + 1
    best = LOWEST
    found = (fa, ba, fp, bp)
    turned = 0
    for i in range(count):
        g, c, f, b = apply_move(fa, ba, fp, bp, listed[i])
        ahead, g, c, f, b, other = settle(g, c, f, b, after, jumps)
        if -ahead > best:
            best = -ahead
            found = (g, c, f, b)
            turned = 1 - other
    return best, found[0], found[1], found[2], found[3], turned
