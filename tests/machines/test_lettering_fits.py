"""Every text is whole, apart from the others, and large enough, in every room, size and language.

The slow tests take the bar in all sizes, forms and languages, all sizes for what lies over a room,
and the rooms laid low and close by; the whole product of rooms, sizes and languages is a soak,
whose short form has each size in one language.  In the small sizes bar, cards and help are
measured.
"""

import itertools
import os
from collections.abc import Iterator
from dataclasses import dataclass

import pygame
import pytest

from devices.panel.view import View
from devices.screen import brass, words
from devices.screen.guide import Confirmation
from devices.screen.layer_renderer import LayerRenderer
from devices.screen.placed_part import PlacedPart
from devices.screen.room import is_tall
from devices.screen.stage import Stage
from devices.screen.ui_text import UiText, languages, read_language
from devices.screen.words import headline
from machines.laboratory.strength.today import StrengthCurve, StrengthPoint
from machines.museum.media_export import KeptSouvenir
from machines.museum.meetings import Meeting
from machines.museum.window.control_bar import ControlBar
from machines.museum.window.control_bar_layout import ControlBarState, control_bar_height
from machines.museum.window.floor_plan import FloorPlan, stops_of
from machines.museum.window.game_cards import AfterGameCard
from machines.museum.window.help import Help
from machines.museum.window.meetings_board import MeetingsBoard
from machines.museum.window.museum import MediaItem, MediaPicker, TourScene
from machines.museum.window.overlay import Overlay
from machines.museum.window.placard import Placard
from machines.museum.window.plan_cards import ThreadCard
from machines.museum.window.plan_wall import Picture, bays, draw_picture, picture_rects, unit_of
from machines.museum.window.prompts import DrawerMenu
from machines.museum.window.strength_graph import StrengthGraph
from machines.museum.window.subtitles import Subtitles
from machines.museum.window.tour_view import HandOver
from machines.storage.registry import EXHIBITS, ExhibitSpec, make_exhibit, make_room, panel_layout
from tests.machines.lettered import Collected, lettering

SIZES = [(1920, 1080), (1280, 720), (1024, 768), (1080, 1920), (3840, 2160)]
SMALL_SIZES = [(800, 480), (480, 800), (800, 600), (1024, 600)]
FORMS = ((False, False), (True, False), (False, True), (True, True))
"""Usual, with large text, below a room that is laid low, both."""
LANGUAGES = languages()
NAMES = [one.name for one in EXHIBITS]
SMALLEST = (1024, 768)
SHORT = float(os.environ.get("MATCHBOX704_SOAK", "600")) < 60
READ = 16.0
"""Pixels that the capitals of a control's name have at 1920 x 1080, close by."""
LEAST = 9.0
"""No capitals are lower than that there."""
ENGRAVED = "as on the 704's own console; the bar says each one's name large, and what it does"
PRINTED = "a cap of two lines has the lines that its maker gave it; HELP and the bar name it large"
LAMP = "a lamp tells itself by its place and colour, and the bar says what the machine waits for"
SMALLER = {
    "console": (9.0, ENGRAVED),
    "reader": (13.5, PRINTED),
    "printer": (15.0, LAMP),
    "tower": (9.5, "the computer's own buttons; the screen has larger ones for all that they do"),
    "chart": (11.5, "a chart's axes; what they show is told in the after-game card"),
    "workstation": (14.0, "a table's figures; the words above it are larger"),
    "pc": (11.0, "figures of the network's drawing; the words above it are larger"),
}
"""Places whose controls may have smaller names: how small, and why."""


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    words.use(None)


@dataclass
class Seen:
    """A room laid out, with the view of its machine as it begins."""

    stage: Stage
    view: View
    room: tuple[int, int]


def seen_of(spec: ExhibitSpec, size: tuple[int, int], language: str, lowered: bool = False) -> Seen:
    words.use(read_language(language))
    stage = Stage(make_room(spec, panel_layout(spec)))
    stage.low = size[1] // 2 if lowered else None
    room = size[0], size[1] - control_bar_height(size, lowered=lowered)
    stage.lay(room)
    return Seen(stage, make_exhibit(spec).view(), room)


