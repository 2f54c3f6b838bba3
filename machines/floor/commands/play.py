"""``main.py play --deck FILE``: a deck through the checkers program, without a window."""

import argparse
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

from devices.refusal import RefusedError
from machines.floor.warm import name_cache, numba_is_loaded

if TYPE_CHECKING:
    from collections.abc import Callable

    from devices.media.paper import PrintedLine
    from devices.media.tape import Tape
    from machines.samuel.unattended import Unattended

SHOWN_EVERY_S = 0.1
SWITCHES = range(1, 7)


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "play",
        help="run a deck through the checkers program without a window",
        description="Read a deck of control cards (assets/decks has some) and print on standard "
        "output what the 716 would print, line by line. START is pressed for you. The exit status "
        "is 0 after the END card, 2 if a card is refused or the cards run out before END. Writes "
        "only the file that --print names.",
    )
    parser.add_argument(
        "--deck", metavar="FILE", type=Path, required=True, help="a deck: .txt, .deck or .cbn"
    )
    parser.add_argument(
        "--tape",
        metavar="N=FILE",
        action="append",
        default=[],
        help="mount a tape (.tap or .p7b) on tape unit 1 or 2; a book tape goes on 1 and is "
        "followed with sense switch 3 down",
    )
    parser.add_argument(
        "--sense", metavar="2,5", default="", help="sense switches 1 to 6 that are down"
    )
    parser.add_argument(
        "--print", metavar="FILE", type=Path, dest="paper", help="keep the listing in this file"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--minimax",
        action="store_true",
        help="look into every move as in 1959 (the default)",
    )
    how.add_argument(
        "--alphabeta",
        action="store_true",
        help="pass over what can't matter: the same moves from fewer boards",
    )
    parser.add_argument(
        "--seconds-limit",
        metavar="S",
        type=float,
        help="give up after so many seconds on your clock (exit status 2)",
    )


def run(args: argparse.Namespace) -> int:
    """Play the deck; raises RefusedError in words for whatever stopped it before its end."""
    from devices.media.deck import read_deck
    from machines.floor.files import read_file, replace_file

    deck = read_deck(read_file(args.deck), args.deck.name)
    tapes = dict(_tape(text) for text in args.tape)
    sense = _switches(args.sense)
    if not numba_is_loaded():
        name_cache()
    from machines.samuel.unattended import Unattended

    machine = Unattended()
    machine.load(deck, tapes, sense, args.alphabeta)
    try:
        _run(machine, args.seconds_limit)
    finally:
        if args.paper is not None:
            replace_file(args.paper, machine.printer.paper.text().encode("ascii"))
    if machine.ended:
        return 0
    raise RefusedError("", machine.trouble())


def _run(machine: "Unattended", limit: float | None) -> None:
    """Run to the end, each line on standard output as soon as it is printed."""
    began = time.monotonic()
    lines = Lines(machine.printer.paper.lines, sys.stdout)
    with _progress(machine) as show:
        for _ in machine.run():
            lines.write()
            show()
            if limit is not None and time.monotonic() - began > limit:
                raise RefusedError("--seconds-limit", f"{limit:g} s are over; the deck is not")
    lines.write()


class Lines:
    """What a printer's paper holds, written on as it grows: in all, the paper's text."""

    def __init__(self, lines: "list[PrintedLine]", out: IO[str]) -> None:
        self.lines, self.out = lines, out
        self.written = 0
        self.row = 0

    def write(self) -> None:
        """Write the lines that have come."""
        from devices.media.paper import FORM_ROWS

        for line in self.lines[self.written :]:
            if line.carriage == "eject":
                self.row = line.row // FORM_ROWS * FORM_ROWS
                self.out.write("\f")
            self.out.write("\n" * (line.row - self.row) + line.text + "\n")
            self.row = line.row + 1
        if self.written < len(self.lines):
            self.out.flush()
        self.written = len(self.lines)


@contextmanager
def _progress(machine: "Unattended") -> "Iterator[Callable[[], None]]":
    """A line on the terminal that says how far it is; nothing where there is no terminal."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.status import Status

    last = 0.0

    def show() -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= SHOWN_EVERY_S:
            last = now
            tallies = machine.program.tallies()
            status.update(
                f"{machine.program.caption() or 'running'} "
                f"({tallies['moves']} moves, {tallies['boards']:,} boards)"
            )

    with Status("running", console=Console(stderr=True)) as status:
        yield show


def _tape(text: str) -> "tuple[int, Tape]":
    """``1=BOOK.tap``: the unit and the tape.  Raises RefusedError."""
    from devices.media.tape import read_tape
    from machines.floor.files import read_file

    found = re.fullmatch(r"([12])=(.+)", text)
    if not found:
        raise RefusedError("--tape", f"{text!r}; expected a unit and a file such as 1=BOOK.tap")
    path = Path(found[2])
    return int(found[1]), read_tape(read_file(path), path.name)


def _switches(text: str) -> frozenset[int]:
    """``2,5``.  Raises RefusedError."""
    numbers = [part.strip() for part in text.split(",") if part.strip()]
    for number in numbers:
        if not number.isdigit() or int(number) not in SWITCHES:
            raise RefusedError(
                "--sense", f"{number!r}; expected switches 1 to 6 with commas between"
            )
    return frozenset(map(int, numbers))
