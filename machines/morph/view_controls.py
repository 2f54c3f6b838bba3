"""What a visitor asks to see: another successor, why, a pattern of the wall, the attack graph.

Looking changes what is shown and nothing of the game.
"""

from collections.abc import Callable, Mapping

from devices.refusal import RefusedError
from machines.games.chess.moves import legal_moves
from machines.morph.scene_builder import SceneBuilder
from machines.morph.state import Choice, MorphState

FIGURES = 4
"""Of curves: points, error, length, a weight."""


class ViewControls:
    """The acts that are only looked by; each raises RefusedError in words where it can't be."""

    def __init__(self, state: MorphState, showing: SceneBuilder) -> None:
        self.state = state
        self.showing = showing
        self.whole: Mapping[str, Callable[[], None]] = {
            "arrows": self._arrows,
            "step": self._step,
            "figure": self._figure,
            "wall.back": lambda: self._turn(-1),
            "wall.next": lambda: self._turn(1),
        }
        self.numbered: Mapping[str, Callable[[str], None]] = {
            "move": self._move,
            "why": self._why,
            "pattern": self._pattern,
        }

    def _arrows(self) -> None:
        self.state.looking.graph = not self.state.looking.graph

    def _figure(self) -> None:
        self.state.looking.figure = (self.state.looking.figure + 1) % FIGURES

    def _turn(self, pages: int) -> None:
        looking = self.state.looking
        looking.page = (looking.page + pages) % self.showing.pages()
        looking.pattern = -1

    def _move(self, which: str) -> None:
        bar = _number(which, "move", len(legal_moves(self._choice().position)))
        looking = self.state.looking
        looking.bar = -1 if bar == looking.bar else bar
        looking.why = looking.step = looking.pattern = -1

    def _why(self, which: str) -> None:
        looking = self.state.looking
        row = _number(which, "why", self._steps())
        looking.why = -1 if row == looking.why else row
        looking.pattern = -1

    def _step(self) -> None:
        """A step of the fold, and after the last from the first on."""
        looking = self.state.looking
        looking.step = (looking.step + 1 if looking.step >= 0 else 1) % (self._steps() + 1)
        looking.why = looking.pattern = -1

    def _pattern(self, which: str) -> None:
        looking = self.state.looking
        number = _number(which, "pattern", self.showing.on_page(looking.page))
        looking.pattern = -1 if number == looking.pattern else number
        looking.bar = looking.why = -1

    def _steps(self) -> int:
        """Weights in the fold that is shown."""
        return self.showing.steps(self._choice(), self.state.looking.bar)

    def _choice(self) -> Choice:
        """What can be asked about."""
        state = self.state
        if state.choice is None or (state.thought is not None and state.thought.choice):
            raise RefusedError("why", "there is no move of Morph's yet to ask about")
        return state.choice


def _number(text: str, what: str, count: int) -> int:
    if not text.isdecimal() or int(text) >= count:
        raise RefusedError(f"{what} {text}", f"there are {count} here, counted from 0")
    return int(text)
