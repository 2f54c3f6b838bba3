"""The look-ahead of Samuel's checkers program: from a position to a move, board by board.

Every move of the starting board is followed, the replies to it and so on, depth first, until the
break points say stop (:mod:`machines.samuel.settings`); boards there are scored by the polynomial
(:mod:`machines.samuel.polynomial`) and the scores brought back by minimax.

- *Order.*  The moves of a board are taken by the words RF, LF, LB, RB (bit number +4, +5, -4, -5),
  in each by ascending square; a multiple jump is single jumps, in the same order, so that whole
  moves come in the order of :func:`machines.games.draughts.moves.legal_moves`.
- *Multiple jumps.*  After a single jump by a piece that isn't crowned by it and can jump on, the
  other side's only move is the null reply, after which the side to move has only the further jumps
  of that piece.  Each of these boards has its frame (a level); setting NULLS says whether they
  count as plies.
- *Backing up.*  A score is for the side to move on its board.  Brought back by a ply it changes its
  sign and loses 1 in magnitude (0 stays 0; nothing is lost where the move doesn't count as a ply).
  A board's score is the greatest of those brought back to it, and its best move the first that
  gave it.
- *A lost game.*  A side that can't move has lost: -WIN for it, at any ply (in give-away +WIN).
  A win in n plies is thus worth WIN - n at the start.
- *Alpha-beta*, if its switch is on, hands down bounds that have passed through the inverse of that
  decrease; the move, its score and the best line are those of plain minimax.  With killer moves, at
  each level those that cut a branch off last come first; move and score are still the same, but the
  line may be another that is worth as much.  With ``exact`` the moves of the starting board (and of
  its own multiple jumps) are searched without bounds.

A position with one legal move is searched like any other, for its score and the foreseen win.
Time is that of a 704 (:mod:`machines.samuel.phases`), in microseconds; a look-ahead that has run
for so long is in the same state however that time was cut up.
"""

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from devices.annotations import check_within
from devices.refusal import RefusedError
from machines.exhibit import computer
from machines.exhibit.snapshot import ASIDE
from machines.games.draughts import Move, Position, legal_moves
from machines.games.draughts.kernels import BOARD, step
from machines.kernels.bits import popcount
from machines.samuel import phases, scores, search
from machines.samuel import search_frames as frame
from machines.samuel.polynomial import BY_NUMBER, PIECE_ADVANTAGE, TERMS, Polynomial
from machines.samuel.settings import FIRST_ADDRESS, LAST_ADDRESS, ProgramSettings
from machines.samuel.terms import needed

WIN = scores.WIN
"""The score of a won game."""
FORESEEN = WIN - 1024
"""From this score on, in magnitude, the end of the game is in sight: seen by the look-ahead, or
remembered, which may reach farther."""
SCORE_UNIT = scores.SCORE_UNIT
"""A board's score is this times its polynomial."""
UP = (phases.EVALUATE, phases.LOOK_UP)
"""Phases that end in a board before."""
POLYNOMIAL_END = 0o400
STORAGE_END = frame.FIRST_FRAME + frame.FRAMES * frame.FRAME_WORDS


class BoardMemory(Protocol):
    """A memory of boards as the look-ahead reads it (machines.samuel.rote.lookup has the layout).

    What is looked up is refreshed in ``rows``.
    """

    rows: npt.NDArray[np.int64]
    directory: npt.NDArray[np.int64]


