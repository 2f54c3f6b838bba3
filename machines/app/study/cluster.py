"""The same work on a Dask cluster (the extra ``cluster``): what ``--scheduler`` means.

Scheduler and workers are Dask's own, started by whoever has the computers, all of them in a folder
with this very program (``python -m`` lets them find it); docs/research/README.md has the commands.
Work is code: whoever reaches a scheduler that asks for no certificate runs what they like on its
workers.  So both are started with TLS, and ``--certificates FOLDER`` names cert.pem and key.pem,
which all of them share.  ``--scheduler`` is an address or the file that a scheduler writes.

What goes out is bytes (the function's name and its task), what comes back is bytes, and a worker
points its kernels' cache at its own folder before it imports anything of ours.  A worker whose
sources differ from ours refuses: its results would not be those of here.
"""

import contextlib
import functools
import hashlib
import importlib
import os
import pickle
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

from devices.refusal import RefusedError
from machines.app.program import ROOT
from machines.kernel_cache import strict_float

WAIT_S = 10
"""So long a scheduler may take to answer, and workers to be there."""
CLOSING_S = 1
"""So long a client that has reached nobody may take to close."""
LOOK_S = 0.5
"""How often is looked whether the scheduler is there still."""
CLOSED = "closed"
"""A client's status once it has given its scheduler up."""
OPTION = "--scheduler"
CERTIFICATE, KEY = "cert.pem", "key.pem"
"""Of scheduler, workers and us; the certificate is its own authority."""
TLS = "DASK_DISTRIBUTED__COMM__TLS__"
"""Dask reads its settings from the environment."""
SOURCES = ("machines", "devices/media", "devices/refusal.py")


@functools.cache
def sources() -> str:
    """A digest of the sources that results follow from."""
    made = hashlib.sha256(b"strict" if strict_float() else b"")
    for part in SOURCES:
        place = ROOT / part
        for path in sorted(place.rglob("*.py")) if place.is_dir() else (place,):
            made.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return made.hexdigest()[:16]


def use_certificates(folder: Path, scheduler: str | None) -> None:
    """Have Dask speak TLS, and nothing else, with the certificate and the key in a folder.

    Raises RefusedError where one is missing, or there is no scheduler.
    """
    if scheduler is None:
        raise RefusedError("--certificates", "are a cluster's; expected --scheduler as well")
    names = {"CA_FILE": CERTIFICATE, "CLIENT__CERT": CERTIFICATE, "CLIENT__KEY": KEY}
    for name, file in names.items():
        if not (folder / file).is_file():
            raise RefusedError("--certificates", f"{folder} has no {file}; expected it there")
        os.environ[f"{TLS}{name}"] = str((folder / file).resolve())
    os.environ["DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION"] = "True"
    if (dask := sys.modules.get("dask")) is not None:  # else it reads them when it comes in
        dask.config.refresh()


@contextlib.contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The cluster as an executor.

    Raises RefusedError where Dask isn't installed, nobody answers at ``address``, no worker is
    there, or workers are lost.
    """
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise RefusedError(
            OPTION, "Dask isn't installed; expected the extra cluster: uv run --extra cluster ..."
        ) from None
    client = _client(distributed, address)
    lost = (distributed.KilledWorker, distributed.comm.CommClosedError)
    try:
        executor = _Sent(client)
        try:
            yield executor
        except lost as error:
            raise RefusedError(
                address, f"lost its workers: {error}; expected them to run"
            ) from None
        finally:
            executor.shutdown(wait=False, cancel_futures=True)
    finally:
        client.close()


def _client(distributed: Any, address: str) -> Any:
    file = {"scheduler_file": address} if address.endswith(".json") else {"address": address}
    if "scheduler_file" in file and not Path(address).is_file():
        raise RefusedError(OPTION, f"there is no file {address}; expected a scheduler's")
    # One that finds no scheduler is there all the same, and would be closed by the garbage
    # collector, which waits for 20 s and then complains: so it is in our hands before it looks.
    client = distributed.Client.__new__(distributed.Client)
    try:
        client.__init__(**file, timeout=WAIT_S, set_as_default=False)
    except (OSError, ValueError, TypeError, KeyError) as error:
        _give_up(client)
        raise RefusedError(
            OPTION, f"nobody answers at {address!r}: {error}; expected a Dask scheduler's address"
        ) from None
    try:
        client.wait_for_workers(1, timeout=WAIT_S)
    except TimeoutError:
        client.close()
        raise RefusedError(OPTION, f"{address} has no workers; expected one or more") from None
    return client


def _give_up(client: Any) -> None:
    """Close a client that has reached nobody."""
    with contextlib.suppress(Exception):  # what that raises depends on Dask's version
        client.close(timeout=CLOSING_S)
    client.status = CLOSED


class _Sent(Executor):
    """Hands tasks to the cluster's executor as bytes."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._inner: Executor = client.get_executor(pure=False)
        self._awaited: set[Future[Any]] = set()
        self._over = threading.Event()
        threading.Thread(target=self._watch, name="cluster", daemon=True).start()

    def submit(self, work: Callable[..., Any], /, *tasks: Any, **named: Any) -> Future[Any]:
        """The result to come of ``work`` on a task."""
        made: Future[Any] = Future()
        self._awaited.add(made)
        made.add_done_callback(self._awaited.discard)
        sent = self._inner.submit(_do, pickle.dumps((work, tasks, named)), sources())
        sent.add_done_callback(functools.partial(_hand_over, made))
        return made

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the cluster go."""
        self._over.set()
        if self._client.status == CLOSED:
            return  # nobody is there to be told
        # If it is closed in this very moment: what that raises depends on Dask's version.
        with contextlib.suppress(Exception):
            self._inner.shutdown(wait=wait)

    def _watch(self) -> None:
        """Cancel what is awaited of a scheduler that has died: a result that was on its way then
        never comes by itself."""
        while not self._over.wait(LOOK_S):
            if self._client.status == CLOSED:
                for made in tuple(self._awaited):
                    made.cancel()


def _hand_over(made: Future[Any], sent: Future[bytes]) -> None:
    """What the worker sent back, or raised, as the result."""
    if sent.cancelled():
        made.cancel()
        return
    if not made.set_running_or_notify_cancel():
        return  # cancelled meanwhile
    error = sent.exception()
    if error is not None:
        made.set_exception(error)
    else:
        made.set_result(pickle.loads(sent.result()))


def _do(data: bytes, expected: str) -> bytes:
    """On a worker: the work on the task that ``data`` holds."""
    if sources() != expected:
        raise RefusedError(
            OPTION, f"a worker in {ROOT} has other sources than ours; expected the same program"
        )
    from machines.app.kernels.compile import announce_compiling

    announce_compiling()
    work, tasks, named = pickle.loads(data)
    return pickle.dumps(work(*tasks, **named))
