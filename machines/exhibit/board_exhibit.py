"""A board game on a workstation: a visitor plays the machine, or the machine plays another program.

A choice is worked out whole when a side begins to think, and made when its time has passed.  In a
match the colours change from game to game, with a pause between two.  A move is entered square by
square (:func:`enter_square`).  Buttons are 1 (pressed) and 0 (released).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from devices.annotations import check_within
from devices.refusal import RefusedError
from devices.units.unit import Value
from machines.exhibit.exhibit import Exhibit, earliest


class Pending(Protocol):
    """A choice that was worked out and is yet to be made."""

    @property
    def move(self) -> Any: ...

    @property
    def lasts_us(self) -> int: ...


@dataclass(frozen=True)
class Score:
    """How a match of the machine as it is against the machine as it was stands."""

    won: int = 0
    drawn: int = 0
    lost: int = 0  # By today's
    games: int = 0  # Of so many in all

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        check_within(0, 1_000, games=(self.won, self.drawn, self.lost, self.games))

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    def counted(self, won: bool | None) -> "Score":
        """With one more game; None: it was drawn."""
        if won is None:
            return replace(self, drawn=self.drawn + 1)
        return replace(self, won=self.won + won, lost=self.lost + (not won))


class BoardState(ABC):
    """What the state of such a workstation answers to."""

    on_us: npt.NDArray[np.int64]
    now_us: int
    reason: str
    thought: Pending | None  # None: nobody thinks
    made: int  # Moves of all games
    games: int  # Finished ones

    @property
    @abstractmethod
    def position(self) -> Any:
        """What stands on the board."""

    @property
    @abstractmethod
    def in_match(self) -> bool:
        """Whether the machine plays the other program."""

    @property
    @abstractmethod
    def machine_is_black(self) -> bool: ...

    @property
    def machines_turn(self) -> bool:
        """Whether the machine is to move (if the game isn't over)."""
        return bool(self.position.black_to_move == self.machine_is_black)

    @property
    def visitors_turn(self) -> bool:
        """Whether a visitor is."""
        return not self.in_match and not self.machines_turn

    def turns(self, positions: Sequence[Any]) -> list[int]:
        """After how many moves of a game the visitor has made one."""
        black = not self.machine_is_black
        return [at for at, board in enumerate(positions[:-1]) if board.black_to_move == black]

    def has_moved(self, positions: Sequence[Any]) -> bool:
        """Whether a visitor plays this game, and has made a move in it."""
        return not self.in_match and bool(self.turns(positions))

    @property
    @abstractmethod
    def waited_us(self) -> int:
        """How much of the thought, or of the pause after a game, has passed."""

    @abstractmethod
    def wait(self, us: int) -> None:
        """Let more of it pass."""

    @abstractmethod
    def begin_turn(self) -> None:
        """Another position stands, or another side moves: nothing is entered, nobody thinks."""


class BoardExhibit(Exhibit):
    """What is the same for every game."""

    state: BoardState
    machine: ClassVar[str]  # Who plays, for refusals
    other: ClassVar[str]  # Whom it plays in a match
    leave_match: ClassVar[str] = ""  # How a visitor ends a match, behind a refusal
    pause_us: ClassVar[int]  # Between two games of a match
    ending: str  # How the game ended, in words; empty while it goes on

    # -- acts

    @abstractmethod
    def _buttons(self) -> Mapping[str, Callable[[], None]]:
        """What each button does."""

    def _numbered(self) -> Mapping[str, Callable[[str], None]]:
        """What a button does with what follows its first point."""
        return {}

    def _known(self) -> tuple[str, ...]:
        """All of them, for a refusal."""
        return (*self._buttons(), *self._numbered())

    def _operate(self, place: str, control: str, value: Value) -> None:
        where = f"{place} {control}"
        if isinstance(value, str) or value not in (0, 1):
            raise RefusedError(where, f"{value!r}; expected 1 (pressed) or 0 (released)")
        what, _, which = control.partition(".")
        buttons, numbered = self._buttons(), self._numbered()
        if control not in buttons and what not in numbered:
            raise RefusedError(where, f"no such control; there are {', '.join(self._known())}")
        if value and control in buttons:
            buttons[control]()
        elif value:
            numbered[what](which)

    def _check_no_match(self, what: str) -> None:
        if self.state.in_match:
            rest = self.leave_match
            raise RefusedError(what, f"{self.machine} is playing {self._opponent()}{rest}")

    def _opponent(self) -> str:
        """Whom the machine plays in the match."""
        return self.other

    def _pause_us(self) -> int:
        """Between two games of the match."""
        return self.pause_us

    def _check_turn(self, where: str) -> None:
        """Raises RefusedError unless a visitor is to move."""
        if self.ending:
            raise RefusedError(where, self._over())
        if not self.state.visitors_turn:
            doing = f"playing {self._opponent()}" if self.state.in_match else "thinking"
            raise RefusedError(where, f"{self.machine} is {doing}")

    def _last_turn(self, positions: Sequence[Any]) -> int:
        """How many moves were made before the visitor's last one.  Raises RefusedError."""
        turns = self.state.turns(positions)
        if not turns:
            raise RefusedError("TAKE BACK", "you have made no move yet")
        return turns[-1]

    # -- the game

    @abstractmethod
    def _play(self, move: Any) -> None:
        """Put a move on the board."""

    @abstractmethod
    def _game_ending(self) -> str:
        """How the game has ended, in words; empty if it goes on."""

    @abstractmethod
    def _think(self) -> None:
        """Work out the move of whoever is to move."""

    @abstractmethod
    def _next_game(self) -> None:
        """Begin the next game of a match, the machine with the other colour."""

    def _turn_to_move(self) -> None:
        """Another position stands, or another side moves."""
        self.state.begin_turn()
        self.ending = self._game_ending()

    def _make(self, move: Any) -> None:
        self._play(move)
        self.state.made += 1
        self._turn_to_move()
        self.state.games += bool(self.ending)

    def _play_quickly(self, move: Any) -> None:
        """A move of a match that isn't followed move by move, and counts for nothing else."""
        self._play(move)
        self._turn_to_move()

    # -- time

    def _left_us(self) -> int | None:
        """Until something happens."""
        state = self.state
        if state.thought is not None:
            return state.thought.lasts_us - state.waited_us
        return self._pause_us() - state.waited_us if state.in_match and self.ending else None

    def _pass(self, us: int) -> int:
        state = self.state
        us = earliest(us, self._left_us())
        state.on_us[self.lit()] += us
        state.now_us += us
        if state.thought is not None or (state.in_match and self.ending):
            state.wait(us)
        return us

    def _settle(self) -> None:
        """Make a move that is due, begin the next."""
        state = self.state
        if self._left_us() == 0:
            if state.thought is not None:
                self._make(state.thought.move)
            else:
                self._next_game()
        if state.thought is None and not self.ending and not state.visitors_turn:
            self._think()

    # -- what is seen

    @property
    def busy(self) -> bool:
        return self._left_us() is not None

    @property
    def plays(self) -> int:
        return self.state.games

    @property
    def on_us(self) -> npt.NDArray[np.int64]:
        return self.state.on_us

    def lit(self) -> npt.NDArray[np.bool_]:
        """POWER, DISK, MONITOR."""
        return np.array([True, self.state.thought is not None, True])

    def _reason(self) -> str:
        return "" if self.busy else self._waits()

    def _waits(self) -> str:
        """What a visitor can do."""
        return self._over() if self.ending else self._your_move()

    def _over(self) -> str:
        return f"the game is over ({self.ending}): press NEW GAME"

    @abstractmethod
    def _your_move(self) -> str:
        """What a visitor touches to make a move."""


# -- a move, square by square ----------------------------------------------------------------------


class Entered(Protocol):
    """A move that is entered by its squares, in their order."""

    @property
    def squares(self) -> tuple[int, ...]: ...


Move = TypeVar("Move", bound=Entered)


def onward(moves: Sequence[Entered], entered: tuple[int, ...]) -> tuple[int, ...]:
    """The squares to which the move that was entered so far can go on."""
    length = len(entered)
    if not length:
        return ()
    begun = [move.squares for move in moves if move.squares[:length] == entered]
    return tuple(sorted({squares[length] for squares in begun if len(squares) > length}))


def movable(moves: Sequence[Entered]) -> tuple[int, ...]:
    """The squares of the men that can move."""
    return tuple(sorted({move.squares[0] for move in moves}))


def enter_square(
    moves: Sequence[Move], entered: tuple[int, ...], square: int
) -> tuple[tuple[int, ...], list[Move]] | None:
    """What is entered once ``square`` is touched, and the moves that are whole with it.

    A man's own square chooses it, or lets it go; another man's chooses that.  None: the rules are
    against the square.
    """
    on = onward(moves, entered)
    if entered and square == entered[0] and square not in on:
        return (), []
    if square in on:
        entered = (*entered, square)
        return entered, [move for move in moves if move.squares == entered]
    return ((square,), []) if square in movable(moves) else None
