"""Chess engines outside, spoken with by UCI: GNU Chess, Stockfish, whatever else answers to it.

An engine is started once and plays many games: before each it is told ``ucinewgame``, which clears
its memory, so that a game depends on no game before it and a run that is gone on with comes to what
an undisturbed run comes to.  It is told the game from its start, so that it sees repetitions, and
asked with ``go depth N``, ``go movetime MS`` or ``go nodes N`` (not GNU Chess, which passes that
over and thinks without an end).  It plays on one thread and without its book, unless that is asked
for: what a book draws no seed repeats.

    gnuchess          GNU Chess, ``go depth 1``: the novice that Morph learns from
    gnuchess:3        the same, three plies
    gnuchess:book     GNU Chess at one ply, its opening moves by lot from the book that it came with
    gnuchess:timed    the paper's Level I, 60 moves in 5 minutes, as 5 seconds a move
    stockfish         Stockfish, ``go depth 1``
    stockfish:1nodes  the same, ``go nodes 1``: no look-ahead at all
    stockfish:50ms    the same, so many milliseconds a move
    uci:COMMAND       any other, ``go depth 1``

An engine that isn't there, dies, is silent or answers an illegal move is at fault: EngineError.
"""

import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from devices.refusal import RefusedError
from machines.games.chess import find_move, make, write_fen
from machines.games.chess.board import LETTERS, Move, Position
from machines.laboratory.external.engine_process import (
    STARTING_S,
    EngineError,
    Go,
    RunningEngine,
    command_words,
)

__all__ = ["EngineError", "UciEngine", "UciGo", "UciSettings", "find_engine", "is_engine"]

PATIENCE_S = 30.0
"""So long an answer to ``go depth`` may take, if nothing else is asked for ..."""
SHALLOW = 6
"""... twice as long for each ply beyond so many."""
READY_S = 20.0
"""So long it may take to be ready for a game."""
LEVEL_I_MS = 5000
"""60 moves in 5 minutes (GNU Chess of 1991, SelectLevel(): level 1)."""
MOST_PLIES = 30
MOST_MS = 600_000
MOST_NODES = 1_000_000
GAMES_FOLDER = "/usr/games"
"""Where Debian puts engines, and no user's path but an interactive one leads."""
BOOK = Path("/usr/share/gnuchess/smallbook.bin")
"""Where it puts GNU Chess's book."""
MOVE = re.compile(r"[a-h][1-8][a-h][1-8][nbrq]?")
WISHES = {"OwnBook": "false", "Hash": "4", "Threads": "1", "Ponder": "false"}
"""Options set where an engine has them; a small table is soon cleared before each game."""


@dataclass(frozen=True)
class UciGo(Go):
    """What a UCI engine is told with every position."""

    nodes: int = 0
    """Positions that are looked at; 0 where the others count."""

    by_time = "movetime"
    grace_s = 5.0  # GNU Chess ends its last ply

    def __str__(self) -> str:
        """The line as it is sent."""
        return f"go nodes {self.nodes}" if self.nodes else super().__str__()

    @property
    def longest_s(self) -> float:
        """So long an answer to ``go depth`` may take."""
        return PATIENCE_S * float(2 ** max(self.depth - SHALLOW, 0))


@dataclass(frozen=True)
class UciSettings:
    """An engine that can be seated; it doesn't run yet."""

    name: str  # As a player: ``gnuchess``, ``gnuchess:timed``
    words: tuple[str, ...]  # The program and its arguments
    go: UciGo = UciGo(1)
    book: Path | None = None  # From which it plays its opening; None: none


