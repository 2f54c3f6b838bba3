"""The rail: its fittings work, its words tell every state, nothing on it is too small to read."""

import tomllib
from dataclasses import replace
from typing import Any

import msgspec
import pygame
import pytest

from devices.duration import SPEEDS, format_duration
from devices.refusal import RefusedError
from devices.screen import brass
from devices.screen.brass import LETTERS
from devices.screen.sound_waves import WAVES
from devices.screen.ui_text import RoomText, read_ui_text
from machines.museum.window.control_bar import ControlBar
from machines.museum.window.control_bar_layout import (
    PAGE_MS,
    ControlBarState,
    StatusText,
    state_word,
)
from machines.museum.window.subtitles import (
    ENDING_MS,
    HELD_MS,
    SHOWN_MS,
    SoundCaption,
    caption_picture,
)
from machines.museum.window.window import WindowConfig
from machines.storage.registry import EXHIBITS
from tests.machines.museum.window.window_driver import visitor
from tests.machines.museum.window.window_room import ASSETS, FakeMuseum, Glimpse, words
from tests.machines.solo_museum import WindowVisitor

FIELDS = (
    "caption",
    "reason",
    "busy",
    "speed",
    "sound",
    "captions",
    "calm",
    "armed",
    "close_up",
    "now_us",
)


def strip_of(size: tuple[int, int] = (1280, 720)) -> ControlBar:
    made = ControlBar(words())
    made.lay(size)
    return made


@pytest.mark.slow
def test_the_lever_sets_the_speed_and_step_steps() -> None:
    with visitor() as guest:
        for speed in SPEEDS:
            guest.click(f"rail:{speed}")
            assert guest.museum.pace == speed
        guest.click("rail:step")
        assert guest.museum.steps == 0
        guest.click("rail:step")
        assert guest.museum.steps == 1
        guest.key(pygame.K_PERIOD, ".")
        assert guest.museum.steps == 2


def test_the_lever_can_be_drawn_along_its_slot() -> None:
    with visitor() as guest:
        guest.press(*guest.place("rail:authentic"))
        guest.move(*guest.place("rail:x10"))
        guest.move(*guest.place("rail:flat"))
        assert guest.museum.pace == "flat"


def test_brackets_move_the_lever_by_one() -> None:
    with visitor() as guest:
        for text, expected in (("]", "x10"), ("]", "x100"), ("]", "flat"), ("]", "flat")):
            guest.key(pygame.K_RIGHTBRACKET, text)
            assert guest.museum.pace == expected
        guest.key(pygame.K_LEFTBRACKET, "[")
        assert guest.museum.pace == "x100"


def test_reset_needs_two_presses_while_its_guard_is_up() -> None:
    with visitor() as guest:
        guest.click("rail:reset")
        assert guest.museum.resets == []
        guest.frames(600)
        guest.click("rail:reset")
        assert guest.museum.resets == []
        guest.click("rail:reset")
        assert guest.museum.resets == ["demo"]
        guest.click("rail:reset")
        assert guest.museum.resets == ["demo"]


def test_sound_and_lamps_are_switched() -> None:
    with visitor() as guest:
        on = guest.window.sounds.on
        guest.click("rail:sound")
        assert guest.window.sounds.on is not on
        guest.key(pygame.K_F9)
        guest.frames()
        assert guest.window.calm
        assert guest.window.context is not None and guest.window.context.calm


@pytest.mark.parametrize("field", FIELDS)
def test_every_state_that_changes_is_drawn(field: str) -> None:
    strip = strip_of()
    state = ControlBarState(caption="It counts.", reason="", now_us=1_000_000)
    strip.paint(state, 0)
    assert strip.paint(state, 20) == []
    before = pygame.image.tobytes(strip.canvas, "RGB")
    other: Any = {
        "caption": "It waits.",
        "reason": "hopper empty",
        "speed": "flat",
        "now_us": 9_000_000,
    }.get(field, not getattr(state, field))
    drawn = strip.paint(replace(state, **{field: other}), 40)
    drawn += strip.paint(replace(state, **{field: other}), 400)
    assert drawn
    assert all(strip.canvas.get_rect().contains(rect) for rect in drawn)
    assert pygame.image.tobytes(strip.canvas, "RGB") != before
    strip.paint(state, 600)
    strip.paint(state, 2000)
    assert pygame.image.tobytes(strip.canvas, "RGB") == before


def test_a_caption_too_long_for_its_window_is_shown_page_by_page() -> None:
    strip = strip_of()
    state = ControlBarState(caption="The machine looks ahead and considers every jump. " * 9)
    pages = set()
    for k in range(6):
        strip.paint(state, k * PAGE_MS + 10)
        pages.add(pygame.image.tobytes(strip.canvas.subsurface(strip.boxes["window"]), "RGB"))
    assert len(pages) > 1


