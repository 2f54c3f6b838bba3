"""From correlations to coefficients: signs and powers of two.

The term with the largest correlation, in magnitude, gets 2**18; the others "proportionate values",
which "are fixed at integral powers of 2, this power being defined by the ratio of the correlation
coefficients" (Samuel 1959).  How is said twice, and differently:

* The TABLE of Appendix C: the power is 18 |C| / Cmax, rounded.  It gives all of the twelve powers
  that are printed there, and is the rule.
* The TEXT: "if the ratio of two correlation coefficients is equal to or larger than n but less than
  n+1, ... then the ratio of the two term coefficients is set equal to 2**n".  Read with the leading
  term as one of the two: a term's power is 18 less the whole part of Cmax / |C|, and 0 where that
  would fall below.  So a second term that equals the leading one has 17.  From Appendix C's
  correlations this would make 18 17 17 17 17 16 16 16 15 15 15 14.

A term has its correlation's sign; one without any correlation has the coefficient 0, as if it
weren't there (a new term, until the first correction).

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

All terms are kept, those in reserve too, as what they are before any coefficient: so the score can
be computed again when coefficients or terms have changed since, without which learning oscillates
(Samuel 1959, "Instabilities").  Values are for Alpha, whoever moves on the board.

*Searched* (the second series' change (d)): instead of the board itself the one is taken to which "a
standard but rudimentary tree-search (terminated after the first non-jump move)" leads.  Its purpose
was that "errors due to impending jump situations were eliminated", so here each line ends at the
first board, from one ply on, on which no jump is pending; and as the score is that board's, so are
the terms.

The five changes of the second series ("Second series of tests") can be switched one by one; they
have letters (docs/sources/samuel.md, item 36):

    (a) selective     a positive delta corrects only terms whose sign was not the polynomial's
    (b) slow_entry    a term is replaced after 32 low tallies and not after 8
    (c) growing_span  the remembered board stays until delta has grown to the minimum
    (d) searched      the remembered board's score comes from a rudimentary search
    (e) majority      Beta adopts Alpha's polynomial only after a majority of wins

Every number here may be overridden by the operator.
"""

import enum
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Self

from devices.annotations import Within
from devices.refusal import RefusedError
from machines.exhibit.snapshot import LATER
from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import make, steps
from machines.samuel import terms
from machines.samuel.evaluation import other_side, values
from machines.samuel.lookahead import FORESEEN, LookAhead
from machines.samuel.polynomial import LARGEST_POWER, Polynomial
from machines.samuel.scores import SCORE_UNIT, unit_of
from machines.samuel.settings import ProgramSettings
from machines.samuel.term_table import TERMS

# -- A term's correlation with delta: how often their signs agreed ---------------------------------

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


# -- A remembered board of actual play, with its polynomial "in its entirety" ----------------------

AT_ONCE = 10**15
"""More microseconds of a 704 than any look-ahead takes, and a sample of the lamps that is none."""


@dataclass(frozen=True)
class Remembered:
    """What a board is worth to Alpha, term by term."""

    advantage: int
    """The piece-advantage term without its weight."""
    values: Mapping[str, int]
    """Each term without its coefficient; the kernels' counts (DIAV in halves)."""
    ended: int = 0
    """The score, if the rudimentary search saw the game's end; else 0."""

    def contributions(self, polynomial: Polynomial) -> tuple[int, ...]:
        """What piece advantage, and each term, adds to the score, in the look-ahead's units."""
        first = SCORE_UNIT * polynomial.advantage_weight * self.advantage
        return (
            first,
            *(
                weight.coefficient * self.values[weight.name] * int(unit_of(number_of(weight.name)))
                for weight in polynomial.weights
            ),
        )

    def score(self, polynomial: Polynomial) -> int:
        """The board's score by ``polynomial``, for Alpha."""
        return self.ended or sum(self.contributions(polynomial))


def number_of(name: str) -> int:
    """The number by which the kernels know a term."""
    return TERMS[name].number


def advantage(position: Position, black: bool) -> int:
    """The piece-advantage term of a board for one side, without its weight."""
    fa, ba, fp, bp = position.words()
    found = int(terms.advantage_of(terms.material(fa, ba), terms.material(fp, bp)))
    return found if position.black_to_move == black else -found


def before_the_last_step(position: Position, move: Move) -> tuple[Position, Position]:
    """The board after ``move``, and the one before its last single move or jump.

    A multiple jump is made of single jumps between which the other side passes.
    """
    before, now = position, position
    for single in steps(move):
        before = now
        now = other_side(now) if single is None else make(now, single)
    return now, before


def end_of_line(position: Position, line: Sequence[Move]) -> tuple[Position, Position]:
    """The board at the end of a line from ``position``, and the one before its last step."""
    now = before = position
    for move in line:
        now, before = before_the_last_step(now, move)
    return now, before


def as_it_stands(names: Sequence[str], position: Position, before: Position | None) -> Remembered:
    """A board with Alpha to move on it; ``before`` as the terms by turns want it."""
    found = values(names, position, before)
    return Remembered(
        advantage(position, position.black_to_move),
        {name: -value for name, value in zip(names, found, strict=True)},
    )


