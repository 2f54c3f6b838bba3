"""A Morph learner as bytes, and back.

The arrays of the database and the settings go into a snapshot (:mod:`machines.exhibit.snapshot`)
as they are.  Patterns, thousands of small values that never change, are written once each,
remembered, and put together when the learner is kept: that is done after every game.

    length (2 bytes)  b"M"  five signed bytes
    length (2 bytes)  b"G"  nodes (label, place each a byte)  edges (source, target, kind)
                            squares of the origin, its FEN

Each list is preceded by its length in a byte; without an origin the squares are missing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.exhibit.snapshot import pack, unpack
from machines.morph.aps.database import COLUMNS
from machines.morph.aps.system import Temperature
from machines.morph.patterns import (
    Edge,
    GraphPattern,
    MaterialPattern,
    Node,
    Origin,
    Pattern,
    graph_pattern,
    material_pattern,
)
from machines.morph.settings import LearnerConfig

VERSION = 1
"""Of the bytes."""


@dataclass
class LearnerSnapshot:
    """What the snapshot holds."""

    settings: LearnerConfig
    games: int
    temperature: Temperature | None
    patterns: bytes
    ids: npt.NDArray[np.int64]
    weights: npt.NDArray[np.float64]
    updates: npt.NDArray[np.int64]
    uses: npt.NDArray[np.int64]
    variance: npt.NDArray[np.float64]
    ages: npt.NDArray[np.int64]
    schemes: npt.NDArray[np.int64]
    given_out: int


def to_bytes(kept: LearnerSnapshot) -> bytes:
    """As a file has it."""
    return pack(kept, VERSION)


def from_bytes(data: bytes, where: str) -> tuple[LearnerSnapshot, list[Pattern]]:
    """What was kept, and its patterns, in their order.

    Raises RefusedError for bytes cut short, damaged, of another version, or that don't agree.
    """
    kept = unpack(data, LearnerSnapshot, VERSION, where)
    patterns = list(read_patterns(kept.patterns, where))
    for name in COLUMNS:
        count = len(getattr(kept, name))
        if count != len(patterns):
            raise RefusedError(where, f"has {len(patterns)} patterns and {count} of their {name}")
    if len(set(patterns)) < len(patterns):
        raise RefusedError(where, "has a pattern twice")
    return kept, patterns


def encode_pattern(pattern: Pattern) -> bytes:
    """One pattern as bytes, its length before it."""
    origin = None if isinstance(pattern, MaterialPattern) else pattern.origin
    return _encode_pattern(pattern, origin)


@lru_cache(maxsize=1 << 16)
def _encode_pattern(pattern: Pattern, origin: Origin | None) -> bytes:
    """Remembered by the origin too, in which patterns that are equal may differ."""
    if isinstance(pattern, MaterialPattern):
        body = b"M" + bytes(difference & 255 for difference in pattern.differences)
    else:
        parts = [b"G", bytes([len(pattern.nodes)])]
        parts += [bytes([node.label, node.place]) for node in pattern.nodes]
        parts.append(bytes([len(pattern.edges)]))
        parts += [bytes([edge.source, edge.target, edge.kind]) for edge in pattern.edges]
        if origin is not None:
            parts += [bytes(origin.squares), origin.fen.encode()]
        body = b"".join(parts)
    return len(body).to_bytes(2, "little") + body


def write_patterns(patterns: list[Pattern]) -> bytes:
    """All of them."""
    return b"".join(map(encode_pattern, patterns))


def read_patterns(data: bytes, where: str) -> Iterator[Pattern]:
    """The patterns that :func:`write_patterns` wrote, each checked."""
    at, number = 0, 0
    while at < len(data):
        length = int.from_bytes(data[at : at + 2], "little")
        body = data[at + 2 : at + 2 + length]
        here = f"{where}, pattern {number}"
        if len(body) < length:
            raise RefusedError(here, f"is cut short: {len(body)} of {length} bytes")
        yield decode_pattern(body, here)
        at += 2 + length
        number += 1


def decode_pattern(body: bytes, where: str) -> Pattern:
    if body[:1] == b"M" and len(body) == 6:
        return material_pattern([(byte ^ 128) - 128 for byte in body[1:]], where)
    if body[:1] != b"G":
        raise RefusedError(where, "is neither a graph nor material")
    try:
        return _read_graph(body, where)
    except (IndexError, UnicodeDecodeError) as error:
        raise RefusedError(where, "is cut short") from error


def _read_graph(body: bytes, where: str) -> GraphPattern:
    count = body[1]
    nodes = [Node(body[2 + 2 * n], body[3 + 2 * n]) for n in range(count)]
    at = 2 + 2 * count
    edges = [Edge(*body[at + 1 + 3 * n : at + 4 + 3 * n]) for n in range(body[at])]
    at += 1 + 3 * len(edges)
    origin = None
    if at < len(body):
        origin = Origin(body[at + count :].decode(), tuple(body[at : at + count]))
    return graph_pattern(nodes, edges, origin, where)
