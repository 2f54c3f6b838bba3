"""Engines of draughts outside: other programs, told of positions and asked for moves in text.

The protocol is lines of ASCII, each ended by a newline.  The museum writes to the engine's standard
input, the engine answers on its standard output and flushes it::

    game FEN 11-15 23-19 ...            the game so far: its first board, its moves; it leads to the
                                        position of the next line.  Not before the first move
    position B:W21,22,23,K30:B1,2,3     the board to think about, as PDN writes a FEN: who is to
                                        move, White's squares, Black's; K before a king's
    go depth 4                          look so many plies ahead and answer, or
    go ms 500                           think so many milliseconds and answer
    move 11-15                          the engine's answer: one legal move of that position; a
                                        jump is 15x22, a multiple jump has all its squares: 6x15x22
    name Blondie 1.2                    the engine may say what it calls itself before its first
                                        answer: records of games have that name
    quit                                the game is over: end (as at the end of the input)

Squares are numbered 1 to 32, Black has 1 to 12 at the start and moves first.  Every ``go`` follows
a ``position``; there is at least one legal move in it.  An engine for which it doesn't matter what
was on the board before passes ``game`` over.  Of its own lines those that don't begin with
``move `` are passed over, so it may say what it thinks.  A process plays one game: it is started
before its first move and told to quit after the last, so that no game depends on the games before
it and a match comes to the same with any number of them at a time.

An engine that can't be started, ends, says nothing in time or answers what is no legal move is at
fault (:class:`EngineError`); the referee decides what comes of that
(machines/laboratory/matches/referee.py).

Other engines speak the Hub protocol, version 2, on the board of 32 squares.
What is sent (machines/games/draughts/player.py has the source and how boards and moves are
written)::

    hub                              the engine says who it is and what it can be set to, then wait
    set-param name=variant value=english      if it has that value, as Hub itself has none
    init                                      it gets ready, then says ready
    new-game
    pos pos=Bbbb...www moves="11-15 23-19"    the game's first board, and all its moves
    level depth=4                             or level move-time=0.5
    go think                                  it answers done move=8-11
    quit

A process plays one game, as in machines/laboratory/external/draughts_engine.py.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from devices.refusal import RefusedError
from machines.games.draughts import Move, Position, find_move, make
from machines.games.draughts.notation import write_fen
from machines.games.draughts.player import read_move as read_hub_move
from machines.games.draughts.player import write_board, write_move
from machines.laboratory.external.engine_process import (
    STARTING_S,
    EngineError,
    Go,
    RunningEngine,
    command_words,
)

__all__ = ["Engine", "EngineError", "EnginePlayer", "Go", "engine_of"]

ANSWER, NAME = "move", "name"
MOST_LETTERS = 60
"""Of a name."""


@dataclass(frozen=True)
class EnginePlayer:
    """A program that can be seated at a game, by its command line.  It doesn't run yet."""

    name: str
    words: tuple[str, ...]  # The program and its arguments
    go: Go
    speaks: "type[Engine]"  # Its protocol

    def seated(self) -> "Engine":
        """The engine running, for one game.  Raises EngineError if it can't be started."""
        return self.speaks(self)

    def check(self) -> str:
        """Start it, ask for one move from the start and let it go; what it calls itself, or an
        empty text.  Raises EngineError."""
        with self.seated() as engine:
            engine.choose(Position.start(), np.random.default_rng(0))
            return engine.told_name[:MOST_LETTERS]

    def choose(self, position: Position, generator: np.random.Generator) -> Move:
        """One move, by a process of its own: who plays a game uses :meth:`seated`."""
        with self.seated() as engine:
            return engine.choose(position, generator)


