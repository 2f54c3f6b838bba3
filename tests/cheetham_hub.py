"""John Cheetham's draughts program Samuel 0.1.9 (no kin of ours) as a Hub engine, to play against.

Its engine is that of Jon Kreuzer's guicheckers, without its book and end games.  This file runs in
a Python of its own that has it (``pip install --no-deps samuel`` there), with the checkout as its
folder; the rules that tell its move from two boards are those of tests/naive.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from samuel import engine  # type: ignore[import-not-found]

from tests.machines.laboratory.external.example_engine import board_of
from tests.machines.laboratory.external.example_hub import follow, written
from tests.naive.draughts import Board, make, moves

CUSTOM = 3
"""Its level at which depth and seconds are given."""
SECONDS = 60
COLOURS = {"b": 1, "w": 2}


def fen_of(board: Board, side: str) -> str:
    """The board as it reads it."""
    sides = {
        colour: ",".join(
            f"{'K' if piece.isupper() else ''}{square}"
            for square, piece in sorted(board.items())
            if piece.lower() == colour
        )
        for colour in "wb"
    }
    return f"{side.upper()}:W{sides['w']}:B{sides['b']}"


def chosen(board: Board, side: str) -> tuple[int, ...]:
    """Its move."""
    engine.setposfromFEN(fen_of(board, side))
    engine.setcomputercolour(COLOURS[side])
    engine.cmove(str(COLOURS[side]))
    after, _ = board_of(engine.getFEN().rstrip("."))
    found = [move for move in moves(board, side) if make(board, move) == after]
    if not found:
        raise ValueError(f"{fen_of(board, side)} is followed by {engine.getFEN()}")
    return found[0]


def main() -> None:
    """Answer until told to quit."""
    engine.init("none", "none", "none", "none")
    board: Board = {}
    side, turned = "b", False
    for line in sys.stdin:
        command = line.split(None, 1)[0] if line.strip() else ""
        if command == "hub":
            print('id name="Samuel 0.1.9 (J. Cheetham)"')
            print("param name=variant value=english type=enum values=english")
            print('param name=boards value=english type=enum values="english turned"')
            print("wait", flush=True)
        elif command == "set-param":
            turned = "turned" in line or (turned and "boards" not in line)
        elif command == "init":
            print("ready", flush=True)
        elif command == "pos":
            board, side = follow(line, turned)
        elif command == "level":
            depth = int(line.split("depth=")[1]) if "depth=" in line else 8
            engine.setlevel(CUSTOM, depth, SECONDS)
        elif command == "go":
            print(f"done move={written(chosen(board, side))}", flush=True)
        elif command == "quit":
            return


if __name__ == "__main__":
    main()
