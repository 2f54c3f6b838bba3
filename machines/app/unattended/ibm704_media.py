"""What a run of the 704 is loaded from and what lies in its units: the options of ``run704``.

LOAD CARDS takes the deck that is named first in the reader, LOAD TAPE the tape on unit 1, LOAD DRUM
drum 1.  A file that is named as the program and is a tape goes on unit 1.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from devices.media.charset import GRAPHICS
from devices.media.deck import Deck
from devices.media.file_kinds import ANY, TAPES, find_kind, meant_by
from devices.refusal import RefusedError
from devices.units.tape_drive import TapeDrive
from machines.app import program
from machines.app.storage.files import check_writable, file_exists, read_file, replace_file
from machines.app.storage.media_files import read_deck_file
from machines.app.unattended.operator import MountedTape, read_tape_options, tape_in
from machines.ibm704.drum_file import Words, read_drums, write_drums
from machines.ibm704.drums import DRUM_WORDS, DRUMS

FIRST_TAPE = "tape1"
"""The unit that LOAD TAPE reads."""


@dataclass(frozen=True)
class RunMedia:
    """The media of a run, and the button that begins it."""

    load: str
    """Which of the LOAD buttons: ``cards``, ``tape`` or ``drum``."""
    decks: Sequence[Deck]
    """In the hopper, in this order: with ``cards`` the program first."""
    tapes: Mapping[str, MountedTape]
    """By the unit's name."""
    drums: Words | None
    """int64[8, 2048]; None: the drums hold nothing and are not kept."""


def read_media(args: argparse.Namespace, tape_units: int) -> RunMedia:
    """The media that the command's options name, for a machine with so many tape units.

    Raises RefusedError where one can't be read, or the program is nowhere.
    """
    units = {f"tape{unit}": TapeDrive(f"tape{unit}") for unit in range(1, tape_units + 1)}
    data = [_deck(name) for name in args.cards]
    drums = None if args.drum is None else _drums(Path(args.drum))
    media = RunMedia("cards", data, read_tape_options(args.tape, units), drums)
    load = args.load or ("cards" if args.deck is None else _load_of(Path(args.deck)))
    media = replace(media, load=load)
    if load == "tape":
        return _with_tape(media, args.deck)
    if load == "drum":
        return _with_drum(media, args.deck, args.drum)
    if args.deck is None:
        raise RefusedError(
            "DECK",
            "no program is named; expected a deck, or --load tape with a tape on unit 1, or "
            "--load drum with --drum FILE",
        )
    return replace(media, decks=[_deck(args.deck, binary=True), *data])


def _load_of(path: Path) -> str:
    """``tape`` if the file is one, else ``cards``.  Raises RefusedError."""
    found = find_kind(read_file(path), path.name, ANY)
    return "tape" if found is not None and found.kind in TAPES else "cards"


def _with_tape(media: RunMedia, name: str | None) -> RunMedia:
    """The file on unit 1, or what --tape has put there."""
    if name is None:
        if FIRST_TAPE not in media.tapes:
            raise RefusedError(
                "--load tape", "no tape is on unit 1; expected --tape 1=FILE, or the tape as DECK"
            )
        return media
    if FIRST_TAPE in media.tapes:
        raise RefusedError(
            name, "LOAD TAPE reads unit 1, where --tape has put another; expected one of them"
        )
    path = Path(name)
    found = find_kind(read_file(path), path.name, ANY)
    only_cards = found is not None and found.kind not in (*TAPES, "cbn")
    if only_cards and not any(kind in TAPES for kind in meant_by(name)):
        raise RefusedError(
            name, "is no tape; with --load tape cards for the reader are named by --cards"
        )
    return replace(media, tapes={**media.tapes, FIRST_TAPE: tape_in(path)})


def _with_drum(media: RunMedia, name: str | None, drum: str | None) -> RunMedia:
    """Drum 1, on which something must be."""
    if name is not None:
        raise RefusedError(
            name, "with --load drum the program comes from --drum; cards are named by --cards"
        )
    if drum is not None and not file_exists(Path(drum)):
        raise RefusedError(drum, "there is no such file; expected what is on the drums")
    if media.drums is None or not media.drums[0, :2].any():
        raise RefusedError(
            "--load drum",
            "drum 1 has no words at addresses 0 and 1, where LOAD DRUM begins; expected --drum "
            "FILE with them",
        )
    return media


# -- decks -----------------------------------------------------------------------------------------


def _deck(name: str, binary: bool = False) -> Deck:
    """The deck in a file.  Raises RefusedError, for a program too that no LOAD CARDS could take."""
    path = Path(name)
    if path.suffix.lower() == ".sap":
        raise RefusedError(
            name,
            f"is a program in symbols; assemble it first: {program.NAME} assemble {name} -o X.cbn",
        )
    deck = read_deck_file(path)
    if not deck.cards:
        raise RefusedError(name, "the deck has no cards; at least one was expected")
    if binary and not _is_binary(deck):
        raise RefusedError(
            f"{name}, card 1",
            "is punched with characters; expected a program in row binary, as "
            f"{program.NAME} assemble makes it",
        )
    return deck


def _is_binary(deck: Deck) -> bool:
    """Whether the first card holds more than characters."""
    first = deck.cards[0]
    return first.is_blank or any(punches not in GRAPHICS for punches in first.columns)


# -- drums -----------------------------------------------------------------------------------------


def _drums(path: Path) -> Words:
    """What a file has on the drums; nothing if it isn't there yet.  Raises RefusedError."""
    if file_exists(path):
        return read_drums(read_file(path), path.name)
    check_writable(path)
    return np.zeros((DRUMS, DRUM_WORDS), dtype=np.int64)


def save_drums(path: Path, before: Words, now: Words) -> None:
    """Put what is on the drums into its file, if that has changed.  Raises RefusedError."""
    if not np.array_equal(before, now):
        replace_file(path, write_drums(now))
