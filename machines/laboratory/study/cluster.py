"""The same work on a Dask cluster (the extra ``cluster``): what ``--scheduler`` means.

Scheduler and workers are Dask's own, started by whoever has the computers, all of them in a folder
with this very program (``python -m`` lets them find it); docs/cluster.md has the commands.
Work is code: whoever reaches a scheduler that asks for no certificate runs what they like on its
workers.  So both are started with TLS (machines/laboratory/study/cluster_connection.py).

What goes out is bytes (the function's name and its task), what comes back is bytes, and a worker
points its kernels' cache at its own folder before it imports anything of ours.  A worker whose
sources or numerical packages differ from ours refuses: its results might not be those of here.
"""

import contextlib
import functools
import hashlib
import importlib
import importlib.metadata
import logging
import pickle
import platform
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future
from typing import Any

from devices.refusal import RefusedError
from machines.kernels.kernel_cache import STRICT_FLOAT, strict_float
from machines.laboratory.study.cluster_connection import OPTION, WAIT_S, ask_scheduler, find_address
from machines.storage.program import ROOT
from machines.storage.telling import tell_user

CLOSING_S = 1
"""So long a client that has reached nobody may take to close."""
LOOK_S = 0.5
"""How often is looked whether the scheduler is there still."""
COUNT_S = 5.0
"""How often is asked how many workers there are."""
NOBODY_S = 600.0
"""So long work waits for a worker when all are gone."""
CLOSED = "closed"
"""A client's status once it has given its scheduler up."""
SOURCES = ("machines", "devices/media", "devices/refusal.py")
PACKAGES = ("numpy", "numba", "llvmlite")
"""From which results follow, beside the sources."""
FLOATS, STRICT, FAST = "floats", "strict", "fast"
WORK = f"__import__({__name__!r}, fromlist=['work']).work(data, expected)"
"""What a worker evaluates.  A function of ours that it can't import would end it without a word."""

_working = threading.Lock()
"""A worker's threads share what the work keeps for its process: one works at a time."""


@functools.cache
def sources() -> str:
    """A digest of the sources that results follow from."""
    made = hashlib.sha256()
    for part in SOURCES:
        place = ROOT / part
        for path in sorted(place.rglob("*.py")) if place.is_dir() else (place,):
            made.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return made.hexdigest()[:16]


def circumstances() -> dict[str, str]:
    """What results follow from beside their task: sources, packages, how floats are added."""
    versions = {name: importlib.metadata.version(name) for name in PACKAGES}
    return {"sources": sources(), **versions, FLOATS: STRICT if strict_float() else FAST}


@contextlib.contextmanager
def cluster(scheduler: str) -> Iterator[Executor]:
    """The cluster as an executor; ``scheduler``: the address of its scheduler, or its file.

    Raises RefusedError where Dask isn't installed, nobody answers there, no worker is there, or
    the cluster is lost.
    """
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise RefusedError(
            OPTION, "Dask isn't installed; expected the extra cluster: uv run --extra cluster ..."
        ) from None
    _silence(distributed)
    address, says = ask_scheduler(distributed, find_address(scheduler))
    _tell_of_threads(says)
    client = _client(distributed, address)
    try:
        executor = _Sent(client, address)
        try:
            yield executor
        finally:
            executor.shutdown(wait=False, cancel_futures=True)
    finally:
        client.close()


def _silence(distributed: Any) -> None:
    """Keep Dask's own log off standard error: what matters of it is told in a sentence."""
    name = distributed.__name__
    for one in (name, *(one for one in logging.root.manager.loggerDict if one.startswith(name))):
        logging.getLogger(one).setLevel(logging.CRITICAL + 1)


def _client(distributed: Any, address: str) -> Any:
    # One that finds no scheduler is there all the same, and would be closed by the garbage
    # collector, which waits for 20 s and then complains: so it is in our hands before it looks.
    client = distributed.Client.__new__(distributed.Client)
    try:
        with warnings.catch_warnings():
            # What matters of versions that differ is refused in a sentence.
            warnings.filterwarnings("ignore", category=distributed.versions.VersionMismatchWarning)
            client.__init__(address=address, timeout=WAIT_S, set_as_default=False)
    except (OSError, ValueError, TypeError, KeyError, RuntimeError) as error:
        _give_up(client)
        raise RefusedError(
            OPTION, f"{address} answers no longer: {error}; expected a Dask scheduler"
        ) from None
    try:
        client.wait_for_workers(1, timeout=WAIT_S)
    except TimeoutError:
        client.close()
        raise RefusedError(
            OPTION,
            f"{address} has no workers; expected one or more, started with the same address",
        ) from None
    try:
        _check_versions(client, distributed.__version__)
    except BaseException:
        client.close()
        raise
    return client


def _check_versions(client: Any, ours: str) -> None:
    """Raises RefusedError where a worker has another Dask: it would end at its first task."""
    for address, worker in client.get_versions()["workers"].items():
        theirs = worker["packages"]["distributed"]
        if theirs != ours:
            raise RefusedError(
                OPTION, f"the worker {address} has Dask {theirs}; expected {ours}, as here"
            )


def _give_up(client: Any) -> None:
    """Close a client that has reached nobody."""
    with contextlib.suppress(Exception):  # what that raises depends on Dask's version
        client.close(timeout=CLOSING_S)
    client.status = CLOSED


def _tell_of_threads(says: Mapping[str, Any]) -> None:
    threads = [int(worker.get("nthreads", 1)) for worker in says.get("workers", {}).values()]
    if many := sum(number > 1 for number in threads):
        tell_user(
            f"{OPTION}: {many} of the {len(threads)} workers have several threads, of which one "
            "works at a time; start them with --nworkers CORES --nthreads 1"
        )


