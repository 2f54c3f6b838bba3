"""What the 704 holds of the memory tape, and what it has learned since the last merge.

The directory of the tape; five or more of its records, the one held longest given up when another
needs its room; the new boards of actual play; and what became of boards whose record was given up
again, so that nothing is lost before the merge (Samuel 1959, "Cataloging and culling").  The
look-ahead reads ``rows`` and ``directory`` through :func:`machines.samuel.rote.lookup.look_up` and
halves the age of a row that it uses; when it wants a record that isn't held, whoever has the tape
calls :meth:`Memory.bring`.

New boards aren't looked up before they have been merged; a board of a held record that is met again
has its new score at once.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from machines.games.draughts.board import Position
from machines.samuel.rote import lookup
from machines.samuel.rote.keys import KINGS, key_of
from machines.samuel.rote.lookup import Rows
from machines.samuel.rote.merge import Board, Changes, Counts, Kept, Saved, join, put_in
from machines.samuel.rote.records import MOST_PLY, PLAIN_WORDS, Limits, board_words
from machines.samuel.rote.standard import standard_of


@dataclass
class Statistics:
    """What has happened, from the first board on."""

    looked_up: int = 0  # Boards of the look-ahead that were looked up
    found: int = 0
    brought: int = 0  # Records read from the tape
    saved: int = 0  # Boards of actual play
    updated: int = 0  # Of these, boards known to be in the memory already
    merges: int = 0
    added: int = 0
    forgotten: int = 0
    culled: int = 0


@dataclass
class Memory:
    """A value: all that rote learning remembers between two acts.

    ``rows`` int64[n, 6] are the records held, the one held longest first; ``directory``
    int64[m, 4] (columns in :mod:`machines.samuel.rote.lookup`).
    """

    limits: Limits = field(default_factory=Limits)
    directory: lookup.Directory = field(default_factory=lookup.no_lines)
    rows: Rows = field(default_factory=lookup.no_rows)
    as_brought: Rows = field(default_factory=lookup.no_rows)
    """The rows as they stand on the tape."""
    held: list[int] = field(default_factory=list)
    """Lines of the directory, in the order of the rows."""
    changed: dict[int, dict[Board, Kept]] = field(default_factory=dict)
    """By key: boards that had changed when their record was given up."""
    new: dict[int, dict[Board, Saved]] = field(default_factory=dict)
    """By key: boards saved that aren't in a held record."""
    since_merge: int = 0
    """Boards saved since the last merge."""
    statistics: Statistics = field(default_factory=Statistics)

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        lookup.check_tables(self.rows, self.directory)
        held = np.flatnonzero(self.directory[:, lookup.FIRST] >= 0)
        if sorted(self.held) != held.tolist() or len(self.as_brought) != len(self.rows):
            raise ValueError("the records held are not those that it says")

    @property
    def boards(self) -> int:
        """Boards on the tape."""
        return int(self.directory[:, lookup.COUNT].sum())

    @property
    def words_held(self) -> int:
        """Words that the records held take."""
        lines = self.directory[self.held]
        return int(
            (lines[:, lookup.COUNT] * (PLAIN_WORDS + (lines[:, lookup.KEY] >> KINGS & 1))).sum()
        )

    @property
    def merge_due(self) -> bool:
        """Whether it is time for a merge."""
        return self.since_merge >= self.limits.merge_after

    def save(self, position: Position, score: int, ply: int) -> None:
        """Remember a board of actual play with its backed-up score.

        ``score`` is for the side to move, in the look-ahead's units; ``ply`` the plies over which
        it has been backed up.  A board that is known takes the new score and ply and is refreshed.
        """
        board = standard_of(position)
        key = int(key_of(*board))
        ply = min(ply, MOST_PLY)
        self.since_merge += 1
        self.statistics.saved += 1
        row = self._row(key, board)
        if row >= 0:
            join(self.rows, row, (score, ply, 1))
        elif (kept := self.changed.get(key, {}).get(board)) is not None:
            self.changed[key][board] = (score, kept[1] >> 1, ply)
        else:
            times = self.new.setdefault(key, {}).get(board, (0, 0, 0))[2]
            self.new[key][board] = (score, ply, times + 1)
            if not times:
                return
        self.statistics.updated += 1

    def bring(self, line: int, rows: Rows) -> None:
        """Hold the record of a line of the directory, ``rows`` as they stand on the tape.

        Records held longest are given up for it as needed; one that is held already stays.
        """
        if self.directory[line, lookup.FIRST] >= 0:
            return
        self._make_room(self._words(line))
        self._hold([(line, rows)])
        self.statistics.brought += 1

    def pass_over(self, line: int) -> None:
        """Don't bring that record for this move: its boards count as not found.

        For a machine that reads its tape in its own time, where a large memory would have it
        search for a hundred records a move; the paper's called for three or four.
        """
        self.directory[line, lookup.FIRST] = lookup.PASSED_OVER

    def next_move(self) -> None:
        """What was passed over may be brought again."""
        first = self.directory[:, lookup.FIRST]
        first[first == lookup.PASSED_OVER] = lookup.NOT_HELD

    def bring_all(self, records: Iterable[Rows]) -> None:
        """Hold every record of the directory, in its order; no matter how many words they take."""
        self.give_up_all()
        self._hold(list(enumerate(records)))
        self.statistics.brought += len(self.held)

    def give_up_all(self) -> None:
        """Hold no record any more."""
        self._note_changes(len(self.rows), self.changed)
        self.directory[self.held, lookup.FIRST] = lookup.NOT_HELD
        self.rows, self.as_brought, self.held = lookup.no_rows(), lookup.no_rows(), []

    def count_look_ups(self, looked_up: int, found: int) -> None:
        """Add a look-ahead's look-ups to the statistics."""
        self.statistics.looked_up += looked_up
        self.statistics.found += found

    def changes(self) -> Changes:
        """What the next merge has to bring in; nothing is given up for it."""
        changed = {key: dict(boards) for key, boards in self.changed.items()}
        self._note_changes(len(self.rows), changed)
        return Changes(changed, {key: dict(boards) for key, boards in self.new.items()})

    @property
    def keys_held(self) -> frozenset[int]:
        """The keys of the records held."""
        return frozenset(self.directory[self.held, lookup.KEY].tolist())

    def renew(self, directory: Rows, counts: Counts, passed: Mapping[int, Rows]) -> None:
        """Begin anew with the tape that a merge has made.

        ``passed`` are the records of :attr:`keys_held` as they are now, by key: they went through
        memory in the merge, and stay as far as there is room.
        """
        keys = self.directory[self.held, lookup.KEY].tolist()
        self.directory = directory.copy()
        self.directory[:, lookup.FIRST] = lookup.NOT_HELD
        self.rows, self.as_brought, self.held = lookup.no_rows(), lookup.no_rows(), []
        self.changed, self.new, self.since_merge = {}, {}, 0
        stay: list[tuple[int, Rows]] = []
        room = self.limits.held_words
        for key in reversed([key for key in keys if key in passed]):
            line = int(lookup.line_of(key, self.directory))
            room -= self._words(line)
            if room < 0:
                break
            stay.append((line, passed[key]))
        self._hold(stay[::-1])
        self.statistics.merges += 1
        self.statistics.added += counts.added
        self.statistics.forgotten += counts.forgotten
        self.statistics.culled += counts.culled

    def _row(self, key: int, board: Board) -> int:
        """The row of a board in a held record, else negative."""
        line = lookup.line_of(key, self.directory)
        if line < 0 or self.directory[line, lookup.FIRST] < 0:
            return lookup.NOT_HELD
        first = int(self.directory[line, lookup.FIRST])
        end = first + int(self.directory[line, lookup.COUNT])
        return int(lookup.row_of(*board, self.rows, first, end))

    def _words(self, line: int) -> int:
        key, count = int(self.directory[line, lookup.KEY]), int(self.directory[line, lookup.COUNT])
        return count * board_words(key)

    def _make_room(self, words: int) -> None:
        while self.held and self.words_held + words > self.limits.held_words:
            self._give_up_oldest()

    def _hold(self, records: list[tuple[int, Rows]]) -> None:
        """Put records behind those held; what is known of their boards is put in.

        Raises ValueError where one isn't as long as the directory says: kernels look at no bounds.
        """
        if any(len(rows) != self.directory[line, lookup.COUNT] for line, rows in records):
            raise ValueError("a record has other boards than the directory says")
        end = len(self.rows)
        self.rows = np.concatenate((self.rows, *(rows for _, rows in records)))
        self.as_brought = np.concatenate((self.as_brought, *(rows for _, rows in records)))
        for line, rows in records:
            self.directory[line, lookup.FIRST] = end
            end += len(rows)
            self.held.append(line)
            self._put_in(line)

    def _put_in(self, line: int) -> None:
        """Bring a record just read up to what has happened since the last merge."""
        key, first, count, _ = map(int, self.directory[line])
        rows = self.rows[first : first + count]
        put_in(rows, self.changed.pop(key, {}))
        new = self.new.pop(key, {})
        for board in list(new):
            row = lookup.row_of(*board, rows, 0, count)
            if row >= 0:
                join(rows, row, new.pop(board))
        if new:
            self.new[key] = new

    def _give_up_oldest(self) -> None:
        line = self.held.pop(0)
        count = int(self.directory[line, lookup.COUNT])
        self._note_changes(count, self.changed)
        self.directory[line, lookup.FIRST] = lookup.NOT_HELD
        self.directory[self.held, lookup.FIRST] -= count
        self.rows = self.rows[count:].copy()
        self.as_brought = self.as_brought[count:].copy()

    def _note_changes(self, count: int, changed: dict[int, dict[Board, Kept]]) -> None:
        """Add the boards among the first ``count`` rows that aren't as they stand on the tape."""
        rows = self.rows[:count]
        differ = (rows != self.as_brought[:count]).any(axis=1)
        for black, white, kings, score, age, ply in rows[differ].tolist():
            key = int(key_of(black, white, kings))
            changed.setdefault(key, {})[black, white, kings] = (score, age, ply)
