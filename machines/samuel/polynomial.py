"""The scoring polynomial: which terms, with which signs and powers of two.

A board's score for the side to move is 64 times::

    weight of piece advantage * piece advantage  +  sum of  coefficient * term

all of them integers.  A *term* is taken for the side to move and is positive when it is good for
that side: the difference of the two sides' ratings on the same board (nobody's turn matters to a
rating), own rating less the other's for a thing that is good to have, the other's less the own for
DENY, which is bad to have (docs/sources/samuel.md item 21; Appendix C credits the ratings of both
MOB and DENY to the passive side, by which a positive coefficient would reward being hemmed in).
That is the manner of the rote program, :attr:`Manner.TOGETHER`; the generalization programs take
their terms as Appendix C says, :attr:`Manner.BY_TURNS`, and learn the signs.

*Piece advantage* (item 9).  With a the material of the side to move and p that of the other, man 2
and king 3::

    (a - p) * (128 - (a + p))

which is 0 when the sides are even, grows with a (by 128 - 2a - 1 a unit), falls with p, and is the
larger for the same difference the fewer pieces there are: it trades when ahead and avoids trades
when behind.  Its *weight* is 2**(P - 2), with 2**P the largest power of two that is not above the
largest coefficient in magnitude (at least 1): one man, which is at least 160 among men, outweighs
40 counts of the leading term.  By turns it is 2**(P - 5), five counts: most parameters there are 0,
1 or 2, so that with 40 no term but piece advantage would ever decide anything.  Measured, after 60
to 100 games of the second series from four seeds: with 2**(P - 2) Alpha scored 0.50 against his
own start and 0.57 against piece advantage alone, with 2**(P - 4) 0.64 and 0.57, with 2**(P - 5)
0.80 and 0.63, with 2**(P - 6), where men are given away, 0.99 and 0.51.  The formula and the
weights are ours; the paper gives neither, only that the term comes first.

:mod:`machines.samuel.term_table` gives each term's rating in words.
"""

import enum
from dataclasses import dataclass, replace
from typing import Self

from devices.annotations import check_within
from devices.refusal import RefusedError
from machines.samuel import search_frames, term_table

PIECE_ADVANTAGE = term_table.PIECE
TERMS = term_table.TERMS
BY_NUMBER = term_table.BY_NUMBER

LARGEST_POWER = 18
"""Coefficients go from -2**18 to 2**18 (Appendix C)."""
MOST_TERMS = 16
"""Beside piece advantage: as many as the paper's generalization program used at once."""
LARGEST_WEIGHT = 2 ** (LARGEST_POWER - 2)


LEADING_1959 = (
    ("MOC2", -1, 18),
    ("KCENT", 1, 16),
    ("MOC4", -1, 14),
    ("MODE3", -1, 13),
    ("DEMMO", -1, 11),
    ("MOVE", 1, 8),
    ("ADV", -1, 8),
    ("MODE2", -1, 8),
    ("BACK", -1, 6),
    ("CNTR", 1, 5),
    ("THRET", 1, 5),
    ("MOC3", 1, 4),
)
"""Term, sign, power of two (Appendix C, "Evaluation polynomial")."""


@dataclass(frozen=True)
class Weight:
    """A term of a polynomial with its coefficient."""

    name: str
    coefficient: int

    def __str__(self) -> str:
        """``DENY +8``: the sign and the power of two; else the coefficient after an equals sign."""
        size = abs(self.coefficient)
        if size and size & (size - 1) == 0:
            return f"{self.name} {'-' if self.coefficient < 0 else '+'}{size.bit_length() - 1}"
        return f"{self.name} ={self.coefficient}"


class Manner(enum.IntEnum):
    """How the terms of a polynomial are taken."""

    TOGETHER = search_frames.TOGETHER
    """The ratings of both sides on the board that is scored; positive is good for its side."""
    BY_TURNS = search_frames.BY_TURNS
    """Appendix C to the letter: the parameter as it is less the parameter a move earlier, each
    side's thus as it stood when that side had moved, credited to the side that waits (item 34)."""


BELOW_LEADER = {Manner.TOGETHER: 2, Manner.BY_TURNS: 5}
"""By how many powers of two the weight of piece advantage stands below the leading coefficient."""


