"""Holds warnings from before the error log is open, and hands them to it.

Kernels may be imported that early.  Each is also written to standard error.
"""

import contextlib
import logging
from collections.abc import Iterator

from machines.storage.telling import tell_user

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


def hand_over(log: logging.Handler) -> None:
    """Write what was said so far to the log that has begun."""
    root = logging.getLogger()
    for early in [one for one in root.handlers if isinstance(one, EarlyLog)]:
        root.removeHandler(early)
        for record in early.records:
            log.handle(record)
