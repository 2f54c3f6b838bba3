"""``main.py menace odds``: the exact chances of the beads as they lie, against each opponent."""

import argparse

from devices.refusal import RefusedError
from machines.floor.menace.runs import lying
from machines.floor.tables import print_table
from machines.menace.beads import Cabinet
from machines.menace.build import build
from machines.menace.odds import odds
from machines.menace.opponents import variant_of_game
from machines.menace.sides import Player
from machines.menace.study import SECOND
from machines.noughts.board import Board

KINDS = ("random", "distinct", "standard:0.5", "expert", "perfect", "1961")
"""Whom the beads are measured against, and another cabinet's beads of the start."""


def run(args: argparse.Namespace) -> int:
    """Print the chances; raises RefusedError."""
    beads = lying(args)
    board = Board.of_rows(args.board.upper(), "--board") if args.board is not None else Board()
    if board.finished:
        raise RefusedError("--board", f"{board.rows()} is the end of a play; expected one before")
    found = chances(beads.cabinet, board, beads.number)
    made = build(beads.cabinet.build)
    print(f"Build {made.name}, which plays {made.side}; the beads {beads.words}.")
    print(f"From {board.rows()} on, for the boxes:")
    print_table(
        ("against", "win", "draw", "loss"),
        [(name, *(f"{chance:.6f}" for chance in three)) for name, three in found],
    )
    print(" ".join(["RESULT", *(_said(name, three) for name, three in found)]))
    return 0


def chances(
    cabinet: Cabinet, board: Board, number: int
) -> list[tuple[str, tuple[float, float, float]]]:
    """By opponent: the chances that the boxes win, draw, lose from that board on in that game."""
    others: list[tuple[str, Player]] = [
        (f"1961 V{variant_of_game(number)}" if name == "1961" else name, name)
        for name in KINDS
        if cabinet.side == "O" or name != "1961"
    ]
    others.append(("menace", Cabinet.new(SECOND[cabinet.side])))
    made = []
    for name, other in others:
        seats = (cabinet, other) if cabinet.side == "O" else (other, cabinet)
        found = odds(*seats, number=number, board=board)
        three = (found.win, found.draw, found.loss)
        made.append((name, three if cabinet.side == "O" else three[::-1]))
    return made


def _said(name: str, three: tuple[float, float, float]) -> str:
    words = name.replace(" ", "-")
    return " ".join(
        f"{words}.{what}={chance:.9f}"
        for what, chance in zip(("win", "draw", "loss"), three, strict=True)
    )
