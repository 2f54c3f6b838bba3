"""Rote learning game by game, as ``main.py learn samuel --series rote`` has it: a value.

Each game is of one of four kinds, by turns as they were asked for:

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
machines/samuel/rote/player.py when the memory saves time.
"""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from machines.games.draughts.board import SQUARES, Move, Position, bit
from machines.games.draughts.notation import Game as BookGame
from machines.laboratory.matches.referee import draw_openings
from machines.samuel.games import Game, Play, Result
from machines.samuel.lookahead import Decision, LookAhead
from machines.samuel.player import SamuelPlayer, look_to_the_end
from machines.samuel.polynomial import Polynomial
from machines.samuel.rote.player import RoteLearning, deepened, plies_deeper
from machines.samuel.rote.records import WHOLE_TAPE, Limits
from machines.samuel.rote.tape_format import Heading, MemoryTape
from machines.samuel.settings import ProgramSettings

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
        for_black = {"1-0": 1, "0-1": -1}.get(self.result, 0)
        return for_black if self.black else -for_black


def two_kings_against_one(number: int, seed: int) -> Position:
    """Ending ``number`` (from 0) of a seed: any three squares, either side with two, or to move."""
    generator = np.random.default_rng([seed, number])
    one, other, lone = (bit(int(s)) for s in generator.choice(SQUARES, 3, replace=False))
    black, white = (one | other, lone) if number % 2 == 0 else (lone, one | other)
    return Position(black, white, black | white, bool(generator.integers(2)))


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
        made = _Made(self, kind)
        if kind == "book":
            made.follow(self.book[number % len(self.book)])
        else:
            made.play(number)
        self.games += 1
        self.counts[kind] = number + 1
        self.us += made.us
        memory.give_up_all()
        return made.record()


@dataclass
class _Made:
    """A game while it is played."""

    study: RoteStudy
    kind: str
    moves: list[Move] = field(default_factory=list)
    result: str = Result.OPEN.value
    black: bool = True
    looked_up: int = 0
    remembered: int = 0
    deeper: int = 0
    us: int = 0
    plies: int = 0  # How much deeper the next look-ahead goes

    def play(self, number: int) -> None:
        """Game ``number`` of its kind, from its opening on."""
        study = self.study
        frozen = SamuelPlayer("frozen", study.polynomial, study.settings)
        self.black = number % 2 == 0
        game = Game(1)
        if self.kind == "endings":
            game.place(two_kings_against_one(number, study.seed))
        game.begin(draws=True)
        if self.kind != "endings":
            opening = number if self.kind == "self" else number // 2
            for move in draw_openings(opening + 1, study.seed)[opening]:
                game.play(Play(move, game.black_to_move, "BOOK"), draws=True)
        while not game.over:
            decision = self._decide(game)
            if self.kind == "frozen" and game.black_to_move != self.black:
                decision = frozen.decide(game.position)
                self.us += decision.us
            game.play(Play(decision.move, game.black_to_move, "MACHINE"), draws=True)
        self.moves = [made.move for made in game.plays]
        self.result = game.result.value

    def follow(self, book: BookGame) -> None:
        """A book game: its moves are made, whatever the program would have played."""
        game = Game(1)
        game.place(book.start)
        for move in book.moves:
            self._decide(game)
            game.play(Play(move, game.black_to_move, "BOOK"), draws=False)
        self.moves = list(book.moves)

    def _decide(self, game: Game) -> Decision:
        """What the learner comes to, and learns."""
        study = self.study
        settings = deepened(study.settings, self.plies)
        look = LookAhead(settings, study.polynomial)
        look.begin(game.position)
        look_to_the_end(look, study.learning)
        decision = look.decision()
        self.looked_up += decision.looked_up
        self.remembered += decision.remembered
        self.deeper += self.plies > 0
        self.us += decision.us
        self.plies = plies_deeper(decision.looked_up, decision.remembered, decision.us)
        study.learning.learn(game.position, decision)
        return decision

    def record(self) -> RoteGame:
        """What is kept of it."""
        return RoteGame(
            self.kind,
            tuple(self.moves),
            self.result,
            self.black,
            self.looked_up,
            self.remembered,
            self.deeper,
            self.us,
            self.study.learning.memory.boards,
        )
