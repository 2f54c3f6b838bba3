"""``main.py print menace``: everything to build MENACE of matchboxes, in true size."""

import argparse

from machines.games.noughts.board import SIDE_NAMES
from machines.menace.beads import COLOURS, REPLICATES, Counts, Rewards, starting_beads
from machines.menace.build import Build, build
from machines.storage.files import replace_file
from machines.storage.telling import tell_user
from machines.workshop.printing.drawing import Drawing, write_pdf
from machines.workshop.printing.flow import Flow, TableColumn
from machines.workshop.printing.menace.sheets import (
    BY_NUMBER,
    MOVES,
    STAGE_NAMES,
    bead_pages,
    chest_pages,
    label_pages,
    mat,
    move_of,
    position_pages,
    score_chart,
    tally_sheet,
)
from machines.workshop.printing.paper import Box, Paper, add_ruler, labels_on

SPARE = 350
"""Beads of a colour that 220 plays took at most, of 40 tournaments against ``standard:0.5``."""


def first_page(
    made: Build, box: Box, beads: Counts, paper: Paper, contents: list[tuple[str, int]]
) -> Drawing:
    """What is needed, what the file holds by page, and a ruler."""
    count = len(made.faces)
    flow = Flow(paper)
    flow.title("Build your own MENACE")
    flow.paragraph(
        "MENACE is a machine of matchboxes and beads that learns to play noughts and crosses. "
        f"Donald Michie built it in 1961. Yours has {count} boxes and plays "
        f"{SIDE_NAMES[made.side]}."
    )
    flow.heading("You need")
    flow.item("-", f"{count} matchboxes of {box.words} (length x width x height), and a few spare")
    flow.item(
        "-",
        f"{int(beads.sum()):,} beads in nine colours to begin with, of 2 to 4 mm, and {SPARE} more "
        "of each colour for what MENACE wins in some 200 plays",
    )
    flow.item("-", "paper glue, card, scissors or a paper knife, and a flat board")
    flow.item("-", "nine cups for spare beads, and paper fasteners or thread for handles")
    flow.space(2)
    totals = beads.sum(axis=0)
    columns = [
        TableColumn("square", 20, "centre"),
        TableColumn("colour", 30),
        TableColumn("to begin with", 32, "right"),
        TableColumn("with spare", 28, "right"),
        TableColumn("your colour, if another", 56),
    ]
    rows = [
        (str(c), COLOURS[c], str(int(totals[c])), str(int(totals[c]) + SPARE), "")
        for c in BY_NUMBER
    ]
    flow.table(columns, rows, high=5.4)
    flow.heading("Pages")
    flow.paragraph(
        'Print all pages at 100 % ("actual size"), not fitted to the page, and measure the line '
        "below. Print the labels on thick or adhesive paper. Labels are "
        + ", ".join(f"{name} for the {move}" for name, move in zip(STAGE_NAMES, MOVES, strict=True))
        + "."
    )
    for name, page in contents:
        flow.item(str(page), name)
    add_ruler(flow.page)
    return flow.page


