"""A 704 program with nobody at the console: ``main.py run704``.

The console is turned to the 704's own program, reels are mounted, decks are put into the hopper,
and LOAD CARDS, TAPE or DRUM is pressed; then the machine runs until it stops, its cards tended
meanwhile.
"""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from devices.duration import format_duration
from devices.media.charset import GRAPHICS
from devices.media.deck import SUFFIXES, Deck, deck_value, write_deck
from devices.media.file_kinds import ANY, TAPES, find_kind, meant_by
from devices.media.printer_board import read_board
from devices.refusal import RefusedError
from devices.units.tape_drive import TapeDrive
from machines.exhibit.computer import Registers
from machines.exhibit.session import Sink
from machines.ibm704 import registers as at
from machines.ibm704.drums import DRUM_WORDS, DRUMS, Words, read_drums, write_drums
from machines.ibm704.exhibit import STORED, Ibm704
from machines.ibm704.loading_faults import following_program
from machines.ibm704.machine import READER, Machine
from machines.ibm704.operations import CYCLE_US, OPERATIONS, SIZES
from machines.ibm704.standalone import REST_US, CardAttendant, EndOfFile, at_rest
from machines.museum.worker.worker import SELDOM
from machines.storage import program
from machines.storage.files import (
    check_apart,
    check_writable,
    file_exists,
    read_file,
    replace_file,
)
from machines.storage.media_files import read_deck_file, read_deck_files
from machines.storage.registry import layout_of
from machines.storage.telling import tell_user
from machines.workshop.unattended import operator as unattended
from machines.workshop.unattended.operator import (
    MountedTape,
    UnattendedOperator,
    read_tape_options,
    tape_in,
)

FIRST_TAPE = "tape1"
"""The unit that LOAD TAPE reads."""


@dataclass(frozen=True)
class RunMedia:
    """The media of a run, and the button that begins it."""

    load: str
    """Which of the LOAD buttons: ``cards``, ``tape`` or ``drum``."""
    decks: Sequence[Deck]
    """In the hopper, in this order: with ``cards`` the program first.  One without cards is the end
    of a file."""
    tapes: Mapping[str, MountedTape]
    """By the unit's name."""
    drums: Words | None
    """int64[8, 2048]; None: the drums hold nothing and are not kept."""


def read_media(args: argparse.Namespace, tape_units: int) -> RunMedia:
    """The media that the command's options name, for a machine with so many tape units.

    LOAD CARDS takes the deck that is named first in the reader, LOAD TAPE the tape on unit 1, LOAD
    DRUM drum 1.  A file that is named as the program and is a tape goes on unit 1.

    Raises RefusedError where one can't be read, or the program is nowhere.
    """
    units = {f"tape{unit}": TapeDrive(f"tape{unit}") for unit in range(1, tape_units + 1)}
    data = [deck for name in args.cards for deck in _decks(name, args.strict)]
    drums = None if args.drum is None else _drums(Path(args.drum))
    media = RunMedia("cards", data, read_tape_options(args.tape, units, strict=args.strict), drums)
    load = args.load or ("cards" if args.deck is None else _load_of(Path(args.deck)))
    media = replace(media, load=load)
    if load == "tape":
        return _with_tape(media, args.deck, args.strict)
    if load == "drum":
        return _with_drum(media, args.deck, args.drum)
    if args.deck is None:
        raise RefusedError(
            "DECK",
            "no program is named; expected a deck, or --load tape with a tape on unit 1, or "
            "--load drum with --drum FILE",
        )
    return replace(media, decks=[*_decks(args.deck, args.strict, binary=True), *data])


def _load_of(path: Path) -> str:
    """``tape`` if the file is one, else ``cards``.  Raises RefusedError."""
    found = find_kind(read_file(path), path.name, ANY)
    return "tape" if found is not None and found.kind in TAPES else "cards"


def _with_tape(media: RunMedia, name: str | None, strict: bool) -> RunMedia:
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
    return replace(media, tapes={**media.tapes, FIRST_TAPE: tape_in(path, strict=strict)})


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


def _decks(name: str, strict: bool, binary: bool = False) -> list[Deck]:
    """The deck in a file, and one without cards where a file ends in it.

    Raises RefusedError, for a program too that no LOAD CARDS could take.
    """
    path = Path(name)
    if path.suffix.lower() == ".sap":
        raise RefusedError(
            name,
            f"is a program in symbols; assemble it first: {program.NAME} assemble {name} -o X.cbn",
        )
    decks = read_deck_files(path, strict)
    first = next((card for deck in decks for card in deck.cards), None)
    if first is None:
        raise RefusedError(name, "the deck has no cards; at least one was expected")
    if binary and not first.is_blank and all(punches in GRAPHICS for punches in first.columns):
        raise RefusedError(
            f"{name}, card 1",
            "is punched with characters; expected a program in row binary, as "
            f"{program.NAME} assemble makes it",
        )
    return decks


# -- drums -----------------------------------------------------------------------------------------


def _drums(path: Path) -> Words:
    """What a file has on the drums; nothing if it isn't there yet.  Raises RefusedError."""
    if file_exists(path):
        return read_drums(read_file(path), path.name)
    check_writable(path)
    return np.zeros((DRUMS, DRUM_WORDS), dtype=np.int64)


