"""``main.py menace twin --window``: real boxes beside a touch screen, driven by posted events."""

import io
import itertools
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame
import pytest

from devices.screen.languages import languages, read_language
from devices.screen.sayings import Sayings
from devices.screen.small_window import SmallWindow
from devices.screen.window_surface import WindowConfig
from devices.screen.words import shown, use
from machines.app.menace.twin_keeper import TwinKeeper
from machines.app.menace.twin_window import TITLE, TwinDesk
from machines.menace.build import build
from machines.menace.picture import twin_layout, twin_words
from machines.menace.picture.twin_layout import TALL, WIDE, Arrangement
from machines.menace.picture.twin_page import TwinPage
from machines.menace.picture.twin_scene import TwinScene
from machines.menace.twin import Twin
from tests.machines.app.menace.menace_command import menace, result

WON = ["bead 0", "mark 2", "bead 1", "mark 3", "bead 7"]
"""Nought in the centre, in the corners 1 and 5: the diagonal."""
LEAST = 48


def tap(window: SmallWindow, *names: str) -> None:
    window.clock = partial(next, itertools.count())  # a second from touch to touch
    for name in names:
        place = window.picture.touches()[name].center
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, button=1, pos=place))
        window.frame()


def press_key(window: SmallWindow, key: int, typed: str = "") -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode=typed))
    window.frame()


def desk_of(window: SmallWindow) -> TwinDesk:
    assert isinstance(window.desk, TwinDesk)
    return window.desk


def hint(window: SmallWindow) -> str:
    said = desk_of(window).scene.hint
    return said() if said is not None else ""


@pytest.fixture
def operate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., str]:
    """The command with a window in which ``hands`` do something; what it prints."""

    def run(hands: Callable[[SmallWindow], None]) -> str:
        monkeypatch.setattr(SmallWindow, "run", hands)
        line = ["twin", "--window", "--size", "640x360", "--file", str(tmp_path / "tapped.json")]
        return menace(capsys, " ".join(line))[0]

    return run


