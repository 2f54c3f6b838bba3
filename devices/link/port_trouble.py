"""Why a port can't be opened or was lost, in words for the user.

pyserial tells by exceptions of many kinds (its own with and without a number, the system's, a
terminal's, a socket's inside one of its own); here they become one sentence each.
"""

import errno
import sys
from pathlib import Path

NO_SUCH = frozenset({errno.ENOENT, errno.ENOTDIR})
NOTHING_BEHIND = frozenset({errno.ENXIO, errno.ENODEV, errno.EIO})
BUSY = frozenset({errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK})
FORBIDDEN = frozenset({errno.EACCES, errno.EPERM})
NO_TERMINAL = frozenset({errno.ENOTTY, errno.EINVAL, errno.EISDIR})


class PortError(Exception):
    """A port that can't be opened, or isn't there any more; the text is for the operator."""


def opening_trouble(url: str, error: BaseException) -> PortError:
    """Why ``url`` could not be opened."""
    if "://" in url:
        return PortError(_far_trouble(error))
    number = _number(error)
    if number in NO_SUCH:
        return PortError(
            "no such port; expected a serial port, a pseudo-terminal or a pyserial URL"
        )
    if number in BUSY:
        return PortError("busy: another program has it open; close that one")
    if number in FORBIDDEN:
        return PortError(_permission(url))
    if number in NOTHING_BEHIND:
        return PortError("there is no device behind it")
    if number in NO_TERMINAL or "configure port" in str(error):
        return PortError("not a serial port; expected one, or a pseudo-terminal")
    return PortError(f"can't be opened: {error}")


GONE = "the port is gone: was the cable pulled?"


def _permission(path: str) -> str:
    group = _group(path)
    if group is None:
        return "no permission to open it"
    return (
        f"no permission: it belongs to group {group}, and you don't; add yourself"
        f" (sudo usermod -aG {group} $USER) and log in again"
    )


def _group(path: str) -> str | None:
    """The name of the group that may open a device; None where there are no groups."""
    if sys.platform == "win32":
        return None
    import grp

    gid = Path(path).stat().st_gid
    try:
        return grp.getgrgid(gid).gr_name
    except KeyError:
        return str(gid)


def _far_trouble(error: BaseException) -> str:
    cause = error.__context__ or error.__cause__ or error
    if isinstance(cause, ConnectionRefusedError):
        return "nobody answers at that address: connection refused"
    if isinstance(cause, TimeoutError):
        return "nobody answers at that address: timed out"
    if isinstance(cause, TypeError):  # pyserial compares a port that isn't there
        return "an address without a port; expected SCHEME://HOST:PORT"
    return f"can't be opened: {cause}"


def _number(error: BaseException) -> int | None:
    """The system's number for it, from the exception or from the one that it came of."""
    for cause in (error, error.__cause__, error.__context__):
        number = getattr(cause, "errno", None)
        if number is None and cause is not None and cause.args and isinstance(cause.args[0], int):
            number = cause.args[0]  # termios.error
        if isinstance(number, int):
            return number
    return None
