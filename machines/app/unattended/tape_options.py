"""Tapes for a machine that runs with nobody at it: ``--tape 1=FILE``.

A file that isn't there yet is a blank reel, and one that may be written has its ring; what was
written on a tape goes back into its file at the end.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from devices.media.tape import Tape, read_tape, tape_value, write_tape
from devices.refusal import RefusedError
from devices.units.tape_drive import TapeDrive
from machines.app.storage.files import check_writable, file_exists, read_file, replace_file
from machines.session import Session

LOAD_US = 5_000_000
"""A tape unit lowers its tape into the columns and finds the load point in less."""


@dataclass(frozen=True)
class MountedTape:
    """A tape for a unit."""

    tape: Tape
    path: Path
    ring: bool
    """Whether it can be written on."""


def read_tape_options(
    options: Sequence[str], units: Mapping[str, object], blank: bool = True
) -> dict[str, MountedTape]:
    """``1=FILE`` as the unit's name and its reel; only if ``blank`` the file need not be there.

    Raises RefusedError.
    """
    found = {}
    for text in options:
        number, _, name = text.partition("=")
        unit = f"tape{number}"
        if not isinstance(units.get(unit), TapeDrive) or not name:
            raise RefusedError("--tape", f"{text!r}; expected a unit and a file, such as 1=A.tap")
        path = Path(name)
        if unit in found:
            raise RefusedError("--tape", f"{text!r}; unit {number} has one already, expected one")
        there = not blank or file_exists(path)
        if there:
            tape = read_tape(read_file(path), path.name)
        else:
            check_writable(path)
            tape = Tape(path.name, ())
            write_tape(tape, path.name)  # refuses a name that is none of a tape's
        found[unit] = MountedTape(tape, path, not there or os.access(path, os.W_OK))
    return found


def mount(session: Session, exhibit: str, unit: str, reel: MountedTape) -> None:
    """Put a reel on its unit and make it ready, as an operator would.  Raises RefusedError."""
    session.act(exhibit, f"{unit}.file_protect", int(not reel.ring))
    session.act(exhibit, f"{unit}.mount", tape_value(reel.tape))
    for button in ("load_rewind", "start"):
        session.act(exhibit, f"{unit}.{button}", 1)
        session.act(exhibit, f"{unit}.{button}", 0)
        if button == "load_rewind":
            session.advance(exhibit, LOAD_US)


def modified_tapes(units: Iterable[object]) -> dict[str, Tape]:
    """The tapes that were written on, whole, by their units."""
    drives = (unit for unit in units if isinstance(unit, TapeDrive))
    found = {unit.name: unit.tape() for unit in drives if unit.written}
    return {name: tape for name, tape in found.items() if tape is not None}


def save_tapes(tapes: Mapping[str, Tape], found: Mapping[str, MountedTape]) -> None:
    """Put what was written on tapes into their files.  Raises RefusedError."""
    for unit, tape in tapes.items():
        path = found[unit].path
        replace_file(path, write_tape(tape, path.name))
