"""The positions that one ply leads to, as bars: what each is worth to whoever moves there."""

from dataclasses import dataclass

WIDE, HIGH = 566.0, 198.0
MOST = 40
"""Bars that find room; of more the last are left out."""


@dataclass(frozen=True)
class SuccessorBarsState:
    """One bar a legal move, in the order in which they are drawn (best first reads best)."""

    moves: tuple[str, ...] = ()
    """As they are written: ``Nf3``."""
    values: tuple[float, ...] = ()
    """0 to 1; as many as moves."""
    chosen: int = -1
    """The move made or about to be made."""
    pointed: int = -1
    """The bar under the pointer or looked at."""
