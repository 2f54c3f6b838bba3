"""The media catalogue: decks and tapes, shipped or kept, that a visitor may load.

A control that takes a medium is known by its name: ``hopper`` takes a deck, ``mount`` a tape,
``correct`` a card that is punched anew.  Where a console is wired to a computer that runs programs
of its own, its hopper is offered those, and behind them, as data, the cards that lie with them and
the control cards of its decks.

A reel takes up to a second to read, and a folder of them holds what it holds: so each file is read
once, by a thread of its own, which begins when the exhibit is switched on.  Whoever opens a drawer
waits only a moment; what isn't read by then lies in it the next time.
"""

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from devices.media.deck import deck_value, open_deck
from devices.media.tape import Record, length_mil, tape_value
from devices.media.tape_files import SUFFIXES, open_tape
from devices.refusal import RefusedError
from devices.screen.words import Words, said
from machines.exhibit.exhibit import View
from machines.museum.window.museum import MediaItem, MediaPicker, Prompt, TextPrompt
from machines.storage.files import read_file
from machines.storage.program import ASSETS
from machines.storage.registry import ExhibitSpec

SELECTOR = "selector.program"
"""The control that stands at 1 while a console is wired to a computer with programs of its own."""
CARDS = "cards"
"""In the folder of programs that of the cards that they read."""
WAIT_S = 0.08
"""So long at most a drawer takes to open."""

WORDS = Words("museum")
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Kind:
    """What a drawer holds: files' suffixes, the longest that can be one, how one is read."""

    title: str
    """Its name among the house's labels."""
    suffixes: tuple[str, ...]
    most: int
    read: "Callable[[bytes, str], _Holding]"
    source: str = ""
    """The suffix of the text beside a file that it was made of, whose first remark is its note."""


@dataclass(frozen=True)
class _Holding:
    """What a file holds: its tray as it is in English, and how much, by a label of the house."""

    tray: MediaItem
    unit: str
    many: int

    def told(self, exhibit: str) -> MediaItem:
        """The tray in the language that is shown."""
        count = WORDS(self.unit, n=f"{self.many:,}")
        mended = self.tray.mended and WORDS(self.tray.mended, name=self.tray.label)
        note = said(exhibit, self.tray.note)
        return replace(self.tray, note=note, count=count, mended=mended)


@dataclass
class _Read:
    """A file as it was when it was read; ``holds`` None: it can't be offered."""

    stamp: tuple[int, int]
    holds: _Holding | None


class MediaCatalog:
    """The media on this computer, for any thread; ``data`` is the museum's folder."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self._known: dict[Path, _Read] = {}
        self._wanted: dict[Path, _Kind] = {}
        self._changed = threading.Condition()
        self._reads = False  # whether the reading thread is there

    def offer(self, control: str, view: View | None, spec: ExhibitSpec) -> Prompt | None:
        """What ``control`` of an exhibit wants chosen or typed; None if it takes nothing."""
        kind = control.rpartition(".")[2]
        if kind == "hopper" and not control.startswith("punch."):  # whose cards are blank
            if spec.programs and view is not None and view.controls.get(SELECTOR):
                programs = self._trays(spec.name, spec.programs, PROGRAMS)
                data = self._trays(spec.name, f"{spec.programs}/{CARDS}", DECKS)
                ours = self._trays(spec.name, spec.decks, DECKS)
                return MediaPicker(WORDS(PROGRAMS.title), programs + data + ours)
            return MediaPicker(WORDS(DECKS.title), self._trays(spec.name, spec.decks, DECKS))
        if kind == "mount":
            return MediaPicker(WORDS(TAPES.title), self._trays(spec.name, spec.tapes, TAPES))
        if kind == "command":
            words = Words(spec.name)
            return TextPrompt(words("command_title"), hint=words("command_hint"))
        if kind == "correct":
            return TextPrompt(WORDS("card_anew"), _card_text(control, view))
        return None

    def look_through(self, spec: ExhibitSpec) -> None:
        """Have an exhibit's media read, for its drawers."""
        self._want(spec.decks, DECKS)
        self._want(spec.tapes, TAPES)
        if spec.programs:
            self._want(spec.programs, PROGRAMS)
            self._want(f"{spec.programs}/{CARDS}", DECKS)

    def _want(self, folder: str, kind: _Kind) -> list[Path]:
        """Have a folder's media read that are not; all of them, the shipped ones first."""
        paths = [path for root in (ASSETS, self.data) for path in _files(root / folder, kind)]
        with self._changed:
            self._wanted |= {path: kind for path in paths if self._stale(path)}
            if self._wanted and not self._reads:
                self._reads = True
                threading.Thread(target=self._read_all, name="the shelf", daemon=True).start()
        return paths

    def _trays(self, exhibit: str, folder: str, kind: _Kind) -> tuple[MediaItem, ...]:
        """A tray for every medium that is read by now."""
        paths = self._want(folder, kind)
        with self._changed:
            self._changed.wait_for(lambda: not any(map(self._wanted.get, paths)), WAIT_S)
            found = [self._known[path] for path in paths if path in self._known]
        return tuple(medium.holds.told(exhibit) for medium in found if medium.holds is not None)

    def _stale(self, path: Path) -> bool:
        return path not in self._known or self._known[path].stamp != _stamp(path)

    def _read_all(self) -> None:
        while True:
            with self._changed:
                if not self._wanted:
                    self._reads = False
                    return
                path, kind = next(iter(self._wanted.items()))
            stamp, holds = _stamp(path), _read(path, kind)
            with self._changed:
                self._known[path] = _Read(stamp, holds)
                del self._wanted[path]
                self._changed.notify_all()


