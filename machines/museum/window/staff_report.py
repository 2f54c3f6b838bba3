"""What the staff page tells: games by room, health, what is wrong in the settings."""

from dataclasses import dataclass

OUTCOMES = ("won", "drawn", "lost", "plays", "learned")
"""The columns of its tables, as keys of the language's table [staff]."""


@dataclass(frozen=True)
class StaffRow:
    """A room's counts, in the order of :data:`OUTCOMES`."""

    title: str
    today: tuple[int, ...]
    year: tuple[int, ...]
    learned: str = ""  # What it learns by, as a key of [staff]; empty: it learns nothing here


@dataclass(frozen=True)
class StaffFact:
    """One thing of the museum's health."""

    name: str  # A key of [staff]
    value: str
    well: bool = True


@dataclass(frozen=True)
class StaffReport:
    """All that is told."""

    rows: tuple[StaffRow, ...] = ()
    health: tuple[StaffFact, ...] = ()
    problems: tuple[str, ...] = ()
    quiet: bool = False
