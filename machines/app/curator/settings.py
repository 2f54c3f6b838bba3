"""The curator's settings: what ``museum.toml`` may say, and what is wrong in one that is wrong.

    read_settings(bytes, "museum.toml")  ->  MuseumSettings, or the problems, each with its line

The text is handed in; machines/app/curator/settings_file.py finds the file.  tomllib reads it, and
msgspec decodes what was read; a problem names the line, the key and what was expected there.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from devices.refusal import RefusedError
from devices.screen.languages import languages
from machines.app.curator.hours import EXPECTED as HOURS
from machines.app.curator.hours import OPEN, Spans, read_hours
from machines.app.panel.options import check_panels
from machines.app.storage.housekeeping import QUOTA_GB
from machines.registry import EXHIBITS

MOST_TEXT = 1200
"""Characters of a placard's text."""
USUAL_ROUND = 8
"""Minutes of a round as the scripts in assets/tours have it, at most."""
ROOMS = tuple(one.name for one in EXHIBITS)
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


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
    """When the museum is open, by weekday (machines/app/curator/hours.py)."""

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


def _listed(names: tuple[str, ...]) -> str:
    return f"a list of {', '.join(names)}"


def _expected(key: str) -> str:
    """What should stand at a key, as a curator is told it."""
    told = {
        "rooms.open": f"{_listed(ROOMS)}: at least one, each once",
        "languages.offered": f"{_listed(languages())}: at least one, each once",
        "languages.first": "one of the languages that are offered",
        "sound.volume": "a whole number from 0 to 100",
        "demonstration.idle_seconds": "a whole number from 20 to 3600",
        "demonstration.round_minutes": "a whole number from 4 to 30",
        "visitors.may_reset": f"{_listed(ROOMS)}, each once, or []",
        "panels.ports": 'a list such as ["auto"] or ["ibm704=/dev/ttyACM0"], each port once',
        "souvenirs.folder": "the name of a folder, or nothing",
        "data.quota_gb": "a whole number from 1 to 1000",
        "staff.code": "four to eight digits in quotation marks, or nothing",
    }
    head, _, rest = key.partition(".")
    if head == "hours" and rest:
        return HOURS
    if head == "placards" and key.count(".") == 3:
        return f"a text of at most {MOST_TEXT} characters, each of Latin-1"
    if head == "placards":
        return f"[placards.ROOM.LANGUAGE], such as [placards.{ROOMS[0]}.{languages()[0]}]"
    return told.get(key, f"a table [{head}]")


# -- reading ---------------------------------------------------------------------------------------


def read_settings(data: bytes, name: str) -> MuseumSettings:
    """The settings in the bytes of the file ``name``.  Raises BadSettingsError."""
    text = _decode(data, name)
    try:
        raw = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadSettingsError(_misspelt(text, name, error)) from None
    try:
        settings = msgspec.convert(raw, MuseumSettings)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadSettingsError(_misfit(text, name, raw, str(error))) from None
    wrong = tuple(
        Problem(name, line_of(text, key), key, f"{_shown(value)}; expected {_expected(key)}")
        for key, value in _unfit(settings)
    )
    if wrong:
        raise BadSettingsError(*wrong)
    return settings


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


def _misfit(text: str, name: str, raw: dict[str, Any], said: str) -> Problem:
    """The problem that msgspec tells of: ``... - at `$.sound.volume` ``."""
    said, _, at = said.partition(" - at `")
    at = at.rstrip("`").removeprefix("key in ").removeprefix("$")
    unknown = re.match(r"Object contains unknown field `(.*)`", said, re.DOTALL)
    path = tuple(one for one in re.sub(r"\[.*", "", at).split(".") if one)
    if path[:1] == ("placards",):
        path = _bad_placard(raw["placards"], at)
    if unknown is None:
        key, found = ".".join(path), _shown(_value(raw, path))
        return Problem(name, line_of(text, *path), key, f"{found}; expected {_expected(key)}")
    key = ".".join((*path, unknown[1]))
    what = f"there is no such key; expected {', '.join(_fields(path))}"
    return Problem(name, line_of(text, *path, unknown[1]), key[:80], what)


def _bad_placard(raw: object, at: str) -> tuple[str, ...]:
    """Which of the placards msgspec means, which doesn't name the keys of such tables."""
    deep = at.rpartition("].")[2] if "]." in at else ""
    for room, texts in raw.items() if isinstance(raw, dict) else ():
        for code, own in texts.items() if isinstance(texts, dict) else ():
            try:
                msgspec.convert(own, OwnPlacard)
            except msgspec.ValidationError:
                return ("placards", room, code, *filter(None, (deep,)))
        if not isinstance(texts, dict):
            return "placards", room
    return ("placards",)


