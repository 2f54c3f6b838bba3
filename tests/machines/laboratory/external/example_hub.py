"""A small Hub engine for ``main.py match hub:COMMAND``: it shares no code with the museum.

Rules by tests/naive, moves by example_engine.py, told from the game's moves.  With ``--dies`` it
ends instead of its second answer; with ``--illegal`` that answer is no legal move.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[4]))

from tests.machines.laboratory.external.example_engine import best
from tests.naive.draughts import Board, make, moves, other

ROWS = 4
SWAP = str.maketrans("bwBW", "wbWB")


def captured(move: tuple[int, ...]) -> list[int]:
    """The squares that a move jumps."""
    found = []
    for a, b in pairwise(move):
        (row, column), (last, end) = place(a), place(b)
        if abs(row - last) == 2:
            found.append(square((row + last) // 2, (column + end) // 2))
    return found


def place(number: int) -> tuple[int, int]:
    """Row and column, each 0 to 7."""
    row, at = divmod(number - 1, ROWS)
    return row, 2 * at + (1 - row % 2)


def square(row: int, column: int) -> int:
    """The number of the square there."""
    return row * ROWS + column // 2 + 1


def written(move: tuple[int, ...]) -> str:
    """``11-15``, or ``6x22x10x18``."""
    taken = captured(move)
    return ("x" if taken else "-").join(map(str, (move[0], move[-1], *reversed(taken))))


def follow(line: str, turned: bool = False) -> tuple[Board, str]:
    """The board and the side to move of a pos line, after its moves.

    ``turned``: the board comes end for end, with the colours exchanged, as pydraughts sends it.
    """
    text = line.split("pos=", 1)[1].split()[0]
    text = text.translate(SWAP) if turned else text
    squares = reversed(text[1:]) if turned else text[1:]
    board = {n: one for n, one in enumerate(squares, 1) if one.lower() != "e"}
    side = text[0].lower()
    told = re.search('moves="([^"]*)"', line)
    for word in told[1].split() if told else ():
        move = next(one for one in moves(board, side) if same(one, word))
        board, side = make(board, move), other(side)
    return board, side


def answers(lines: Iterable[str], fault: str) -> Iterator[str]:
    """The answer to each line that has one."""
    board: Board = {}
    side, depth, games = "b", 1, 0
    for line in lines:
        command = line.split(None, 1)[0]
        if command == "hub":
            yield 'id name="Little Hub" version=2 author=nobody'
            yield 'param name=variant value=normal type=enum values="normal english"'
            yield "wait"
        elif command == "set-param":
            assert line.strip() == "set-param name=variant value=english"
        elif command == "init":
            yield "ready"
        elif command == "pos":
            board, side = follow(line)
        elif command == "level":
            depth = int(line.split("depth=")[1])
        elif command == "go":
            games += 1
            if fault == "--dies" and games == 2:
                return
            yield "info depth=1 pv=whatever"
            illegal = fault == "--illegal" and games == 2
            yield f"done move={'1-32' if illegal else written(best(board, side, depth))}"
        elif command == "quit":
            return


def same(move: tuple[int, ...], word: str) -> bool:
    """Whether the word means this move; what it takes may stand in any order."""
    first, last, *taken = map(int, re.split("[-x]", word))
    return (move[0], move[-1], sorted(captured(move))) == (first, last, sorted(taken))


if __name__ == "__main__":
    for answer in answers(sys.stdin, (sys.argv[1:] or [""])[0]):
        print(answer, flush=True)
