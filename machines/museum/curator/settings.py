"""The curator's settings: what ``museum.toml`` may say, and what is wrong in one that is wrong.

    read_settings(bytes, "museum.toml")  ->  MuseumSettings, or the problems, each with its line

The text is handed in; machines/museum/curator/settings_file.py finds the file.  tomllib reads it,
and msgspec decodes what was read, key by key: every key that is wrong is told, with its line and
what was expected there.

Opening hours are a line a weekday, such as ``09:00-12:30, 14:00-17:00``, ``open`` or ``closed``.
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

import msgspec

from devices.refusal import RefusedError
from devices.screen.ui_text import languages
from machines.museum.panel.options import check_panels
from machines.museum.sessions.housekeeping import QUOTA_GB
from machines.storage.registry import EXHIBITS

DAY = 24 * 60
OPEN, CLOSED = "open", "closed"
HOURS = 'hours such as "10:00-18:00" or "09:00-12:30, 14:00-17:00", or "open", or "closed"'

Spans = tuple[tuple[int, int], ...]
"""From and to, minutes after midnight; a span that ends after midnight goes on beyond DAY."""


def read_hours(text: str) -> Spans:
    """The spans of one day.  Raises ValueError for what is none."""
    told = text.strip().lower()
    if told in (OPEN, CLOSED):
        return ((0, DAY),) if told == OPEN else ()
    return tuple(_read_span(part) for part in told.split(","))


def _read_span(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"\s*([0-9]{1,2}):([0-9]{2})\s*-\s*([0-9]{1,2}):([0-9]{2})\s*", text)
    if not found:
        raise ValueError(text)
    begins, ends = (_minutes(int(found[k]), int(found[k + 1])) for k in (1, 3))
    if begins in (DAY, ends):
        raise ValueError(text)
    return begins, ends if ends > begins else ends + DAY


def _minutes(hours: int, minutes: int) -> int:
    """24:00 is the end of a day.  Raises ValueError for no time of day."""
    made = hours * 60 + minutes
    if minutes > 59 or made > DAY:
        raise ValueError(f"{hours}:{minutes}")
    return made


# -- the file


DEEP = 6
"""So many parts of a dotted key are looked at."""
LONG = 60
"""Characters of a value that is told, at most."""

_BARE = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_DOTTED = rf"{_BARE}(?:\s*\.\s*{_BARE})*"
_HEADER = re.compile(rf"\s*\[\[?\s*({_DOTTED})\s*\]")
_KEY = re.compile(rf"\s*({_DOTTED})\s*=")

Lines = Mapping[tuple[str, ...], int]
"""By key or table, taken apart at its dots: the first line, from 1, of it or of a key in it."""


def lines_of(text: str) -> Lines:
    """The lines of all keys and tables of a text."""
    found: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.split("\n"), 1):
        if header := _HEADER.match(line):
            table = here = _parts(header[1])
        elif key := _KEY.match(line):
            here = (*table, *_parts(key[1]))
        else:
            continue
        for deep in range(1, min(len(here), DEEP) + 1):
            found.setdefault(here[:deep], number)
    return found


def line_of(lines: Lines, path: tuple[str, ...]) -> int:
    """The line of a key, or of the nearest table that holds it; 0: there is none."""
    wanted = tuple(part for key in path for part in key.split("."))[:DEEP]
    return next((lines[wanted[:k]] for k in range(len(wanted), 0, -1) if wanted[:k] in lines), 0)


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in re.findall(_BARE, dotted))


def write_value(value: Any) -> str:
    """A value as a curator would write it, no longer than a line; a table is only named."""
    told = "a table" if isinstance(value, dict) else _written(value)
    return told if len(told) <= LONG else f"{told[: LONG - 3]}..."


def _written(value: Any, most: int = LONG) -> str:
    """``most``: about so many characters are enough."""
    if isinstance(value, str):
        quoted = json.dumps(value[: most + 1], ensure_ascii=False)
        return "".join(
            char
            if char.isprintable()
            else f"\\u{ord(char):04X}"
            if ord(char) < 0x10000
            else f"\\U{ord(char):08X}"
            for char in quoted
        )
    if isinstance(value, list | tuple):
        told = ""
        for item in value:
            if len(told) > most:
                break
            told += (", " if told else "") + _written(item, most - len(told))
        return f"[{told}]"
    if isinstance(value, dict):
        return "{...}"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and value.bit_length() > 4 * LONG:  # Python may refuse to write it
        return "a number of too many digits"
    return str(value)


MOST_TEXT = 1200
"""Characters of a placard's text."""
MOST_PROBLEMS = 100
"""Of one file that are told one by one."""
USUAL_ROUND = 8
"""Minutes of a round as the scripts in assets/tours have it, at most."""
ROOMS = tuple(spec.name for spec in EXHIBITS)
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
KeyPath = tuple[str, ...]
"""A key and the tables around it, the outermost first."""
Wrong = tuple[KeyPath, str]
"""A key that can't be taken, and what is told of it."""


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file; every key may be missing."""


class Rooms(Table, frozen=True):
    """Which rooms are open, in which order."""

    open: tuple[str, ...] = ROOMS


class Languages(Table, frozen=True):
    """Which languages are offered, and the one to begin in (empty: the first of these)."""

    offered: tuple[str, ...] = ()
    first: str = ""


class Hours(Table, frozen=True):
    """When the museum is open, by weekday (machines/museum/curator/settings.py)."""

    monday: str = OPEN
    tuesday: str = OPEN
    wednesday: str = OPEN
    thursday: str = OPEN
    friday: str = OPEN
    saturday: str = OPEN
    sunday: str = OPEN

    def week(self) -> tuple[Spans, ...]:
        """The spans of Monday to Sunday.  Raises ValueError for what is none."""
        return tuple(read_hours(getattr(self, day)) for day in DAYS)


class Sound(Table, frozen=True):
    """``volume``: percent; 0 is silent."""

    volume: int = 100


class Demonstration(Table, frozen=True):
    """When it begins by itself, and about how long a round through all five rooms takes."""

    idle_seconds: int = 120
    round_minutes: int = USUAL_ROUND

    @property
    def length(self) -> float:
        """Of its acts, beside the usual."""
        return self.round_minutes / USUAL_ROUND


class Visitors(Table, frozen=True):
    """In which rooms RESET works."""

    may_reset: tuple[str, ...] = ROOMS


class Panels(Table, frozen=True):
    """Real panels, as ``--panel`` names them."""

    ports: tuple[str, ...] = ()


class Souvenirs(Table, frozen=True):
    """Where souvenirs are kept; empty: there are none."""

    folder: str = ""


class Data(Table, frozen=True):
    """``quota_gb``: what the data folder may take before its oldest plays are thinned."""

    quota_gb: int = QUOTA_GB


class Staff(Table, frozen=True):
    """The code before the staff page; empty: there is none."""

    code: str = ""


class OwnPlacard(Table, frozen=True):
    """Texts of one's own for a room's placard; what is empty stays as it is."""

    title: str = ""
    text: str = ""
    learns: str = ""


class MuseumSettings(Table, frozen=True):
    """All that the file may say."""

    rooms: Rooms = Rooms()
    languages: Languages = Languages()
    hours: Hours = Hours()
    sound: Sound = Sound()
    demonstration: Demonstration = Demonstration()
    visitors: Visitors = Visitors()
    panels: Panels = Panels()
    souvenirs: Souvenirs = Souvenirs()
    data: Data = Data()
    staff: Staff = Staff()
    placards: dict[str, dict[str, OwnPlacard]] = {}
    """By room, then by language."""

    def offered(self) -> tuple[str, ...]:
        """The languages that the button steps through."""
        return self.languages.offered or languages()


@dataclass(frozen=True)
class Problem:
    """Something wrong in the file."""

    file: str
    line: int  # From 1; 0: no line can be named
    key: str  # ``hours.monday``; empty: the whole file
    what: str  # What is there, and what was expected

    def __str__(self) -> str:
        line = f", line {self.line}" if self.line else ""
        return f"{self.file}{line}: {self.key + ': ' if self.key else ''}{self.what}"


class BadSettingsError(Exception):
    """The file can't be taken; ``problems`` says why."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(map(str, problems)))
        self.problems = problems


