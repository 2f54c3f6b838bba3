"""What lies over the room (drawer, card entry, help), and the floor plan.

What lies over a room is composed for an upright window too; HELP shows where its steps are.
"""

import msgspec
import pygame
import pytest

from devices.screen.layer_renderer import LayerRenderer
from devices.screen.room import NOWHERE, Room
from devices.screen.stage import Stage
from devices.screen.ui_text import RoomText
from devices.units.unit import Value
from machines.museum.window.control_bar import ControlBar
from machines.museum.window.control_bar_layout import ControlBarState, control_bar_height
from machines.museum.window.floor_plan import FloorPlan
from machines.museum.window.help import Help, place_tags
from machines.museum.window.museum import Caretaker, MediaItem, MediaPicker, TextPrompt
from machines.museum.window.overlay import RED, Overlay
from machines.museum.window.placard import Placard
from machines.museum.window.plan_wall import FLOOR, bays, canvas_of, plinth, unit_of
from machines.museum.window.prompts import (
    CANCEL,
    COLUMNS,
    ERASE,
    PUNCH,
    ROWS,
    CardEntry,
    DrawerMenu,
)
from machines.museum.window.staff import StaffPage
from machines.museum.window.window import WindowConfig
from tests.machines.museum.window.window_driver import visitor
from tests.machines.museum.window.window_room import FakeMuseum, Glimpse, demonstration_room, words

SIZE = (1280, 720)
ROOM = pygame.Rect(0, 0, 1280, 656)


def silent(sound: str) -> None:
    del sound


def drawer_of(count: int, chosen: list[Value]) -> DrawerMenu:
    trays = tuple(MediaItem(f"DECK {k}", f"value {k}", "A game.", "40 cards") for k in range(count))
    menu = DrawerMenu(MediaPicker("DECKS", trays), words(), chosen.append, silent)
    menu.lay(SIZE, ROOM)
    return menu


def test_arrows_and_enter_choose_a_tray() -> None:
    chosen: list[Value] = []
    menu = drawer_of(8, chosen)
    for name in ("right", "down", "left", "down", "up"):
        menu.key(name, "", False)
    menu.key("return", "\r", False)
    assert chosen == ["value 3"]
    assert menu.done


def test_arrows_stop_at_the_drawers_edges() -> None:
    menu = drawer_of(4, [])
    for name in ("left", "up", "down", "down", "right"):
        menu.key(name, "", False)
    assert menu.at == 3


def test_a_letter_goes_to_the_next_tray_that_begins_so() -> None:
    chosen: list[Value] = []
    trays = tuple(MediaItem(name, name) for name in ("G-1", "ANACONDA", "G-18", "SELF PLAY"))
    menu = DrawerMenu(MediaPicker("DECKS", trays), words(), chosen.append, silent)
    menu.lay(SIZE, ROOM)
    menu.key("g", "g", False)
    assert menu.at == 2
    menu.key("g", "g", False)
    assert menu.at == 0


def test_pressing_and_letting_go_of_a_tray_chooses_it() -> None:
    chosen: list[Value] = []
    menu = drawer_of(8, chosen)
    x, y = menu.tray_rect(4).center
    menu.press(x, y)
    assert chosen == []
    menu.release(x, y)
    assert chosen == ["value 4"]


def test_sliding_off_a_tray_chooses_nothing() -> None:
    chosen: list[Value] = []
    menu = drawer_of(8, chosen)
    menu.press(*menu.tray_rect(4).center)
    menu.release(*menu.tray_rect(0).center)
    assert chosen == [] and not menu.done


def test_a_press_beside_the_drawer_closes_it() -> None:
    menu = drawer_of(8, [])
    menu.press(4, 4)
    assert menu.done


def test_more_trays_than_fit_are_on_further_pages() -> None:
    chosen: list[Value] = []
    menu = drawer_of(COLUMNS * ROWS + 2, chosen)
    menu.key("pagedown", "", False)
    assert menu.at == COLUMNS * ROWS
    x, y = menu.tray_rect(1).center
    menu.press(x, y)
    menu.release(x, y)
    assert chosen == [f"value {COLUMNS * ROWS + 1}"]


def test_an_empty_drawer_says_so_and_closes() -> None:
    menu = drawer_of(0, [])
    menu.changed(0)
    for key in ("down", "pagedown", "pageup", "tab"):
        menu.key(key, "", False)
        menu.changed(16)
    menu.key("return", "\r", False)
    assert menu.done


