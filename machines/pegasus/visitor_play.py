"""A play with a visitor: begun by RUN while a knob stands at VISITOR, played on the sheet.

The program answers by its odds and its generator, an eighth of a play's second a move; the squares
are typed as they are chosen, while PRINT is down.  The play is recorded and learned from as any
other and stops where the program's own plays stop; then RUN goes up, and the next RUN begins
another.  A side that a visitor plays keeps its odds.

TAKE BACK gives the visitor his last mark back, in a play that is over too: then the odds are what
they were before it, unless another play was made since or the store was cleared.
"""

from collections.abc import Iterator

import numpy as np

from devices.refusal import RefusedError
from machines.games.noughts.board import SQUARES, Board
from machines.games.noughts.symmetry import BACK
from machines.kernels.generator import word
from machines.pegasus.controls import MOVE_US, PegasusState
from machines.pegasus.kernels import UNIT
from machines.pegasus.printout import END, SIGNS, choices_of, record_of
from machines.pegasus.program import Pegasus
from machines.pegasus.tables import MOST_MOVES, result, stored_form, tables
from machines.pegasus.visitor import FirstMove, StoreBefore, VisitorPlay, Weighed

NO_SEAT = "is nobody's: turn NOUGHT or CROSS to VISITOR, then press RUN"
NOT_ON = "comes while no play is on: press RUN"
OUT_OF_TURN = "comes out of turn: the program is to move"
NOTHING = "found no mark of yours"
TOO_LATE = "comes too late: another play was made, or the knob was turned, since"


# -- choosing --------------------------------------------------------------------------------------


def weigh(program: Pegasus, squares: str, board: Board) -> Weighed:
    """Have the program choose, by its odds and its generator, as in its own plays."""
    held = tables()
    form, turn = stored_form(board)
    position = held.numbers[form]
    count = int(held.choices[position])
    point = float(word(program.generator)) * UNIT
    choice = 0
    while choice < count - 1 and point >= program.chances[position, choice]:
        point -= float(program.chances[position, choice])
        choice += 1
    choices = tuple(
        (BACK[turn][int(held.squares[position, k])], float(program.chances[position, k]))
        for k in range(count)
    )
    return Weighed(squares, choices, choice)


# -- a play ----------------------------------------------------------------------------------------


def step(state: PegasusState) -> bool:
    """Begin a play, make the program's move or end the play, if one of them is due."""
    if not state.run or not state.seats:
        return False
    play = state.visitor
    if play is None or play.over:
        _begin(state)
    elif result(play.board) is not None:
        _close(state, play)
    elif play.board.to_move not in state.seats and state.computing_us >= MOVE_US:
        state.computing_us = 0
        play.weighed = weigh(state.store.program, play.squares, play.board)
        _make(state, play, play.weighed.choices[play.weighed.chosen][0])
    else:
        return False
    return True


def _begin(state: PegasusState) -> None:
    state.visitor, state.computing_us = VisitorPlay(), 0
    _type(state, state.typescript.aside())
    state.typescript.heading = True


def move(state: PegasusState, square: int) -> None:
    """The visitor's mark.  Raises RefusedError."""
    where = "your mark"
    if square not in SQUARES:
        raise RefusedError(where, f"is on square {square}; expected one of 0 to 8")
    if not state.seats:
        raise RefusedError(where, NO_SEAT)
    play = state.visitor
    if play is None or play.over or not state.run:
        raise RefusedError(where, NOT_ON)
    if not state.asks:
        raise RefusedError(where, OUT_OF_TURN)
    play.board.play(square, where)
    state.computing_us = 0
    _make(state, play, square)


def _make(state: PegasusState, play: VisitorPlay, square: int) -> None:
    play.squares += str(square)
    _type(state, str(square))


