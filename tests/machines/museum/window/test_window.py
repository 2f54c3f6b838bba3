"""The window's loop: sizes, what is copied, pace, idleness, kiosk, sounds, pictures."""

import sys
import threading
import weakref
from dataclasses import replace
from pathlib import Path
from time import process_time

import numpy as np
import pygame
import pytest

from devices.duration import Speed
from devices.refusal import RefusedError
from devices.screen.guide import NextStep, Try, put
from devices.screen.ui_text import NEEDED
from machines.museum.window import no_display
from machines.museum.window.museum import MuseumFault
from machines.museum.window.signs import LoadingScreen
from machines.museum.window.window import Window, WindowConfig
from machines.museum.window.window_surface import set_mode, start_display, uncut
from machines.storage.kernel_loader import CompileProgress
from tests.machines.museum.window.frame_timer import FrameTimer
from tests.machines.museum.window.window_driver import FRAME_MS, SIZE, Visitor, visitor
from tests.machines.museum.window.window_room import FakeMuseum, Glimpse, words


def shown(guest: Visitor) -> bytes:
    return bytes(pygame.image.tobytes(guest.window.screen, "RGB"))


def test_where_there_is_no_display_no_window_is_opened_unseen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER")
    monkeypatch.setattr(pygame.display, "init", lambda: None)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    monkeypatch.setattr(sys, "platform", "linux")
    for x11, wayland, libraries, told in (
        ("", "", {}, "neither DISPLAY nor WAYLAND_DISPLAY is set"),
        (":99", "", {"none.so.6": "libnone6"}, "sudo apt install libnone6"),
        (":99", "", {}, "the X server :99 .* isn't running or refuses this user"),
        ("", "wayland-9", {}, "no Wayland server answers at .*wayland-9"),
    ):
        monkeypatch.setenv("DISPLAY", x11)
        monkeypatch.setenv("WAYLAND_DISPLAY", wayland)
        monkeypatch.setattr(no_display, "OF_X11", libraries)
        with pytest.raises(RefusedError, match=told):
            start_display()


@pytest.mark.slow
def test_only_changed_rectangles_reach_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[list[pygame.Rect]] = []
    with visitor() as guest:
        monkeypatch.setattr(pygame.display, "update", lambda rects=None: copied.append(rects or []))
        guest.frames(10)
        assert copied == []
        assert guest.museum.glimpse is not None
        guest.museum.glimpse = replace(guest.museum.glimpse, units={"counter": 5})
        guest.frames(3)
        stage = guest.window.stage
        assert stage is not None
        assert copied == [[stage.standings[1].rect]]


def test_what_is_shown_bit_by_bit_equals_a_window_drawn_anew() -> None:
    with visitor() as guest:
        for _ in range(30):
            guest.museum.pass_time(20_000)
            guest.frames()
        before = shown(guest)
        guest.window.enter("demo")
        guest.frames(1)
        assert shown(guest) == before


@pytest.mark.parametrize(
    "size",
    [
        (800, 480),
        (800, 1200),
        *(pytest.param(size, marks=pytest.mark.slow) for size in ((3840, 2160), (2560, 800))),
    ],
)
def test_a_window_opens_at_any_size_and_is_covered(size: tuple[int, int]) -> None:
    with visitor(settings=WindowConfig(size=size, exhibit="demo", sound=False)) as guest:
        window = guest.window
        assert window.screen.get_size() == size
        assert window.room_rect.height + window.control_bar.canvas.get_height() == size[1]
        stage = window.stage
        assert stage is not None and stage.settled()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1600, 900), (700, 1000), (1900, 500), (1280, 700)])
def test_a_new_size_is_laid_out_when_it_holds_still_and_nothing_is_squeezed_meanwhile(
    size: tuple[int, int],
) -> None:
    with visitor() as guest:
        before = guest.window.screen.copy()
        pygame.display.set_mode(size, pygame.RESIZABLE)
        guest.frames(2)
        stage = guest.window.stage
        assert stage is not None
        assert stage.canvas.get_width() == SIZE[0]
        scale = min(size[0] / SIZE[0], size[1] / SIZE[1])
        whole = pygame.Surface(size, 0, 32)
        old = pygame.transform.scale_by(before, scale)
        whole.blit(old, old.get_rect(center=whole.get_rect().center))
        seen, meant = (pygame.surfarray.array3d(one) for one in (guest.window.screen, whole))
        # Room and bar are rounded to whole pixels each for itself.
        assert np.mean(np.abs(seen.astype(int) - meant)) < 6
        guest.settle()
        assert (
            guest.window.room_rect.height + guest.window.control_bar.canvas.get_height() == size[1]
        )
        assert stage.canvas.get_size() == guest.window.room_rect.size
        assert stage.settled()
        now = shown(guest)
        guest.window.enter("demo")
        guest.frames(1)
        assert shown(guest) == now