# -- what is expected ------------------------------------------------------------------------------


Fits = Callable[[Any, MuseumSettings], bool]
"""Whether a value that has its form can be, beside the others."""
Rule = tuple[str, Fits]
"""What should stand at a key, as a curator is told it, and whether a value is that."""


def _rules() -> Mapping[str, Rule]:
    """By key."""
    return {
        "rooms.open": (_listed(ROOMS, ": at least one, each once"), _are_some_of(ROOMS, 1)),
        "languages.offered": (
            _listed(languages(), ": at least one, each once"), _are_some_of(languages()),
        ),
        "languages.first": (
            "one of the languages that are offered",
            lambda told, chosen: not told or told in chosen.offered(),
        ),
        "sound.volume": _number(0, 100),
        "demonstration.idle_seconds": _number(20, 3600),
        "demonstration.round_minutes": _number(4, 30),
        "visitors.may_reset": (_listed(ROOMS, ", each once, or []"), _are_some_of(ROOMS)),
        "panels.ports": (
            'a list such as ["auto"] or ["ibm704=/dev/ttyACM0"], each port once',
            lambda told, _: _passes(check_panels, told, None)
            and all(text.isprintable() for text in told),
        ),
        "souvenirs.folder": (
            "the name of a folder, or nothing", lambda told, _: told.isprintable(),
        ),
        "data.quota_gb": _number(1, 1000),
        "staff.code": (
            "four to eight digits in quotation marks, or nothing",
            lambda told, _: bool(re.fullmatch("([0-9]{4,8})?", told)),
        ),
        **{
            f"hours.{day}": (HOURS, lambda told, _: _passes(read_hours, told))
            for day in DAYS
        },
    }  # fmt: skip