class UciEngine(RunningEngine):
    """An engine's process at a board (a machines.games.chess.game.Player).

    :meth:`begin` opens a game.  Within it the moves between the positions that it is asked in are
    found from the positions, so that the engine hears the game and not only where it stands.
    Raises EngineError where the module says.
    """

    def __init__(self, settings: UciSettings) -> None:
        self.go, self.book = settings.go, settings.book
        self.told_name = settings.name
        """What it calls itself, with its version."""
        self._base = ""
        """The first position of the game that it was asked in."""
        self._moves: list[str] = []
        self._left: Position | None = None
        """What its own last move led to."""
        super().__init__(settings.name, settings.words)

    def begin(self) -> None:
        """A new game: have it forget the one before, and wait until it is ready."""
        self._left = None
        self._program.tell("ucinewgame\nisready\n")
        self._program.hear("readyok", READY_S, f"readyok within {READY_S:g} s of a new game")

    def choose(self, position: Position, generator: np.random.Generator) -> Move:
        """Its move; raises EngineError if none comes, in time, that is legal."""
        del generator
        before = self._left
        answered = move_between(before, position) if before is not None else None
        if answered is None:
            self._base, self._moves = write_fen(position), []
        else:
            self._moves.append(str(answered))
        said = self.best_move(self._moves, self._base)
        try:
            move = find_move(position, said)
        except RefusedError as refusal:
            raise EngineError(
                self.name, f"answers {said} in {write_fen(position)}: {refusal.what}"
            ) from None
        self._moves.append(said)
        self._left = make(position, move)
        return move

    def best_move(self, moves: Sequence[str], fen: str = "") -> str:
        """Its move as UCI writes it (``e2e4``, ``e7e8q``) after ``moves`` from the start or a FEN.

        Whether it is legal isn't looked at here.
        """
        where = f"fen {fen}" if fen else "startpos"
        after = f" moves {' '.join(moves)}" if moves else ""
        self._program.tell(f"position {where}{after}\n{self.go}\n")
        most = self.go.most_s
        answer = self._program.hear("bestmove", most, f"move within {most:g} s of {self.go}")
        move = answer.split(None, 1)[0] if answer else ""
        if not MOVE.fullmatch(move):
            raise EngineError(self.name, f"answers {answer[:40]!r}; expected a move such as e2e4")
        return move

    def greet(self) -> None:
        """Hear what options it has, and set those that we have wishes for."""
        self._program.tell("uci\n")
        lines = self._program.hear_until("uciok", STARTING_S, f"uciok within {STARTING_S:g} s")
        has = {match[1] for line in lines if (match := re.match(r"option name (.+) type ", line))}
        named = next((line[8:].strip() for line in lines if line.startswith("id name ")), "")
        self.told_name = named or self.name
        wishes = dict(WISHES)
        if self.book is not None:
            wishes |= {"OwnBook": "true", "BookFile": str(self.book)}
        for option, value in wishes.items():
            if option in has:
                self._program.tell(f"setoption name {option} value {value}\n")


def move_between(before: Position, after: Position) -> Move | None:
    """The one move that leads from a position to another; None where none does."""
    mine, then = before.active, after.passive
    left, reached = mine & ~then, then & ~mine
    if left.bit_count() == 2:  # castling is the king's move
        left, reached = left & before.kings, reached & after.kings
    if left.bit_count() != 1 or reached.bit_count() != 1:
        return None
    kinds = zip(LETTERS, after.men, strict=True)
    became = next(letter for letter, word in kinds if word & reached)
    promoted = became if left & before.pawns and became != "p" else ""
    move = Move(left.bit_length() - 1, reached.bit_length() - 1, promoted)
    return move if make(before, move) == after else None


def is_engine(name: str) -> bool:
    """Whether that is an engine's name as a player."""
    return name.partition(":")[0] in (*_KNOWN, "uci")


def find_engine(name: str, where: str) -> UciSettings:
    """The engine of that name, found on this computer.  Raises RefusedError (EngineError if it
    isn't installed)."""
    word, _, rest = name.partition(":")
    if word == "uci":
        return UciSettings(name, command_words(rest, where, "uci"))
    if word not in _KNOWN:
        raise RefusedError(where, f"{name!r}; expected {', '.join(_KNOWN)} or uci:COMMAND")
    program, *arguments = _KNOWN[word]
    found = shutil.which(program) or shutil.which(program, path=GAMES_FOLDER)
    if found is None:
        raise EngineError(
            name,
            f"{program} isn't installed here; expected it on the path (on Debian: apt install "
            f"{program}), or another --opponent",
        )
    go, book = _level(rest, where, word), BOOK if rest == "book" else None
    if book is not None and not book.is_file():
        raise EngineError(name, f"its book isn't here; expected it in {book}")
    return UciSettings(name, (found, *arguments), go, book)


_KNOWN = {"gnuchess": ("gnuchess", "--uci"), "stockfish": ("stockfish",)}


def _level(text: str, where: str, word: str) -> UciGo:
    """What stands after the name ``word``."""
    if text == "timed":
        return UciGo(ms=LEVEL_I_MS)
    if text == "book" and word == "gnuchess":
        return UciGo(1)
    match = re.fullmatch(r"([0-9]{1,7})nodes", text) if word != "gnuchess" else None
    if match and 1 <= int(match[1]) <= MOST_NODES:
        return UciGo(nodes=int(match[1]))
    if (match := re.fullmatch(r"([0-9]{1,6})ms", text)) and 1 <= int(match[1]) <= MOST_MS:
        return UciGo(ms=int(match[1]))
    if re.fullmatch(r"[0-9]{1,2}", text or "1") and 1 <= int(text or 1) <= MOST_PLIES:
        return UciGo(int(text or 1))
    raise RefusedError(
        where,
        f"level {text!r}; expected plies 1 to {MOST_PLIES}, timed, or such as 100ms; gnuchess:book "
        "or stockfish:1nodes",
    )
