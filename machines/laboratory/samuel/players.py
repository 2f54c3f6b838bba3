"""The checkers program as a player: a polynomial, break points, and maybe a memory tape; or the
program of 1967 with its learned signature tables."""

from pathlib import Path
from typing import TYPE_CHECKING

from devices.media.tape_files import read_tape
from devices.refusal import RefusedError
from machines.laboratory.samuel.polynomials import find_polynomial, polynomial_file
from machines.samuel.player import SamuelPlayer
from machines.samuel.polynomial import Polynomial
from machines.samuel.rote.player import RoteLearning
from machines.samuel.rote.tape_format import (
    Heading,
    MemoryTape,
    read_heading,
    read_memory,
    record_name,
    rules_of,
)
from machines.samuel.settings import ProgramSettings
from machines.storage.files import read_file

if TYPE_CHECKING:  # its kernels come in with the first tables
    from machines.samuel.signature_tables.player import TablesPlayer
    from machines.samuel.signature_tables.tables import SignatureTables

LEAST_PLY, MOST_PLY = 1, 20
TAPES = (".tap", ".p7b")
TABLES = ".tables"


def make_samuel_player(
    name: str, settings: ProgramSettings, where: str
) -> "SamuelPlayer | TablesPlayer":
    """The player that ``P``, ``P+TAPE.tap`` or ``FILE.tables`` stands for.  Raises RefusedError.

    With tables it is the program of 1967, which looks ahead as far as the ``settings``' minimum.
    """
    if is_tables(name):
        from machines.samuel.signature_tables.player import TablesPlayer

        return TablesPlayer(name, learned_tables(Path(name)), settings.minimum)
    head, plus, tail = name.rpartition("+")
    if not (plus and tail.lower().endswith(TAPES)):
        return SamuelPlayer(name, find_polynomial(name, where), settings)
    polynomial = find_polynomial(head, where)
    memory = RoteLearning.of(memory_on(Path(tail), polynomial, settings))
    memory.memory.bring_all(record.rows for record in memory.tape.records)
    return SamuelPlayer(name, polynomial, settings, memory)


def player_files(name: str) -> tuple[str, ...]:
    """The files that :func:`make_samuel_player` reads for this name."""
    if is_tables(name):
        return (name,)
    head, plus, tail = name.rpartition("+")
    with_tape = plus and tail.lower().endswith(TAPES)
    polynomial = polynomial_file(head if with_tape else name)
    tapes = (tail,) if with_tape else ()
    return tapes if polynomial is None else (polynomial, *tapes)


def is_tables(name: str) -> bool:
    """Whether a player's name is that of a file of signature tables."""
    return name.lower().endswith(TABLES)


def read_tables(path: Path) -> "SignatureTables":
    """The tables in a file, learned to the end or not.  Raises RefusedError."""
    from machines.samuel.signature_tables.tables import SignatureTables

    return SignatureTables.from_bytes(read_file(path), path.name)


def learned_tables(path: Path) -> "SignatureTables":
    """The tables in a file, to play with.  Raises RefusedError for those still being learned."""
    tables = read_tables(path)
    if not tables.finished or not tables.games:
        raise RefusedError(
            path.name,
            f"was interrupted after {tables.done} of {tables.games * tables.passes} games gone "
            f"through; expected learn samuel --program 1967 --resume {path} first",
        )
    return tables


def heading_on(path: Path) -> Heading:
    """The heading of the memory tape in a file, whatever its rules.  Raises RefusedError."""
    records = read_tape(read_file(path), path.name).records()
    where = record_name(path.name, 0)
    if not records:
        raise RefusedError(where, "the tape is blank; expected a memory tape")
    return read_heading(records[0], None, where)


def memory_on(path: Path, polynomial: Polynomial, settings: ProgramSettings) -> MemoryTape:
    """What the memory tape in a file holds.

    Raises RefusedError for one that is none, is damaged, or was made with another polynomial.
    """
    return read_memory(read_tape(read_file(path), path.name), rules_of(polynomial, settings))
