"""The museum as a user's service of systemd: its unit file, and what systemd is told.

systemd starts the supervisor (machines/museum/supervisor.py) when the graphical session is there,
and is told by it that the museum lives, by the protocol of sd_notify(3), a datagram of text lines;
where it no longer is, systemd ends both and starts them again.
"""

import contextlib
import os
import shutil
import socket
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from devices.refusal import RefusedError
from machines.storage.files import read_file, replace_file
from machines.storage.folders import make_folder
from machines.storage.program import AGAIN, NAME, environment_outside

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


# -- the unit


UNIT = "matchbox704.service"
MARK = "# Written by Matchbox 704."
"""The first line's beginning: a file without it is somebody else's."""
WATCHDOG_S = 60
"""After so long without a word systemd ends the service; the supervisor says one each second."""
TEXT = """\
{mark} `{name} service install` writes it anew, `{name} service remove` takes it away.

[Unit]
Description=Matchbox 704, a museum of the machines that first learned to play
After=graphical-session.target
PartOf=graphical-session.target
# It is never given up, however often it falls.
StartLimitIntervalSec=0

[Service]
Type=notify
NotifyAccess=main
ExecStart={command}
# The museum's window and worker both live, or its supervisor ends it; the supervisor lives, or:
WatchdogSec={watchdog}
TimeoutStartSec=60
# What is being played is written down first.
TimeoutStopSec=60
KillMode=mixed
# Closed by its staff (status 0) it stays closed until the next session.
Restart=on-failure
SuccessExitStatus=130 143
RestartSec=5
# From systemd 254 on; an older one waits five seconds each time.
RestartSteps=5
RestartMaxDelaySec=60

[Install]
WantedBy=graphical-session.target
"""


def unit_text(arguments: Sequence[str]) -> str:
    """The unit that runs this program with these arguments."""
    command = " ".join(_quoted(word) for word in (*AGAIN, *arguments))
    return TEXT.format(mark=MARK, name=NAME, command=command, watchdog=WATCHDOG_S)


def _quoted(word: str) -> str:
    """As systemd reads it: in quotes, no variable, no specifier."""
    for sign, instead in (("\\", "\\\\"), ('"', '\\"'), ("%", "%%"), ("$", "$$")):
        word = word.replace(sign, instead)
    return f'"{word}"'


def unit_path() -> Path:
    """Where the user's unit belongs."""
    home = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(home) / "systemd" / "user" / UNIT


def install_unit(text: str) -> tuple[Path, str]:
    """Write the unit and enable it: where it is, and what is left to do (empty: nothing).

    Raises RefusedError where there is no systemd, or another's file.
    """
    path = unit_path()
    _check(path)
    make_folder(path.parent)
    replace_file(path, text.encode())
    return path, _call("daemon-reload") or _call("enable", UNIT)


def remove_unit() -> tuple[Path, str]:
    """Stop the service and take its unit away; as :func:`install_unit`."""
    path = unit_path()
    _check(path)
    if not path.exists():
        raise RefusedError(str(path), f"there is no service; {NAME} service install writes it")
    left = _call("disable", "--now", UNIT)
    path.unlink()
    return path, _call("daemon-reload") or left


def _check(path: Path) -> None:
    if shutil.which("systemctl") is None:
        raise RefusedError(
            "service", "this system has no systemd; docs/curators.md says how it is done elsewhere"
        )
    if path.exists() and not read_file(path).startswith(MARK.encode()):
        raise RefusedError(str(path), "was not written by Matchbox 704; remove it by hand first")


def _call(*words: str) -> str:
    """What is to be typed by hand, because systemd did not do it; empty: it did."""
    line = ["systemctl", "--user", *words]
    try:
        done = subprocess.run(
            line,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            env=environment_outside(),
        )
    except (OSError, subprocess.SubprocessError) as error:
        return f"{' '.join(line)}   ({error})"
    return "" if done.returncode == 0 else f"{' '.join(line)}   ({done.stderr.strip()})"
