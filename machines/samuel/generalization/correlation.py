"""A term's correlation with delta: how often their signs agreed.

Delta is how much better the score of a remembered board has turned out (:mod:`.learner`).  Each
time the correlation of a term that wasn't 0 on that board is moved towards +1 if the term spoke for
Alpha and delta is positive, or against him and it is negative, and towards -1 if they disagree
(Samuel 1959, "Polynomial modification procedure" and "Instabilities")::

    C  =  C   -  (C    -/+ 1) / N
     N     N-1     N-1

where N is not quite how often the term has been used: 16 until that is 32, then 32 until 64, and so
on, never more than 256.  A new term thus starts as if it had been used 16 times and had shown no
correlation.

C is kept relative to the term itself and not to its contribution: a C below 0 is what the paper
calls "a corresponding reversal in the sign associated with the term", and the coefficient has its
sign (:mod:`.coefficients`).
"""

from dataclasses import dataclass

FEWEST = 16
"""N of a term that has been used fewer times than twice this."""
MOST = 256
"""N is never larger."""

PLAIN, PIECES_CHANGED, ALMOST_SURE = 1, 2, 4
"""What the change is multiplied by: as it is; when the piece ratio has changed; when delta means an
almost sure win or loss."""


def divisor(used: int) -> int:
    """N of the ``used``-th use (1 the first): the power of two below, 16 to 256."""
    return min(max(1 << (used.bit_length() - 1), FEWEST), MOST)


@dataclass
class TermRecord:
    """An active term's record; all but the name is 0 when it enters."""

    name: str
    correlation: float = 0.0
    """C, -1 to 1."""
    used: int = 0
    """How often the term wasn't 0 when the polynomial was corrected."""
    tally: int = 0
    """How often its correlation was the lowest of all."""
    adjusted: int = 0
    """How often its correlation was altered; behind ``used`` where a rule spared it."""

    def use(self) -> None:
        """Count one more use."""
        self.used += 1

    def adjust(self, agrees: bool, weight: int = PLAIN) -> None:
        """Move the correlation for the use that has just been counted.

        ``agrees``: whether the term's sign and delta's were the same.
        """
        end = 1.0 if agrees else -1.0
        self.correlation -= weight * (self.correlation - end) / divisor(self.used)
        self.adjusted += 1
