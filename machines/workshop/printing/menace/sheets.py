"""What is printed of MENACE: the drawers' labels, lists for whoever builds her, what lies on
the table while she plays.
"""

from collections.abc import Callable, Iterator, Sequence

from devices.screen.words import Words
from machines.games.noughts.board import READING, Board
from machines.menace.beads import Counts, Rewards
from machines.menace.build import Build
from machines.menace.text import CALLOUTS, RESULTS, scores
from machines.workshop.printing.drawing import (
    BLACK,
    GREY,
    HAIRLINE,
    PALE,
    WHITE,
    Anchor,
    Circle,
    Colour,
    Drawing,
    Ink,
    Point,
    Polygon,
    Rectangle,
    text_width,
)
from machines.workshop.printing.flow import SIDE, TOP, Flow, add_ruler, fill_pages, fit
from machines.workshop.printing.paper import MARGIN, Box, Paper, chest, labels_on

WORDS = Words("printed")
ROOM = Words("menace")

# -- labels: position, beads by Michie's numbers, stage colour, number -----------------------------

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
MOVES = len(STAGES)


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
        size = f"{wide:g} x {high:g} mm"
        add_ruler(page, WORDS("labels_note", first=first, last=last, size=size))
        yield page


def draw_label(page: Drawing, made: Build, number: int, box: Box, x: float, y: float) -> None:
    """The label of one drawer, its top left corner at ``x, y``."""
    wide, high = box.label
    side, move = box.board, move_of(made, number)
    right_of_board = x + 0.9 + side + 0.9
    page.add(Rectangle(right_of_board, y, x + wide - right_of_board, high, Ink(STAGES[move], None)))
    left, top, cell = x + 0.9, y + (high - side) / 2, side / 3
    draw_board(page, made.faces[number - 1], left, top, side)
    for square in made.colours(number):
        row, column = divmod(READING.index(square), 3)
        draw_bead(page, square, left + (column + 0.5) * cell, top + (row + 0.5) * cell, cell * 0.4)
    pull = right_of_board + 2.0
    page.add(Circle(pull, y + high / 2, 0.8, Ink(WHITE, GREY, HAIRLINE)))
    room = x + wide - 0.9 - (pull + 1.2)
    size = min(high * 0.42, 8.0, room / text_width("304", 1.0, "bold"))
    words = WORDS(f"move_{move + 1}")
    small = fit(words, min(size * 0.5, 2.4), room)
    middle = y + high / 2
    page.text(x + wide - 0.9, middle + size * 0.3, str(number), size, "right", "bold")
    page.text(x + wide - 0.9, middle + size * 0.3 + small * 1.35, words, small, "right")
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


def draw_bead(page: Drawing, square: int, x: float, y: float, radius: float) -> None:
    """A bead of the square's colour, with its number."""
    page.add(Circle(x, y, radius, Ink(BEADS[square], BLACK, HAIRLINE)))
    letters = WHITE if sum(BEADS[square]) < 330 else BLACK
    size = radius * 1.35
    page.text(x, y + size * 0.36, str(square), size, "centre", "bold", letters)


# -- lists: beads by box and colour, boxes by position, the chest ----------------------------------

ROW = 4.2
"""The least height of a row of the list of beads."""
BY_NUMBER = (1, 2, 3, 4, 5, 6, 7, 8, 0)
"""The colours in the order of their columns: round the edge, then the centre."""
BLOCKS = 2
"""Columns of boxes on a page of that list."""


