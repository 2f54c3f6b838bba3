"""A printed value."""

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Printed(Generic[T]):
    """A value as a paper has it."""

    value: T
    where: str
    """Page, and table, figure or section: "p. 219, second series"."""
    line: int = 0
    """Of the scan, from 1; 0: not in its text, but drawn in a figure, or derived."""
    quote: str = ""
    """The words there, short; without a line: how it was read off the figure, or derived."""
    said: str = ""
    """The value in the paper's own words; empty: as it is written by :meth:`__str__`."""
    scan: str = ""
    """Of the line; empty: its file's ``SCAN``."""

    def __str__(self) -> str:
        """As the report shows it.  With a line of the scan it stands in the quote."""
        return self.said or written(self.value)


def written(value: object) -> str:
    """A number as the report shows it: 1,039; 0.0839.  Anything else is text."""
    if isinstance(value, float):
        return f"{value:,.6g}" if abs(value) < 1_000 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
