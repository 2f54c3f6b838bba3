"""``main.py print worksheets``: the lessons, their worksheets and answers as PDF."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from devices.assets import ASSETS, read_asset
from devices.screen.ui_text import FIRST
from devices.screen.words import Words, shown
from machines.games.noughts.board import READING, Board
from machines.games.noughts.symmetry import distinct_moves, standard
from machines.menace.beads import COLOURS
from machines.storage.files import check_writable, replace_file
from machines.storage.folders import make_folder
from machines.storage.program import NAME
from machines.storage.telling import tell_user
from machines.workshop.printing.drawing import (
    BLACK,
    GREY,
    HAIRLINE,
    Drawing,
    Ink,
    Rectangle,
    write_pdf,
)
from machines.workshop.printing.flow import (
    ANSWER_HIGH,
    SIDE,
    SIZE,
    Flow,
    TableColumn,
    fill_pages,
    fit,
)
from machines.workshop.printing.paper import Paper

# -- a worksheet as a value, as the folder worksheets of a language has them -----------------------

WORDS = Words("printed")
ROOM = Words("menace")
FOLDER = "worksheets"
NAMES = ("menace-boxes", "menace-program", "samuel-polynomial", "is-it-learning")
"""In the order of the lessons."""


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Heads and rows; an empty cell is filled in by the pupil."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Axes to draw in."""

    across: str
    most: int
    up: str
    low: int
    high: int
    step: int


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of a worksheet or a lesson; what it has is set in the order of these fields."""

    heading: str = ""
    text: str = ""
    items: tuple[tuple[str, str], ...] = ()
    """A list: its marks, such as minutes, and what stands beside them."""
    commands: tuple[str, ...] = ()
    """To type; ``{program}`` is what starts the program."""
    boards: tuple[str, ...] = ()
    """As rows (``O../.X./...``), or ``numbers``: Michie's numbers of the squares."""
    table: Table | None = None
    chart: Chart | None = None
    question: str = ""
    lines: int = 0
    """To write on."""
    answer: str = ""


class Worksheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole worksheet; ``boxes``: the board from which its matchboxes' labels follow."""

    title: str
    time: str
    lesson: tuple[Part, ...]
    """For the teacher."""
    parts: tuple[Part, ...]
    boxes: str = ""

    def answers(self) -> tuple[tuple[str, str, str], ...]:
        """Number, question and answer; what isn't asked with a number has a heading alone."""
        made, number = [], 0
        for part in self.parts:
            if part.question:
                number += 1
            if part.answer:
                mark = str(number) if part.question else "-"
                made.append((mark, part.question or part.heading, part.answer))
        return tuple(made)


def read_worksheet(name: str) -> Worksheet:
    """A worksheet by its name, in the language that is shown, or in English where that has none.

    Raises RefusedError if its file is wrong.
    """
    own, english = (f"text/{code}/{FOLDER}/{name}.toml" for code in (shown().code, FIRST[0]))
    return read_asset(own if (ASSETS / own).is_file() else english, Worksheet)


# -- on paper --------------------------------------------------------------------------------------

FIRST_BEADS, LATER_BEADS = 2, 1
"""Of each colour, in the first box and in the others."""


@dataclass(frozen=True)
class SmallBox:
    """A box: its number, its board as a play first comes to it, and the moves it has beads for."""

    number: int
    board: Board
    moves: tuple[int, ...]
    beads: int  # Of each colour


def small_boxes(start: Board) -> tuple[SmallBox, ...]:
    """All boxes of the side to move at ``start``, in the order in which plays come to them.

    As in the whole machine, turned and mirrored boards share a box, and equal moves share a colour.
    A board with one empty square needs no box.
    """
    found: dict[Board, SmallBox] = {}
    waiting = [start]
    while waiting:
        board = waiting.pop(0)
        form, _ = standard(board)
        if form in found or len(board.moves) < 2:
            continue
        beads = FIRST_BEADS if board == start else LATER_BEADS
        found[form] = SmallBox(len(found) + 1, board, distinct_moves(board), beads)
        after = [board.play(square) for square in found[form].moves]
        waiting += [board.play(reply) for board in after for reply in board.moves]
    return tuple(found.values())


CELL = 9.0
"""A square of a board."""
ROW_HIGH = 6.6
CHART_HIGH = 52.0
LABEL_WIDE, LABEL_HIGH = 50.0, 34.0
"""A box's label: as large as an ordinary matchbox (53 mm x 36 mm) lets it be."""
GAP = 4.0
ANSWERS, LESSONS = "answers", "lessons"


