"""What ``main.py learn samuel`` plays, game by game: values.

Rote learning.  Each game is of one of four kinds, by turns as they were asked for:

``self``     the program plays both sides
``frozen``   it plays the same program without a memory, changing sides game by game
``book``     it follows a book game
``endings``  it plays both sides from two kings against one, drawn by the seed, side to move too

Every board of a game is saved with the learner's own backed-up score, those on which the frozen
program or the book decides as well: a look-ahead of three plies ends on boards where the other side
is to move, so that with its own alone it would seldom find one.

The paper has the first three ("games were played by the program against itself", "many book games
were also followed", and people, for whom the frozen program stands here), and end positions among
its games ("many of these being end games").  Games begin with the three-move openings in an order
that the seed sets, and end by the rules of machines.samuel.games.  Break points move by the rule in
machines/samuel/rote/control.py when the memory saves time.

Rote learning and generalization together (docs/sources/samuel.md, item 39).

(a) Alpha plays the second series and looks boards up in a memory in which only those terms are
    saved whose coefficients have stood still (machines/samuel/generalization/combined.py,
    schedule.py).
(b) The second series alone until it is fairly stable; then rote learning, the program playing both
    sides with the polynomial that Alpha has come to.
(c) As (a), with an abridged memory tape of an earlier rote run appended at the start.
"""

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field, replace

import numpy as np

from devices.game_record import score_of
from machines.games.draughts.board import SQUARES, Move, Position, bit
from machines.games.draughts.notation import Game as BookGame
from machines.laboratory.matches.referee import draw_openings
from machines.samuel.games import Game, Play, Result
from machines.samuel.generalization import combined
from machines.samuel.generalization.coefficients import ACTIVE_TERMS, Rules
from machines.samuel.generalization.learner import Leading
from machines.samuel.generalization.match import Contest
from machines.samuel.generalization.series import (
    GameRecord,
    Series,
    first_series,
    play_game,
    prepare_second,
    second_series,
    stable,
)
from machines.samuel.lookahead import Decision, LookAhead
from machines.samuel.player import SamuelPlayer, look_to_the_end
from machines.samuel.polynomial import Polynomial
from machines.samuel.rote.control import RoteLearning, deepened, plies_deeper
from machines.samuel.rote.lookup import COUNT, FIRST, KEY
from machines.samuel.rote.records import WHOLE_TAPE, Limits, MemoryRecord
from machines.samuel.rote.tape_format import Heading, MemoryTape
from machines.samuel.settings import ProgramSettings

# -- Alpha against Beta ----------------------------------------------------------------------------


@dataclass(frozen=True)
class MemoryUse:
    """What a memory of boards had to do with a game of Alpha's."""

    looked_up: int
    remembered: int
    boards: int  # Known after it
    saved: tuple[str, ...]  # The terms that are saved beside piece advantage from now on
    expunged: tuple[str, ...]  # Those that were expunged in it, because their coefficients changed


@dataclass(frozen=True)
class LearnedGame:
    """A game of Alpha against Beta, and how it left them."""

    record: GameRecord
    start: Contest  # Both players before it
    contest: Contest  # Both players after it: what can be returned to
    leading: tuple[Leading, ...]  # All active terms, the leading one first
    memory: MemoryUse | None = None  # Where rote learning went beside it


@dataclass
class GeneralizationStudy:
    """The first or the second series of a seed."""

    name: str
    """``"first"`` or ``"second"``."""
    seed: int
    rules: Rules
    settings: ProgramSettings
    terms: tuple[str, ...] = ()
    """Those that the second series begins with; none: what did best in a first series."""
    moment: bool = False
    series: Series | None = None
    """None before the first game: the second series has to be prepared."""

    @property
    def games(self) -> int:
        """Games that are over."""
        return 0 if self.series is None else len(self.series.records)

    @property
    def ply_rules(self) -> list[ProgramSettings]:
        """The settings that it looks ahead by, wherever it has them: the same everywhere."""
        series = self.series
        match = None if series is None else series.match
        return [self.settings, *(part.settings for part in (series, match) if part is not None)]

    @property
    def merges(self) -> int:
        """It has no memory of boards."""
        return -1

    def memory_tape(self) -> MemoryTape | None:
        """None."""
        return None

    def check(self) -> None:
        """Raises RefusedError for terms that can't begin a series."""
        if self.terms:
            second_series(self.terms, self.rules, self.moment)

    def play_game(self) -> LearnedGame:
        """Play the next game."""
        series = self.start_series()
        start = deepcopy(series.contest)
        return self.ended(start, play_game(series))

    def ended(
        self, start: Contest, record: GameRecord, memory: MemoryUse | None = None
    ) -> LearnedGame:
        """What is kept of a game; the study forgets what only its record has to know."""
        series = self.start_series()
        contest = series.contest
        series.records[-1] = replace(record, moves=())
        series.kept = [contest]
        return LearnedGame(record, start, contest, contest.alpha.leading(ACTIVE_TERMS), memory)

    def start_series(self) -> Series:
        """The series; before the first game the second one is prepared here."""
        if self.series is not None:
            return self.series
        if self.name == "first":
            series = first_series(self.seed, self.rules, self.moment)
        elif self.terms:
            series = second_series(self.terms, self.rules, self.moment)
        else:
            series = prepare_second(self.seed, self.rules, self.moment)
        series.settings = self.settings
        self.series = series
        return series


