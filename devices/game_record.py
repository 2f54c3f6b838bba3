"""A finished game as text, to be taken along: all of it, and shorter forms of the same moves."""

from dataclasses import dataclass, replace

NO_DATE = "????.??.??"
"""Stands where the day belongs, until whoever knows it puts it in."""


@dataclass(frozen=True)
class GameRecord:
    """A game in the notation of its kind."""

    suffix: str
    """Of a file that holds it: ``.pdn``, ``.pgn``, ``.txt``."""
    forms: tuple[str, ...]
    """The whole text first; each later one is shorter, and holds the same moves."""
    moves: str
    """The moves alone, as they are lettered."""
    result: str
    """As the notation writes it."""

    def dated(self, day: str) -> "GameRecord":
        """The same with its day, ``2026.11.24``."""
        return replace(self, forms=tuple(form.replace(NO_DATE, day) for form in self.forms))
