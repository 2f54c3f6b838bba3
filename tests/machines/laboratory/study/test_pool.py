"""Work in processes, pictures and tables in files."""

import contextlib
import math
import multiprocessing
import os
import pickle
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from devices.child_process import ChildPool
from devices.refusal import RefusedError
from devices.screen.parts.figures import multiplier_chart
from machines.commands import main
from machines.laboratory.external.engine_process import EngineError
from machines.laboratory.study.cluster import circumstances
from machines.laboratory.study.outputs import save_chart, write_csv
from machines.laboratory.study.pool import cores, run_tasks
from machines.storage.option_parsing import JOBS, MOST_JOBS, read_number
from tests.machines.laboratory.study.dask_cluster import dask_cluster
from tests.machines.laboratory.study.tasks import longer, meet, place, refusing

ROOT = Path(__file__).resolve().parents[4]


def test_every_task_is_done_once_whatever_the_number_of_processes() -> None:
    tasks = [5, 3, 8, 0, 13]
    for jobs in (1, 2):
        done = dict(run_tasks(jobs, math.factorial, tasks))
        assert done == {5: 120, 3: 6, 8: 40320, 0: 1, 13: 6227020800}
    assert list(run_tasks(2, math.factorial, [])) == []


def test_on_windows_a_pool_has_no_more_processes_than_python_can_wait_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for platform, most in (("win32", 61), ("linux", 64)):
        monkeypatch.setattr(sys, "platform", platform)
        with ChildPool(64) as pool:
            assert vars(pool)["_max_workers"] == most


@pytest.mark.slow
def test_two_processes_work_at_a_time(tmp_path: Path) -> None:
    pids = {pid for _, pid in run_tasks(2, meet, [str(tmp_path), str(tmp_path)])}
    assert len(pids) == 2
    assert os.getpid() not in pids


def test_what_a_task_raises_is_raised_and_no_process_is_left() -> None:
    before = set(multiprocessing.active_children())
    with pytest.raises(ValueError, match=r"math domain error|expected a nonnegative"):
        list(run_tasks(2, math.sqrt, [1.0, -1.0, 4.0]))
    assert set(multiprocessing.active_children()) == before


def test_a_refusal_comes_whole_from_another_process() -> None:
    engine = EngineError("engine", "says nothing; expected a move")
    copy = pickle.loads(pickle.dumps(engine))
    assert (type(copy), str(copy), vars(copy)) == (EngineError, str(engine), vars(engine))
    with pytest.raises(RefusedError, match=r"^[xy]: is refused$"):
        list(run_tasks(2, refusing, ["x", "y"]))


def test_closed_before_its_end_the_processes_are_ended_with_what_they_do() -> None:
    before = set(multiprocessing.active_children())
    began = time.monotonic()
    with contextlib.closing(run_tasks(2, time.sleep, [0.01, 200.0, 201.0])) as results:
        next(results)
    assert time.monotonic() - began < 60
    assert set(multiprocessing.active_children()) == before


def test_a_number_of_processes_out_of_range_is_refused() -> None:
    assert 1 <= cores() <= 256
    for jobs in (0, -1, 257):
        with pytest.raises(RefusedError, match=f"--jobs: {jobs} is out of range"):
            read_number(str(jobs), JOBS.name, 1, MOST_JOBS)


@pytest.mark.slow
def test_a_chart_is_saved_as_large_as_it_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "fig6.PNG"
    for size in ((640, 400), (480, 300)):
        save_chart(multiplier_chart(1.025, 2.0), path, size)
        assert pygame.image.load(str(path)).get_size() == size
    assert [one.name for one in tmp_path.iterdir()] == ["fig6.PNG"]


def test_a_picture_or_a_table_that_has_no_place_is_refused(tmp_path: Path) -> None:
    chart = multiplier_chart(1.025, 2.0)
    for name, why in (("a.svg", "ends with '.svg'"), ("no/a.png", "there is no folder")):
        with pytest.raises(RefusedError, match=why):
            save_chart(chart, tmp_path / name)
    for name, why in (("a.txt", "ends with '.txt'"), ("no/a.csv", "there is no folder")):
        with pytest.raises(RefusedError, match=why):
            write_csv(tmp_path / name, ["a"], [[1]])
    assert list(tmp_path.iterdir()) == []