NAME = "ibm704"
TAPE_UNITS = 10
END_OF_FILE = "reader.end_of_file"
STOPPED = (at.STOPPED_HPR, at.STOPPED_HTR)


class ProgramOperator(UnattendedOperator):
    """Whoever works the 704 while its program runs."""

    slice_us = 1_000_000
    paced_us = 5_000_000  # Cards are tended between two slices

    def __init__(
        self,
        sink: Sink,
        storage: int,
        max_us: int,
        lamps: bool = False,
        end_of_file: EndOfFile = "last-deck",
        drums: Words | None = None,
    ) -> None:
        layout = layout_of(NAME)
        self.exhibit = Ibm704(layout, tapes=TAPE_UNITS, storage=storage, drums=drums)
        self.exhibit.sample = SELDOM if lamps else 0
        super().__init__(self.exhibit, sink, lamps)
        self.max_us = max_us
        self.attendant = CardAttendant(
            self.exhibit.state.reader, self.exhibit.state.punch, self.act, end_of_file
        )

    @property
    def machine(self) -> Machine:
        """The 704, once the selector is turned to it."""
        if self.exhibit.machine is None:
            raise ValueError("the selector was not turned to the 704")
        return self.exhibit.machine

    def load(
        self,
        decks: Sequence[Deck],
        tapes: Mapping[str, unattended.MountedTape],
        switches: Sequence[int] = (),
        keys: int = 0,
        board: Deck | None = None,
        source: str = "cards",
    ) -> None:
        """Media into their units, the printer's board if it is another, switches and keys set, LOAD
        pressed.  Raises RefusedError.

        ``source``: of which LOAD button: ``cards``, ``tape`` or ``drum``.
        """
        self.prepare(tapes, switches)
        if board is not None:
            self.act("printer.board", deck_value(board))
        for bit in range(36):
            if keys >> (35 - bit) & 1:
                self.act(f"console.key.{bit or 'S'}", 1)
        self.act("selector.program", STORED)
        if decks:
            self.attendant.decks = list(decks)
            self.attendant.fill_hopper()
        self.press(f"console.load_{source}")

    def _over(self) -> str | None:
        if self.machine.state.now_us < self.max_us:
            return None
        over = f"no program stop within {self.max_us / 1e6:,.0f} s of the 704's time"
        machine = self.machine
        faults = (
            machine.find_load_fault() or self._following_program(stopped=False),
            machine.tape_check_fault(),
        )
        return "; ".join([over, *filter(None, faults)])

    def _most_us(self, us: int) -> int:
        return min(us, self.max_us - self.machine.state.now_us)

    def progress(self) -> str:
        view = self.session.view(NAME)
        used = self.machine.state.now_us
        cards = view.tallies["cards"]
        return (
            f"{format_duration(used)} of the 704's time ({100 * used // self.max_us}% of the most "
            f"it may take), {cards} cards, {view.tallies['lines']} lines"
        )

    def _tend(self) -> None:
        self.attendant.tend()

    def _stopped(self) -> str:
        self.let_units_rest()
        done = self.machine.state.stop in STOPPED or self.machine.jobs_done()
        if done and not self.machine.loader_stop():
            if told := self.machine.tape_check_told():
                tell_user(told)
            if note := self._following_program(stopped=True) or self._unread_cards():
                tell_user(note)
            return ""
        wanted = self.machine.wanted
        hint = ""
        if wanted is not None and wanted.control == END_OF_FILE:
            never = self.attendant.end_of_file == "never"
            pressed = "it was pressed once; --eof always presses it each time"
            hint = f" ({'--eof last-deck presses it' if never else pressed})"
        more = "" if self.machine.loader_stop() else self._following_program(stopped=False)
        return self.session.view(NAME).reason + hint + (f"; {more}" if more else "")

    def _unread_cards(self) -> str:
        """How many cards the program has left; empty for none."""
        hopper = self.exhibit.state.reader.hopper
        count = len(hopper) + sum(len(deck.cards) for deck in self.attendant.decks)
        if not count:
            return ""
        first = hopper[0].where() if hopper else f"{self.attendant.decks[0].name}, card 1"
        return f"{count:,} card{'s' * (count > 1)} not read, from {first} on"

    def _following_program(self, stopped: bool) -> str:
        """What there is to say of another program behind the one that LOAD CARDS has brought."""
        if self.machine.state.load_unit != READER:
            return ""
        return following_program(self.exhibit.state.reader, stopped)

    def let_units_rest(self) -> None:
        """What is on its way when the program has stopped comes to its end."""
        state = self.exhibit.state
        if not (self.exhibit.busy or at_rest(state.printer, state.punch)):
            self.session.advance(self.name, REST_US)


# -- the command -----------------------------------------------------------------------------------


