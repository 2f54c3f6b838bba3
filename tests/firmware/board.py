"""The simulated board as a test's hands and eyes: what its lamps show, its switches, its meters."""

import json
import subprocess
from pathlib import Path
from typing import Any


class Board:
    """firmware_sim/simavr/board, running one panel's image; a context."""

    def __init__(self, program: Path, image: Path, lamps: int, switches: int) -> None:
        self.process = subprocess.Popen(
            [str(program), str(image), str(lamps), str(switches)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.port = self.process.stdout.readline().strip()

    def __enter__(self) -> "Board":
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def ask(self, command: str) -> str:
        """One command's answer."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().rstrip("\n")

    def do(self, command: str) -> None:
        assert self.ask(command) == "ok"

    @property
    def lamps(self) -> list[int]:
        """The level at which each lamp shone in the last round."""
        return [int(digit, 16) for digit in self.ask("lamps").removeprefix("lamps ")]

    @property
    def stats(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.ask("stats").removeprefix("stats "))
        return found
