"""What the caption and the reason say of a play, in English, and what charts and cards are made of.

Pure functions; the words on cards and sheet are machines.menace.picture.words.

Outcomes only, no moves.  They were read from the figure's dots by dynamic programming (each step
is +3, +1 or -1); single plays may be wrong, sums are within about 1, and the last is a draw so that
they end at the printed +150.  The callouts' games are within one of what is printed.  (Python
constants: a room may read no file.)
"""

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from machines.games.noughts.board import SIDE_NAMES, Board
from machines.menace import build as builds
from machines.menace.beads import COLOURS
from machines.menace.kernels import FOREGONE, RESIGNED
from machines.menace.odds import Odds
from machines.menace.scene import MenaceScene, OpenBox
from machines.menace.state import PlayState, TableState

# -- The tournament of 1961, as far as it is known: Fig. 4 of Michie 1963, measured ----------------

PRINTED = (
    "LLLLLDLLDLDLLLLLLDDDDDLLDLDLLDLLDLDLLDDLDLLDLDWLDDDDDLWDDWLL"
    "LLDDLDLDDDLDDDDDDDDLLLDDDLLDDLLDDDLDWLLDDWDDDWLLLLDLLLLLLLLL"
    "DDLLLWLWDWWWLWLLDWDWDLLDDLDDDWWLWWDWWWLLWWWWLLLWLLLWWLWWDWLL"
    "WWWDWWWWDWDDWLLDWDLDWWWWLDDDWLWWWLWWWWDD"
)
"""W, D or L, game by game: 53 won, 79 drawn, 88 lost."""

RESULTS = tuple({"W": 1, "D": 0, "L": -1}[letter] for letter in PRINTED)
"""The same as 1, 0 and -1."""

CALLOUTS = (
    (17, "abandons\nother\nopenings"),
    (22, "opponent\nintroduces\nvariant 1"),
    (58, "back to\nvariant 0"),
    (77, "variant 2"),
    (106, "variant 3"),
    (132, "variant 4"),
    (188, "back to\nvariant 1"),
    (204, "back to\nvariant 0 with\nsubvariants"),
    (218, 'variant 0,\n"best strategy"'),
)
"""What stands in the frames of the figure, and at which game."""

TEST_RUN = 20
"""Plays of a \"test run\", all drawn, that are dashed beyond the end."""


# -- text ------------------------------------------------------------------------------------------


@functools.cache
def faces(name: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The boards on the boxes of a build, ``"O.X/.O./..X"``, and which of the machine's moves each
    decides, 0 to 3."""
    made = builds.build(name).faces
    return tuple(face.rows() for face in made), tuple(face.ply // 2 for face in made)


def board_before(scene: MenaceScene, box: OpenBox) -> str:
    """The visitor's board, in rows, as it lay when the box was opened."""
    board = Board()
    for square in scene.marks:
        if square == box.square:
            break
        board = board.play(square)
    return board.rows()


def blocks(scene: MenaceScene) -> npt.NDArray[np.int64]:
    """Of each whole hundred plays: Nought's wins, draws, Cross's wins; shape (n, 3)."""
    return _counted(scene.results if scene.side == "O" else -scene.results)


def scores(results: Sequence[int] | npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """3W + D - L after each play, the ordinate of the figure."""
    return np.cumsum(1 + 2 * np.asarray(results, np.int64))


def blocks_of(results: Sequence[int]) -> tuple[tuple[int, int, int], ...]:
    """The same of results play by play: 1 Nought won, 0 drawn, -1 Cross won."""
    return tuple((won, drawn, lost) for won, drawn, lost in _counted(np.array(results)).tolist())


def _counted(results: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    whole = results[: len(results) // 100 * 100].reshape(-1, 100)
    found = [(whole == outcome).sum(axis=1) for outcome in (1, 0, -1)]
    return np.asarray(np.stack(found, axis=1), np.int64)


def for_boxes(scene: MenaceScene, odds: Odds) -> tuple[float, float, float]:
    """Won, drawn, lost by the boxes."""
    if scene.side == "O":
        return odds.win, odds.draw, odds.loss
    return odds.loss, odds.draw, odds.win


# -- what happens at the table and what it waits for -----------------------------------------------

WHO = {
    "visitor": "the visitor",
    "random": "the random player",
    "distinct": "the player of essentially distinct moves",
    "perfect": "the perfect player",
    "1961": "the opponent of 1961 (a reconstruction)",
    "menace": "the second cabinet",
    "pegasus": "the Pegasus program",
    "morph": "Morph's program",
}
OUTCOMES = {"won": "has won", "drawn": "has drawn", "lost": "has lost"}


def caption(state: TableState) -> str:
    """What is happening."""
    play = state.play
    match play.phase:
        case "visitor":
            return f"You play {SIDE_NAMES[play.board.to_move]}: your move."
        case "opponent":
            side = SIDE_NAMES[play.board.to_move]
            return f"{side}, {WHO.get(play.opponent, play.opponent)}, looks at the board."
        case "finding" | "shaking" | "tilting" | "placing" | "empty":
            return _of_box(state)
        case "rewarding":
            return f"{ending(state)} {_reward(play)}"
        case "over":
            return f"Play {state.book.plays}: {ending(state)}"
        case "declined":
            return "The first box is empty: the machine declines to play."
        case _:
            return ""


def _of_box(state: TableState) -> str:
    play = state.play
    if play.phase == "placing" and play.picked is None:
        return "One square is left: there is no box for it."
    box = play.opened[-1]
    match play.phase:
        case "finding":
            return (
                f"Box {box.number} is for this position. The board before its label: {box.words}."
            )
        case "shaking":
            total = sum(box.beads)
            return f"Box {box.number} is shaken: {total} {'beads' if total != 1 else 'bead'}."
        case "tilting":
            return f"Box {box.number} is tilted: the bead that runs to the apex is the move."
        case "placing":
            return f"A {COLOURS[box.colour]} bead: square {box.square} of the board."
        case _:
            return f"Box {box.number} is empty: the machine resigns."


def ending(state: TableState) -> str:
    """How the play ended, for a caption."""
    play, side = state.play, state.cabinet.side
    if play.end == RESIGNED and play.outcome == "won":
        return "The second cabinet resigns, its box is empty: the machine has won."
    if play.end == RESIGNED:
        return f"Box {play.opened[-1].number} was empty: the machine has resigned."
    if play.end == FOREGONE:
        return f"The rest is a foregone conclusion: the machine {OUTCOMES[play.outcome]}."
    winner = side if play.outcome == "won" else builds.OTHER_SIDE[side]
    if play.outcome == "drawn":
        return "Drawn."
    who = "the machine" if winner == side else WHO.get(play.opponent, play.opponent)
    return f"{SIDE_NAMES[winner]}, {who}, has won."


def _reward(play: PlayState) -> str:
    gain = dict(zip(("won", "drawn", "lost"), play.rewards, strict=True))[play.outcome]
    if gain == -1:
        return "The bead drawn from each open box is confiscated."
    if gain < 0:
        return f"Each open box loses {-gain} beads of the drawn colour."
    if gain == 0:
        return "The beads go back to their boxes."
    beads = "bead" if gain == 1 else "beads"
    return f"Each open box gets its bead back and {gain} {beads} more of the colour."


def reason(state: TableState) -> str:
    """What it waits for; empty while something moves by itself."""
    match state.play.phase:
        case "visitor":
            return "it is your turn: touch an empty square"
        case "idle":
            return "begin a new play"
        case "over" if not state.running:
            return "begin a new play"
        case "declined":
            return "reload the first box"
        case _:
            return ""
