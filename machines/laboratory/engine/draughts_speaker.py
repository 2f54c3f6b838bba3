"""An engine of draughts in two protocols: Hub, and the museum's own lines.

The first line that belongs to one of them says which it is; it stays so to the end.  Hub: see
machines/games/draughts/player.py for the source.  The museum's:
machines/laboratory/external/draughts_engine.py.  What is wrong is answered by an error line, which
readers of both pass over, and changes nothing.
"""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from devices.refusal import RefusedError
from machines.laboratory.engine.conversation import (
    AUTHOR,
    Caps,
    Found,
    Limits,
    Speaker,
    share_of_clock,
)
from machines.laboratory.external.draughts_engine import read_line, write_line
from machines.storage.program import VERSION

if TYPE_CHECKING:
    from machines.games.draughts.board import Position
    from machines.laboratory.engine.draughts_machine import DraughtsMachine

HUB_WORDS = frozenset(
    ("hub", "set-param", "init", "pos", "level", "ping", "ponder-hit", "stop", "new-game")
)
MUSEUM_WORDS = frozenset(("position", "game"))
HUB_GO = ("think", "ponder", "analyze")
MUSEUM_GO = ("depth", "ms")
ENGLISH, TURNED = "english", "turned"
MOST_DEPTH = 999
"""Plies that may be asked for; what a machine can't look is not looked."""
NUMBER = re.compile(r"[0-9]{1,9}(?:\.[0-9]{0,9})?")


