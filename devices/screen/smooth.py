"""Pictures made larger or smaller, evenly: the one place that calls pygame's smoothscale.

Until a wall of another shape is made, the tone of the old one stands in for it.
"""

import pygame


def smoothscale(
    picture: pygame.Surface, size: tuple[int, int], into: pygame.Surface | None = None
) -> pygame.Surface:
    """The picture brought to ``size`` pixels, on ``into`` where that is given.

    A picture one pixel high or wide is doubled before it is enlarged: pygame 2.6.1 reads the row,
    or the column, after the last one, which ended the program now and then.
    """
    wide, high = picture.get_size()
    if (wide == 1 and size[0] > 1) or (high == 1 and size[1] > 1):
        picture = pygame.transform.scale(picture, (max(2, wide), max(2, high)))
    if into is None:
        return pygame.transform.smoothscale(picture, size)
    return pygame.transform.smoothscale(picture, size, into)


def tone_of(wall: pygame.Surface) -> pygame.Color:
    """The mean colour of a wall along its upper edge."""
    return pygame.Color(pygame.transform.average_color(wall, (0, 0, wall.get_width(), 16)))
