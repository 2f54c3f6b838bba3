"""Texts about a play: on cards, sheet and charts, and in the caption.

Pure functions; the first half is of the scene, and the room has it written.
"""

import functools

import numpy as np
import numpy.typing as npt

from machines.menace import build as builds
from machines.menace.beads import COLOURS
from machines.menace.kernels import FOREGONE, RESIGNED
from machines.menace.odds import Odds
from machines.menace.scene import MenaceScene, OpenBox
from machines.menace.state import PlayState, TableState
from machines.noughts.board import SIDE_NAMES, Board

CALLED = {
    "visitor": "you",
    "random": "any square",
    "distinct": "any distinct move",
    "perfect": "perfect play",
    "expert": "an expert",
    "1961": "as in 1961",
    "menace": "other boxes",
}
"""Opponents, as the sheet calls them."""
ORDINALS = ("first", "second", "third", "fourth")
RESULTS = {"won": "The boxes have won.", "drawn": "A draw.", "lost": "The boxes have lost."}
EMPTY = ("It is empty:", "the boxes resign.")
NO_BEADS = ("It is empty.",)


@functools.cache
def faces(name: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The boards on the boxes of a build, ``"O.X/.O./..X"``, and which of the machine's moves each
    decides, 0 to 3."""
    made = builds.build(name).faces
    return tuple(face.rows() for face in made), tuple(face.ply // 2 for face in made)


def build_note(name: str) -> str:
    """Which boxes the cabinet has, and why one might build it so."""
    made = builds.build(name)
    return f"{len(made.faces)} boxes. {made.reason}"


def kind(square: int) -> str:
    """What sort of square it is."""
    return "centre" if square == 0 else "corner" if square % 2 else "edge"


def title(number: int) -> str:
    """A box's name."""
    return f"BOX {number}"


def count(beads: int) -> str:
    """``"12 beads"``."""
    return f"{beads:,} bead{'' if beads == 1 else 's'}"


def stage(scene: MenaceScene, number: int) -> str:
    """``"Nought's third move: stage 5"``."""
    made = builds.build(scene.build)
    order = ORDINALS[made.faces[number - 1].ply // 2]
    return f"{SIDE_NAMES[scene.side]}'s {order} move: stage {made.stage(number)}"


def verdict(box: OpenBox) -> tuple[str, ...]:
    """What the bead in the apex says: its square on the box and, if that lies otherwise, here."""
    said = (f"{COLOURS[box.colour]} at the apex:", f"{kind(box.colour)}, square {box.colour}")
    if box.square == box.colour:
        return said
    return *said, f"on the sheet: square {box.square}"


def gained(colour: int, gain: int) -> tuple[str, ...]:
    """What a reward brings a box."""
    if colour < 0:
        return ()
    if not gain:
        return ("nothing gained",)
    return (f"{abs(gain)} {COLOURS[colour]} {'more' if gain > 0 else 'lost'}",)


def board_before(scene: MenaceScene, box: OpenBox) -> str:
    """The visitor's board, in rows, as it lay when the box was opened."""
    board = Board()
    for square in scene.marks:
        if square == box.square:
            break
        board = board.play(square)
    return board.rows()


def words(scene: MenaceScene) -> tuple[str, ...]:
    """Below the board: who plays; whose move it is, or what came of it."""
    boxes, other = ("O", "X") if scene.side == "O" else ("X", "O")
    name = scene.opponent if scene.phase in ("idle", "declined") else scene.playing
    sides = {boxes: "the boxes", other: CALLED.get(name, name)}
    players = f"O  {sides['O']}      X  {sides['X']}"
    if scene.phase in ("rewarding", "over"):
        return players, result(scene)
    if scene.phase == "declined":
        return players, "Box 1 is empty: reload it."
    if scene.phase == "visitor":
        return players, f"Your move: {other}"
    return (players,)


def result(scene: MenaceScene) -> str:
    """What came of a play whose last mark is drawn; before its beads are settled the scene doesn't
    say it yet."""
    if scene.resigned:
        return "The boxes resigned."
    if scene.outcome:
        return RESULTS[scene.outcome] + (" (foregone)" if scene.foregone else "")
    if not scene.board.finished:
        return ""
    winner = scene.board.winner
    return RESULTS["drawn" if not winner else "won" if winner == scene.side else "lost"]


def blocks(scene: MenaceScene) -> npt.NDArray[np.int64]:
    """Of each whole hundred plays: Nought's wins, draws, Cross's wins; shape (n, 3)."""
    results = scene.results if scene.side == "O" else -scene.results
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