@pytest.mark.parametrize("desktop", [(800, 480), (1366, 768), (1920, 1080), (1080, 1920)])
@pytest.mark.parametrize("size", [(640, 360), (1280, 720), (1920, 1080), (3840, 2160)])
def test_a_window_leaves_room_for_the_desktops_bars(
    desktop: tuple[int, int], size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "x11")
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [desktop])
    made = uncut(size)
    for axis in (0, 1):
        left = desktop[axis] - made[axis]
        assert made[axis] == size[axis] or left == pytest.approx(desktop[axis] / 6, abs=1)
        assert left >= desktop[axis] // 6


@pytest.mark.parametrize("size", [(799, 480), (640, 700), (320, 200)])
def test_a_window_that_is_too_small_says_so_takes_no_touch_and_comes_back(
    size: tuple[int, int],
) -> None:
    with visitor() as guest:
        before, window = shown(guest), guest.window
        said: list[str] = []
        say = window.window_surface.say
        window.window_surface.say = lambda words: (said.append(words), say(words))[1]  # type: ignore
        pygame.display.set_mode(size, pygame.RESIZABLE)
        guest.settle()
        assert "800" in said[-1] and "480" in said[-1]
        lettered = pygame.surfarray.array3d(window.screen)
        assert lettered.any() and lettered.mean() < 60
        guest.press(size[0] // 4, size[1] // 2)
        guest.release(size[0] // 4, size[1] // 2)
        guest.key(pygame.K_RETURN)
        assert guest.acts() == []
        pygame.display.set_mode(SIZE, pygame.RESIZABLE)
        guest.settle()
        assert shown(guest) == before


def test_on_a_small_screen_the_museum_has_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[tuple[int, int], int]] = []
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "x11")
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(800, 480)])
    monkeypatch.setattr(pygame.display, "set_mode", lambda size, flags: asked.append((size, flags)))
    set_mode(WindowConfig(size=(1280, 720)), fullscreen=False)
    assert asked == [((0, 0), pygame.FULLSCREEN)]


@pytest.mark.slow
def test_a_thread_makes_the_sheets_and_the_first_frame_does_not_wait() -> None:
    with Window(
        FakeMuseum(), words(), WindowConfig(size=SIZE, exhibit="demo", sound=False)
    ) as window:
        window.frame()
        assert window.frames == 1
        window.run(frames=20)
        window.renderer.wait()
        window.run(frames=5)
        assert window.stage is not None and window.stage.settled()


@pytest.mark.slow
def test_the_loop_keeps_sixty_frames_a_second_while_a_machine_is_busy() -> None:
    museum = FakeMuseum()
    assert museum.glimpse is not None
    museum.glimpse = replace(museum.glimpse, busy=True)
    with Window(museum, words(), WindowConfig(size=SIZE, exhibit="demo", sound=False)) as window:
        window.run(frames=60)
        timer = FrameTimer(window)
        window.run(frames=60)
        pace = timer.pace()
    assert pace.frames == 60
    assert pace.per_second < 70  # no faster; how much slower is a bench's to say
    assert pace.longest_gap_ms >= pace.gap_99_ms >= 1000 / 70


@pytest.mark.slow
def test_a_quiet_museum_takes_little_of_the_computer() -> None:
    with Window(
        FakeMuseum(), words(), WindowConfig(size=SIZE, exhibit="demo", sound=False)
    ) as window:
        window.run(frames=40)
        window.renderer.wait()
        window.run(frames=50)
        timer = FrameTimer(window)
        before = process_time()
        window.run(frames=10)
        spent = process_time() - before
        pace = timer.pace()
    assert pace.per_second < 25
    assert spent < 0.5 * pace.frames / pace.per_second


def test_closing_the_window_ends_the_loop_and_tells_the_museum() -> None:
    museum = FakeMuseum()
    with visitor(museum) as guest:
        guest.post(pygame.QUIT)
        assert guest.window.over
    assert museum.closed == 1


