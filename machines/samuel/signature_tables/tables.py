"""The learned signature tables as a value, and as the bytes of a file.

``totals``, int64[phases, ENTRIES, 2], has for every entry the totals of agreement A and of
difference D; ``outputs``, int64[phases, ENTRIES], what the tables put out: -2..2 on the first
level, -7..7 on the second, thousandths of the correlation C on the third.  The entries of all nine
tables stand one behind the other (:data:`.arrangement.STARTS`); an entry speaks for the signature
of its number and, with the opposite sign, for the negative one.

The file is a snapshot (:mod:`machines.exhibit.snapshot`): a check sum over all of it, every
array's kind and shape checked, and nothing in it is executed.  It also says by which readings of
the terms the tables were learned (:func:`readings`), because with others their signatures would
mean something else.
"""

import zlib
from dataclasses import dataclass
from functools import cache
from typing import Self

import numpy as np
import numpy.typing as npt

from devices.annotations import check_within
from devices.refusal import RefusedError
from machines.exhibit import snapshot
from machines.games.draughts import Position, legal_moves, make
from machines.samuel.signature_tables.arrangement import (
    COUNT,
    ENTRIES,
    FIRST_VALUES,
    LEVELS,
    MOST_PHASES,
    SECOND_VALUES,
    STARTS,
)
from machines.samuel.signature_tables.signatures import count_terms, find_digits

Words = npt.NDArray[np.int64]

VERSION = 1
"""Of the bytes."""
FULL = 1000
"""What the third level puts out for C = 1."""
MOST_TOTAL = 1 << 50
MOST_NAME = 200
PASSES = 3
"""Over the games: one as in the paper, then one for each level above the first."""

MULTIPLIERS = (1, 3, 5, 7)
LINE_LENGTH = 70


@dataclass
class SignatureTables:
    """What was learned, and how far the learning has come."""

    totals: Words
    outputs: Words
    readings: int
    """Of the terms by which they were learned."""
    source: str = ""
    """The book games' file, by a digest; empty before the first."""
    games: int = 0
    """How many games the file has."""
    passes: int = PASSES
    """How often they are gone through."""
    done: int = 0
    """Games gone through, over all passes; ``games * passes`` when the learning is over."""
    boards: int = 0
    """Book moves counted in the first pass, of boards with more than one move."""
    settled: bool = True
    """Whether a book move's jumps were played out before its board was measured (.settling)."""

    @classmethod
    def blank(cls, phases: int = 1, passes: int = PASSES, settled: bool = True) -> Self:
        """Tables that have learned nothing: every board is worth 0."""
        return cls(
            np.zeros((phases, ENTRIES, 2), dtype=np.int64),
            np.zeros((phases, ENTRIES), dtype=np.int64),
            readings(),
            passes=passes,
            settled=settled,
        )

    @property
    def phases(self) -> int:
        """Stretches of the game that have tables of their own."""
        return int(self.outputs.shape[0])

    @property
    def finished(self) -> bool:
        """Whether all games have been gone through."""
        return self.done >= self.games * self.passes

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        phases = self.outputs.shape[0]
        if not 1 <= phases <= MOST_PHASES:
            raise ValueError(f"it has {phases} phases")
        if self.outputs.shape != (phases, ENTRIES) or self.totals.shape != (phases, ENTRIES, 2):
            raise ValueError("its tables have another size")
        check_within(0, MOST_TOTAL, totals=self.totals, games=self.games, boards=self.boards)
        check_within(1, PASSES, passes=self.passes)
        check_within(0, self.games * self.passes, done=self.done)
        for (first, behind), most in zip(LEVELS, (FIRST_VALUES, SECOND_VALUES), strict=False):
            part = slice(STARTS[first], STARTS[behind])
            check_within(-(most // 2), most // 2, outputs=self.outputs[:, part])
        check_within(-FULL, FULL, outputs=self.outputs)
        if self.outputs[:, list(STARTS)].any():
            raise ValueError("a signature that is its own negative has a value")
        if len(self.source) > MOST_NAME:
            raise ValueError("the digest of its games is too long")

    def to_bytes(self) -> bytes:
        """As a file has it."""
        return snapshot.pack(self, VERSION)

    @classmethod
    def from_bytes(cls, data: bytes, where: str = "signature tables") -> Self:
        """What :meth:`to_bytes` wrote.

        Raises RefusedError for bytes cut short or damaged, for another size or a value out of
        range, and for tables learned by other readings of the terms.
        """
        found = snapshot.unpack(data, cls, VERSION, where)
        if found.readings != readings():
            raise RefusedError(
                where, "was learned by other readings of the terms; expected to be learned anew"
            )
        return found


@cache
def readings() -> int:
    """A check number of what the parameters count: it changes when a term's reading does.

    CRC-32 of the raw and quantised counts on the boards of four fixed lines of play.
    """
    check = 0
    counts = np.zeros(COUNT, dtype=np.int64)
    for multiplier in MULTIPLIERS:
        position = Position.start()
        for ply in range(LINE_LENGTH):
            moves = legal_moves(position)
            if not moves:
                break
            position = make(position, moves[(multiplier * ply + 3) % len(moves)])
            for find in (count_terms, find_digits):
                find(*position.words(), int(position.black_to_move), counts)
                check = zlib.crc32(counts.astype("<i8").tobytes(), check)
    return check
