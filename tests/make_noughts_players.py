"""Makes the tables of players that have learned: ``python -m tests.make_noughts_players``.

The Pegasus program plays each side for 10,000 plays against ``distinct`` (as ``main.py pegasus run
--nought learn --cross distinct --plays 10000 --seed 1963`` does, and with the sides changed).  An
APS system plays 2,000 against the same, Nought and Cross in turn, from seed 1; of the moves that
are worth most to it each has the same chance.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from machines.games.noughts.board import SQUARES, Board
from machines.games.noughts.players import DIGITS, WHOLE, table_boards
from machines.games.noughts.symmetry import standard
from machines.morph.aps.system import Learned, System
from machines.morph.noughts.domain import SETTINGS, Noughts
from machines.morph.noughts.index import Pattern, Table, opponent
from machines.pegasus.study import Study, StudyConfig

TARGET = Path(__file__).resolve().parents[1] / "machines/games/noughts/learned_tables.py"
OPPONENT = "distinct"
PEGASUS_PLAYS, PEGASUS_SEED = 10_000, 1963
MORPH_PLAYS, MORPH_SEED = 2_000, 1
BOARDS_A_LINE = 5
EQUAL = 1e-9
"""Values that differ by less are equal."""


def whole_weights(given: Sequence[float]) -> list[int]:
    """Whole numbers that add up to WHOLE, each as near to its chance as can be."""
    exact = [WHOLE * one / sum(given) for one in given]
    made = [int(one) for one in exact]
    rest = sorted(SQUARES, key=lambda s: (made[s] - exact[s], s))
    for square in rest[: WHOLE - sum(made)]:
        made[square] += 1
    return made


def pegasus() -> Iterator[list[int]]:
    """The Pegasus program's, board by board."""
    sides = {}
    for mover, nought, cross in (("O", "learn", OPPONENT), ("X", OPPONENT, "learn")):
        study = Study.begin(StudyConfig(nought=nought, cross=cross, seed=PEGASUS_SEED))
        study.program.play(PEGASUS_PLAYS)
        sides[mover] = study.program
    for board in table_boards():
        yield whole_weights(sides[board.to_move].square_chances(board))


def morph() -> Iterator[list[int]]:
    """The APS system's, board by board."""
    system: System[Board, Pattern] = System(Noughts(), Learned(SETTINGS), Table())
    chance, reply = np.random.default_rng(MORPH_SEED), opponent(OPPONENT)
    for number in range(MORPH_PLAYS):
        system.cycle(chance, reply, number % 2)
    for board in table_boards():
        values = system.values([board.play(square) for square in board.moves])
        best = max(values)
        among = {s for s, one in zip(board.moves, values, strict=True) if one > best - EQUAL}
        alike = {standard(board.play(square))[0] for square in among}
        given = [float(s in board.moves and standard(board.play(s))[0] in alike) for s in SQUARES]
        yield whole_weights(given)


def table(rows: Iterator[list[int]]) -> str:
    """As the module has it."""
    texts = ["".join(f"{weight:0{DIGITS}d}" for weight in row) for row in rows]
    lines = (" ".join(texts[k : k + BOARDS_A_LINE]) for k in range(0, len(texts), BOARDS_A_LINE))
    return "\n".join(lines)


def module() -> str:
    """The whole module."""
    parts = [
        '"""What players of machines.games.noughts.players know; made by '
        "tests.make_noughts_players.\n\nNine weights of two digits a board, by square; the boards "
        "are those of table_boards(), in order.\n"
        '"""\n\nTABLES = {',
    ]
    for name, rows in (("pegasus", pegasus()), ("morph", morph())):
        parts.append(f'    "{name}": """\n{table(rows)}\n""",')
    return "\n".join([*parts, "}", ""])


if __name__ == "__main__":
    TARGET.write_text(module(), encoding="ascii")
