"""How much faster a Dask cluster of several workers is than one worker.

Off by default; ``pytest --benchmark-only tests/bench/test_bench_cluster.py`` runs it on a quiet
computer with the extra cluster.  The study is a match of Samuel's program at ply 5, whose pairs of
games go out one by one.  ``extra_info`` tells of the seconds with one worker and with all, and of
how busy the workers were: less than 1 is time that they waited, or that others took the cores.
"""

import os
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

from machines.laboratory.external.draughts_engine import Go
from machines.laboratory.matches.players import make_player
from machines.laboratory.matches.referee import DrawRules, GamePair, draw_openings, play_pair
from machines.laboratory.study.pool import cores, run_tasks
from tests.machines.laboratory.study.dask_cluster import dask_cluster

PAIRS, PLY = 96, 5
EXPECTED = {2: 1.8, 4: 3.2}
"""How many times one worker's speed, by the number of workers."""


class Took(NamedTuple):
    """What a match took."""

    wall: float
    cpu: float  # Of all workers
    wanted: float  # Seconds in which they ran or waited for a core, of all workers
    games: list[Any]


def _pairs(count: int) -> list[GamePair]:
    rules = DrawRules.REPETITION | DrawRules.QUIET
    first, second = (make_player("paper-1959", PLY, letter, Go()) for letter in "AB")
    openings = draw_openings(count, 1)
    return [
        GamePair(number, opening, first, second, 1, 0, False, rules, "match")
        for number, opening in enumerate(openings)
    ]


def _play_match(folder: Path, workers: int) -> Took:
    """The same match by so many workers, whose kernels have been brought in before."""
    folder.mkdir()
    with dask_cluster(folder, workers=workers) as (address, processes):
        while len({pid for _, pid in run_tasks(1, _warm, range(9), scheduler=address)}) < workers:
            pass
        before, began = _usage(processes[1:]), time.monotonic()
        done = run_tasks(1, play_pair, _pairs(PAIRS), scheduler=address)
        games = sorted(((pair.number, played) for pair, played in done), key=lambda one: one[0])
        wall = time.monotonic() - began
        cpu, wanted = _usage(processes[1:]) - before
    return Took(wall, cpu, wanted, games)


def _warm(number: int) -> int:
    """Play a pair; the process that does."""
    play_pair(_pairs(number + 1)[number])
    return os.getpid()


def _usage(processes: Sequence["subprocess.Popen[bytes]"]) -> npt.NDArray[np.float64]:
    """Seconds that their busiest threads ran, and ran or waited for a core; 0 if it isn't told."""
    every = np.zeros(2)
    for process in processes:
        threads = Path(f"/proc/{process.pid}/task").glob("*/schedstat")
        told = [[int(word) for word in one.read_text().split()] for one in threads]
        ran, waited, _ = max(told, default=[0, 0, 0])
        every += ran / 1e9, (ran + waited) / 1e9
    return every


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("workers", [2, 4])
def test_workers_share_a_match(benchmark: Any, workers: int, tmp_path: Path) -> None:
    if cores() < workers:
        pytest.skip(f"{cores()} cores; {workers} workers want as many")
    one = _play_match(tmp_path / "one", 1)
    folder = tmp_path / "all"
    took = benchmark.pedantic(_play_match, args=(folder, workers), rounds=1, iterations=1)
    faster = one.wall / took.wall
    benchmark.extra_info.update(
        one_s=round(one.wall, 2),
        all_s=round(took.wall, 2),
        times_faster=round(faster, 2),
        cpu_one_s=round(one.cpu, 2),
        cpu_all_s=round(took.cpu, 2),
    )
    if one.cpu:
        share, whole = took.wanted / took.wall / workers, one.wanted / one.wall
        benchmark.extra_info.update(
            wanted_one=round(whole, 3),
            wanted_all=round(share, 3),
            alone=round(workers * share / whole * one.cpu / took.cpu, 2),
        )
    assert took.games == one.games
    assert faster >= EXPECTED[workers], benchmark.extra_info