def test_a_name_too_long_for_its_label_is_cut() -> None:
    pictures = []
    for name in ("W", "W" * 180):
        menu = DrawerMenu(
            MediaPicker("DECKS", (MediaItem(name, "v"),)), words(), lambda value: None, silent
        )
        menu.lay(SIZE, ROOM)
        picture = pygame.Surface(SIZE)
        menu.compose(picture)
        picture.fill(0, menu.tray_rect(0))
        pictures.append(pygame.image.tobytes(picture, "RGB"))
    assert pictures[0] == pictures[1]


def test_an_overlay_is_composed_only_when_it_looks_otherwise() -> None:
    menu = drawer_of(8, [])
    assert menu.changed(0) == [pygame.Rect((0, 0), SIZE)]
    assert menu.changed(16) == []
    menu.key("right", "", False)
    assert menu.changed(32) == [menu.area()]


def entry_of(text: str, chosen: list[Value]) -> CardEntry:
    entry = CardEntry(TextPrompt("THE CARD", text, 20), words(), chosen.append, silent)
    entry.lay(SIZE, ROOM)
    return entry


def test_what_is_typed_is_punched_in_capitals() -> None:
    chosen: list[Value] = []
    entry = entry_of("", chosen)
    for char in "move 11-15":
        entry.key(char, char, False)
    entry.key("return", "\r", False)
    assert chosen == ["MOVE 11-15"]


def test_a_character_with_no_punch_and_a_column_too_many_are_left_out() -> None:
    chosen: list[Value] = []
    entry = entry_of("", chosen)
    for char in "A#B!" + "C" * 40:
        entry.key(char, char, False)
    entry.key("return", "\r", False)
    assert chosen == ["AB" + "C" * 18]


def test_the_card_is_corrected_in_its_middle() -> None:
    chosen: list[Value] = []
    entry = entry_of("MOVE 11-51", chosen)
    for name in ("left", "left", "delete", "right"):
        entry.key(name, "", False)
    entry.key("5", "5", False)
    entry.key("home", "", False)
    entry.key("x", "x", False)
    entry.key("backspace", "\b", False)
    entry.key("return", "\r", False)
    assert chosen == ["MOVE 11-15"]


def test_the_keypunch_works_by_touch() -> None:
    chosen: list[Value] = []
    entry = entry_of("", chosen)
    for name in ("G", "O", "O", ERASE, " ", "1", PUNCH):
        x, y = entry.keys[name].center
        entry.press(x, y)
        entry.release(x, y)
    assert chosen == ["GO 1"]


def test_escape_and_cancel_leave_the_card_as_it_was() -> None:
    chosen: list[Value] = []
    for leave in ("escape", CANCEL):
        entry = entry_of("MOVE", chosen)
        if leave == CANCEL:
            entry.press(*entry.keys[CANCEL].center)
        else:
            entry.key("escape", "\x1b", False)
        assert entry.done
    assert chosen == []


def test_the_keypunch_has_every_character_that_can_be_punched() -> None:
    entry = entry_of("", [])
    assert set(TextPrompt("").allowed) <= set(entry.keys)
    bound = pygame.Rect((0, 0), SIZE)
    rects = list(entry.keys.values())
    assert all(bound.contains(rect) for rect in rects)
    assert all(rect.collidelist(rects[k + 1 :]) < 0 for k, rect in enumerate(rects))


def help_of(size: tuple[int, int]) -> Help:
    stage = Stage(demonstration_room())
    strip = ControlBar(words())
    strip.lay(size)
    strip.paint(ControlBarState(), 0)
    room = pygame.Rect(0, 0, size[0], size[1] - strip.canvas.get_height())
    stage.lay(room.size)
    made = Help(words(), stage, strip)
    made.lay(size, room)
    return made


@pytest.mark.parametrize("size", [(1280, 720), pytest.param((3840, 2160), marks=pytest.mark.slow)])
def test_every_control_with_a_key_has_a_tag_and_no_tag_covers_another(
    size: tuple[int, int],
) -> None:
    made = help_of(size)
    keys = {tag.key for tag in made.tags}
    assert {"Z", "X", "J", "W", "RETURN", "Y", "H", "F2", "F3"} <= keys
    rects = [tag.rect for tag in made.tags]
    assert all(rect.collidelist(rects[k + 1 :]) < 0 for k, rect in enumerate(rects))
    assert all(pygame.Rect((0, 0), size).contains(rect) for rect in rects)


def test_the_list_names_every_control_and_every_key() -> None:
    made = help_of((1280, 720))
    rows = [row for page in made.pages for row in page]
    named = {row.control for row in rows}
    assert {"KEY 0", "START", "HOPPER", "CORRECT", "FLOOR PLAN", "SOUND", "RESET"} <= named
    assert any(row.key == "CTRL-ALT-Q" for row in rows)


