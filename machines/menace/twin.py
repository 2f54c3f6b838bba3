"""A twin of a MENACE of real matchboxes: it follows what hands do there, act by act.

The operator draws the beads; the twin knows which box is next, what it must hold, and what a play
brings it.  An act is a few words, as they stand in the twin's file::

    mark 5            the other side's mark on a square of the board
    bead 2            the bead that was drawn from the box that is next, by its square on the label
    empty             that box was found empty: MENACE resigns
    stop              the play is broken off, its beads go back
    reload            the empty first box is filled again
    count 133 5 7     so many beads (7) of a colour (5) were found in a box (133)

A twin is what its acts make of a new one, so the last act is undone by leaving it out.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from devices.refusal import RefusedError
from machines.games.noughts.board import SIDE_NAMES, Board
from machines.menace.beads import COLOURS, REPLICATES, Cabinet, Drawn, Rewards, Settlement
from machines.menace.build import OTHER_SIDE, Laid, build, lay

LAST_PLY = 8
"""With so many marks on the board one square is left, which has no box."""


@dataclass(frozen=True)
class Ended:
    """How a play ended, and what it brought the boxes."""

    settlement: Settlement
    board: Board
    how: str  # ``"line"``, ``"full"``, ``"empty"`` or ``"decided"``


@dataclass
class Twin:
    """What a real machine's boxes hold and how its play stands."""

    cabinet: Cabinet
    board: Board = field(default_factory=Board)
    won: int = 0
    drawn: int = 0
    lost: int = 0
    ended: Ended | None = None
    """The play that the last act ended."""
    acts: list[str] = field(default_factory=list)

    @classmethod
    def new(
        cls,
        name: str = "304",
        replicates: tuple[int, ...] = REPLICATES,
        rewards: Rewards | None = None,
    ) -> "Twin":
        """With the beads of the start; raises RefusedError for a build or beads that can't be."""
        return cls(Cabinet.new(name, replicates, rewards))

    @property
    def side(self) -> str:
        """``"O"`` or ``"X"``: what the boxes play."""
        return self.cabinet.side

    @property
    def asks(self) -> str:
        """What comes next: ``"mark"``, ``"bead"``, or ``"reload"`` if the first box is empty."""
        if self.cabinet.declines:
            return "reload"
        return "bead" if self.board.to_move == self.side else "mark"

    @property
    def laid(self) -> Laid | None:
        """The box that is next, and how the board lies before it; None: it isn't its turn."""
        if self.asks != "bead":
            return None
        return lay(self.cabinet.build, self.board)

    @property
    def plays(self) -> int:
        """Plays that are over."""
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> int:
        """3W + D - L."""
        return 3 * self.won + self.drawn - self.lost

    # -- acts --------------------------------------------------------------------------------------

    def do(self, act: str) -> None:
        """Do an act of the list above; raises RefusedError, nothing changed."""
        word, *numbers = act.split() or [""]
        kind = _ACTS.get(word)
        if kind is None or len(numbers) != kind.numbers or not all(map(str.isdecimal, numbers)):
            raise RefusedError("act", f"{act!r} is none; expected such as {EXAMPLES}")
        if max([0, *map(len, numbers)]) > MOST_DIGITS:
            raise RefusedError("act", f"{act!r} has a number that is too large")
        kind.do(self, *map(int, numbers))
        self.acts.append(act)

    def mark(self, square: int) -> None:
        """The other side has put its mark on a square."""
        other = OTHER_SIDE[self.side]
        if self.asks == "reload":
            raise RefusedError("mark", "came while the first box is empty; expected it filled")
        if self.asks != "mark":
            raise RefusedError("mark", f"came when {self.side} is to move; expected a bead")
        self.board = self.board.play(square, f"{SIDE_NAMES[other]}'s mark")
        self._go_on()

    def bead(self, colour: int) -> None:
        """A bead was drawn from the box that is next."""
        laid = self._open()
        held = self.cabinet.beads[laid.number - 1]
        if not 0 <= colour < len(COLOURS) or not held[colour]:
            raise RefusedError(
                f"box {laid.number}",
                f"has no {COLOURS[colour] if colour < len(COLOURS) else colour} bead; "
                f"expected {self.held_words(laid.number)}",
            )
        square = laid.to_board(colour)
        self.cabinet.take(Drawn(laid.number, colour, square))
        self.board = self.board.play(square)
        self._go_on()

    def empty(self) -> None:
        """The box that is next was found empty."""
        laid = self._open()
        if self.cabinet.beads[laid.number - 1].any():
            raise RefusedError(
                f"box {laid.number}",
                f"must hold {self.held_words(laid.number)}; expected its beads found, or counted",
            )
        self._end("lost", "empty")

    def stop(self) -> None:
        """Break the play off: its beads go back to their boxes, nothing is learned."""
        if not self.board.ply:
            raise RefusedError("stop", "found no play begun; expected one under way")
        self.cabinet.put_back()
        self.board, self.ended = Board(), None

    def reload(self) -> None:
        """Give the empty first box what it had at the start."""
        self.cabinet.reload()
        self.ended = None

    def count(self, number: int, colour: int, count: int) -> None:
        """So many beads of a colour were counted in a box: take that for true."""
        if not 0 <= colour < len(COLOURS):
            raise RefusedError("colour", f"{colour} is none; expected 0 to {len(COLOURS) - 1}")
        self.cabinet.recount(number, colour, count)
        self.ended = None

    def _open(self) -> Laid:
        laid = self.laid
        if laid is None:
            wanted = {"mark": "the other side's mark", "reload": "the first box filled"}
            raise RefusedError("bead", f"came at the wrong time; expected {wanted[self.asks]}")
        return laid

    def _go_on(self) -> None:
        """What follows a mark by itself: the end of the play, the last square."""
        self.ended = None
        if self.board.ply == LAST_PLY and self.asks == "bead" and not self.board.finished:
            (square,) = self.board.moves
            self.board = self.board.play(square)
        if self.board.finished:
            outcome = {self.side: "won", "": "drawn"}.get(self.board.winner, "lost")
            self._end(outcome, "line" if self.board.winner else "full")
        elif self.asks == "bead" and self.laid is None:
            is_ours = build(self.cabinet.build).foregone_for == self.side
            self._end("won" if is_ours else "lost", "decided")

    def _end(self, outcome: str, how: str) -> None:
        board, self.board = self.board, Board()
        self.ended = Ended(self.cabinet.settle(outcome), board, how)
        setattr(self, outcome, getattr(self, outcome) + 1)

    # -- counting ----------------------------------------------------------------------------------

    def differences(self, number: int, counted: Mapping[int, int]) -> dict[int, int]:
        """How many beads too many (negative: too few) were counted in a box, by colour, where it
        isn't right; a colour that wasn't counted was not found."""
        held = self.cabinet.beads[number - 1]
        colours = build(self.cabinet.build).colours(number)
        more = {colour: counted.get(colour, 0) - int(held[colour]) for colour in colours}
        return {colour: count for colour, count in more.items() if count}

    # -- words -------------------------------------------------------------------------------------

    def held_words(self, number: int) -> str:
        """``"4 white, 3 lilac, 0 gold"``: what box ``number`` must hold, its drawn bead not."""
        row = self.cabinet.beads[number - 1]
        colours = build(self.cabinet.build).colours(number)
        return ", ".join(f"{row[colour]} {COLOURS[colour]}" for colour in colours)


@dataclass(frozen=True)
class _Act:
    do: Callable[..., None]
    numbers: int


_ACTS = {
    "mark": _Act(Twin.mark, 1),
    "bead": _Act(Twin.bead, 1),
    "empty": _Act(Twin.empty, 0),
    "stop": _Act(Twin.stop, 0),
    "reload": _Act(Twin.reload, 0),
    "count": _Act(Twin.count, 3),
}
EXAMPLES = "mark 5, bead 2, empty, stop, reload or count 133 5 7"
MOST_DIGITS = 9


def replay(
    acts: Sequence[str], name: str, replicates: tuple[int, ...], rewards: Rewards, where: str
) -> Twin:
    """The twin that these acts make of a new one; raises RefusedError, naming the act."""
    twin = Twin.new(name, replicates, rewards)
    for at, act in enumerate(acts, 1):
        try:
            twin.do(act)
        except RefusedError as refusal:
            raise RefusedError(f"{where}, act {at}", str(refusal)) from None
    return twin
