"""What lies over a room is composed for an upright window too; HELP shows where its steps are."""

import pygame
import pytest

from machines.museum.window.control_bar_layout import control_bar_height
from machines.museum.window.game_cards import AfterGameCard
from machines.museum.window.help import RED, Help
from machines.museum.window.museum import MediaItem, MediaPicker, TextPrompt
from machines.museum.window.overlay import Overlay
from machines.museum.window.placard import Placard
from machines.museum.window.prompts import CardEntry, DrawerMenu
from machines.museum.window.window import WindowConfig
from tests.machines.museum.window.window_driver import visitor
from tests.machines.visitor import words

SIZES = [(1080, 1920), (800, 1280), (1024, 768), (1280, 720)]
TRAYS = tuple(MediaItem(f"DECK {k}", f"value {k}", "What it holds", "9 cards") for k in range(40))


def laid(overlay: Overlay, size: tuple[int, int]) -> pygame.Rect:
    """The room's rectangle, once the overlay is laid out and drawn."""
    room = pygame.Rect(0, 0, size[0], size[1] - control_bar_height(size))
    overlay.lay(size, room)
    assert overlay.changed(0)
    return room


def placard() -> Placard:
    text = words().placard("ibm704")
    assert text is not None
    return Placard(words(), text, lambda name: None, asked=True)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_a_placard_is_inside_the_room_and_its_cards_lie_apart(size: tuple[int, int]) -> None:
    made = placard()
    room = laid(made, size)
    assert room.contains(made.box)
    rects = [*made.rects().values()]
    assert all(made.box.contains(rect) for rect in rects)
    assert all(rect.collidelist(rects[k + 1 :]) < 0 for k, rect in enumerate(rects))
    upright = size[1] > size[0]
    assert (made.card_rect(3).top > made.card_rect(0).bottom) == upright  # two rows of two


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_a_drawer_shows_whole_trays_and_every_one_can_be_chosen(size: tuple[int, int]) -> None:
    chosen: list[object] = []
    menu = DrawerMenu(MediaPicker("CARDS", TRAYS), words(), chosen.append, lambda name: None)
    room = laid(menu, size)
    assert room.contains(menu.box)
    assert all(menu.box.contains(menu.tray_rect(k)) for k in range(menu._held()))
    for _ in range(len(TRAYS) - 1):
        menu.key("tab", "", False)
    menu.key("return", "", False)
    assert chosen == ["value 39"]


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_the_keyboard_for_a_card_stands_whole_in_the_window(size: tuple[int, int]) -> None:
    entry = CardEntry(TextPrompt("CARD"), words(), lambda value: None, lambda name: None)
    room = laid(entry, size)
    assert all(room.contains(rect) for rect in [entry.card, *entry.keys.values()])


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_a_card_after_a_game_has_its_title_beside_its_plates(size: tuple[int, int]) -> None:
    said = max(words().rooms["ibm704"].after.values(), key=len)
    card = AfterGameCard(words(), said, lambda: None)
    room = laid(card, size)
    assert room.contains(card.box)
    assert card.rects()["show"].left - card.text_rect().left > card.box.width // 4


@pytest.mark.slow
def test_the_list_of_controls_has_more_lines_than_a_wide_page_and_keeps_them_inside() -> None:
    with visitor() as guest:
        manual = Help(words(), guest.window.stage, guest.window.control_bar)
        laid(manual, (1080, 1920))
        assert manual.box.width <= 1080
        assert max(map(len, manual.pages)) * manual._pitch() <= manual.box.height


@pytest.mark.slow
def test_help_marks_on_its_picture_where_the_steps_are_done() -> None:
    with visitor(settings=WindowConfig(size=(1280, 720), exhibit="demo", sound=False)) as guest:
        manual = Help(words(), None, guest.window.control_bar, words().first_help("ibm704"))
        target = pygame.Rect(200, 500, 60, 40)
        manual.show_room(pygame.Surface((1280, 720), 0, 32), [None, target, target])
        laid(manual, (1280, 720))
        assert manual.picture is not None
        seen = manual.picture
        column = pygame.Rect(seen.get_width() // 2, 0, seen.get_width() // 2, 600)
        red = [
            (x, y)
            for x in range(column.left, column.right, 3)
            for y in range(column.top, column.bottom, 3)
            if tuple(seen.get_at((x, y)))[:3] == RED
        ]
        assert red, "numbers two and three, beside one another"
        wide = max(x for x, _ in red) - min(x for x, _ in red)
        assert wide > 3 * manual.px(19)
