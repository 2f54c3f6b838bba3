"""The phases of a play at the matchbox table, one after another.

The phases are explained in machines.menace.scene; each lasts as machines.menace.flow says,
or waits for somebody::

    turn --> visitor ------------ a visitor's mark ----------> turn
         --> opponent ---------------------------------------> turn
         --> finding --> shaking --> tilting --> placing ----> turn      (placing alone for a
                     \\-> empty: the machine resigns                      forced last mark)
         --> at the end: rewarding, box by box --> over

The bead is drawn when its box is found, so that chance is drawn upon in the order in which a
tournament does (machines.menace.kernels); it leaves the box when it lies in the apex.  Whatever
happens in between, every bead is in a box, in a cup or on the board.
"""

import functools

from devices.game_record import OUTCOMES, SCORES, Outcome
from machines.games.noughts.board import Board
from machines.kernels.generator import word
from machines.menace.beads import Cabinet, Drawn
from machines.menace.build import EVERY_BOX, OTHER_SIDE, build, lay
from machines.menace.kernels import FOREGONE, FULL_BOARD, LINE, RESIGNED
from machines.menace.opponents import SECOND_CABINET, VISITOR
from machines.menace.play_history import Finished, Gains
from machines.menace.scene import OpenBox, Phase
from machines.menace.sides import other_square
from machines.menace.state import PlayState, TableState
from machines.menace.tray import SHAKE_US, STROKES_US, TILT_US

# "Authentic" speed is that of a person's hands: a play of four boxes takes about half a minute.
# The times are ours, but for the shake: no shorter than 1.5 s (docs/sources/menace.md).
THINK_US = 1_500_000
"""Another opponent looks at the board and marks a square."""
FIND_US = 1_500_000
"""The box of the position is found in the cabinet and pulled out."""
PLACE_US = 1_000_000
"""The bead is carried to the board and the mark drawn; a forced last mark takes as long."""
EMPTY_US = 2_000_000
"""Somebody looks into an empty box."""
REWARD_US = 1_000_000
"""A box gets its beads, or its bead goes to the cup, and the box goes back."""
PAUSE_US = 2_500_000
"""Between a play that is over and the next, where plays follow one another."""

LASTS: dict[Phase, int] = {
    "opponent": THINK_US,
    "finding": FIND_US,
    "shaking": SHAKE_US,
    "tilting": TILT_US,
    "placing": PLACE_US,
    "empty": EMPTY_US,
    "rewarding": REWARD_US,
}


def strokes(shaken_us: int) -> int:
    """Strokes of the hand after so long a shake."""
    return shaken_us // STROKES_US


def lasts_us(state: TableState) -> int:
    """How long the phase lasts; 0 where it waits for somebody."""
    if state.play.phase == "over":
        return PAUSE_US if state.running else 0
    return LASTS.get(state.play.phase, 0)


def enter(state: TableState, phase: Phase) -> None:
    """Go into a phase."""
    state.play.phase, state.play.phase_us = phase, 0
    state.stamp += 1


def begin(state: TableState, opponent: str) -> None:
    """A play begins on an empty board."""
    if opponent == SECOND_CABINET and state.other is None:
        side = OTHER_SIDE[state.cabinet.side]
        state.other = Cabinet.new(EVERY_BOX[side], rewards=state.cabinet.rewards)
    state.begun += 1
    state.play = PlayState(opponent=opponent)
    _turn(state)


def stand_again(state: TableState, marks: list[int], opened: list[OpenBox]) -> None:
    """A visitor's play stands as it did after these marks; the beads drawn for them are in their
    boxes, and come out again."""
    board = functools.reduce(Board.play, marks, Board())
    for box in opened:
        state.cabinet.take(Drawn(box.number, box.colour, box.square))
    state.play = PlayState(opponent=VISITOR, board=board, marks=list(marks), opened=list(opened))
    _turn(state)


def leave(state: TableState) -> None:
    """The phase is over, unless it is the pause between two plays."""
    play = state.play
    match play.phase:
        case "opponent":
            _others_mark(state)
        case "finding":
            enter(state, "shaking" if play.picked else "empty")
        case "shaking":
            state.counts.strokes += strokes(SHAKE_US)
            enter(state, "tilting")
        case "tilting":
            _take_bead(state)
        case "placing":
            picked, play.picked = play.picked, None
            mark(state, picked.square if picked else play.board.moves[0])
        case "empty":
            _end(state, "lost", RESIGNED)
        case "rewarding":
            _reward_one(state)


