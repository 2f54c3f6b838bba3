"""Published counts of lines of play (perft), from tests/golden."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
P = TypeVar("P")


def read_perft(game: str, read_fen: Callable[[str], P]) -> list[tuple[P, list[tuple[int, int]]]]:
    """The positions of a game's golden file, each with (depth, lines)."""
    table = []
    for line in (GOLDEN / f"{game}-perft.txt").read_text().splitlines():
        if not line.startswith("#"):
            fen, counts = line.split(" ; ")
            pairs = [pair.split(":") for pair in counts.split()]
            table.append((read_fen(fen), [(int(depth), int(lines)) for depth, lines in pairs]))
    return table