def _listed(names: tuple[str, ...], how: str) -> str:
    return f"a list of {', '.join(names)}{how}"


def _number(least: int, most: int) -> Rule:
    return f"a whole number from {least} to {most}", lambda told, _: least <= told <= most


def _are_some_of(known: tuple[str, ...], least: int = 0) -> Fits:
    """At least so many of them, each once."""
    return lambda told, _: least <= len(told) == len(set(told)) and set(told) <= set(known)


def _passes(read: Callable[..., object], *told: object) -> bool:
    try:
        read(*told)
    except (ValueError, RefusedError, msgspec.ValidationError, RecursionError):
        return False
    return True


def _expected(path: KeyPath) -> str:
    """What should stand at a key, as a curator is told it."""
    if path[0] == "hours" and len(path) > 1:
        return HOURS
    if path[0] == "placards" and len(path) == 4:
        return f"a text of at most {MOST_TEXT} characters, each of Latin-1"
    if path[0] == "placards":
        return f"[placards.ROOM.LANGUAGE], such as [placards.{ROOMS[0]}.{languages()[0]}]"
    return _rules().get(".".join(path), (f"a table [{path[0]}]",))[0]


# -- reading ---------------------------------------------------------------------------------------


def read_settings(data: bytes, name: str) -> MuseumSettings:
    """The settings in the bytes of the file ``name``.  Raises BadSettingsError."""
    text = _decode(data, name)
    try:
        raw = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadSettingsError(_misspelt(text, name, error)) from None
    good, wrong = _sort_out(raw)
    settings = msgspec.convert(good, MuseumSettings)
    wrong += [_unexpected(path, value) for path, value in _unfit(settings)]
    if wrong:
        raise BadSettingsError(*_problems(text, name, wrong))
    return settings


def _problems(text: str, name: str, wrong: list[Wrong]) -> Iterator[Problem]:
    """What is wrong, line by line."""
    lines = lines_of(text)
    found = [Problem(name, line_of(lines, path), ".".join(path)[:80], what) for path, what in wrong]
    found.sort(key=lambda problem: problem.line or len(text))
    yield from found[:MOST_PROBLEMS]
    if len(found) > MOST_PROBLEMS:
        more = found[MOST_PROBLEMS]
        what = f"{len(found) - MOST_PROBLEMS} more mistakes from this line on; expected none"
        yield Problem(name, more.line, "", what)


