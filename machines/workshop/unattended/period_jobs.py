"""Period systems on the 704: ``run704 --bring FOLDER`` and ``run704 --job NAME FILE``.

The museum ships none of them.  ``--bring`` looks in a folder of the user's for files by the names
that their preservers give them, makes the reel that a job needs, tries it, and keeps it in the data
folder; ``--job`` runs a source through it:

    uasap     the call card in the reader; the system on unit 1, the source's card images on 3,
              the listing on 2, work reels on the others
    fortran   LOAD TAPE from the system on unit 1; the source in the reader, the listing on the
              printer, work reels on 2 to 4, drums

Behind its FIN card UASAP loads the next job from the reader.  There lies :data:`LAST_CARD`: it
stops the machine, as a monitor's last card did.
"""

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from devices.media.card import Card
from devices.media.charset import bcd_of_tape, char_of_bcd
from devices.media.deck import SUFFIXES, Deck, read_text_deck, write_deck
from devices.media.tape import Record, Tape, TapeMark
from devices.media.tape_files import card_record, write_tape
from devices.refusal import RefusedError
from machines.ibm704 import registers as at
from machines.ibm704.operations import CYCLE_US, SIZES
from machines.ibm704.standalone import EndOfFile
from machines.storage.files import TEXT, check_apart, check_writable, file_exists, replace_file
from machines.storage.folders import data_folder, find_data_folder, own_folder
from machines.storage.media_files import read_deck_file, read_tape_file
from machines.storage.program import NAME
from machines.workshop.unattended import operator as unattended
from machines.workshop.unattended.ibm704 import ProgramOperator, stop_text
from machines.workshop.unattended.operator import DeckOutputs, MountedTape

DONE = 0o77777
"""The address of the HPR or HTR with which a system says that its job is done."""
_LOADS_ITSELF = (0o053400400000, 0o070000400002, 0o177777400001, 0)
LAST_CARD = Card.of_row_words((*_LOADS_ITSELF, 0o076600000333, 0o042000000000 | DONE, *[0] * 18))
"""Waits for the reader to let go (IOD), then HPR 77777: the job that comes after the last."""
TRIAL_US = 3_600_000_000
_PRINTED = bytes(ord(char_of_bcd(bcd_of_tape(code & 0o77)) or "?") for code in range(256))
"""What a printer prints of each character on tape."""
MOST_FILES = 100_000
"""Looked through in a folder that is brought."""


@dataclass(frozen=True)
class System:
    """A period system: what it is brought as, and how an operator runs a job with it."""

    title: str
    brought: tuple[tuple[str, ...], ...]
    """Files by their preservers' names, either of these."""
    load: Literal["cards", "tape"]
    storage: int
    sense: tuple[int, ...]
    """Sense switches that are down."""
    trial: str
    """A source for which it punches at least ``trial_cards``."""
    work: tuple[int, ...]
    """Units with work reels."""
    listing: int | None = None
    """The unit with the listing; None: it is printed."""
    source: int | None = None
    """The unit with the source's card images; None: they lie in the reader."""


SYSTEMS: Mapping[str, System] = {
    "uasap": System(
        "SHARE's UA SAP",
        (("ualtpsap.dck", "uatapeload.dck"), ("uasap.tap", "uasap3rt.cbn")),
        "cards",
        SIZES[-1],
        (),
        "       ORG 64\nSTART  CLA START\n       HPR 1\n       END START\n       FIN\n",
        (2, 4, 5, 6, 7, 8, 9, 10),
        listing=2,
        source=3,
    ),
    "fortran": System(
        "FORTRAN II",
        (("f2_4k.tap",),),
        "tape",
        SIZES[0],
        (2, 3, 5),
        "      A=1.0\n      PRINT 1,A\n    1 FORMAT(F10.3)\n      STOP\n      END(2,2,2,2,2)\n",
        (2, 3, 4),
    ),
}


# -- bring -----------------------------------------------------------------------------------------