def rudimentary(settings: ProgramSettings) -> ProgramSettings:
    """The break points of the rudimentary search."""
    return replace(settings, minimum=1, quiet=1, jump=1, deeper=0, alpha_beta=0)


def searched(
    names: Sequence[str], position: Position, polynomial: Polynomial, settings: ProgramSettings
) -> tuple[Remembered, int]:
    """The board to which the rudimentary search leads from ``position``, on which Alpha moves.

    With it the 704's microseconds that the search takes.
    """
    look = LookAhead(rudimentary(settings), polynomial)
    look.begin(position)
    look.run(AT_ONCE, sample=AT_ONCE)
    decision = look.decision()
    end, before = end_of_line(position, decision.line)
    found = values(names, end, before)
    sign = -1 if end.black_to_move == position.black_to_move else 1
    ended = decision.score if abs(decision.score) >= FORESEEN else 0
    kept = {name: sign * value for name, value in zip(names, found, strict=True)}
    return Remembered(advantage(end, position.black_to_move), kept, ended), decision.us


# -- coefficients ----------------------------------------------------------------------------------


class PowerRule(enum.IntEnum):
    """How a power of two follows from a correlation."""

    TABLE = 0
    TEXT = 1


class Average(enum.IntEnum):
    """ "The average value of the coefficients" (section 10: the paper doesn't say which).

    Over both series MAGNITUDES is the likeliest, for the second alone POWERS
    (docs/research/samuel.md, Appendix C as one likelihood).
    """

    MAGNITUDES = 0
    """Ours: with signs the average can be 0 or negative, and then nothing is ever too small."""
    SIGNED = 1
    """Its magnitude is taken once the signed coefficients are summed."""
    POWERS = 2
    """2 to the average of their powers: a coefficient of the 704 may be kept as a shift, and then
    what can be averaged is the shifts.  A coefficient of 0 counts as a power of 0."""


def leader(correlations: Sequence[float]) -> int:
    """Which has the largest magnitude; the first of equals."""
    return max(range(len(correlations)), key=lambda k: (abs(correlations[k]), -k))


def lowest(correlations: Sequence[float]) -> int:
    """Which has the smallest magnitude; the first of equals."""
    return min(range(len(correlations)), key=lambda k: (abs(correlations[k]), k))


def powers(correlations: Sequence[float], rule: PowerRule = PowerRule.TABLE) -> tuple[int, ...]:
    """The power of two of each term, 0 to 18; of no meaning where the correlation is 0."""
    first = leader(correlations)
    largest = abs(correlations[first])
    if largest == 0:
        return (0,) * len(correlations)
    found = [_power(abs(correlation), largest, rule) for correlation in correlations]
    found[first] = LARGEST_POWER
    return tuple(found)


def _power(correlation: float, largest: float, rule: PowerRule) -> int:
    if rule is PowerRule.TABLE:
        return math.floor(LARGEST_POWER * correlation / largest + 0.5)
    # Compared before it is divided: the ratio to a tiny correlation has no floating point number.
    if correlation * LARGEST_POWER <= largest:
        return 0
    return LARGEST_POWER - math.floor(largest / correlation)


def coefficients(
    correlations: Sequence[float], rule: PowerRule = PowerRule.TABLE
) -> tuple[int, ...]:
    """The coefficient of each term: its correlation's sign and a power of two, or 0."""
    return tuple(
        0 if correlation == 0 else (-1 if correlation < 0 else 1) << power
        for correlation, power in zip(correlations, powers(correlations, rule), strict=True)
    )


def average(values: Sequence[int], kind: Average = Average.MAGNITUDES) -> float:
    """The average of coefficients, as the smallest delta that counts is taken from it."""
    if kind is Average.SIGNED:
        return abs(sum(values)) / len(values)
    if kind is Average.POWERS:
        return math.exp2(sum(math.log2(abs(value)) for value in values if value) / len(values))
    return sum(map(abs, values)) / len(values)


# -- Rules of the two learning series: their differences, and choices left open --------------------

ACTIVE_TERMS = 16
CHANGES = {
    "a": "selective",
    "b": "slow_entry",
    "c": "growing_span",
    "d": "searched",
    "e": "majority",
}
"""The second series' changes: the letter on the command line, the field of :class:`Rules`."""


class TallyRule(enum.IntEnum):
    """When a low tally is recorded."""

    EVERY_MOVE = 0
    """ "After each move", as the text has it."""
    EVERY_CORRECTION = 1
    """After each move that corrected the polynomial.  It is what the paper's counts agree with:
    412 corrections at a limit of 32 discarded 12 terms, and "no changes are made in the
    coefficients" while delta is small, which a new term would be."""


class Spared(enum.IntEnum):
    """What a positive delta corrects by (a) if the remembered score counted as zero."""

    NONE = 0
    """Nothing: such a polynomial is neither positive nor negative, and (a) is the only rule of the
    paper for which it could matter whether the score is "assumed to be zero"."""
    ALL = 1
    """Every term: a score of zero has no sign that a term would have to be opposite to."""
    OWN_SIGN = 2
    """The terms opposite to the sign that the score has, small as it is."""


