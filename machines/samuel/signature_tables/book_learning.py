"""Book learning: what the tables learn from the moves of a book game.

At each board of the game with n moves beside the book's, the book's move counts n for agreement in
every table, at the signature that it leads to, and each of the others 1 for difference; so a board
gives as much to either total.  An entry's correlation is C = (A - D) / (A + D): 1 if only book
moves led there, -1 if none did (docs/sources/samuel.md, section 13).  Of a negative signature A and
D change places, because it shares its entry with its positive one.

*Outputs.*  A table's C are quantised by magnitude so that each value is put out about equally often
over the boards that were counted; what was never met puts out 0.  The third level puts out C itself
in thousandths.  How the paper quantised isn't known here.

*Passes.*  In the first pass all levels are counted at once and the outputs computed anew every
:data:`INTERVAL` book moves, as in the paper.  A signature of the second and third level says what
the level below put out at that time, so that its totals mix what meant different things.  With few
games that is most of them; so there is a second pass that counts the second level anew, by the
first level as it then stands, and a third that does so for the third.  With ``passes`` 1 it is the
paper's way alone.

The tables are learned from this and rated by it, so that each board of a game is looked at once,
however often the game is gone through.  Boards with one legal move say nothing and are left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from machines.games.draughts import Move, Position, legal_moves
from machines.kernels.kernel import kernel
from machines.samuel.signature_tables.arrangement import (
    COUNT,
    ENTRIES,
    FIRST_VALUES,
    LEVELS,
    SECOND_VALUES,
    STARTS,
    TABLES,
)
from machines.samuel.signature_tables.signatures import (
    AT_OWN,
    AT_PIECES,
    ROW,
    find_signatures,
    measure_alternatives,
    new_measurements,
    phase_of,
)
from machines.samuel.signature_tables.tables import FULL, PASSES, SignatureTables

# -- A book game measured: at each of its boards every alternative move made, and which is the
#    book's ----------------------------------------------------------------------------------------

Small = npt.NDArray[np.int8]
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class MeasuredGame:
    """The alternatives of a game, board by board."""

    digits: Small
    """int8[alternatives, COUNT]: the quantised parameters of the board after each, for the side
    that has moved."""
    pieces: Small
    """int8[alternatives]: the pieces on that board."""
    material: Small
    """int8[alternatives, 2]: the material there (man 2, king 3) of that side and of the other."""
    starts: Counts
    """int64[boards + 1]: where each board's alternatives begin; behind the last, how many."""
    book: Counts
    """int64[boards]: which of all alternatives is the book's move."""

    @property
    def boards(self) -> int:
        """Boards with more than one legal move: the book moves that are learned from."""
        return len(self.book)


def measure_game(
    positions: Sequence[Position], moves: Sequence[Move], settled: bool
) -> MeasuredGame:
    """The game that goes from each position by the move that stands beside it.

    ``settled``: whether jumps that a move leads to are played out before its board is measured.
    Raises ValueError for a move that isn't legal there.
    """
    rows, *scratch = new_measurements()
    found, book, starts = [np.zeros((0, ROW), dtype=np.int8)], [], [0]
    for position, move in zip(positions, moves, strict=False):
        at = legal_moves(position).index(move)
        black = int(position.black_to_move)
        count = measure_alternatives(*position.words(), black, int(settled), rows, *scratch)
        if count > 1:
            found.append(rows[:count].astype(np.int8))
            book.append(starts[-1] + at)
            starts.append(starts[-1] + count)
    every = np.concatenate(found)
    return MeasuredGame(
        np.ascontiguousarray(every[:, :COUNT]),
        every[:, AT_PIECES].copy(),
        np.ascontiguousarray(every[:, AT_OWN:ROW]),
        np.array(starts, dtype=np.int64),
        np.array(book, dtype=np.int64),
    )


# -- book learning ---------------------------------------------------------------------------------

Words = npt.NDArray[np.int64]

INTERVAL = 200
"""Book moves of the first pass after which the outputs are computed anew; ours."""
AGREE, DIFFER = 0, 1
"""Places of an entry's two totals."""
QUANTISED = (FIRST_VALUES, SECOND_VALUES)
"""By level, to how many values the outputs are brought; the third level's aren't."""


@kernel(
    "void(int64[:,:,::1],int64[:,::1],int64,int64,"
    "int64[:,::1],int64[::1],int64[::1],int64[::1],int64[::1])"
)
def count_game(
    totals: Words,
    outputs: Words,
    first: int,
    behind: int,
    digits: Words,
    pieces: Words,
    starts: Words,
    book: Words,
    found: Words,
) -> None:
    """Count a measured game in the tables from ``first`` on, before ``behind``.

    ``found`` is scratch, int64[TABLES].
    """
    phases = outputs.shape[0]
    for board in range(len(book)):
        others = starts[board + 1] - starts[board] - 1
        for i in range(starts[board], starts[board + 1]):
            phase = phase_of(pieces[i], phases)
            find_signatures(outputs[phase], digits[i], found)
            agrees = i == book[board]
            weight = others if agrees else 1
            for table in range(first, behind):
                side = AGREE if agrees == (found[table] >= 0) else DIFFER
                totals[phase, STARTS[table] + abs(found[table]), side] += weight


