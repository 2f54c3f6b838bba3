"""What the matchboxes' listing says, on the 716: every line's text, 120 columns.

Functions here lay out; nothing decides.  A play with an operator has a row for each move: the box,
how the board is laid before it, the bead and its chance, then the board.  Plays among machines have
a row each, in which a box stands with the number of the turn that laid the board (the table of
turns heads them).  Either way the beads gained or lost, the ledger and the score follow.
"""

import itertools
from collections.abc import Callable

from devices.media.sheet import Column, heads, row
from machines.games.noughts.board import READING, SIDE_NAMES, Board
from machines.games.noughts.cards import GameCard
from machines.games.noughts.symmetry import TURNS
from machines.menace.beads import COLOURS, Cabinet
from machines.menace.build import build
from machines.menace.scene import OpenBox
from machines.menace.table import Table

HEADING = "MENACE, THE MATCHBOX MACHINE"
INDENT = 12
SIDES = {side: name.upper() for side, name in SIDE_NAMES.items()}
QUARTERS = ("", "1/4 CLOCKWISE", "1/2 ROUND", "1/4 ANTICLOCKWISE")
MIRROR = "MIRROR 1-5"
BEFORE_A_BOX = 4
"""Moves that the boxes may make in a play."""

MOVES = (
    Column("PLAY", "", 5, gap=1),
    Column("MOVE", "", 4, gap=1),
    Column("SIDE", "", 6, right=False),
    Column("PLAYER", "", 12, right=False, gap=1),
    Column("BOX", "", 3),
    Column("ITS FACE", "", 11, right=False),
    Column("BOARD IS LAID BEFORE IT", "", 29, right=False),
    Column("BEAD", "", 6, right=False),
    Column("OF BEADS", "", 10, gap=1),
    Column("SQUARE", "", 6, gap=1),
    Column("BOARD", "", 11, right=False),
)
PLAYS = (
    Column("PLAY", "", 6, gap=1),
    Column("SQUARES", "", 9, right=False),
    Column("RESULT", "", 8, right=False),
    *(Column(f"{n} BOX", "NO. T BEAD GAIN", 16, right=False) for n in ("1ST", "2ND", "3RD", "4TH")),
    Column("BEADS", "IN BOXES", 9),
    Column("3W+D-L", "", 6, gap=1),
)
BOXES = (
    Column("BOX", "", 3, gap=INDENT),
    Column("BEAD", "", 6, right=False),
    Column("GAIN", "", 6),
    Column("NOW OF THAT COLOUR", "", 17),
    Column("BEADS IN BOX", "", 12),
)


# -- words -----------------------------------------------------------------------------------------


def rows_of(board: Board) -> str:
    """The board's three rows side by side: ``"..X OXO .XO"``."""
    return board.rows().replace("/", " ")


def orientation(turn: int) -> str:
    """How a board is laid before its box: ``"MIRROR 1-5, HALF ROUND"``."""
    parts = [MIRROR if turn > 3 else "", QUARTERS[turn % 4]]
    return ", ".join(part for part in parts if part) or "AS IT LIES"


def colour(number: int) -> str:
    """``"LILAC"``."""
    return COLOURS[number].upper()


# -- a game's opening ------------------------------------------------------------------------------


def opening_lines(game: GameCard, cabinet: Cabinet) -> list[str]:
    """What heads a game: who plays, and the boxes."""
    made, rewards = build(cabinet.build), cabinet.rewards
    first = ", ".join(map(str, cabinet.replicates))
    return [
        f" GAME {game.number}     {game.title}".rstrip(),
        f"{'':<{INDENT}}NOUGHT  {game.nought:<16}CROSS  {game.cross}",
        f"{'':<{INDENT}}BUILD {made.name}, {len(made.faces)} BOXES, {first} BEADS OF A COLOUR AT "
        f"FIRST     BEADS FOR A PLAY WON {rewards.win:+d}, DRAWN {rewards.draw:+d}, "
        f"LOST {rewards.loss:+d}",
    ]


def turns_line() -> str:
    """What the number of a turn says."""
    words = "   ".join(f"{turn} {orientation(turn)}" for turn in TURNS[:4])
    return f"{'':<{INDENT}}TURN T   {words}   4-7 {MIRROR}, THEN 0-3"


# -- moves and plays -------------------------------------------------------------------------------


def move_row(
    play: int, board: Board, player: str, square: int, opened: OpenBox | None
) -> tuple[tuple[str, ...], str]:
    """Heads and row of the table for a move made on ``board``, from a box or otherwise.

    A box that was found empty has colour -1: it makes no move.
    """
    start = [str(play), str(board.ply + 1), SIDES[board.to_move], player[:12]]
    box = ["", "", "", "", ""] if opened is None else _box_cells(opened)
    made = "" if square < 0 else str(square)
    after = board if square < 0 else board.play(square)
    return heads(MOVES)[:1], row(MOVES, [*start, *box, made, rows_of(after)])