def test_a_table_has_a_row_of_names_and_leaves_out_what_is_not_known(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    write_csv(path, ["name", "value"], [["a, b", 1.5], ["c", None]])
    assert path.read_bytes() == b'name,value\n"a, b",1.5\nc,\n'


# -- tasks that follow each other ------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_task_is_followed_by_what_begins_where_it_ended(jobs: int) -> None:
    def follow(task: str, result: str) -> str | None:
        assert result == task + task[0]
        return result if len(result) < 4 else None

    done = list(run_tasks(jobs, longer, ["a", "b", "ccc"], follow=follow))
    every = ["aa", "aaa", "aaaa", "bb", "bbb", "bbbb", "cccc"]
    assert sorted(result for _, result in done) == every
    for letter in "ab":
        assert [len(result) for _, result in done if result[0] == letter] == [2, 3, 4]


# -- a cluster -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Dask scheduler's address; two worker processes are there."""
    with dask_cluster(tmp_path_factory.mktemp("cluster")) as (address, _):
        yield address


def test_a_cluster_does_the_same_work(scheduler: str) -> None:
    tasks = [5, 3, 8, 0, 13]
    here = dict(run_tasks(1, math.factorial, tasks))
    assert dict(run_tasks(1, math.factorial, tasks, scheduler=scheduler)) == here
    pids = {pid for _, pid in run_tasks(1, place, [1, 2, 3, 4], scheduler=scheduler)}
    assert pids and os.getpid() not in pids


def test_on_a_cluster_tasks_follow_each_other_and_errors_are_raised(scheduler: str) -> None:
    def follow(task: str, result: str) -> str | None:
        return result if len(result) < 4 else None

    done = list(run_tasks(1, longer, ["a", "b"], follow=follow, scheduler=scheduler))
    assert sorted(result for _, result in done) == ["aa", "aaa", "aaaa", "bb", "bbb", "bbbb"]
    with pytest.raises(ValueError, match=r"math domain error|expected a nonnegative"):
        list(run_tasks(1, math.sqrt, [4.0, -1.0], scheduler=scheduler))
    with pytest.raises(RefusedError, match="x: is refused"):
        list(run_tasks(1, refusing, ["x"], scheduler=scheduler))


@pytest.mark.parametrize(
    "words",
    [
        ("book", "--book", "tests/golden/draughts-games.pdn", "--ply", "1"),
        ("match", "paper-1959", "random", "--games", "4", "--ply", "1", "--seed", "2"),
        ("learn", "samuel", "--series", "first", "--seeds", "2", "--games", "2", "--ply", "1"),
        ("pegasus", "sweep", "--a", "1.025", "--d", "0.9", "--runs", "2", "--plays", "200"),
        ("morph", "ablations", "--games", "1", "--seeds", "1", "--opponent", "random"),
        ("learn", "samuel", "--series", "rote", "--seeds", "2", "--games", "2", "--ply", "1"),
    ],
)
def test_a_cluster_comes_to_what_this_computer_comes_to(
    scheduler: str,
    words: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    told, written = [], []
    for where in (("--jobs", "1"), ("--scheduler", scheduler)):
        data, numbers = tmp_path / where[0], tmp_path / f"{where[0]}.csv"
        monkeypatch.setenv("MATCHBOX704_DATA", str(data))
        assert main([*words, "--csv", str(numbers), *where]) == 0
        told.append(capsys.readouterr().out)
        written.append(numbers.read_bytes())
    here, there = told
    assert here == there and written[0] == written[1]
    assert here.splitlines()[-1].startswith("RESULT ")


def test_a_worker_with_other_sources_refuses(
    scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = circumstances() | {"sources": "another program"}
    monkeypatch.setattr("machines.laboratory.study.cluster.circumstances", lambda: other)
    with pytest.raises(RefusedError, match=r"--scheduler: a worker in .* has other sources"):
        list(run_tasks(1, math.factorial, [1], scheduler=scheduler))


def test_a_scheduler_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="the extra cluster is not installed")
    monkeypatch.setattr("machines.laboratory.study.cluster.WAIT_S", 1)
    with pytest.raises(RefusedError, match="--scheduler: nobody answers at tcp://127"):
        list(run_tasks(1, math.factorial, [1], scheduler="tcp://127.0.0.1:9"))


def test_without_dask_a_cluster_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(RefusedError, match="Dask isn't installed; expected the extra cluster"):
        list(run_tasks(1, math.factorial, [1], scheduler="tcp://127.0.0.1:8786"))