@dataclass(frozen=True)
class Decision:
    """What a look-ahead came to, from the side of the player to move."""

    move: Move
    score: int
    line: tuple[Move, ...]
    """The best line, ``move`` first; a multiple jump at its end is whole only if the look-ahead
    saw its end."""
    rated: tuple[tuple[Move, int], ...]
    """Every legal move with its exact score, in their order; empty unless the look-ahead was begun
    with ``exact`` or went without alpha-beta throughout."""
    moves: tuple[Move, ...]
    """The legal moves, in their order."""
    boards_each: tuple[int, ...]
    """Boards looked at for each legal move, the starting board counted with the first."""
    boards: int
    evaluations: int
    deepest: int
    """The greatest ply reached."""
    us: int
    """The time that it took."""
    effective: int = 0
    """Plies over which the score has been backed up, those of a remembered board included."""
    looked_up: int = 0
    """Boards that were looked up in the memory."""
    remembered: int = 0
    """Boards that were found there."""

    @property
    def win_seen(self) -> bool:
        """Whether the mover wins by force, as far as was seen."""
        return self.score >= FORESEEN

    @property
    def loss_seen(self) -> bool:
        """Whether the mover loses by force, as far as was seen."""
        return self.score <= -FORESEEN


_NO_ROWS = np.zeros((0, 6), dtype=np.int64)
_NO_RECORDS = np.zeros((0, 4), dtype=np.int64)


def _words(count: int) -> npt.NDArray[np.int64]:
    return np.zeros(count, dtype=np.int64)


