"""Alpha: sixteen active terms, a reserve, and a polynomial corrected after each of his moves.

At each play by Alpha, when the look-ahead has decided (Samuel 1959, "Polynomial modification
procedure", "Instabilities", "Term replacement")::

    delta = the backed-up score of the board now - the remembered board's score

both for Alpha and by the polynomial that chose the move.  If it is as large as the minimum, the
polynomial is corrected: the correlations of the terms that weren't 0 on the remembered board
(:mod:`.correlation`), from them all coefficients (:mod:`.coefficients`); the term with the lowest
correlation gets a tally, and at the limit makes room for the head of the reserve.  Then the board
now is remembered, with the polynomial as it has become.

The minimum is the average of the coefficients, as a score; a remembered score that is smaller
counts as zero.  Before the first correction all coefficients are equal: 2**18, signs plus.

The learner is told of boards and decisions and knows nothing of who searched.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from machines.games.draughts.board import Position
from machines.samuel.generalization import coefficients as rule_of
from machines.samuel.generalization.coefficients import (
    ACTIVE_TERMS,
    ALMOST_SURE,
    PIECES_CHANGED,
    PLAIN,
    Remembered,
    Rules,
    Spared,
    TallyRule,
    TermRecord,
    advantage,
    as_it_stands,
    end_of_line,
    searched,
)
from machines.samuel.lookahead import FORESEEN, Decision
from machines.samuel.polynomial import LARGEST_POWER, Manner, Polynomial, Weight
from machines.samuel.scores import SCORE_UNIT
from machines.samuel.settings import ProgramSettings
from machines.samuel.terms import advantage_of

MATERIAL_AT_START = 24
"""Of a side: twelve men of 2."""


@dataclass(frozen=True)
class Discarded:
    """A term sent back to the reserve, and "the usage which has accrued against" it."""

    name: str
    used: int
    adjusted: int
    correction: int  # The number of the correction, or of the move, after which it went
    entered: str  # The term that came for it


@dataclass(frozen=True)
class Leading:
    """A line of the list of leading terms, with the columns of Appendix C."""

    name: str
    correlation: float  # Its magnitude
    sign: int  # 1 or -1; 0 of a term without any correlation
    power: int
    adjusted: int


@dataclass(frozen=True)
class Lesson:
    """What one play taught; scores in the look-ahead's units, for Alpha."""

    delta: int = 0
    initial: int = 0  # The remembered board's score, 0 if it was assumed to be
    minimum: float = 0.0
    weight: int = 0  # What the changes were multiplied by: 1, 2 or 4; 0 if delta was too small
    changed: tuple[str, ...] = ()  # The terms whose correlations were altered
    discarded: Discarded | None = None
    leader: str = ""  # The leading term now ..
    new_leader: bool = False  # ... and whether it wasn't before.
    us: int = 0  # What the rudimentary search took a 704

    @property
    def corrected(self) -> bool:
        """Whether there was anything to alter."""
        return bool(self.changed)


def equal_weights(names: tuple[str, ...]) -> Polynomial:
    """Those terms, all with the largest coefficient and the sign plus."""
    return Polynomial(tuple(Weight(name, 1 << LARGEST_POWER) for name in names), Manner.BY_TURNS)


def settled(experience: Sequence[Sequence[TermRecord]], rule: rule_of.PowerRule) -> Polynomial:
    """What Alpha thought of his terms in the mean of many games, as a polynomial.

    ``experience``: his active terms after each game.  Ours, not the paper's: a correlation counts
    256 uses at the most, so that the leading terms, which decide nearly everything, change places
    up to the end.  The sixteen terms with the largest sums of correlations, the largest first.
    """
    sums: dict[str, float] = {}
    for records in experience:
        for record in records:
            sums[record.name] = sums.get(record.name, 0.0) + record.correlation
    leading = sorted(sums, key=lambda name: -abs(sums[name]))[:ACTIVE_TERMS]
    values = rule_of.coefficients([sums[name] for name in leading], rule)
    weights = tuple(Weight(name, value) for name, value in zip(leading, values, strict=True))
    return Polynomial(weights, Manner.BY_TURNS)


def sure(polynomial: Polynomial, rules: Rules) -> int:
    """The delta from which a win or a loss is almost sure."""
    even, behind = MATERIAL_AT_START, MATERIAL_AT_START - rules.sure
    return SCORE_UNIT * polynomial.advantage_weight * int(advantage_of(even, behind))