# -- marks -----------------------------------------------------------------------------------------


def mark(state: TableState, square: int) -> None:
    """A mark is drawn on the board; raises RefusedError, nothing changed, if it can't be."""
    play = state.play
    play.board = play.board.play(square, "the mark")
    play.marks.append(square)
    state.counts.marks += 1
    _turn(state)


def _turn(state: TableState) -> None:
    """Whose turn it is, or the end."""
    play, side = state.play, state.cabinet.side
    board = play.board
    if board.finished:
        won: dict[str, Outcome] = {side: "won", "": "drawn", OTHER_SIDE[side]: "lost"}
        _end(state, won[board.winner], LINE if board.winner else FULL_BOARD)
    elif board.to_move != side:
        enter(state, "visitor" if play.opponent == VISITOR else "opponent")
    elif board.ply == 8:
        enter(state, "placing")
    else:
        _find_box(state)


def _find_box(state: TableState) -> None:
    play, cabinet = state.play, state.cabinet
    laid = lay(cabinet.build, play.board)
    if laid is None:
        won = build(cabinet.build).foregone_for == cabinet.side
        _end(state, "won" if won else "lost", FOREGONE)
        return
    beads = tuple(int(count) for count in cabinet.beads[laid.number - 1])
    play.picked = picked = cabinet.pick(play.board, state.chance)
    colour, square = (picked.colour, picked.square) if picked else (-1, -1)
    seed = int(word(state.stir))
    box = OpenBox(laid.number, laid.face, laid.turn, laid.in_words(), beads, colour, square, seed)
    play.opened.append(box)
    state.counts.boxes += 1
    enter(state, "finding")


def _take_bead(state: TableState) -> None:
    if state.play.picked is None:
        raise RuntimeError("a tray was tilted with no bead in it")
    state.cabinet.take(state.play.picked)
    state.counts.drawn += 1
    enter(state, "placing")


def _others_mark(state: TableState) -> None:
    play = state.play
    if play.opponent != SECOND_CABINET:
        number = state.book.plays + 1
        mark(state, other_square(play.opponent, play.board, number, state.chance))
    elif play.board.ply == 8:
        mark(state, play.board.moves[0])
    else:
        drawn = _second(state).draw(play.board, state.chance)
        if drawn is None:
            _end(state, "won", RESIGNED)
        else:
            mark(state, drawn.square)


def _second(state: TableState) -> Cabinet:
    if state.other is None:
        raise RuntimeError("no second cabinet stands here")
    return state.other


# -- the end of a play -----------------------------------------------------------------------------


def _end(state: TableState, outcome: Outcome, end: int) -> None:
    """The result stands; now the boxes get what they have earned."""
    play, rewards = state.play, state.cabinet.rewards
    play.outcome, play.end = outcome, end
    play.rewards = (rewards.win, rewards.draw, rewards.loss)
    play.gains, play.gaining = state.cabinet.gains(outcome), 0
    if play.gains:
        enter(state, "rewarding")
    else:
        _finish(state, outcome)


def _reward_one(state: TableState) -> None:
    play, counts = state.play, state.counts
    number, colour, gain = play.gains[play.gaining]
    state.cabinet.reinforce(number, colour, gain)
    counts.gained += max(gain, 0)
    counts.lost += max(-gain, 0)
    play.gaining += 1
    if play.gaining < len(play.gains):
        enter(state, "rewarding")
    elif play.outcome:
        _finish(state, play.outcome)


def _finish(state: TableState, outcome: Outcome) -> None:
    """All beads lie where they belong: the play goes into the book."""
    play = state.play
    state.cabinet.plays += 1
    theirs: Gains = ()
    if play.opponent == SECOND_CABINET:
        theirs = _second(state).settle(OUTCOMES[-SCORES[outcome]]).gains
    ours = play.gains
    if play.opened and play.opened[-1].colour < 0:
        ours = (*ours, (play.opened[-1].number, -1, 0))
    state.book.enter(
        Finished(
            marks=tuple(play.marks),
            outcome=outcome,
            side=state.cabinet.side,
            end=play.end,
            build=state.cabinet.build,
            opponent=play.opponent,
            rewards=play.rewards,
            reloaded=state.reloaded,
            ours=ours,
            theirs=theirs,
        )
    )
    state.reloaded = 0
    state.counts.plays += 1
    enter(state, "over")