# -- here ------------------------------------------------------------------------------------------


class _Sent(Executor):
    """Hands tasks to the cluster's executor as bytes."""

    def __init__(self, client: Any, address: str) -> None:
        self._client, self._address = client, address
        self._inner: Executor = client.get_executor(pure=False)
        self._awaited: set[Future[Any]] = set()
        self._over = threading.Event()
        threading.Thread(target=self._watch, name="cluster", daemon=True).start()

    def submit(self, work: Callable[..., Any], /, *tasks: Any, **named: Any) -> Future[Any]:
        """The result to come of ``work`` on a task."""
        made: Future[Any] = Future()
        self._awaited.add(made)
        made.add_done_callback(self._awaited.discard)
        names = {"data": pickle.dumps((work, tasks, named)), "expected": circumstances()}
        sent = self._inner.submit(eval, WORK, names)
        sent.add_done_callback(functools.partial(self._hand_over, made))
        return made

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the cluster go."""
        self._over.set()
        if self._client.status == CLOSED:
            return  # nobody is there to be told
        # If it is closed in this very moment: what that raises depends on Dask's version.
        with contextlib.suppress(Exception):
            self._inner.shutdown(wait=wait)

    def _hand_over(self, made: Future[Any], sent: Future[bytes]) -> None:
        """What the worker sent back, or raised, as the result."""
        if sent.cancelled():
            self._fail(made, "was lost in the middle of the work; expected it to run")
        elif (error := sent.exception()) is not None:
            self._fail(made, _why(error))
        elif made.set_running_or_notify_cancel():
            try:
                result, raised = pickle.loads(sent.result())
            except Exception as error:
                made.set_exception(error)
                return
            if raised is not None:
                made.set_exception(raised)
            else:
                made.set_result(result)

    def _fail(self, made: Future[Any], what: str) -> None:
        with contextlib.suppress(Exception):  # it is done, or nobody waits for it
            if made.set_running_or_notify_cancel():
                made.set_exception(RefusedError(self._address, what))

    def _watch(self) -> None:
        """Give up what is awaited of a scheduler that has died, whose answers never come by
        themselves, or that has long had no worker."""
        asked = since = time.monotonic()
        alone = False
        while not self._over.wait(LOOK_S):
            now = time.monotonic()
            if self._client.status == CLOSED:
                self._fail_all("was lost in the middle of the work; expected it to run")
            elif now >= asked + COUNT_S:
                asked, count = now, self._count_workers()
                if count == 0 and not alone:
                    alone, since = True, now
                    tell_user(
                        f"{OPTION}: all workers are gone (their logs say why); "
                        "others are waited for"
                    )
                elif count and alone:
                    alone = False
                    tell_user(f"{OPTION}: goes on with {count} worker{'s' if count > 1 else ''}")
                elif alone and now >= since + NOBODY_S:
                    minutes = round(NOBODY_S / 60)
                    self._fail_all(f"has had no worker for {minutes} minutes; expected one or more")

    def _fail_all(self, what: str) -> None:
        for made in tuple(self._awaited):
            self._fail(made, what)

    def _count_workers(self) -> int | None:
        """How many there are; None: the scheduler doesn't say."""
        with contextlib.suppress(Exception):  # it is being lost, which is seen by its status
            return len(self._client.sync(self._client.scheduler.ncores, callback_timeout=WAIT_S))
        return None


def _why(error: BaseException) -> str:
    """What Dask says of a task that no worker could do, in a sentence."""
    kind, words = type(error).__name__, " ".join(str(error).split())
    if kind == "KilledWorker":
        tries = getattr(error, "allowed_failures", 3) + 1
        return (
            f"lost {tries} workers one after another at the same piece of work; expected them to "
            "run (a worker's log says why it ended; one that needs too much memory is killed)"
        )
    if isinstance(error, ImportError):
        return (
            f"has a worker that can't import this program ({words}); expected it to be started in "
            "the program's folder with python -m dask"
        )
    return f"didn't do the work ({kind}: {words}); expected a result"


# -- on a worker -----------------------------------------------------------------------------------


def work(data: bytes, expected: Mapping[str, str]) -> bytes:
    """Do the work on the task that ``data`` holds: its result, and what it raised, if anything."""
    with _working:
        try:
            _check_same(expected)
            function, tasks, named = pickle.loads(data)
            return pickle.dumps((function(*tasks, **named), None))
        except Exception as error:
            return _pack_error(error)


def _pack_error(error: Exception) -> bytes:
    """An error with its traceback in words, for the log over there."""
    if not isinstance(error, RefusedError):
        error.add_note("".join(traceback.format_exception(error)))
    try:
        packed = pickle.dumps((None, error))
        pickle.loads(packed)
    except Exception:
        return pickle.dumps((None, RuntimeError(repr(error))))
    return packed


def _check_same(expected: Mapping[str, str]) -> None:
    """Raises RefusedError where this worker's results might differ from those over there."""
    ours, worker = circumstances(), f"a worker in {ROOT} on {platform.node()}"
    if not isinstance(expected, Mapping) or ours["sources"] != expected["sources"]:
        raise RefusedError(
            OPTION, f"{worker} has other sources than ours; expected the same program"
        )
    for name in PACKAGES:
        if ours[name] != expected[name]:
            raise RefusedError(
                OPTION, f"{worker} has {name} {ours[name]}; expected {expected[name]}, as here"
            )
    if ours[FLOATS] != expected[FLOATS]:
        if expected[FLOATS] == STRICT:
            how = f"expected it to be started with {STRICT_FLOAT}=1 in its environment"
        else:
            how = "expected --strict-float here, too"
        raise RefusedError(OPTION, f"{worker} adds floats in another order than here; {how}")
