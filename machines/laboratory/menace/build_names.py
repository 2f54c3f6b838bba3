"""Which boxes are meant by a name that a builder types; imports nothing heavy."""

from devices.refusal import RefusedError

BUILDS = ("304", "287", "287L", "287W", "second")
"""287 is Michie's number; of its two readings 287L is the published one."""
_NAMES = {"287": "287L", **{name.lower(): name for name in BUILDS if name != "287"}}


def read_boxes(text: str, where: str) -> str:
    """The name of a build (machines.menace.build).  Raises RefusedError."""
    if text.lower() not in _NAMES:
        raise RefusedError(where, f"{text!r} is no build; expected {', '.join(BUILDS)}")
    return _NAMES[text.lower()]