def bring(folder: Path, data: str | None) -> int:
    """Keep the systems whose files lie in the folder or below it; the exit status.

    Raises RefusedError where there is none, or one that was found doesn't work.
    """
    if not folder.is_dir():
        raise RefusedError(str(folder), "is no folder; expected one with the files of a system")
    there = _files_by_name(folder)
    found = False
    for name, system in SYSTEMS.items():
        names = next((s for s in system.brought if all(f in there for f in s)), None)
        if names is None:
            print(f"{name}: not found; expected {_expected(system)}")
            continue
        media = _media_of(system, [there[file] for file in names])
        _try(name, system, media)
        place = own_folder(data_folder(data) / "jobs")
        for file, content in media.files(name):
            replace_file(place / file, content)
        print(
            f"{name}: {system.title} from {' and '.join(names)}, tried; "
            f"'{NAME} run704 --job {name} FILE' runs it"
        )
        found = True
    if not found:
        raise RefusedError(str(folder), "no system's files are there")
    return 0


def _files_by_name(folder: Path) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for count, path in enumerate(folder.rglob("*")):
        if count == MOST_FILES:
            raise RefusedError(str(folder), f"holds over {MOST_FILES:,} files; name one below it")
        found.setdefault(path.name.lower(), path)
    return found


def _expected(system: System) -> str:
    return " or ".join(" with ".join(names) for names in system.brought)


@dataclass(frozen=True)
class SystemMedia:
    """A system's reel for unit 1, and the cards that call it."""

    tape: Tape
    call: Deck

    def files(self, name: str) -> Iterator[tuple[str, bytes]]:
        """As they are kept."""
        yield f"{name}.tap", write_tape(self.tape, f"{name}.tap")
        if self.call.cards:
            yield f"{name}.cbn", write_deck(self.call, f"{name}.cbn")


def kept_media(name: str, data: str | None) -> SystemMedia:
    """What was brought.  Raises RefusedError if nothing was."""
    tape = find_data_folder(data) / "jobs" / f"{name}.tap"
    if not file_exists(tape):
        raise RefusedError(
            f"--job {name}",
            f"{SYSTEMS[name].title} isn't here, and the museum ships none; '{NAME} run704 --bring "
            f"FOLDER' takes it from a folder with {_expected(SYSTEMS[name])}",
        )
    call = Deck("call", ())
    if SYSTEMS[name].load == "cards":
        call = read_deck_file(tape.with_suffix(".cbn"))
    return SystemMedia(read_tape_file(tape).tape, call)


def _media_of(system: System, paths: list[Path]) -> SystemMedia:
    """The reel, written by the system's own cards where it is brought as those."""
    if system.load == "tape":
        return SystemMedia(read_tape_file(paths[0]).tape, Deck("call", ()))
    call = read_deck_file(paths[1])
    if paths[0].suffix.lower() == ".tap":
        return SystemMedia(read_tape_file(paths[0]).tape, call)
    operator = JobOperator(system)
    blank = {"tape1": _reel("system")}
    cards = without_separators(read_deck_file(paths[0]))
    operator.load([cards, Deck("last", (LAST_CARD,))], blank)
    if why := operator.run(lambda: True):
        raise RefusedError(str(paths[0]), f"doesn't work as a system: {why}")
    tape = operator.modified_tapes().get("tape1")
    if tape is None:
        raise RefusedError(str(paths[0]), "ran to its end and wrote nothing on tape unit 1")
    return SystemMedia(tape, call)


def without_separators(deck: Deck) -> Deck:
    """Without blank cards and cards of counts, whose first word is all ones.

    Both systems punch such cards behind a program; an operator took them out, as no loader takes
    them, and a program would read them for data.
    """
    kept = (card for card in deck.cards if not card.is_blank and card.row_words()[0] != at.WORD)
    return Deck(deck.name, tuple(kept))


def _try(name: str, system: System, media: SystemMedia) -> None:
    """Run its trial.  Raises RefusedError if it isn't done or punches nothing."""
    operator = JobOperator(system)
    operator.load_job(media, read_text_deck(system.trial, "trial"))
    why = operator.run(lambda: True)
    if why or not operator.attendant.take_punched_cards():
        raise RefusedError(name, f"doesn't work: its trial ends with {why or 'no card punched'}")


def _reel(name: str) -> MountedTape:
    """A work reel: nobody keeps it."""
    return MountedTape(Tape(name, ()), Path(name), ring=True)


# -- a job -----------------------------------------------------------------------------------------