def test_a_caption_is_shown_from_its_first_page_on_whenever_it_comes() -> None:
    words = "The machine looks ahead and considers every jump. " * 9
    pictures = []
    for at in (10, PAGE_MS + 10, 2 * PAGE_MS - 1):
        strip = strip_of()
        strip.paint(ControlBarState(), 0)
        strip.paint(ControlBarState(caption=words), at)
        pictures.append(pygame.image.tobytes(strip.canvas, "RGB"))
    assert pictures[0] == pictures[1] == pictures[2]


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_why_the_machine_stopped_is_told_whole(size: tuple[int, int]) -> None:
    strip = strip_of(size)
    reason = (
        "opening.txt, card 3, column 14: no black piece stands on 11; expected the number of a "
        "square with a piece of the side to move"
    )
    told = StatusText("A card was refused. " * 4, reason, "stopped")
    _, _, reasons = strip.status.pages(told)
    assert " ".join(line for page in reasons for line in page) == reason
    wide = strip.boxes["window"].width
    small = max(brass.SMALLEST, strip.layout.px(11.5))
    for page in reasons:
        assert len(page) <= 2
        for line in page:
            assert strip.status.flag_width("stopped") + LETTERS.width(line, small) < wide


def told_with(size: tuple[int, int], prompt: str, reason: str, **more: Any) -> Any:
    """The display's pages with a prompt: captions, height of their letters, reasons."""
    told = StatusText(prompt, reason, "waiting", True, prompt=True, **more)
    return strip_of(size).status.pages(told)


SIZES = [(1280, 720), (1920, 1080), (1080, 1920)]


def of_lines(size: tuple[int, int], number: int) -> str:
    """A sentence that just needs so many lines for the reason."""
    status = strip_of(size).status
    wide = status.box.width - status._px(28) - status.flag_width("waiting")
    sentence = "It plays"
    while len(LETTERS.wrap(sentence, status._high(11.5), wide)) < number:
        sentence += " play"
    return sentence


@pytest.mark.parametrize("size", SIZES)
def test_a_sentence_of_two_lines_below_a_prompt_of_one_is_no_page_of_its_own(
    size: tuple[int, int],
) -> None:
    reason = of_lines(size, 2)
    captions, height, reasons = told_with(size, "Touch it.", reason)
    assert captions == [["Touch it."]]
    assert len(reasons) == 1
    assert " ".join(reasons[0]) == reason
    status = strip_of(size).status
    places = status._places([height], [status._high(11.5)] * 2)
    assert places[-1] + status._high(11.5) / 2 < status.box.bottom
    _, height, reasons = told_with(size, "Touch it.", of_lines(size, 1))
    assert (len(reasons[0]), height) == (1, status._high(17.0))


@pytest.mark.parametrize("size", SIZES)
def test_below_a_prompt_only_a_refusal_has_pages(size: tuple[int, int]) -> None:
    status, prompt = strip_of(size).status, "Touch"
    assert told_with(size, "Touch it.", of_lines(size, 3))[2] == [[""]]
    assert len(told_with(size, "Touch it.", of_lines(size, 3), refused=True)[2]) == 2
    while len(LETTERS.wrap(prompt, status._high(13.5), status.box.width - status._px(28))) < 2:
        prompt += " touch"
    fits, long = of_lines(size, 1), of_lines(size, 2)
    captions, _, reasons = told_with(size, prompt, fits)
    assert (" ".join(captions[0]), reasons) == (prompt, [[fits]])
    assert told_with(size, prompt, long)[2] == [[""]]
    refused = told_with(size, prompt, long, refused=True)[2]
    assert len(refused) == 2
    assert " ".join(line for page in refused for line in page) == long


def test_a_controls_help_is_no_stop_of_the_machine() -> None:
    stopped = ControlBarState(reason="PROGRAM STOP")
    assert state_word(stopped) == "stopped"
    assert state_word(replace(stopped, helps=True)) == "waiting"


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1080, 1920), (800, 1280)])
def test_every_fitting_is_large_enough_for_a_finger_and_apart_from_the_others(
    size: tuple[int, int],
) -> None:
    strip = strip_of(size)
    strip.paint(ControlBarState(play=True, about=True), 0)
    rects = [button.rect for button in strip.buttons()]
    assert all(rect.width >= 48 and rect.height >= 48 for rect in rects)
    assert all(strip.canvas.get_rect().contains(rect) for rect in rects)
    assert all(rect.collidelist(rects[k + 1 :]) < 0 for k, rect in enumerate(rects))
    for button in strip.buttons():
        hit = strip.hit(*button.rect.center)
        assert hit is not None and hit.name == button.name