def print_worksheets(args: argparse.Namespace) -> int:
    """Write worksheets, answers and lessons as PDF into a folder; raises RefusedError."""
    sheets = {name: read_worksheet(name) for name in NAMES}
    made = {name: set_worksheet(sheet, args.paper) for name, sheet in sheets.items()}
    made[ANSWERS] = set_answers(tuple(sheets.values()), args.paper)
    made[LESSONS] = [page for sheet in sheets.values() for page in set_lesson(sheet, args.paper)]
    titles = {name: sheet.title for name, sheet in sheets.items()}
    titles |= {name: WORDS(name) for name in (ANSWERS, LESSONS)}
    files = {f"{name}.pdf": write_pdf(pages, titles[name]) for name, pages in made.items()}
    folder = make_folder(args.out)
    for name in files:
        check_writable(folder / name, ".pdf")
    for name, data in files.items():
        replace_file(folder / name, data)
        print(folder / name)
    pages = sum(map(len, made.values()))
    tell_user(f"{len(files)} files, {pages} pages of {args.paper.name}")
    return 0


def set_worksheet(sheet: Worksheet, paper: Paper) -> list[Drawing]:
    """Its pages."""
    name = f"{WORDS('name')} ____________________________"
    day = f"{WORDS('class')} ________   {WORDS('date')} ____________"

    def compose(flow: Flow) -> None:
        flow.page.text(SIDE, flow.y + SIZE, name, SIZE)
        flow.page.text(paper.wide - SIDE, flow.y + SIZE, day, SIZE, "right")
        flow.space(9.0)
        flow.title(sheet.title)
        number = 0
        for part in sheet.parts:
            number += bool(part.question)
            _set_part(flow, part, number)

    pages = fill_pages(paper, _note(sheet.title), compose)
    if sheet.boxes:
        flow = Flow(paper, _note(sheet.title))
        _set_labels(flow, small_boxes(Board.of_rows(sheet.boxes)))
        pages += flow.pages
    return pages


def set_answers(sheets: Sequence[Worksheet], paper: Paper) -> list[Drawing]:
    """The answers to all worksheets."""

    def compose(flow: Flow) -> None:
        flow.title(WORDS("answers"))
        for sheet in sheets:
            flow.need(40.0 * flow.scale)  # a title with its first answer
            flow.heading(sheet.title)
            for mark, question, answer in sheet.answers():
                flow.need(24.0 * flow.scale)
                flow.item(mark, question, 3.1)
                flow.item("", answer, SIZE)

    return fill_pages(paper, _note(WORDS("answers")), compose)


def set_lesson(sheet: Worksheet, paper: Paper) -> list[Drawing]:
    """A lesson's pages for the teacher."""

    def compose(flow: Flow) -> None:
        flow.title(sheet.title)
        flow.paragraph(f"{WORDS('lessons')}, {sheet.time}")
        for part in sheet.lesson:
            _set_part(flow, part, 0)

    return fill_pages(paper, _note(sheet.title), compose)


def _note(title: str) -> str:
    return f"Matchbox 704 - {title}"


def _set_part(flow: Flow, part: Part, number: int) -> None:
    flow.need(_least(part) * flow.scale)
    if part.heading:
        flow.heading(part.heading)
    if part.text:
        flow.paragraph(part.text)
    for mark, text in part.items:
        flow.item(mark, text)
    for command in part.commands:
        flow.item(">", command.replace("{program}", NAME), 3.1)
    if part.boards:
        _set_boards(flow, part.boards)
    if part.table:
        _set_table(flow, part.table)
    if part.chart:
        _set_chart(flow, part.chart)
    if part.question:
        flow.item(f"{number}.", part.question)
    flow.answer_lines(part.lines)


def _least(part: Part) -> float:
    """About how high a part is: what belongs together stays on one page."""
    words = 12.0 * bool(part.heading) + 22.0 * bool(part.text)
    drawn = (CHART_HIGH + 20.0) * bool(part.chart) + (3 * CELL + GAP) * bool(part.boards)
    asked = (SIZE * 3 + part.lines * ANSWER_HIGH) * bool(part.question)
    return words + drawn + asked + (ROW_HIGH * (len(part.table.rows) + 1) if part.table else 0.0)


