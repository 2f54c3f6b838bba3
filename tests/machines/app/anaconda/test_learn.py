"""``main.py learn anaconda``: kept by generations, gone on with, the same on any cores."""

import csv
import itertools
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.anaconda.evolution import Population, first_population
from machines.anaconda.network import Network
from machines.app.anaconda.run_records import (
    best_after,
    generations_of,
    network_named,
    population_of,
)
from machines.app.anaconda.study import generation_runner
from machines.app.storage.run_store import read_run
from tests.machines.app.study.dask_cluster import dask_cluster
from tests.machines.commanded import refused, result_of

ROOT = Path(__file__).resolve().parents[4]
QUICK = ("learn", "anaconda", "--ply", "1", "--extra", "4", "--moves", "15")


def main(*words: str) -> int:
    from machines.app.commands import main as command

    return command(words)


def learned(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What is printed; it must succeed."""
    assert main(*words) == 0
    return capsys.readouterr().out


def blocks(path: Path) -> list[bytes]:
    """Every generation as it is kept, and the state after the last."""
    with read_run(path, "anaconda") as run:
        return [*(block.data for block in run.blocks()), run.state() or b""]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four generations without a break, on one core."""
    path = tmp_path_factory.mktemp("anaconda") / "whole.sqlite"
    words = ("--generations", "4", "--seed", "5", "--out", str(path), "--workers", "1")
    assert main(*QUICK, *words) == 0
    return path


def test_two_workers_come_to_the_same_run(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "two.sqlite"
    words = ("--generations", "4", "--seed", "5", "--out", str(path), "--workers", "2")
    found = result_of(learned(capsys, *QUICK, *words))
    assert found["generations"] == "4" and found["seed"] == "5"
    assert blocks(path) == blocks(whole)


def test_a_run_gone_on_with_comes_to_the_same(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "parts.sqlite"
    begun = ("--generations", "1", "--seed", "5", "--out", str(path), "--workers", "1")
    learned(capsys, *QUICK, *begun)
    for generations in ("3", "4"):
        words = ("--resume", str(path), "--generations", generations, "--workers", "1")
        learned(capsys, "learn", "anaconda", *words)
    assert blocks(path) == blocks(whole)


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
        asked = ("--generations", generations, "--out", str(path), "--workers", workers)
        learned(capsys, *QUICK, *words, *asked)
    again = ("--resume", str(parts), "--generations", "3", *words, "--workers", "1")
    learned(capsys, "learn", "anaconda", *again)
    assert blocks(parts) == blocks(whole)
    assert best_after(whole, 3) != best_after(whole, 2) != best_after(whole, 0)


def test_plain_minimax_evolves_the_same_networks(whole: Path) -> None:
    with read_run(whole, "anaconda") as run:
        settings, seed = population_of(run).settings, population_of(run).seed
        plain = replace(settings, search=replace(settings.search, plain=True))
        population = first_population(plain, seed)
        with generation_runner(1, None) as runner:
            for kept in itertools.islice(generations_of(run), 2):
                generation, population = runner.next_generation(population)
                assert generation == kept


def test_figures_picture_and_player_are_written(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = {name: tmp_path / f"x.{name}" for name in ("csv", "png", "network")}
    words = ("--resume", str(whole), "--print-every", "2", "--csv", str(names["csv"]))
    files = ("--plot", str(names["png"]), "--player", str(names["network"]))
    text = learned(capsys, "learn", "anaconda", *words, *files)
    assert "points of the thirty" in text
    rows = list(csv.DictReader(names["csv"].read_text().splitlines()))
    assert [row["generation"] for row in rows] == ["1", "2", "3", "4"]
    assert {"sigma", "weight", "spread", "saturated", "drawn"} <= set(rows[0])
    assert names["png"].read_bytes().startswith(b"\x89PNG")
    network = Network.from_bytes(names["network"].read_bytes())
    assert network == best_after(whole) == network_named(str(names["network"]), "player")
    assert network_named(str(whole), "player") == network


def test_any_generations_best_can_be_named(whole: Path) -> None:
    with read_run(whole, "anaconda") as run:
        kept = list(generations_of(run))
        assert population_of(run).parents[0].network == kept[3].best
    for number in (1, 2, 3, 4):
        assert network_named(f"{whole}:{number}", "player") == kept[number - 1].best
    first = network_named(f"{whole}:0", "player")
    assert np.abs(first.weights).max() <= np.float32(0.2)
    with pytest.raises(RefusedError, match="has 4 generations; expected one with 5"):
        network_named(f"{whole}:5", "player")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--ply", "13"), "--ply: 13 is out of range; expected 1 to 12"),
        (("--extra", "x"), "--extra: 'x' is no whole number"),
        (("--rate", "0.5"), "--rate: is for --strategy mirrored; expected that with it"),
        (("--strategy", "mirrored", "--rate", "11"), "rate is 11.0; expected up to 10"),
        (("--slips", "1.5"), "--slips: 1.5; expected a share up to 1"),
        (("--learning", "0.2"), "learning is 0.2; expected 0 to 0.1"),
        (("--learning", "-1"), "--learning: '-1'; expected a number above 0"),
        (("--sigma", "1,5"), "--sigma: '1,5'; expected a number above 0"),
        (("--most-sigma", "0"), "--most-sigma: '0'; expected a number above 0"),
        (("--generations", "0"), "--generations: 0 is out of range"),
        (("--player", "x.bin"), "x.bin: ends with '.bin'; expected .network"),
        (("--plot", "x.jpg"), "expected .png"),
        (("--workers", "0"), "--jobs: 0 is out of range"),
        (("--jobs", "2", "--scheduler", "tcp://127.0.0.1:1"), "expected either --jobs or"),
    ],
)
def test_what_cannot_be_done_is_refused_and_nothing_is_begun(
    words: tuple[str, ...], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert why in refused(capsys, "learn", "anaconda", "--out", str(tmp_path / "r.sqlite"), *words)
    assert not (tmp_path / "r.sqlite").exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--seed", "6"), "--seed: is 6; the run in whole.sqlite has 5"),
        (("--ply", "4"), "--ply: is 4; the run in whole.sqlite has 1"),
        (("--repeats", "even"), "--repeats: is even; the run in whole.sqlite has search"),
        (("--generations", "3"), "--generations: are 3; there are 4 already"),
        (("--out", "y.sqlite"), "--resume: has its runs already"),
    ],
)
def test_a_run_of_other_settings_is_not_gone_on_with(
    words: tuple[str, ...], why: str, whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = blocks(whole)
    assert why in refused(capsys, "learn", "anaconda", "--resume", str(whole), *words)
    assert blocks(whole) == before


def _copy(whole: Path, path: Path) -> Path:
    source = sqlite3.connect(whole)
    target = sqlite3.connect(path)
    with target:
        source.backup(target)
    source.close()
    target.close()
    return path


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("UPDATE checkpoints SET state = x'00'", "x.sqlite"),
        ("DELETE FROM blocks WHERE number = 4", "has 3 generations; its state is that after 4"),
        ("UPDATE about SET value = 'other' WHERE key = 'study'", "is of other; expected evolution"),
        ("UPDATE about SET value = 'menace' WHERE key = 'machine'", "expected one of anaconda"),
    ],
)
def test_a_damaged_or_foreign_run_is_refused(
    change: str, why: str, whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _copy(whole, tmp_path / "x.sqlite")
    with sqlite3.connect(path) as database:
        database.execute(change)
    database.close()
    assert why in refused(capsys, "learn", "anaconda", "--resume", str(path))


def test_a_checkpoint_from_other_settings_is_refused(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _copy(whole, tmp_path / "x.sqlite")
    with sqlite3.connect(path) as database:
        (text,) = database.execute("SELECT value FROM about WHERE key = 'settings'").fetchone()
        changed = json.dumps({**json.loads(text), "moves": 100})
        database.execute("UPDATE about SET value = ? WHERE key = 'settings'", (changed,))
    database.close()
    why = refused(capsys, "learn", "anaconda", "--resume", str(path))
    assert "has a state from other settings than its own" in why


def _learning(path: Path, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(ROOT / "main.py"), *QUICK, "--out", str(path), *words]
    return subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def _until_kept(path: Path, count: int) -> None:
    deadline = time.monotonic() + 100
    while time.monotonic() < deadline:
        if path.exists():
            with read_run(path, "anaconda") as run:
                if run.plays >= count:
                    return
        time.sleep(0.05)
    raise AssertionError("no generation was kept")


def test_killed_in_the_middle_it_goes_on_to_the_same(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "killed.sqlite"
    words = ("--generations", "400", "--seed", "5", "--workers", "2")
    process = _learning(path, *words)
    try:
        _until_kept(path, 2)
        process.send_signal(signal.SIGKILL)
        process.wait(30)
    finally:
        process.kill()
        process.communicate()
    with read_run(path, "anaconda") as run:
        population = population_of(run)
    assert isinstance(population, Population) and population.generation >= 2
    kept = blocks(path)[:-1]
    first = blocks(whole)[:-1]
    assert kept[: min(4, len(kept))] == first[: min(4, len(kept))]
    if population.generation < 4:
        words = ("--resume", str(path), "--generations", "4", "--workers", "1")
        learned(capsys, "learn", "anaconda", *words)
        assert blocks(path) == blocks(whole)


# -- on a cluster ----------------------------------------------------------------------------------


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A Dask scheduler's address, and its processes: itself and two workers."""
    with dask_cluster(tmp_path) as made:
        yield made


def test_a_cluster_that_loses_a_worker_comes_to_the_same(
    whole: Path,
    tmp_path: Path,
    cluster: tuple[str, list[subprocess.Popen[bytes]]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    address, processes = cluster
    path = tmp_path / "spread.sqlite"

    def end_a_worker() -> None:
        _until_kept(path, 1)
        os.kill(processes[2].pid, signal.SIGKILL)

    killer = threading.Thread(target=end_a_worker, daemon=True)
    killer.start()
    words = ("--generations", "4", "--seed", "5", "--out", str(path), "--scheduler", address)
    learned(capsys, *QUICK, *words)
    killer.join(10)
    assert processes[2].wait(10) == -signal.SIGKILL
    assert blocks(path) == blocks(whole)


def test_a_scheduler_that_dies_is_told_of_and_no_generation_is_lost(
    whole: Path,
    tmp_path: Path,
    cluster: tuple[str, list[subprocess.Popen[bytes]]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    address, processes = cluster
    path = tmp_path / "lost.sqlite"

    def end_the_scheduler() -> None:
        _until_kept(path, 1)
        os.kill(processes[0].pid, signal.SIGKILL)

    killer = threading.Thread(target=end_the_scheduler, daemon=True)
    killer.start()
    words = ("--generations", "400", "--seed", "5", "--out", str(path), "--scheduler", address)
    assert main(*QUICK, *words) == 2
    killer.join(10)
    told = capsys.readouterr().err
    assert "--resume" in told and "expected" in told
    with read_run(path, "anaconda") as run:
        population = population_of(run)
    assert population.generation >= 1
    count = min(4, population.generation)
    assert blocks(path)[:count] == blocks(whole)[:count]


def test_a_scheduler_that_is_not_there_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed", reason="the extra cluster is not installed")
    words = ("--out", str(tmp_path / "r.sqlite"), "--scheduler", "tcp://127.0.0.1:1")
    assert main(*QUICK, *words) == 2
    assert "nobody answers at" in capsys.readouterr().err
    assert not (tmp_path / "r.sqlite").exists()
