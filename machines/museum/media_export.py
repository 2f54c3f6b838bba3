"""Media that visitors take out (paper, tapes, cards), written to the data folder.

    tapes/NAME.tap        a tape that was written on, replaced whole at each tape mark, when it is
                          rewound or taken off, and at the end
    decks/cards-*.txt     punched cards taken out of the punch's stacker (.cbn where they are no
                          text), and then offered in the drawer
    papers/listing-*.txt  paper torn off a printer, with form feeds, or off a teleprinter, and
                          beside it its pages as pictures (listing-*-page1.png ...)

Decks and tapes stand in the exhibit's own folders (machines.storage.registry.ExhibitSpec); those
above are the 704's.  Nothing depends on these files: what the machines hold is in the session's
log.  They are for the visitor to carry away.

Souvenirs, pictures and games as text, go to a folder of their own, called by day, exhibit and a
running number, ``2026-11-24-menace-001.png``; nothing tells whose they are.  They are made and
written in a thread of their own, and nothing is written over.
"""

import contextlib
import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from devices.media.deck import Deck, write_deck
from devices.media.paper import Paper
from devices.media.roll import Roll
from devices.media.tape import Tape, TapeMark
from devices.media.tape_files import SUFFIXES, write_tape
from devices.refusal import RefusedError
from devices.units.card_punch import CardPunch
from devices.units.line_printer import LinePrinter
from devices.units.tape_drive import TapeDrive
from devices.units.teleprinter import Teleprinter
from machines.exhibit.exhibit import Exhibit
from machines.storage.files import replace_file
from machines.storage.folders import make_folder, open_private, own_folder

PAGES = 40
"""At most so many pages of one paper are drawn."""
KEPT = 200
"""Papers and punched decks kept; the oldest go."""

log = logging.getLogger(__name__)


class MediaExporter:
    """Looks at one exhibit's units after acts and slices and keeps what has left them."""

    def __init__(self, folder: Path, decks: str = "decks", tapes: str = "tapes") -> None:
        self.folder = folder
        self.decks = decks
        self.tapes = tapes
        self._written: dict[str, int] = {}
        """How much of each drive's tape is in its file, by drive."""
        self._count = 0
        self._artist = ThreadPoolExecutor(1, thread_name_prefix="paper")

    def forget(self) -> None:
        """The exhibit was begun anew: nothing of what stands there has been kept."""
        self._written.clear()

    def before(self, exhibit: Exhibit, control: str) -> Deck | None:
        """The cards that an act is about to take out of a stacker."""
        unit, _, act = control.partition(".")
        punch = exhibit.units.get(unit)
        if act == "stacker" and isinstance(punch, CardPunch) and punch.stacker:
            return punch.deck(self._name("cards"))
        return None

    def after(self, exhibit: Exhibit, control: str, cards: Deck | None) -> None:
        """The act was done: keep what it took away."""
        unit, _, act = control.partition(".")
        device = exhibit.units.get(unit)
        if cards is not None:
            self._keep_deck(cards)
        elif act == "tear" and isinstance(device, LinePrinter | Teleprinter):
            self._keep_paper(device.torn_paper)
        elif act == "unload" and isinstance(device, TapeDrive):
            written = self._written.pop(unit, None) is not None
            if written and device.removed is not None:
                self._keep_tape(device.removed)
        self.export_finished(exhibit)

    def export_finished(self, exhibit: Exhibit, at_end: bool = False) -> None:
        """Keep every tape that has been written on, at its marks, rewinding, or at the end."""
        for unit in exhibit.units.values():
            if not isinstance(unit, TapeDrive):
                continue
            if unit.written == 0 or self._written.get(unit.name) == unit.written:
                continue
            moving = unit.motion.kind if unit.motion is not None else ""
            marked = bool(unit.items) and isinstance(unit.items[-1], TapeMark)
            self._written.setdefault(unit.name, 0)
            tape = unit.tape()
            if tape is not None and (at_end or moving == "rewind" or (marked and not moving)):
                self._written[unit.name] = unit.written
                self._keep_tape(tape)

    def _keep_tape(self, tape: Tape) -> None:
        name = Path(tape.name).name or "tape"
        if not name.lower().endswith(SUFFIXES):
            name += ".tap"
        try:
            data = write_tape(tape, name)
        except RefusedError:  # a .p7b can't hold everything that a drive can write
            name += ".tap"
            data = write_tape(tape, name)
        self._keep(self.tapes, name, data, prune=False)

    def _keep_deck(self, deck: Deck) -> None:
        try:
            self._keep(self.decks, f"{deck.name}.txt", write_deck(deck, ".txt"), "cards-*")
        except RefusedError:
            self._keep(self.decks, f"{deck.name}.cbn", write_deck(deck, ".cbn"), "cards-*")

    def _keep_paper(self, paper: Paper | Roll) -> None:
        text = paper.text()
        if not text:
            return
        name = self._name("listing")
        self._keep("papers", f"{name}.txt", text.encode())
        self._artist.submit(self._draw, paper, name)

    def _draw(self, paper: Paper | Roll, name: str) -> None:
        """The pages as pictures; some tenths of a second each, so in a thread of their own."""
        from devices.screen.parts.fanfold import png_pages
        from devices.screen.parts.teleprinter import png_sheets

        try:  # torn off, it isn't written on any more
            if isinstance(paper, Roll):
                pages = png_sheets(paper, PAGES)
            else:
                pages = png_pages(paper.lines, PAGES)
            for number, data in enumerate(pages, start=1):
                self._keep("papers", f"{name}-page{number}.png", data)
        except Exception:
            log.exception("the paper's picture")

    def close(self) -> None:
        """Come back when everything is kept."""
        self._artist.shutdown(wait=True)

    def _name(self, what: str) -> str:
        self._count += 1
        return f"{what}-{time.strftime('%Y%m%d-%H%M%S')}-{self._count}"

    def _keep(self, kind: str, name: str, data: bytes, ours: str = "*", prune: bool = True) -> None:
        folder = self.folder / kind
        try:
            replace_file(own_folder(folder) / name, data)
        except RefusedError as error:
            log.error("not kept: %s", error)
            return
        if prune:
            with contextlib.suppress(OSError):  # more are kept until it can be done
                # A clock that was set back makes the newest look oldest: it stays all the same.
                others = [old for old in folder.glob(ours) if old.name != name and old.is_file()]
                for old in sorted(others, key=lambda path: path.stat().st_mtime)[: 1 - KEPT]:
                    old.unlink(missing_ok=True)