def test_the_help_turns_its_pages_and_closes() -> None:
    made = help_of((1280, 720))
    assert made.count() == len(made.pages) + 1
    for _ in range(made.count()):
        made.changed(0)
        made.key("pagedown", "", False)
    assert made.page == 0
    made.key("h", "h", False)
    assert made.done


def test_tags_that_find_no_room_are_left_to_the_list() -> None:
    crowd = [(pygame.Rect(600, 300, 8, 8), f"F{k}", "") for k in range(40)]
    tags = place_tags((), crowd, pygame.Rect((0, 0), SIZE), 12.0)
    assert 0 < len(tags) < 40


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("size", [(1280, 656), (1920, 984), (1000, 984), (1080, 1747)])
def test_exhibits_stand_side_by_side_on_the_floor(count: int, size: tuple[int, int]) -> None:
    made = bays(count, size)
    bound = pygame.Rect((0, 0), size)
    assert len(made) == count
    assert all(bound.contains(rect) for rect in made)
    assert all(rect.collidelist(made[k + 1 :]) < 0 for k, rect in enumerate(made))
    unit = unit_of(size)
    foot = (canvas_of(size)[1] * FLOOR - 12) * unit
    assert plinth(made[-1], unit).bottom == pytest.approx(foot, abs=2)


@pytest.mark.slow
def test_small_pictures_on_the_plan_are_live() -> None:
    plan = FloorPlan(words(), LayerRenderer(at_once=True))
    plan.lay((1280, 656))
    stages = {name: Stage(demonstration_room(name)) for name in ("one", "two")}
    views: dict[str, Glimpse | None] = {"one": Glimpse(units={"counter": 1}), "two": None}
    for k in range(4):
        plan.paint(stages, views, k * 130, False)
    assert plan.paint(stages, views, 600, False) == []
    views["one"] = Glimpse(units={"counter": 2})
    drawn = [rect for k in range(2) for rect in plan.paint(stages, views, 800 + 200 * k, False)]
    assert drawn
    assert all(rect.colliderect(plan.places["one"].inflate(0, 400)) for rect in drawn)
    assert plan.hit(*plan.places["two"].center) == "two"
    assert plan.hit(3, 3) == ""


@pytest.mark.slow
def test_an_exhibit_that_was_not_drawn_in_full_yet_is_the_next_to_be() -> None:
    plan = FloorPlan(words(), LayerRenderer(at_once=True))
    plan.lay((1280, 656))
    stages = {name: Stage(demonstration_room(name)) for name in ("one", "two", "three")}
    for _ in range(3):
        assert not plan.settled()
        plan.paint(stages, dict.fromkeys(stages), 0, False)
    assert plan.settled()
    assert plan.paint(stages, dict.fromkeys(stages), 1, False) == []


def test_a_plan_of_another_shape_is_a_plain_wall_until_it_is_drawn() -> None:
    plan = FloorPlan(words(), LayerRenderer(at_once=True))
    plan.lay((1280, 656))
    stages = {name: Stage(demonstration_room(name)) for name in ("one", "two", "three")}
    plan.paint(stages, dict.fromkeys(stages), 0, False)
    plan.lay((700, 900))
    assert len(set(pygame.image.tobytes(plan.canvas, "RGB"))) <= 3
    assert plan.canvas.get_at((0, 0)) != pygame.Color(0, 0, 0)


def test_no_alcove_is_empty_while_the_wall_is_drawn_anew() -> None:
    plan = FloorPlan(words(), LayerRenderer(at_once=True))
    plan.lay((1280, 656))
    stages = {name: Stage(demonstration_room(name)) for name in ("one", "two", "three")}
    for _ in range(3):
        plan.paint(stages, dict.fromkeys(stages), 0, False)
    before = {name: plan.canvas.subsurface(rect).copy() for name, rect in plan.places.items()}
    plan.show_meetings(True)
    plan.paint(stages, dict.fromkeys(stages), 1, False)
    assert not plan.settled()
    for name, rect in plan.places.items():
        seen = plan.canvas.subsurface(rect)
        assert pygame.image.tobytes(seen, "RGB") == pygame.image.tobytes(before[name], "RGB")


@pytest.mark.slow
def test_a_plate_says_what_stands_there_and_belongs_to_its_exhibit() -> None:
    language = msgspec.structs.replace(words(), rooms={"one": RoomText({"line": "It counts."})})
    plan = FloorPlan(language, LayerRenderer(at_once=True))
    plan.lay((1280, 656))
    stages = {name: Stage(demonstration_room(name)) for name in ("one", "two")}
    plan.paint(stages, dict.fromkeys(stages), 0, False)
    assert [(bay.number, bay.line) for bay in plan.wall.bays] == [(1, "It counts."), (2, "")]
    for name, rect in plan.places.items():
        assert plan.hit(rect.centerx, plinth(rect, plan.wall.unit).centery) == name