def _fields(path: tuple[str, ...]) -> tuple[str, ...]:
    """The keys of a table."""
    if not path:
        return MuseumSettings.__struct_fields__
    if path[0] == "placards":
        return OwnPlacard.__struct_fields__
    kind: Table = getattr(MuseumSettings(), path[0])
    return kind.__struct_fields__


def _value(raw: Any, path: tuple[str, ...]) -> Any:
    for one in path:
        raw = raw.get(one) if isinstance(raw, dict) else raw
    return raw


def _shown(value: Any) -> str:
    """A value as a curator sees it, no longer than a line."""
    told = repr(value).replace("'", '"')
    if isinstance(value, bool):
        told = told.lower()
    elif isinstance(value, dict):
        told = "a table"
    return told if len(told) <= 60 else f"{told[:57]}..."


# -- what a decoder can't know ---------------------------------------------------------------------


def _unfit(settings: MuseumSettings) -> Iterator[tuple[str, object]]:
    """Keys with values that fit the form and still can't be."""
    offered, shown = settings.offered(), settings.demonstration
    checks: tuple[tuple[str, object, Callable[[Any], bool]], ...] = (
        ("rooms.open", settings.rooms.open, lambda told: bool(told) and _each_once(told, ROOMS)),
        ("visitors.may_reset", settings.visitors.may_reset, lambda told: _each_once(told, ROOMS)),
        ("languages.offered", offered, lambda told: _each_once(told, languages())),
        ("languages.first", settings.languages.first, lambda told: not told or told in offered),
        ("sound.volume", settings.sound.volume, lambda told: 0 <= told <= 100),
        ("demonstration.idle_seconds", shown.idle_seconds, lambda told: 20 <= told <= 3600),
        ("demonstration.round_minutes", shown.round_minutes, lambda told: 4 <= told <= 30),
        ("panels.ports", settings.panels.ports, _are_panels),
        ("souvenirs.folder", settings.souvenirs.folder, str.isprintable),
        ("data.quota_gb", settings.data.quota_gb, lambda told: 1 <= told <= 1000),
        ("staff.code", settings.staff.code, lambda told: bool(re.fullmatch("([0-9]{4,8})?", told))),
        *((f"hours.{day}", getattr(settings.hours, day), _are_hours) for day in DAYS),
    )
    yield from ((key, value) for key, value, fits in checks if not fits(value))
    yield from _unfit_placards(settings.placards)


def _unfit_placards(
    placards: Mapping[str, Mapping[str, OwnPlacard]],
) -> Iterator[tuple[str, object]]:
    for room, texts in placards.items():
        if room not in ROOMS:
            yield f"placards.{room}", room
            continue
        for code, own in texts.items():
            if code not in languages():
                yield f"placards.{room}.{code}", code
                continue
            for one in OwnPlacard.__struct_fields__:
                text = getattr(own, one)
                if len(text) > MOST_TEXT or not _can_be_lettered(text):
                    yield f"placards.{room}.{code}.{one}", text


def _each_once(told: tuple[str, ...], known: tuple[str, ...]) -> bool:
    return set(told) <= set(known) and len(set(told)) == len(told)


def _are_hours(told: str) -> bool:
    try:
        read_hours(told)
    except ValueError:
        return False
    return True


def _are_panels(told: tuple[str, ...]) -> bool:
    try:
        check_panels(told, None)
    except RefusedError:
        return False
    return all(one.isprintable() for one in told)


def _can_be_lettered(text: str) -> bool:
    return all(char in "\n\t" or (char.isprintable() and ord(char) < 256) for char in text)


# -- lines -----------------------------------------------------------------------------------------

_BARE = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_DOTTED = rf"{_BARE}(?:\s*\.\s*{_BARE})*"
_HEADER = re.compile(rf"\s*\[\[?\s*({_DOTTED})\s*\]")
_KEY = re.compile(rf"\s*({_DOTTED})\s*=")


def line_of(text: str, *path: str) -> int:
    """The line, from 1, of a key of the file, or of the nearest table that holds it; else 0."""
    wanted = tuple(part for one in path for part in one.split("."))
    table: tuple[str, ...] = ()
    best, best_line = 0, 0
    for number, line in enumerate(text.split("\n"), 1):
        if header := _HEADER.match(line):
            table = here = _parts(header[1])
        elif key := _KEY.match(line):
            here = (*table, *_parts(key[1]))
        else:
            continue
        common = next(
            (k for k, (a, b) in enumerate(zip(here, wanted, strict=False)) if a != b), None
        )
        shared = min(len(here), len(wanted)) if common is None else common
        if shared > best:
            best, best_line = shared, number
    return best_line


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(one.strip("\"'") for one in re.findall(_BARE, dotted))
