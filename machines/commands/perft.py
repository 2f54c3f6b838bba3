"""``main.py perft DEPTH [--game chess] [--fen FEN] [--divide]``: count the lines, and how fast."""

import argparse
import time
from typing import Any

from devices.modules import find_ours
from devices.refusal import RefusedError
from machines.storage.option_parsing import Command, Option, flag

DEEPEST = 40
"""Beyond this no computer comes to an end of it."""
AT_ONCE = {"draughts": 10, "chess": 5}
"""A kernel can't be interrupted: it is given so many plies (some 0.1 s) at a time."""


COMMAND = Command(
    Option("depth DEPTH", type=int),
    Option("--game", choices=tuple(AT_ONCE), default="draughts"),
    Option("--fen FEN", default=""),
    flag("--divide"),
)


def run(args: argparse.Namespace) -> int:
    """Count and print; raises RefusedError for a bad depth or position."""
    if not 1 <= args.depth <= DEEPEST:
        raise RefusedError("DEPTH", f"{args.depth} is no depth: it is 1 to {DEEPEST} plies")
    rules, position = _rules(args.game, args.fen)
    at_once = AT_ONCE[args.game]
    rules.perft(position, min(args.depth, 3))  # the first call isn't timed
    began, cpu_began = time.perf_counter(), time.process_time()
    nodes = 0
    if args.divide:
        for move in rules.legal_moves(position):
            after = perft_in_pieces(rules, rules.make(position, move), args.depth - 1, at_once)
            print(f"{move!s:<12}{after:>16}")
            nodes += after
    else:
        nodes = perft_in_pieces(rules, position, args.depth, at_once)
    took, cpu_took = time.perf_counter() - began, time.process_time() - cpu_began
    print(f"depth {args.depth}: {nodes} positions")
    for seconds, of in ((took, ""), (cpu_took, " of CPU")):
        rate = nodes / seconds / 1e6 if seconds else 0.0
        print(f"{seconds:.3f} s{of}, {rate:.1f} million positions/s{of}")
    return 0


def _rules(game: str, fen: str) -> tuple[Any, Any]:
    """The rules of a game (its module that counts lines), and the position."""
    moves, board, notation = (
        find_ours(f"machines.games.{game}.{part}") for part in ("moves", "board", "notation")
    )
    return moves, notation.read_fen(fen, "--fen") if fen else board.Position.start()


def perft_in_pieces(rules: Any, position: Any, depth: int, at_once: int) -> int:
    """perft in pieces of ``at_once`` plies, between which Ctrl-C is heard.

    ``rules`` is a game's module that counts lines: ``legal_moves``, ``make``, ``perft``.
    """
    if depth <= at_once:
        return int(rules.perft(position, depth))
    return sum(
        perft_in_pieces(rules, rules.make(position, move), depth - 1, at_once)
        for move in rules.legal_moves(position)
    )