@pytest.mark.slow
def test_a_kiosk_is_left_only_by_its_own_keys() -> None:
    settings = WindowConfig(size=SIZE, exhibit="demo", sound=False, kiosk=True)
    with visitor(settings=settings) as guest:
        assert not pygame.mouse.get_visible()
        guest.post(pygame.QUIT)
        for key in (pygame.K_ESCAPE, pygame.K_F11, pygame.K_F12, pygame.K_q):
            guest.key(key)
        assert not guest.window.over
        guest.key(pygame.K_q, "", pygame.KMOD_LCTRL | pygame.KMOD_LALT)
        assert guest.window.over


def test_a_kiosk_ends_whose_display_is_gone_and_not_where_only_its_window_was_to_be_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings = WindowConfig(size=SIZE, exhibit="demo", sound=False, kiosk=True)
    with visitor(settings=settings) as guest:
        monkeypatch.setattr(pygame.display, "get_driver", lambda: "wayland")
        guest.post(pygame.WINDOWCLOSE)
        guest.post(pygame.QUIT)
        assert not guest.window.over
        with pytest.raises(MuseumFault, match="the display is gone"):
            guest.post(pygame.QUIT)  # as SDL tells it when the compositor has ended


def test_what_the_museum_hears_of_is_a_picture_that_the_display_took_each_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken: list[object] = []
    with visitor() as guest:
        monkeypatch.setattr(pygame.display, "update", taken.append)
        before = guest.museum.pictures
        guest.frames(round(10_000 / FRAME_MS))
        assert 9 <= len(taken) == guest.museum.pictures - before <= 11


@pytest.mark.slow
def test_nobody_there_for_the_set_time_is_told_once_and_closes_what_is_open() -> None:
    settings = WindowConfig(size=SIZE, exhibit="demo", sound=False, idle_seconds=2.0)
    with visitor(settings=settings) as guest:
        guest.key(pygame.K_h, "h")
        touches = guest.museum.touches
        assert touches > 0
        guest.window.navigator.look("counter", None)
        guest.frames(95)
        assert guest.museum.idles == 0
        guest.frames(120)
        assert guest.museum.idles == 1
        assert guest.window.modal() is None
        assert guest.window.stage is not None and guest.window.stage.close_up == ""
        guest.key(pygame.K_TAB, "\t")
        assert guest.museum.touches == touches + 1
        guest.frames(120)
        assert guest.museum.idles == 2


def test_tallies_that_grow_are_heard() -> None:
    museum = FakeMuseum()
    museum.pass_time(20_000)
    with visitor(museum) as guest:
        assert guest.window.sounds.heard.get("relay", 0) == 0  # the first view makes no sound
        guest.museum.pass_time(20_000)
        guest.frames()
        assert guest.window.sounds.heard["relay"] == 1
        guest.frames(5)
        assert guest.window.sounds.heard["relay"] == 1


def test_keys_click() -> None:
    with visitor() as guest:
        guest.click("panel.key.0")
        guest.click("panel.start")
        assert guest.window.sounds.heard["key"] == 1
        assert guest.window.sounds.heard["button"] == 1


def test_a_snapshot_is_what_is_shown(tmp_path: Path) -> None:
    settings = WindowConfig(size=SIZE, exhibit="demo", sound=False, pictures=tmp_path)
    with visitor(settings=settings) as guest:
        path = tmp_path / "shown.png"
        guest.window.snapshot(path)
        loaded = pygame.image.load(str(path))
        assert pygame.image.tobytes(loaded, "RGB") == shown(guest)
        guest.key(pygame.K_F12)
        guest.window.renderer.wait()
        taken = list(tmp_path.glob("window-*"))
        assert [one.suffix for one in taken] == [".png"]
        loaded = pygame.image.load(str(taken[0]))
        assert pygame.image.tobytes(loaded, "RGB") == shown(guest)


@pytest.mark.slow
def test_the_tubes_stand_before_the_room_until_the_kernels_are_compiled() -> None:
    museum = FakeMuseum()
    museum.progress = CompileProgress(1, 8, "machines.samuel.search")
    museum.glimpse = None
    with visitor(museum) as guest:
        tubes = [one for one in guest.window.overlays if isinstance(one, LoadingScreen)]
        assert len(tubes) == 1 and not tubes[0].modal
        dark = shown(guest)
        museum.progress = CompileProgress(5, 8, "machines.games.draughts.kernels")
        guest.frames(60)
        assert shown(guest) != dark
        assert tubes[0].levels[0] > 0.9 > 0.2 > tubes[0].levels[-1]
        state = guest.window.control_bar.state
        assert state is not None and not state.awake
        museum.progress, museum.glimpse = None, Glimpse()
        guest.frames(60)
        assert guest.window.overlays == []


