"""Two kernels that compile in a moment, one within the other."""

from machines.kernels.kernel import inner_kernel, kernel


@inner_kernel("int64(int64)")
def triple(number: int) -> int:
    return 3 * number


@kernel("int64(int64)")
def answer(number: int) -> int:
    return triple(number) + 1
