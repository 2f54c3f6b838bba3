"""A small computer's window: which computers have one, its size in full screen, its pace."""

import os
from pathlib import Path

import pygame
import pytest

from machines.commands import _museum_window as opening
from machines.commands import make_parser
from machines.museum.window import window as window_module
from machines.museum.window.small_computer import SMALL_SIZE, is_small
from machines.museum.window.window_surface import WindowConfig, start_display, whole_screen
from tests.machines.museum.window.window_driver import SIZE, visitor


@pytest.mark.parametrize(
    ("board", "small"),
    [("Raspberry Pi 5 Model B Rev 1.0\0", True), ("Libre Computer AML-S905X-CC\0", False)],
)
def test_a_raspberry_pi_tells_what_it_is(tmp_path: Path, board: str, small: bool) -> None:
    model = tmp_path / "model"
    assert not is_small(model)
    model.write_text(board)
    assert is_small(model) == small


@pytest.mark.parametrize(
    ("line", "board", "size", "rate"),
    [
        ("", False, (1920, 1080), 60),
        ("--low-power", False, (1280, 720), 30),
        ("", True, (1280, 720), 30),
        ("--size 1920x1080 --fps 60", True, (1920, 1080), 60),
        ("--fps 144", False, (1920, 1080), 144),
    ],
)
def test_size_and_pace_are_a_small_computers_unless_others_are_named(
    monkeypatch: pytest.MonkeyPatch,
    line: str, board: bool, size: tuple[int, int], rate: int,
) -> None:  # fmt: skip
    monkeypatch.setattr(opening, "is_small", lambda: board)
    args = make_parser().parse_args(["museum", *line.split()])
    assert opening.check_opening(args) == size
    assert opening.frame_rate(args) == rate


def test_a_small_computers_screen_is_switched_where_it_can_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    small = WindowConfig(size=SMALL_SIZE, fullscreen=True, keeps_size=True)
    monkeypatch.setattr(pygame.display, "list_modes", lambda: [(1920, 1080), SMALL_SIZE])
    assert whole_screen(small) == SMALL_SIZE
    assert whole_screen(WindowConfig(size=SMALL_SIZE, fullscreen=True)) == (0, 0)
    monkeypatch.setattr(pygame.display, "list_modes", lambda: [(800, 480)])
    assert whole_screen(small) == (0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("rate", [30, 60])
def test_no_more_pictures_are_drawn_than_the_frame_rate(
    monkeypatch: pytest.MonkeyPatch, rate: int
) -> None:
    now = [100.0]
    monkeypatch.setattr(window_module, "perf_counter", lambda: now[0])
    monkeypatch.setattr(window_module, "sleep", lambda s: now.__setitem__(0, now[0] + s))
    shown = WindowConfig(size=SIZE, exhibit="demo", sound=False, frame_rate=rate)
    with visitor(settings=shown) as guest:
        guest.window._quiet = 0
        began = now[0]
        for _ in range(10 * rate):
            now[0] += 0.004  # what a picture takes
            guest.window._rest()
    assert now[0] - began == pytest.approx(10.0, abs=0.1)


def test_windows_is_told_not_to_stretch_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SDL_WINDOWS_DPI_AWARENESS", raising=False)
    start_display()
    pygame.display.quit()
    assert os.environ["SDL_WINDOWS_DPI_AWARENESS"] == "permonitorv2"
