"""``main.py engine``: standard input and output joined to a machine that answers there."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from devices.refusal import RefusedError
from machines.laboratory.engine.conversation import (
    LONGEST_LINE,
    Caps,
    Speaker,
    converse,
)

if TYPE_CHECKING:
    from machines.laboratory.engine.draughts_machine import DraughtsMachine
    from machines.laboratory.engine.morph_machine import MorphMachine

MORPH = "morph"
SHIPPED = "shipped"
NAMES = {
    MORPH: "Morph",
    "samuel": "Samuel 1959",
    "learned": "Samuel 1959, learned",
    "anaconda": "Anaconda",
}
"""What the machines call themselves where no ``--name`` does."""
OUTSIDE = ("engine", "hub")
PIECE = 1 << 16
"""Bytes: a pipe holds no more."""
MOST_LETTERS = 60
"""Of a name."""


def be_engine(args: argparse.Namespace) -> int:
    """Be a machine for the program at the other end; the exit status.

    Raises RefusedError for a machine that is none.
    """
    speaker = make_speaker(args, lambda line: print(line, flush=True))
    if not converse(speaker, read_pieces()) or args.player == MORPH:
        os._exit(0)  # kernels may still be compiled, for nobody: Python would wait for them
    return 0


def read_pieces() -> Iterator[list[str]]:
    """The lines of the standard input, those together that came together; none where it is closed.

    By its number: the thread that reads may still wait for more when Python ends, and would hold
    the lock of a file of Python's.
    """
    rest = b""
    try:
        while piece := os.read(sys.stdin.fileno(), PIECE):
            *lines, rest = (rest + piece).split(b"\n")
            rest = rest[:LONGEST_LINE]
            yield [line.decode(errors="replace") for line in lines]
    except (AttributeError, OSError):  # closed, or no file
        return
    yield [rest.decode(errors="replace")]


def make_speaker(args: argparse.Namespace, say: Callable[[str], None]) -> Speaker:
    """The machine that was asked for, being loaded.  Raises RefusedError."""
    player = args.player
    name = _name(args.name, player)
    if player == MORPH:
        for option in ("ply", "ms"):
            if getattr(args, option) is not None:
                raise RefusedError(f"--{option}", "is for draughts: Morph looks one ply ahead")
        return _morph(say, name, args.seed, args.database or SHIPPED)
    if args.database is not None:
        raise RefusedError("--database", f"is for morph; expected none with {player}")
    if player.partition(":")[0] in OUTSIDE:
        raise RefusedError("PLAYER", f"{player} is a program outside; expected one of ours")
    caps = Caps(args.ply, None if args.ms is None else args.ms / 1000)
    return _draughts(say, name, player, args.seed, caps)


def _morph(say: Callable[[str], None], name: str, seed: int, database: str) -> Speaker:
    from machines.laboratory.engine.uci_speaker import UciSpeaker

    def load() -> "MorphMachine":
        from machines.laboratory.engine.morph_machine import MorphMachine

        return MorphMachine(database, "--database", waits=False)

    return UciSpeaker(say, load, name, seed, database)


def _draughts(say: Callable[[str], None], name: str, player: str, seed: int, caps: Caps) -> Speaker:
    from machines.laboratory.engine.draughts_speaker import DraughtsSpeaker

    def load() -> "DraughtsMachine":
        from machines.laboratory.engine.draughts_machine import DraughtsMachine

        return DraughtsMachine(player, seed)

    return DraughtsSpeaker(say, load, name, caps)


def _name(given: str | None, player: str) -> str:
    """What it calls itself.  Raises RefusedError for what can't stand in a line."""
    if given is None:
        return NAMES.get(player, player)
    name = " ".join(given.split())
    if not name or len(name) > MOST_LETTERS or not name.isprintable() or '"' in name:
        raise RefusedError(
            "--name", f"{given[:80]!r}; expected 1 to {MOST_LETTERS} letters without quotes"
        )
    return name