def _set_boards(flow: Flow, boards: Sequence[str]) -> None:
    cell = CELL * flow.scale
    for place, rows in enumerate(boards):
        x = SIDE + place * (3 * cell + 18.0)
        draw_board(flow.page, x, flow.y, cell, _marks(rows), is_small=rows == "numbers")
    flow.space(3 * cell + GAP * flow.scale)


def _marks(rows: str) -> tuple[str, ...]:
    """What stands in the nine squares, in reading order."""
    if rows == "numbers":
        return tuple(map(str, READING))
    board = Board.of_rows(rows)
    return tuple(board.at(square) for square in READING)


def draw_board(
    page: Drawing, x: float, y: float, cell: float, marks: Sequence[str], is_small: bool = False
) -> None:
    """A board with marks in its squares."""
    ink = Ink(None, BLACK, 0.3)
    for at in (1, 2):
        page.line((x + at * cell, y), (x + at * cell, y + 3 * cell), ink)
        page.line((x, y + at * cell), (x + 3 * cell, y + at * cell), ink)
    size = cell * (0.42 if is_small else 0.8)
    for place, mark in enumerate(marks):
        row, column = divmod(place, 3)
        middle = x + (column + 0.5) * cell
        colour = GREY if is_small else BLACK
        level = y + (row + 0.5) * cell + size * 0.36
        page.text(middle, level, mark, size, "centre", colour=colour)


def _set_table(flow: Flow, table: Table) -> None:
    """A table as wide as the page; columns share it by their longest words."""
    weights = [
        max(6.0, *(float(len(cell)) for cell in column))
        for column in zip(table.heads, *table.rows, strict=True)
    ]
    unit = flow.wide / sum(weights)
    columns = [
        TableColumn(head, weight * unit, "centre")
        for head, weight in zip(table.heads, weights, strict=True)
    ]
    flow.table(columns, table.rows, high=ROW_HIGH)


def _set_chart(flow: Flow, chart: Chart) -> None:
    """Axes with a grid of squares to draw in."""
    page, left, top = flow.page, SIDE + 12.0, flow.y + 4.0
    wide, high = flow.wide - 14.0, CHART_HIGH * flow.scale
    across, up = wide / chart.most, high / (chart.high - chart.low)
    foot = top + high
    for play in range(chart.most + 1):
        x = left + play * across
        page.line((x, top), (x, foot), Ink(None, GREY, HAIRLINE))
        page.text(x, foot + 4.0, str(play), 2.8, "centre")
    for score in range(chart.low, chart.high + 1, chart.step):
        y = foot - (score - chart.low) * up
        width = 0.4 if score == 0 else HAIRLINE
        page.line((left, y), (left + wide, y), Ink(None, BLACK if score == 0 else GREY, width))
        page.text(left - 1.5, y + 1.0, str(score), 2.8, "right")
    page.text(left + wide, foot + 8.0, chart.across, 3.0, "right")
    page.text(left, top - 1.5, chart.up, 3.0)
    flow.space(high + 16.0)


# -- labels ----------------------------------------------------------------------------------------


def _set_labels(flow: Flow, boxes: Sequence[SmallBox]) -> None:
    """A page of labels to cut out, each with its board and the beads that it begins with."""
    flow.heading(WORDS("small_labels", n=len(boxes)))
    down = int(flow.wide // (LABEL_WIDE + GAP))
    for start in range(0, len(boxes), down):
        flow.need(LABEL_HIGH + GAP)
        for place, box in enumerate(boxes[start : start + down]):
            _draw_label(flow.page, SIDE + place * (LABEL_WIDE + GAP), flow.y, box)
        flow.space(LABEL_HIGH + GAP)


def _draw_label(page: Drawing, x: float, y: float, box: SmallBox) -> None:
    page.add(Rectangle(x, y, LABEL_WIDE, LABEL_HIGH, Ink(None, GREY, HAIRLINE, (1.0, 1.0))))
    page.text(x + 2.0, y + 4.6, WORDS("box", n=box.number), 3.4, face="bold")
    draw_board(page, x + 2.0, y + 6.5, 8.4, tuple(box.board.at(square) for square in READING))
    for line, square in enumerate(box.moves):
        text = f"{square} {ROOM(f'colour_{COLOURS[square]}')}: {box.beads}"
        page.text(x + 30.0, y + 10.0 + line * 4.6, text, fit(text, 2.7, LABEL_WIDE - 31.0))