def _close(state: PegasusState, play: VisitorPlay) -> None:
    """The play is over: typed, learned from and counted as any other."""
    store, settings = state.store, state.store.settings
    record, ended = record_of(play.squares), result(play.board) or 0
    _type(state, f"{'':<{MOST_MOVES - len(play.squares)}} {SIGNS[ended]}{END}")
    odds, counts = store.learned(), state.trial.counts()
    play.before = StoreBefore(odds, store.program.origin.copy(), counts)
    before = store.program.chances.copy()
    store.program.learn(record)
    play.first_moves = tuple(_first_moves(store.program, before, play.squares, record))
    sides = f"{settings.nought} {settings.cross}"
    state.trial.add(np.array([record], dtype=np.int64), sides)
    state.plays += 1
    play.over, play.plays, play.seats = True, state.plays, state.seats
    state.run = state.computing_us = 0


def _first_moves(
    program: Pegasus, before: np.ndarray, squares: str, record: int
) -> Iterator[FirstMove]:
    """What the sides that learn have learned about their first moves."""
    position = 0
    for side, (player, choice) in enumerate(
        zip((program.nought, program.cross), choices_of(record), strict=False)
    ):
        old, new = float(before[position, choice]), float(program.chances[position, choice])
        if player.learns:
            ratio = new * (1 - old) / (old * (1 - new)) if old < 1 and new < 1 else 1.0
            yield FirstMove("OX"[side], int(squares[side]), old, new, ratio)
        position = int(tables().following[position, choice])


def leave(state: PegasusState) -> None:
    """Leave the play that is on, if there is one: nothing is learned from it."""
    play = state.visitor
    if play is not None and not play.over:
        _type(state, f"  NOT FINISHED{END}")
        state.visitor = None


def print_is_switched(state: PegasusState) -> None:
    """PRINT was put down or up in the middle of a play: its line is taken up again, or ended."""
    if not unfinished_line(state):
        return
    state.unsent += state.typescript.aside() + unfinished_line(state) if state.print else END


def unfinished_line(state: PegasusState) -> str:
    """What stands on the teleprinter's line of the play that is on."""
    play = state.visitor
    return "" if play is None or play.over else play.squares


def _type(state: PegasusState, text: str) -> None:
    if state.print:
        state.unsent += text


# -- taking back -----------------------------------------------------------------------------------


def can_take_back(state: PegasusState) -> bool:
    """Whether a mark of the visitor's can be taken back now."""
    return not _refusal(state)


def _refusal(state: PegasusState) -> str:
    """Why no mark can be taken back; empty: one can."""
    play = state.visitor
    if play is None or _marks_before_last(play.squares, play.seats or state.seats) is None:
        return NOTHING
    if play.over and (play.seats != state.seats or play.plays != state.plays or not play.before):
        return TOO_LATE
    return ""


def _marks_before_last(squares: str, seats: str) -> int | None:
    """How many marks stood when the visitor made his last; None: he has made none."""
    theirs = [ply for ply in range(len(squares)) if "OX"[ply % 2] in seats]
    return theirs[-1] if theirs else None


def take_back(state: PegasusState) -> None:
    """Take the visitor's last mark back and what followed.  Raises RefusedError."""
    refusal, play = _refusal(state), state.visitor
    if refusal or play is None:
        raise RefusedError("taking back", refusal)
    stand = _marks_before_last(play.squares, play.seats or state.seats)
    if play.over and play.before is not None:
        _unlearn(state, play.before)
    on_line = not play.over
    state.visitor = VisitorPlay(play.squares[:stand])
    state.run, state.computing_us = 1, 0
    ended = f"  TAKEN BACK{END}" if on_line else f"TAKEN BACK{END}"
    _type(state, ended + play.squares[:stand])


def _unlearn(state: PegasusState, before: StoreBefore) -> None:
    """The odds and the counts are again as they were."""
    store = state.store
    store.take(before.odds)
    store.program.origin[:] = before.origin
    store.program.plays -= 1
    state.trial.take_back(before.counts)
