"""The error log: what went wrong, in the data folder, in files that don't grow without end.

Kernels may be imported that early.  Each is also written to standard error.
"""

import contextlib
import logging
import logging.handlers
import threading
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO

from machines.storage.folders import free_file_place, open_private
from machines.storage.telling import tell_user

# -- Holds warnings from before the error log is open, and hands them to it ------------------------

MOST = 100
"""Records that are kept, the first."""


class EarlyLog(logging.Handler):
    """Of one process, until its error log (machines/storage/error_log.py) takes over."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        if len(self.records) < MOST:
            self.records.append(record)
        tell_user(self.format(record))


@contextlib.contextmanager
def early_log() -> Iterator[None]:
    """Keep what is said meanwhile, until the log is begun."""
    handler = EarlyLog()
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)


# -- error log -------------------------------------------------------------------------------------

NAME = "errors.log"
BYTES = 1 << 20
FILES = 5
SUPERVISOR_NAME = "supervisor.log"


class _PrivateLog(logging.handlers.RotatingFileHandler):
    def _open(self) -> IO[str]:  # type: ignore[override]
        return open(self.baseFilename, self.mode, encoding=self.encoding, opener=open_private)


def start_log(folder: Path, name: str = NAME) -> Path:
    """Write warnings and errors of the whole program to ``folder``, those of before, too; the
    file's path.

    Exceptions that nobody caught, in any thread, go there with their traceback.  Two processes
    must not share a ``name``: each would rotate the file away under the other.
    """
    path = folder / name
    root = logging.getLogger()
    for handler in [handler for handler in root.handlers if getattr(handler, "matchbox704", False)]:
        root.removeHandler(handler)
        handler.close()
    handler = _PrivateLog(path, maxBytes=BYTES, backupCount=FILES - 1, encoding="utf-8", delay=True)
    handler.matchbox704 = True  # type: ignore[attr-defined]
    handler.setLevel(logging.WARNING)
    handler.setFormatter(
        logging.Formatter("%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s")
    )
    root.addHandler(handler)
    logging.raiseExceptions = False  # a full disk has no room for the log either: go on without
    threading.excepthook = _in_thread
    for number in range(FILES):
        free_file_place(folder / (f"{name}.{number}" if number else name))
    for early in [early for early in root.handlers if isinstance(early, EarlyLog)]:
        root.removeHandler(early)  # what was said so far
        for record in early.records:
            handler.handle(record)
    return path


def _in_thread(args: threading.ExceptHookArgs) -> None:
    if args.exc_type is SystemExit:
        return
    name = args.thread.name if args.thread else "a thread"
    write(f"in {name}", args.exc_type, args.exc_value, args.exc_traceback)
    tell_user(f"{name}: {args.exc_value!r}; see the error log")


def write(
    what: str,
    kind: type[BaseException],
    error: BaseException | None,
    traceback: TracebackType | None,
) -> None:
    """One exception with its traceback."""
    logging.getLogger("matchbox704").error(
        "%s", what, exc_info=(kind, error, traceback) if error is not None else None
    )
