"""Paper as PNG files: what any reader of PNG sees is the picture that was drawn."""

import io

import numpy as np
import pygame

from devices.media.paper import FORM_ROWS, Paper
from devices.screen.paper_png import WIDTH, png, png_pages
from devices.screen.parts.paper_picture import pages


def test_a_png_reads_back_as_the_surface_it_was() -> None:
    surface = pygame.Surface((37, 23), 0, 32)
    array = np.random.default_rng(716).integers(0, 256, (37, 23, 3), dtype=np.uint8)
    pygame.surfarray.blit_array(surface, array)
    back = pygame.image.load(io.BytesIO(png(surface)), "x.png")
    assert (pygame.surfarray.array3d(back) == array).all()


def test_every_form_is_a_page() -> None:
    paper = Paper()
    for number in range(FORM_ROWS + 3):
        paper.print_line(f"LINE {number}")
    files = list(png_pages(paper.lines, 10))
    assert len(files) == 2
    drawn = pages(paper.lines, WIDTH)
    for file, page in zip(files, drawn, strict=True):
        back = pygame.image.load(io.BytesIO(file), "x.png")
        assert back.get_size() == page.get_size()
        same = pygame.surfarray.array3d(back) == pygame.surfarray.array3d(page)
        assert same.all()
    assert len(list(png_pages(paper.lines, 1))) == 1
