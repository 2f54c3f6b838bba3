"""``main.py print menace``: everything to build MENACE of matchboxes, in true size."""

import argparse

from devices.screen.words import Words
from machines.games.noughts.board import SIDE_NAMES
from machines.menace.beads import COLOURS, REPLICATES, Counts, Rewards, starting_beads
from machines.menace.build import Build, build
from machines.storage.files import replace_file
from machines.storage.program import NAME
from machines.storage.telling import tell_user
from machines.workshop.printing.drawing import Drawing, write_pdf
from machines.workshop.printing.flow import Flow, TableColumn, add_ruler, fill_pages
from machines.workshop.printing.menace.sheets import (
    BY_NUMBER,
    MOVES,
    bead_pages,
    chest_pages,
    label_pages,
    mat,
    move_of,
    position_pages,
    score_chart,
    tally_sheet,
)
from machines.workshop.printing.paper import Box, Paper, labels_on

WORDS = Words("printed")
ROOM = Words("menace")
SPARE = 350
"""Beads of a colour that 220 plays took at most, of 40 tournaments against ``standard:0.5``."""


def first_page(
    made: Build, box: Box, beads: Counts, paper: Paper, contents: list[tuple[str, int]]
) -> Drawing:
    """What is needed, what the file holds by page, and a ruler."""
    count, totals = len(made.faces), beads.sum(axis=0)
    columns = [
        TableColumn(WORDS("square"), 20, "centre"),
        TableColumn(WORDS("colour"), 30),
        TableColumn(WORDS("at_start"), 34, "right"),
        TableColumn(WORDS("with_spare"), 34, "right"),
        TableColumn(WORDS("own_colour"), 56),
    ]
    rows = [
        (str(c), ROOM(f"colour_{COLOURS[c]}"), str(int(totals[c])), str(int(totals[c]) + SPARE), "")
        for c in BY_NUMBER
    ]

    def compose(flow: Flow) -> None:
        flow.title(WORDS("build"))
        side = ROOM(SIDE_NAMES[made.side].lower())
        flow.paragraph(WORDS("build_intro", n=count, side=side))
        flow.heading(WORDS("need"))
        total = f"{int(beads.sum()):,}"
        flow.items(WORDS("needs", n=count, size=box.words, beads=total, spare=SPARE))
        flow.space(2 * flow.scale)
        flow.table(columns, rows, high=5.4)
        flow.heading(WORDS("pages"))
        flow.paragraph(WORDS("printing"))
        for name, page in contents:
            flow.item(str(page), name)

    (page,) = fill_pages(paper, "", compose)
    add_ruler(page)
    return page


def rules(made: Build, rewards: Rewards, paper: Paper) -> list[Drawing]:
    """How a play goes, and what is done with the beads."""
    is_first = made.side == "O"
    other = "X" if is_first else "O"
    begins = WORDS("menace_begins") if is_first else WORDS("visitor_begins", other=other)
    marks = WORDS("marks_first" if is_first else "marks_second")
    turns = WORDS(
        "turns", marks=marks, side=made.side, refill=WORDS("refill") if is_first else ""
    ).rstrip()
    if made.foregone:
        lost = made.foregone_for != made.side
        turns += "\n" + WORDS("decided_lost" if lost else "decided_won")

    def compose(flow: Flow) -> None:
        flow.title(WORDS("rules"))
        flow.paragraph(WORDS("rules_text", side=made.side, other=other, begins=begins))
        flow.heading(WORDS("turn"))
        flow.items(turns, is_numbered=True)
        flow.heading(WORDS("over"))
        for outcome in ("win", "draw", "loss"):
            reward = _reward(getattr(rewards, outcome))
            flow.item("-", WORDS(f"over_{outcome}", reward=reward))
        flow.paragraph(WORDS("over_text"))
        flow.heading(WORDS("wrong"))
        flow.items(WORDS("wrongs", program=NAME))
        flow.heading(WORDS("where"))
        flow.table(*_where_boxes_are(made))

    return fill_pages(paper, WORDS("rules"), compose)


def _where_boxes_are(made: Build) -> tuple[list[TableColumn], list[tuple[str, ...]]]:
    """A table of the boxes of each move: its columns and rows."""
    rows: list[tuple[str, ...]] = []
    for move in range(MOVES):
        first, *others = [n for n in range(1, len(made.faces) + 1) if move_of(made, n) == move]
        held = WORDS("boxes_range", first=first, last=others[-1]) if others else str(first)
        marks = str(made.faces[first - 1].ply)
        rows.append((WORDS(f"move_{move + 1}"), WORDS(f"stage_{move + 1}"), marks, held))
    columns = [
        TableColumn(WORDS("whose_move"), 48),
        TableColumn(WORDS("labels_head"), 34),
        TableColumn(WORDS("marks_head"), 52, "centre"),
        TableColumn(WORDS("boxes_head"), 40),
    ]
    return columns, rows


def _reward(change: int) -> str:
    if change < -1:
        return WORDS("reward_much_less", n=-change)
    if change > 0:
        return WORDS("reward_more", n=change)
    return WORDS("reward_less" if change else "reward_same")


def print_menace(args: argparse.Namespace) -> int:
    """Write the file; raises RefusedError."""
    made = build(args.build)
    replicates = args.replicates or REPLICATES
    pages = menace_pages(made, args.box, args.paper, replicates)
    replace_file(args.out, write_pdf(pages, f"MENACE of {len(made.faces)} matchboxes"))
    wide, high = args.box.label
    tell_user(f"{args.out}: {len(pages)} pages, {len(made.faces)} labels of {wide:g} x {high:g} mm")
    return 0


def menace_pages(
    made: Build, box: Box, paper: Paper, replicates: tuple[int, ...] = REPLICATES
) -> list[Drawing]:
    """All pages, the list of them first.  Raises RefusedError if a label fits on no page."""
    labels_on(paper, box)
    beads = starting_beads(made, replicates)
    rewards = Rewards()
    parts = [
        list(label_pages(made, box, paper)),
        chest_pages(made, box, paper),
        list(bead_pages(made, beads, paper)),
        position_pages(made, paper),
        rules(made, rewards, paper),
        [mat(box, paper, made.side)],
        [tally_sheet(paper, rewards)],
        [score_chart(paper)],
    ]
    contents, at = [], 2
    for name, pages in zip(WORDS("contents").split("\n"), parts, strict=True):
        contents.append((name, at))
        at += len(pages)
    head = first_page(made, box, beads, paper, contents)
    return [head, *(page for pages in parts for page in pages)]
