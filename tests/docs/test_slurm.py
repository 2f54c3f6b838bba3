"""The page on clusters: SLURM's example hands out jobs, whose workers do a command's work.

``sbatch`` and ``scancel`` are stand-ins here: a job is a process group of its own.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.docs.snippets import ROOT
from tests.machines.laboratory.study.dask_cluster import make_certificate

EXAMPLE = ROOT / "docs/examples/cluster/slurm.py"
STAND_INS = {
    "sbatch": """\
setsid bash "$1" >> "$JOBS/log" 2>&1 &
echo $! >> "$JOBS/started"
echo Submitted batch job $!
""",
    "scancel": 'echo "$1" >> "$JOBS/cancelled"; kill -- "-$1"\n',
}
SETTINGS = "jobqueue: {slurm: {cores: 1, processes: 1, memory: 1GB, interface: null}}\n"
MATCH = ("match", "random", "random", "--games", "4", "--ply", "1")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("setsid") is None, reason="there is no setsid")
def test_jobs_of_slurm_do_the_work(tmp_path: Path) -> None:
    pytest.importorskip("dask_jobqueue", reason="the extra slurm is not installed")
    make_certificate(tmp_path)
    for name, script in STAND_INS.items():
        (tmp_path / name).write_text(f"#!/bin/bash\n{script}")
        (tmp_path / name).chmod(0o755)
    (tmp_path / "jobqueue.yaml").write_text(SETTINGS)
    ours = os.environ | {"JOBS": str(tmp_path), "DASK_CONFIG": str(tmp_path)}
    ours["PATH"] = f"{tmp_path}{os.pathsep}{ours['PATH']}"
    words = [sys.executable, str(EXAMPLE), str(tmp_path), "2"]
    slurm = subprocess.Popen(words, cwd=ROOT, env=ours, stdout=subprocess.PIPE, text=True)
    try:
        _until(tmp_path / "log", "Registered to", 60)
        certificates = ("--certificates", str(tmp_path))
        there = _main(*MATCH, "--scheduler", str(tmp_path / "at.json"), *certificates)
        assert there == _main(*MATCH, "--jobs", "1")
    finally:
        slurm.send_signal(signal.SIGINT)
        told, _ = slurm.communicate(timeout=60)
    assert told.startswith("2 jobs are asked for") and slurm.returncode == 0
    jobs, cancelled = (sorted((tmp_path / name).read_text().split()) for name in JOBS)
    assert len(jobs) == 2 and cancelled == jobs
    assert not (tmp_path / "at.json").exists()


JOBS = ("started", "cancelled")


def _until(log: Path, words: str, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not (log.exists() and words in log.read_text()):
        assert time.monotonic() < deadline, log.read_text() if log.exists() else "no job"
        time.sleep(0.1)


def _main(*words: str) -> str:
    command = [sys.executable, "main.py", *words]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
