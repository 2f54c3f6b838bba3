"""Laid low: what a visitor plays by lies in the lower half of the window."""

import itertools
import os
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from devices.screen.parts.office_pc import CrtMonitorPart
from devices.screen.placed_part import AS_IT_IS, FINGER_PX, Hit
from devices.screen.room import PartPlacement, Room
from devices.screen.stage import Stage
from machines.commands import _museum_window as opening
from machines.commands import make_parser
from machines.museum.window import window as window_module
from machines.museum.window.control_bar_layout import control_bar_height, layout_for
from machines.museum.window.small_computer import SMALL_SIZE, is_small
from machines.museum.window.window_surface import WindowConfig, start_display, whole_screen
from machines.storage.registry import EXHIBITS, make_room, panel_layout
from tests.machines.museum.window.window_driver import SIZE, visitor
from tests.machines.test_touch_sizes import reach

SIZES = [(1280, 720), (1080, 1920), (1920, 1080), (1024, 768), (3840, 2160)]
NEEDED = {
    "ibm704": {"board.why", "board.take_back", "board.now_then"},
    "menace": {"table.new", "table.undo", "table.run", "table.day", "table.opponent"},
    "pegasus": {"sheet.undo", "desk.run", "desk.nought", "desk.cross", "desk.clear"},
    "morph": {
        "workstation.new", "workstation.back", "workstation.side", "workstation.house",
        "workstation.contest", "workstation.step", "workstation.depth.1", "workstation.trained",
    },
    "anaconda": {
        "pc.new", "pc.back", "pc.side", "pc.why", "pc.plies.6", "pc.generation.250", "pc.samuel",
        "pc.contest",
    },
}  # fmt: skip
"""What a visitor works beside the squares, written down apart from the rooms' own ``reached``."""
SQUARES = {"ibm704": 32, "menace": 9, "pegasus": 9, "morph": 64, "anaconda": 32}
DECORATION = {
    "morph": {"box", "keyboard"},
    "anaconda": {"tower", "keyboard"},
}
"""Parts that have nothing to read or touch: the bar may cover them."""


@pytest.fixture(scope="module", params=EXHIBITS, ids=[one.name for one in EXHIBITS])
def room(request: pytest.FixtureRequest) -> Room:
    made: Room = make_room(request.param, panel_layout(request.param))
    return made


def lowered(room: Room, size: tuple[int, int], large: bool = False) -> Stage:
    """The room laid low in a window of that size."""
    stage = Stage(room)
    stage.low = size[1] // 2
    stage.lay((size[0], size[1] - control_bar_height(size, large, lowered=True)))
    return stage


def is_needed(room: Room, hit: Hit) -> bool:
    """Whether a visitor plays by that control: a square of the game's board, a plate beside it."""
    return ".square." in hit.event or hit.event in NEEDED[room.name]


each_size = pytest.mark.parametrize(
    "size", [*SIZES[:2], *(pytest.param(size, marks=pytest.mark.slow) for size in SIZES[2:])]
)


