"""What lies on the table while MENACE plays: the mat, the tally sheet, the score chart."""

from collections.abc import Callable, Sequence

from machines.games.noughts.board import READING
from machines.menace.beads import Rewards
from machines.menace.history import CALLOUTS, RESULTS
from machines.workshop.printing.drawing import (
    BLACK,
    GREY,
    HAIRLINE,
    PALE,
    Anchor,
    Circle,
    Drawing,
    Ink,
    Point,
    Polygon,
    Rectangle,
)
from machines.workshop.printing.menace.box import Box
from machines.workshop.printing.menace.labels import MOVES, STAGES, draw_bead
from machines.workshop.printing.paper import MARGIN, Paper

LARGEST_CELL = 52.0
SMALLEST_CELL = 30.0


def mat(box: Box, paper: Paper, side: str) -> Drawing:
    """The board to play on, with Michie's numbers, and a place for each open box."""
    page = paper.page()
    middle = paper.wide / 2
    other = "X" if side == "O" else "O"
    page.text(middle, MARGIN + 7, f"MENACE plays {side}, you play {other}", 6.5, "centre", "bold")
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
    for move, name in enumerate(MOVES):
        page.add(Rectangle(x, y, box.wide, box.long, Ink(STAGES[move], GREY, HAIRLINE)))
        page.text(x + box.wide / 2, y + 6, name, min(3.6, box.wide / 9), "centre", "bold")
        page.text(x + box.wide / 2, y + 11, "drawer", min(3.0, box.wide / 10), "centre")
        page.add(Circle(x + box.wide / 2, y + box.long - 8, 4.5, Ink(None, GREY, HAIRLINE)))
        page.text(x + box.wide / 2, y + box.long - 7, "bead", 2.4, "centre", colour=GREY)
        x += pitch


# -- the tally sheet -------------------------------------------------------------------------------

TALLY_ROW = 8.4


def tally_sheet(paper: Paper, rewards: Rewards) -> Drawing:
    """A row a play: the boxes that were open and their beads, how it ended, the score."""
    page = paper.page()
    wide = paper.wide - 2 * MARGIN
    page.text(MARGIN, MARGIN + 6, "MENACE: tally of plays", 5.5, face="bold")
    page.text(paper.wide - MARGIN, MARGIN + 6, "Date ____________  Sheet ____", 3.4, "right")
    note = (
        f"Beads for each open box: won {rewards.win:+d}, drawn {rewards.draw:+d}, "
        f"lost {rewards.loss:+d}. Write the box's number and the bead's square or colour."
    )
    page.text(MARGIN, MARGIN + 11.5, note, 2.9)
    columns = [("play", 1.0), *((f"{name}: box, bead", 3.0) for name in MOVES)]
    columns += [("W", 0.6), ("D", 0.6), ("L", 0.6), ("score", 1.3)]
    unit = wide / sum(share for _, share in columns)
    y, low = MARGIN + 15.0, paper.high - MARGIN
    rows = int((low - y) // TALLY_ROW)
    x = MARGIN
    for at, (name, share) in enumerate(columns):
        if 1 <= at <= len(MOVES):
            page.add(Rectangle(x, y, share * unit, TALLY_ROW, Ink(STAGES[at - 1], None)))
        page.text(x + share * unit / 2, y + 5.4, name, 2.8, "centre", "bold")
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


def scores(results: Sequence[int]) -> list[int]:
    """3W + D - L after each play; 1 won, 0 drawn, -1 lost."""
    found = [0]
    for result in results:
        found.append(found[-1] + {1: 3, 0: 1, -1: -1}[result])
    return found


def score_chart(paper: Paper) -> Drawing:
    """Room for 240 plays, with the line of the tournament of 1961 behind."""
    page = paper.lying.page()
    page.text(MARGIN, MARGIN + 6, "MENACE: how it learns", 5.5, face="bold")
    note = "A dot a play: 3 up for a play won, 1 up for a draw, 1 down for a play lost."
    page.text(page.wide - MARGIN, MARGIN + 6, note, 3.0, "right")
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
    page.text((left + right) / 2, bottom + 8.5, "plays", 3.2, "centre")
    page.text(MARGIN + 3, (top + bottom) / 2, "score: 3 W + D - L", 3.2, "centre", turned=90)
    return page


def _draw_1961(page: Drawing, place: Callable[[float, float], Point]) -> None:
    line = scores(RESULTS)
    points = [place(play, score) for play, score in enumerate(line)]
    page.add(Polygon(tuple(points), Ink(None, (150, 160, 185), 0.7), closed=False))
    ink = (105, 115, 145)
    for game, words in CALLOUTS:
        x, y = place(game, line[game])
        texts = words.split("\n")
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
