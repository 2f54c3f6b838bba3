"""An engine of chess that speaks UCI: Morph in any chess program's window.

"Description of the universal chess interface (UCI)", Stefan-Meyer Kahlen, April 2004.  Of its rules
those for what comes out of order: "if the engine or the GUI receives an unknown command or token it
should just ignore it and try to parse the rest of the string"; "if the engine receives a command
which is not supposed to come, for example "stop" when the engine is not calculating, it should also
just ignore it".  Why something was not taken is told by ``info string``.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from devices.refusal import RefusedError
from machines.laboratory.engine.conversation import AUTHOR, Found, Speaker
from machines.storage.program import VERSION

if TYPE_CHECKING:
    from machines.games.chess.board import Position
    from machines.laboratory.engine.morph_machine import MorphMachine

COMMANDS = frozenset(
    (
        "uci", "debug", "isready", "setoption", "register", "ucinewgame", "position", "go", "stop",
        "ponderhit", "quit",
    )
)  # fmt: skip
GO_WORDS = frozenset(
    (
        "searchmoves", "ponder", "wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes",
        "mate", "movetime", "infinite",
    )
)  # fmt: skip
SEED, DATABASE = "Seed", "Database"
MOST_SEED = (1 << 31) - 1
"""UCI's numbers are 32 bits in most windows."""
TIME_ENOUGH_S = 60.0
"""Far more than a choice takes: Morph looks one ply ahead, whatever it is told."""


class UciSpeaker(Speaker):
    """Morph that is spoken to in UCI."""

    after_search = frozenset(("go", "ucinewgame"))
    machine: "MorphMachine | None"

    def __init__(
        self,
        say: Callable[[str], None],
        load: "Callable[[], MorphMachine]",
        name: str,
        seed: int,
        database: str,
    ) -> None:
        """``load`` brings Morph in with the ``database``; ``name`` is what it calls itself."""
        self.name, self._seed, self._database = name, seed, database
        self._position: Position | None = None
        """On the board; None: the start."""
        self._generator = np.random.default_rng(seed)
        super().__init__(say, load)

    def command(self, line: str | None) -> str:
        """The first word that is a command: those before it are passed over."""
        return next((word for word in (line or "").split() if word in COMMANDS), "")

    def is_for_now(self, command: str) -> bool:
        """A host gives up after some seconds without ``readyok``, and the first start compiles
        longer; what else it says meanwhile is done in its order."""
        return command in ("uci", "isready")

    def take_line(self, line: str) -> None:
        """Take a line."""
        command, words = self.command(line), line.split()
        rest = words[words.index(command) + 1 :] if command else []
        try:
            if command == "uci":
                self._introduce()
            elif command == "isready":
                self.say("readyok")
            elif command == "setoption":
                self._set_option(rest)
            elif command == "ucinewgame":
                self._position = None
                self._generator = np.random.default_rng(self._seed)
            elif command == "position":
                self._take_position(rest)
            elif command == "go":
                self._go(rest)
            elif command == "stop":
                self.stop()
            elif command == "ponderhit":
                self.release()
        except RefusedError as refusal:
            self._remark(str(refusal))

    def inform(self, found: Found) -> None:
        """Say what was seen; its value is no centipawns, so it isn't told as a score."""
        if found.depth:
            ms = round(found.seconds * 1000)
            self.say(f"info depth {found.depth} nodes {found.boards} time {ms} pv {found.move}")
        self._remark(found.remark)

    def answer(self, best: Found) -> None:
        """Say the move."""
        self.say(f"bestmove {best.move}")

    def _introduce(self) -> None:
        self.say(f"id name {self.name} {VERSION}")
        self.say(f"id author {AUTHOR}")
        self.say(f"option name {DATABASE} type string default {self._database}")
        self.say(f"option name {SEED} type spin default {self._seed} min 0 max {MOST_SEED}")
        self.say("uciok")

    def _set_option(self, words: list[str]) -> None:
        name, value = _parted(words)
        if name.lower() == DATABASE.lower():
            assert self.machine is not None
            self.machine.load(value, DATABASE)
        elif name.lower() == SEED.lower():
            if not value.isdecimal() or not 0 <= int(value[:12]) <= MOST_SEED:
                raise RefusedError(SEED, f"is {value[:40]!r}; expected 0 to {MOST_SEED}")
            self._seed = int(value)
            self._generator = np.random.default_rng(self._seed)

    def _take_position(self, words: list[str]) -> None:
        """The board; where a move can't be played, that after those before it."""
        assert self.machine is not None
        at = words.index("moves") if "moves" in words else len(words)
        if words[:1] == ["startpos"]:
            fen = ""
        elif words[:1] == ["fen"]:
            fen = " ".join(words[1:at])
        else:
            raise RefusedError("position", "expected startpos or fen")
        self._position, wrong = self.machine.follow(fen, words[at + 1 :])
        if wrong:
            raise RefusedError("position", f"{wrong[:40]!r} can't be played there")

    def _go(self, words: list[str]) -> None:
        assert self.machine is not None
        position = self._position or self.machine.follow("", ())[0]
        only: list[str] = []
        if "searchmoves" in words:
            for word in words[words.index("searchmoves") + 1 :]:
                if word in GO_WORDS:
                    break
                only.append(word)
        search = self.machine.search(position, only, self._generator)
        self.begin(search, TIME_ENOUGH_S, "ponder" in words, "infinite" in words)

    def _remark(self, what: str) -> None:
        self.say(f"info string {' '.join(what.split())}")


def _parted(words: list[str]) -> tuple[str, str]:
    """The name and the value of ``name N value V``; both may have blanks."""
    at = words.index("value") if "value" in words else len(words)
    return " ".join(words[1:at] if words[:1] == ["name"] else ()), " ".join(words[at + 1 :])