# -- rote learning ---------------------------------------------------------------------------------

KINDS = ("self", "frozen", "book", "endings")
WITH_RESULT = ("frozen", "endings")
"""Kinds whose games are won or lost by one who is told of: the learner, or the two kings."""


@dataclass(frozen=True)
class RoteGame:
    """A game from which the program learned by rote."""

    kind: str
    moves: tuple[Move, ...]
    result: str
    """``1-0`` Black won, ``0-1``, ``1/2-1/2``; ``*`` for a book game."""
    black: bool
    """Whether the learner (``frozen``) or the side with two kings (``endings``) had Black."""
    looked_up: int
    """Boards that were looked up in the memory."""
    remembered: int
    """Boards found there."""
    deeper: int
    """Moves for which the break points had moved."""
    us: int
    """Machine time."""
    boards: int
    """On the memory tape after the game."""

    @property
    def outcome(self) -> int | None:
        """For the learner or the two kings: 1, 0, -1; None where there are neither."""
        if self.kind not in WITH_RESULT:
            return None
        for_black = score_of(self.result)
        return for_black if self.black else -for_black


def two_kings_against_one(number: int, seed: int) -> Position:
    """Ending ``number`` (from 0) of a seed: any three squares, either side with two, or to move."""
    generator = np.random.default_rng([seed, number])
    one, other, lone = (bit(int(s)) for s in generator.choice(SQUARES, 3, replace=False))
    black, white = (one | other, lone) if number % 2 == 0 else (lone, one | other)
    return Position(black, white, black | white, bool(generator.integers(2)))


def play_opening(game: Game, number: int, seed: int) -> None:
    """The three moves with which a game of that number begins, in an order that the seed sets."""
    for move in draw_openings(number + 1, seed)[number]:
        game.play(Play(move, game.black_to_move, "BOOK"), draws=True)