@pytest.mark.slow
@each_size
@pytest.mark.parametrize("large", [False, True], ids=["usual text", "large text"])
def test_what_a_visitor_needs_lies_in_the_lower_half_and_nothing_is_cut_or_covered(
    room: Room, size: tuple[int, int], large: bool
) -> None:
    stage = lowered(room, size, large)
    needed = [hit for hit in stage.targets() if is_needed(room, hit)]
    assert len(needed) == SQUARES[room.name] + len(NEEDED[room.name])
    whole = stage.canvas.get_rect()
    for hit in needed:
        assert whole.contains(hit.rect), hit.event
        assert hit.rect.top >= size[1] // 2, hit.event
    if size[0] > 1.5 * size[1] and not large:  # a wide window
        sides = [min(hit.rect.size) for hit in needed if ".square." in hit.event]
        assert min(sides) >= 0.088 * size[1] // 2
    for one in stage.standings:
        name, part = one.place.name, one.part
        assert one.rect.left >= 0, name
        assert one.rect.right <= size[0], name
        for touch in part.touches():
            assert one.hit(touch).rect.bottom <= whole.bottom, touch.control
        if isinstance(part, CrtMonitorPart):
            _, top, _, high = part.housing.raster
            assert one.rect.top + (top + high) * one.scale <= whole.bottom, name
        elif name not in DECORATION.get(room.name, ()):
            assert one.rect.bottom - one.place.foot * one.rect.height <= whole.bottom + 1, name
    for one, other in itertools.combinations(stage.standings, 2):
        names = {one.place.name, other.place.name}
        if not names & DECORATION.get(room.name, set()):
            both = one.rect.clip(other.rect)
            smaller = min(one.rect.width * one.rect.height, other.rect.width * other.rect.height)
            assert both.width * both.height <= 0.06 * smaller, names


@pytest.mark.slow
@pytest.mark.parametrize("large", [False, True])
def test_in_a_window_of_1920_x_1080_a_finger_finds_each_of_them(room: Room, large: bool) -> None:
    stage = lowered(room, (1920, 1080), large)
    for hit in stage.targets():
        if ".square." in hit.event:
            assert min(hit.rect.size) >= FINGER_PX, hit.event
        if is_needed(room, hit):
            # Levers of a desk stand closer: one is found so far round where it is asked for.
            asked = (hit.event,) if hit.place.name == "desk" else ()
            assert min(reach(stage, hit, asked)) >= FINGER_PX - 1, hit.event


def test_a_room_that_nobody_stands_in_any_more_lies_as_usual_whatever_its_size(room: Room) -> None:
    stage = lowered(room, (1920, 1080))
    stage.let_go()
    stage.lay((320, 164))  # as the floor plan has it
    assert stage.lowering == AS_IT_IS
    assert min(one.scale for one in stage.standings) > 0


@pytest.mark.slow
def test_looked_at_closely_a_part_that_is_arranged_low_is_as_large(room: Room) -> None:
    arranged = [place for place in room.low.places if place.reached != ("",)]
    for place in arranged:
        stage = lowered(room, (1920, 1080))
        stage.lay(stage.canvas.get_size(), place.name)
        needed = [hit for hit in stage.targets() if is_needed(room, hit)]
        assert len(needed) == SQUARES[room.name] + len(NEEDED[room.name])
        for hit in needed:
            assert hit.rect.top >= 540 and hit.rect.bottom <= 984, hit.event
            assert min(reach(stage, hit)) >= FINGER_PX - 1, hit.event
    assert len(arranged) == (room.name in ("morph", "anaconda"))


def test_the_bar_of_large_text_is_hardly_higher() -> None:
    for size in SIZES:
        high, usual_high = (control_bar_height(size, text, lowered=True) for text in (True, False))
        assert high <= 1.07 * usual_high, size
        usual, large = (layout_for(size, text, lowered=True) for text in (False, True))
        assert large.unit * large.words == 1.25 * usual.unit * usual.words, size


def test_only_what_has_nothing_to_read_or_touch_may_lie_behind_the_bar(room: Room) -> None:
    for place in (*room.places, *room.tall.places, *room.low.places):
        part = place.make()
        high = part.size[1] * (1.0 - place.foot)
        if place.name in DECORATION.get(room.name, ()):
            assert place.foot == 1.0, place.name
            assert not part.touches(), place.name
        else:
            assert 0.0 <= place.foot < 0.15, place.name
            assert all(sum(touch.rect[1::2]) <= high for touch in part.touches()), place.name
            assert not place.foot or place.name == "board" or isinstance(part, CrtMonitorPart)


