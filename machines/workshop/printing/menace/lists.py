"""Lists for whoever builds the machine: beads by box and colour, boxes by position, the chest."""

from collections.abc import Iterator, Sequence

from machines.menace.beads import Counts
from machines.menace.build import Build
from machines.workshop.printing.drawing import (
    BLACK,
    GREY,
    HAIRLINE,
    PALE,
    WHITE,
    Drawing,
    Ink,
    Rectangle,
)
from machines.workshop.printing.flow import SIDE, TOP, Flow
from machines.workshop.printing.menace.box import Box, chest
from machines.workshop.printing.menace.labels import (
    MOVES,
    STAGES,
    draw_bead,
    draw_board,
    move_of,
)
from machines.workshop.printing.paper import MARGIN, Paper

ROW = 4.2
"""The height of a row of the list of beads."""
BY_NUMBER = (1, 2, 3, 4, 5, 6, 7, 8, 0)
"""The colours in the order of their columns: round the edge, then the centre."""
BLOCKS = 2
"""Columns of boxes on a page of that list."""


def bead_pages(made: Build, beads: Counts, paper: Paper) -> Iterator[Drawing]:
    """How many beads of each colour each box has at the start."""
    rows = int((paper.high - TOP - MARGIN - 16) // ROW)
    count = len(made.faces)
    for first in range(1, count + 1, BLOCKS * rows):
        last = min(first + BLOCKS * rows - 1, count)
        page = paper.page()
        page.text(MARGIN, TOP - 2, f"Beads of boxes {first} to {last}", 5.0, face="bold")
        page.text(paper.wide - MARGIN, TOP - 2, "How many beads of each colour", 2.8, "right")
        for block in range(BLOCKS):
            start = first + block * rows
            numbers = range(start, min(start + rows, last + 1))
            wide = (paper.wide - 2 * MARGIN - 6) / BLOCKS
            _bead_block(page, made, beads, numbers, MARGIN + block * (wide + 6), wide)
        yield page


def _bead_block(
    page: Drawing, made: Build, beads: Counts, numbers: Sequence[int], left: float, wide: float
) -> None:
    if not numbers:
        return
    cell = wide / (len(BY_NUMBER) + 2)
    y = TOP + 6
    page.text(left + cell / 2, y - 1, "box", 2.5, "centre")
    page.text(left + wide - cell / 2, y - 1, "all", 2.5, "centre")
    for place, colour in enumerate(BY_NUMBER, 1):
        draw_bead(page, colour, left + (place + 0.5) * cell, y - 2, 1.9)
    for number in numbers:
        page.add(Rectangle(left, y, cell, ROW, Ink(STAGES[move_of(made, number)], None)))
        base = y + ROW * 0.72
        page.text(left + cell / 2, base, str(number), 2.7, "centre", "bold")
        for place, colour in enumerate(BY_NUMBER, 1):
            if held := int(beads[number - 1, colour]):
                page.text(left + (place + 0.5) * cell, base, str(held), 2.7, "centre")
        total = int(beads[number - 1].sum())
        page.text(left + wide - cell / 2, base, str(total), 2.7, "centre")
        y += ROW
        is_fifth = (number - numbers[0]) % 5 == 4
        page.line((left, y), (left + wide, y), Ink(None, GREY if is_fifth else PALE, HAIRLINE))
    for place in range(len(BY_NUMBER) + 3):
        x = left + min(place * cell, wide)
        page.line((x, TOP + 6), (x, y), Ink(None, PALE, HAIRLINE))


# -- boxes by position -----------------------------------------------------------------------------

FACE = 9.0
"""The side of a board on the chart of positions."""


def position_pages(made: Build, paper: Paper) -> Iterator[Drawing]:
    """Every box's position, in the order of the numbers: to find a box for a board."""
    flow = Flow(paper, "Positions of the boxes, in the order of their numbers")
    flow.title("Which box? All positions")
    flow.paragraph(
        "Turn the paper with your game round, or hold it before a mirror, until one of these "
        "boards looks like it. The boards are sorted as in a dictionary: compare square by "
        "square, row by row from the top left. A cross comes before a nought, a nought before an "
        "empty square."
    )
    across = int(flow.wide // (FACE + 2.4))
    pitch = flow.wide / across
    for move in range(len(MOVES)):
        numbers = [n for n in range(1, len(made.faces) + 1) if move_of(made, n) == move]
        flow.need(FACE + 14)
        flow.page.add(Rectangle(SIDE, flow.y, flow.wide, 6, Ink(STAGES[move], None)))
        words = f"MENACE's {MOVES[move]}: boxes {numbers[0]} to {numbers[-1]}"
        if len(numbers) == 1:
            words = f"MENACE's {MOVES[move]}: box {numbers[0]}"
        flow.page.text(SIDE + 1.5, flow.y + 4.3, words, 3.6, face="bold")
        flow.space(8)
        for start in range(0, len(numbers), across):
            flow.need(FACE + 5.5)
            for place, number in enumerate(numbers[start : start + across]):
                x = SIDE + place * pitch + (pitch - FACE) / 2
                draw_board(flow.page, made.faces[number - 1], x, flow.y, FACE)
                flow.page.text(x + FACE / 2, flow.y + FACE + 3, str(number), 2.8, "centre", "bold")
            flow.space(FACE + 5.5)
    yield from flow.pages


# -- the chest -------------------------------------------------------------------------------------

GLUING = (
    "Take all drawers out. Glue only the sleeves: a drawer that is glued in never opens again.",
    "Lay a sleeve on its side against a wall or a thick book. Put a thin line of glue on its broad "
    "side, and press the next sleeve on it, all openings to the front. Go on until the tower has "
    "{tall} sleeves. Make {towers} towers. Let them dry under a book.",
    "Stand the towers side by side on a board and glue them together, one after the other.",
    "Glue a sheet of card to the back, so that no drawer is pushed out there.",
    "Cut the labels out and glue each on the end of a drawer, the board upright. Push a paper "
    "fastener or a bead on a thread through the small ring: that is the handle.",
    "Fold a strip of card into a V and glue it to the bottom of each drawer, its point at the "
    "front (the strip is shown below). The bead that rolls into the point is "
    "MENACE's move.",
    "Put the beads into each drawer by the list, shake it, and push it into its place in the plan.",
)


def chest_pages(made: Build, box: Box, paper: Paper) -> Iterator[Drawing]:
    """In which order boxes are glued, where each has its place, and the fence of a drawer."""
    count = len(made.faces)
    towers, tall = chest(box, count)
    flow = Flow(paper, "The chest")
    flow.title("Gluing the chest")
    wide, high = towers * box.wide / 10, tall * box.high / 10
    spare = towers * tall - count
    size = f"The chest is about {wide:.0f} cm wide, {high:.0f} cm high and {box.long / 10:.0f} cm "
    left = f", and has {spare} place{'s' if spare > 1 else ''} more than boxes" if spare else ""
    flow.paragraph(f"{size}deep: {towers} towers of {tall} boxes{left}.")
    for at, step in enumerate(GLUING, 1):
        flow.item(f"{at}.", step.format(tall=tall, towers=towers))
    _draw_fence(flow, box)
    flow.break_page()
    flow.title("Where each box stands")
    flow.paragraph(
        "The chest from the front. The numbers run down each tower; the colours are those of the "
        "labels."
    )
    cell = flow.wide / towers
    row = min((flow.bottom - flow.y) / tall, cell * 0.75)
    for number in range(1, count + 1):
        tower, place = divmod(number - 1, tall)
        x, y = SIDE + tower * cell, flow.y + place * row
        ink = Ink(STAGES[move_of(made, number)], GREY, HAIRLINE)
        flow.page.add(Rectangle(x, y, cell, row, ink))
        text = min(row * 0.55, cell * 0.38)
        flow.page.text(x + cell / 2, y + row / 2 + text * 0.36, str(number), text, "centre")
    yield from flow.pages


def fence(box: Box) -> tuple[float, float]:
    """The strip of card that makes the V of a drawer: length and height.

    It goes from the sides of the drawer, half way along it, to the middle of its front.
    """
    inside_wide, inside_long = box.wide - 4, box.long - 3
    return 2 * ((inside_wide / 2) ** 2 + (inside_long / 2) ** 2) ** 0.5, box.high * 0.45


def _draw_fence(flow: Flow, box: Box) -> None:
    long, high = fence(box)
    size = f"{long:.0f} x {high:.0f} mm"
    room = flow.wide - DRAWN_DRAWER - 6
    flow.need(max(high, DRAWN_DRAWER) + 14)
    flow.space(3)
    x, y = SIDE, flow.y
    if long <= room:
        flow.page.add(Rectangle(x, y, long, high, Ink(WHITE, BLACK, 0.15)))
        fold = (x + long / 2, y), (x + long / 2, y + high)
        flow.page.line(*fold, Ink(None, BLACK, 0.15, (1.2, 0.8)))
        flow.page.text(x, y + high + 4, f"The strip: {size}; fold it at the dashes", 2.8)
    else:
        flow.page.text(x, y + 4, f"The strip is {size}: fold it in the middle.", 2.8)
    _draw_drawer(flow.page, box, SIDE + room + 6, y)


DRAWN_DRAWER = 55.0
"""The length of the drawn drawer, which is not in true size."""


def _draw_drawer(page: Drawing, box: Box, left: float, y: float) -> None:
    """A drawer from above, with its fence, the front below."""
    long = DRAWN_DRAWER
    wide = min(long * box.wide / box.long, long)
    x = left + (DRAWN_DRAWER - wide) / 2
    page.add(Rectangle(x, y, wide, long, Ink(WHITE, BLACK, 0.3)))
    middle = x + wide / 2, y + long - 1
    for side in (x + 1, x + wide - 1):
        page.line((side, y + long / 2), middle, Ink(None, BLACK, 0.5))
    beads = ((0, -0.13, -0.45), (1, 0.12, -0.37), (2, -0.02, -0.24), (1, 0.0, -0.11))
    for colour, across, down in beads:
        draw_bead(page, colour, middle[0] + across * wide, middle[1] + down * long, wide * 0.06)
    page.text(left + long / 2, y + long + 4, "a drawer from above, its front below", 2.4, "centre")