def _box_cells(opened: OpenBox) -> list[str]:
    cells = [str(opened.number), rows_of(opened.face), orientation(opened.turn)]
    if opened.colour < 0:
        return [*cells, "NONE", "EMPTY"]
    return [*cells, colour(opened.colour), f"{opened.beads[opened.colour]}/{sum(opened.beads)}"]


def result_lines(play: int, table: Table) -> list[str]:
    """How a play ended and what it brought the boxes, which have their beads."""
    beads = table.cabinet.beads
    lines = [f"{'':<{INDENT}}PLAY {play}     {table.how}     MENACE HAS {table.outcome.upper()}"]
    if table.state.play.gains:
        lines.append(heads(BOXES)[0])
    for box, bead, gain in table.state.play.gains:
        now = str(beads[box - 1, bead]), str(beads[box - 1].sum())
        lines.append(row(BOXES, [str(box), colour(bead), f"{gain:+d}", *now]))
    return [*lines, *totals(table)]


def play_row(play: int, table: Table) -> tuple[tuple[str, ...], str]:
    """Heads and row for a whole play between machines; the boxes have their beads."""
    squares = "".join(map(str, table.marks))
    result = "RESIGNED" if table.resigned else table.outcome.upper()
    gained = {box: gain for box, _, gain in table.state.play.gains}
    boxes = [_box_cell(box, gained.get(box.number)) for box in table.opened[:BEFORE_A_BOX]]
    cells = [str(play), squares, result, *boxes, *[""] * (BEFORE_A_BOX - len(boxes))]
    sums = str(table.cabinet.beads.sum()), f"{table.score.score:+d}"
    return heads(PLAYS), row(PLAYS, [*cells, *sums])


def _box_cell(opened: OpenBox, gain: int | None) -> str:
    bead = "EMPTY" if opened.colour < 0 else colour(opened.colour)
    cell = f"{opened.number:>3} {opened.turn} {bead:<6}"
    return cell if gain is None else f"{cell} {gain:+d}"


def totals(table: Table) -> list[str]:
    """Where all beads are; the boxes' plays so far, and those behind the beads, which may come from
    a tape."""
    ledger, score, plays = table.cabinet.ledger(), table.score, table.cabinet.plays
    parts = [
        ("BOUGHT", ledger.bought),
        ("IN BOXES", ledger.boxes),
        ("IN CUPS", ledger.cups),
        ("ON THE BOARD", ledger.on_board),
    ]
    words = "   ".join(f"{name} {int(counts.sum())}" for name, counts in parts)
    balance = "BALANCES" if ledger.balances else "DOES NOT BALANCE"
    line = (
        f"{'':<{INDENT}}SO FAR   PLAYS {score.games}   WON {score.wins}   DRAWN {score.draws}   "
        f"LOST {score.losses}   3W+D-L {score.score:+d}"
    )
    behind = "" if plays == score.games else f"   PLAYS BEHIND THE BEADS {plays}"
    return [f"{'':<{INDENT}}LEDGER   {words}   {balance}", line + behind]


# -- boxes -----------------------------------------------------------------------------------------


def box_lines(cabinet: Cabinet, number: int) -> list[str]:
    """One box: its face, and its beads by colour."""
    made = build(cabinet.build)
    face = made.faces[number - 1]
    beads = cabinet.beads[number - 1]
    total = int(beads.sum())
    lines = [
        f" BOX {number}     STAGE {made.stage(number)}     {SIDES[made.side]} TO MOVE     "
        f"{total} {'BEAD' if total == 1 else 'BEADS'}"
    ]
    right = ["SQUARE  COLOUR    BEADS   CHANCE"]
    for square in made.colours(number):
        count = int(beads[square])
        chance = f"{count / total:.3f}" if total else "-"
        right.append(f"{square:>6}  {colour(square):<6}{count:>8}{chance:>9}")
    left = ["", *map("     ".join, zip(_rows(face.at, "."), _rows(str), strict=True))]
    for face_text, bead_text in itertools.zip_longest(left, right, fillvalue=""):
        lines.append(f"{'':<{INDENT}}{face_text:<24}{bead_text}".rstrip())
    return lines


def _rows(text_of: Callable[[int], str], empty: str = "") -> list[str]:
    """The three rows of a board, each square as ``text_of`` has it."""
    cells = [text_of(square) or empty for square in READING]
    return [" ".join(cells[k : k + 3]) for k in (0, 3, 6)]


def tape_line(saved: bool, name: str, unit: str, reel: str, plays: int) -> str:
    """What was written or read."""
    what = "BEADS SAVED" if saved else "BEADS LOADED"
    called = f" AS {name}" if name else ""
    return f" {what}{called}     {unit}, {reel}     PLAYS {plays}"
