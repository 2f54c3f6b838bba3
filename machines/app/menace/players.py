"""``frozen:FILE`` players: beads or odds from a file that learn no more.

The file is a run record or a tape, of the matchboxes or of the Pegasus program.  Odds become
chances of squares; where the Pegasus program would have stopped a play, every essentially distinct
move is alike.
"""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
import numpy.typing as npt

from devices.media.bcd_records import record_text
from devices.media.tape_files import read_tape
from devices.refusal import RefusedError
from machines.app.menace.run_records import cabinets_of
from machines.app.storage.files import read_file
from machines.app.storage.run_store import machine_of, read_run
from machines.menace.beads import Cabinet
from machines.menace.beads_tape import BUILD, KIND, beads_of_file
from machines.menace.build import NAMES, OTHER_SIDE
from machines.menace.opponents import Frozen, of_chances
from machines.menace.study import MACHINE
from machines.noughts import Board, chances
from machines.noughts.tape_file import file_of

FROZEN = "frozen"
TAPES = (".tap", ".p7b")


def make_opponent(name: str, side: str) -> Frozen | None:
    """Who plays against boxes of ``side`` by what is in a file; None if no file is named.

    Raises RefusedError for a file that can't be read or has learned the other side.
    """
    kind, _, file = name.partition(":")
    if kind != FROZEN:
        return None
    if not file:
        raise RefusedError("opponent", f"is {name!r}; expected a file, such as frozen:a.sqlite")
    return frozen_of(Path(file), OTHER_SIDE[side])


def frozen_of(path: Path, side: str) -> Frozen:
    """The beads or odds in a file, for ``side``.  Raises RefusedError."""
    if _machine(path) != MACHINE:
        from machines.app.pegasus.frozen import odds_in

        return _of_odds(odds_in(path), side)
    for cabinet in _cabinets(path):
        if cabinet.side == side:
            return Frozen(cabinet.build, cabinet.beads.copy())
    raise RefusedError(str(path), f"has no beads that play {side}; expected some that do")


def _machine(path: Path) -> str:
    """Whose the file is."""
    if path.suffix.lower() not in TAPES:
        return machine_of(path)
    return MACHINE if _file_of_beads(path) else ""


def _cabinets(path: Path) -> list[Cabinet]:
    if path.suffix.lower() in TAPES:
        return [_on_tape(path)]
    with read_run(path, MACHINE) as run:
        return cabinets_of(run)[0]


def _file_of_beads(path: Path) -> int:
    """Which file of the tape is the last of beads, from 1; 0 if there is none."""
    found = 0
    for number, records in enumerate(read_tape(read_file(path), path.name).files(), 1):
        if record_text(records[0], f"{path.name}, file {number}").startswith(KIND):
            found = number
    return found


def _on_tape(path: Path) -> Cabinet:
    """The last beads on the tape, whatever their build."""
    number = _file_of_beads(path)
    where = f"{path.name}, file {number}"
    records = list(read_tape(read_file(path), path.name).files())[number - 1]
    file = file_of(records, KIND, where)
    said = file.said(BUILD, where)
    name = next((name for name in NAMES if name.upper() == said), said)
    return beads_of_file(file, name, where)


def _of_odds(odds: npt.NDArray[np.float64], side: str) -> Frozen:
    """Who plays ``side`` by the odds of the Pegasus program (positions x 9)."""
    from machines.pegasus.tables import choice_of, stored_form, tables

    held = tables()

    def on(board: Board) -> Sequence[Fraction | float]:
        position = held.numbers.get(stored_form(board)[0])
        if position is None or not held.choices[position]:
            return chances("distinct", board)
        given = [0.0] * 9
        for square in board.moves:
            choice = choice_of(board, square)
            given[square] = odds[position, choice] / held.kinds[position, choice]
        return [chance / sum(given) for chance in given]

    return of_chances(side, on)
