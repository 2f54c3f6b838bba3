"""The matchbox table with nobody to watch: every move is made at once, but the visitor's.

What a deck does at it (machines.menace.deck_player) is tried here without the room's time and show.
"""

from dataclasses import dataclass, field

from devices.refusal import RefusedError
from machines.generator import State, generator_state
from machines.menace.beads import Cabinet
from machines.menace.build import build, lay
from machines.menace.kernels import row_in_game
from machines.menace.listing import Score
from machines.menace.opponents import all_choices, row_of
from machines.menace.scene import OpenBox
from machines.noughts.board import Board
from machines.noughts.kernels import choose, index_of

WORDS = {"O": "NOUGHT WINS", "X": "CROSS WINS", "": "DRAWN"}


@dataclass
class BareTable:
    """A table as machines.menace.deck_player.Table has it."""

    cabinet: Cabinet = field(default_factory=Cabinet.new)
    state: State = field(default_factory=lambda: generator_state(1961))
    begun: int = 0
    marks: tuple[int, ...] = ()
    opened: tuple[OpenBox, ...] = ()
    gains: tuple[tuple[int, int, int], ...] = ()
    outcome: str = ""
    how: str = ""
    asks: bool = False
    score: Score = field(default_factory=Score)
    opponent: str = "visitor"
    board: Board = field(default_factory=Board)

    def begin(self, opponent: str) -> None:
        if self.cabinet.declines:
            raise RefusedError("box 1", "is empty, the machine declines to play")
        self.opponent, self.board = opponent, Board()
        self.begun += 1
        self.marks, self.opened, self.gains, self.outcome, self.how = (), (), (), "", ""
        self._go_on()

    def move(self, square: int, where: str) -> None:
        self._mark(self.board.play(square, where))
        self.marks = (*self.marks, square)
        self.asks = False
        self._go_on()

    @property
    def under_way(self) -> bool:
        return bool(self.begun) and not self.outcome and self.asks

    def run(self, on: bool) -> None:
        assert not on, "a deck has no plays follow one another by themselves"

    def break_off(self) -> None:
        self.cabinet.put_back()
        self.asks, self.outcome = False, ""

    def take(self, cabinet: Cabinet) -> None:
        self.cabinet = cabinet

    def _mark(self, board: Board) -> None:
        self.board = board

    def _go_on(self) -> None:
        while not self.outcome:
            if self.board.finished:
                self._end(WORDS[self.board.winner], self.board.winner)
            elif self.board.to_move != self.cabinet.side:
                if self.opponent == "visitor":
                    self.asks = True
                    return
                self._play(self._others_square())
            elif self.board.ply == 8:
                self._play(self.board.moves[0])
            else:
                self._draw()

    def _others_square(self) -> int:
        row = row_in_game(row_of(self.opponent, self.board.to_move), self.begun)
        return int(choose(int(all_choices()[row, index_of(self.board)]), self.state))

    def _play(self, square: int) -> None:
        self._mark(self.board.play(square))
        self.marks = (*self.marks, square)

    def _draw(self) -> None:
        laid = lay(self.cabinet.build, self.board)
        if laid is None:
            winner = build(self.cabinet.build).foregone_for
            self._end("FOREGONE", winner)
            return
        beads = tuple(int(count) for count in self.cabinet.beads[laid.number - 1])
        drawn = self.cabinet.draw(self.board, self.state)
        colour, square = (drawn.colour, drawn.square) if drawn else (-1, -1)
        box = OpenBox(
            laid.number, laid.face, laid.turn, laid.in_words(), beads, colour, square, seed=0
        )
        self.opened = (*self.opened, box)
        if drawn is None:
            other = "X" if self.cabinet.side == "O" else "O"
            self._end(f"BOX {laid.number} IS EMPTY, MENACE RESIGNS", other)
        else:
            self._play(square)

    def _end(self, how: str, winner: str) -> None:
        won = "won" if winner == self.cabinet.side else "lost" if winner else "drawn"
        self.gains = self.cabinet.settle(won).gains
        self.how, self.outcome, self.asks = how, won, False
        self.score = Score(
            self.score.won + (won == "won"),
            self.score.drawn + (won == "drawn"),
            self.score.lost + (won == "lost"),
        )