def bead_pages(made: Build, beads: Counts, paper: Paper) -> Iterator[Drawing]:
    """How many beads of each colour each box has at the start, as many boxes on each page."""
    room, count = paper.high - TOP - MARGIN - 16, len(made.faces)
    pages = -(-count // (BLOCKS * int(room // ROW)))
    rows = -(-count // (BLOCKS * pages))
    wide = (paper.wide - 2 * MARGIN - 6) / BLOCKS
    for first in range(1, count + 1, BLOCKS * rows):
        last = min(first + BLOCKS * rows - 1, count)
        page = paper.page()
        head = WORDS("beads_of", first=first, last=last)
        page.text(MARGIN, TOP - 2, head, 5.0, face="bold")
        page.text(paper.wide - MARGIN, TOP - 2, WORDS("beads_note"), 2.8, "right")
        for block in range(BLOCKS):
            start = first + block * rows
            numbers = range(start, min(start + rows, last + 1))
            left = MARGIN + block * (wide + 6)
            _bead_block(page, made, beads, numbers, (left, wide), room / rows)
        yield page


def _bead_block(
    page: Drawing,
    made: Build,
    beads: Counts,
    numbers: Sequence[int],
    across: tuple[float, float],
    high: float,
) -> None:
    """``across``: where it begins and how wide it is; ``high``: each of its rows."""
    if not numbers:
        return
    left, wide = across
    cell = wide / (len(BY_NUMBER) + 2)
    y = TOP + 6
    page.text(left + cell / 2, y - 1, WORDS("box_head"), 2.5, "centre")
    page.text(left + wide - cell / 2, y - 1, WORDS("all_head"), 2.5, "centre")
    for place, colour in enumerate(BY_NUMBER, 1):
        draw_bead(page, colour, left + (place + 0.5) * cell, y - 2, 1.9)
    for number in numbers:
        page.add(Rectangle(left, y, cell, high, Ink(STAGES[move_of(made, number)], None)))
        base = y + high / 2 + 1.0
        page.text(left + cell / 2, base, str(number), 2.7, "centre", "bold")
        for place, colour in enumerate(BY_NUMBER, 1):
            if held := int(beads[number - 1, colour]):
                page.text(left + (place + 0.5) * cell, base, str(held), 2.7, "centre")
        total = int(beads[number - 1].sum())
        page.text(left + wide - cell / 2, base, str(total), 2.7, "centre")
        y += high
        is_fifth = (number - numbers[0]) % 5 == 4
        page.line((left, y), (left + wide, y), Ink(None, GREY if is_fifth else PALE, HAIRLINE))
    for place in range(len(BY_NUMBER) + 3):
        x = left + min(place * cell, wide)
        page.line((x, TOP + 6), (x, y), Ink(None, PALE, HAIRLINE))


# -- boxes by position -----------------------------------------------------------------------------

FACE = 9.0
"""The side of a board on the chart of positions."""


def position_pages(made: Build, paper: Paper) -> list[Drawing]:
    """Every box's position, in the order of the numbers: to find a box for a board."""

    def compose(flow: Flow) -> None:
        flow.title(WORDS("positions"))
        flow.paragraph(WORDS("positions_text"))
        for move in range(MOVES):
            numbers = [n for n in range(1, len(made.faces) + 1) if move_of(made, n) == move]
            _set_positions(flow, made, move, numbers)

    return fill_pages(paper, WORDS("positions_note"), compose)


def _set_positions(flow: Flow, made: Build, move: int, numbers: Sequence[int]) -> None:
    """The boards of a move, under its colour."""
    face, below = FACE * flow.scale, 5.5 * flow.scale
    flow.need(face + below + 8)
    flow.page.add(Rectangle(SIDE, flow.y, flow.wide, 6, Ink(STAGES[move], None)))
    words = WORDS(
        "positions_of" if len(numbers) > 1 else "positions_one",
        move=WORDS(f"move_{move + 1}"),
        first=numbers[0],
        last=numbers[-1],
    )
    flow.page.text(SIDE + 1.5, flow.y + 4.3, words, 3.6, face="bold")
    flow.space(8)
    across = int(flow.wide // (face + 2.4))
    pitch = flow.wide / across
    for start in range(0, len(numbers), across):
        flow.need(face + below)
        for place, number in enumerate(numbers[start : start + across]):
            x, y = SIDE + place * pitch + (pitch - face) / 2, flow.y
            draw_board(flow.page, made.faces[number - 1], x, y, face)
            size = 2.8 * flow.scale
            flow.page.text(x + face / 2, y + face + size * 1.1, str(number), size, "centre", "bold")
        flow.space(face + below)


# -- the chest -------------------------------------------------------------------------------------

LEAST_ROW = 4.2
"""The least height of a box in the plan of the chest."""


def chest_pages(made: Build, box: Box, paper: Paper) -> list[Drawing]:
    """In which order boxes are glued, where each has its place, and the fence of a drawer."""
    towers, tall = chest(box, len(made.faces))
    sides = (towers * box.wide, tall * box.high, box.long)
    wide, high, deep = (f"{side / 10:.0f}" for side in sides)
    size = WORDS("chest_size", wide=wide, high=high, deep=deep, towers=towers, tall=tall)
    if spare := towers * tall - len(made.faces):
        size += " " + WORDS("chest_spare", n=spare)

    def compose(flow: Flow) -> None:
        flow.title(WORDS("chest"))
        flow.paragraph(size)
        flow.items(WORDS("gluing", tall=tall, towers=towers), is_numbered=True)
        _draw_fence(flow, box)
        flow.need(30 * flow.scale + tall * LEAST_ROW)
        flow.heading(WORDS("plan"))
        flow.paragraph(WORDS("plan_text"))
        cell = flow.wide / towers
        row = min((flow.bottom - flow.y) / tall, cell * 0.75)
        for number in range(1, len(made.faces) + 1):
            tower, place = divmod(number - 1, tall)
            x, y = SIDE + tower * cell, flow.y + place * row
            ink = Ink(STAGES[move_of(made, number)], GREY, HAIRLINE)
            flow.page.add(Rectangle(x, y, cell, row, ink))
            text = min(row * 0.55, cell * 0.38)
            flow.page.text(x + cell / 2, y + row / 2 + text * 0.36, str(number), text, "centre")

    return fill_pages(paper, WORDS("chest"), compose)


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
        flow.page.text(x, y + high + 4, WORDS("strip", size=size), 2.8)
    else:
        flow.page.text(x, y + 4, WORDS("strip_long", size=size), 2.8)
    _draw_drawer(flow.page, box, SIDE + room + 6, y)
    flow.space(max(high, DRAWN_DRAWER) + 8)


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
    page.text(left + long / 2, y + long + 4, WORDS("drawer_above"), 2.4, "centre")


# -- the mat, the tally sheet, the score chart -----------------------------------------------------

LARGEST_CELL = 52.0
SMALLEST_CELL = 30.0


def mat(box: Box, paper: Paper, side: str) -> Drawing:
    """The board to play on, with Michie's numbers, and a place for each open box."""
    page = paper.page()
    middle = paper.wide / 2
    other = "X" if side == "O" else "O"
    words = WORDS("mat", side=side, other=other)
    size = fit(words, 6.5, paper.wide - 2 * MARGIN, "bold")
    page.text(middle, MARGIN + 7, words, size, "centre", "bold")
    top, park = MARGIN + 13, box.long + 12
    cell = min((paper.wide - 2 * MARGIN) / 3, LARGEST_CELL, (paper.high - MARGIN - top - park) / 3)
    has_places = cell >= SMALLEST_CELL and 4 * (box.wide + 4) <= paper.wide - MARGIN
    if not has_places:
        cell = min((paper.wide - 2 * MARGIN) / 3, (paper.high - MARGIN - top) / 3)
    left = middle - 1.5 * cell
    for place, square in enumerate(READING):
        row, column = divmod(place, 3)
        draw_bead(page, square, left + column * cell + 5.5, top + row * cell + 5.5, 4.0)
    for at in (1, 2):
        across, down = left + at * cell, top + at * cell
        page.line((across, top), (across, top + 3 * cell), Ink(None, BLACK, 0.8))
        page.line((left, down), (left + 3 * cell, down), Ink(None, BLACK, 0.8))
    if has_places:
        _draw_places(page, box, top + 3 * cell + 5)
    return page


def _draw_places(page: Drawing, box: Box, y: float) -> None:
    """Where the open drawers lie in the order of the moves, each with its bead before it."""
    pitch = box.wide + 4
    x = page.wide / 2 - 2 * pitch + 2
    room = box.wide - 2
    for move in range(MOVES):
        name, drawer = WORDS(f"move_{move + 1}"), WORDS("drawer")
        page.add(Rectangle(x, y, box.wide, box.long, Ink(STAGES[move], GREY, HAIRLINE)))
        page.text(x + box.wide / 2, y + 6, name, fit(name, 3.6, room, "bold"), "centre", "bold")
        page.text(x + box.wide / 2, y + 11, drawer, fit(drawer, 3.0, room), "centre")
        page.add(Circle(x + box.wide / 2, y + box.long - 8, 4.5, Ink(None, GREY, HAIRLINE)))
        page.text(x + box.wide / 2, y + box.long - 7, WORDS("bead"), 2.4, "centre", colour=GREY)
        x += pitch


# -- the tally sheet -------------------------------------------------------------------------------

TALLY_ROW = 8.4


def tally_sheet(paper: Paper, rewards: Rewards) -> Drawing:
    """A row a play: the boxes that were open and their beads, how it ended, the score."""
    page = paper.page()
    wide = paper.wide - 2 * MARGIN
    page.text(MARGIN, MARGIN + 6, WORDS("tally"), 5.5, face="bold")
    blanks = f"{WORDS('date')} ____________  {WORDS('sheet')} ____"
    page.text(paper.wide - MARGIN, MARGIN + 6, blanks, 3.4, "right")
    won, drawn, lost = (f"{n:+d}" for n in (rewards.win, rewards.draw, rewards.loss))
    note = WORDS("tally_text", win=won, draw=drawn, loss=lost)
    page.text(MARGIN, MARGIN + 11.5, note, fit(note, 2.9, wide))
    moves = [WORDS("box_bead", move=WORDS(f"move_{n}")) for n in range(1, MOVES + 1)]
    columns = [(WORDS("play"), 1.0), *((name, 3.0) for name in moves)]
    columns += [(WORDS(how), 0.6) for how in ("won", "drawn", "lost")]
    columns.append((WORDS("score"), 1.3))
    unit = wide / sum(share for _, share in columns)
    y, low = MARGIN + 15.0, paper.high - MARGIN
    rows = int((low - y) // TALLY_ROW)
    x = MARGIN
    for at, (name, share) in enumerate(columns):
        if 1 <= at <= MOVES:
            page.add(Rectangle(x, y, share * unit, TALLY_ROW, Ink(STAGES[at - 1], None)))
        size = fit(name, 2.8, share * unit - 1, "bold")
        page.text(x + share * unit / 2, y + 5.4, name, size, "centre", "bold")
        page.line((x, y), (x, y + rows * TALLY_ROW), Ink(None, GREY, HAIRLINE))
        x += share * unit
    page.line((x, y), (x, y + rows * TALLY_ROW), Ink(None, GREY, HAIRLINE))
    for row in range(rows + 1):
        line = y + row * TALLY_ROW
        page.line((MARGIN, line), (MARGIN + wide, line), Ink(None, GREY, HAIRLINE))
    return page


# -- the score chart -------------------------------------------------------------------------------

MOST_PLAYS, LEAST_SCORE, MOST_SCORE = 240, -20, 180
"""The axes of Fig. 4 (Michie 1963)."""


CALLOUT_AWAY, CALLOUT_LINE = 20, 2.9
"""How far from the line (in score) a callout stands, and from line to line of its text."""
LATE = 150
"""Callouts of later plays stand below the line, where there is room."""


def score_chart(paper: Paper) -> Drawing:
    """Room for 240 plays, with the line of the tournament of 1961 behind."""
    page = paper.lying.page()
    page.text(MARGIN, MARGIN + 6, WORDS("chart"), 5.5, face="bold")
    page.text(page.wide - MARGIN, MARGIN + 6, WORDS("chart_text"), 3.0, "right")
    left, right = MARGIN + 12, page.wide - MARGIN
    top, bottom = MARGIN + 12, page.high - MARGIN - 10
    across = (right - left) / MOST_PLAYS
    up = (bottom - top) / (MOST_SCORE - LEAST_SCORE)

    def place(play: float, score: float) -> Point:
        return left + play * across, bottom - (score - LEAST_SCORE) * up

    for play in range(0, MOST_PLAYS + 1, 5):
        ink = Ink(None, GREY if play % 50 == 0 else PALE, HAIRLINE if play % 10 == 0 else 0.05)
        page.line(place(play, LEAST_SCORE), place(play, MOST_SCORE), ink)
        if play % 20 == 0:
            page.text(place(play, 0)[0], bottom + 4, str(play), 2.8, "centre")
    for score in range(LEAST_SCORE, MOST_SCORE + 1, 5):
        ink = Ink(None, GREY if score % 50 == 0 else PALE, HAIRLINE if score % 10 == 0 else 0.05)
        page.line(place(0, score), place(MOST_PLAYS, score), ink)
        if score % 20 == 0:
            page.text(left - 1.5, place(0, score)[1] + 1, str(score), 2.8, "right")
    page.line(place(0, 0), place(MOST_PLAYS, 0), Ink(None, BLACK, 0.3))
    _draw_1961(page, place)
    page.text((left + right) / 2, bottom + 8.5, WORDS("plays"), 3.2, "centre")
    page.text(MARGIN + 3, (top + bottom) / 2, WORDS("score_axis"), 3.2, "centre", turned=90)
    return page


def _draw_1961(page: Drawing, place: Callable[[float, float], Point]) -> None:
    line = [0, *scores(RESULTS).tolist()]
    points = [place(play, score) for play, score in enumerate(line)]
    page.add(Polygon(tuple(points), Ink(None, (150, 160, 185), 0.7), closed=False))
    ink = (105, 115, 145)
    for game, _ in CALLOUTS:
        x, y = place(game, line[game])
        texts = ROOM(f"callout_{game}").split("\n")
        if is_late := game > LATE:
            end = place(game, line[game] - CALLOUT_AWAY)[1]
            first = end
        else:
            end = place(game, line[game] + CALLOUT_AWAY)[1]
            first = end - CALLOUT_LINE * (len(texts) - 1)
        page.line((x, y), (x, end), Ink(None, ink, HAIRLINE))
        is_left = game == CALLOUTS[0][0]  # the next one's line would go through it
        for row, text in enumerate(texts):
            at: tuple[float, Anchor] = (x - 0.8, "right") if is_left else (x + 0.8, "left")
            base = first + row * CALLOUT_LINE + (0 if is_late else 1)
            page.text(at[0], base, text, 2.3, at[1], colour=ink)
    x, y = place(len(line) - 1, line[-1])
    page.text(x + 1.5, y, "1961", 3.0, face="bold", colour=ink)
