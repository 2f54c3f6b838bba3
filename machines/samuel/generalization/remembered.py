"""A remembered board of actual play, with its polynomial "in its entirety".

All terms are kept, those in reserve too, as what they are before any coefficient: so the score can
be computed again when coefficients or terms have changed since, without which learning oscillates
(Samuel 1959, "Instabilities").  Values are for Alpha, whoever moves on the board.

*Searched* (the second series' change (d)): instead of the board itself the one is taken to which "a
standard but rudimentary tree-search (terminated after the first non-jump move)" leads.  Its purpose
was that "errors due to impending jump situations were eliminated", so here each line ends at the
first board, from one ply on, on which no jump is pending; and as the score is that board's, so are
the terms.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import make, steps
from machines.samuel import terms
from machines.samuel.evaluation import other_side, values
from machines.samuel.lookahead import FORESEEN, LookAhead
from machines.samuel.polynomial import Polynomial
from machines.samuel.scores import SCORE_UNIT, unit_of
from machines.samuel.settings import ProgramSettings
from machines.samuel.term_table import TERMS

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
