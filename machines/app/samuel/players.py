"""The checkers program as a player: a polynomial, break points, and maybe a memory tape."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from devices.media.tape import read_tape
from devices.refusal import RefusedError
from machines.app.samuel.polynomials import file_named, polynomial_named
from machines.app.storage.files import read_file
from machines.draughts.board import Move, Position
from machines.draughts.moves import make
from machines.samuel.breakpoints import KILLING
from machines.samuel.lookahead import Decision, LookAhead
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

FOREVER_US = 10**18
SELDOM = 1 << 30
"""One phase in so many has its registers counted: nobody looks at the lamps."""
LEAST_PLY, MOST_PLY = 1, 20
TAPES = (".tap", ".p7b")


def settings_at(ply: int) -> ProgramSettings:
    """The break points with ``ply`` for the paper's minimum of 3; the others keep their distance.

    Alpha-beta is on, with killer moves first: it finds the same moves and scores sooner.
    """
    usual = ProgramSettings()
    deeper = ply - usual.minimum
    return ProgramSettings(
        minimum=ply,
        quiet=usual.quiet + deeper,
        jump=usual.jump + deeper,
        ahead=usual.ahead + deeper,
        last=usual.last + max(deeper, 0),
        alpha_beta=KILLING,
    )


@dataclass
class Samuel:
    """Chooses as the checkers program does, at full speed; it learns nothing.

    (A machines.draughts.player.Player.)
    """

    name: str
    polynomial: Polynomial
    settings: ProgramSettings = field(default_factory=lambda: settings_at(3))
    memory: RoteLearning | None = None
    repeats: str = "search"
    """What a move is worth that brings back a board which its side has left before in the game:
    what the look-ahead says (``search``, as in the paper), or nothing (``even``)."""

    def __post_init__(self) -> None:
        self._look = LookAhead(self.settings, self.polynomial)

    def decided(self, position: Position, exact: bool = False) -> Decision:
        """What it comes to in a position, where there is a move; ``exact`` rates every move."""
        self._look.begin(position, exact)
        look_to_the_end(self._look, self.memory)
        return self._look.decision()

    def choose(self, position: Position, generator: np.random.Generator) -> Move:
        """Its move; chance has no part in it."""
        del generator
        return self.decided(position).move

    def choose_recalling(
        self, position: Position, left: Sequence[Position], generator: np.random.Generator
    ) -> Move:
        """Its move; with repeats ``even`` the best in view of the boards that it has left."""
        del generator
        decision = self.decided(position)
        if self.repeats != "even":
            return decision.move
        back = {move for move in decision.moves if make(position, move) in left}
        if not back or (decision.score >= 0 and decision.move not in back):
            return decision.move
        # Only now are the scores of the other moves asked for, which takes longer.
        rated = self.decided(position, exact=True).rated
        return max(rated, key=lambda one: 0 if one[0] in back else one[1])[0]


def look_to_the_end(look: LookAhead, memory: RoteLearning | None = None) -> None:
    """Let a look-ahead that has begun go on until its decision stands."""
    if memory is None:
        look.run(FOREVER_US, SELDOM)
    else:
        memory.run(look, FOREVER_US, SELDOM)


def samuel_named(name: str, settings: ProgramSettings, where: str) -> Samuel:
    """The player that ``P`` or ``P+TAPE.tap`` stands for.  Raises RefusedError."""
    head, plus, tail = name.rpartition("+")
    if not (plus and tail.lower().endswith(TAPES)):
        return Samuel(name, polynomial_named(name, where), settings)
    polynomial = polynomial_named(head, where)
    memory = RoteLearning.of(memory_on(Path(tail), polynomial, settings))
    memory.memory.bring_all(record.rows for record in memory.tape.records)
    return Samuel(name, polynomial, settings, memory)


def files_named(name: str) -> tuple[str, ...]:
    """The files that :func:`samuel_named` reads for this name."""
    head, plus, tail = name.rpartition("+")
    with_tape = plus and tail.lower().endswith(TAPES)
    polynomial = file_named(head if with_tape else name)
    tapes = (tail,) if with_tape else ()
    return tapes if polynomial is None else (polynomial, *tapes)


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