def test_the_smallest_letter_is_twelve_pixels_with_its_descender() -> None:
    letters = LETTERS.text_surface("Hg", brass.SMALLEST, (255, 255, 255))
    assert letters.get_bounding_rect().height >= 12
    assert brass.fit_lettering("A LONG NAME THAT DOES NOT FIT", 20.0, 10.0) == brass.SMALLEST


def test_machine_time_is_in_hours_minutes_and_seconds() -> None:
    assert format_duration(3_725_999_999) == "1:02:05"


@pytest.mark.slow
def test_a_mark_out_of_turn_is_refused_until_it_is_the_visitors_turn() -> None:
    with WindowVisitor("menace") as guest:
        guest.window.enter("menace")
        guest.settle()
        guest.museum.act("menace", "table.new", 1)
        guest.museum.act("menace", "board.square.3", 1)
        guest.frames(20)
        assert "wait for the boxes" in guest.window.bar_controller.state(None, "").reason
        assert guest.waits()
        shown = guest.window.bar_controller.state(None, "")
        assert guest.museum.view("menace").refusal and "wait" not in shown.reason


def test_a_language_file_that_lacks_a_word_is_refused_with_its_place() -> None:
    text = (ASSETS / "text" / "en" / "museum.toml").read_bytes()
    with pytest.raises(RefusedError, match=r"xx\.toml, table \[rail\]: no entry sound"):
        read_ui_text(text.replace(b'sound = "SOUND"', b""), "xx.toml")
    with pytest.raises(RefusedError, match=r"xx\.toml: not a file of words"):
        read_ui_text(text.replace(b'turn = "', b'twist = "'), "xx.toml")
    with pytest.raises(RefusedError, match=r"xx\.toml: not a file of words.*utf-8"):
        read_ui_text(text + "# Größe".encode("latin-1"), "xx.toml")


def test_no_colour_alone_tells_the_state() -> None:
    """Each word for the machine's state differs, and so does what is drawn without colour."""
    strip = strip_of()
    grey = set()
    for state in (
        ControlBarState(busy=True),
        ControlBarState(),
        ControlBarState(reason="PROGRAM STOP"),
        ControlBarState(awake=False),
    ):
        strip.paint(replace(state, reason=""), 0)
        strip.paint(state, 500)
        box = strip.boxes["window"]
        part = pygame.transform.grayscale(strip.canvas.subsurface(box))
        grey.add(pygame.image.tobytes(part, "RGB"))
    assert len(grey) == 4


def test_a_room_says_in_its_own_words_what_differs_from_room_to_room() -> None:
    own = {"authentic": "A count a second.", "welcome": "Hm."}
    language = msgspec.structs.replace(words(), rooms={"demo": RoomText(own)})
    museum = FakeMuseum(("demo", "other"))
    museum.glimpse = Glimpse()
    with visitor(museum) as guest:
        window = guest.window
        window.words = window.control_bar.words = language
        told = []
        for exhibit in ("demo", "other"):
            window.enter(exhibit)
            guest.settle()
            state = window.control_bar.state
            assert state is not None
            authentic = next(
                one.help for one in window.control_bar.buttons() if one.name == "authentic"
            )
            told.append((state.caption, authentic))
        neutral = language.captions["welcome"], language.rail_help["authentic"]
        assert told == [("Hm.", "A count a second."), neutral]


def test_every_room_has_words_of_its_own_and_no_others() -> None:
    for name in (spec.name for spec in EXHIBITS):
        own = words().rooms[name]
        assert own.room.keys() == {"line", "authentic", "drawer", "welcome", "stopped"}, name


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160), (1024, 768)])
@pytest.mark.parametrize("reason", ["", "hopper empty", "opening.txt, card 3: " * 9])
@pytest.mark.parametrize("large", [False, True])
def test_no_line_in_the_rails_window_touches_another(
    size: tuple[int, int], reason: str, large: bool
) -> None:
    strip = strip_of(size)
    strip.lay(size, large, lowered=True)  # large on the display alone
    telling = strip.status
    captions, height, reasons = telling.pages(
        StatusText("It looks ahead. " * 12, reason, "stopped")
    )
    small = telling._high(11.5)
    above, below = [height] * len(captions[0]), [small] * len(reasons[0])
    ends = [float(telling.box.top)]
    for middle, high in zip(telling._places(above, below), above + below, strict=True):
        # Below a capital's foot there is room for a descender.
        assert middle - high / 2 - ends[-1] >= 0.25 * high
        ends.append(middle + high / 2 + 0.1 * high)
    assert telling.box.bottom - ends[-1] >= 0.25 * small


