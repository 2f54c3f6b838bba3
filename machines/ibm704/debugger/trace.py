"""A trace: each instruction that is executed is a line in a file, as long as there is room."""

from collections.abc import Iterator
from typing import Protocol

from devices.refusal import RefusedError
from machines.ibm704.debugger import lines
from machines.ibm704.debugger.observer import Row
from machines.ibm704.debugger.symbols import Symbols

LINES = 100_000
"""Unless another number is given: some ten megabytes."""
MOST_LINES = 10_000_000


class Written(Protocol):
    """Where the lines go."""

    def write(self, text: str) -> None:
        """Text behind what there is.  Raises RefusedError where the disk is full."""

    def close(self) -> None:
        """Nothing more comes."""


class Trace:
    """Takes rows from an observer and writes them, at most ``most`` lines of them."""

    def __init__(self, name: str, written: Written, symbols: Symbols, most: int) -> None:
        self.name, self.most, self.lines = name, most, 0
        self.ended = False
        self._written, self._symbols = written, symbols
        self._notes: list[str] = []

    def take(self, rows: Iterator[Row]) -> bool:
        """Write them; whether it wants more."""
        text: list[str] = []
        for row in rows:
            if self.lines + len(text) >= self.most:
                break
            text.append(f"{row.began:>10} {lines.row(row, self._symbols)}\n")
        try:
            self._written.write("".join(text))
        except RefusedError as refusal:
            self._notes.append(f"trace ended: {refusal}")
            self.close()
            return False
        self.lines += len(text)
        if self.lines >= self.most:
            self._notes.append(f"trace ended: {self.said()}, which is the most")
            self.close()
        return not self.ended

    def said(self) -> str:
        """How much there is."""
        return f"{self.lines:,} lines are in {self.name}"

    def notes(self) -> list[str]:
        """What has happened to it since this was last asked."""
        found, self._notes = self._notes, []
        return found

    def close(self) -> None:
        """No more lines.  Idempotent."""
        if not self.ended:
            self.ended = True
            self._written.close()
