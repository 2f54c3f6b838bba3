"""The sheet that tells what has changed: bars before and after, words that fit."""

from typing import Any

import pygame
import pytest

from devices.screen.parts.changes_sheet import LESS, MORE, Change, ChangesPart, ChangesState


def painted(*changes: Change, said: str = "Because of you two clues moved.") -> pygame.Surface:
    part = ChangesPart((520.0, 300.0))
    part.build(1.5)
    made = pygame.Surface((780, 450), 0, 32)
    part.paint(made, (0, 0), ChangesState(said, changes), 0, True)
    return made


def bars(picture: pygame.Surface, colour: tuple[int, int, int]) -> list[pygame.Rect]:
    """Where the bars of that colour are, from the top."""
    mask = pygame.mask.from_threshold(picture, colour, (2, 2, 2))
    found: Any = mask.get_bounding_rects()  # of which the stubs say that it is one
    return [rect for rect in found if rect.width > 8]


def test_what_gains_and_what_loses_differ_and_are_as_long_as_they_are() -> None:
    made = painted(Change("a", 0.2, 0.8, "2 to 8"), Change("b", 0.8, 0.4, "8 to 4"))
    (gained,), (lost,) = bars(made, MORE), bars(made, LESS)
    assert gained.width == pytest.approx(2 * lost.width, abs=3)


def test_what_has_stayed_has_one_bar_that_is_neither() -> None:
    made = painted(Change("a", 0.5, 0.5, "5"))
    assert bars(made, MORE) == bars(made, LESS) == []


def test_below_zero_lies_left_of_the_line() -> None:
    made = painted(Change("a", -0.2, -0.6, "-2 to -6"), Change("b", 0.1, 0.3, "1 to 3"))
    (less,), (more,) = bars(made, LESS), bars(made, MORE)
    assert less.right <= more.left + 2


def test_many_words_are_lettered_smaller_and_stay_on_the_sheet() -> None:
    long = "Because of you clues count differently now, and these are those that moved most. " * 4
    part = ChangesPart((520.0, 300.0))
    part.build(1.5)
    few = part.look(ChangesState("Because of you.", (Change("a", 0.1, 0.2, "1"),)), 0)
    many = part.look(ChangesState(long, (Change("a", 0.1, 0.2, "1"),)), 0)
    assert many[0].sprite.get_height() < few[0].sprite.get_height()
    assert max(one.rect().right for one in many) <= 780
