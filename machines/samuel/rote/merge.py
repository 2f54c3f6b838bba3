"""The merge: an old memory tape and what happened since make a new memory tape.

"... newly acquired board positions are saved in the memory until a reasonable number have been
accumulated, and they are then merged with those on the 'memory tape' and a new memory tape is
produced" (Samuel 1959).  Record by record, in the order of the keys, so that one tape unit can read
while another writes.  For every board:

1. what happened to it in memory (its age halved by each use, a new score) is put in;
2. a new board that is on the tape already is one board with it: it takes the new score and ply, and
   its age is halved for each time it was saved ("either to update its score or to utilize it in the
   look-ahead procedure, the age ... is divided by two"); any other begins at the initial age,
   halved for each time that it was saved again;
3. its age is raised by one; at the maximum age it is expunged;
4. a record of more boards than the largest allowed keeps those of the greatest effective ply, the
   younger first among equals, the lesser words among these (docs/sources/samuel.md item 20).
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from machines.kernels.kernel import kernel
from machines.samuel.rote.lookup import (
    AGE,
    BLACK,
    COLUMNS,
    EFFECTIVE_PLY,
    KINGS,
    SCORE_KEPT,
    WHITE,
    Rows,
    no_rows,
    row_of,
)
from machines.samuel.rote.records import Limits, MemoryRecord, ascending

Board = tuple[int, int, int]
"""Black, White and kings of a standard board, in the 704's words."""
Kept = tuple[int, int, int]
"""Score, age and effective ply of a board that is on the tape, as they are now."""
Saved = tuple[int, int, int]
"""Score, effective ply, and how often it was saved, of a board not known to be on the tape."""


@dataclass
class Changes:
    """What a merge has to bring in, by key and board."""

    changed: dict[int, dict[Board, Kept]] = field(default_factory=dict)
    """Boards of the tape; one that isn't there after all is passed over."""
    new: dict[int, dict[Board, Saved]] = field(default_factory=dict)


@dataclass
class Counts:
    """What a merge came to, in boards."""

    added: int = 0
    joined: int = 0  # New boards that were on the tape already
    forgotten: int = 0
    culled: int = 0
    boards: int = 0  # On the new tape
    words: int = 0  # For these boards: the paper had 3.8 for each


def merge(
    old: Iterable[MemoryRecord], changes: Changes, limits: Limits, counts: Counts
) -> Iterator[MemoryRecord]:
    """The records of the new tape, ascending by key like those of the ``old``.

    Neither the old records nor the changes are altered; ``counts`` is added to as records come.
    """
    waiting = deque(sorted(changes.new))
    for record in old:
        while waiting and waiting[0] < record.key:
            yield from _if_any(MemoryRecord(waiting.popleft(), no_rows()), changes, limits, counts)
        if waiting and waiting[0] == record.key:
            waiting.popleft()
        yield from _if_any(record, changes, limits, counts)
    for key in waiting:
        yield from _if_any(MemoryRecord(key, no_rows()), changes, limits, counts)


def _if_any(
    record: MemoryRecord, changes: Changes, limits: Limits, counts: Counts
) -> Iterator[MemoryRecord]:
    """The record as it is on the new tape, unless nothing is left of it."""
    key, rows = record.key, record.rows.copy()
    put_in(rows, changes.changed.get(key, {}))
    if key in changes.new:
        rows = _joined(rows, changes.new[key], limits, counts)
    if forgotten := increment_ages(rows, limits.maximum_age):
        counts.forgotten += forgotten
        rows = np.ascontiguousarray(rows[rows[:, AGE] < limits.maximum_age])
    if len(rows) > limits.largest_record:
        counts.culled += len(rows) - limits.culled_record
        rows = keep_deepest(rows, limits.culled_record)
    if len(rows):
        made = MemoryRecord(key, rows)
        counts.boards += len(rows)
        counts.words += made.words
        yield made


@kernel("int64(int64[:,::1],int64)")
def increment_ages(rows: Rows, maximum: int) -> int:
    """Raise every age by one; how many boards have reached the maximum."""
    reached = 0
    for row in range(rows.shape[0]):
        rows[row, AGE] += 1
        if rows[row, AGE] >= maximum:
            reached += 1
    return reached


def put_in(rows: Rows, changed: dict[Board, Kept]) -> None:
    """Put scores, ages and plies into the rows of a record."""
    for board, kept in changed.items():
        row = row_of(*board, rows, 0, len(rows))
        if row >= 0:
            rows[row, SCORE_KEPT:] = kept


def join(rows: Rows, row: int, saved: Saved) -> None:
    """Make one board of a row and a board that was saved."""
    score, ply, times = saved
    rows[row, SCORE_KEPT] = score
    rows[row, AGE] >>= times
    rows[row, EFFECTIVE_PLY] = ply


def _joined(rows: Rows, new: dict[Board, Saved], limits: Limits, counts: Counts) -> Rows:
    """The rows of a record with new boards."""
    added: list[tuple[int, ...]] = []
    for board, (score, ply, times) in new.items():
        row = row_of(*board, rows, 0, len(rows))
        if row >= 0:
            join(rows, row, (score, ply, times))
        else:
            added.append((*board, score, limits.initial_age >> times - 1, ply))
    counts.added += len(added)
    counts.joined += len(new) - len(added)
    if not added:
        return rows
    more = np.array(added, dtype=np.int64).reshape(-1, COLUMNS)
    return ascending(np.concatenate((rows, more)))


def keep_deepest(rows: Rows, left: int) -> Rows:
    """The ``left`` rows of the greatest ply, the younger first, in the order of a record."""
    order = np.lexsort(
        (rows[:, KINGS], rows[:, WHITE], rows[:, BLACK], rows[:, AGE], -rows[:, EFFECTIVE_PLY])
    )
    return ascending(rows[order[:left]])
