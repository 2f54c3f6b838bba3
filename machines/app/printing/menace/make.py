"""``main.py print menace``: everything to build MENACE of matchboxes, in true size."""

import argparse

from machines.app.printing.drawing import Drawing
from machines.app.printing.menace.box import Box, labels_on
from machines.app.printing.menace.labels import label_pages
from machines.app.printing.menace.lists import bead_pages, chest_pages, position_pages
from machines.app.printing.menace.play_sheets import mat, score_chart, tally_sheet
from machines.app.printing.menace.texts import first_page, rules
from machines.app.printing.paper import Paper
from machines.app.printing.pdf import write_pdf
from machines.app.storage.files import replace_file
from machines.app.telling import tell_user
from machines.menace.beads import REPLICATES, Rewards, starting_beads
from machines.menace.build import Build, build


def print_menace(args: argparse.Namespace) -> int:
    """Write the file; raises RefusedError."""
    made = build(args.boxes)
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