def test_the_time_left_follows_from_the_work_done() -> None:
    tubes = LoadingScreen(words())
    tubes.tell(CompileProgress(0, 10, "a"), 1_000)
    tubes.tell(CompileProgress(2, 10, "c"), 5_000)
    assert tubes._left() == "0:16 left"
    tubes.tell(CompileProgress(9, 10, "j"), 10_000)
    assert tubes._left() == "a moment"


def test_f11_fills_the_screen_and_gives_it_back() -> None:
    with visitor() as guest:
        guest.key(pygame.K_F11)
        guest.settle()
        assert guest.window.screen.get_flags() & pygame.FULLSCREEN
        guest.key(pygame.K_F11)
        guest.settle()
        assert not guest.window.screen.get_flags() & pygame.FULLSCREEN
        assert guest.window.screen.get_size() == SIZE


def test_every_word_that_the_screen_asks_for_is_in_the_language_file() -> None:
    language = words()
    for table, keys in NEEDED.items():
        assert set(keys.split()) <= getattr(language, table).keys()


@pytest.mark.slow
def test_the_window_stands_where_a_demonstration_leads_it() -> None:
    museum = FakeMuseum(("demo", "other"))
    with visitor(museum) as guest:
        touches = museum.touches
        for led in ("", "other", "demo"):
            museum.led = led
            guest.frames(3)
            assert guest.window.navigator.exhibit == led
        assert museum.entered == ["demo", "", "other", "demo"]
        assert museum.touches == touches  # to be led is not to be touched


def test_whoever_ends_a_demonstration_gets_a_game_by_play() -> None:
    museum = FakeMuseum(("demo",))
    with visitor(museum) as guest:
        museum.led = "demo"
        guest.frames(3)
        assert not guest.window.play.active
        museum.led = None
        guest.frames(3)
        assert guest.window.play.active


def test_a_demonstration_that_ended_before_the_floor_plan_begins_nothing() -> None:
    museum = FakeMuseum(("demo",))
    with visitor(museum) as guest:
        museum.led = ""
        guest.frames(3)
        museum.led = None
        guest.frames(3)
        assert not guest.window.play.active


def test_full_screen_does_not_wait_for_a_sheet_that_is_being_made() -> None:
    gate = threading.Event()

    def make() -> None:
        gate.wait(30.0)

    with visitor() as guest:
        guest.window.renderer.ensure("a large sheet", 1, make)
        guest.key(pygame.K_F11)
        guest.frames(3)
        assert guest.window.window_surface.fullscreen
        assert not guest.window.renderer.ensure("a large sheet", 1, make)
        gate.set()


