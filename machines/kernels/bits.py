"""The processor's own instructions on words, for kernels: how many ones, the lowest, the highest.

numba has no word for them.  Each is plain Python here and one instruction where a kernel calls it.
"""

from typing import Any

import numpy as np

from machines.kernels.kernel_cache import TELL_NUMBA

ONE: Any = np.int64(1)
ALL_ONES: Any = np.int64(-1)
"""In plain Python, too, ``ONE << 63`` is the sign, and what is taken of ``ALL_ONES`` comes to 0."""


def popcount(word: int) -> int:
    """How many of the 64 bits of ``word`` (-2**63 .. 2**63 - 1) are ones."""
    return (int(word) & 0xFFFFFFFFFFFFFFFF).bit_count()


def lowest(word: int) -> int:
    """The number 0..63 of the lowest one in ``word``, which isn't 0.

    In plain Python a numpy integer, so that ``1 << lowest(word)`` is the sign for bit 63.
    """
    return np.int64((int(word) & -int(word)).bit_length() - 1)  # type: ignore[return-value]


def zeros_above(word: int) -> int:
    """How many noughts stand above the highest one of the 64 bits of ``word``, which isn't 0."""
    return 64 - (int(word) & 0xFFFFFFFFFFFFFFFF).bit_length()


def _tell_numba() -> None:
    """How each is compiled."""
    from numba.core import types
    from numba.extending import intrinsic, overload

    def instruction(plain: Any, build: Any) -> None:
        """``build`` makes it of a builder and the word; both give what the word is of."""

        def typed(typing_context: Any, word: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                never_zero = context.get_constant(types.boolean, True)
                return build(builder, arguments[0], never_zero)

            return (word(word), generate) if isinstance(word, types.Integer) else None

        made: Any = intrinsic(typed)

        @overload(plain)
        def _compiled(word: Any) -> Any:
            def compiled(word: Any) -> Any:
                return made(word)

            return compiled

    instruction(popcount, lambda builder, word, never_zero: builder.ctpop(word))
    instruction(lowest, lambda builder, word, never_zero: builder.cttz(word, never_zero))
    instruction(zeros_above, lambda builder, word, never_zero: builder.ctlz(word, never_zero))


TELL_NUMBA.append(_tell_numba)
