"""UCI engines for tests, right at first and then at fault: ``faulty_uci.py FAULT ANSWERS``.

After so many right answers the fault sets in; with ``none`` nothing is wrong.  A right answer is
the first legal move by its letters.
"""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[4]))

from tests.machines.laboratory.external import faults

FAULTS: dict[str, Callable[[], None]] = {
    "crash": partial(faults.crash, "hash table lost"),
    "silent": faults.silent,
    "flood": partial(faults.flood, "info string thinking " * 100),
    "illegal": partial(print, "bestmove e1e8", flush=True),  # nobody can make it from there
    "nonsense": partial(print, "bestmove (none) \xff", flush=True),
    "closing": faults.closing,
}


def answer(words: list[str]) -> str:
    """To what ``position`` says."""
    if words[1:] == ["startpos"]:
        return "a2a3"  # known by heart: it takes a quarter of a second to learn chess
    import chess

    at = words.index("moves") if "moves" in words else len(words)
    board = chess.Board() if words[1] == "startpos" else chess.Board(" ".join(words[2:at]))
    for word in words[at + 1 :]:
        board.push_uci(word)
    return min(move.uci() for move in board.legal_moves)


def main() -> None:
    """Speak UCI until ``quit``."""
    fault, good = sys.argv[1], int(sys.argv[2])
    position, answered = ["position", "startpos"], 0
    for line in sys.stdin:
        words = line.split()
        if words[0] == "uci":
            print("id name Faulty\a 1\noption name OwnBook type check default true\nuciok")
        elif words[0] == "isready":
            print("readyok")
        elif words[0] == "position":
            position = words
        elif words[0] == "go":
            if answered >= good and fault != "none":
                FAULTS[fault]()
            else:
                print("info depth 1\nbestmove", answer(position))
            answered += 1
        elif words[0] == "quit":
            return
        sys.stdout.flush()


if __name__ == "__main__":
    main()
