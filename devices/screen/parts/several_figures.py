"""Several figures on one picture, beside and below each other: ``--plot`` of a study with many."""

from collections.abc import Sequence

import pygame

from devices.screen.parts.figures import FigureState, figure_surface


def figures_surface(
    states: Sequence[FigureState], across: int, size_px: tuple[int, int]
) -> pygame.Surface:
    """The figures in rows of ``across``, each ``size_px`` pixels large."""
    width, height = size_px
    rows = -(-len(states) // across)
    made = pygame.Surface((width * min(across, len(states)), height * rows), 0, 32)
    for number, state in enumerate(states):
        down, right = divmod(number, across)
        made.blit(figure_surface(state, size_px), (right * width, down * height))
    return made
