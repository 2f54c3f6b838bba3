"""The same work on a Dask cluster (the extra ``cluster``): what ``--scheduler`` means.

Scheduler and workers are Dask's own, started by whoever has the computers, all of them in a folder
with this very program (``python -m`` lets them find it); docs/cluster.md has the commands.
Work is code: whoever reaches a scheduler that asks for no certificate runs what they like on its
workers.  So both are started with TLS (machines/laboratory/study/cluster.py).

What goes out is bytes (the function's name and its task), what comes back is bytes, and a worker
points its kernels' cache at its own folder before it imports anything of ours.  A worker whose
sources or numerical packages differ from ours refuses: its results might not be those of here.

The scheduler is asked who it is before Dask's client is made, because the client retries, and may
wait for ever for one that answers in another protocol.  What is wrong then is told in a sentence.
"""

import asyncio
import contextlib
import functools
import hashlib
import importlib
import importlib.metadata
import json
import logging
import os
import pickle
import platform
import socket
import ssl
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

from devices.refusal import RefusedError
from machines.kernels.kernel_cache import STRICT_FLOAT, strict_float
from machines.storage.files import file_exists, read_file
from machines.storage.program import ROOT, lacks
from machines.storage.telling import tell_user

# -- the way to a cluster --------------------------------------------------------------------------

WAIT_S = 10
"""So long a scheduler may take to answer, and workers to be there."""
OPTION, CERTIFICATES = "--scheduler", "--certificates"
CERTIFICATE, KEY, AUTHORITY = "cert.pem", "key.pem", "ca.pem"
"""Of scheduler, workers and us; without an authority the certificate is its own."""
TLS = "DASK_DISTRIBUTED__COMM__TLS__"
"""Dask reads its settings from the environment."""
MOST_BYTES = 1 << 20
"""Of a scheduler's file, which names each worker."""


# -- certificates ----------------------------------------------------------------------------------


def use_certificates(folder: Path, scheduler: str | None) -> None:
    """Have Dask speak TLS, and nothing else, with the certificate and the key in a folder.

    Raises RefusedError where one is missing or not to be used, or there is no scheduler.
    """
    if scheduler is None:
        raise RefusedError(CERTIFICATES, "are a cluster's; expected --scheduler as well")
    for file in (CERTIFICATE, KEY):
        if not (folder / file).is_file():
            raise RefusedError(CERTIFICATES, f"{folder} has no {file}; expected it there")
    authority = AUTHORITY if (folder / AUTHORITY).is_file() else CERTIFICATE
    _try_certificates(folder, authority)
    names = {"CA_FILE": authority, "CLIENT__CERT": CERTIFICATE, "CLIENT__KEY": KEY}
    for name, file in names.items():
        os.environ[f"{TLS}{name}"] = str((folder / file).resolve())
    os.environ["DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION"] = "True"
    if (dask := sys.modules.get("dask")) is not None:  # else it reads them when it comes in
        dask.config.refresh()


