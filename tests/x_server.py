"""X servers without a screen."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager


class XServer:
    """One that can be ended and started anew under the same name."""

    def __init__(self, size: tuple[int, int], *options: str) -> None:
        self.options = ("-screen", "0", f"{size[0]}x{size[1]}x24", *options)
        reading, writing = os.pipe()
        self._serve("-displayfd", str(writing), telling=(writing,))
        os.close(writing)
        with os.fdopen(reading) as lines:
            self.name = f":{lines.readline().strip()}"

    def _serve(self, *which: str, telling: tuple[int, ...] = ()) -> None:
        self.server = subprocess.Popen(
            ["Xvfb", *which, *self.options],
            pass_fds=telling,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def begin(self) -> None:
        """Start it anew."""
        self._serve(self.name)

    def end(self) -> None:
        """Kill it."""
        self.server.kill()
        self.server.wait()


@contextmanager
def x_server(size: tuple[int, int] = (800, 600), *options: str) -> Iterator[str]:
    """The display's name, for as long as it is needed."""
    server = XServer(size, *options)
    try:
        yield server.name
    finally:
        server.end()


@contextmanager
def openbox(display: str) -> Iterator[None]:
    """A real window manager there, which gives windows a title."""
    own = {**os.environ, "DISPLAY": display}
    manager = subprocess.Popen(["openbox"], env=own, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        manager.terminate()
        manager.wait()