def test_an_arrangement_for_being_laid_low_has_every_part_and_control(room: Room) -> None:
    def controls(place: PartPlacement) -> set[str]:
        return {touch.control for touch in place.make().touches()}

    if room.low.places:
        assert [place.name for place in room.low.places] == [place.name for place in room.places]
        for low, usual in zip(room.low.places, room.places, strict=True):
            assert controls(low) == controls(usual)


def test_every_control_that_is_needed_is_among_those_a_room_names(room: Room) -> None:
    for hit in lowered(room, (1920, 1080)).targets():
        named = (room.low if room.low.places else room.wide).reached
        assert not is_needed(room, hit) or hit.event.startswith(named), hit.event


def test_the_floor_goes_with_what_stands_on_it() -> None:
    spec = next(one for one in EXHIBITS if one.name == "ibm704")
    stage = lowered(make_room(spec, panel_layout(spec)), (1920, 1080))
    high = stage.canvas.get_height()
    before = Stage(replace(stage.room, wide=stage.room.low))
    before.lay(stage.canvas.get_size())
    floor = stage.lowering.lowered_floor(stage.room.wide.floor, high) * high
    for one, was in zip(stage.standings, before.standings, strict=True):
        stood = was.rect.bottom - before.room.wide.floor * high
        assert one.rect.bottom - floor == pytest.approx(stood * stage.lowering.scale, abs=2.0)


@pytest.mark.slow
def test_the_backdrop_goes_with_the_parts(room: Room) -> None:
    size = (1280, 656)
    usual, low = Stage(room), Stage(room)
    low.low = 360
    for stage in (usual, low):
        stage.lay(size)
        stage._prepare_backdrop()
        assert stage.backdrop.get_size() == size
    if low.lowering.scale == 1.0 and low.lowering.down and room.wide.backdrop is not None:
        down = low.lowering.down
        for x in (3, 640, 1270):
            for y in range(down + 3, 650, 60):
                now = pygame.Vector3(low.backdrop.get_at((x, y))[:3])
                was = pygame.Vector3(usual.backdrop.get_at((x, y - down))[:3])
                assert (now - was).length() < 40


@pytest.mark.slow
def test_a_room_that_is_laid_low_while_it_is_shown_has_its_backdrop_laid_low(room: Room) -> None:
    size = (640, 328)
    stage, low = Stage(room), Stage(room)
    low.low = 180
    for one in (stage, low):
        one.lay(size)
        one._prepare_backdrop()
    usual = stage.backdrop
    stage.low = 180
    stage.lay(size)
    stage._prepare_backdrop()
    assert pygame.image.tobytes(stage.backdrop, "RGB") == pygame.image.tobytes(low.backdrop, "RGB")
    stage.low = None
    stage.lay(size)
    stage._prepare_backdrop()
    assert pygame.image.tobytes(stage.backdrop, "RGB") == pygame.image.tobytes(usual, "RGB")


def test_a_unit_that_is_looked_at_closely_has_its_controls_low() -> None:
    spec = EXHIBITS[0]
    stage = Stage(make_room(spec, panel_layout(spec)))
    stage.low = 540
    stage.lay((1920, 984), "reader")
    for hit in stage.targets():
        assert hit.rect.top >= 538 and hit.rect.bottom <= 984


@pytest.mark.slow
def test_keys_lay_all_low_and_letter_it_larger_and_back() -> None:
    with visitor() as guest:
        window = guest.window
        assert window.stage is not None
        usual = window.room_rect.height
        guest.key(pygame.K_t, mod=pygame.KMOD_CTRL)
        guest.settle()
        assert window.large and window.room_rect.height < usual
        guest.key(pygame.K_t, mod=pygame.KMOD_CTRL)
        guest.settle()
        assert not window.large and window.room_rect.height == usual
        guest.key(pygame.K_d, mod=pygame.KMOD_CTRL)
        guest.settle()
        assert window.stage.low == window.size[1] // 2
        assert guest.acts() == []


# -- a small computer ------------------------------------------------------------------------------


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
