"""``main.py menace odds``: the exact chances of the beads as they lie, against each opponent."""

import argparse

from devices.refusal import RefusedError
from machines.games.noughts.board import Board
from machines.laboratory.menace.run_records import BeadSource, bead_source
from machines.laboratory.study.outputs import print_table
from machines.menace.beads import Cabinet
from machines.menace.build import EVERY_BOX, OTHER_SIDE, build
from machines.menace.odds import odds
from machines.menace.opponents import variant_of_game
from machines.menace.sides import Player

KINDS = ("random", "distinct", "standard:0.5", "expert", "perfect", "1961")
"""Whom the beads are measured against, beside another cabinet."""


def print_odds(args: argparse.Namespace) -> int:
    """Print the chances; raises RefusedError."""
    beads = bead_source(args)
    board = Board.of_rows(args.board.upper(), "--board") if args.board is not None else Board()
    if board.finished:
        raise RefusedError("--board", f"{board.rows()} is the end of a play; expected one before")
    found = chances(beads, board)
    made = build(beads.cabinet.build)
    print(f"Build {made.name}, which plays {made.side}; the beads {beads.words}.")
    print(f"From {board.rows()} on, for the boxes:")
    print_table(
        ("against", "win", "draw", "loss"),
        [(_titled(name, beads), *(f"{chance:.6f}" for chance in three)) for name, three in found],
    )
    print(" ".join(["RESULT", *(_said(name, three) for name, three in found)]))
    return 0


def chances(beads: BeadSource, board: Board) -> list[tuple[str, tuple[float, float, float]]]:
    """By opponent: the chances that the boxes win, draw, lose from that board on."""
    side = beads.cabinet.side
    others: list[tuple[str, Player]] = [
        (name, name) for name in KINDS if side == "O" or name != "1961"
    ]
    others.append(("menace", beads.other or Cabinet.new(EVERY_BOX[OTHER_SIDE[side]])))
    made = []
    for name, other in others:
        seats = (beads.cabinet, other) if side == "O" else (other, beads.cabinet)
        found = odds(*seats, number=beads.number, board=board)
        three = (found.win, found.draw, found.loss)
        made.append((name, three if side == "O" else three[::-1]))
    return made


def _titled(name: str, beads: BeadSource) -> str:
    """The opponent with what it stands for here."""
    if name == "1961":
        return f"1961, variant {variant_of_game(beads.number)}"
    if name == "menace":
        return "menace, as in this run" if beads.other else "menace, beads of the start"
    return name


def _said(name: str, three: tuple[float, float, float]) -> str:
    return " ".join(
        f"{name}.{what}={chance:.9f}"
        for what, chance in zip(("win", "draw", "loss"), three, strict=True)
    )
