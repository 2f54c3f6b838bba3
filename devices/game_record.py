"""A finished game as text, to be taken along: all of it, and shorter forms of the same moves."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

Outcome = Literal["won", "drawn", "lost"]
"""What a game came to for one of the two."""
OUTCOMES: Mapping[int, Outcome] = {1: "won", 0: "drawn", -1: "lost"}
"""By its score."""
SCORES: Mapping[str, int] = {word: score for score, word in OUTCOMES.items()}
RESULTS: Mapping[int, str] = {1: "1-0", -1: "0-1", 0: "1/2-1/2"}
"""As PDN and PGN write a score of the side whose figure stands first."""

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


def score_of(result: str) -> int:
    """The score of a game that was written down so; 0 for one that isn't over."""
    return next((score for score, text in RESULTS.items() if text == result), 0)
