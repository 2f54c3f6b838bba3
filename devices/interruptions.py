"""The one ending of long work: Ctrl-C, a wish of the system, a terminal that is closed.

Each is a KeyboardInterrupt that knows its number, so that whatever keeps what is over at Ctrl-C
does so at ``kill``, at ``timeout``, at the end of a job of SLURM and of a lost connection too.
What was to be ignored when we were started (``nohup``) is ignored.
"""

import contextlib
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

ENDINGS = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")  # the last when Windows' console ends
    if hasattr(signal, name)
)


class Interrupted(KeyboardInterrupt):
    """Told to end, by that signal."""

    def __init__(self, number: int = signal.SIGINT) -> None:
        super().__init__(number)
        self.number = number


def _raise(number: int) -> None:
    raise Interrupted(number)


@contextmanager
def endings(heard: Callable[[int], None] = _raise) -> Iterator[None]:
    """Each puts its number into ``heard`` meanwhile; else it breaks off what is being done."""
    before = {}
    with contextlib.suppress(ValueError):  # not in the main thread: nobody can interrupt
        for number in ENDINGS:
            if signal.getsignal(number) is not signal.SIG_IGN:

                def hear(number: int, frame: FrameType | None) -> None:
                    del frame
                    heard(number)

                before[number] = signal.signal(number, hear)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def interruptions() -> Iterator[list[int]]:
    """An ending only puts its number into the list: nothing is broken off in the middle."""
    caught: list[int] = []
    with endings(caught.append):
        yield caught
