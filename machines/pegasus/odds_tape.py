"""The odds on tape: the chances of every position as a file, and back
(machines.games.noughts.tape_file).

::

    PEGASUS ODDS, NAME FRIDAY, PLAYS 1000, LINES 593, CHECK ........
    POSITION .../.../... .33333333333333331 .33333333333333331 .33333333333333331
    ...

One line for each position in which there is a choice, in the program's order (tables.py): the
board in its stored form, then the chance of each of its moves in theirs.  Seventeen figures are
what it takes to give back the very same number.
"""

import re
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.games.noughts.tape_file import TapeFile, integers
from machines.pegasus.players import check_chances
from machines.pegasus.tables import MOST_CHOICES, tables

KIND = "PEGASUS ODDS"
PLAYS, POSITION = "PLAYS", "POSITION"

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Learned:
    """What the program has learned."""

    chances: Floats  # Positions x 9
    plays: int  # By how many plays


def file_of_odds(learned: Learned, name: str) -> TapeFile:
    """The odds as a file."""
    held = tables()
    lines = []
    for position in np.flatnonzero(held.choices):
        chances = learned.chances[position, : held.choices[position]]
        numbers = " ".join(f"{chance:.17G}" for chance in chances)
        lines.append(f"{POSITION} {held.forms[position].rows()} {numbers}")
    return TapeFile(KIND, name, {PLAYS: str(learned.plays)}, tuple(lines))


def odds_of_file(file: TapeFile, where: str) -> Learned:
    """The odds that a file holds; ``where`` names the tape.

    Raises RefusedError naming the record for what can't be chances.
    """
    held = tables()
    (plays,) = integers(file.said(PLAYS, f"{where}, record 1"), 1, f"{where}, record 1")
    positions = np.flatnonzero(held.choices)
    if len(file.lines) != len(positions):
        raise RefusedError(where, f"holds {len(file.lines)} positions; expected {len(positions)}")
    chances = np.zeros((len(held.forms), MOST_CHOICES))
    for record, (position, line) in enumerate(zip(positions, file.lines, strict=True), 2):
        count = int(held.choices[position])
        head = f"{POSITION} {held.forms[position].rows()} "
        numbers = line.removeprefix(head).split(" ")
        wrong = [number for number in numbers if not re.fullmatch(r"[0-9.]+(E-[0-9]+)?", number)]
        if not line.startswith(head) or len(numbers) != count or wrong:
            raise RefusedError(
                f"{where}, record {record}", f"is {line[:40]!r}; expected {head}and {count} chances"
            )
        try:
            chances[position, :count] = [float(number) for number in numbers]
        except ValueError:
            raise RefusedError(f"{where}, record {record}", "a chance is no number") from None
    try:
        check_chances(chances)
    except RefusedError as refusal:
        raise RefusedError(where, f"{refusal.where} {refusal.what}") from None
    return Learned(chances, plays)