@pytest.mark.parametrize("plays", [False, True])
def test_who_plays_before_the_placard_is_there_wants_none(
    plays: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with visitor(FakeMuseum(("demo", "other"))) as guest:
        shown: list[bool] = []
        monkeypatch.setattr(guest.window, "show_placard", lambda asked: shown.append(asked))
        guest.window.enter("other")
        if plays:
            guest.window.play.begin()
        guest.settle()
        assert shown == [] if plays else [False]


def test_a_card_that_was_touched_before_the_machine_was_there_is_done_when_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with visitor(FakeMuseum(("demo", "other"))) as guest:
        seen, guest.museum.glimpse = guest.museum.glimpse, None
        guest.settle()
        assert guest.window.stage is not None
        tries = {"count": Try(put("panel.key", 1), "x10")}
        monkeypatch.setattr(type(guest.window.stage.room), "tries", lambda room, context: tries)
        assert guest.window.start_try("count")
        guest.settle()
        assert not guest.museum.acts
        guest.museum.glimpse = seen
        guest.settle()
        assert guest.museum.acts == [("demo", "panel.key", 1)]
        assert guest.museum.pace == "x10"


@pytest.mark.parametrize("there", [True, False])
def test_a_card_that_waits_ends_a_game_only_after_a_second_touch(
    there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with visitor() as guest:
        assert guest.window.stage is not None
        room = type(guest.window.stage.room)
        tries = {"count": Try(put("panel.start", 1))}
        monkeypatch.setattr(room, "tries", lambda room, context: tries)
        monkeypatch.setattr(room, "at_stake", lambda room, context: True)
        seen = guest.museum.glimpse
        guest.museum.glimpse = seen if there else None
        guest.settle()
        asked = [guest.window.start_try("count") for _ in range(2 if there else 1)]
        assert asked == ([False, True] if there else [True])
        guest.settle()
        guest.museum.glimpse = seen
        guest.settle()
        # Before the machine was there nobody could be asked: the game stays.
        assert guest.museum.acts == ([("demo", "panel.start", 1)] if there else [])


def test_in_a_close_up_the_sentence_names_the_way_back_where_the_next_thing_is_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with visitor() as guest:
        stage = guest.window.stage
        assert stage is not None
        step = NextStep("go", ("lamps.elsewhere",), yours=True)
        monkeypatch.setattr(type(stage.room), "guide", lambda room, context: step)
        guest.settle()
        assert guest.window._bar_state().prompt == "go"
        guest.window.navigator.look(stage.room.places[0].name, None)
        guest.settle()
        assert guest.window.guidance.glowing == ("rail:plan",)
        assert guest.window._bar_state().prompt == guest.window.words.captions["step_back"]
        guest.window.step_back()
        guest.settle()
        assert guest.window._bar_state().prompt == "go"


def test_the_room_seen_before_is_let_go_and_the_plan_draws_it_small() -> None:
    museum = FakeMuseum(("demo", "other"))
    with visitor(museum) as one:
        stages = one.window.navigator.stages
        demo = stages["demo"]
        whole = demo.canvas.get_size()
        one.window.enter("")
        one.settle()
        assert demo.canvas.get_size() == whole, "whoever turns round finds it as it was"
        one.window.enter("other")
        assert demo.canvas.get_size() == (1, 1)
        assert not demo.standings and not demo.backdrops
        one.settle()
        assert stages["other"].canvas.get_size() == whole
        one.window.enter("")
        one.settle()
        assert one.window.plan.settled()
        assert stages["demo"] is demo
        assert 1 < demo.canvas.get_width() < whole[0]
        one.window.enter("demo")
        assert any(part.picture is not None for part in demo.standings), "it shows something"
        one.settle()
        assert demo.settled() and demo.canvas.get_size() == whole


def test_what_was_drawn_for_a_room_is_forgotten_when_rooms_are_made_anew() -> None:
    """By its part's address, which a new part may get: that one would be painted undrawn."""
    with visitor(FakeMuseum(("demo", "other"))) as one:
        one.window.enter("")
        one.settle()
        old = list(one.window.navigator.stages.values())
        work = one.window.renderer.work
        names = [name for stage in old for name in stage.layer_names()]
        assert any(name in work for name in names)
        one.window.navigator.renew()
        assert not any(name in work for name in names)


def test_the_rooms_of_another_language_are_let_go() -> None:
    with visitor(FakeMuseum(("demo", "other"))) as one:
        one.window.enter("")
        one.settle()
        one.window.enter("demo")
        one.settle()
        before = [weakref.ref(stage) for stage in one.window.navigator.stages.values()]
        one.window.language.choose("de")
        while one.window.language.wanted:
            one.frames()
            one.window.renderer.wait()
        one.settle()
        assert [stage() for stage in before] == [None, None]


@pytest.mark.parametrize("lever", [None, "x100"])
def test_what_play_prepares_passes_sooner_and_the_game_begins_at_the_rooms_own_pace(
    lever: Speed | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with visitor() as guest:
        stage, museum = guest.window.stage, guest.museum
        assert stage is not None
        steps = [NextStep("go", acts=put("panel.start", 1)), NextStep("move", yours=True)]
        monkeypatch.setattr(type(stage.room), "guide", lambda room, context: steps[0])
        museum.set_speed("flat")
        guest.settle()
        guest.window.play.begin()
        guest.settle()
        assert museum.acts and museum.speed() == "x10"
        if lever is not None:  # the lever stays the visitor's
            museum.set_speed(lever)
        steps.pop(0)
        guest.settle()
        assert museum.speed() == (lever or "authentic")


def test_each_room_has_the_speed_at_which_this_visitor_left_it() -> None:
    museum = FakeMuseum(("demo", "other"))
    with visitor(museum) as guest:
        museum.set_speed("x100")
        for room, speed in (("other", "authentic"), ("", "authentic"), ("demo", "x100")):
            guest.window.enter(room)
            guest.settle()
            assert museum.speed() == speed, room
        guest.window._nobody()
        guest.window.enter("other")
        assert museum.speed() == "authentic"
        museum.led = "demo"  # a tour sets its own
        museum.set_speed("flat")
        guest.window.enter("demo")
        assert museum.speed() == "flat"
