"""How soon something is seen: the help, the first frame, the whole room, the machine at work.

    pytest -s --benchmark-only tests/bench/test_bench_start.py

Each is a process of its own, timed from its start; figures (seconds) go to ``extra_info`` and
(``-s``) to the terminal.  The goal: the help in 0.3 s, with compiled kernels a first frame
in 2 s, and without any the room in 3 s, with what is being compiled.  What is asserted is the
order in which things come and what is told meanwhile.
"""

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
TIMES = 5
Figures = dict[str, float]


def timed(*command: str) -> float:
    """Seconds that a process takes, its own start included."""
    began = time.monotonic()
    subprocess.run([sys.executable, *command], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - began


def opening(folder: Path, size: str, cache: Path | None = None) -> tuple[Figures, list[str]]:
    """Open the museum on an empty data folder: seconds till each thing is seen, what was told."""
    surroundings = dict(os.environ)
    if cache is not None:
        surroundings |= {"XDG_CACHE_HOME": str(cache), "LOCALAPPDATA": str(cache)}
    options = ("--data", str(folder), "--room", "ibm704", "--size", size)
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.opening_run", *options],
        cwd=ROOT,
        env=surroundings,
        check=True,
        stdout=subprocess.PIPE,
    )
    found = json.loads(done.stdout)
    told = found.pop("told")
    return {name: at - began for name, at in found.items()}, told


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


@pytest.mark.parametrize("size", ["1280x720", "1920x1080", "3840x2160"])
def test_opening_with_compiled_kernels(benchmark: Any, tmp_path: Path, size: str) -> None:
    timed("main.py", "warm")
    runs: list[Figures] = []

    def once() -> None:
        found, told = opening(tmp_path / str(len(runs)), size)
        assert told == [], "something was compiled"
        runs.append(found)

    benchmark.pedantic(once, rounds=TIMES if size == "1920x1080" else 3)
    found = medians(runs)
    tell(benchmark, f"opening at {size}, warm", found)
    assert found["frame"] < found["room"] < found["on"]


@pytest.mark.timeout(600)
def test_opening_without_compiled_kernels(benchmark: Any, tmp_path: Path) -> None:
    runs: list[Figures] = []

    def once() -> None:
        number = len(runs)
        cache = tmp_path / f"cache{number}"
        found, told = opening(tmp_path / str(number), "1920x1080", cache)
        runs.append(found)
        assert told == [], "somebody waited for a compiler"

    benchmark.pedantic(once, rounds=2)
    found = medians(runs)
    tell(benchmark, "opening at 1920x1080, cold", found)
    assert found["frame"] < min(found["warming"], found["room"])
    assert max(found["warming"], found["room"]) < found["on"]
