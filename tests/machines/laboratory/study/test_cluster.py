"""What is awaited of a cluster that is lost, and what is refused on the way to one."""

import math
import os
import pickle
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from devices.refusal import RefusedError
from machines.kernels.kernel_cache import STRICT_FLOAT
from machines.laboratory.study import cluster
from machines.laboratory.study.cluster import (
    CLOSED,
    _Sent,
    circumstances,
    find_address,
    use_certificates,
    work,
)
from machines.laboratory.study.pool import run_tasks
from tests.machines.laboratory.study.dask_cluster import ROOT, dask_cluster, make_certificate


class Mute(Executor):
    """Takes everything and never answers, as a scheduler that dies in the middle of an answer."""

    def __init__(self) -> None:
        self.sent: list[Future[Any]] = []

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        self.sent.append(Future())
        return self.sent[-1]


class Scheduler:
    """What a client asks."""

    def ncores(self) -> None:
        """How many cores each worker has."""


class Client:
    """Dask's, as far as it is looked at."""

    status = "running"
    scheduler = Scheduler()

    def __init__(self) -> None:
        self.executor = Mute()
        self.workers: list[str] = []

    def get_executor(self, pure: bool) -> Executor:
        assert not pure
        return self.executor

    def sync(self, ask: Any, callback_timeout: float) -> list[str]:
        assert ask == self.scheduler.ncores and callback_timeout
        return self.workers


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Client:
    """One of a cluster that is looked at often."""
    monkeypatch.setattr(cluster, "LOOK_S", 0.01)
    monkeypatch.setattr(cluster, "COUNT_S", 0.02)
    return Client()


def test_what_a_dead_scheduler_owes_is_refused_and_a_late_answer_is_let_go(client: Client) -> None:
    client.workers = ["one"]
    sent = _Sent(client, "tcp://there:1")
    awaited = sent.submit(len, ())
    with pytest.raises(TimeoutError):
        awaited.result(0.1)
    client.status = CLOSED
    with pytest.raises(RefusedError, match="tcp://there:1: was lost in the middle of the work"):
        awaited.result(30)
    client.executor.sent[0].set_result(b"late")
    sent.shutdown()


def test_work_without_workers_waits_and_is_given_up_at_last(
    client: Client, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sent = _Sent(client, "tcp://there:1")
    awaited = sent.submit(len, ())
    _until_told("all workers are gone", capsys)
    client.workers = ["one", "two"]
    _until_told("goes on with 2 workers", capsys)
    assert not awaited.done()
    monkeypatch.setattr(cluster, "NOBODY_S", 0.05)
    client.workers = []
    with pytest.raises(RefusedError, match=r"has had no worker for .* minutes; expected one"):
        awaited.result(30)
    sent.shutdown()


def _until_told(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    deadline = time.monotonic() + 30
    while words not in capsys.readouterr().err:
        assert time.monotonic() < deadline
        time.sleep(0.01)


class KilledWorker(Exception):
    """Named as Dask's."""


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (KilledWorker(), "lost 4 workers one after another at the same piece"),
        (ImportError("No module named 'machines'"), "a worker that can't import this program"),
        (OSError("full"), r"didn't do the work \(OSError: full\)"),
    ],
)
def test_what_no_worker_could_do_is_told_in_a_sentence(
    error: Exception, why: str, client: Client
) -> None:
    sent = _Sent(client, "tcp://there:1")
    awaited = sent.submit(len, ())
    client.executor.sent[0].set_exception(error)
    with pytest.raises(RefusedError, match=f"^tcp://there:1: .*{why}"):
        awaited.result(1)
    sent.shutdown()


# -- on a worker -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strict", "differs", "why"),
    [
        ("0", {"sources": "another"}, "has other sources"),
        ("0", {"numba": "0.1"}, r"has numba [0-9.]+; expected 0\.1, as here"),
        ("0", {"floats": "strict"}, "expected it to be started with MATCHBOX704_STRICT_FLOAT=1"),
        ("1", {"floats": "fast"}, "expected --strict-float here, too"),
    ],
)
def test_a_worker_whose_results_might_differ_refuses(
    strict: str, differs: dict[str, str], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(STRICT_FLOAT, strict)
    task = pickle.dumps((math.factorial, (5,), {}))
    assert pickle.loads(work(task, circumstances())) == (120, None)
    result, refusal = pickle.loads(work(task, circumstances() | differs))
    assert result is None and isinstance(refusal, RefusedError)
    assert re.search(why, str(refusal)), refusal


def test_a_workers_threads_work_one_at_a_time() -> None:
    task = pickle.dumps((_alone, (), {}))
    expected = circumstances()
    with ThreadPoolExecutor(3) as threads:
        done = [threads.submit(work, task, expected) for _ in range(3)]
        assert [pickle.loads(one.result()) for one in done] == [(1, None)] * 3


_at_work: list[int] = []


def _alone() -> int:
    """How many work at once."""
    _at_work.append(1)
    time.sleep(0.01)
    many = len(_at_work)
    _at_work.pop()
    return many


def test_an_error_of_the_work_comes_back_with_its_traceback() -> None:
    task = pickle.dumps((math.sqrt, (-1.0,), {}))
    _, error = pickle.loads(work(task, circumstances()))
    assert isinstance(error, ValueError)
    assert error.__notes__[0].startswith("Traceback")


# -- the way to it ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", "[1]", "{", '{"address": 5}', '{"address": "here"}', "\xff", "[" * 100_000]
)
def test_a_file_that_no_scheduler_wrote_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "at.json"
    file.write_text(text, encoding="latin-1")
    with pytest.raises(RefusedError, match="has no scheduler's address; expected what --sched"):
        find_address(str(file))