def painted(seen: Seen, one: PlacedPart, patch: pytest.MonkeyPatch) -> Collected:
    """What is lettered on a part while it is made and painted."""
    moment = seen.stage.context(seen.view, 60_000, 1_000_000)
    with lettering(patch) as got:
        got.scale = one.scale
        one.part.build(one.scale)
        target = pygame.Surface(one.rect.size, 0, 32)
        one.part.paint(target, (0, 0), one.place.state(moment), 60_000, True)
    return got


def check(got: Collected, where: object) -> None:
    assert [one.text for one in got.texts if one.cut()] == [], where
    assert got.overlapping() == [], where


def close_ups(seen: Seen) -> Iterator[PlacedPart]:
    """Every place as a tap shows it."""
    stage = seen.stage
    for name in [place.name for place in stage.room.places]:
        stage.lay(seen.room)
        there = next(one for one in stage.standings if one.place.name == name)
        for share in (0.25, 0.75):
            stage.lay(seen.room)
            y = round(there.rect.top + share * there.rect.height)
            deep = stage.half_at(there.place, there.rect.centerx, y)
            if deep is not None or share < 0.5:
                stage.lay(seen.room, name, deep=deep)
                yield stage.standings[0]


def check_at_rest(seen: Seen, patch: pytest.MonkeyPatch, where: object) -> None:
    for one in seen.stage.standings:
        check(painted(seen, one, patch), (seen.stage.room.name, one.place.name, where))


def check_room(
    spec: ExhibitSpec, size: tuple[int, int], language: str, patch: pytest.MonkeyPatch
) -> None:
    seen = seen_of(spec, size, language)
    check_at_rest(seen, patch, (size, language))
    for one in close_ups(seen):
        check(painted(seen, one, patch), (spec.name, one.place.name, "close", size, language))