def _files(folder: Path, kind: _Kind) -> list[Path]:
    try:
        paths = sorted(folder.iterdir())
        return [path for path in paths if path.suffix.lower() in kind.suffixes and path.is_file()]
    except OSError:  # it isn't there, or not for us
        return []


def _stamp(path: Path) -> tuple[int, int]:
    """What changes when a file is written."""
    try:
        found = path.stat()
    except OSError:
        return (0, 0)
    return (found.st_mtime_ns, found.st_size)


def _read(path: Path, kind: _Kind) -> _Holding | None:
    try:
        holds = kind.read(read_file(path, kind.most), path.name)
        source = _source(path, kind)
        if source is not None and not holds.tray.note:
            note = _note(read_file(source, kind.most))
            return replace(holds, tray=replace(holds.tray, note=note))
        return holds
    except RefusedError as error:
        log.warning("not offered: %s", error)
    except Exception:  # whatever lies in that folder, the museum stays open
        log.exception("not offered: %s", path)
    return None


def _source(path: Path, kind: _Kind) -> Path | None:
    """The text that a file was made of, beside it or in a folder of its name; None: none is there.
    A second deck of the same program has a hyphen and more behind that name."""
    stem = path.stem.partition("-")[0]
    places = (path.with_suffix(kind.source), path.parent / stem / f"{stem}{kind.source}")
    return next((place for place in places if kind.source and place.is_file()), None)


def _card_text(control: str, view: View | None) -> str:
    """The text of the card that the reader shows; what has no character is a blank."""
    reader = view.units.get(control.partition(".")[0]) if view else None
    card = getattr(reader, "card", None)
    if card is None:
        return ""
    try:
        return str(card.text())[:72].rstrip()
    except RefusedError:
        return ""


def _deck(data: bytes, name: str) -> _Holding:
    deck, notes, ends = open_deck(data, name)
    notes += tuple(
        f"{name}: the end of a file behind card {cards} is passed over" for cards in ends
    )
    tray = MediaItem(_label(name), deck_value(deck), _note(data), mended=_mended(notes))
    return _Holding(tray, "deck_cards", len(deck.cards))


def _tape(data: bytes, name: str) -> _Holding:
    tape, _, notes = open_tape(data, name)
    feet = sum(map(length_mil, tape.items)) / 12_000
    records = sum(isinstance(item, Record) for item in tape.items)
    many, unit = (round(feet), "tape_feet") if feet >= 10 else (records, "tape_records")
    tray = MediaItem(_label(name), tape_value(tape), mended=_mended(notes))
    return _Holding(tray, unit if many else "tape_blank", many)


def _mended(notes: Sequence[str]) -> str:
    """The label of what the bar says, where there are notes, which go to the log."""
    for note in notes:
        log.warning("read with changes: %s", note)
    return "mended" if notes else ""


def _label(name: str) -> str:
    return name.rpartition(".")[0].replace("-", " ").replace("_", " ").upper()


def _note(data: bytes) -> str:
    """A text's first card, if it is a comment."""
    first = data.partition(b"\n")[0].decode("ascii", "replace")
    return first[:72].lstrip("* ").rstrip() if first.startswith("*") else ""


DECKS = _Kind("drawer_decks", (".txt", ".deck", ".cbn", ".dck"), 4 << 20, _deck)
"""More cards than were ever put into a hopper."""
PROGRAMS = _Kind("drawer_programs", DECKS.suffixes, DECKS.most, _deck, ".sap")
TAPES = _Kind("drawer_tapes", SUFFIXES, 8 << 20, _tape)
"""More than a reel holds."""
