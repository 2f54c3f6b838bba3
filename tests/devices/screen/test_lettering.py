"""The engraving alphabet and the print wheels: every character is there, and prints the same."""

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from devices.screen.lettering import Engraving
from devices.screen.print_faces import WHEEL_FACE, PrintWheel
from devices.screen.strokes import MISSING, engraved

PRINTABLE = [chr(code) for code in [*range(0x20, 0x7F), *range(0xA0, 0x100)]]
GRAPHICS_704 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-*/,.()$="


def alpha(surface: pygame.Surface) -> npt.NDArray[np.int64]:
    return pygame.surfarray.array_alpha(surface).astype(np.int64)


def test_every_printable_character_has_strokes_of_its_own() -> None:
    letters = Engraving()
    for char in PRINTABLE:
        glyph = engraved(char)
        assert glyph is not MISSING, char
        assert glyph.advance > 0, char
        drawn = glyph.lines.size + glyph.dots.size
        assert (drawn == 0) == char.isspace(), char
        assert letters.covers(char), char


def test_a_character_that_the_alphabet_has_not_got_is_a_box() -> None:
    assert engraved("Ω") is MISSING
    assert not Engraving().covers("☃")
    assert alpha(Engraving().text_surface("☃", 20, (255, 255, 255))).max() == 255


def test_lettering_is_placed_by_its_anchor_and_the_middle_of_its_capitals() -> None:
    target = pygame.Surface((200, 60), 0, 32)
    for anchor, middle in (("left", 130), ("centre", 100), ("right", 70)):
        target.fill((0, 0, 0))
        Engraving().draw(target, "HOH", 100, 30, 20, (255, 255, 255), anchor)  # type: ignore[arg-type]
        drawn = np.nonzero(pygame.surfarray.array3d(target)[..., 0] > 100)
        assert (drawn[1].min() + drawn[1].max() + 1) / 2 == pytest.approx(30, abs=1)
        assert (drawn[0].min() + drawn[0].max()) / 2 == pytest.approx(middle, abs=4)


def test_a_text_is_smaller_only_where_it_does_not_fit_and_no_smaller_than_the_least() -> None:
    def fit(said: str, least: float) -> tuple[float, list[str]]:
        return Engraving().fit(said, 13.0, 232.0, lambda _, lines: len(lines) <= 2, least)

    said = "Kreis am Zug; das Blatt liegt eine Vierteldrehung gegen den Uhrzeigersinn gedreht"
    high, lines = fit(said, 6.0)
    assert len(lines) == 2
    assert 7.0 < high < 13.0
    assert " ".join(lines) == said
    assert fit(said, 12.5)[0] == 12.5
    assert fit("Nought to move", 6.0) == (13.0, ["Nought to move"])


def test_wrapped_lines_run_no_wider_than_asked() -> None:
    letters = Engraving()
    text = "MANUAL: show the word whose address is in keys 21-35 and go on"
    lines = letters.wrap(text, 12, 160)
    assert " ".join(lines) == text
    assert len(lines) > 2
    assert all(letters.width(line, 12) <= 160 for line in lines)


def test_a_no_break_space_holds_its_words_on_one_line() -> None:
    letters = Engraving()
    assert letters.width("oui\N{NO-BREAK SPACE}?", 12) == letters.width("oui ?", 12)
    text = "Boîte vide\N{NO-BREAK SPACE}?"
    for wide in range(10, 120, 5):
        assert not any(line.startswith("?") for line in letters.wrap(text, 12, wide))


@pytest.mark.slow
def test_the_wheels_carry_all_graphics_of_the_704() -> None:
    assert set(GRAPHICS_704) <= set(WHEEL_FACE)
    printed = {
        char: alpha(PrintWheel().line_surface(char, 16, 28)).tobytes() for char in GRAPHICS_704
    }
    assert len(set(printed.values())) == len(GRAPHICS_704)


def test_every_letter_and_sign_of_german_french_and_spanish_is_drawn() -> None:
    german = "ÄÖÜẞäöüß„“‚‘»«–"
    french = "ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸàâæçéèêëîïôœùûüÿ«»’…"
    spanish = "ÁÉÍÑÓÚÜáéíñóúü¿¡ªº«»"
    letters = Engraving()
    assert [char for char in german + french + spanish + "€" if not letters.covers(char)] == []