@dataclass
class RoteStudy:
    """The whole of it between two games."""

    seed: int
    settings: ProgramSettings
    kinds: tuple[str, ...]
    polynomial: Polynomial
    learning: RoteLearning
    book: tuple[BookGame, ...] = ()
    games: int = 0
    us: int = 0
    counts: dict[str, int] = field(default_factory=dict)  # Games by kind

    @classmethod
    def begin(
        cls,
        seed: int,
        settings: ProgramSettings,
        kinds: tuple[str, ...],
        polynomial: Polynomial,
        tape: MemoryTape | None = None,
        book: tuple[BookGame, ...] = (),
    ) -> "RoteStudy":
        """With the memory of ``tape``, or a blank one."""
        held = tape or MemoryTape(Heading.of(polynomial, settings))
        limits = Limits(held_words=WHOLE_TAPE)
        return cls(seed, settings, kinds, polynomial, RoteLearning.of(held, limits), book)

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`: each kind's next opening is drawn by how many went
        before it."""
        if not self.kinds or self.counts != self.games_by_kind():
            raise ValueError("it has another number of games of some kind")

    @property
    def ply_rules(self) -> list[ProgramSettings]:
        """The settings that it looks ahead by."""
        return [self.settings]

    @property
    def merges(self) -> int:
        """How often its tape has been merged."""
        return self.learning.tape.heading.merges

    def memory_tape(self) -> MemoryTape:
        """Its tape."""
        return self.learning.tape

    def games_by_kind(self) -> dict[str, int]:
        """How many games of each kind there are among those that are over, the kinds by turns."""
        rounds, rest = divmod(self.games, len(self.kinds))
        games = Counter({kind: rounds * self.kinds.count(kind) for kind in self.kinds})
        games.update(self.kinds[:rest])
        return dict(+games)

    def play_game(self) -> RoteGame:
        """Play the next game, or follow it, and learn; the whole tape is held meanwhile."""
        memory, tape = self.learning.memory, self.learning.tape
        memory.bring_all(record.rows for record in tape.records)
        kind = self.kinds[self.games % len(self.kinds)]
        number = self.counts.get(kind, 0)
        sums = Counter(looked_up=0, remembered=0, deeper=0, us=0)
        moves: tuple[Move, ...] = ()
        black, result = True, Result.OPEN.value
        if kind == "book":
            moves = self._follow(self.book[number % len(self.book)], sums)
        else:
            black = number % 2 == 0
            game = self._play(kind, number, black, sums)
            moves, result = tuple(made.move for made in game.plays), game.result.value
        self.games += 1
        self.counts[kind] = number + 1
        self.us += sums["us"]
        memory.give_up_all()
        return RoteGame(kind, moves, result, black, **sums, boards=memory.boards)

    def _play(self, kind: str, number: int, black: bool, sums: Counter[str]) -> Game:
        """Game ``number`` of its kind, from its opening on."""
        frozen = SamuelPlayer("frozen", self.polynomial, self.settings)
        game, plies = Game(1), 0
        if kind == "endings":
            game.place(two_kings_against_one(number, self.seed))
        game.begin(draws=True)
        if kind != "endings":
            opening = number if kind == "self" else number // 2
            play_opening(game, opening, self.seed)
        while not game.over:
            decision, plies = self._decide(game, plies, sums)
            if kind == "frozen" and game.black_to_move != black:
                decision = frozen.decide(game.position)
                sums["us"] += decision.us
            game.play(Play(decision.move, game.black_to_move, "MACHINE"), draws=True)
        return game

    def _follow(self, book: BookGame, sums: Counter[str]) -> tuple[Move, ...]:
        """A book game: its moves are made, whatever the program would have played."""
        game, plies = Game(1), 0
        game.place(book.start)
        for move in book.moves:
            _, plies = self._decide(game, plies, sums)
            game.play(Play(move, game.black_to_move, "BOOK"), draws=False)
        return book.moves

    def _decide(self, game: Game, plies: int, sums: Counter[str]) -> tuple[Decision, int]:
        """What the learner comes to, and learns, looking so many plies deeper than usual; and how
        many it looks deeper the next time."""
        look = LookAhead(deepened(self.settings, plies), self.polynomial)
        look.begin(game.position)
        look_to_the_end(look, self.learning)
        decision = look.decision()
        sums["looked_up"] += decision.looked_up
        sums["remembered"] += decision.remembered
        sums["deeper"] += plies > 0
        sums["us"] += decision.us
        self.learning.learn(game.position, decision)
        return decision, plies_deeper(decision.looked_up, decision.remembered, decision.us)


# -- both ------------------------------------------------------------------------------------------

WAYS = ("a", "b", "c")


@dataclass
class BothStudy:
    """The whole of it between two games."""

    way: str
    general: GeneralizationStudy
    memory: combined.PartialMemory = field(default_factory=combined.PartialMemory)
    rote: RoteStudy | None = None  # In (b), once generalization has become stable

    @classmethod
    def begin(
        cls, way: str, general: GeneralizationStudy, earlier: tuple[combined.Partial, ...] = ()
    ) -> "BothStudy":
        """Before the first game; ``earlier`` are the boards of an abridged tape."""
        study = cls(way, general)
        study.memory.append(earlier)
        return study

    @property
    def games(self) -> int:
        """Games that are over."""
        return self.general.games + (0 if self.rote is None else self.rote.games)

    @property
    def ply_rules(self) -> list[ProgramSettings]:
        """The settings that it looks ahead by, wherever it has them."""
        return self.general.ply_rules + ([] if self.rote is None else self.rote.ply_rules)

    @property
    def merges(self) -> int:
        """How often the tape has been made anew: in (a) and (c) after every game."""
        if self.way == "b":
            return -1 if self.rote is None else self.rote.merges
        return self.games

    def memory_tape(self) -> MemoryTape | None:
        """In (b) the rote learner's; else all boards as Alpha's polynomial scores them now."""
        if self.way == "b":
            return None if self.rote is None else self.rote.memory_tape()
        if self.general.series is None:
            return None
        polynomial = self.general.series.contest.alpha.polynomial
        tables = self.memory.tables(polynomial)
        records = tuple(
            MemoryRecord(key, tables.rows[first : first + count])
            for key, first, count in tables.directory[:, [KEY, FIRST, COUNT]].tolist()
        )
        heading = Heading.of(polynomial, self.general.settings)
        return MemoryTape(Heading(heading.rules, heading.unit, self.games), records)

    def play_game(self) -> LearnedGame | RoteGame:
        """Play the next game, of whichever kind it is."""
        if self.way != "b":
            return self._play_with_memory()
        if self.rote is None and stable(self.general.start_series().records):
            alpha = self.general.start_series().contest.alpha.polynomial
            general = self.general
            self.rote = RoteStudy.begin(general.seed, general.settings, ("self",), alpha)
        return self.general.play_game() if self.rote is None else self.rote.play_game()

    def _play_with_memory(self) -> LearnedGame:
        series = self.general.start_series()
        start = deepcopy(series.contest)
        recall = combined.CombinedLookup(self.memory)
        recall.begin_game(series.contest.alpha.polynomial)
        record = play_game(series, recall)
        self.memory.schedule.end_game()
        saved = tuple(weight.name for weight in self.memory.schedule.saved)
        use = MemoryUse(
            recall.looked_up,
            recall.remembered,
            len(self.memory.boards),
            saved,
            tuple(recall.expunged),
        )
        return self.general.ended(start, record, use)