class JobOperator(ProgramOperator):
    """Whoever runs a job: knows where the system stops, and which stop is the end."""

    long_reels = True

    def __init__(
        self, system: System, outlets: DeckOutputs | None = None, most_us: int = TRIAL_US
    ) -> None:
        end_of_file: EndOfFile = "always" if system.source is None else "last-deck"
        sink = (outlets or DeckOutputs(None, None)).sink
        super().__init__(sink, system.storage, most_us, end_of_file=end_of_file)
        self.system = system

    def load_job(self, media: SystemMedia, source: Deck) -> None:
        """The system and its source into their units, LOAD pressed.  Raises RefusedError."""
        system = self.system
        tapes = {f"tape{unit}": _reel(f"work-{unit}") for unit in system.work}
        tapes["tape1"] = MountedTape(media.tape, Path("system"), ring=True)
        decks = [*([media.call] if media.call.cards else []), source]
        if system.source is not None:
            images = tuple(card_record(c, source.where(n)) for n, c in enumerate(source.cards))
            tape = Tape(source.name, (*images, TapeMark()))
            tapes[f"tape{system.source}"] = MountedTape(tape, Path("source"), ring=False)
            decks = [media.call, Deck("last", (LAST_CARD,))]
        self.load(decks, tapes, system.sense, source=system.load)

    def _stopped(self) -> str:
        words, stop = self.machine.words, self.machine.state.stop
        done = words[at.ADDRESS] == DONE & words[at.SIZE_MASK]
        if done and stop in (at.STOPPED_HPR, at.STOPPED_HTR):
            self.let_units_rest()
            return ""
        why = super()._stopped()
        return why or f"it stopped before its end: {stop_text(self.machine)}"

    def listing(self) -> str:
        """What the system has listed on tape, its carriage controls carried out."""
        tape = self.modified_tapes().get(f"tape{self.system.listing}")
        records = [item.data for item in (tape.items if tape else ()) if isinstance(item, Record)]
        lines = [data.translate(_PRINTED).decode("latin-1") for data in records]
        space = {"0": "\n", "1": "\f"}
        return "".join(f"{space.get(line[:1], '')}{line[1:].rstrip()}\n" for line in lines)


def run(args: argparse.Namespace) -> int:
    """``--bring`` or ``--job``; the exit status.  Raises RefusedError."""
    if args.bring is not None:
        return bring(args.bring, args.data)
    if args.job not in SYSTEMS:
        raise RefusedError("--job", f"{args.job!r}; expected {' or '.join(SYSTEMS)}")
    for option in ("load", "drum", "board", "crt", "debug", "script", "tape", "cards", "panel"):
        if getattr(args, option):
            raise RefusedError(
                f"--{option}", f"doesn't go with --job {args.job}, which has its own"
            )
    return run_job(args)


def run_job(args: argparse.Namespace) -> int:
    """Run the source through the system that ``--job`` names; deck and listing beside it; the exit
    status.  Raises RefusedError."""
    if args.deck is None:
        raise RefusedError("--job", f"expected a source: '{NAME} run704 --job {args.job} FILE'")
    system, source = SYSTEMS[args.job], Path(args.deck)
    punched = Path(args.punch or source.with_suffix(".cbn"))
    listed = Path(args.listing or source.with_suffix(".lst"))
    check_apart({"FILE": source, "the deck": punched, "the listing": listed, "--log": args.log})
    check_writable(punched, usual=SUFFIXES)
    check_writable(listed, usual=TEXT)
    deck, media = read_deck_file(source), kept_media(args.job, args.data)
    outlets = replace(DeckOutputs.of(args), paper=None if system.listing else listed)
    operator = JobOperator(system, outlets, args.max_seconds)
    status = unattended.run_deck(
        operator, lambda: operator.load_job(media, deck), outlets, name="run704"
    )
    cards = operator.attendant.take_punched_cards()
    kept = without_separators(Deck("punched", cards))
    replace_file(punched, write_deck(kept, punched.name))
    print(f"{len(cards):,} cards punched")
    print(f"deck: {punched}, {len(kept.cards):,} cards, without blank ones and those of counts")
    if system.listing:
        replace_file(listed, operator.listing().encode())
    print(f"listing: {listed}")
    us = int(operator.machine.words[at.CYCLES]) * CYCLE_US
    print(f"JOB DONE: {system.title}, {us / 1e6:,.1f} s of the 704's time")
    return status