class Ties(enum.IntEnum):
    """Who is ahead where material is equal on the board on which a game is cut, if anybody is."""

    ALPHA = 1
    """Alpha."""
    MOBILITY = 2
    """The side with the larger Total Mobility, Appendix C's MOB; a draw if they are equal."""


@dataclass(frozen=True)
class Rules:
    """One value holds all of them."""

    selective: bool = False
    slow_entry: bool = False
    growing_span: bool = False
    searched: bool = False
    majority: bool = False

    alternate: bool = False
    """Alpha's colour alternates from the first game, and Beta's first move is forced in every game
    in which Alpha is White; else both hold for games 1 to 14 only, all of them White (item 35)."""

    power_rule: PowerRule = PowerRule.TABLE
    average: Average = Average.MAGNITUDES
    """Of the coefficients: the smallest delta that counts (item 30)."""
    lowered: float = 0.875
    """The minimum delta times this when the score is searched: "it was possible to reduce the
    minimum delta limit by a small amount"; an eighth is ours."""
    tally: TallyRule = TallyRule.EVERY_CORRECTION
    tally_limit: int = 8
    """Low tallies at which a term is replaced ("usually set at 8") ..."""
    slow_limit: int = 32
    """... and with (b): "from one every eight moves to one every 32 moves"."""
    spared: Spared = Spared.ALL
    """By the likelihood of all that is printed of the second series ALL is likelier than NONE, by
    6.0 +- 2.8 if Appendix C counts uses, by 16 +- 4 if adjustments; OWN_SIGN by 5.2 in the first
    case only (docs/research/samuel.md, Appendix C as one likelihood)."""
    sure: int = 6
    """Material (man 2, king 3) that a delta must be worth, on the board as it is set up, to mean an
    almost sure win or loss: two kings, the lead at which the look-ahead gives a jump up, too."""
    marks: int = 3
    """Black marks at which the leading term's coefficient is made zero ("usually set at three")."""
    marks_forgiven: bool = True
    """Whether the marks are taken away when Beta adopts: the paper doesn't say, but they were got
    against a Beta who is no more, and the drastic change is "necessary on occasion" only.  With
    False every third loss costs Alpha his leading term, whatever he wins between them."""
    majority_of: Annotated[int, Within(1, 1_000)] = 3
    """With (e): Beta adopts after a game that Alpha wins, if he has won more than half of so many,
    the last ones, none from before the last adoption.  The paper doesn't say of how many."""
    no_adoption: tuple[int, int] | None = field(default=None, metadata=LATER)
    """The first and the last game after which Beta can't adopt, whatever Alpha won: "an error" kept
    him from it during part of the second series, and the paper doesn't say which."""
    ties: Ties | None = field(default=None, metadata=LATER)
    """Who has won a game that is cut with equal material; None: it is drawn.  The paper says only
    "a judgment made in terms of the final positions".  In the first series it is MOBILITY, in the
    second None: Alpha won 16 and lost 12 of all 28 games of the first, and of the second six were
    drawn, so that one rule for both gives the results of one of them badly.  By the likelihood of
    all that is printed of the first MOBILITY is 7.8 +- 2.3 likelier than draws, and not told apart
    from ALPHA (docs/research/samuel.md, Appendix C as one likelihood)."""
    longest: Annotated[int, Within(1, 1_000)] = 70
    """Plies after which a game is cut and adjudged; a multiple jump is one."""
    concedes: bool = True
    """A side that sees that it loses gives the game up, as Beta does in games 30 and 40."""

    @classmethod
    def first(cls) -> Self:
        """Those of the first series."""
        return cls(ties=Ties.MOBILITY)

    @classmethod
    def second(cls, without: str = "") -> Self:
        """Those of the second, but for the changes whose letters are in ``without``.

        Raises RefusedError for a letter that stands for none.
        """
        unknown = sorted(set(without) - set(CHANGES))
        if unknown:
            raise RefusedError(
                "the second series", f"has no change {unknown[0]}; expected of {' '.join(CHANGES)}"
            )
        changes: dict[str, Any] = {name: at not in without for at, name in CHANGES.items()}
        return replace(cls(alternate=True), **changes)

    def can_adopt(self, game: int) -> bool:
        """Whether Beta can adopt Alpha's polynomial after that game, 1 the first."""
        first, last = self.no_adoption or (0, -1)
        return not first <= game <= last

    @property
    def replaced_at(self) -> int:
        """Low tallies at which a term is replaced."""
        return self.slow_limit if self.slow_entry else self.tally_limit

    @property
    def share(self) -> float:
        """The part of the average coefficient that delta must reach."""
        return self.lowered if self.searched else 1.0


EARLIER: Mapping[str, Any] = {"spared": Spared.NONE, "ties": None}
"""What differed before the likelihood of all that is printed chose the rules: sessions that were
kept then go on so."""
