"""``main.py play --deck FILE``: the checkers job without a window; prints what the 716 prints."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from devices.refusal import RefusedError
from machines.app.commands._deck_options import (
    SENSE,
    outlet_options,
    panel_of_run,
    panel_options,
)
from machines.app.kernels.compile import announce_compiling
from machines.app.option_parsing import Command, Option, read_switches

if TYPE_CHECKING:
    from collections.abc import Mapping

    from machines.app.unattended.checkers import CheckersDeckOperator
    from machines.app.unattended.operator import MountedTape

NAME_LENGTH = 60
"""Of a deck that is kept, at most."""


COMMAND = Command(
    "feed a deck to the checkers program and print its listing",
    "Feed a deck of control cards to Samuel's checkers program, as the console does with LOAD "
    "CARDS and START, and print what the 716 prints. Status 0 when the deck's END was reached; 2 "
    "when a card was refused or the hopper ran empty before END, and 130 when it was interrupted: "
    "the games under way are then kept as a deck to go on with, in DATA/decks.",
    Option("--deck FILE", "a deck, .txt or .cbn", required=True),
    Option(
        "--tape UNIT=FILE",
        "mount a tape (.tap or .p7b) on unit 1 or 2; a book tape goes on unit 1, for decks that "
        "put sense switch 3 down, memory tapes on both, for LEARN ROTE. What is written is in FILE "
        "when END is reached",
        action="append",
        default=[],
    ),
    Option(
        "--blank UNIT=FILE",
        "mount a blank reel, which is in FILE when END is reached",
        action="append",
        default=[],
    ),
    Option("--sense N,N", SENSE, read_switches, default=""),
    *outlet_options(),
    *panel_options("the 704's console"),
)


def run(args: argparse.Namespace) -> int:
    """Play the deck; the exit status."""
    announce_compiling()
    from machines.app.unattended.checkers import NAME, CheckersDeckOperator
    from machines.app.unattended.operator import (
        DeckOutputs,
        deck_in,
        modified_tapes,
        read_tape_options,
        run_deck,
        save_tapes,
    )

    path = Path(args.deck)
    outlets = DeckOutputs.of(args)
    deck = deck_in(path)
    beside = panel_of_run(args, NAME)
    attendant = CheckersDeckOperator(outlets.sink, lamps=beside is not None)
    units = attendant.machine.units
    tapes = read_tape_options(args.tape, units, blank=False) | _blank(args.blank, units)
    status = run_deck(
        attendant,
        lambda: attendant.load(deck, tapes, args.sense),
        outlets,
        "play",
        lambda: _keep(attendant, path.stem, args.data),
        beside,
    )
    # A run that is broken off may leave a merge half done: then the old tapes stay as they were.
    save_tapes(modified_tapes(units.values()), tapes)
    return status


def _blank(options: list[str], units: "Mapping[str, object]") -> "dict[str, MountedTape]":
    """Reels for files that aren't there yet.  Raises RefusedError where one is."""
    from machines.app.storage.files import file_exists
    from machines.app.unattended.operator import read_tape_options

    for text in options:
        if file_exists(Path(text.partition("=")[2])):
            raise RefusedError("--blank", f"{text!r} is there already; expected a new file")
    return read_tape_options(options, units)


def _keep(attendant: "CheckersDeckOperator", name: str, data: str | None) -> str:
    """Keep the games that are under way as a deck to go on with; a sentence that says where."""
    from machines.app.storage.files import replace_file
    from machines.app.storage.folders import data_folder

    kept = attendant.kept(name.removesuffix("-kept")[:NAME_LENGTH])
    if kept is None:
        return ""
    try:
        path = data_folder(data_folder(data) / "decks") / kept[0]
        replace_file(path, kept[1])
    except RefusedError as refusal:
        return f"; the position is not kept: {refusal}"
    return f"; the position is kept in {path}"
