"""What systemd is told of a service: the protocol of sd_notify(3), a datagram of text lines."""

import contextlib
import os
import socket
from collections.abc import Mapping

SOCKET = "NOTIFY_SOCKET"
"""In the environment: where to; a leading @ stands for an abstract name."""
OWN = (SOCKET, "WATCHDOG_USEC", "WATCHDOG_PID")
"""What systemd sets for the service's own process alone."""


def notify(text: str) -> None:
    """Tell it, where systemd has started this process: ``READY=1``, ``WATCHDOG=1``, ``STATUS=...``.

    Nothing is waited for; what can't be told is not told.
    """
    place = os.environ.get(SOCKET, "")
    if not place or not hasattr(socket, "AF_UNIX"):
        return
    address = f"\0{place[1:]}" if place.startswith("@") else place
    with (
        contextlib.suppress(OSError),
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line,
    ):
        line.setblocking(False)
        line.sendto(text.encode(), address)


def without_own(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment for a child of the service, which is not to speak for it."""
    return {name: value for name, value in environment.items() if name not in OWN}
