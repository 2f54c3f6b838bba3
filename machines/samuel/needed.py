"""What the checkers program needs from its operator before it can go on."""

from typing import NamedTuple


class Needed(NamedTuple):
    """A control to work, by its event's name, and the same in words."""

    control: str
    words: str
    reel: str = ""
    """Of a unit without a tape, what is to be mounted: ``memory``, ``next`` (a reel for the next
    memory tape) or ``book``."""


def words_of(needed: Needed | None) -> str:
    """In words; empty for nothing."""
    return needed.words if needed is not None else ""