@dataclass
class LookAhead:
    """One look-ahead at a time; all its state is its fields, so that a deep copy is a snapshot.

    ``settings`` and ``polynomial`` may be changed at any time; a phase that begins later obeys.
    """

    settings: ProgramSettings = field(default_factory=ProgramSettings)
    polynomial: Polynomial = field(default_factory=Polynomial.standard)
    position: Position | None = None
    """The starting board, once begun."""
    moves: tuple[Move, ...] = ()
    """Its legal moves."""
    comparable: bool = False
    """Whether so far every move at the start has been searched without bounds."""
    frames: npt.NDArray[np.int64] = field(
        default_factory=lambda: np.zeros((frame.FRAMES, frame.FRAME_WORDS), dtype=np.int64)
    )
    notes: npt.NDArray[np.int64] = field(
        default_factory=lambda: np.zeros((frame.FRAMES, frame.NOTES), dtype=np.int64)
    )
    lines: npt.NDArray[np.int64] = field(
        default_factory=lambda: np.zeros((frame.FRAMES, frame.FRAMES), dtype=np.int64)
    )
    rated: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros((2, 0), dtype=np.int64))
    """Of each legal move: its score, and the boards looked at when it stood."""
    state: npt.NDArray[np.int64] = field(default_factory=lambda: _words(search.STATE_WORDS))
    sampling: npt.NDArray[np.int64] = field(
        default_factory=lambda: _words(search.SAMPLING_WORDS), metadata=ASIDE
    )
    duty: npt.NDArray[np.int64] = field(
        default_factory=lambda: _words(computer.REGISTER_BITS), metadata=ASIDE
    )

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`: what the kernels take as places and lengths."""
        state, frames, notes = self.state, self.frames, self.notes
        depth, phase = int(state[search.DEPTH]), int(state[search.PHASE])
        check_within(0, frame.MOST_DEPTH, depth=depth)
        check_within(phases.IDLE, phases.LOOK_UP, phase=phase)
        check_within(0, 2**53, us=state[[search.ELAPSED, search.DURATION, search.TIME]])
        check_within(0, 2**53, counts=state[[search.BOARDS, search.EVALUATIONS, search.RATED]])
        check_within(0, 1, flags=state[[search.FINISHED, search.EXACT]])
        check_within(0, frame.FRAMES, pieces=state[search.ROOT_PIECES])
        check_within(-1, 2**40, asked=state[search.ASKED])
        check_within(-(2**40), 2**40, state=state, notes=notes[:, : frame.KNOWN])
        check_within(-(2**40), 2**40, bounds=frames[:, frame.TRYING + 1 :][:, :3])
        check_within(-(2**17), 2**17, flags=frames[:, frame.FLAGS])
        check_within(
            0, frame.FRAMES, plies=frames[:, frame.PLY], effective=notes[:, frame.EFFECTIVE]
        )
        check_within(-(2**53), 2**53, sampling=self.sampling)
        check_within(0, 2**62, duty=self.duty)
        boards = frames[:, : frame.RB + 1]
        if (boards & ~BOARD).any() or int(state[search.LANDED]) & ~BOARD:
            raise ValueError("a board has pieces on no square")
        steps = frames[:, [frame.TRYING, frame.BEST_MOVE]].ravel().tolist()
        lengths = self.lines[:, 0]
        if (lengths < 0).any() or (lengths + np.arange(frame.FRAMES) >= frame.FRAMES).any():
            raise ValueError("a line is longer than there are boards")
        for length, line in zip(lengths.tolist(), self.lines.tolist(), strict=True):
            steps += line[1 : length + 1]
        steps += notes[:, frame.KILLERS :].ravel().tolist()
        if not all(map(_is_step, steps)):
            raise ValueError("a move is none")
        self._check_root(depth, phase)

    def _check_root(self, depth: int, phase: int) -> None:
        """The starting board and its moves are those of the position."""
        if self.position is None:
            if self.moves or phase != phases.IDLE:
                raise ValueError("it has begun without a position")
            return
        if self.moves != legal_moves(self.position) or not self.moves:
            raise ValueError("its moves are not those of its position")
        if self.rated.shape != (2, len(self.moves)):
            raise ValueError(f"it rates {self.rated.shape[-1]} of {len(self.moves)} moves")
        root, flags = self.frames[0], abs(int(self.frames[0, frame.FLAGS]))
        words = tuple(root[[frame.FA, frame.BA, frame.FP, frame.BP]].tolist())
        if words != self.position.words() or flags & frame.NULL_REPLY:
            raise ValueError("its first board is not its position")
        if not flags & frame.ROOT_CHAIN:
            raise ValueError("its first board is none")
        if phase != phases.IDLE and not root[frame.RF : frame.RB + 1].any():
            raise ValueError("its first board has no moves")
        chained = np.flatnonzero(np.abs(self.frames[:, frame.FLAGS]) & frame.ROOT_CHAIN)
        if chained.max(initial=0) > frame.MOST_CHAIN or (depth == 0 and phase in UP):
            raise ValueError("its boards are no line of play")
        if self.finished and not self.lines[0, 0]:
            raise ValueError("it has come to no move")

    def begin(self, position: Position, exact: bool = False) -> None:
        """Start to look ahead from ``position``; no time passes yet.

        ``exact`` gives every legal move its exact score (book mode).  Raises ValueError if there
        is no legal move: that game is over.
        """
        moves = legal_moves(position)
        if not moves:
            raise ValueError("the side to move has no move: nothing to decide")
        self.position, self.moves = position, moves
        self.comparable = exact or not self.settings.alpha_beta
        self.rated = np.zeros((2, len(moves)), dtype=np.int64)
        self.frames[:] = 0
        self.notes[:] = 0
        self.lines[:] = 0
        self.state[:] = 0
        self.sampling[search.WEIGHT] = self.sampling[search.GAP] = 0
        self.state[search.EXACT] = int(exact)
        self.state[search.ROOT_PIECES] = popcount(position.black | position.white)
        root = self.frames[0]
        root[frame.FA], root[frame.BA], root[frame.FP], root[frame.BP] = position.words()
        black = frame.BLACK_ACTIVE if position.black_to_move else 0
        root[frame.FLAGS] = frame.ROOT_CHAIN | black
        root[frame.BEST] = root[frame.ALPHA] = -scores.NO_BOUND
        root[frame.BETA] = scores.NO_BOUND

    def run(
        self,
        budget_us: int,
        sample: int = 1,
        one_board: bool = False,
        memory: BoardMemory | None = None,
    ) -> int:
        """Go on for at most ``budget_us``; the time used, less only when it stops before.

        It stops when the decision stands, when a record of the ``memory`` has to be brought first
        (:attr:`asked`) and, with ``one_board``, when the moves of the next board have been found.
        With ``sample`` 1 the registers' on-times are exact; with n, one phase in
        n, drawn at random, counts n times (hundreds for full speed).  Not begun, no time passes.
        """
        if self.position is None or budget_us <= 0:
            return 0
        self.comparable &= not self.settings.alpha_beta or bool(self.state[search.EXACT])
        words = self._storage()
        words[frame.REMEMBERS] = int(memory is not None)
        arrays = frame.SearchArrays(
            self.frames,
            self.notes,
            self.lines,
            self.rated,
            _NO_ROWS if memory is None else memory.rows,
            _NO_RECORDS if memory is None else memory.directory,
            self.state,
            self.sampling,
            words,
            self.duty,
            _words(phases.SHOWN),
        )
        return int(search.search(arrays, budget_us, sample, int(one_board)))

    @property
    def finished(self) -> bool:
        """Whether the decision stands."""
        return bool(self.state[search.FINISHED])

    @property
    def wanted_record(self) -> int:
        """The line of the memory's directory whose record must be brought; -1 if none."""
        return -1 if self.finished else int(self.state[search.ASKED])

    @property
    def boards(self) -> int:
        """Boards looked at, each null reply's among them."""
        return int(self.state[search.BOARDS])

    @property
    def evaluations(self) -> int:
        """Boards evaluated."""
        return int(self.state[search.EVALUATIONS])

    @property
    def us(self) -> int:
        """Time since it was begun."""
        return int(self.state[search.TIME])

    def decision(self) -> Decision:
        """What it came to.  Raises ValueError before it has finished."""
        if not self.finished:
            raise ValueError("the look-ahead has not finished")
        count = int(self.lines[0, 0])
        line = whole_moves([int(move) for move in self.lines[0, 1 : count + 1]])
        scores = (int(score) for score in self.rated[0])
        return Decision(
            move=line[0],
            score=int(self.frames[0, frame.BEST]),
            line=line,
            rated=tuple(zip(self.moves, scores, strict=True)) if self.comparable else (),
            moves=self.moves,
            boards_each=tuple(int(boards) for boards in np.diff(self.rated[1], prepend=0)),
            boards=self.boards,
            evaluations=self.evaluations,
            deepest=int(self.state[search.DEEPEST]),
            us=self.us,
            effective=int(self.notes[0, frame.EFFECTIVE]),
            looked_up=int(self.state[search.LOOKED_UP]),
            remembered=int(self.state[search.REMEMBERED]),
        )

    def line_now(self) -> tuple[Move, ...]:
        """The moves from the starting board to the board under study; the last may be half made."""
        depth = int(self.state[search.DEPTH])
        return whole_moves([int(move) for move in self.frames[:depth, frame.TRYING]])

    def registers(self) -> computer.Registers:
        """What the registers hold now; all dark before it is begun.

        When the decision stands M-Q has the move's first step, from-square in bits 24-29, to-square
        in 30-35, and the accumulator its score.
        """
        phase, depth = int(self.state[search.PHASE]), int(self.state[search.DEPTH])
        if self.position is None or phase == phases.IDLE:
            return computer.Registers()
        elapsed, duration = int(self.state[search.ELAPSED]), int(self.state[search.DURATION])
        micro, ends = 0, phases.step_us(phase, 0)
        while ends <= min(elapsed, duration - 1):
            micro += 1
            ends += phases.step_us(phase, micro)
        shown = _words(phases.SHOWN)
        score = int(self.state[search.SCORE])
        phases.show(self.frames, self.notes, self._storage(), phase, depth, score, micro, shown)
        storage, accumulator, mq, a, b, c, counter = (int(word) for word in shown)
        if self.finished:
            accumulator = frame.number_word(int(self.frames[0, frame.BEST]), 38)
            mq = frame.move_word(int(self.frames[0, frame.BEST_MOVE])) & 0o7777
        return computer.Registers(storage, accumulator, mq, (a, b, c), counter)

    def add_duty(self, on_us: npt.NDArray[np.int64]) -> None:
        """Add the on-times since the last call to ``on_us`` (int64[REGISTER_BITS], us)."""
        on_us += self.duty
        self.duty[:] = 0

    def read_storage(self, address: int) -> int:
        """The word at ``address``: settings 0200-0277, coefficients 0300-0377, frames from 01000.

        Raises RefusedError elsewhere.
        """
        if FIRST_ADDRESS <= address <= LAST_ADDRESS:
            return self.settings.read_word(address)
        if frame.POLYNOMIAL <= address < POLYNOMIAL_END:
            return frame.number_word(int(self._storage()[address]), 36)
        if not frame.FIRST_FRAME <= address < STORAGE_END:
            raise RefusedError(
                f"storage {address:05o}",
                f"the look-ahead has words at {FIRST_ADDRESS:05o} to {POLYNOMIAL_END - 1:05o} and "
                f"{frame.FIRST_FRAME:05o} to {STORAGE_END - 1:05o}",
            )
        depth, place = divmod(address - frame.FIRST_FRAME, frame.FRAME_WORDS)
        word = int(self.frames[depth, place])
        if place in (frame.TRYING, frame.BEST_MOVE):
            return int(frame.move_word(word))
        return int(frame.board_word(word) if place <= frame.RB else frame.number_word(word, 36))

    def write_storage(self, address: int, word: int) -> None:
        """Put ``word`` (36 bits) at ``address`` among the settings and coefficients.

        Raises RefusedError, nothing changed, elsewhere or for a value out of its limits.
        """
        if not frame.POLYNOMIAL <= address < POLYNOMIAL_END:
            self.settings.set_word(address, word)
            return
        where = f"storage {address:05o}"
        value = -(word - (1 << 35)) if word >> 35 else word
        number = address - frame.POLYNOMIAL
        if number == PIECE_ADVANTAGE.number:
            self.polynomial = self.polynomial.with_piece_weight(value, where)
        elif number in BY_NUMBER:
            name = BY_NUMBER[number].name
            self.polynomial = self.polynomial.with_coefficient(name, value, where)
        else:
            raise RefusedError(where, "no term's coefficient stands there")

    def _storage(self) -> npt.NDArray[np.int64]:
        """Settings and coefficients at their addresses, and the terms' order, for the kernel."""
        words = _words(frame.WORDS)
        for address, word in self.settings.as_words():
            words[address] = word
        words[frame.POLYNOMIAL] = self.polynomial.advantage_weight
        words[frame.MANNER] = int(self.polynomial.manner)
        words[frame.BACK_UP_TIME] = self.settings.backing_up()
        words[frame.ORDER] = len(self.polynomial.weights)
        for k, weight in enumerate(self.polynomial.weights, start=1):
            number = TERMS[weight.name].number
            words[frame.ORDER + k] = number
            words[frame.POLYNOMIAL + number] = weight.coefficient
            words[frame.NEEDED] |= needed(1 << number)
        return words


def _is_step(word: int) -> bool:
    """Whether a word is a single move, a jump, a null reply, or no move yet."""
    start, way = frame.start_of(word), word & frame.WAY
    if word < 0 or word >> frame.NUMBER > 2**14:
        return False
    if start == 0:
        return way in (0, frame.NULL_WAY)
    if way >= frame.NULL_WAY or start & (start - 1) or start & ~BOARD:
        return False
    end = frame.end_of(word)
    return bool(end & BOARD) and end & ~BOARD == 0


def whole_moves(steps: list[int]) -> tuple[Move, ...]:
    """Single moves, jumps and null replies (as the frames hold them) as whole moves."""
    moves: list[Move] = []
    goes_on = False
    for word in steps:
        if word & frame.WAY == frame.NULL_WAY:
            goes_on = True
            continue
        start, end = int(frame.start_of(word)), int(frame.end_of(word))
        squares: tuple[int, ...] = (
            int(frame.square_of(start)),
            int(frame.square_of(end)),
        )
        captured: tuple[int, ...] = ()
        if word & frame.JUMPING:
            captured = (int(frame.square_of(step(start, word & frame.WAY))),)
        if goes_on:
            squares = (*moves[-1].squares, squares[1])
            captured = (*moves.pop().captured, *captured)
            goes_on = False
        moves.append(Move(squares, captured))
    return tuple(moves)
