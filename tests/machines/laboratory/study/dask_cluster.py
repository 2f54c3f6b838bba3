"""A Dask cluster on this computer: a scheduler and its workers, each a process of its own."""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[4]
CLUSTER_S = 60


def make_certificate(folder: Path) -> None:
    """cert.pem and key.pem as docs/cluster.md has them made; skips without openssl."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 365 -subj /CN=matchbox704"
    words = [*command.split(), "-keyout", "key.pem", "-out", "cert.pem"]
    subprocess.run(words, cwd=folder, check=True, capture_output=True)


@contextmanager
def dask_cluster(
    folder: Path, certificates: Path | None = None, workers: int = 2
) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The scheduler's address and the processes, scheduler first; skips without the extra."""
    pytest.importorskip("distributed", reason="the extra cluster is not installed")
    address = folder / "scheduler.json"
    options = ["--scheduler-file", str(address), "--no-dashboard"]

    protocol = ["--protocol", "tls"] if certificates else []
    if certificates:
        options += ["--tls-ca-file", str(certificates / "cert.pem")]
        options += ["--tls-cert", str(certificates / "cert.pem")]
        options += ["--tls-key", str(certificates / "key.pem")]

    def dask(*words: str) -> subprocess.Popen[bytes]:
        with (folder / "dask.log").open("ab") as log:
            command = [sys.executable, "-m", "dask", *words]
            return subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)

    started = [dask("scheduler", *options, *protocol, "--port", "0", "--host", "127.0.0.1")]
    try:
        for _ in range(workers):
            worker = ("--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
            started.append(dask("worker", *options, *worker))
        yield _written(address), started
    finally:
        for process in reversed(started):
            process.kill()  # a worker that is asked to end sometimes never does
        for process in started:
            process.wait(CLUSTER_S)


def _written(address: Path) -> str:
    """What the scheduler writes of itself, once it is whole."""
    deadline = time.monotonic() + CLUSTER_S
    while time.monotonic() < deadline:
        with suppress(FileNotFoundError, json.JSONDecodeError):
            return str(json.loads(address.read_text())["address"])
        time.sleep(0.05)
    raise TimeoutError(f"no scheduler within {CLUSTER_S} s; see dask.log beside {address}")