def rules(made: Build, rewards: Rewards, paper: Paper) -> list[Drawing]:
    """How a play goes, and what is done with the beads."""
    side, other = ("O", "X") if made.side == "O" else ("X", "O")
    first = "MENACE begins." if side == "O" else f"The visitor begins with {other}."
    flow = Flow(paper, "The operator's rules")
    flow.title("The operator's rules")
    flow.paragraph(
        f"You are MENACE's hands: it plays {side}, the visitor {other}. {first} You never choose "
        "for it, the beads do."
    )
    flow.heading("When it is MENACE's turn")
    flow.item("1.", _find_box(made))
    flow.item(
        "2.",
        "Take that drawer out and turn the mat (or draw the game anew) so that it looks like the "
        "label. Squares without a bead on the label are the mirror image of one that has a bead.",
    )
    flow.item(
        "3.",
        "Close your hand over the drawer, shake it, and tilt it to the front. The bead that rolls "
        "into the point of the V is the move: its colour and number name the square.",
    )
    flow.item("4.", f"Put {side} on that square. Lay the bead before its open drawer on the mat.")
    flow.item("5.", "If only one square is left there is no box: put the mark there.")
    refill = (
        " If that is its first drawer it won't play at all: fill it again as at the start."
        if made.side == "O"
        else ""
    )
    flow.item("6.", f"If the drawer is empty MENACE resigns, and has lost.{refill}")
    if made.foregone:
        whose = "has lost" if made.foregone_for != made.side else "has won"
        flow.item("7.", f"If no box shows the game, it is decided: MENACE {whose}. Stop there.")
    flow.heading("When the play is over")
    for words, change in (
        ("MENACE has won", rewards.win),
        ("Drawn", rewards.draw),
        ("MENACE has lost", rewards.loss),
    ):
        flow.item("-", f"{words}: {_reward(change)}")
    flow.paragraph(
        "Then put every drawer back to its number, write the play down on the tally sheet, and "
        "make a dot on the chart."
    )
    flow.heading("When something went wrong")
    flow.item(
        "-",
        "A drawer is full: take half of each colour out. Its chances stay what they were.",
    )
    flow.item("-", "Beads fell out: count them back by the tally sheet, or fill the box anew.")
    flow.item(
        "-",
        "A wrong box was opened: if you see it during the play, put the bead back and draw from "
        "the right one. After the play, leave it: MENACE bears with a few slips.",
    )
    flow.item(
        "-",
        'With a computer beside you, "main.py menace twin" finds the box, keeps count of all '
        "beads and takes back a slip.",
    )
    flow.heading("Where to find a box")
    rows = []
    for move, (name, colour) in enumerate(zip(MOVES, STAGE_NAMES, strict=True)):
        numbers = [n for n in range(1, len(made.faces) + 1) if move_of(made, n) == move]
        marks = made.faces[numbers[0] - 1].ply
        held = f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
        rows.append((name, colour, str(marks), held))
    columns = [
        TableColumn("MENACE's move", 40),
        TableColumn("labels", 30),
        TableColumn("marks on the board", 44, "centre"),
        TableColumn("boxes", 40),
    ]
    flow.table(columns, rows)
    return flow.pages


def _find_box(made: Build) -> str:
    marks = "0, 2, 4 or 6" if made.side == "O" else "1, 3, 5 or 7"
    return (
        f"Count the marks on the board ({marks}): they tell the colour of the label. Look on the "
        "chart of positions for the game, turned or mirrored. Its number is the box."
    )


def _reward(change: int) -> str:
    if change < 0:
        return (
            "each bead on the mat goes to its cup, not back to its drawer."
            if (change == -1)
            else f"each open drawer loses {-change} beads of its bead's colour."
        )
    more = {0: "", 1: ", and 1 more of its colour with it"}.get(
        change, f", and {change} more of its colour with it"
    )
    return f"each bead goes back to its drawer{more}."


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
        ("The labels, to be cut out", list(label_pages(made, box, paper))),
        ("Gluing the chest, and where each box stands", list(chest_pages(made, box, paper))),
        ("Which beads go into which box", list(bead_pages(made, beads, paper))),
        ("Which box? All positions", list(position_pages(made, paper))),
        ("The operator's rules", rules(made, rewards, paper)),
        ("The mat to play on", [mat(box, paper, made.side)]),
        ("The tally sheet, to be copied", [tally_sheet(paper, rewards)]),
        ("The score chart, with the line of 1961", [score_chart(paper)]),
    ]
    contents, at = [], 2
    for name, pages in parts:
        contents.append((name, at))
        at += len(pages)
    head = first_page(made, box, beads, paper, contents)
    return [head, *(page for _, pages in parts for page in pages)]
