"""MENACE and Pegasus beside plain C programs of the same rules (menace.c, pegasus.c), learning.

Off by default; ``pytest --benchmark-only -s tests/bench/test_bench_learners.py`` prints the table.
Ours and C take turns in one run, block after block, by CPU time; the medians of a block's games a
second are compared.  The generator, its draws and the tables of boards are the same, so that both
must make the same plays.  Nothing here fails for time.
"""

import ctypes
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from machines.games.noughts.kernels import LINED
from machines.games.noughts.symmetry import BACK
from machines.kernels.generator import generator_state
from machines.menace.build import lookup
from machines.menace.study import BLOCK, Study, StudyConfig
from machines.pegasus.odds import Reinforcement
from machines.pegasus.players import read_player
from machines.pegasus.program import Pegasus
from machines.pegasus.tables import tables

FOLDER = Path(__file__).parent
COMPILER = shutil.which("cc")
OPTIONS = ["-O3", "-march=native", "-ffp-contract=off", "-std=c17", "-Wall", "-Werror"]
ROUNDS = 21

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler here (cc)")

Records = npt.NDArray[np.int64]
"""One a game, as the kernels pack them."""


class Chance(ctypes.Structure):
    """sfc32, from a state of machines.kernels.generator."""

    _fields_ = [(name, ctypes.c_uint32) for name in ("a", "b", "c", "counter")]


class MenaceInC(ctypes.Structure):
    """menace.c's ``Menace``."""

    _fields_ = [
        ("chance", Chance),
        ("beads", ctypes.c_int32 * 9 * 304),
        ("cups", ctypes.c_int32 * 9),
        ("bought", ctypes.c_int32 * 9),
        ("results", ctypes.c_int32 * 3),
        ("box", ctypes.c_int16 * 3**9),
        ("square", ctypes.c_uint8 * 9 * 3**9),
        ("line", ctypes.c_int8 * 512),
    ]


POSITIONS = 1024


class PegasusInC(ctypes.Structure):
    """pegasus.c's ``Pegasus``."""

    _fields_ = [
        ("chance", Chance),
        ("learns", ctypes.c_int32 * 2),
        ("multipliers", ctypes.c_double * 9),
        ("chances", ctypes.c_double * 9 * POSITIONS),
        ("choices", ctypes.c_uint8 * POSITIONS),
        ("following", ctypes.c_int16 * 9 * POSITIONS),
        ("results", ctypes.c_int8 * POSITIONS),
    ]


def compiled(name: str, folder: Path) -> Any:
    """The function ``name`` of the file of that name."""
    library = folder / f"{name}.so"
    command = ["cc", *OPTIONS, "-shared", "-fPIC", "-o", str(library), str(FOLDER / f"{name}.c")]
    subprocess.run(command, check=True)
    function = getattr(ctypes.CDLL(str(library)), name)
    function.argtypes = [ctypes.c_void_p, ctypes.c_long, ctypes.c_void_p]
    function.restype = ctypes.c_long
    return function


def fill(structure: ctypes.Structure, **values: Any) -> None:
    """Copy arrays into fields of the same shape or, at the end of each axis, longer."""
    for name, value in values.items():
        field = np.ctypeslib.as_array(getattr(structure, name))
        field[tuple(slice(length) for length in np.shape(value))] = value


def compare(
    name: str, ours: Callable[[], Records], theirs: Callable[[], Records], benchmark: Any
) -> None:
    """Both by turns, the rounds' medians; prints a line of the table."""
    rates: tuple[list[float], list[float]] = ([], [])

    def by_turns() -> None:
        played: list[Any] = []
        for play, made in zip((ours, theirs), rates, strict=True):
            began = time.process_time()
            played.append(play())
            made.append(len(played[-1]) / (time.process_time() - began) / 1e6)
        assert np.array_equal(*played)

    benchmark.pedantic(by_turns, rounds=ROUNDS, warmup_rounds=1)
    mine, c = (median(made[1:]) for made in rates)
    benchmark.extra_info.update(ours=mine, c=c, ratio=mine / c)
    print(f"\n{name:20} ours {mine:5.2f}  C {c:5.2f} M/s  ratio {mine / c:4.2f}")


def test_menace_learning_v_random(benchmark: Any, tmp_path: Path) -> None:
    study = Study.begin(StudyConfig("random", seed=1961))
    cabinet = study.cabinet
    boxes, turns = lookup("304")
    held = MenaceInC(Chance(*study.generator.tolist()))
    fill(
        held,
        beads=cabinet.beads,
        cups=cabinet.cups,
        bought=cabinet.bought,
        box=boxes,
        square=np.array(BACK)[turns],
        line=LINED,
    )
    function = compiled("menace", tmp_path)

    def in_c() -> Records:
        records = np.empty(BLOCK, dtype=np.int64)
        assert function(ctypes.addressof(held), BLOCK, records.ctypes.data) == BLOCK
        return records

    compare("MENACE v random", lambda: study.play(BLOCK).records, in_c, benchmark)
    tally = study.tally
    assert list(held.results) == [tally.losses, tally.draws, tally.wins]
    assert np.array_equal(np.ctypeslib.as_array(held.beads), cabinet.beads)


@pytest.mark.parametrize("cross", ["random", "distinct", "learn"])
def test_pegasus_learning(benchmark: Any, tmp_path: Path, cross: str) -> None:
    players = read_player("learn"), read_player(cross)
    program = Pegasus(*players, Reinforcement(), generator_state(1963))
    held = PegasusInC(Chance(*program.generator.tolist()))
    known = tables()
    fill(
        held,
        learns=[player.learns for player in players],
        multipliers=program.reinforcement.multipliers(),
        chances=program.chances,
        choices=known.choices,
        following=known.following,
        results=known.results,
    )
    function = compiled("pegasus", tmp_path)

    def in_c() -> Records:
        records = np.empty(BLOCK, dtype=np.int64)
        function(ctypes.addressof(held), BLOCK, records.ctypes.data)
        return records

    compare(f"Pegasus v {cross}", lambda: program.play(BLOCK), in_c, benchmark)
    assert np.array_equal(np.ctypeslib.as_array(held.chances)[: len(known.forms)], program.chances)