@dataclass(frozen=True)
class Polynomial:
    """Terms in their order, each name once; piece advantage comes before them."""

    weights: tuple[Weight, ...] = ()
    manner: Manner = Manner.TOGETHER
    piece_weight: int | None = None
    """The weight of piece advantage if it was set by hand; None: as above."""

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        names = [weight.name for weight in self.weights]
        if len(names) > MOST_TERMS or len(set(names)) < len(names) or set(names) - set(TERMS):
            raise ValueError(f"{len(names)} terms, some twice or unknown")
        most = 1 << LARGEST_POWER
        check_within(-most, most, coefficients=[weight.coefficient for weight in self.weights])
        check_within(-most, most, piece_weight=self.piece_weight or 0)

    @classmethod
    def standard(cls) -> Self:
        """The rote polynomial: denial of occupancy, mobility, center control with advancement.

        The paper says that the four terms decrease in this order after piece advantage; the powers
        8, 6 and 4 are ours.
        """
        return cls((Weight("DENY", 1 << 8), Weight("MOB", 1 << 6), Weight("CENT+ADV", 1 << 4)))

    @classmethod
    def pieces(cls) -> Self:
        """Piece advantage alone."""
        return cls()

    @classmethod
    def paper(cls) -> Self:
        """The leading twelve terms of the second series after 42 games (Appendix C), by turns."""
        weights = (Weight(name, sign << power) for name, sign, power in LEADING_1959)
        return cls(tuple(weights), Manner.BY_TURNS)

    @property
    def advantage_weight(self) -> int:
        """What piece advantage is multiplied by."""
        if self.piece_weight is not None:
            return self.piece_weight
        largest = max((abs(weight.coefficient) for weight in self.weights), default=0)
        return 1 << max(0, largest.bit_length() - 1 - BELOW_LEADER[self.manner])

    def coefficient(self, name: str) -> int:
        """The coefficient of a term, 0 if it isn't in the polynomial."""
        return next((w.coefficient for w in self.weights if w.name == name), 0)

    def with_term(self, name: str, sign: int, power: int, where: str = "") -> "Polynomial":
        """This polynomial with the coefficient ``sign * 2**power`` for the term ``name``.

        Raises RefusedError for an unknown term, a power outside 0..18 or a 17th term.
        """
        if sign not in (-1, 1) or not 0 <= power <= LARGEST_POWER:
            raise RefusedError(
                where, f"{name}: expected a sign and a power of two from 0 to {LARGEST_POWER}"
            )
        return self.with_coefficient(name, sign << power, where)

    def with_coefficient(self, name: str, coefficient: int, where: str = "") -> "Polynomial":
        """This polynomial with ``coefficient`` for the term ``name``, which keeps its place.

        A term that isn't in it yet comes last.  Raises RefusedError as :meth:`with_term`.
        """
        if name not in TERMS:
            raise RefusedError(
                where, f"there is no term {name}; expected one of {', '.join(TERMS)}"
            )
        if abs(coefficient) > 1 << LARGEST_POWER:
            raise RefusedError(
                where, f"{name} {coefficient}; expected at most {1 << LARGEST_POWER} either way"
            )
        new = Weight(name, coefficient)
        if any(weight.name == name for weight in self.weights):
            kept = tuple(new if weight.name == name else weight for weight in self.weights)
            return replace(self, weights=kept)
        if len(self.weights) == MOST_TERMS:
            raise RefusedError(where, f"{name} would be term {MOST_TERMS + 1} of {MOST_TERMS}")
        return replace(self, weights=(*self.weights, new))

    def with_piece_weight(self, weight: int, where: str = "") -> "Polynomial":
        """This polynomial with that weight of piece advantage.  Raises RefusedError."""
        if not 0 <= weight <= LARGEST_WEIGHT:
            raise RefusedError(
                where, f"piece advantage {weight}; expected a weight of 0 to {LARGEST_WEIGHT}"
            )
        return replace(self, piece_weight=weight)

    def __str__(self) -> str:
        """``DENY +8, MOB +6, CENT+ADV +4``."""
        return ", ".join(map(str, self.weights))
