"""Drawn pictures are kept within one budget of bytes; the least recently seen are let go."""

import re
from pathlib import Path

import numpy as np
import pygame
import pytest

from devices.screen import kept_picture as module
from devices.screen.kept_picture import OWN_BYTES, kept_picture

ROOT = Path(__file__).resolve().parents[3]
SIDE = 100
EACH = 4 * SIDE * SIDE + OWN_BYTES
PICTURES = ("Surface", "Array", "Field", "Picture", "Canvas", "Letter", "Type")
"""In the annotation of what a function returns: that it draws."""
COUNTED = re.compile(r"^@(?:functools\.)?(?:lru_)?cache.*\ndef (\w+)(?:.|\n)*? -> (.*):$", re.M)
"""A function whose last results are kept by their number, and what it returns."""


@kept_picture
def tile(grey: int) -> pygame.Surface:
    made = pygame.Surface((SIDE, SIDE), 0, 32)
    made.fill((grey, grey, grey))
    return made


@kept_picture
def shade(grey: int) -> tuple[np.ndarray, int]:
    return np.full((SIDE, SIDE), grey, dtype=np.float32), grey


@pytest.fixture(autouse=True)
def _its_own_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten pictures of these two functions, whatever others keep."""
    monkeypatch.setattr(kept_picture, "functions", [tile, shade])
    monkeypatch.setattr(kept_picture, "total", 0)
    monkeypatch.setattr(module, "BUDGET", 10 * EACH)
    for one in (tile, shade):
        one._kept.clear()


def test_what_is_kept_is_drawn_once_and_is_the_same_for_all() -> None:
    before = tile.misses
    assert tile(3) is tile(3)
    assert tile.misses == before + 1


def test_any_number_of_pictures_of_any_functions_keep_within_the_budget() -> None:
    for grey in range(200):
        tile(grey)
        shade(grey)
        kept = sum(one.size for function in (tile, shade) for one in function._kept.values())
        assert kept == kept_picture.total <= module.BUDGET
    assert kept_picture.total > module.BUDGET / 2


def test_the_least_recently_seen_go_first_and_are_drawn_again_alike() -> None:
    first, often = pygame.image.tobytes(tile(1), "RGB"), tile(2)
    for grey in range(3, 60):
        tile(grey)
        assert tile(2) is often
    assert (1,) not in tile._kept
    assert pygame.image.tobytes(tile(1), "RGB") == first


def test_no_picture_is_kept_by_number_instead_of_bytes() -> None:
    """lru_cache holds so many, however large they are: 300 MB after all rooms were seen."""
    for path in [*ROOT.glob("devices/screen/**/*.py"), *ROOT.glob("machines/*/picture/*.py")]:
        text = path.read_text(encoding="utf-8")
        for name, returns in COUNTED.findall(text):
            drawn = any(what in returns for what in PICTURES)
            assert not drawn, f"{path}, {name}: @kept_picture expected"