def test_while_only_its_time_goes_on_only_the_clock_is_drawn() -> None:
    strip = strip_of()
    state = ControlBarState(caption="It counts. " * 12, busy=True, now_us=1_000_000)
    strip.paint(state, 0)
    clock = strip.paint(replace(state, now_us=2_000_000), 20)
    window = strip.boxes["window"]
    assert len(clock) == 1 and window.contains(clock[0])
    assert clock[0].height < window.height / 2
    anew = strip_of()
    anew.paint(replace(state, now_us=2_000_000), 0)
    assert pygame.image.tobytes(strip.canvas, "RGB") == pygame.image.tobytes(anew.canvas, "RGB")


# -- captions of sounds ----------------------------------------------------------------------------


LANGUAGES = sorted(one.name for one in (ASSETS / "text").iterdir() if one.is_dir())


def test_every_sound_has_its_words_and_no_two_the_same() -> None:
    said = words().sounds
    assert set(said) == set(WAVES)
    assert len(set(said.values())) == len(said)


def test_a_sound_is_told_for_a_while_after_it_was_heard() -> None:
    told = SoundCaption()
    assert told.follow(["card"], (), 1_000) == "card"
    assert told.follow([], (), 1_000 + SHOWN_MS - 1) == "card"
    assert told.follow(["card"], (), 1_000 + SHOWN_MS - 1) == "card"
    assert told.follow([], (), 1_000 + SHOWN_MS) == "card"
    assert told.follow([], (), 1_000 + 2 * SHOWN_MS) == ""


def test_units_take_turns_but_not_faster_than_one_can_read() -> None:
    told = SoundCaption()
    told.follow(["card"], (), 0)
    assert told.follow(["line"], (), HELD_MS - 1) == "card"
    assert told.follow(["line"], (), HELD_MS) == "line"


def test_the_end_of_a_game_goes_before_units_and_these_before_the_visitors_own_clicks() -> None:
    told = SoundCaption()
    assert told.follow(["key"], ("tape",), 0) == "key"
    assert told.follow(["line"], ("tape",), 10) == "line"
    assert told.follow(["key"], ("tape",), 900) == "line"
    assert told.follow(["won"], ("tape",), 910) == "won"
    assert told.follow(["line", "key"], ("tape",), 910 + ENDING_MS - 1) == "won"
    assert told.follow([], ("tape",), 910 + ENDING_MS) == "tape"


@pytest.mark.parametrize("unit", [0.33, 0.67, 1.0, 2.0])
def test_the_line_is_as_wide_as_its_words(unit: float) -> None:
    short, long = caption_picture("A key", unit), caption_picture("A key clicks twice", unit)
    assert short.get_width() < long.get_width()
    assert short.get_height() == long.get_height()


def test_captions_are_drawn_above_the_bar_also_without_sound() -> None:
    with visitor() as guest:
        room = guest.window.room_rect
        corner = pygame.Rect(0, room.bottom - 60, 400, 60)

        def looks() -> bytes:
            return pygame.image.tobytes(guest.window.screen.subsurface(corner), "RGB")

        bare = looks()
        guest.click("panel.key.0")
        assert looks() == bare
        guest.key(pygame.K_F4)
        guest.key(pygame.K_F4)
        assert guest.window.captions
        assert not guest.window.sounds.on
        guest.frames(200)
        guest.museum.pass_time(1_000)
        guest.frames(2)
        assert guest.window.sound_caption.name == "relay"
        assert looks() != bare
        guest.frames(200)
        assert looks() == bare


def test_the_bars_rocker_goes_through_sound_and_captions_and_says_which() -> None:
    with visitor(FakeMuseum(), WindowConfig(size=(1280, 720), exhibit="demo")) as guest:
        seen = []
        for _ in range(5):
            seen.append((guest.window.sounds.on, guest.window.captions))
            guest.click("rail:sound")
        assert seen == [(True, False), (False, False), (True, True), (False, True), (True, False)]


def test_every_caption_fits_into_the_window() -> None:
    for language in LANGUAGES:
        text = (ASSETS / "text" / language / "museum.toml").read_text(encoding="utf-8")
        sounds = tomllib.loads(text)["sounds"]
        assert set(sounds) == set(WAVES)
        for size in ((1280, 720), (1024, 768), (1080, 1920)):
            for said in sounds.values():
                wide, high = caption_picture(said, min(size) / 1080).get_size()
                assert wide < 0.6 * size[0], (size, said)
                assert high < 0.06 * size[1], (size, said)