class Engine(RunningEngine):
    """An engine's process that is told a game from its beginning."""

    kind: ClassVar[str] = "engine"
    """Before its command line."""

    def __init__(self, player: EnginePlayer) -> None:
        self.go = player.go
        self.told_name = ""
        """What it calls itself."""
        self.spare_s = STARTING_S
        """Seconds more that its first answer may take."""
        super().__init__(player.name, player.words)

    @property
    def most_s(self) -> float:
        """So long its next answer may take, seconds."""
        return self.go.most_s + self.spare_s

    @property
    def most_words(self) -> str:
        """The same in words."""
        parts = f" ({self.go.most_s:g} s, and {self.spare_s:g} s to start)" if self.spare_s else ""
        return f"{self.most_s:g} s{parts}"

    def choose(self, position: Position, generator: np.random.Generator) -> Move:
        """Its move in a game that begins here; raises EngineError if none comes that is legal."""
        return self.choose_following(position, (), generator)

    def choose_following(
        self, start: Position, moves: Sequence[Move], generator: np.random.Generator
    ) -> Move:
        """Its move after a game's moves; raises EngineError if none comes in time that is legal."""
        del generator
        position = start
        for move in moves:
            position = make(position, move)
        answer = self.ask(start, moves, position)
        self.spare_s = 0.0
        try:
            return self.read(answer, position)
        except RefusedError as refusal:
            fen = write_fen(position)
            raise EngineError(
                self.name, f"answers {answer[:40]!r} in {fen}: {refusal.what}"
            ) from None

    # -- what differs between protocols -----------------------------------------------------------

    def ask(self, start: Position, moves: Sequence[Move], position: Position) -> str:
        """Its answer on the position that the moves lead to; raises EngineError if none comes."""
        history = f"game {' '.join((write_fen(start), *map(str, moves)))}\n" if moves else ""
        self._program.tell(f"{history}position {write_fen(position)}\n{self.go}\n")
        missing = f"move within {self.most_words} of {self.go}"
        *before, answer = self._program.hear_until(ANSWER, self.most_s, missing)
        told = [line[len(NAME) :].strip() for line in before if line.startswith(f"{NAME} ")]
        self.told_name = (told or [self.told_name])[-1]
        return answer[len(ANSWER) :].strip()

    def read(self, answer: str, position: Position) -> Move:
        """The move that an answer means.  Raises RefusedError."""
        return find_move(position, answer)


def engine_of(command: str, go: Go, where: str, speaks: type[Engine] = Engine) -> EnginePlayer:
    """The engine that a command line starts.  Raises RefusedError for one that is none."""
    kind = speaks.kind
    return EnginePlayer(f"{kind}:{command}", command_words(command, where, kind), go, speaks)


# -- Hub -------------------------------------------------------------------------------------------

# "All lines (both from and to the engine) have the form: <command> <arg>=<val> <arg>=<val> ...
# Values can be quoted with double quotes."

_WORD = re.compile(r'([^\s="]+)(?:\s*=\s*(?:"([^"]*)"|([^\s"]*)))?|\S')
_PLAIN = re.compile(r"[^\s=\"]+")


def read_line(text: str) -> tuple[str, dict[str, str]]:
    """A line's command and its arguments with their values; a flag's value is empty."""
    words = [match for match in _WORD.finditer(text) if match[1]]
    if not words:
        return "", {}
    values = {word[1]: word[2] if word[2] is not None else word[3] or "" for word in words[1:]}
    return words[0][1], values


def write_line(command: str, arguments: Mapping[str, object] | None = None) -> str:
    """The line of a command; values with a special sign in them are quoted."""
    words = [command]
    for name, value in (arguments or {}).items():
        text = " ".join(str(value).replace('"', "'").split())
        words.append(f"{name}={text}" if _PLAIN.fullmatch(text) else f'{name}="{text}"')
    return " ".join(words)


VARIANTS = ("english", "american")
"""Values of the parameter ``variant`` that are this game."""


class HubEngine(Engine):
    """An engine's process that is spoken to in Hub's lines."""

    kind = "hub"

    def greet(self) -> None:
        """Hear who it is, set the variant, have it get ready."""
        self._program.tell("hub\n")
        most, words = self.most_s, self.most_words
        for line in self._program.hear_until("wait", most, f"wait within {words} of hub"):
            command, values = read_line(line)
            if command == "id":
                self.told_name = f"{values.get('name', '')} {values.get('version', '')}".strip()
            elif command == "param" and values.get("name") == "variant":
                known = values.get("values", "").split()
                variant = next((own for own in VARIANTS if own in known), None)
                if variant is not None and values.get("value") != variant:
                    self._program.tell(f"set-param name=variant value={variant}\n")
        self._program.tell("init\n")
        self._program.hear("ready", most, f"ready within {words} of init")
        self._program.tell("new-game\n")

    def ask(self, start: Position, moves: Sequence[Move], position: Position) -> str:
        """Its answer after a game's moves; raises EngineError if none comes."""
        del position
        told = f' moves="{" ".join(map(write_move, moves))}"' if moves else ""
        go = self.go
        level = f"move-time={go.ms / 1000:g}" if go.ms else f"depth={go.depth}"
        self._program.tell(f"pos pos={write_board(start)}{told}\nlevel {level}\ngo think\n")
        missing = f"done within {self.most_words} of level {level}"
        return self._program.hear("done", self.most_s, missing)

    def read(self, answer: str, position: Position) -> Move:
        """The move of ``done move=11-15 ponder=...``.  Raises RefusedError."""
        _, values = read_line(f"done {answer}")
        if "move" not in values:
            raise RefusedError("", "without a move; expected done move=11-15")
        return read_hub_move(position, values["move"])
