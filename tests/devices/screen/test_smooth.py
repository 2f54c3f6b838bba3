"""Pictures made larger: those of a single row or column too, which pygame reads past."""

import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from devices.screen.smooth import smoothscale

ROOT = Path(__file__).parents[3]
GUARDED = """
import ctypes, mmap, pygame
from devices.screen.smooth import smoothscale

page, pages = mmap.PAGESIZE, 4
memory = mmap.mmap(-1, page * (pages + 1))
start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
forbid = ctypes.CDLL(None, use_errno=True).mprotect
assert forbid(ctypes.c_void_p(start + page * pages), page, 0) == 0
for wide, high in ((8, 1), (1, 8), (2, 1), (1, 1), (8, 2)):
    end = page * pages
    bytes_ = memoryview(memory)[end - 4 * wide * high : end]
    picture = pygame.image.frombuffer(bytes_, (wide, high), "BGRA")
    smoothscale(picture, (40, 40))
print("read no further")
"""


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="forbids a page as Linux does")
def test_nothing_after_the_last_row_is_read() -> None:
    done = subprocess.run(
        [sys.executable, "-c", GUARDED], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert "read no further" in done.stdout, done.stderr


@pytest.mark.parametrize("size", [(1, 1), (2, 1), (1, 3), (5, 1)])
def test_a_row_and_a_column_fill_what_they_are_brought_to(size: tuple[int, int]) -> None:
    picture = pygame.Surface(size, 0, 32)
    picture.fill((200, 100, 50))
    made = smoothscale(picture, (24, 18))
    assert made.get_size() == (24, 18)
    colours = {tuple(made.get_at((x, y)))[:3] for x in range(24) for y in range(18)}
    assert colours == {(200, 100, 50)}


def test_nothing_else_calls_pygames_own() -> None:
    callers = [
        path.relative_to(ROOT).as_posix()
        for folder in ("devices", "machines")
        for path in (ROOT / folder).rglob("*.py")
        if "transform.smoothscale(" in path.read_text()
    ]
    assert callers == ["devices/screen/smooth.py"]
