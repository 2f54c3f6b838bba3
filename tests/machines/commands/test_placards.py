"""Placards and the first page of HELP with the words that ship: all of it fits and is touched."""

from itertools import product
from typing import Any

import pygame
import pytest

from devices.screen.brass import LETTERS
from machines.commands._museum_window import read_words
from machines.museum.window.control_bar_layout import control_bar_height
from machines.museum.window.overlay import PaperCard, fit_text
from machines.museum.window.placard import BODY, READ_MS, SMALL, STAYS_MS, Placard
from machines.storage.registry import EXHIBITS
from tests.machines.lettered import lettering

WORDS = read_words()
SIZES = ((1280, 720), (1024, 768), (1080, 1920), (1920, 1080), (3840, 2160))
ROOMS = tuple(one.name for one in EXHIBITS)


def placard(room: str, size: tuple[int, int] = (1920, 1080), asked: bool = False) -> Placard:
    """A room's placard, laid out for a window."""
    text = WORDS.placard(room)
    assert text is not None
    made = Placard(WORDS, text, lambda name: None, asked)
    made.lay(size, pygame.Rect(0, 0, size[0], size[1] - control_bar_height(size)))
    return made


@pytest.mark.slow
def test_everything_on_a_placard_fits_and_is_large_enough() -> None:
    for room in ROOMS:
        for size in SIZES:
            check_fits(placard(room, size), size)


