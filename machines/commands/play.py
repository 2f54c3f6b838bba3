"""``main.py play --deck FILE``: the checkers job without a window; prints what the 716 prints."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from devices.refusal import RefusedError
from machines.commands._deck_options import OUTLETS, PANEL, SENSE, panel_of_run
from machines.storage.option_parsing import Command, Option

if TYPE_CHECKING:
    from collections.abc import Mapping

    from machines.workshop.unattended.decks import CheckersDeckOperator
    from machines.workshop.unattended.operator import MountedTape

NAME_LENGTH = 60
"""Of a deck that is kept, at most."""


COMMAND = Command(
    Option("--deck FILE", required=True),
    Option("--tape UNIT=FILE", action="append", default=[]),
    Option("--blank UNIT=FILE", action="append", default=[]),
    SENSE,
    *OUTLETS,
    *PANEL,
)


def run(args: argparse.Namespace) -> int:
    """Play the deck; the exit status."""
    from machines.workshop.unattended.operator import (
        DeckOutputs,
        deck_in,
        read_tape_options,
        run_deck,
    )

    path = Path(args.deck)
    outlets = DeckOutputs.of(args)
    deck = deck_in(path)
    from machines.workshop.unattended.decks import NAME, CheckersDeckOperator

    beside = panel_of_run(args, NAME)
    attendant = CheckersDeckOperator(outlets.sink, lamps=beside is not None or outlets.lamps)
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
    attendant.save_tapes(tapes)
    return status


def _blank(options: list[str], units: "Mapping[str, object]") -> "dict[str, MountedTape]":
    """Reels for files that aren't there yet.  Raises RefusedError where one is."""
    from machines.storage.files import file_exists
    from machines.workshop.unattended.operator import read_tape_options

    for text in options:
        if file_exists(Path(text.partition("=")[2])):
            raise RefusedError("--blank", f"{text!r} is there already; expected a new file")
    return read_tape_options(options, units)


def _keep(attendant: "CheckersDeckOperator", name: str, data: str | None) -> str:
    """Keep the games that are under way as a deck to go on with; a sentence that says where."""
    from machines.storage.files import replace_file
    from machines.storage.folders import data_folder, own_folder

    kept = attendant.resume_deck(name.removesuffix("-kept")[:NAME_LENGTH])
    if kept is None:
        return ""
    try:
        path = own_folder(data_folder(data) / "decks") / kept[0]
        replace_file(path, kept[1])
    except RefusedError as refusal:
        return f"; the position is not kept: {refusal}"
    return f"; the position is kept in {path}"
