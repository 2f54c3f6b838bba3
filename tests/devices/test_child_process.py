"""A process of ours leaves Ctrl-C and the like to its parent, and ends with it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.waiting import runs

ROOT = Path(__file__).resolve().parents[2]
POOL = """
import os, time
from devices.child_process import ChildPool
if __name__ == "__main__":
    pool = ChildPool(1)
    child = pool.submit(os.getpid).result()
    pool.submit(time.sleep, 600)
"""
LINK = """
import multiprocessing, time
from devices.link.process import LinkProcess
if __name__ == "__main__":
    link = LinkProcess({port!r}, bytes(4), 8, 8, "test")
    link.start()
    link.ready(60)
    child = multiprocessing.active_children()[0].pid
"""
WAITING = "    print(child, flush=True)\n    time.sleep(600)\n"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux's /proc")
@pytest.mark.parametrize("program", [POOL, LINK], ids=["pool", "link"])
def test_it_hears_no_ending_and_ends_when_its_parent_is_killed(
    program: str, tmp_path: Path
) -> None:
    script = tmp_path / "begin.py"
    script.write_text(program.replace("{port!r}", repr(str(tmp_path / "port"))) + WAITING)
    with subprocess.Popen(
        [sys.executable, str(script)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        for number in (signal.SIGINT, signal.SIGHUP):
            os.kill(child, number)
        time.sleep(0.5)
        assert runs(child)
        parent.kill()
    until = time.monotonic() + 20
    while runs(child) and time.monotonic() < until:
        time.sleep(0.05)
    assert not runs(child)
