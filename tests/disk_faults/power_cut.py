"""What a power cut leaves of a folder, worked out from the calls that were made on it.

A trace (disk_calls.c) is read up to a call; what was synced until then is on the disk.  Of the rest
each piece may be there or not, whatever came before or after it: pieces of writes, lengths, and a
folder's entries, as long as the folder itself was not synced.
"""

import os
import random
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

HEAD = struct.Struct("=ciqII")
SECTOR = 512
Way = Literal["nothing", "everything", "names", "in order", "any"]
WAYS: tuple[Way, ...] = ("nothing", "everything", "names", "in order", "any", "any")
"""What is kept of what wasn't synced: ``names``: folders' entries and lengths, but no data."""


class Call(NamedTuple):
    """One call, or a note of the test's; disk_calls.c says what a kind's fields are."""

    kind: str
    number: int
    place: int
    name: str
    data: bytes


def read_trace(path: Path) -> list[Call]:
    """All calls in their order."""
    return list(_calls(path.read_bytes()))


def _calls(data: bytes) -> Iterator[Call]:
    at = 0
    while at < len(data):
        kind, number, place, name, size = HEAD.unpack_from(data, at)
        at += HEAD.size
        text = os.fsdecode(data[at : at + name])
        at += name + size
        yield Call(kind.decode(), number, place, text, data[at - size : at])


@dataclass
class File:
    """What is on the disk of a file, and writes (offset, data) and lengths that wait."""

    disk: bytearray = field(default_factory=bytearray)
    waiting: list[tuple[int, bytes | None]] = field(default_factory=list)

    def sync(self) -> None:
        for at, data in self.waiting:
            _put(self.disk, at, data)
        self.waiting.clear()

    def after_cut(self, cut: "Cut") -> bytes:
        left = bytearray(self.disk)
        for at, data in self.waiting:
            if data is None:
                if cut.keeps():
                    _put(left, at, None)
                continue
            if cut.way == "names" and len(left) < at + len(data):
                _put(left, at + len(data), None)
            for first in range(0, len(data), SECTOR):
                if cut.keeps_data():
                    _put(left, at + first, data[first : first + SECTOR])
        return bytes(left)


@dataclass
class Folder:
    """A folder's entries on the disk, and those (name, what; None: taken away) that wait."""

    disk: dict[str, "File | Folder"] = field(default_factory=dict)
    now: dict[str, "File | Folder"] = field(default_factory=dict)
    waiting: list[list[tuple[str, "File | Folder | None"]]] = field(default_factory=list)

    def change(self, *entries: "tuple[str, File | Folder | None]") -> None:
        """Entries that change at one stroke."""
        _enter(self.now, entries)
        self.waiting.append(list(entries))

    def sync(self) -> None:
        self.disk = dict(self.now)
        self.waiting.clear()

    def after_cut(self, cut: "Cut", place: Path) -> None:
        """Make it at ``place``."""
        left = dict(self.disk)
        for entries in self.waiting:
            if cut.keeps():
                _enter(left, entries)
        place.mkdir()
        for name, what in left.items():
            if isinstance(what, Folder):
                what.after_cut(cut, place / name)
            else:
                (place / name).write_bytes(what.after_cut(cut))


class Cut:
    """Which pieces are kept, by chance."""

    def __init__(self, chance: random.Random, way: Way) -> None:
        self.chance = chance
        self.way = way
        self.left = chance.randrange(40)

    def keeps(self) -> bool:
        """Whether the next entry or length is on the disk."""
        return self.way == "names" or self.keeps_data()

    def keeps_data(self) -> bool:
        """Whether the next piece of a write is on the disk."""
        if self.way == "any":
            return self.chance.random() < 0.5
        if self.way == "in order":
            self.left -= 1
            return self.left >= 0
        return self.way == "everything"


def _put(content: bytearray, at: int, data: bytes | None) -> None:
    """Write ``data`` there; None: that is the length from now on."""
    end = at if data is None else at + len(data)
    content.extend(bytes(max(0, end - len(content))))
    if data is None:
        del content[at:]
    else:
        content[at:end] = data


def _enter(
    entries: "dict[str, File | Folder]", changed: "Iterable[tuple[str, File | Folder | None]]"
) -> None:
    for name, what in changed:
        if what is None:
            entries.pop(name, None)
        else:
            entries[name] = what


class DiskModel:
    """The folder ``root`` and its files, call by call."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.top = Folder()
        self.opened: dict[int, File | Folder] = {}

    def do(self, call: Call) -> None:
        """One call more."""
        if call.kind == "O":
            self._open(call)
        elif call.kind == "M":
            self._parent(call.name).change((Path(call.name).name, Folder()))
        elif call.kind == "U":
            self._parent(call.name).change((Path(call.name).name, None))
        elif call.kind == "R":
            old, new = Path(call.name), Path(os.fsdecode(call.data))
            assert old.parent == new.parent, "a file is only renamed within its folder"
            parent = self._parent(call.name)
            parent.change((old.name, None), (new.name, parent.now[old.name]))
        elif call.kind == "S":
            self.opened[call.number].sync()
        elif call.kind in "WT":
            file = self.opened[call.number]
            assert isinstance(file, File)
            file.waiting.append((call.place, call.data if call.kind == "W" else None))

    def _open(self, call: Call) -> None:
        if Path(call.name) == self.root:
            self.opened[call.number] = self.top
            return
        parent, name = self._parent(call.name), Path(call.name).name
        if name not in parent.now:
            parent.change((name, File()))
        found = parent.now[name]
        if call.place & os.O_TRUNC and isinstance(found, File):
            found.waiting.append((0, None))
        self.opened[call.number] = found

    def _parent(self, path: str) -> Folder:
        found: File | Folder = self.top
        for name in Path(path).parent.relative_to(self.root).parts:
            assert isinstance(found, Folder)
            found = found.now[name]
        assert isinstance(found, Folder)
        return found


def cut_power(
    calls: list[Call], root: Path, place: Path, at: int, chance: random.Random, way: Way
) -> list[str]:
    """Make at ``place`` what a cut after ``at`` calls leaves of ``root``; the notes until then."""
    model = DiskModel(root)
    notes = []
    for call in calls[:at]:
        if call.kind == "N":
            notes.append(call.name)
        else:
            model.do(call)
    model.top.after_cut(Cut(chance, way), place)
    return notes
