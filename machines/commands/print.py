"""``main.py print THING``: printed things in true size, as PDF or SVG.

What can be printed is one table, :data:`COMMAND`: what each thing takes; :func:`run` has who makes
it.
"""

import argparse
from functools import partial
from pathlib import Path

from devices.refusal import RefusedError
from machines.commands._deck_options import read_boxes
from machines.storage.option_parsing import (
    Command,
    Option,
    flag,
    place,
    read_numbers,
    read_positive,
)
from machines.workshop.printing.paper import USUAL, Paper, read_box, read_paper

PAPER = Option("--paper NAME", read_paper, default="a4")
PDF = Option("--out FILE.pdf", place(".pdf"), required=True)


def _read_card_paper(text: str, where: str) -> Paper:
    """Paper for cards.  Raises RefusedError."""
    from machines.workshop.printing.cards import OF_A_CARD

    if text.lower() == OF_A_CARD.name:
        return OF_A_CARD
    try:
        return read_paper(text, where)
    except RefusedError as refusal:
        raise RefusedError(where, f"{refusal.what}, or card: one card a page") from None


def _read_size(text: str, where: str, least: float, most: float) -> float:
    """A number from ``least`` to ``most``.  Raises RefusedError."""
    value = read_positive(text, where)
    if not least <= value <= most:
        raise RefusedError(where, f"{text} is out of range; expected {least:g} to {most:g}")
    return value


COMMAND = Command(
    acts={
        "menace": Command(
            PDF,
            Option("--build NAME", read_boxes, old="--boxes", default="304"),
            Option("--box LxWxH", read_box, default=USUAL),
            Option("--replicates N,N,N,N", partial(read_numbers, example="4,3,2,1")),
            PAPER,
        ),
        "deck": Command(
            Option("source FILE", type=Path),
            Option("--out FILE.pdf|.svg", place(".pdf", ".svg"), required=True),
            Option("--paper NAME", _read_card_paper, default="a4"),
            Option("--cards N-N"),
            flag("--cutter"),
        ),
        "panel": Command(
            Option("panel NAME|FILE.toml"),
            Option("--out FOLDER", required=True),
            Option("--scale FACTOR", partial(_read_size, least=0.1, most=4), default="1"),
            Option("--lamp-hole MM", partial(_read_size, least=1, most=20), default="5.1"),
        ),
        "worksheets": Command(Option("--out FOLDER", required=True), PAPER),
    }
)


def run(args: argparse.Namespace) -> int:
    """Print the thing; the exit status.  Raises RefusedError."""
    if args.act == "menace":
        from machines.workshop.printing.menace.make import print_menace

        return print_menace(args)
    if args.act == "deck":
        from machines.workshop.printing.cards import print_deck

        return print_deck(args)
    if args.act == "panel":
        from machines.workshop.printing.panel.files import print_panel

        return print_panel(args)
    from machines.workshop.printing.worksheets import print_worksheets

    return print_worksheets(args)
