"""The generator of all chance in the machines: sfc32, its state an array handed in.

Chris Doty-Humphrey's small fast counting generator (PractRand) has four words of 32 bits, kept here
in int64, so that nothing overflows and a kernel gives the same numbers as plain Python.  Whoever
holds the array holds all chance: a copy of it plays the same plays again.
"""

from typing import Annotated

import numpy as np
import numpy.typing as npt

from devices.annotations import Shape, Within
from machines.kernel import inner_kernel, kernel

WORD = 0xFFFFFFFF
State = Annotated[npt.NDArray[np.int64], Shape(4), Within(0, WORD)]
"""a, b, c and the counter, each 0..2**32 - 1."""

ROUNDS_OF_SEEDING = 15


@kernel("int64(int64[::1])", inline="always")
def word(state: State) -> int:
    """The next 32 bits."""
    a, b, c, counter = state[0], state[1], state[2], state[3]
    made = (a + b + counter) & WORD
    state[0] = b ^ (b >> 9)
    state[1] = (c + (c << 3)) & WORD
    state[2] = (((c << 21) | (c >> 11)) + made) & WORD
    state[3] = (counter + 1) & WORD
    return made  # type: ignore[no-any-return]


@inner_kernel("int64(int64,int64,int64[::1])")
def draw_again(product: int, count: int, state: State) -> int:
    """What :func:`below` does where the lower word of ``product`` might favour some numbers."""
    least = (1 << 32) % count
    while product & WORD < least:
        product = word(state) * count
    return product >> 32


@inner_kernel("int64(int64,int64[::1])")
def far_below(count: int, state: State) -> int:
    """What :func:`below` does for counts that two words are needed for."""
    while True:
        drawn = (word(state) << 30) | (word(state) >> 2)
        if drawn < (1 << 62) - (1 << 62) % count:
            return drawn % count


@kernel("int64(int64,int64[::1])", inline="always")
def below(count: int, state: State) -> int:
    """0..count-1, each with exactly the same chance; ``count`` is 1..2**61.

    Lemire's way: the upper word of a product, drawn again where the lower would favour some.
    """
    if count >= 1 << 31:
        return far_below(count, state)
    product = word(state) * count
    if product & WORD < count:
        return draw_again(product, count, state)
    return product >> 32


def generator_state(seed: int | np.random.SeedSequence | np.random.Generator) -> State:
    """A state, shape (4,), from a seed, a seed sequence or numpy's generator (which moves on)."""
    if isinstance(seed, np.random.Generator):
        drawn = seed.integers(0, 1 << 32, size=3, dtype=np.int64)
    else:
        sequence = np.random.SeedSequence(seed) if isinstance(seed, int) else seed
        drawn = sequence.generate_state(3).astype(np.int64)
    state = np.array([*drawn, 1], dtype=np.int64)
    for _ in range(ROUNDS_OF_SEEDING):
        word(state)
    return state
