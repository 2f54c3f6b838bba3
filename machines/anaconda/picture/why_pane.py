"""Why Anaconda made its move: in words what it expects and how good it finds that; then figures.

The line's moves are numbered as on the board: odd ones are the visitor's, even ones its own.  Where
nobody has asked, it says how far it looked, and how good it finds its game.
"""

import pygame

from devices.screen.parts.desktop_program import (
    ENGRAVING,
    FAINT,
    INK,
    SPACING,
    Keep,
    Pen,
    ProgramPane,
    fit,
)
from devices.screen.words import Words
from machines.anaconda.contest import Expectation
from machines.anaconda.picture.checkers_picture import ITS, YOURS, badge
from machines.anaconda.picture.population import HIGH, WIDE
from machines.anaconda.state import AnacondaScene

SIZE, LEAST = 12.5, 8.0
PITCH = 1.7
MARGIN = 12.0
REPLIES = 8
"""Of the visitor's replies so many have room."""
WORDS = Words("anaconda")
DEGREES = ((0.95, "sure"), (0.5, "clearly_better"), (0.12, "little_better"), (-0.12, "even"),
           (-0.5, "little_worse"), (-0.95, "clearly_worse"))  # fmt: skip
"""From which worth on what is said."""


def degree(worth: float) -> str:
    """How good it finds its game, as a label."""
    return next((label for least, label in DEGREES if worth >= least), "lost")


def sentence(expects: Expectation) -> str:
    """What it expects and thinks, in words."""
    moves = dict(zip("abc", map(str, expects.line), strict=False))
    line = WORDS(f"expects_{len(moves)}", **moves) if moves else WORDS("no_line")
    return f"{line} {WORDS(degree(expects.worth))}"


def judged(scene: AnacondaScene) -> str:
    """What it has done for its last move, or does for its next, in words."""
    if scene.thinking:
        return WORDS("looks_ahead", plies=scene.plies)
    if not (scene.boards or scene.to_end):
        return WORDS("no_move")
    found = WORDS("best_of", n=f"{scene.boards:,}") if scene.boards else WORDS("to_end")
    return f"{found} {WORDS(degree(scene.value))}"


class WhyPane(ProgramPane):
    """The sentence and the legend, or the figures."""

    size = (WIDE, HIGH)
    sentence_high = 52.0
    figures_at = (15.0, 36.0, 59.0)
    """Where worth, the words before the replies, and these begin."""
    columns = 4
    """Of the replies."""

    def key_of(self, state: AnacondaScene, now_ms: int) -> object:
        return state.expects, state.why, judged(state)

    def lay(self, pen: Pen, state: AnacondaScene, now_ms: int, keep: Keep) -> None:
        expects = state.expects
        if expects is not None and state.why > 1:
            self._figures(pen, expects)
            return
        said = sentence(expects) if state.why and expects is not None else judged(state)
        wide = self.size[0] - 2 * MARGIN
        y = paragraph(pen, said, (MARGIN, 16.0, wide, self.sentence_high), SIZE)
        if state.why and expects is not None and expects.line:
            self._legend(pen, max(y, 10.0 + self.sentence_high))

    def _legend(self, pen: Pen, y: float) -> None:
        """The two arrows of the board with what they mean."""
        x, right = MARGIN, self.size[0] - MARGIN
        for number, (colour, label) in enumerate(((YOURS, "yours"), (ITS, "its")), start=1):
            long = 54.0 + ENGRAVING.width(WORDS(label), 11.0)
            if x + long > right:
                x, y = MARGIN, y + 26.0
            k = pen.scale
            middle = y + 16.0
            pygame.draw.line(pen.surface, INK, (x * k, (middle + 1.5) * k),
                             ((x + 44.0) * k, (middle + 1.5) * k), round(6.0 * k))  # fmt: skip
            pygame.draw.line(pen.surface, colour, (x * k, middle * k), ((x + 44.0) * k, middle * k),
                             max(2, round(4.0 * k)))  # fmt: skip
            badge(pen, str(number), x + 22.0, middle, colour)
            pen.text(WORDS(label), x + 54.0, middle, 11.0)
            x += 20.0 + long

    def _figures(self, pen: Pen, expects: Expectation) -> None:
        found, boards = f"{expects.worth:+.3f}", f"{expects.boards:,}"
        words = WORDS("figures", worth=found, plies=expects.plies, boards=boards)
        wide, (first, second, third) = self.size[0] - 2 * MARGIN, self.figures_at
        paragraph(pen, words, (MARGIN, first, wide, second - first - 3.0), 11.0)
        paragraph(pen, WORDS("replies"), (MARGIN, second, wide, third - second - 5.0), 10.5)
        pitch = wide / self.columns
        for number, (move, worth) in enumerate(expects.alternatives[:REPLIES]):
            row, column = divmod(number, self.columns)
            x, y = MARGIN + column * pitch, third + row * 22.0
            best = number == 0
            words = f"{move} {worth:+.2f}"
            size = fit(words, 10.5, pitch - 8.0)
            pen.text(words, x, y, size, INK if best else FAINT, weight=0.2 if best else 0.15)


class NarrowWhyPane(WhyPane):
    """The same beside a large board."""

    size = (224.0, 184.0)
    sentence_high = 106.0
    figures_at = (15.0, 62.0, 96.0)
    columns = 2


def paragraph(
    pen: Pen, text: str, box: tuple[float, float, float, float], size: float
) -> float:  # fmt: skip
    """Lines of a text in a box, as large as they fit; where the next line would lie."""
    x, y, wide, high = box
    size, lines = ENGRAVING.fit(
        text, size, wide, lambda size, lines: len(lines) * size * PITCH <= high, LEAST, SPACING
    )
    for number, line in enumerate(lines):
        pen.text(line, x, y + number * size * PITCH, size)
    return y + (len(lines) - 0.5) * size * PITCH
