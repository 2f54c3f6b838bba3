"""Places in refusals and one-string contents, which all media share."""

import base64
import binascii
from typing import Self

from devices.refusal import RefusedError


class Unchanging:
    """A value that never changes: every snapshot may share it."""

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self


def place(*parts: str) -> str:
    """A place in a refusal: ``place("opening.txt", "column 3")``; empty parts are left out."""
    return ", ".join(part for part in parts if part)


def bytes_of_base64(body: str, name: str) -> bytes:
    """The bytes in base64.  Raises RefusedError if it isn't."""
    try:
        return base64.b64decode(body, validate=True)
    except (binascii.Error, ValueError):
        raise RefusedError(name, "expected base64 after the first line") from None
