"""The labels of the drawers: position, beads by Michie's numbers, stage colour, box number."""

from collections.abc import Iterator

from machines.games.noughts.board import READING, Board
from machines.menace.build import Build
from machines.workshop.printing.drawing import (
    BLACK,
    GREY,
    HAIRLINE,
    WHITE,
    Circle,
    Colour,
    Drawing,
    Ink,
    Rectangle,
)
from machines.workshop.printing.menace.box import Box, labels_on
from machines.workshop.printing.paper import MARGIN, Paper, add_ruler
from machines.workshop.printing.pdf import text_width

BEADS: tuple[Colour, ...] = (
    (222, 178, 42),
    (255, 255, 255),
    (190, 160, 220),
    (190, 194, 200),
    (60, 150, 80),
    (244, 150, 185),
    (205, 45, 40),
    (240, 140, 30),
    (35, 35, 35),
)
"""How beads are printed, by square: gold, white, lilac, silver, green, pink, red, amber, black."""
STAGES: tuple[Colour, ...] = ((255, 232, 150), (250, 196, 178), (184, 214, 242), (196, 228, 186))
"""By the machine's move, the first to the fourth: yellow, red, blue, green, all pale."""
STAGE_NAMES = ("yellow", "red", "blue", "green")
MOVES = ("1st move", "2nd move", "3rd move", "4th move")


def move_of(made: Build, number: int) -> int:
    """Which of the machine's moves box ``number`` decides, 0 to 3."""
    return (made.stage(number) - 1) // 2


def label_pages(made: Build, box: Box, paper: Paper) -> Iterator[Drawing]:
    """All labels, in the order of their numbers; neighbours share the line to be cut."""
    across, down = labels_on(paper, box)
    wide, high = box.label
    left = (paper.wide - across * wide) / 2
    count = len(made.faces)
    for first in range(1, count + 1, across * down):
        last = min(first + across * down - 1, count)
        page = paper.page()
        for place, number in enumerate(range(first, last + 1)):
            row, column = divmod(place, across)
            draw_label(page, made, number, box, left + column * wide, MARGIN + row * high)
        add_ruler(page, f"Labels {first} to {last}, {wide:g} x {high:g} mm")
        yield page


def draw_label(page: Drawing, made: Build, number: int, box: Box, x: float, y: float) -> None:
    """The label of one drawer, its top left corner at ``x, y``."""
    wide, high = box.label
    side, move = box.board, move_of(made, number)
    right_of_board = x + 0.9 + side + 0.9
    page.add(Rectangle(right_of_board, y, x + wide - right_of_board, high, Ink(STAGES[move], None)))
    draw_board(page, made.faces[number - 1], x + 0.9, y + (high - side) / 2, side)
    draw_beads(page, made.colours(number), x + 0.9, y + (high - side) / 2, side)
    pull = right_of_board + 2.0
    page.add(Circle(pull, y + high / 2, 0.8, Ink(WHITE, GREY, HAIRLINE)))
    room = x + wide - 0.9 - (pull + 1.2)
    size = min(high * 0.42, 8.0, room / text_width("304", 1.0, "bold"))
    small = min(size * 0.5, 2.4, room / text_width(MOVES[1], 1.0))
    middle = y + high / 2
    page.text(x + wide - 0.9, middle + size * 0.3, str(number), size, "right", "bold")
    page.text(x + wide - 0.9, middle + size * 0.3 + small * 1.35, MOVES[move], small, "right")
    page.add(Rectangle(x, y, wide, high, Ink(None, BLACK, HAIRLINE)))


def draw_board(page: Drawing, board: Board, x: float, y: float, side: float) -> None:
    """A position: lines, noughts and crosses."""
    cell = side / 3
    line = Ink(None, BLACK, max(side * 0.018, HAIRLINE))
    for at in (1, 2):
        page.line((x + at * cell, y), (x + at * cell, y + side), line)
        page.line((x, y + at * cell), (x + side, y + at * cell), line)
    mark = Ink(None, BLACK, cell * 0.13)
    for place, square in enumerate(READING):
        row, column = divmod(place, 3)
        cx, cy, r = x + (column + 0.5) * cell, y + (row + 0.5) * cell, cell * 0.29
        if board.at(square) == "O":
            page.add(Circle(cx, cy, r, mark))
        elif board.at(square) == "X":
            page.line((cx - r, cy - r), (cx + r, cy + r), mark)
            page.line((cx - r, cy + r), (cx + r, cy - r), mark)


def draw_beads(page: Drawing, colours: tuple[int, ...], x: float, y: float, side: float) -> None:
    """A bead with Michie's number on each square that has beads in the box."""
    cell = side / 3
    for square in colours:
        row, column = divmod(READING.index(square), 3)
        draw_bead(page, square, x + (column + 0.5) * cell, y + (row + 0.5) * cell, cell * 0.4)


def draw_bead(page: Drawing, square: int, x: float, y: float, radius: float) -> None:
    """A bead of the square's colour, with its number."""
    page.add(Circle(x, y, radius, Ink(BEADS[square], BLACK, HAIRLINE)))
    letters = WHITE if sum(BEADS[square]) < 330 else BLACK
    size = radius * 1.35
    page.text(x, y + size * 0.36, str(square), size, "centre", "bold", letters)
