"""The generator of all chance in the machines: sfc32, its state an array handed in.

Chris Doty-Humphrey's small fast counting generator (PractRand) has four words of 32 bits, kept here
in int64, so that nothing overflows and a kernel gives the same numbers as plain Python.  Whoever
holds the array holds all chance: a copy of it plays the same plays again.
"""

from typing import Annotated

import numpy as np
import numpy.typing as npt

from devices.annotations import Shape, Within
from machines.kernels.kernel import inner_kernel, kernel

WORD = 0xFFFFFFFF
State = Annotated[npt.NDArray[np.int64], Shape(4), Within(0, WORD)]
"""a, b, c and the counter, each 0..2**32 - 1."""

Words = tuple[int, int, int, int]
"""The same as values, which a kernel that draws by the million keeps in registers."""

ROUNDS_OF_SEEDING = 15


@inner_kernel("Tuple((int64,UniTuple(int64,4)))(UniTuple(int64,4))", inline="always")
def next_word(words: Words) -> tuple[int, Words]:
    """The next 32 bits, and the words after."""
    a, b, c, counter = words
    made = (a + b + counter) & WORD
    turned = (c << 21) | (c >> 11)
    return made, (
        b ^ (b >> 9),
        (c + (c << 3)) & WORD,
        (turned + made) & WORD,
        (counter + 1) & WORD,
    )


@inner_kernel("Tuple((int64,UniTuple(int64,4)))(int64,int64,UniTuple(int64,4))")
def draw_again(product: int, count: int, words: Words) -> tuple[int, Words]:
    """What :func:`draw` does where the lower word of ``product`` might favour some numbers."""
    least = (1 << 32) % count
    while product & WORD < least:
        made, words = next_word(words)
        product = made * count
    return product >> 32, words


@inner_kernel("Tuple((int64,UniTuple(int64,4)))(int64,UniTuple(int64,4))")
def draw_far(count: int, words: Words) -> tuple[int, Words]:
    """What :func:`draw` does for counts that two words are needed for."""
    while True:
        high, words = next_word(words)
        low, words = next_word(words)
        drawn = (high << 30) | (low >> 2)
        if drawn < (1 << 62) - (1 << 62) % count:
            return drawn % count, words


@inner_kernel("Tuple((int64,UniTuple(int64,4)))(int64,UniTuple(int64,4))", inline="always")
def draw(count: int, words: Words) -> tuple[int, Words]:
    """0..count-1, each with exactly the same chance, and the words after; ``count``: 1..2**61.

    Lemire's way: the upper word of a product, drawn again where the lower would favour some.
    """
    if count >= 1 << 31:
        return draw_far(count, words)
    made, words = next_word(words)
    product = made * count
    if product & WORD < count:
        return draw_again(product, count, words)
    return product >> 32, words


@kernel("int64(int64[::1])", inline="always")
def word(state: State) -> int:
    """The next 32 bits."""
    made, words = next_word((state[0], state[1], state[2], state[3]))
    state[0], state[1], state[2], state[3] = words
    return made


@kernel("int64(int64,int64[::1])", inline="always")
def below(count: int, state: State) -> int:
    """0..count-1, as :func:`draw` draws it."""
    drawn, words = draw(count, (state[0], state[1], state[2], state[3]))
    state[0], state[1], state[2], state[3] = words
    return drawn


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
