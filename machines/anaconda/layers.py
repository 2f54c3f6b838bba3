"""A fully connected layer in the processor's vectors: what a compiler doesn't find by itself.

The weights stand by inputs: row j holds what input j gives to each node.  All sums of a layer stay
in registers while the inputs go by, so that nothing is added across a vector; loops that numba
compiled took two to three times as long, whichever way round.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from machines.kernels.kernel_cache import TELL_NUMBA, strict_float

Floats = npt.NDArray[np.float32]

SUM_FLAGS = () if strict_float() else ("fast",)
"""What a sum may be made of: see machines.kernels.kernel.FLOAT_SUMS."""
LANES = 8
"""Floats in a vector of 256 bits."""
AT_ONCE = 2
"""Inputs whose sums are kept apart, so that none waits for the one before."""


def layer_40(net: Floats, at: int, nodes: Floats, source: int, inputs: int, target: int) -> None:
    """nodes[target : target + 40] = the inputs nodes[source : source + inputs] times the rows of
    40 from net[at] on; ``inputs`` is even."""
    _layer(40, net, at, nodes, source, inputs, target)


def layer_16(net: Floats, at: int, nodes: Floats, source: int, inputs: int, target: int) -> None:
    """The same for rows of 16."""
    _layer(16, net, at, nodes, source, inputs, target)


def _layer(
    width: int, net: Floats, at: int, nodes: Floats, source: int, inputs: int, target: int
) -> None:
    rows = net[at : at + inputs * width].reshape(inputs, width)
    sums = np.zeros((AT_ONCE, width), dtype=np.float32)  # in the order of what is compiled
    for j in range(inputs):
        sums[j % AT_ONCE] += nodes[source + j] * rows[j]
    nodes[target : target + width] = sums[0] + sums[1]


def _tell_numba(plain: Callable[..., None], width: int) -> None:
    """How it is to compile that layer, for rows of ``width``."""
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic, overload
    from numba.np import arrayobj

    array_of: Any = arrayobj.make_array
    vector = ir.VectorType(ir.FloatType(), LANES)
    zeros = ir.Constant(vector, [0.0] * LANES)
    lanes = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    parts = width // LANES

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        net, at, nodes, source, inputs, target = arguments
        weights = array_of(signature.args[0])(context, builder, net).data
        values = array_of(signature.args[2])(context, builder, nodes).data
        word = at.type

        def wide(pointer: Any, index: Any, part: int) -> Any:
            place = builder.add(index, ir.Constant(word, part * LANES))
            return builder.bitcast(builder.gep(pointer, [place]), vector.as_pointer())

        before = builder.block
        loop = builder.append_basic_block("inputs")
        after = builder.append_basic_block("summed")
        builder.branch(loop)
        builder.position_at_end(loop)
        done = builder.phi(word)
        sums = [builder.phi(vector) for _ in range(parts * AT_ONCE)]
        done.add_incoming(ir.Constant(word, 0), before)
        further = []
        for k in range(AT_ONCE):
            j = builder.add(done, ir.Constant(word, k))
            value = builder.load(builder.gep(values, [builder.add(source, j)]))
            first = builder.insert_element(zeros, value, ir.Constant(ir.IntType(32), 0))
            every = builder.shuffle_vector(first, zeros, lanes)
            row = builder.add(at, builder.mul(j, ir.Constant(word, width)))
            for part in range(parts):
                some = builder.load(wide(weights, row, part), align=4)
                product = builder.fmul(some, every, flags=SUM_FLAGS)
                so_far = sums[k * parts + part]
                further.append(builder.fadd(so_far, product, flags=SUM_FLAGS))
        then = builder.add(done, ir.Constant(word, AT_ONCE))
        done.add_incoming(then, loop)
        for so_far, sum_now in zip(sums, further, strict=True):
            so_far.add_incoming(zeros, before)
            so_far.add_incoming(sum_now, loop)
        builder.cbranch(builder.icmp_signed("<", then, inputs), loop, after)
        builder.position_at_end(after)
        for part in range(parts):
            total = further[part]
            for k in range(1, AT_ONCE):
                total = builder.fadd(total, further[k * parts + part], flags=SUM_FLAGS)
            builder.store(total, wide(values, target, part), align=4)
        return context.get_dummy_value()

    def typed(
        typing_context: Any,
        net: Any,
        at: Any,
        nodes: Any,
        source: Any,
        inputs: Any,
        target: Any,
    ) -> Any:
        count = types.int64
        return types.void(net, count, nodes, count, count, count), generate

    times: Any = intrinsic(typed)

    @overload(plain)
    def _layer_of(net: Any, at: Any, nodes: Any, source: Any, inputs: Any, target: Any) -> Any:
        def compiled(net: Any, at: Any, nodes: Any, source: Any, inputs: Any, target: Any) -> Any:
            times(net, at, nodes, source, inputs, target)

        return compiled


TELL_NUMBA += [partial(_tell_numba, layer_40, 40), partial(_tell_numba, layer_16, 16)]
