"""The processor's own instructions on words, for kernels: how many ones, the lowest, the highest.

numba has no word for them.  Each is plain Python here and one instruction where a kernel calls it.
"""

from typing import Any

import numba.types
import numpy as np
from numba.extending import intrinsic, overload


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


def _population(typing_context: Any, word: Any) -> Any:
    """How numba is to compile :func:`popcount`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return (word(word), generate) if isinstance(word, numba.types.Integer) else None


def _trailing(typing_context: Any, word: Any) -> Any:
    """How numba is to compile :func:`lowest`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        never_zero = context.get_constant(numba.types.boolean, True)
        return builder.cttz(arguments[0], never_zero)

    return (word(word), generate) if isinstance(word, numba.types.Integer) else None


def _leading(typing_context: Any, word: Any) -> Any:
    """How numba is to compile :func:`zeros_above`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        never_zero = context.get_constant(numba.types.boolean, True)
        return builder.ctlz(arguments[0], never_zero)

    return (word(word), generate) if isinstance(word, numba.types.Integer) else None


_population_count: Any = intrinsic(_population)
_trailing_zeros: Any = intrinsic(_trailing)
_leading_zeros: Any = intrinsic(_leading)


@overload(popcount)
def _popcount(word: Any) -> Any:
    def compiled(word: Any) -> Any:
        return _population_count(word)

    return compiled


@overload(lowest)
def _lowest(word: Any) -> Any:
    def compiled(word: Any) -> Any:
        return _trailing_zeros(word)

    return compiled


@overload(zeros_above)
def _zeros_above(word: Any) -> Any:
    def compiled(word: Any) -> Any:
        return _leading_zeros(word)

    return compiled
