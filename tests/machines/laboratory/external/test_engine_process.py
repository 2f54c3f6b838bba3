"""Programs outside end with the program that started them, however it ends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[4]
DEAF = "import time; print('here', flush=True); time.sleep(600)"
"""Ends neither when it is told to nor when nobody is left to tell it."""
SEATS = f"""
import sys, time
from machines.laboratory.external.engine_process import EngineProcess

gone = EngineProcess("gone", [sys.executable, "-c", {DEAF!r}])
gone.hear("here", 20, "word")
gone.close("quit\\n")
away = "import os\\nif os.fork(): os._exit(0)\\nos.setsid(); print('pid', os.getpid())\\n"
program = EngineProcess("deaf", [sys.executable, "-c", away + {DEAF!r}])
print(gone.process.pid, program.hear("pid", 20, "number"), flush=True)
time.sleep(600)
"""


def runs(number: int) -> bool:
    """Whether there is such a process, and it isn't only waited for."""
    try:
        status = Path(f"/proc/{number}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux's /proc")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_program_ends_with_who_started_it(how: signal.Signals) -> None:
    """One that has gone into the background, too."""
    with subprocess.Popen(
        [sys.executable, "-c", SEATS],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    ) as ours:
        assert ours.stdout is not None
        gone, deaf = map(int, ours.stdout.readline().split())
        assert not runs(gone) and runs(deaf)
        ours.send_signal(how)
        ours.wait(20)
        until = time.monotonic() + 20
        while runs(deaf) and time.monotonic() < until:
            time.sleep(0.05)
        assert not runs(deaf)