def test_a_touch_of_the_plan_walks_up_to_the_exhibit() -> None:
    museum = FakeMuseum(("one", "two"))
    with visitor(museum) as guest:
        guest.window.enter("")
        guest.settle()
        x, y = guest.window.plan.places["two"].center
        guest.press(x, y)
        guest.release(x, y)
        guest.settle()
        assert museum.entered[-1] == "two"
        assert guest.window.stage is not None and guest.window.stage.settled()


def test_the_keyboard_walks_from_exhibit_to_exhibit() -> None:
    museum = FakeMuseum(("one", "two", "three"))
    with visitor(museum, WindowConfig(size=SIZE, exhibit="one", sound=False)) as guest:
        stood = []
        for key, mod in (
            (pygame.K_3, pygame.KMOD_LCTRL),
            (pygame.K_RIGHT, pygame.KMOD_LCTRL),
            (pygame.K_LEFT, pygame.KMOD_RCTRL),
            (pygame.K_2, 0),  # in a room a number is the room's own
            (pygame.K_F2, 0),
            (pygame.K_KP2, 0),
            (pygame.K_9, pygame.KMOD_LCTRL),
            (pygame.K_ESCAPE, 0),
            (pygame.K_RIGHT, 0),
            (pygame.K_RIGHT, 0),
            (pygame.K_RETURN, 0),
            (pygame.K_F2, 0),
            (pygame.K_RIGHT, pygame.KMOD_LCTRL),
        ):
            guest.key(key, "", mod)
            stood.append(guest.window.navigator.exhibit)
        assert stood == [
            "three", "one", "three", "three", "", "two", "two", "", "", "", "two", "", "one",
        ]  # fmt: skip


class ShutMuseum(FakeMuseum):
    """A museum whose room ``other`` is closed at first."""

    shut = True

    def room(self, exhibit: str) -> Room:
        if exhibit == "other" and self.shut:
            return Room("other", "OTHER", NOWHERE, Glimpse(), out_of_order=True)
        return super().room(exhibit)


@pytest.mark.slow
@pytest.mark.parametrize("here", ["other", ""])
def test_a_closed_room_is_shown_empty_until_it_opens(here: str) -> None:
    museum = ShutMuseum(("demo", "other"))
    with visitor(museum, WindowConfig(size=SIZE, exhibit=here, sound=False)) as guest:
        window = guest.window
        assert window.settled()
        empty = bytes(pygame.image.tobytes(window.screen, "RGB"))
        assert window.navigator.stage_of("other").targets() == ()
        museum.shut = False
        guest.frames()
        assert not window.settled()
        guest.settle()
        assert window.settled()
        assert window.navigator.stage_of("other").targets()
        assert bytes(pygame.image.tobytes(window.screen, "RGB")) != empty


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


@pytest.mark.parametrize(
    ("key", "shift", "last"),
    [("left", False, True), ("tab", True, True), ("right", False, False), ("tab", False, False)],
)
def test_keys_begin_to_choose_at_the_end_that_they_come_from(
    key: str, shift: bool, last: bool
) -> None:
    for made in (placard(), StaffPage(words(), Caretaker(), print)):
        laid(made, SIZE)
        made.key(key, "", shift)
        assert made.at == (len(made.choices()) - 1 if last else 0)


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
def test_the_list_of_controls_has_more_lines_than_a_wide_page_and_keeps_them_inside() -> None:
    with visitor() as guest:
        manual = Help(words(), guest.window.stage, guest.window.control_bar)
        laid(manual, (1080, 1920))
        assert manual.box.width <= 1080
        assert max(map(len, manual.pages)) * manual._pitch() <= manual.box.height


def test_in_the_smallest_window_the_helps_plates_lie_on_its_sheet() -> None:
    with visitor(settings=WindowConfig(size=(800, 480), exhibit="demo", sound=False)) as guest:
        manual = Help(words(), None, guest.window.control_bar, words().first_help("ibm704"))
        manual.wishes = (("LARGE TEXT", False, lambda: None),)
        laid(manual, (800, 480))
        assert all(manual.box.contains(plate.rect) for plate in manual.wish_plates())


def test_a_touch_beside_the_first_help_closes_it_and_one_on_it_turns_the_page() -> None:
    with visitor(settings=WindowConfig(size=(800, 480), exhibit="demo", sound=False)) as guest:
        manual = Help(words(), None, guest.window.control_bar, words().first_help("ibm704"))
        laid(manual, (800, 480))
        manual.press(*manual.box.center)
        assert manual.page == 1 and not manual.done
        manual.page = 0
        manual.press(manual.box.left - 4, manual.box.centery)
        assert manual.done


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