def _try_certificates(folder: Path, authority: str) -> None:
    """Raises RefusedError for files that TLS can't use."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    try:
        context.load_verify_locations(folder / authority)
    except (ssl.SSLError, OSError) as error:
        why = f"{folder / authority} is no certificate ({_short(error)}); expected one as PEM"
        raise RefusedError(CERTIFICATES, why) from None
    try:
        context.load_cert_chain(folder / CERTIFICATE, folder / KEY, password=lambda: "")
    except (ssl.SSLError, OSError, ValueError) as error:
        why = f"{folder / KEY} doesn't go with {CERTIFICATE} ({_short(error)}); expected its key"
        raise RefusedError(CERTIFICATES, f"{why}, without a password") from None


# -- the scheduler ---------------------------------------------------------------------------------


def find_address(scheduler: str) -> str:
    """The address that ``--scheduler`` gives, or that the file has.  Raises RefusedError."""
    path = Path(scheduler)
    is_address = "://" in scheduler or scheduler.rpartition(":")[2].isdecimal()
    if not file_exists(path):
        if scheduler.endswith(".json"):
            raise RefusedError(OPTION, f"there is no file {scheduler}; expected a scheduler's")
        if not is_address:
            why = f"{scheduler!r} is no address; expected such as tls://HOST:8786, or a file"
            raise RefusedError(OPTION, why)
        return scheduler
    try:
        found = json.loads(read_file(path, MOST_BYTES))
    except (ValueError, RecursionError):
        found = None
    address = found.get("address") if isinstance(found, dict) else None
    if not isinstance(address, str) or "://" not in address:
        why = f"{scheduler} has no scheduler's address; expected what --scheduler-file wrote"
        raise RefusedError(OPTION, why)
    return address


def ask_scheduler(distributed: Any, address: str) -> tuple[str, dict[str, Any]]:
    """The address as Dask wants it, and what the scheduler says of itself.

    Raises RefusedError where nobody answers, or one who is no scheduler of this version, or TLS is
    expected on one side only or with another certificate.
    """
    arguments = _connection_arguments(distributed)
    encrypted = bool(arguments.get("require_encryption"))
    if "://" not in address:
        address = f"{'tls' if encrypted else 'tcp'}://{address}"
    is_tls = address.startswith(("tls://", "wss://"))
    if is_tls and arguments.get("ssl_context") is None:
        why = f"{address} asks for a certificate; expected {CERTIFICATES} FOLDER too"
        raise RefusedError(OPTION, why)
    if encrypted and not is_tls:
        why = f"{address} isn't encrypted, as {CERTIFICATES} (or Dask's own settings) ask for"
        raise RefusedError(OPTION, f"{why}; expected tls://..., a scheduler with --protocol tls")
    try:
        says = asyncio.run(_ask(distributed, address, arguments))
    except Exception as error:  # whatever; it depends on Dask's version and on who is there
        raise RefusedError(OPTION, _no_answer(address, error)) from None
    if not isinstance(says, dict) or says.get("type") != "Scheduler":
        kind = says.get("type") if isinstance(says, dict) else None
        why = f"{address} is a {str(kind or 'stranger').lower()}'s; expected a scheduler's address"
        raise RefusedError(OPTION, why)
    version, ours = says.get("version"), distributed.__version__
    if version != ours:
        why = f"{address} has Dask {version}; expected {ours}, as here"
        raise RefusedError(OPTION, why)
    return address, says


def _connection_arguments(distributed: Any) -> dict[str, Any]:
    """What Dask's settings say of TLS.  Raises RefusedError if they can't be used."""
    try:
        found: dict[str, Any] = distributed.Security().get_connection_args("client")
    except (OSError, ValueError, TypeError) as error:
        why = f"Dask's settings of TLS can't be used ({_short(error)}); expected its PEM files"
        raise RefusedError(OPTION, why) from None
    return found


async def _ask(distributed: Any, address: str, arguments: dict[str, Any]) -> Any:
    scheduler = distributed.rpc(address, timeout=WAIT_S, connection_args=arguments)
    try:
        says = await asyncio.wait_for(scheduler.identity(), WAIT_S)
        if isinstance(says, dict) and says.get("type") == "Scheduler":
            versions = await asyncio.wait_for(scheduler.versions(), WAIT_S)
            says["version"] = versions["packages"]["distributed"]
        return says
    finally:
        await scheduler.close_rpc()


def _no_answer(address: str, error: BaseException) -> str:
    """Why there was no answer, in a sentence."""
    causes = [error]
    while (before := causes[-1].__cause__ or causes[-1].__context__) is not None:
        causes.append(before)
    short = _short(causes[-1])
    if "wrong version" in short:  # of TLS: the answer was none
        return f"{address} doesn't speak TLS; expected a scheduler with --protocol tls"
    if any(isinstance(cause, ssl.SSLError) for cause in causes):
        return (
            f"{address} and we don't trust each other ({short}); expected the certificate and the "
            "key that the scheduler was started with"
        )
    if any(
        isinstance(why, TimeoutError | ConnectionRefusedError | socket.gaierror) for why in causes
    ):
        return f"nobody answers at {address} ({short}); expected a Dask scheduler that runs there"
    return (
        f"nobody answers at {address} as a scheduler does ({short}); expected a Dask scheduler's "
        f"address: tls://..., with {CERTIFICATES}, where it speaks TLS"
    )


def _short(error: BaseException) -> str:
    """What an error says, in one line."""
    if isinstance(error, ssl.SSLError) and error.reason:
        return str(getattr(error, "verify_message", "") or error.reason).lower().replace("_", " ")
    words = getattr(error, "strerror", None) or str(error) or "no answer in time"
    return " ".join(str(words).split())


# -- the work --------------------------------------------------------------------------------------

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
        raise RefusedError(OPTION, lacks("Dask", "cluster")) from None
    # Dask's own log is kept off standard error: what matters of it is told in a sentence.
    name = distributed.__name__
    for log in (name, *(log for log in logging.root.manager.loggerDict if log.startswith(name))):
        logging.getLogger(log).setLevel(logging.CRITICAL + 1)
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
        with contextlib.suppress(Exception):  # what that raises depends on Dask's version
            client.close(timeout=CLOSING_S)
        client.status = CLOSED
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
