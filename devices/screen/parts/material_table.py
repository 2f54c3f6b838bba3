"""A sheet on the wall: what material is worth by the paper's Table 5.1 and by our own weights."""

from dataclasses import dataclass

SIZE = (690.0, 520.0)


@dataclass(frozen=True)
class Learned:
    """What a database says of one pattern (columns of Table 5.1)."""

    weight: float
    updates: int
    variance: float
    """Sum of the changes of the weight."""
    age: int
    """In games."""


@dataclass(frozen=True)
class MaterialRow:
    """A material pattern; what isn't in a database is None."""

    material: tuple[int, int, int, int, int]
    """Differences of P, N, B, R, Q."""
    traditional: int
    """In pawns."""
    theirs: Learned | None = None
    """As the paper printed it."""
    ours: Learned | None = None


@dataclass(frozen=True)
class MaterialTableState:
    """All lines of the table (19 in the paper)."""

    rows: tuple[MaterialRow, ...] = ()
    games: int = 0
    """After which ours were learned."""