@kernel("void(int64[:,::1],int64[:,::1],int64[::1],int64[::1],int64[::1],int64[::1],int64[::1])")
def score_game(
    outputs: Words,
    digits: Words,
    pieces: Words,
    starts: Words,
    book: Words,
    scores: Words,
    found: Words,
) -> None:
    """The tables' score of every alternative of a measured game, into ``scores``."""
    for i in range(len(scores)):
        scores[i] = find_signatures(
            outputs[phase_of(pieces[i], outputs.shape[0])], digits[i], found
        )


def scores_of(tables: SignatureTables, game: MeasuredGame) -> Words:
    """The tables' score of every alternative, for the side that has moved."""
    scores = np.zeros(len(game.pieces), dtype=np.int64)
    found = np.zeros(TABLES, dtype=np.int64)
    score_game(
        tables.outputs,
        game.digits.astype(np.int64),
        game.pieces.astype(np.int64),
        game.starts,
        game.book,
        scores,
        found,
    )
    return scores


def learn_game(tables: SignatureTables, game: MeasuredGame) -> None:
    """Go through the game that is due: count it, and compute outputs anew where that is due.

    ``tables.games`` and ``passes`` say which pass it belongs to, so it must be game number
    ``tables.done % tables.games`` of the file.  Raises ValueError when the learning is over.
    """
    if tables.finished:
        raise ValueError("all games have been gone through")
    turn, number = divmod(tables.done, tables.games)
    first, behind = (0, TABLES) if turn == 0 else LEVELS[turn]
    if turn and not number:
        tables.totals[:, STARTS[first] : end_of(behind)] = 0
    count_game(
        tables.totals,
        tables.outputs,
        first,
        behind,
        game.digits.astype(np.int64),
        game.pieces.astype(np.int64),
        game.starts,
        game.book,
        np.zeros(TABLES, dtype=np.int64),
    )
    tables.done += 1
    before = tables.boards
    if turn == 0:
        tables.boards += game.boards
    ended = tables.done % tables.games == 0
    if ended or (turn == 0 and before // INTERVAL != tables.boards // INTERVAL):
        compute_outputs(tables, first, behind)


def learn_games(
    games: Sequence[MeasuredGame], phases: int = 1, passes: int = PASSES
) -> SignatureTables:
    """Tables that have learned from these games, in all passes."""
    tables = SignatureTables.blank(phases, passes)
    tables.games = len(games)
    while not tables.finished:
        learn_game(tables, games[tables.done % tables.games])
    return tables


def end_of(behind: int) -> int:
    """Where the entries of the tables before ``behind`` end."""
    return STARTS[behind] if behind < TABLES else ENTRIES


def compute_outputs(tables: SignatureTables, first: int = 0, behind: int = TABLES) -> None:
    """The outputs of the tables from ``first`` on, before ``behind``, by their totals."""
    for phase in range(tables.phases):
        for table in range(first, behind):
            part = slice(STARTS[table], end_of(table + 1))
            level = next(k for k, (low, high) in enumerate(LEVELS) if low <= table < high)
            tables.outputs[phase, part] = table_outputs(tables.totals[phase, part], level)


def table_outputs(totals: Words, level: int) -> Words:
    """What a table of that level (0 to 2) puts out by its entries' totals, int64[entries, 2]."""
    counted = totals.sum(axis=1)
    c = (totals[:, AGREE] - totals[:, DIFFER]) / np.maximum(counted, 1)
    c[0] = 0.0
    if level >= len(QUANTISED):
        thousandths: Words = np.rint(FULL * c).astype(np.int64)
        return thousandths
    return quantise(c, counted, QUANTISED[level])


def quantise(c: npt.NDArray[np.float64], counted: Words, values: int) -> Words:
    """Correlations as one of an odd number of ``values``, 0 in the middle, each equally often.

    By magnitude: ``counted``, int64, says how often each entry was met.  What has the same
    magnitude gets the same value, but for its sign.
    """
    sizes, which = np.unique(np.abs(c), return_inverse=True)
    weights = np.zeros(len(sizes), dtype=np.int64)
    np.add.at(weights, which, counted)
    total = int(weights.sum())
    if total == 0:
        return np.zeros(len(c), dtype=np.int64)
    # A class goes by where the middle of a magnitude's share lies, from 0 to 1; the first class is
    # half as wide as the others.  In whole numbers, so that no rounding decides.
    middles = 2 * np.cumsum(weights) - weights
    classes = (middles * values + 2 * total) // (4 * total)
    classes[sizes == 0] = 0
    found: Words = np.minimum(classes, values // 2)[which] * np.sign(c).astype(np.int64)
    return found
