"""UCI engines for tests, right at first and then at fault: ``faulty_uci.py FAULT ANSWERS``.

After so many right answers the fault sets in; with ``none`` nothing is wrong.  A right answer is
the first legal move by its letters.
"""

import os
import sys
import time
from collections.abc import Callable

import chess


def none() -> None:
    """Nothing is wrong."""


def crash() -> None:
    """End with a reason."""
    sys.stderr.write("starting\nhash table lost\n")
    sys.exit(3)


def silent() -> None:
    """Neither answer nor end, whatever is asked."""
    while True:
        time.sleep(600)


def flood() -> None:
    """Think aloud without an end."""
    while True:
        print("info string thinking " * 100, flush=True)


def illegal() -> None:
    """A move that nobody can make from there."""
    print("bestmove e1e8", flush=True)


def nonsense() -> None:
    """What is no move at all."""
    print("bestmove (none) \xff", flush=True)


def closing() -> None:
    """Close the output and stay."""
    os.close(1)
    silent()


FAULTS: dict[str, Callable[[], None]] = {
    one.__name__: one for one in (none, crash, silent, flood, illegal, nonsense, closing)
}


def board_of(words: list[str]) -> chess.Board:
    """What ``position`` says."""
    at = words.index("moves") if "moves" in words else len(words)
    board = chess.Board() if words[1] == "startpos" else chess.Board(" ".join(words[2:at]))
    for word in words[at + 1 :]:
        board.push_uci(word)
    return board


def main() -> None:
    """Speak UCI until ``quit``."""
    fault, good = sys.argv[1], int(sys.argv[2])
    board, answered = chess.Board(), 0
    for line in sys.stdin:
        words = line.split()
        if words[0] == "uci":
            print("id name Faulty 1\noption name OwnBook type check default true\nuciok")
        elif words[0] == "isready":
            print("readyok")
        elif words[0] == "position":
            board = board_of(words)
        elif words[0] == "go":
            if answered >= good and fault != "none":
                FAULTS[fault]()
            else:
                print("info depth 1\nbestmove", min(move.uci() for move in board.legal_moves))
            answered += 1
        elif words[0] == "quit":
            return
        sys.stdout.flush()


if __name__ == "__main__":
    main()
