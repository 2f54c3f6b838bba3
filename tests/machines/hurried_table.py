"""The matchbox table with nobody to watch: every move is made at once, but the visitor's.

What a deck does at it (machines.menace.deck_player) is tried here without the room's time and show.
"""

from machines.games.noughts.board import Board
from machines.menace import flow
from machines.menace.state import TableState
from machines.menace.table import Table


def hurry(table: Table) -> None:
    """As if hands took no time: on to where a visitor is waited for, or the play is over."""
    while table.under_way and flow.lasts_us(table.state):
        table._leave()


class HurriedTable(Table):
    """A table at which hands take no time."""

    def __init__(self, build: str = "304", seed: int = 1961) -> None:
        super().__init__(TableState.new(build, seed))

    @property
    def board(self) -> Board:
        return self.state.play.board

    def begin(self, opponent: str = "") -> None:
        super().begin(opponent)
        hurry(self)

    def move(self, square: int, where: str = "your mark") -> None:
        super().move(square, where)
        hurry(self)

    def run(self, on: bool) -> None:
        assert not on, "a deck has no plays follow one another by themselves"
        super().run(on)
