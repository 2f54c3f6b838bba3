"""What is awaited of a cluster whose scheduler has died; a real one is in test_anaconda_command."""

import math
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor, Future
from pathlib import Path
from typing import Any

import pytest

from devices.refusal import RefusedError
from machines.app.study import cluster
from machines.app.study.cluster import CLOSED, _Sent
from machines.app.study.pool import run_tasks
from tests.machines.app.study.dask_cluster import ROOT, dask_cluster, make_certificate


class Mute(Executor):
    """Takes everything and never answers, as a scheduler that dies in the middle of an answer."""

    def __init__(self) -> None:
        self.sent: list[Future[Any]] = []

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        self.sent.append(Future())
        return self.sent[-1]


class Client:
    """Dask's, as far as it is looked at."""

    status = "running"

    def __init__(self) -> None:
        self.executor = Mute()

    def get_executor(self, pure: bool) -> Executor:
        assert not pure
        return self.executor


def test_what_a_dead_scheduler_owes_is_cancelled_and_a_late_answer_is_let_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster, "LOOK_S", 0.01)
    client = Client()
    sent = _Sent(client)
    awaited = sent.submit(len, ())
    with pytest.raises(TimeoutError):
        awaited.result(0.1)
    client.status = CLOSED
    with pytest.raises(CancelledError):
        awaited.result(30)
    client.executor.sent[0].set_result(b"late")
    assert awaited.cancelled()
    sent.shutdown()


@pytest.fixture
def as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What Dask is told of certificates is put back afterwards."""
    for name in ("CA_FILE", "CLIENT__CERT", "CLIENT__KEY"):
        monkeypatch.setenv(f"{cluster.TLS}{name}", "")
    monkeypatch.setenv("DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION", "False")
    yield
    monkeypatch.undo()
    if (dask := sys.modules.get("dask")) is not None:
        dask.config.refresh()


@pytest.mark.usefixtures("as_before")
def test_a_cluster_with_certificates_works_and_is_closed_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_certificate(tmp_path)
    with dask_cluster(tmp_path, tmp_path) as (address, _):
        assert address.startswith("tls://")
        with monkeypatch.context() as impatient:
            impatient.setattr(cluster, "WAIT_S", 2)
            with pytest.raises(RefusedError, match="nobody answers"), cluster.cluster(address):
                pass
        cluster.use_certificates(tmp_path, address)
        file = str(tmp_path / "scheduler.json")
        assert dict(run_tasks(1, math.factorial, [5, 3], scheduler=file)) == {5: 120, 3: 6}


TRIES = """
import gc, sys
from devices.refusal import RefusedError
from machines.app.study import cluster
gc.disable()  # so that what is left over goes at the end, as a command's does
cluster.WAIT_S = 2
try:
    with cluster.cluster(sys.argv[1]):
        pass
except RefusedError as refusal:
    print(refusal)
"""


def test_a_client_that_has_no_certificate_is_refused_and_then_silent(tmp_path: Path) -> None:
    make_certificate(tmp_path)
    with dask_cluster(tmp_path, tmp_path):
        script = [sys.executable, "-c", TRIES, str(tmp_path / "scheduler.json")]
        ours = {name: text for name, text in os.environ.items() if not name.startswith("DASK_")}
        done = subprocess.run(
            script, cwd=ROOT, env=ours, capture_output=True, text=True, check=True
        )
    assert done.stdout.startswith("--scheduler: nobody answers at ")
    assert "Exception ignored" not in done.stderr
    assert "Traceback" not in done.stderr


def test_certificates_that_are_not_there_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match=r"has no cert\.pem"):
        cluster.use_certificates(tmp_path, "tls://127.0.0.1:8786")
    with pytest.raises(RefusedError, match="expected --scheduler as well"):
        cluster.use_certificates(tmp_path, None)
