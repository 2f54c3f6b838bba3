"""Samuel's learning by generalization the slow obvious way: fractions and sentences.

Written from the paper's words ("Polynomial modification procedure", "Instabilities", "Term
replacement", "Second series of tests") and sharing no code with the museum's.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction


def times_used_number(n: int) -> int:
    """ "Using 16 for N until N equals 32, whereupon 32 is used until N equals 64, et cetera"."""
    if n < 32:
        return 16
    if n < 64:
        return 32
    if n < 128:
        return 64
    if n < 256:
        return 128
    return 256


def correlation(plays: Iterable[tuple[bool, int]]) -> Fraction:
    """C after plays: whether the signs agreed, and what the change is multiplied by."""
    c = Fraction(0)
    for n, (agrees, weight) in enumerate(plays, start=1):
        change = -(c - 1 if agrees else c + 1) / times_used_number(n)
        # Rounded far below what a test looks at: exact fractions grow by 8 bits a play.
        c = Fraction(round((c + weight * change) * 2**80), 2**80)
    return c


def coefficients(correlations: list[float]) -> list[int]:
    """By the rule of Appendix C's table: the power is 18 |C| / Cmax to the nearest."""
    largest = max(abs(c) for c in correlations)
    found = []
    for c in correlations:
        if c == 0:
            found.append(0)
            continue
        power = int(18 * abs(c) / largest + 0.5)
        found.append(2**power if c > 0 else -(2**power))
    return found


@dataclass
class Term:
    """A term of the polynomial."""

    name: str
    c: Fraction = Fraction(0)
    used: int = 0
    tally: int = 0


@dataclass
class Learner:
    """The learning step on plain numbers: no boards, only the terms' values on them."""

    terms: list[Term]
    reserve: list[str]
    second: bool = False
    """The second series' selection, tally limit and span ((a), (b) and (c))."""
    started: bool = False
    kept: tuple[int, dict[str, int]] | None = None
    """Piece advantage and the values on the remembered board."""
    gone: list[str] = field(default_factory=list)

    def coefficients(self) -> dict[str, int]:
        """All equal until there is anything to tell them apart."""
        if all(term.c == 0 for term in self.terms):
            return {term.name: 2**18 for term in self.terms}
        found = coefficients([float(term.c) for term in self.terms])
        return {term.name: c for term, c in zip(self.terms, found, strict=True)}

    def score(self, advantage: int, values: dict[str, int]) -> int:
        """The polynomial, with 2**13 for piece advantage, times 64."""
        total = 2**13 * advantage
        for name, coefficient in self.coefficients().items():
            total += coefficient * values[name]
        return 64 * total

    def play(
        self, advantage: int, values: dict[str, int], backed_up: int, then: int, sure: int
    ) -> int:
        """One play: this board and its backed-up score; what the changes were multiplied by.

        ``then`` is the piece advantage at the end of the foreseen line.
        """
        if self.kept is None:
            self.kept = (advantage, values)
            return 0
        was, old = self.kept
        minimum = Fraction(64 * sum(abs(c) for c in self.coefficients().values()), 16)
        initial = self.score(was, old)
        if abs(initial) < minimum:
            initial = 0
        delta = backed_up - initial
        if delta == 0 or abs(delta) < minimum:
            if not self.second:
                self.kept = (advantage, values)
            return 0
        weight = 4 if abs(delta) >= sure else 2 if was != then else 1
        coefficients = self.coefficients()
        any_changed = False
        for term in self.terms:
            value = old[term.name]
            if value == 0:
                continue
            term.used += 1
            contribution = coefficients[term.name] * value
            if self.second and delta > 0 and initial > 0 and contribution >= 0:
                continue
            if self.second and delta > 0 and initial < 0 and contribution <= 0:
                continue
            any_changed = True
            agrees = (value > 0 and delta > 0) or (value < 0 and delta < 0)
            change = -(term.c - 1 if agrees else term.c + 1) / times_used_number(term.used)
            term.c += weight * change
        if any_changed:
            self._replace()
        self.kept = (advantage, values)
        return weight

    def _replace(self) -> None:
        low = self.terms[0]
        for term in self.terms:
            if abs(term.c) < abs(low.c):
                low = term
        low.tally += 1
        if low.tally == (32 if self.second else 8):
            place = self.terms.index(low)
            self.gone.append(low.name)
            self.terms[place] = Term(self.reserve[0])
            self.reserve = [*self.reserve[1:], low.name]
