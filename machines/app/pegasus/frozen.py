"""``frozen:FILE`` for the Pegasus: odds from a run record or a tape."""

from pathlib import Path

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.app.storage.media_files import last_file_of
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
        found = last_file_of(path, KIND)
        if found is None:
            raise RefusedError(path.name, f"holds no file of {KIND}; expected one")
        records, where = found
        return odds_of_file(file_of(records, KIND, where), where).chances
    with read_run(path, MACHINE) as record:
        return Study.of_run(record).program.chances
