"""Rote learning beside generalization: a memory that survives changes of the polynomial.

The paper's three proposals ("Procedures involving both forms of learning", item 39):

(a) A board of actual play is saved with the piece-advantage term of its backed-up score, and with
    those of the terms that the :class:`Schedule` allows; a term that changes is expunged from every
    board.  When such a board is met in the look-ahead its score is put together: what is saved is
    that of the end of the line, what isn't is taken from the board itself.
(b) Generalization alone "until it had become fairly stable" (:func:`.series.stable`), and rote
    learning from then on with what it has come to (:meth:`Alpha.learning` off).
(c) An abridged form of a memory tape (:func:`abridged`) is appended to (a): of each board the piece
    advantage alone, and only boards for which it tells of a change to come.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from machines.games.draughts.board import Position
from machines.samuel.evaluation import values
from machines.samuel.generalization.coefficients import (
    advantage,
    as_it_stands,
    end_of_line,
    number_of,
)
from machines.samuel.generalization.learner import Alpha
from machines.samuel.lookahead import FORESEEN, Decision
from machines.samuel.polynomial import Polynomial, Weight
from machines.samuel.rote import lookup
from machines.samuel.rote.keys import key_of
from machines.samuel.rote.lookup import Directory, Rows, check_tables
from machines.samuel.rote.merge import Board
from machines.samuel.rote.records import Limits, MemoryRecord, ascending
from machines.samuel.rote.standard import position_of, standard_of
from machines.samuel.scores import SCORE_UNIT, decrease_score, unit_of
from machines.samuel.terms import FULL_BOARD

HALF_A_MAN = (24 - 22) * (FULL_BOARD - (24 + 22)) // 2
"""An abridged tape keeps a board whose remembered piece advantage is so far from the board's own:
half a man on a full board (:func:`.terms.advantage_of`).  Less may be its score's other terms."""
MERGED_AFTER = Limits().merge_after


STABLE_GAMES = 3
"""Complete games without change after which a term is saved."""


@dataclass
class Schedule:
    """What is saved beside piece advantage, and how long each coefficient has stood.

    "The program could be arranged to save only the piece-advantage term at the start.  At some
    stage in the learning process the next term could be added, perhaps when no change had been made
    in the parameter used for this term ... for three complete games. ...  Whenever a change does
    occur in a parameter previously assumed to be stable the entire memory tape could be reviewed,
    all terms involving the changed parameter and those lower on the list could be expunged, and the
    program could drop back" (Samuel 1959, "Procedures involving both forms of learning").

    Read so: a term's parameter is its coefficient; the next term is the one with the largest
    coefficient that isn't saved yet; each further term takes another three games, counted from when
    the one before it was added or a saved one was expunged.  A coefficient that changes within a
    game and changes back has changed.  Beyond the paper we let a term wait whose coefficient is 0.
    """

    saved: list[Weight] = field(default_factory=list)
    """In the order in which they were added; the last is the lowest."""
    standing: dict[str, int] = field(default_factory=dict)
    """By term: complete games for which its coefficient hasn't changed."""
    seen: dict[str, int] = field(default_factory=dict)
    """The coefficients as they were last observed."""
    changed: set[str] = field(default_factory=set)
    """Those that have changed in this game."""
    waited: int = 0
    """Complete games since a term was last added or expunged."""

    def observe(self, polynomial: Polynomial) -> tuple[str, ...]:
        """Look at the polynomial after a play; the terms that must be expunged from the memory."""
        now = {weight.name: weight.coefficient for weight in polynomial.weights}
        self.changed |= {
            name for name in now.keys() | self.seen.keys() if now.get(name) != self.seen.get(name)
        }
        self.seen = now
        for place, weight in enumerate(self.saved):
            if now.get(weight.name) != weight.coefficient:
                gone = tuple(lower.name for lower in self.saved[place:])
                del self.saved[place:]
                self.waited = 0
                return gone
        return ()

    def end_game(self) -> str:
        """Count the game that is over; the term that is saved from now on, if one is."""
        self.standing = {
            name: 0 if name in self.changed else self.standing.get(name, 0) + 1
            for name in self.seen
        }
        self.changed.clear()
        self.waited += 1
        saved = {weight.name for weight in self.saved}
        waiting = [name for name in self.seen if name not in saved]
        following = max(waiting, key=lambda name: abs(self.seen[name]), default="")
        if not following or self.seen[following] == 0:
            return ""
        if min(self.waited, self.standing[following]) < STABLE_GAMES:
            return ""
        self.saved.append(Weight(following, self.seen[following]))
        self.waited = 0
        return following


@dataclass(frozen=True)
class Partial:
    """A board whose backed-up score is saved in part; values for the side to move."""

    position: Position
    before: Position | None
    advantage: int  # Piece advantage at the end of the line, without its weight
    values: tuple[tuple[str, int], ...] = ()  # Saved terms there, without their coefficients
    effective: int = 0  # Plies over which it was backed up
    ended: int = 0  # The score itself, if it was that of a game's end; else 0

    def score(self, polynomial: Polynomial) -> int:
        """Its score by that polynomial, in the look-ahead's units."""
        if self.ended:
            return self.ended
        saved = dict(self.values)
        rest = [weight.name for weight in polynomial.weights if weight.name not in saved]
        found = saved | dict(as_it_stands(rest, self.position, self.before).values)
        total = SCORE_UNIT * polynomial.advantage_weight * self.advantage
        for weight in polynomial.weights:
            unit = int(unit_of(number_of(weight.name)))
            total += weight.coefficient * found[weight.name] * unit
        for _ in range(self.effective):
            total = int(decrease_score(total))
        return total