@pytest.mark.slow
def test_a_play_its_end_undone_and_a_count_are_kept_as_if_they_were_typed(
    operate: Callable[..., str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def hands(window: SmallWindow) -> None:
        tap(window, *WON)
        assert desk_of(window).scene.sheet == "told"
        tap(window, "undo", "next", "bead 7", "next")
        tap(window, "count", "digit 1", "open", "more 0", "take", "done", "bead 2", "stop", "next")
        press_key(window, pygame.K_ESCAPE)
        assert window.desk.done

    tapped = operate(hands)
    monkeypatch.setattr("sys.stdin", io.StringIO(
        "gold\n2\nwhite\n3\namber\nu\namber\ncorrect 1 8 gold\nlilac\nstop\n"
    ))  # fmt: skip
    typed, _ = menace(capsys, f"twin --file {tmp_path / 'typed.json'}")
    assert (tmp_path / "tapped.json").read_bytes() == (tmp_path / "typed.json").read_bytes()
    assert result(tapped) == result(typed)
    assert result(tapped)["score"] == "3"


@pytest.mark.slow
def test_it_goes_on_where_it_ended_and_the_window_closes_with_what_is_kept(
    operate: Callable[..., str],
) -> None:
    def begin(window: SmallWindow) -> None:
        tap(window, "bead 2", "mark 4")
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        window.frame()
        assert window.desk.done

    def go_on(window: SmallWindow) -> None:
        laid = desk_of(window).scene.twin.laid
        assert laid is not None
        assert (laid.number, laid.in_words()) == (10, "turn a quarter anticlockwise")
        tap(window, "end")
        assert not window.desk.done
        tap(window, "undo", "end", "end")
        assert window.desk.done
        assert desk_of(window).keeper.twin.acts == ["bead 2"]

    operate(begin)
    operate(go_on)


@pytest.mark.slow
def test_who_starts_is_touched_before_the_first_entry(operate: Callable[..., str]) -> None:
    def hands(window: SmallWindow) -> None:
        tap(window, "start X", "mark 0")
        assert desk_of(window).keeper.twin.cabinet.build == "second"
        assert "start O" not in window.picture.touches()
        desk_of(window).press("start O")
        assert hint(window) == "Who starts is fixed with the first entry."

    operate(hands)


@pytest.mark.slow
def test_a_finger_that_slides_away_does_nothing(operate: Callable[..., str]) -> None:
    def hands(window: SmallWindow) -> None:
        places = window.picture.touches()
        for kind, name in (("DOWN", "bead 0"), ("UP", "bead 1")):
            event = getattr(pygame, f"MOUSEBUTTON{kind}")
            pygame.event.post(pygame.event.Event(event, button=1, pos=places[name].center))
            window.frame()
        assert desk_of(window).keeper.twin.acts == []
        press_key(window, pygame.K_1, "1")
        press_key(window, pygame.K_2, "2")
        assert desk_of(window).keeper.twin.acts == ["bead 1", "mark 2"]

    operate(hands)


@pytest.mark.slow
def test_a_finger_that_bounces_does_one_thing(operate: Callable[..., str]) -> None:
    """NEXT PLAY lies where THE DRAWER IS EMPTY comes to stand."""

    def hands(window: SmallWindow) -> None:
        tap(window, *WON)
        place = window.picture.touches()["next"].center
        for passed, is_refused in ((0.0, False), (0.1, False), (1.0, True)):
            window.clock = lambda passed=passed: 1000.0 + passed  # type: ignore[misc]
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                pygame.event.post(pygame.event.Event(kind, button=1, pos=place))
                window.frame()
            assert desk_of(window).scene.sheet == "play"
            assert desk_of(window).scene.refused == is_refused

    operate(hands)


def test_a_refusal_is_the_typed_one_and_told_in_every_language(tmp_path: Path) -> None:
    for before, touched, refused in (
        ([], "mark 3", "mark: came when O is to move; expected a bead"),
        (["bead 0"], "mark 0", "Cross's mark: is on square 0, which O has taken; free are "),
        ([], "undo", "undo: found nothing entered; expected an entry before it"),
        ([], "stop", "stop: found no play begun; expected one under way"),
        ([], "empty", "box 1: must hold 4 gold, 4 white, 4 lilac; expected its beads found"),
        (["count 1 2 0"], "bead 2", "box 1: has no lilac bead; expected 4 gold, 4 white, 0 lilac"),
        (["reload"], "bead 0", "bead: came at the wrong time; expected the first box filled"),
        ([], "count digit 9 digit 9 digit 9 open", "box: '999' is none; expected 1 to 304"),
    ):
        keeper = TwinKeeper(Twin.new(), tmp_path / "twin.json")
        emptied = [f"count 1 {colour} 0" for colour in range(3)]
        for act in emptied if before == ["reload"] else before:
            keeper.do(act)
        acts, desk = list(keeper.twin.acts), TwinDesk(keeper)
        for name in re.sub("(digit|mark|bead) ", r"\1_", touched).split():
            desk.press(name.replace("_", " "))
        assert desk.scene.refused, touched
        assert keeper.twin.acts == acts, touched
        said = desk.scene.hint
        assert said is not None, touched
        sentence = said.args[0]  # type: ignore[attr-defined]
        assert sentence.startswith(refused), touched
        for code in languages()[1:]:
            told = read_language(code)
            assert Sayings({**told.said, **told.rooms["menace"].said}).knows(sentence), code


def test_the_beads_that_an_end_moved_are_told_and_told_back(tmp_path: Path) -> None:
    desk = TwinDesk(TwinKeeper(Twin.new(), tmp_path / "twin.json"))
    for name in WON:
        desk.press(name)
    assert desk.scene.notice is not None
    assert twin_words.notice_rows(desk.scene.notice)[2] == (
        15, 7, "Amber: the bead goes back, and 3 more."
    )  # fmt: skip
    desk.press("undo")
    assert [text for _, _, text in twin_words.notice_rows(desk.scene.notice)] == [
        "Gold: the bead comes out again, and 3 more.",
        "White: the bead comes out again, and 3 more.",
        "Amber: 3 out of the box again.",
    ]


def scenes(name: str, tmp_path: Path) -> list[TwinScene]:
    """One of each sheet, in a play that is under way and one that is over."""
    found = []
    for touched in ([], ["count"], ["count", "digit 1", "digit 1", "open", "more 1"], ["told"]):
        desk = TwinDesk(TwinKeeper(Twin.new(name), tmp_path / "twin.json"))
        acts = WON if touched == ["told"] else WON[:2]
        for one in [*acts, *touched] if touched != ["told"] else acts:
            desk.press(one)
        assert desk.scene.hint is None or not desk.scene.refused
        found.append(desk.scene)
    return found


@pytest.mark.parametrize("arrangement", [WIDE, TALL], ids=["wide", "tall"])
def test_every_touch_is_large_enough_in_the_window_and_alone(
    arrangement: Arrangement, tmp_path: Path
) -> None:
    wide, high = arrangement.canvas
    whole = pygame.Rect(0, 0, round(wide), round(high))
    seen = [TwinScene(Twin.new()), *scenes("304", tmp_path)]
    for number in range(1, 290):
        must = dict.fromkeys(build("second").colours(number), 0)
        seen.append(TwinScene(Twin.new("second"), "count", number=number, counted=must))
    for scene in seen:
        places = twin_layout.touches(scene, arrangement)
        rects = {name: pygame.Rect(*map(round, place)) for name, place in places.items()}
        for name, rect in rects.items():
            assert min(rect.size) >= LEAST, name
            assert whole.contains(rect), name
            others = [one for other, one in rects.items() if other != name]
            assert rect.inflate(-2, -2).collidelist(others) < 0, name
    most = max(len(build(name).colours(n)) for name in ("304", "second") for n in range(1, 290))
    assert min(min(place[2:]) for place in twin_layout.grid(twin_layout.BEADS, most)) >= LEAST


@pytest.mark.slow
def test_all_sheets_are_drawn_in_all_languages_in_a_window_of_any_shape(tmp_path: Path) -> None:
    sheets = scenes("304", tmp_path)
    desk = TwinDesk(TwinKeeper(Twin.new(), tmp_path / "twin.json"))
    use(read_language("en"))
    pictures = set()
    with SmallWindow(TwinPage(desk.scene), desk, WindowConfig(size=(640, 360)), TITLE) as window:
        shapes = itertools.cycle(((640, 360), (416, 660)))
        for code, scene, size in zip(languages(), sheets, shapes, strict=False):
            assert shown().code == code
            page = TwinPage(scene)
            page.lay(size)
            target = pygame.Surface(size, 0, 32)
            page.draw(target, "undo")
            pictures.add(pygame.image.tobytes(target, "RGB"))
            tap(window, "language")
        assert shown().code == "en"
        pygame.display.set_mode((416, 660), pygame.RESIZABLE)
        pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=(416, 660), w=416, h=660))
        window.frame()
        window.frame()
        tap(window, "bead 0")
    assert desk.keeper.twin.acts == ["bead 0"]
    assert len(pictures) == len(sheets)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--window --size 5x5", "--size: '5x5' is no size; expected one from 640x360"),
        ("--window --language xx", "--language: xx; there are en, de, fr, es"),
        ("--size 1280x720", "--size: is the window's; expected --window before it"),
    ],
)
def test_what_the_window_cannot_be_is_refused(
    words: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, err = menace(capsys, f"twin --file {tmp_path / 'twin.json'} {words}", 2)
    assert said in err
    assert not (tmp_path / "twin.json").exists()


@pytest.mark.slow
def test_where_there_is_no_screen_it_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pygame.display.quit()
    monkeypatch.setenv("SDL_VIDEODRIVER", "none-of-these")
    _, err = menace(capsys, f"twin --window --file {tmp_path / 'twin.json'}", 2)
    assert "the screen: " in err
    assert "Traceback" not in err