def run_program(args: argparse.Namespace, debug: Callable[..., int] | None = None) -> int:
    """Run the program that the command's options name, with a real panel beside it if one was asked
    for, or as ``debug`` has it run; the exit status.  Raises RefusedError."""
    if args.storage not in SIZES:
        raise RefusedError("--storage", f"{args.storage}; expected 4096, 8192 or 32768 words")
    beside = unattended.panel_of_run(args, NAME)
    _check_places(args)
    run_deck = partial(unattended.run_deck, name="run704") if debug is None else debug
    media = read_media(args, TAPE_UNITS)
    board = None if args.board is None else _board(args.board, args.strict)
    outlets = unattended.DeckOutputs.of(args)
    operator = ProgramOperator(
        outlets.sink,
        args.storage,
        args.max_seconds,
        lamps=beside is not None or outlets.lamps,
        end_of_file=args.eof,
        drums=media.drums,
    )
    operator.long_reels = args.reel == "long"
    try:
        return run_deck(
            operator,
            lambda: operator.load(
                media.decks, media.tapes, args.sense, args.keys, board, media.load
            ),
            outlets,
            beside=beside,
        )
    finally:
        operator.save_tapes(media.tapes)
        if media.drums is not None:
            now = operator.exhibit.drums
            if not np.array_equal(media.drums, now):
                replace_file(Path(args.drum), write_drums(now))
        _leave(operator, args)


def _check_places(args: argparse.Namespace) -> None:
    """Raises RefusedError where two options name one file, or none can be put there."""
    check_apart(
        {
            "DECK": args.deck,
            "--board": args.board,
            "--listing": args.listing,
            "--log": args.log,
            "--drum": args.drum,
            "--punch": args.punch,
            "--crt": args.crt,
        }
    )
    if args.punch is not None:
        check_writable(Path(args.punch), usual=SUFFIXES)
    if args.crt is not None:
        check_writable(Path(args.crt), ".png")


def _board(name: str, strict: bool) -> Deck:
    """The printer's board in a file.  Raises RefusedError for one that can't be."""
    deck = read_deck_file(Path(name), strict)
    read_board(deck)
    return deck


def _leave(operator: ProgramOperator, args: argparse.Namespace) -> None:
    """The registers and how it stopped; what was punched and drawn goes to its files."""
    if operator.exhibit.machine is None:
        return  # refused before it was begun
    machine = operator.machine
    sys.stdout.write(registers_text(machine) + stop_text(machine) + "\n")
    if args.crt is not None:
        from machines.ibm704.display import picture
        from machines.laboratory.study.outputs import save_greys

        tube = machine.state.channel.tube
        save_greys(picture(tube.points() if tube.count else tube.developed), Path(args.crt))
    punched = Deck("punched", operator.attendant.take_punched_cards())
    if args.punch is not None:
        replace_file(Path(args.punch), write_deck(punched, args.punch))


# -- a stopped 704 in words ------------------------------------------------------------------------

NAMES = {
    at.STOPPED_HPR: "PROGRAM STOP",
    at.STOPPED_HTR: "PROGRAM STOP",
    at.STOPPED_DIVIDE: "DIVIDE CHECK",
    at.INPUT_OUTPUT: "READ WRITE CHECK",
    at.UNKNOWN: "NO SUCH OPERATION",
}
"""By how it stopped (processor.py; READ WRITE CHECK stops it where a unit was met)."""


def registers_text(machine: Machine) -> str:
    """Registers, lights and time, a line each."""
    now, lights = machine.registers(), machine.lights()
    cycles = int(machine.words[at.CYCLES])
    sense = "".join(str(n) if on else "-" for n, on in enumerate(lights.sense, start=1))
    lit = [name.replace("_", " ").upper() for name, on in asdict(lights).items() if on is True]
    return "\n".join(
        [
            _accumulator(now),
            f"MQ {now.mq:012o}   STORAGE {now.storage:012o}",
            f"INSTRUCTION COUNTER {now.counter:05o}   INSTRUCTION {now.instruction:06o}",
            "INDEX " + "   ".join(f"{n} {xr:05o}" for n, xr in zip("ABC", now.index, strict=True)),
            f"SENSE LIGHTS {sense}",
            f"LIGHTS {', '.join(lit) or 'none'}",
            f"TIME {cycles * CYCLE_US / 1e6:.6f} s, {cycles:,} cycles",
            "",
        ]
    )


def _accumulator(now: Registers) -> str:
    ac = now.accumulator
    sign = "-" if ac >> 37 else "+"
    return f"ACCUMULATOR {sign}  Q {ac >> 36 & 1}  P {ac >> 35 & 1}  {ac & (1 << 35) - 1:012o}"


def stop_text(machine: Machine) -> str:
    """``PROGRAM STOP AT 00153 HPR 30071``: how, where, and at which instruction it stopped."""
    words, stop = machine.words, machine.state.stop
    where = f"AT {int(words[at.LOCATION]):05o}"
    if machine.jobs_done():
        return "ALL JOBS DONE"
    if stop == at.UNKNOWN:
        return f"{NAMES[stop]} {where} {int(words[at.SR]):012o}"
    if stop in NAMES:
        name = OPERATIONS[int(words[at.OPERATION])].mnemonic
        return f"{NAMES[stop]} {where} {name} {int(words[at.ADDRESS]):05o}"
    return f"RUNNING {where}"
