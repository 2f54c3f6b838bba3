"""Work in processes, pictures and tables in files."""

import contextlib
import math
import multiprocessing
import os
import time
from pathlib import Path

import pygame
import pytest

from devices.refusal import RefusedError
from devices.screen.parts.figures import multiplier_chart
from machines.floor.csv_file import write_csv
from machines.floor.plotting import save_chart
from machines.floor.pool import check_jobs, cores, done_by


def test_every_task_is_done_once_whatever_the_number_of_processes() -> None:
    tasks = [5, 3, 8, 0, 13]
    for jobs in (1, 2):
        done = dict(done_by(jobs, math.factorial, tasks))
        assert done == {5: 120, 3: 6, 8: 40320, 0: 1, 13: 6227020800}
    assert list(done_by(2, math.factorial, [])) == []


def test_two_processes_work_at_a_time(tmp_path: Path) -> None:
    pids = {pid for _, pid in done_by(2, _meet, [str(tmp_path), str(tmp_path)])}
    assert len(pids) == 2
    assert os.getpid() not in pids


def _meet(folder: str) -> int:
    """Wait until another process is here too; this one's number."""
    (Path(folder) / str(os.getpid())).touch()
    deadline = time.monotonic() + 60
    while len(list(Path(folder).iterdir())) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    return os.getpid()


def test_what_a_task_raises_is_raised_and_no_process_is_left() -> None:
    before = set(multiprocessing.active_children())
    with pytest.raises(ValueError, match=r"math domain error|expected a nonnegative"):
        list(done_by(2, math.sqrt, [1.0, -1.0, 4.0]))
    assert set(multiprocessing.active_children()) == before


def test_closed_before_its_end_the_processes_are_ended_with_what_they_do() -> None:
    before = set(multiprocessing.active_children())
    began = time.monotonic()
    with contextlib.closing(done_by(2, time.sleep, [0.01, 200.0, 201.0])) as results:
        next(results)
    assert time.monotonic() - began < 60
    assert set(multiprocessing.active_children()) == before


def test_a_number_of_processes_out_of_range_is_refused() -> None:
    assert 1 <= cores() <= 256
    for jobs in (0, -1, 257):
        with pytest.raises(RefusedError, match=f"--jobs: {jobs} is out of range"):
            check_jobs(jobs)


def test_a_chart_is_saved_as_large_as_it_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "fig6.PNG"
    for size in ((1600, 1000), (480, 300)):
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
