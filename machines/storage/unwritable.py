"""Places that can't be written: on a disk that is read-only, broken or full, or somebody else's."""

import errno

from devices.refusal import RefusedError

ERRORS = (
    errno.EROFS, errno.EACCES, errno.EPERM, errno.EIO, errno.ENOSPC, errno.EDQUOT,
)  # fmt: skip
"""Of the system; others say that the place's name is wrong."""


class UnwritableError(RefusedError):
    """The place may be right, but nothing can be written there now."""


def refusal_from_error(where: object, what: str, error: Exception) -> RefusedError:
    """The refusal to raise for what the system said about a place."""
    kind = UnwritableError if getattr(error, "errno", None) in ERRORS else RefusedError
    return kind(str(where), f"{what}: {getattr(error, 'strerror', None) or error}")