@pytest.mark.slow
@pytest.mark.parametrize("spec", EXHIBITS[1:3], ids=NAMES[1:3])
def test_no_text_of_a_room_is_cut_or_lies_on_another(
    spec: ExhibitSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    language = next(_languages_from(NAMES.index(spec.name)))
    check_at_rest(seen_of(spec, SMALLEST, language), monkeypatch, language)


@pytest.mark.slow
@pytest.mark.parametrize("spec", EXHIBITS, ids=NAMES)
def test_no_text_of_a_room_that_is_laid_low_is_cut_or_lies_on_another(
    spec: ExhibitSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    language = next(_languages_from(NAMES.index(spec.name) + 1))
    check_at_rest(seen_of(spec, SMALLEST, language), monkeypatch, language)  # nor one that isn't
    for size, language in zip(SIZES[2:4], _languages_from(NAMES.index(spec.name)), strict=False):
        check_at_rest(seen_of(spec, size, language, True), monkeypatch, (size, language))


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("spec", EXHIBITS, ids=NAMES)
def test_no_text_of_any_room_in_any_size_and_language_is_cut_or_lies_on_another(
    spec: ExhibitSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    product = itertools.product(SIZES, LANGUAGES)
    first = NAMES.index(spec.name)
    short = [(SIZES[2 + first % 2], next(_languages_from(first)))]
    for size, language in short if SHORT else product:
        check_room(spec, size, language, monkeypatch)


def _languages_from(first: int) -> Iterator[str]:
    """All of them in turn, again and again, beginning with the one of that number."""
    turns = itertools.cycle(LANGUAGES)
    return itertools.islice(turns, first % len(LANGUAGES), None)


@pytest.mark.slow
@pytest.mark.parametrize("spec", EXHIBITS, ids=NAMES)
def test_close_by_the_name_of_every_control_can_be_read(
    spec: ExhibitSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = seen_of(spec, (1920, 1080), "en")
    for one in close_ups(seen):
        got = painted(seen, one, monkeypatch)
        named = {word for touch in one.part.touches() for word in touch.label.upper().split()}
        check(got, (spec.name, one.place.name, "close"))
        least, _ = SMALLER.get(one.place.name, (READ, ""))
        for text in got.texts:
            assert text.height >= LEAST, (one.place.name, text)
            if set(text.text.upper().split()) <= named:
                assert text.height >= least, (one.place.name, text)


# The bar, and what lies over a room


def bar_states(told: UiText) -> Iterator[ControlBarState]:
    """The bar with the longest prompt of each room."""
    for room in NAMES:
        prompt = max(told.rooms[room].prompts.values(), key=len)
        yield ControlBarState(
            prompt=prompt, reason="HOPPER EMPTY", play=True, ready=True, about=True, exhibit=room,
            languages=tuple(LANGUAGES),
        )  # fmt: skip
    yield ControlBarState(caption=told.plan["hint"], plan=True)
    yield ControlBarState(caption="X", close_up=True, armed=True, sound=False, calm=True)


def check_bars(size: tuple[int, int], patch: pytest.MonkeyPatch) -> None:
    """The bar in all its forms; it takes no more than a quarter of the window."""
    for language, (large, lowered) in itertools.product(LANGUAGES, FORMS):
        told = read_language(language)
        assert control_bar_height(size, large, lowered) < 0.25 * size[1], (large, lowered)
        for state in bar_states(told):
            bar = ControlBar(told)
            bar.lay(size, large, lowered)
            with lettering(patch) as got:
                bar.paint(state, 0)
            check(got, (state.exhibit, state.prompt, size, language, large, lowered))


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALLEST, SIZES[-1], *SMALL_SIZES])
def test_no_text_of_the_bar_is_cut(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    check_bars(size, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("size", SMALL_SIZES)
def test_no_text_of_cards_and_help_is_cut_in_a_small_window(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    check_plan_help(size, monkeypatch)
    check_foot_of_help(size, monkeypatch)
    for k, language in enumerate(LANGUAGES):
        large, lowered = FORMS[(k + SMALL_SIZES.index(size)) % len(FORMS)]
        for room, spec in zip(NAMES, EXHIBITS, strict=True):
            check_overlays(room, size, language, monkeypatch, large, lowered)
            if not (k + NAMES.index(room)) % 2:
                check_help(spec, size, language, large, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("size", [size for size in SIZES[:4] if size != SMALLEST])
def test_no_text_of_the_bar_and_of_help_is_cut_in_other_sizes(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    check_bars(size, monkeypatch)
    check_plan_help(size, monkeypatch)
    check_foot_of_help(size, monkeypatch)
    for k in range(SIZES.index(size), len(EXHIBITS), 4):  # of each room in one size
        for number, language in enumerate(LANGUAGES):
            check_help(EXHIBITS[k], size, language, bool((k + number) % 2), monkeypatch)


@pytest.mark.slow
def test_large_text_is_a_third_larger(monkeypatch: pytest.MonkeyPatch) -> None:
    told, size = read_language("en"), (1920, 1080)

    def heights(large: bool) -> dict[str, float]:
        bar = ControlBar(told)
        bar.lay(size, large)
        whole = pygame.Rect(0, 0, size[0], size[1] - control_bar_height(size, large))
        text = told.placard("ibm704")
        assert text is not None
        placard = Placard(told, text, lambda name: None, asked=True)
        placard.large = large
        placard.lay(size, whole)
        with lettering(monkeypatch) as got:
            bar.paint(ControlBarState(prompt="Touch it.", play=True, ready=True, about=True), 0)
            placard.compose(pygame.Surface(size, pygame.SRCALPHA, 32))
        return {one.text: one.height for one in got.texts}

    usual, large = heights(False), heights(True)
    for word in ("Touch it.", "PLAY", "HELP"):
        assert large[word] == pytest.approx(usual[word] * 4 / 3, rel=0.06), word
    # Four cards lie side by side: their titles are as large as they are wide.
    assert large[text_of_first_card(told)] > 1.1 * usual[text_of_first_card(told)]


def text_of_first_card(told: UiText) -> str:
    placard = told.placard("ibm704")
    assert placard is not None
    return placard.cards[0].title


def curves() -> tuple[StrengthCurve, ...]:
    """A curve for each exhibit; of each thing that can be said of today's machine one."""
    kept = (StrengthPoint(1_000, 0.8, 0.7, 0.9),)
    exact, between = StrengthPoint(123_456, 0.7, 0.7, 0.7), StrengthPoint(123_456, 0.8, 0.7, 0.9)
    return (
        StrengthCurve(NAMES[0], kept, exact),
        StrengthCurve(NAMES[1], kept, between),
        StrengthCurve(NAMES[2], kept, None, "measuring"),
        StrengthCurve(NAMES[3], kept, None, "not_yet"),
        StrengthCurve(NAMES[4], kept, None, "none"),
    )


def overlays(told: UiText, room: str) -> Iterator[Overlay]:
    """What can lie over a room: placard and its back, the longest card after a game, a drawer."""
    texts = told.rooms[room]
    if texts.placard is not None:
        for learning in (False, True):
            placard = Placard(told, texts.placard, lambda name: None, True, lambda: None)
            placard.learning = learning
            yield placard
    longest = max(texts.tour.values(), key=len, default="")
    chapters = (("meet", 0.1), ("play", 0.4), ("learns", 0.8), ("why", 1.0))
    for journey in (False, True):
        plate = Subtitles(told, print, print, print)
        plate.tell(
            TourScene(
                room, longest, (longest,), "play", chapters, 0.3, journey=journey, paused=True
            )
        )
        yield plate
        yield HandOver(told, print, here=journey)
    said = max(texts.after.values(), key=len, default="")
    headings = headline(told.after(room, "machine_won", {})), told.after_words["title"]
    acts = dict.fromkeys(("again", "show", "back", "take"), print)
    back = told.after_words["take"]  # longer than any room's word for it
    for learned in (None, lambda side: pygame.Surface((side, side // 2))):
        card = AfterGameCard(told, headings, said, acts, back, learned)
        card.kept = KeptSouvenir(tuple(f"2026-11-24-{room}-001.{end}" for end in ("png", "txt")))
        yield card
    stops = stops_of(told, NAMES, [one.title for one in EXHIBITS])
    yield ThreadCard(told, stops, NAMES.index(room), lambda name: None)
    yield StrengthGraph(told, {one.name: one.title for one in EXHIBITS}, curves, print)
    yield MeetingsBoard(told, meetings, lambda exhibit, name: True, Confirmation())
    trays = tuple(MediaItem(f"CARDS {k}", "v", said[:70], "999 cards") for k in range(30))
    yield DrawerMenu(MediaPicker(said[:36], trays), told, print, print)


def meetings() -> tuple[Meeting, ...]:
    """The tournament table after years."""
    english = read_language("en")
    return tuple(
        Meeting(one.name, name, 123_456, 23_456, 34_567, 98_765)
        for one in EXHIBITS
        for name in english.rooms[one.name].meetings
    )


def check_overlays(
    room: str,
    size: tuple[int, int],
    language: str,
    patch: pytest.MonkeyPatch,
    large: bool = False,
    lowered: bool = False,
) -> None:
    told = read_language(language)
    whole = pygame.Rect(0, 0, size[0], size[1] - control_bar_height(size, large, lowered))
    for overlay in overlays(told, room):
        overlay.large, overlay.low = large, size[1] // 2 if lowered else None
        overlay.lay(size, whole)
        with lettering(patch) as got:
            overlay.compose(pygame.Surface(size, pygame.SRCALPHA, 32))
        check(got, (type(overlay).__name__, room, size, language))
        if isinstance(overlay, Placard | AfterGameCard | ThreadCard) and size == (1920, 1080):
            small = [one.text for one in got.texts if one.height < READ]
            assert small == [], (room, language)


@pytest.mark.slow
@pytest.mark.parametrize("room", NAMES)
def test_no_text_that_lies_over_a_room_is_cut(room: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for k, size in enumerate(SIZES[:4]):
        check_overlays(room, size, LANGUAGES[k % len(LANGUAGES)], monkeypatch)
        check_overlays(room, size, LANGUAGES[-k % len(LANGUAGES)], monkeypatch, large=True)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("room", NAMES)
def test_no_text_over_any_room_in_any_size_and_language_is_cut(
    room: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = NAMES.index(room)
    short = zip(SIZES[1:4], _languages_from(first), (True, False, True), strict=False)
    product = itertools.product(SIZES, LANGUAGES, (False, True))
    for size, language, large in short if SHORT else product:
        check_overlays(room, size, language, monkeypatch, large)


def check_help(
    spec: ExhibitSpec,
    size: tuple[int, int],
    language: str,
    large: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = read_language(language)
    seen = seen_of(spec, size, language)
    bar = ControlBar(told)
    bar.lay(size)
    bar.paint(ControlBarState(exhibit=spec.name), 0)
    manual = Help(told, seen.stage, bar, told.first_help(spec.name))
    manual.wishes = (("LARGE TEXT", True, lambda: None), ("LOWER", False, lambda: None))
    check_manual(manual, size, large, (spec.name, language), monkeypatch)


def check_manual(
    manual: Help, size: tuple[int, int], large: bool, where: object, patch: pytest.MonkeyPatch
) -> None:
    """Every page of help."""
    manual.choose, manual.large = (lambda code: None), large
    room = size[0], size[1] - control_bar_height(size, large)
    manual.lay(size, pygame.Rect((0, 0), room))
    for page in range(manual.count()):
        manual.page = page
        with lettering(patch) as got:
            manual.compose(pygame.Surface(size, pygame.SRCALPHA, 32))
        check(got, ("help", page, size, large, where))


@pytest.mark.slow
def test_no_text_of_help_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    for k, (spec, language) in enumerate(zip(EXHIBITS, _languages_from(0), strict=False)):
        check_help(spec, SMALLEST, language, bool(k % 2), monkeypatch)


@pytest.mark.slow
def test_no_plate_at_the_foot_of_help_lies_on_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    check_foot_of_help(SMALLEST, monkeypatch)


def check_foot_of_help(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    spec = next(one for one in EXHIBITS if len(read_language("en").first_help(one.name).stops) > 5)
    for language in LANGUAGES:
        told = read_language(language)
        seen = seen_of(spec, size, language)
        manual = Help(told, seen.stage, ControlBar(told), told.first_help(spec.name))
        manual.wishes = (("GRANDES LETTRES", True, print), ("PLUS BAS", False, print))
        manual.lay(size, pygame.Rect((0, 0), seen.room))
        with lettering(monkeypatch) as got:
            manual.compose(pygame.Surface(size, pygame.SRCALPHA, 32))
        for plate in manual.wish_plates():
            under = {one.text for one in got.texts if one.box.colliderect(plate.rect)}
            assert under <= {plate.word}, language


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES[1:4])
def test_no_text_of_the_floor_plan_is_cut(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for language in LANGUAGES:
        told = read_language(language)
        plan = FloorPlan(told, LayerRenderer(at_once=True))
        plan.lay((size[0], size[1] - control_bar_height(size)))
        plan.show(curves())
        plan.show_meetings(True)
        stages = {one.name: Stage(make_room(one, panel_layout(one))) for one in EXHIBITS}
        with lettering(monkeypatch) as got:
            plan.paint(stages, dict.fromkeys(stages), -1, False)
        got.texts = [one for one in got.texts if one.on == got.texts[0].on]
        check(got, (size, language))


@pytest.mark.parametrize("size", SIZES)
def test_no_plate_in_a_corner_of_the_floor_plan_cuts_its_words(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = size[0], size[1] - control_bar_height(size)
    for language in LANGUAGES:
        told = read_language(language)
        titles = told.story_words["title"], told.strength_words["title"]
        rects = picture_rects(bays(4 if is_tall(wall) else 3, wall), wall)
        target = pygame.Surface(wall, 0, 32)
        with lettering(monkeypatch) as got:
            for title, rect in zip(titles, rects, strict=True):
                picture = Picture("one", rect, title)
                assert picture.plate
                draw_picture(target, picture, unit_of(wall))
        check(got, (size, language))
        assert {word for one in got.texts for word in one.text.split()} == {
            word for title in titles for word in title.split()
        }
        assert all(any(one.box.inflate(-2, -2).colliderect(rect) for rect in rects)
                   for one in got.texts)  # fmt: skip


@pytest.mark.slow
def test_no_text_of_the_floor_plan_s_help_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    check_plan_help(SMALLEST, monkeypatch)


def check_plan_help(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    for language, large in itertools.product(LANGUAGES, (False, True)):
        told = read_language(language)
        bar = ControlBar(told)
        bar.lay(size, large)
        bar.paint(ControlBarState(plan=True), 0)
        manual = Help(told, None, bar, told.plan_help)
        check_manual(manual, size, large, ("plan", language), monkeypatch)


def test_what_is_cut_or_lies_on_another_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    target = pygame.Surface((200, 60), 0, 32)
    with lettering(monkeypatch) as got:
        brass.LETTERS.draw(target, "TOO LONG FOR ITS PLACE", 100, 20, 16, (255, 255, 255))
        brass.engrave(target, "WORDS WITHOUT END", pygame.Rect(10, 30, 30, 20), 12, (0, 0, 0))
        brass.LETTERS.draw(target, "OVER", 100, 20, 16, (255, 255, 255))
    assert next(one.text for one in got.texts if one.cut()) == "TOO LONG FOR ITS PLACE"
    assert any(one.cut() and one.text == "WORDS WITHOUT END" for one in got.texts)
    assert ("TOO LONG FOR ITS PLACE", "OVER") in got.overlapping()
