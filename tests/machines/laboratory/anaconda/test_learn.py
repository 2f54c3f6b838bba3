"""``main.py learn anaconda``: kept by generations, gone on with, the same on any cores."""

import csv
import itertools
import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.anaconda.evolution import first_population
from machines.anaconda.network import Network
from machines.commands import main
from machines.laboratory.anaconda.study import (
    best_after,
    generations_of,
    load_network,
    next_generation,
    population_of,
)
from machines.storage.run_store import read_run
from tests.machines.commanded import printed, result_of
from tests.machines.laboratory.study.dask_cluster import dask_cluster

QUICK = ("learn", "anaconda", "--ply", "1", "--extra", "4", "--moves", "15")


def blocks(path: Path) -> list[bytes]:
    """Every generation as it is kept, and the state after the last."""
    with read_run(path, "anaconda") as run:
        return [*(block.data for block in run.blocks()), run.state() or b""]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four generations without a break, on one core."""
    path = tmp_path_factory.mktemp("anaconda") / "whole.sqlite"
    words = ("--generations", "4", "--seed", "5", "--out", str(path), "--jobs", "1")
    assert main((*QUICK, *words)) == 0
    return path


@pytest.mark.slow
def test_two_workers_come_to_the_same_run(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "two.sqlite"
    words = ("--generations", "4", "--seed", "5", "--out", str(path), "--jobs", "2")
    found = result_of(printed(capsys, *QUICK, *words))
    assert found["generations"] == "4" and found["seed"] == "5"
    assert blocks(path) == blocks(whole)


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("--strategy", "mirrored", "--rate", "0.5", "--unfinished", "share"),
        ("--strategy", "mirrored", "--learning", "0.001"),
        ("--learning", "0.001", "--slips", "0.05"),
    ],
)
def test_other_ways_come_to_the_same_in_parts_and_on_two_workers(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, parts = tmp_path / "whole.sqlite", tmp_path / "parts.sqlite"
    for path, generations, workers in ((whole, "3", "1"), (parts, "2", "2")):
        asked = ("--generations", generations, "--out", str(path), "--jobs", workers)
        printed(capsys, *QUICK, *words, *asked)
    again = ("--resume", str(parts), "--generations", "3", *words, "--jobs", "1")
    printed(capsys, "learn", "anaconda", *again)
    assert blocks(parts) == blocks(whole)
    assert best_after(whole, 3) != best_after(whole, 2) != best_after(whole, 0)


@pytest.mark.slow
def test_plain_minimax_evolves_the_same_networks(whole: Path) -> None:
    with read_run(whole, "anaconda") as run:
        settings, seed = population_of(run).settings, population_of(run).seed
        plain = replace(settings, search=replace(settings.search, plain=True))
        population = first_population(plain, seed)
        for kept in itertools.islice(generations_of(run), 1):
            generation, population = next_generation(population, None)
            assert generation == kept


@pytest.mark.usefixtures("small_charts")
@pytest.mark.slow
def test_figures_picture_and_player_are_written(
    whole: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    names = {name: tmp_path / f"x.{name}" for name in ("csv", "png", "network")}
    words = ("--resume", str(whole), "--print-every", "2", "--csv", str(names["csv"]))
    files = ("--plot", str(names["png"]), "--player", str(names["network"]))
    text = printed(capsys, "learn", "anaconda", *words, *files)
    assert "points of the thirty" in text
    rows = list(csv.DictReader(names["csv"].read_text().splitlines()))
    assert [row["generation"] for row in rows] == ["1", "2", "3", "4"]
    assert {"sigma", "weight", "spread", "saturated", "drawn"} <= set(rows[0])
    assert names["png"].read_bytes().startswith(b"\x89PNG")
    network = Network.from_bytes(names["network"].read_bytes())
    assert network == best_after(whole) == load_network(str(names["network"]), "player")
    assert load_network(str(whole), "player") == network


def test_any_generations_best_can_be_named(whole: Path) -> None:
    with read_run(whole, "anaconda") as run:
        kept = list(generations_of(run))
        assert population_of(run).parents[0].network == kept[3].best
    for number in (1, 2, 3, 4):
        assert load_network(f"{whole}:{number}", "player") == kept[number - 1].best
    first = load_network(f"{whole}:0", "player")
    assert np.abs(first.weights).max() <= np.float32(0.2)
    with pytest.raises(RefusedError, match="has 4 generations; expected one with 5"):
        load_network(f"{whole}:5", "player")


def _until_kept(path: Path, count: int) -> None:
    deadline = time.monotonic() + 100
    while time.monotonic() < deadline:
        if path.exists():
            with read_run(path, "anaconda") as run:
                if run.plays >= count:
                    return
        time.sleep(0.05)
    raise AssertionError("no generation was kept")


# -- on a cluster ----------------------------------------------------------------------------------


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A Dask scheduler's address, and its processes: itself and two workers."""
    with dask_cluster(tmp_path) as made:
        yield made


@pytest.mark.parametrize(("number", "generations"), [(2, "4"), (0, "400")], ids=["worker", "all"])
def test_a_cluster_that_loses_processes_loses_no_generation(
    number: int,
    generations: str,
    whole: Path,
    tmp_path: Path,
    cluster: tuple[str, list[subprocess.Popen[bytes]]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A worker that is lost is made up for; a scheduler (the first) ends it, and that is told."""
    address, processes = cluster
    path = tmp_path / "spread.sqlite"

    def end_a_process() -> None:
        _until_kept(path, 1)
        os.kill(processes[number].pid, signal.SIGKILL)

    killer = threading.Thread(target=end_a_process, daemon=True)
    killer.start()
    words = ("--generations", generations, "--seed", "5", "--out", str(path))
    status = main((*QUICK, *words, "--scheduler", address))
    killer.join(10)
    assert processes[number].wait(10) == -signal.SIGKILL
    if number:
        assert status == 0 and blocks(path) == blocks(whole)
        return
    told = capsys.readouterr().err
    assert status == 2 and "--resume" in told and "expected" in told
    with read_run(path, "anaconda") as run:
        population = population_of(run)
    assert population.generation >= 1
    count = min(4, population.generation)
    assert blocks(path)[:count] == blocks(whole)[:count]