@pytest.mark.parametrize("code", ["en", "de", "fr", "es"])
def test_in_the_smallest_window_no_card_cuts_a_sentence(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    size, cut, draw = (800, 480), list[str](), PaperCard.draw_lines

    def measured(
        self: PaperCard, target: pygame.Surface, said: str, rect: pygame.Rect, *more: Any
    ) -> int:
        used = draw(self, target, said, rect, *more)
        if used > rect.height:
            cut.append(said)
        return used

    monkeypatch.setattr(PaperCard, "draw_lines", measured)
    words = read_words(code)
    for room in ROOMS:
        text = words.placard(room)
        assert text is not None
        made = Placard(words, text, lambda name: None, False)
        made.lay(size, pygame.Rect(0, 0, 800, 480 - control_bar_height(size)))
        made.compose(pygame.Surface(size, 0, 32))
    assert cut == []


def check_fits(one: Placard, size: tuple[int, int]) -> None:
    window = pygame.Rect((0, 0), size)
    cards = [one.card_rect(k) for k in range(len(one.text.cards))]
    plates = [one.rects()["turn"], one.rects()["close"]]
    assert window.contains(one.box)
    for k, rect in enumerate([*cards, *plates]):
        assert one.box.contains(rect)
        assert rect.collidelist([*cards, *plates][:k]) < 0
        assert min(rect.size) >= 48 * min(size[0] / 1920, size[1] / 1080)
    for said in (one.text.text, one.text.learns):
        top = one.box.top + one.px(104)
        room_for = one.box.width - one.px(88), cards[0].top - one.px(56) - top
        height, lines = fit_text(said, room_for, float(one.px(BODY)))
        assert height >= 0.7 * one.px(BODY)
        assert round(height * 1.72) * len(lines) <= room_for[1]
    for card, rect in zip(one.text.cards, cards, strict=True):
        wide, high = rect.width - one.px(40), rect.height - one.px(76)
        used = 0
        for said in (card.do, card.see):
            height, lines = fit_text(said, (wide, high - used), float(one.px(SMALL)))
            assert max(LETTERS.width(line, height) for line in lines) <= wide + 1
            used += round(height * 1.72) * len(lines) + one.px(10)
        assert used <= high + one.px(10)


def laid_low(room: str, size: tuple[int, int], large: bool) -> Placard:
    """As it hangs in a room that is laid low."""
    text = WORDS.placard(room)
    assert text is not None
    made = Placard(WORDS, text, lambda name: None, True, lambda: None)
    made.large, made.low = large, size[1] // 2
    made.lay(size, pygame.Rect(0, 0, size[0], size[1] - control_bar_height(size, large, True)))
    return made


def test_a_placard_of_a_room_that_is_laid_low_is_worked_in_the_lower_half() -> None:
    for room, size, large in product(ROOMS, SIZES, (False, True)):
        made = laid_low(room, size, large)
        rects = made.rects()
        cards, low = made.text.cards, size[1] // 2
        if large and size[1] > size[0] and len(cards) <= 3:  # they are higher than that half
            assert rects.pop(cards[0].name).bottom < low
        finger = 48 * min(size[0] / 1920, size[1] / 1080)
        for k, (name, rect) in enumerate(rects.items()):
            where = room, size, large, name
            assert made.box.contains(rect), where
            assert rect.collidelist(list(rects.values())[:k]) < 0, where
            assert rect.bottom - low >= finger, where
            assert rect.height >= finger, where


@pytest.mark.parametrize(
    ("size", "texts"),
    [
        ((1024, 768), (True,)),
        *(pytest.param(size, (False, True), marks=pytest.mark.slow) for size in SIZES[1:4]),
    ],
)
def test_nothing_on_a_placard_of_a_room_that_is_laid_low_is_cut(
    size: tuple[int, int], texts: tuple[bool, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    for room, large in product(ROOMS, texts):
        made = laid_low(room, size, large)
        for made.learning in (False, True):
            with lettering(monkeypatch) as got:
                made.compose(pygame.Surface(size, 0, 32))
            assert [one.text for one in got.texts if one.cut()] == [], (room, large)
            assert got.overlapping() == [], (room, large)


def test_a_card_is_started_by_a_touch_or_by_the_keyboard() -> None:
    for room, by_key in product(ROOMS, (False, True)):
        started: list[str] = []
        one = placard(room, asked=by_key)
        one.start = started.append
        if by_key:
            for name in ("right", "right", "return"):
                one.key(name, "", False)
        else:
            one.press(*one.card_rect(1).center)
        assert started == [one.text.cards[1].name]
        assert one.done


def test_a_placard_turns_over_and_steps_aside_by_itself() -> None:
    one = placard("menace")
    one.changed(1_000)  # its time begins when it is seen
    one.tend(1_000)
    one.tend(1_000 + STAYS_MS)
    assert not one.done
    one.tend(1_001 + STAYS_MS)
    assert one.done
    read = placard("menace")
    read.changed(0)
    read.tend(0)
    read.press(*read.rects()["turn"].center)
    assert read.learning
    read.tend(STAYS_MS + 1)
    assert not read.done
    read.tend(READ_MS + 1)
    assert read.done
    closed = placard("menace")
    closed.press(*closed.rects()["close"].center)
    assert closed.done


def test_help_has_three_steps_for_every_room_and_what_helps() -> None:
    for room in ROOMS:
        first = WORDS.first_help(room)
        assert len(first.steps) == 3, room
        assert len(first.stops) >= 4, room
        assert all(len(line) <= 75 for line in first.stops), room


@pytest.mark.slow
def test_a_card_that_would_end_a_game_asks_and_the_placard_stays() -> None:
    one = placard("ibm704", (1280, 720))
    asked: list[str] = []

    def start(name: str) -> bool:
        asked.append(name)
        return len(asked) > 1

    one.start = start
    screen = pygame.Surface((1280, 720), 0, 32)
    one.compose(screen)
    plain = pygame.image.tobytes(screen.subsurface(one.card_rect(1)), "RGB")
    one.press(*one.card_rect(1).center)
    assert not one.done
    one.compose(screen)
    assert pygame.image.tobytes(screen.subsurface(one.card_rect(1)), "RGB") != plain
    one.press(*one.card_rect(1).center)
    assert one.done
    assert asked == [one.text.cards[1].name] * 2