def test_an_address_stands_for_itself_or_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "at").write_text('{"address": "tls://there:8786"}')
    assert find_address(str(tmp_path / "at")) == "tls://there:8786"
    for address in ("tls://there:8786", "there:8786"):
        assert find_address(address) == address
    with pytest.raises(RefusedError, match=r"there is no file .*none\.json"):
        find_address(str(tmp_path / "none.json"))
    with pytest.raises(RefusedError, match="'nonsense' is no address; expected such as tls://"):
        find_address("nonsense")


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


TRIES = """
import gc, sys
from pathlib import Path
from devices.refusal import RefusedError
from machines.laboratory.study import cluster
gc.disable()  # so that what is left over goes at the end, as a command's does
cluster.WAIT_S = 2
try:
    if sys.argv[2:]:
        cluster.use_certificates(Path(sys.argv[2]), sys.argv[1])
    with cluster.cluster(sys.argv[1]):
        pass
except RefusedError as refusal:
    print(refusal)
"""


@pytest.mark.usefixtures("as_before")
def test_a_cluster_with_certificates_works_and_is_closed_to_others(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="the extra cluster is not installed")
    make_certificate(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    make_certificate(other)
    with dask_cluster(tmp_path, tmp_path) as (address, _):
        assert address.startswith("tls://")
        file = str(tmp_path / "scheduler.json")
        plain = address.replace("tls://", "tcp://")
        for words, why in (
            ((file,), f"--scheduler: {address} asks for a certificate"),
            ((address, str(other)), f"--scheduler: {address} and we don't trust each other"),
            ((plain,), f"--scheduler: nobody answers at {plain} as a scheduler does"),
            ((plain, str(tmp_path)), f"--scheduler: {plain} isn't encrypted"),
        ):
            told, complaints = _try(*words)
            assert told.startswith(why)
            assert complaints == ""
        use_certificates(tmp_path, address)
        assert dict(run_tasks(1, math.factorial, [5, 3], scheduler=file)) == {5: 120, 3: 6}


def _try(*words: str) -> tuple[str, str]:
    """What a process of its own says that looks for the cluster; standard output and error."""
    ours = {name: text for name, text in os.environ.items() if not name.startswith("DASK_")}
    script = [sys.executable, "-c", TRIES, *words]
    done = subprocess.run(script, cwd=ROOT, env=ours, capture_output=True, text=True, check=True)
    return done.stdout, done.stderr


def test_one_who_is_no_scheduler_is_refused(tmp_path: Path) -> None:
    """A web server waits for more, and a port may have nobody behind it."""
    pytest.importorskip("distributed", reason="the extra cluster is not installed")
    with socket.create_server(("127.0.0.1", 0)) as mute:
        address = f"tcp://127.0.0.1:{mute.getsockname()[1]}"
        told, complaints = _try(address)
    assert told.startswith(f"--scheduler: nobody answers at {address}") and complaints == ""
    told, complaints = _try("http://127.0.0.1:80")
    assert "unknown address scheme" in told and complaints == ""


@pytest.mark.slow
@pytest.mark.usefixtures("as_before")
def test_certificates_that_tls_can_not_use_are_refused(tmp_path: Path) -> None:
    (tmp_path / "cert.pem").write_text("no certificate")
    (tmp_path / "key.pem").write_text("no key")
    with pytest.raises(RefusedError, match=r"cert\.pem is no certificate .*; expected one as PEM"):
        use_certificates(tmp_path, "tls://127.0.0.1:8786")
    make_certificate(tmp_path)
    (tmp_path / "key.pem").write_text("no key")
    with pytest.raises(RefusedError, match=r"key\.pem doesn't go with cert\.pem"):
        use_certificates(tmp_path, "tls://127.0.0.1:8786")


def test_certificates_that_are_not_there_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match=r"has no cert\.pem"):
        use_certificates(tmp_path, "tls://127.0.0.1:8786")
    with pytest.raises(RefusedError, match="expected --scheduler as well"):
        use_certificates(tmp_path, None)