def _decode(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        what = f"byte {data[error.start]:#04x} is no text; expected a file in UTF-8"
        raise BadSettingsError(Problem(name, line, "", what)) from None


def _misspelt(text: str, name: str, error: Exception) -> Problem:
    """The problem that tomllib tells of."""
    said = str(error)
    found = re.search(r"\(at (?:line (\d+), column \d+|end of document)\)", said)
    long = re.search(r"\d{4300}", text)  # more digits than Python makes a number of
    end = long.start() if long and not found else len(text)
    line = int(found[1]) if found and found[1] else text.count("\n", 0, end) + 1
    what = said[: found.start()].strip() if found else said or "nested too deep"
    if long and not found:
        what = "a number of too many digits"
    return Problem(name, line, "", f"{what}; expected a file in TOML: KEY = VALUE, [TABLE]")


# -- key by key ------------------------------------------------------------------------------------


def _sort_out(raw: Mapping[str, Any]) -> tuple[dict[str, Any], list[Wrong]]:
    """The file's keys whose values have the right form, and what is wrong with the others."""
    good: dict[str, Any] = {}
    wrong: list[Wrong] = []
    kinds = _kinds(MuseumSettings)
    for name, value in raw.items():
        if name not in kinds:
            wrong.append(_unknown((name,), kinds))
        elif name == "placards":
            good[name] = _sort_placards(value, wrong)
        else:
            good[name] = _sort_table((name,), value, kinds[name], wrong)
    return good, wrong


def _sort_placards(raw: Any, wrong: list[Wrong]) -> dict[str, dict[str, Any]]:
    """The same of ``[placards.ROOM.LANGUAGE]``."""
    good: dict[str, dict[str, Any]] = {}
    for room, texts in _items(("placards",), raw, wrong):
        if room not in ROOMS:
            wrong.append(_unexpected(("placards", room), room))
            continue
        good[room] = {}
        for code, own in _items(("placards", room), texts, wrong):
            path = "placards", room, code
            if code in languages():
                good[room][code] = _sort_table(path, own, OwnPlacard, wrong)
            else:
                wrong.append(_unexpected(path, code))
    return good


def _sort_table(path: KeyPath, raw: Any, kind: Any, wrong: list[Wrong]) -> dict[str, Any]:
    """The same of one table, which ``kind`` describes."""
    good: dict[str, Any] = {}
    kinds = _kinds(kind)
    for key, value in _items(path, raw, wrong):
        if key not in kinds:
            wrong.append(_unknown((*path, key), kinds))
        elif _passes(msgspec.convert, value, kinds[key]):
            good[key] = value
        else:
            wrong.append(_unexpected((*path, key), value))
    return good


def _items(path: KeyPath, raw: Any, wrong: list[Wrong]) -> Iterator[tuple[str, Any]]:
    """What stands in a table; nothing, where it is none."""
    if isinstance(raw, dict):
        yield from raw.items()
    else:
        wrong.append(_unexpected(path, raw))


def _kinds(kind: Any) -> dict[str, Any]:
    """A table's keys, each with the form of its value."""
    return {field.name: field.type for field in msgspec.structs.fields(kind)}


def _unexpected(path: KeyPath, value: Any) -> Wrong:
    return path, f"{write_value(value)}; expected {_expected(path)}"


def _unknown(path: KeyPath, kinds: Mapping[str, Any]) -> Wrong:
    return path, f"there is no such key; expected {', '.join(kinds)}"


# -- what a decoder can't know ---------------------------------------------------------------------


def _unfit(settings: MuseumSettings) -> Iterator[tuple[KeyPath, object]]:
    """Keys with values that fit the form and still can't be."""
    for key, (_, fits) in _rules().items():
        told = settings.offered() if key == "languages.offered" else attrgetter(key)(settings)
        if not fits(told, settings):
            yield tuple(key.split(".")), told
    for room, texts in settings.placards.items():
        for code, own in texts.items():
            for field in OwnPlacard.__struct_fields__:
                text = getattr(own, field)
                if len(text) > MOST_TEXT or not all(
                    char in "\n\t" or (char.isprintable() and ord(char) < 256) for char in text
                ):
                    yield ("placards", room, code, field), text
