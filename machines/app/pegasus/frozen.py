"""``frozen:FILE`` for the Pegasus: odds from a run record or a tape."""

from pathlib import Path

import numpy as np
import numpy.typing as npt

from devices.media.bcd_records import record_text
from devices.media.tape_files import read_tape
from devices.refusal import RefusedError
from machines.app.storage.files import read_file
from machines.app.storage.run_store import read_run
from machines.noughts.tape_file import file_of
from machines.pegasus.odds_tape import KIND, odds_of_file
from machines.pegasus.study import FROZEN, MACHINE, Study, StudyConfig

TAPES = (".tap", ".p7b")

Floats = npt.NDArray[np.float64]


def frozen_sides(settings: StudyConfig) -> tuple[Floats | None, Floats | None]:
    """The chances of Nought and of Cross where one of them is frozen, else None.

    Raises RefusedError for a file that has none.
    """
    nought, cross = (
        odds_in(_file(text)) if text.startswith(FROZEN) else None
        for text in (settings.nought, settings.cross)
    )
    return nought, cross


def _file(text: str) -> Path:
    name = text.removeprefix(FROZEN)
    if not name:
        raise RefusedError(text, "names no file; expected one, such as frozen:run.sqlite")
    return Path(name)


def odds_in(path: Path) -> Floats:
    """The chances (positions x 9) that are kept in a file, of both sides.  Raises RefusedError."""
    if path.suffix.lower() in TAPES:
        return _odds_on_tape(path)
    with read_run(path, MACHINE) as record:
        return Study.of_run(record).program.chances


def _odds_on_tape(path: Path) -> Floats:
    """Those of the last file of odds on the tape."""
    name = path.name
    files = list(read_tape(read_file(path), name).files())
    for number, records in reversed(list(enumerate(files, 1))):
        where = f"{name}, file {number}"
        if records and record_text(records[0], where).startswith(KIND):
            return odds_of_file(file_of(records, KIND, where), where).chances
    raise RefusedError(name, f"holds no file of {KIND}; expected one")