@dataclass
class Alpha:
    """The learner's whole state."""

    active: list[TermRecord]
    reserve: list[str]  # The head first
    rules: Rules = field(default_factory=Rules.first)
    polynomial: Polynomial = field(default_factory=Polynomial.pieces)
    remembered: Remembered | None = None
    learning: bool = True  # False: "the learning procedure temporarily immobilized"
    moves: int = 0  # Plays that he could learn from
    corrections: int = 0  # Sets of adjustments
    discarded: list[Discarded] = field(default_factory=list)

    @classmethod
    def beginner(cls, active: tuple[str, ...], reserve: tuple[str, ...], rules: Rules) -> "Alpha":
        """With those terms, equal weights and no experience."""
        return cls([TermRecord(name) for name in active], [*reserve], rules, equal_weights(active))

    @property
    def leader(self) -> str:
        """The term with the largest correlation."""
        return self.active[rule_of.leader(self.correlations)].name

    @property
    def correlations(self) -> list[float]:
        """C of the active terms, in their order."""
        return [record.correlation for record in self.active]

    @property
    def minimum(self) -> float:
        """The smallest delta that counts."""
        values = [weight.coefficient for weight in self.polynomial.weights]
        return self.rules.share * SCORE_UNIT * rule_of.average(values, self.rules.average)

    def leading(self, count: int = 12) -> tuple[Leading, ...]:
        """The terms with the largest correlations, the largest first."""
        ranked = sorted(self.active, key=lambda record: -abs(record.correlation))
        found = []
        for record in ranked[:count]:
            coefficient = self.polynomial.coefficient(record.name)
            sign = (coefficient > 0) - (coefficient < 0)
            power = abs(coefficient).bit_length() - 1 if coefficient else 0
            found.append(
                Leading(record.name, abs(record.correlation), sign, power, record.adjusted)
            )
        return tuple(found)

    def begin_game(self) -> None:
        """Nothing is compared over the end of a game."""
        self.remembered = None

    def learn(
        self,
        position: Position,
        before: Position | None,
        decision: Decision,
        settings: ProgramSettings,
    ) -> Lesson:
        """Take the lesson of a decision about ``position``, where Alpha is to move.

        ``before`` is the board before the other side's last single move or jump, None at the start
        of a game; ``settings`` are the look-ahead's.
        """
        if not self.learning:
            return Lesson(leader=self.leader)
        led = self.leader
        delta, initial, minimum, weight = 0, 0, self.minimum, 0
        changed: tuple[str, ...] = ()
        if self.remembered is not None:
            self.moves += 1
            own = self.remembered.score(self.polynomial)
            initial = 0 if abs(own) < minimum else own
            delta = decision.score - initial
            if delta and abs(delta) >= minimum:
                weight = self._weight(self.remembered, delta, position, decision)
                sign = own if self.rules.spared is Spared.OWN_SIGN else initial
                changed = self._correct(self.remembered, delta, sign, weight)
        discarded = self._tally(bool(changed)) if self.remembered is not None else None
        if changed or discarded:
            self._renew()
        us = 0
        if self.remembered is None or weight or not self.rules.growing_span:
            us = self._remember(position, before, settings)
        now = self.leader
        return Lesson(
            delta, initial, minimum, weight, changed, discarded, now, bool(led != now), us
        )

    def drastic_change(self) -> str:
        """Reduce the coefficient of the leading term to zero; the term.

        Coefficients follow from correlations, so it is the correlation that is made zero.
        """
        record = self.active[rule_of.leader(self.correlations)]
        record.correlation = 0.0
        self._renew()
        return record.name

    def _weight(
        self, remembered: Remembered, delta: int, position: Position, decision: Decision
    ) -> int:
        seen = abs(decision.score) >= FORESEEN
        if seen or abs(delta) >= sure(self.polynomial, self.rules):
            return ALMOST_SURE
        end, _ = end_of_line(position, decision.line)
        changed = advantage(end, position.black_to_move) != remembered.advantage
        return PIECES_CHANGED if changed else PLAIN

    def _correct(
        self, remembered: Remembered, delta: int, initial: int, weight: int
    ) -> tuple[str, ...]:
        """Alter the correlations as delta demands; the terms altered."""
        changed = []
        for record in self.active:
            value = remembered.values[record.name]
            if value == 0:
                continue
            record.use()
            if self._selected(record.name, value, delta, initial):
                record.adjust((value > 0) == (delta > 0), weight)
                changed.append(record.name)
        self.corrections += bool(changed)
        return tuple(changed)

    def _selected(self, name: str, value: int, delta: int, initial: int) -> bool:
        """Whether a term that isn't 0 is corrected at all: (a) spares some."""
        if not self.rules.selective or delta < 0:
            return True
        if initial == 0:
            return self.rules.spared is Spared.ALL
        return self.polynomial.coefficient(name) * value * initial < 0

    def _tally(self, corrected: bool) -> Discarded | None:
        """One more low tally; the term that has reached the limit goes."""
        if self.rules.tally is TallyRule.EVERY_CORRECTION and not corrected:
            return None
        lowest = rule_of.lowest(self.correlations)
        record = self.active[lowest]
        record.tally += 1
        if record.tally < self.rules.replaced_at or not self.reserve:
            return None
        entered = self.reserve.pop(0)
        self.reserve.append(record.name)
        self.active[lowest] = TermRecord(entered)
        count = self.corrections if self.rules.tally is TallyRule.EVERY_CORRECTION else self.moves
        gone = Discarded(record.name, record.used, record.adjusted, count, entered)
        self.discarded.append(gone)
        return gone

    def _renew(self) -> None:
        """All coefficients again from the correlations: equal while there are none."""
        if not any(self.correlations):
            self.polynomial = equal_weights(tuple(record.name for record in self.active))
            return
        found = rule_of.coefficients(self.correlations, self.rules.power_rule)
        self.polynomial = Polynomial(
            tuple(
                Weight(record.name, coefficient)
                for record, coefficient in zip(self.active, found, strict=True)
            ),
            Manner.BY_TURNS,
        )

    def _remember(
        self, position: Position, before: Position | None, settings: ProgramSettings
    ) -> int:
        """Keep this board with the values of all terms; the 704's microseconds."""
        names = [record.name for record in self.active] + self.reserve
        if not self.rules.searched:
            self.remembered = as_it_stands(names, position, before)
            return 0
        self.remembered, us = searched(names, position, self.polynomial, settings)
        return us
