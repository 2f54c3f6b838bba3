"""``main.py run704``: media read, the program run, what came of it put in place."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from devices.media.charset import GRAPHICS
from devices.media.deck import Deck, read_deck, write_deck
from devices.refusal import RefusedError
from machines.app.ibm704.report import registers_text, stop_text
from machines.app.program import NAME
from machines.app.storage.files import check_apart, check_writable, read_file, replace_file
from machines.app.unattended.ibm704 import ProgramOperator
from machines.app.unattended.operator import (
    DeckOutputs,
    modified_tapes,
    read_tape_options,
    run_deck,
    save_tapes,
)

if TYPE_CHECKING:
    from machines.app.unattended.operator import Beside


def run_program(
    args: argparse.Namespace,
    storage: int,
    max_us: int,
    switches: Sequence[int],
    keys: int,
    beside: "Beside | None" = None,
) -> int:
    """Run the program that the command's options name, with a real panel ``beside`` it if one was
    asked for; the exit status.  Raises RefusedError."""
    _check_places(args)
    decks = [_deck(args.deck, binary=True), *(_deck(name) for name in args.cards)]
    outlets = DeckOutputs.of(args)
    operator = ProgramOperator(outlets.sink, storage, max_us, lamps=beside is not None)
    found = read_tape_options(args.tape, operator.exhibit.units)
    try:
        return run_deck(
            operator,
            lambda: operator.load(decks, found, switches, keys),
            outlets,
            "run704",
            str,
            beside,
        )
    finally:
        save_tapes(modified_tapes(operator.exhibit.units.values()), found)
        _leave(operator, args)


def _check_places(args: argparse.Namespace) -> None:
    """Raises RefusedError where two options name one file, or none can be put there."""
    check_apart(
        {
            "DECK": args.deck,
            "--print": args.paper,
            "--log": args.log,
            "--punch": args.punch,
            "--crt": args.crt,
        }
    )
    if args.punch is not None:
        check_writable(Path(args.punch))
    if args.crt is not None:
        check_writable(Path(args.crt), ".png")


def _deck(name: str, binary: bool = False) -> Deck:
    """The deck in a file.  Raises RefusedError, for a program too that no LOAD CARDS could take."""
    path = Path(name)
    if path.suffix.lower() == ".sap":
        raise RefusedError(
            name, f"is a program in symbols; assemble it first: {NAME} assemble {name} -o X.cbn"
        )
    deck = read_deck(read_file(path), path.name)
    if not deck.cards:
        raise RefusedError(name, "the deck has no cards; at least one was expected")
    if binary and not _is_binary(deck):
        raise RefusedError(
            f"{name}, card 1",
            f"is punched with characters; expected a program in row binary, as {NAME} assemble "
            "makes it",
        )
    return deck


def _is_binary(deck: Deck) -> bool:
    """Whether the first card holds more than characters."""
    first = deck.cards[0]
    return first.is_blank or any(punches not in GRAPHICS for punches in first.columns)


def _leave(operator: ProgramOperator, args: argparse.Namespace) -> None:
    """The registers and how it stopped; what was punched and drawn goes to its files."""
    if operator.exhibit.machine is None:
        return  # refused before it was begun
    machine = operator.machine
    sys.stdout.write(registers_text(machine) + stop_text(machine) + "\n")
    if args.crt is not None:
        from machines.app.study.outputs import save_greys
        from machines.ibm704.display import picture

        tube = machine.state.channel.tube
        save_greys(picture(tube.points() if tube.count else tube.developed), Path(args.crt))
    punched = operator.take_punched()
    if args.punch is not None:
        replace_file(Path(args.punch), write_deck(punched or Deck("punched", ()), args.punch))