# -- souvenirs


log = logging.getLogger(__name__)

FOLDER = "souvenirs"
"""In the data folder, where no other is named."""

Makes = Mapping[str, Callable[[], bytes]]


@dataclass
class KeptSouvenir:
    """What became of a souvenir's files; the museum says so when it has written them."""

    names: tuple[str, ...] = ()
    """The files' names, once they are written."""
    failed: bool = False
    """Whether they could not be."""


class SouvenirFolder:
    """Writes souvenirs, one after the other."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._writer = ThreadPoolExecutor(1, "souvenirs")

    def keep(self, exhibit: str, files: Makes) -> KeptSouvenir:
        """Have these files made and written, by the ends of their names (``.png``); what became of
        them stands in the answer later."""
        kept = KeptSouvenir()
        day = time.strftime("%Y-%m-%d")
        self._writer.submit(self._write, f"{day}-{exhibit}", files, kept)
        return kept

    def close(self) -> None:
        """Come back when all is written."""
        self._writer.shutdown(wait=True)

    def _write(self, name: str, files: Makes, kept: KeptSouvenir) -> None:
        claimed: list[Path] = []
        try:
            made = {ending: make() for ending, make in files.items()}
            make_folder(self.folder)
            claimed = self._claim(name, tuple(made))
            for path, data in zip(claimed, made.values(), strict=True):
                replace_file(path, data)
            kept.names = tuple(path.name for path in claimed)
        except (OSError, RefusedError) as error:
            log.warning("a souvenir is not kept: %s", error)
            self._give_up(claimed, kept)
        except Exception:
            log.exception("a souvenir")
            self._give_up(claimed, kept)

    def _give_up(self, claimed: list[Path], kept: KeptSouvenir) -> None:
        kept.failed = True
        for path in claimed:
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)

    def _claim(self, name: str, endings: tuple[str, ...]) -> list[Path]:
        """Empty files under the first number that is free.  Raises OSError."""
        for number in count(1):
            stem = f"{name}-{number:03d}"
            if any(self.folder.glob(f"{stem}[.-]*")):
                continue
            claimed: list[Path] = []
            try:
                for ending in endings:
                    path = self.folder / f"{stem}{ending}"
                    open(path, "xb", opener=open_private).close()
                    claimed.append(path)
                return claimed
            except OSError as error:
                for path in claimed:
                    path.unlink(missing_ok=True)
                if not isinstance(error, FileExistsError):
                    raise
        raise AssertionError("there is always a number")