class DraughtsSpeaker(Speaker):
    """A machine of draughts that is spoken to in either protocol."""

    after_search = frozenset(("go",))
    lingers = True
    machine: "DraughtsMachine | None"

    def __init__(
        self,
        say: Callable[[str], None],
        load: "Callable[[], DraughtsMachine]",
        name: str,
        caps: Caps,
    ) -> None:
        """``load`` brings the machine in; ``name`` is what it calls itself."""
        self.name, self.caps = name, caps
        self._dialect: str | None = None
        self._positions: tuple[Position, ...] | None = None
        """The game so far; None: no board was given."""
        self._turned = False
        self._limits = Limits()
        self._history: tuple[Position, ...] = ()
        """Of the museum's ``game`` line."""
        super().__init__(say, load)

    def is_for_now(self, command: str) -> bool:
        """The handshake, unless a line that waits may decide for the other protocol."""
        return command in ("hub", "ping") and (self._dialect == "hub" or not self._queue)

    def take_line(self, line: str) -> None:
        """Take a line; what is in neither protocol is passed over."""
        words = line.split()
        if not words:
            return
        dialect = self._dialect or _dialect_of(words)
        if dialect is None:
            return
        self._dialect = dialect
        self.lingers = dialect != "hub"
        try:
            if dialect == "hub":
                self._take_hub(line)
            else:
                self._take_museum(words)
        except RefusedError as refusal:
            self._complain(str(refusal))

    def inform(self, found: Found) -> None:
        """Say it in Hub's words; the museum's protocol has none."""
        if self._dialect == "hub":
            values = {"depth": found.depth, "time": f"{found.seconds:.3f}"}
            self._say_hub("info", **values, pv=self._hub_move(found))

    def answer(self, best: Found) -> None:
        """Say the move."""
        if self._dialect == "hub":
            self._say_hub("done", move=self._hub_move(best))
        else:
            self.say(f"move {best.move}")

    def _search(self, limits: Limits, ponders: bool = False) -> None:
        from machines.laboratory.engine.draughts_machine import check_not_over

        assert self.machine is not None
        if self._positions is None:
            raise RefusedError("go", "there is no board; expected one first")
        check_not_over(self._positions, "go")
        limits = limits.capped(self.caps)
        search = self.machine.search(self._positions, limits)
        self.begin(search, limits.due_s, ponders, limits.infinite)

    def _complain(self, what: str) -> None:
        if self._dialect == "hub":
            self._say_hub("error", message=what)
        else:
            self.say(f"error {' '.join(what.split())}")

    # -- Hub --------------------------------------------------------------------------------------

    def _take_hub(self, line: str) -> None:
        command, values = read_line(line)
        if command == "ping":
            self.say("pong")
        elif command == "stop":
            self.stop()
        elif command == "ponder-hit":
            self.release()
        elif command == "hub":
            self._introduce()
        elif command == "init":
            self.say("ready")
        elif command == "set-param":
            self._set_parameter(values.get("name", ""), values.get("value", ""))
        elif command == "pos":
            self._take_board(values)
        elif command == "level":
            self._take_level(values)
        elif command == "go":
            self._go(values)
        elif command == "new-game":
            self._positions = None
        # "ignore commands and arguments that they don't understand"

    def _introduce(self) -> None:
        self._say_hub("id", name=self.name, version=VERSION, author=AUTHOR)
        self._say_hub("param", name="variant", value=ENGLISH, type="enum", values=ENGLISH)
        boards = f"{ENGLISH} {TURNED}"
        self._say_hub("param", name="boards", value=ENGLISH, type="enum", values=boards)
        for name, value, most in (
            ("depth", self.caps.depth or 0, MOST_DEPTH),
            ("milliseconds", round((self.caps.seconds or 0) * 1000), 3_600_000),
        ):
            self._say_hub("param", name=name, value=value, type="int", min=0, max=most)
        self.say("wait")

    def _set_parameter(self, name: str, value: str) -> None:
        if name == "variant":
            if value not in (ENGLISH, "american"):
                raise RefusedError("variant", f"is {value!r}; expected {ENGLISH}")
        elif name == "boards":
            if value not in (ENGLISH, TURNED):
                raise RefusedError("boards", f"are {value!r}; expected {ENGLISH} or {TURNED}")
            self._turned = value == TURNED
        elif name == "depth":
            depth = int(_number(value, name, MOST_DEPTH))
            self.caps = Caps(depth or None, self.caps.seconds)
        elif name == "milliseconds":
            ms = _number(value, name, 3_600_000)
            self.caps = Caps(self.caps.depth, ms / 1000 or None)

    def _take_board(self, values: dict[str, str]) -> None:
        from machines.games.draughts.player import read_board, read_moves

        self._positions = None
        board = read_board(values.get("pos", ""))
        if self._turned:
            board = board.reversed()
        self._positions = read_moves(board, values.get("moves", "").split(), "pos")

    def _take_level(self, values: dict[str, str]) -> None:
        """Limits of the next search; those of several lines count together."""
        depth, seconds, infinite = self._limits.depth, self._limits.seconds, False
        if "depth" in values:
            depth = max(int(_number(values["depth"], "depth", MOST_DEPTH)), 1)
        if "move-time" in values:
            seconds = _number(values["move-time"], "move-time")
        elif "time" in values:
            moves = int(_number(values["moves"], "moves")) if "moves" in values else None
            increment = _number(values.get("inc", "0"), "inc")
            seconds = share_of_clock(_number(values["time"], "time"), moves, increment)
        infinite = "infinite" in values or self._limits.infinite
        self._limits = Limits(depth, seconds, infinite)

    def _go(self, values: dict[str, str]) -> None:
        limits, self._limits = self._limits, Limits()
        way = next((key for key in HUB_GO if key in values), "")
        if not way:
            raise RefusedError("go", f"without a way; expected go {', '.join(HUB_GO)}")
        self._search(limits, ponders=way == "ponder")

    def _hub_move(self, found: Found) -> str:
        from machines.games.draughts.player import write_move

        return write_move(found.move)

    def _say_hub(self, command: str, **values: object) -> None:
        self.say(write_line(command, values))

    # -- the museum's protocol --------------------------------------------------------------------

    def _take_museum(self, words: list[str]) -> None:
        from machines.laboratory.engine.draughts_machine import follow_game

        command, *rest = words
        if command == "game":
            self._history = ()
            self._history = follow_game(rest[0] if rest else "", rest[1:], "game")
        elif command == "position":
            if self._positions is None:
                self.say(f"name {self.name}")
            self._positions = None
            (board,) = follow_game("".join(rest), (), "position")
            told = self._history[-1:] == (board,)
            self._positions, self._history = (self._history if told else (board,)), ()
        elif command == "go":
            self._search(_museum_limits(rest))


def _dialect_of(words: list[str]) -> str | None:
    """Whose protocol a line belongs to."""
    command, second = words[0], (words[1:] or [""])[0]
    if command in HUB_WORDS or (command == "go" and second in HUB_GO):
        return "hub"
    if command in MUSEUM_WORDS or (command == "go" and second in MUSEUM_GO):
        return "museum"
    return None


def _museum_limits(words: list[str]) -> Limits:
    """Of ``go depth N`` or ``go ms N``.  Raises RefusedError."""
    if len(words) != 2 or words[0] not in MUSEUM_GO:
        raise RefusedError("go", f"{' '.join(words)[:40]!r}; expected go depth N or go ms N")
    number = _number(words[1], f"go {words[0]}")
    if words[0] == "depth":
        return Limits(depth=min(max(int(number), 1), MOST_DEPTH))
    return Limits(seconds=number / 1000)


def _number(text: str, where: str, most: float = 1e9) -> float:
    """A number from 0 on.  Raises RefusedError."""
    if not NUMBER.fullmatch(text):
        raise RefusedError(where, f"is {text[:40]!r}; expected a number")
    return min(float(text), most)
