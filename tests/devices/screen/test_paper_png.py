"""Paper as PNG files: what any reader of PNG sees is the picture that was drawn."""

import io

import numpy as np
import pygame
import pytest

from devices.media.paper import FORM_ROWS, Paper, PrintedLine
from devices.screen.parts.fanfold import PNG_WIDTH, Fanfold, png_pages
from tests.devices.screen.parts.gallery import pages


@pytest.mark.slow
def test_every_form_is_a_page() -> None:
    paper = Paper()
    for number in range(FORM_ROWS + 3):
        paper.print_line(f"LINE {number}")
    files = list(png_pages(paper.lines, 10, 402))
    assert len(files) == 2
    drawn = pages(paper.lines, 402)
    for file, page in zip(files, drawn, strict=True):
        back = pygame.image.load(io.BytesIO(file), "x.png")
        assert back.get_size() == page.get_size()
        same = pygame.surfarray.array3d(back) == pygame.surfarray.array3d(page)
        assert same.all()
    (usual,) = png_pages(paper.lines, 1)
    assert pygame.image.load(io.BytesIO(usual), "x.png").get_width() == PNG_WIDTH


def test_a_row_that_was_printed_over_shows_both_characters() -> None:
    def page(*lines: PrintedLine) -> np.ndarray:
        return pygame.surfarray.array3d(pages(lines, 402)[0])

    upper, lower = PrintedLine("X/", "single", 0), PrintedLine("=", "single", 0)
    both = page(PrintedLine("X/", "single", 0, ("=",)))
    assert (both == page(lower, upper)).all()
    assert (both < page(upper)).any()
    assert (both < page(lower)).any()


def test_forms_that_were_left_empty_are_pages_too() -> None:
    lines = [PrintedLine("FIRST", "single", 0), PrintedLine("LAST", "eject", 2 * FORM_ROWS)]
    drawn = [pygame.surfarray.array3d(page) for page in pages(lines, 402)]
    alone = pygame.surfarray.array3d(pages(lines[:1], 402)[0])
    assert len(drawn) == 3
    assert (drawn[0] == alone).all()
    assert (drawn[0] != drawn[2]).any()
    assert drawn[1].mean() > drawn[2].mean()


def test_of_a_paper_of_a_thousand_forms_only_those_wanted_are_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    inked: list[str] = []
    blank = pygame.Surface((8, 8), pygame.SRCALPHA)

    def ink(paper: Fanfold, text: str) -> pygame.Surface:
        inked.append(text)
        return blank

    monkeypatch.setattr(Fanfold, "ink", ink)
    lines = [PrintedLine(str(k), "eject", k * FORM_ROWS) for k in range(1000)]
    assert len(list(png_pages(lines, 2, 402))) == 2
    assert inked == ["0", "1"]
