"""How soon something is seen: the help, the first frame, the whole room, the machine at work.

    pytest -s --benchmark-only tests/bench/test_bench_start.py

Each is a process of its own, timed from its start; figures (seconds) go to ``extra_info`` and
(``-s``) to the terminal.  The goals, where importing numba takes 1 s of CPU: without compiled
kernels the floor plan in 3 s, an own move in 5 (MENACE, Pegasus) or 10, all kernels after 90, no
frame over 0.1; with them an own move in 3; commands 1.3, 1.4, 1.7 and 1.5 times numba's import.
What is asserted is the order in which things come and what is told meanwhile.
"""

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from machines.kernels.kernel_cache import STAND_IN
from machines.storage.registry import EXHIBITS

ROOT = Path(__file__).resolve().parents[2]
TIMES = 5
Figures = dict[str, float]


class Opening(NamedTuple):
    """What an opening came to."""

    at: Figures
    longest: float
    told: list[str]


WAIT = ("anaconda", "morph")
"""Rooms whose kernels no plain Python stands in for (ARCHITECTURE, Kernels): while they are loaded
the bar says so."""


def timed(*command: str) -> float:
    """Seconds that a process takes, its own start included."""
    began = time.monotonic()
    subprocess.run([sys.executable, *command], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - began


def opening(folder: Path, *options: str, cache: Path | None = None) -> Opening:
    """Open the museum on an empty data folder: seconds till each thing is seen, the longest time
    between two frames, what was told of compiling."""
    surroundings = dict(os.environ)
    if cache is not None:
        surroundings[STAND_IN] = str(cache)
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.opening_run", "--data", str(folder), *options],
        cwd=ROOT,
        env=surroundings,
        check=True,
        stdout=subprocess.PIPE,
    )
    found = json.loads(done.stdout)
    told, longest = found.pop("told"), found.pop("longest")
    return Opening({name: at - began for name, at in found.items()}, longest, told)


def cpu_of(*command: str) -> float:
    """Seconds of CPU that a process takes, with its children."""
    before = os.times()
    subprocess.run([sys.executable, *command], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    now = os.times()
    used = now.children_user + now.children_system
    return used - before.children_user - before.children_system


def tell(benchmark: Any, title: str, found: Figures) -> None:
    """Keep figures and print them."""
    shown = {name: round(value, 2) for name, value in found.items()}
    shown["load"] = round(os.getloadavg()[0], 1)
    benchmark.extra_info.update(shown)
    print(f"\n{title}: {shown}")


def medians(runs: list[Figures]) -> Figures:
    """Of each figure."""
    return {name: statistics.median(run[name] for run in runs) for name in runs[0]}


def test_help(benchmark: Any) -> None:
    runs = []

    def both() -> None:
        runs.append({"help": timed("main.py", "--help"), "python": timed("-c", "pass")})

    benchmark.pedantic(both, rounds=TIMES, warmup_rounds=1)
    found = medians(runs)
    tell(benchmark, "help", found)
    assert found["help"] < 20 * found["python"], "the help brings in something heavy"


@pytest.mark.timeout(600)
@pytest.mark.parametrize("room", [one.name for one in EXHIBITS])
def test_opening_with_compiled_kernels(benchmark: Any, tmp_path: Path, room: str) -> None:
    timed("main.py", "warm")
    runs: list[Figures] = []

    def once() -> None:
        found = opening(tmp_path / str(len(runs)), "--room", room, "--size", "1920x1080")
        assert room in WAIT or found.told == [], "somebody waited for a compiler"
        runs.append(found.at | {"longest": found.longest})

    benchmark.pedantic(once, rounds=3)
    found = medians(runs)
    tell(benchmark, f"{room}, warm", found)
    assert found["frame"] < found["move"]


@pytest.mark.timeout(900)
@pytest.mark.parametrize("way", ["straight", "by the floor plan"])
@pytest.mark.parametrize("room", [one.name for one in EXHIBITS])
def test_opening_without_compiled_kernels(
    benchmark: Any, tmp_path: Path, room: str, way: str
) -> None:
    runs: list[Figures] = []

    def once() -> None:
        number = len(runs)
        where = ("--room", room) if way == "straight" else (f"by-plan={room}", "--room", "plan")
        found = opening(
            tmp_path / str(number), *where, "until=kernels", "--size", "1920x1080",
            cache=tmp_path / f"cache{number}",
        )  # fmt: skip
        runs.append(found.at | {"longest": found.longest})

    benchmark.pedantic(once, rounds=2)
    found = medians(runs)
    tell(benchmark, f"{room}, {way}, cold", found)
    assert found["frame"] < found["move"] < found["kernels"]


COMMANDS: dict[str, tuple[str, ...]] = {
    "perft 6": ("main.py", "perft", "6"),
    "pegasus run --plays 100": ("main.py", "pegasus", "run", "--plays", "100"),
    "play --deck opening-g04": ("main.py", "play", "--deck", "assets/decks/opening-g04.txt"),
    "run704 of one HPR": ("main.py", "run704", "HPR"),
}


def test_commands_beside_importing_numba(benchmark: Any, tmp_path: Path) -> None:
    source, deck = tmp_path / "hpr.sap", tmp_path / "hpr.cbn"
    source.write_text("       HPR\n       END\n")
    timed("main.py", "assemble", str(source), "-o", str(deck))
    lines = {name: [str(deck) if word == "HPR" else word for word in line]
             for name, line in COMMANDS.items()}  # fmt: skip
    runs: list[Figures] = []

    def once() -> None:
        alone = cpu_of("-c", "import numba")
        runs.append({"import numba, s": alone}
                    | {name: cpu_of(*line) / alone for name, line in lines.items()})  # fmt: skip

    benchmark.pedantic(once, rounds=TIMES, warmup_rounds=1)
    tell(benchmark, "multiples of importing numba", medians(runs))
