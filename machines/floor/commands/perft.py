"""``main.py perft DEPTH [--fen FEN] [--divide]``: count the lines of play, and how fast."""

import argparse
import time
from typing import TYPE_CHECKING

from devices.refusal import RefusedError
from machines.floor.warm import name_cache, numba_is_loaded

if TYPE_CHECKING:
    from machines.draughts.board import Position

DEEPEST = 40
"""Beyond this no computer comes to an end of it."""
AT_ONCE = 10
"""A kernel can't be interrupted: it is given so many plies (some 0.1 s) at a time."""


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "perft",
        help="count the lines of draughts to a depth, and the speed",
        description="Count the lines of play of DEPTH moves from the start, or from a position, "
        "and print the number and the positions counted in a second. The last move of each line "
        "is counted, not made; each route of a multiple jump is a move of its own. "
        "Writes nothing.",
    )
    parser.add_argument("depth", metavar="DEPTH", type=int, help=f"how many plies, 1 to {DEEPEST}")
    parser.add_argument(
        "--fen", metavar="FEN", default="", help="the position, such as B:W18,24,K10:B12,K22"
    )
    parser.add_argument(
        "--divide", action="store_true", help="print the number for each first move as well"
    )


def run(args: argparse.Namespace) -> int:
    """Count and print; raises RefusedError for a bad depth or position."""
    if not 1 <= args.depth <= DEEPEST:
        raise RefusedError("DEPTH", f"{args.depth} is no depth: it is 1 to {DEEPEST} plies")
    if not numba_is_loaded():
        name_cache()
    from machines.draughts.board import Position
    from machines.draughts.moves import legal_moves, make, perft
    from machines.draughts.notation import read_fen

    position = read_fen(args.fen, "--fen") if args.fen else Position.start()
    perft(position, min(args.depth, 5))  # the first call isn't timed
    began = time.perf_counter()
    nodes = 0
    if args.divide:
        for move in legal_moves(position):
            after = counted(make(position, move), args.depth - 1)
            print(f"{move!s:<12}{after:>16}")
            nodes += after
    else:
        nodes = counted(position, args.depth)
    took = time.perf_counter() - began
    rate = nodes / took / 1e6 if took else 0.0
    print(f"depth {args.depth}: {nodes} positions")
    print(f"{took:.3f} s, {rate:.1f} million positions/s")
    return 0


def counted(position: "Position", depth: int) -> int:
    """``perft(position, depth)`` in pieces between which Ctrl-C is heard."""
    from machines.draughts.moves import legal_moves, make, perft

    if depth <= AT_ONCE:
        return perft(position, depth)
    return sum(counted(make(position, move), depth - 1) for move in legal_moves(position))