@dataclass
class Tables:
    """Boards and scores as the look-ahead reads a memory
    (machines.samuel.lookahead.BoardMemory)."""

    rows: Rows
    directory: Directory

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        check_tables(self.rows, self.directory)


@dataclass
class PartialMemory:
    """The memory of proposal (a): what is saved of each board follows the schedule."""

    schedule: Schedule = field(default_factory=Schedule)
    boards: dict[Board, Partial] = field(default_factory=dict)

    def save(self, position: Position, before: Position | None, decision: Decision) -> None:
        """Keep the board on which ``decision`` was made; a board that is known is replaced."""
        end, before_end = end_of_line(position, decision.line)
        names = [weight.name for weight in self.schedule.saved]
        sign = -1 if end.black_to_move == position.black_to_move else 1
        found = values(names, end, before_end)
        self.boards[standard_of(position)] = Partial(
            position,
            before,
            advantage(end, position.black_to_move),
            tuple((name, sign * value) for name, value in zip(names, found, strict=True)),
            decision.effective or len(decision.line),
            decision.score if abs(decision.score) >= FORESEEN else 0,
        )

    def observe(self, polynomial: Polynomial) -> tuple[str, ...]:
        """Look at the polynomial after a play, and expunge what has changed; the terms expunged."""
        gone = self.schedule.observe(polynomial)
        if gone:
            for board, kept in self.boards.items():
                left = tuple(pair for pair in kept.values if pair[0] not in gone)
                self.boards[board] = replace(kept, values=left)
        return gone

    def append(self, boards: Iterable[Partial]) -> None:
        """Add boards of an abridged tape; those that are known stay as they are."""
        for kept in boards:
            self.boards.setdefault(standard_of(kept.position), kept)

    def tables(self, polynomial: Polynomial) -> Tables:
        """All boards, scored by that polynomial, for the look-ahead."""
        by_key: dict[int, list[tuple[Board, Partial]]] = {}
        for board, kept in self.boards.items():
            by_key.setdefault(int(key_of(*board)), []).append((board, kept))
        rows, directory = lookup.no_rows(len(self.boards)), lookup.no_lines(len(by_key))
        first = 0
        for line, (key, boards) in enumerate(sorted(by_key.items())):
            found = lookup.no_rows(len(boards))
            for row, (board, kept) in zip(found, boards, strict=True):
                row[[lookup.BLACK, lookup.WHITE, lookup.KINGS]] = board
                row[lookup.SCORE_KEPT], row[lookup.EFFECTIVE_PLY] = (
                    kept.score(polynomial),
                    kept.effective,
                )
                row[lookup.AGE] = 0
            rows[first : first + len(boards)] = ascending(found)
            directory[line, [lookup.KEY, lookup.FIRST, lookup.COUNT]] = key, first, len(boards)
            first += len(boards)
        return Tables(rows, directory)


@dataclass
class CombinedLookup:
    """Alpha's look-aheads with such a memory, game by game.

    The boards are scored again whenever Alpha's polynomial has changed, and new ones are looked up
    when as many have come as make a merge, as boards are on a tape.
    """

    memory: PartialMemory = field(default_factory=PartialMemory)
    polynomial: Polynomial | None = None  # By which the tables are scored
    tables: Tables | None = None
    moves: int = 0  # Since they were made
    looked_up: int = 0  # In this game ..
    remembered: int = 0  # ... and boards found there.
    expunged: list[str] = field(default_factory=list)  # Terms, in this game

    def begin_game(self, polynomial: Polynomial) -> None:
        """Nothing is counted yet; the first polynomial is no change."""
        if not self.memory.schedule.seen:
            self.memory.observe(polynomial)
        self.polynomial = self.tables = None
        self.looked_up = self.remembered = 0
        self.expunged = []

    def look_into(self, polynomial: Polynomial) -> Tables:
        """What Alpha's next look-ahead looks boards up in."""
        if self.tables is None or polynomial != self.polynomial or self.moves >= MERGED_AFTER:
            self.polynomial, self.moves = polynomial, 0
            self.tables = self.memory.tables(polynomial)
        self.moves += 1
        return self.tables

    def save_decision(
        self, position: Position, before: Position | None, decision: Decision, alpha: Alpha
    ) -> None:
        """Alpha has learned from that decision: its board is saved, what has changed expunged."""
        self.looked_up += decision.looked_up
        self.remembered += decision.remembered
        if alpha.learning:
            self.memory.save(position, before, decision)
            self.expunged += self.memory.observe(alpha.polynomial)


def boards_of(records: Iterable[MemoryRecord]) -> Iterator[tuple[Position, int, int]]:
    """The boards of a memory tape's records, each with its score and its effective ply."""
    for record in records:
        columns = record.rows[
            :, [lookup.BLACK, lookup.WHITE, lookup.KINGS, lookup.SCORE_KEPT, lookup.EFFECTIVE_PLY]
        ]
        for black, white, kings, score, ply in columns.tolist():
            yield position_of(black, white, kings), score, ply


def abridged(
    boards: Iterable[tuple[Position, int, int]], polynomial: Polynomial
) -> tuple[Partial, ...]:
    """Of remembered boards (position, score, effective ply) what another polynomial can use.

    ``polynomial`` is the one by which they were scored: its piece advantage is the score without
    the other terms, which are too small to be mistaken for half a man.
    """
    kept = []
    weight = SCORE_UNIT * polynomial.advantage_weight
    for position, score, effective in boards:
        if abs(score) >= FORESEEN:
            kept.append(Partial(position, None, 0, (), effective, score))
            continue
        own = advantage(position, position.black_to_move)
        coming = round(score / weight)
        if abs(coming - own) >= HALF_A_MAN:
            kept.append(Partial(position, None, coming, (), effective))
    return tuple(kept)
