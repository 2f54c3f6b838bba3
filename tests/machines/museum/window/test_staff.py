"""The staff page: who gets to it, what it does, and that its words fit.

The window under a caretaker: hours, volume, languages, what may be reset.
"""

from typing import Any

import msgspec
import pygame
import pytest

from devices.refusal import RefusedError
from devices.screen.ui_text import UiText, languages, read_language
from machines.museum.window.museum import Caretaker, StaffFact, StaffReport, StaffRow
from machines.museum.window.staff import HELD_MS, PLATES, STAYS_MS, TRIES, StaffPad, StaffPage
from machines.museum.window.window import WindowConfig
from tests.machines.museum.window.window_driver import FRAME_MS, SIZE, Visitor, visitor
from tests.machines.museum.window.window_room import FakeMuseum, words

REPORT = StaffReport(
    (
        StaffRow("IBM 704", (3, 1, 12, 4_812, 1_930), (301, 120, 1_204, 401_122, 99_112), "beads"),
        *(StaffRow(f"PEGASUS {k}", (0,) * 5, (0,) * 5, "corrections") for k in range(4)),
    ),
    (
        StaffFact("frames", "60/s  (41 ms)"),
        StaffFact("memory", "1211 MB"),
        StaffFact("disk", "0.2 GB", well=False),
        StaffFact("panel", "0/1  it is looked for again", well=False),
        StaffFact("falls", "2  (2026-11-24 10:03)"),
        StaffFact("settings", "museum.last-good.toml", well=False),
        StaffFact("since", "2026-11-24 09:58"),
    ),
    ("museum.toml, line 12: sound.volume: 400; expected a whole number from 0 to 100",) * 4,
)
LARGER = [(1280, 720), (1080, 1920)]
CTRL_ALT = pygame.KMOD_CTRL | pygame.KMOD_ALT


class Staff(Caretaker):
    """A caretaker with a report, who remembers what was asked for."""

    def __init__(self, code: str = "") -> None:
        self.code = code
        self.there = True
        self.did: list[str] = []

    def is_open(self) -> bool:
        return self.there

    def report(self) -> StaffReport:
        return StaffReport(REPORT.rows, REPORT.health, REPORT.problems, self.quiet)

    def export(self) -> str:
        self.did.append("export")
        if len(self.did) > 1:
            raise RefusedError("table.csv", "the disk is full")
        return "table.csv"

    def restart(self) -> None:
        self.did.append("restart")


def call(one: Visitor) -> None:
    one.key(pygame.K_s, "", CTRL_ALT)


def page(one: Visitor) -> StaffPage:
    return next(there for there in one.window.overlays if isinstance(there, StaffPage))


def touch(one: Visitor, name: str) -> None:
    rect = page(one).rects()[name]
    one.press(*rect.center)
    one.release(*rect.center)


def kinds(one: Visitor) -> list[type]:
    return [type(there) for there in one.window.overlays]


def test_the_keys_bring_it_and_take_it_away() -> None:
    with visitor(caretaker=Staff()) as one:
        call(one)
        assert kinds(one) == [StaffPage]
        call(one)
        one.frames(2)
        assert kinds(one) == []


def test_a_kiosk_without_a_code_has_no_such_page() -> None:
    kiosk = WindowConfig(size=SIZE, exhibit="demo", sound=False, kiosk=True)
    for code, comes in (("", []), ("7040", [StaffPad])):
        with visitor(settings=kiosk, caretaker=Staff(code)) as one:
            call(one)
            assert kinds(one) == comes


def test_without_a_caretaker_there_is_no_such_page() -> None:
    with visitor() as one:
        call(one)
        assert kinds(one) == []


@pytest.mark.slow
def test_a_finger_that_rests_on_the_corner_brings_it() -> None:
    with visitor(caretaker=Staff("7040")) as one:
        x, y = 12, one.window.size[1] - 12
        one.finger(pygame.FINGERDOWN, 1, x, y)
        one.frames(HELD_MS // FRAME_MS - 2)
        one.finger(pygame.FINGERUP, 1, x, y)
        one.frames(20)
        assert kinds(one) == []  # too short
        one.finger(pygame.FINGERDOWN, 1, x, y)
        one.finger(pygame.FINGERMOTION, 1, x + 400, y)
        one.frames(HELD_MS // FRAME_MS + 2)
        assert kinds(one) == []  # it slid away
        one.finger(pygame.FINGERUP, 1, x, y)
        one.finger(pygame.FINGERDOWN, 1, x, y)
        one.frames(HELD_MS // FRAME_MS + 2)
        assert kinds(one) == [StaffPad]


@pytest.mark.slow
def test_without_a_code_no_finger_brings_it() -> None:
    with visitor(caretaker=Staff()) as one:
        one.finger(pygame.FINGERDOWN, 1, 12, one.window.size[1] - 12)
        one.frames(HELD_MS // FRAME_MS + 20)
        assert kinds(one) == []


def test_a_code_comes_before_it_typed_or_touched() -> None:
    with visitor(caretaker=Staff("7040")) as one:
        call(one)
        assert kinds(one) == [StaffPad]
        for digit in "7040":
            one.key(getattr(pygame, f"K_{digit}"), digit)
        one.frames(2)
        assert kinds(one) == [StaffPage]
        call(one)
        one.frames(2)
        call(one)
        pad = one.window.overlays[-1]
        assert isinstance(pad, StaffPad)
        for digit in "79<040":
            x, y = pad.rects()[digit].center
            one.press(x, y)
            one.release(x, y)
        one.frames(2)
        assert kinds(one) == [StaffPage]


def test_wrong_codes_bring_nothing_and_the_pad_goes() -> None:
    with visitor(caretaker=Staff("7040")) as one:
        call(one)
        for _ in range(TRIES):
            assert kinds(one) == [StaffPad]
            for digit in "7041":
                one.key(getattr(pygame, f"K_{digit}"), digit)
        one.frames(2)
        assert kinds(one) == []


def test_quiet_mode_is_begun_and_ended() -> None:
    staff = Staff()
    with visitor(caretaker=staff) as one:
        call(one)
        touch(one, "quiet")
        one.frames(2)
        assert staff.quiet and one.window.sounds.volume == 0 and page(one).report.quiet
        touch(one, "quiet")
        one.frames(2)
        assert not staff.quiet and one.window.sounds.volume == 1


def test_restart_asks_once_and_then_ends_the_window() -> None:
    staff = Staff()
    with visitor(caretaker=staff) as one:
        call(one)
        touch(one, "restart")
        assert not one.window.over and staff.did == []
        touch(one, "restart")
        assert one.window.over and staff.did == ["restart"]


def test_export_says_where_the_table_is_or_why_there_is_none() -> None:
    with visitor(caretaker=Staff()) as one:
        call(one)
        touch(one, "export")
        assert page(one).said == "Written: table.csv"
        touch(one, "export")
        assert "the disk is full" in page(one).said


def test_it_can_be_worked_by_the_keyboard() -> None:
    staff = Staff()
    with visitor(caretaker=staff) as one:
        call(one)
        for _ in range(PLATES.index("export") + 1):
            one.key(pygame.K_RIGHT)
        one.key(pygame.K_RETURN)
        assert staff.did == ["export"]
        one.key(pygame.K_ESCAPE)
        one.frames(2)
        assert kinds(one) == []


def test_it_goes_by_itself() -> None:
    with visitor(caretaker=Staff()) as one:
        call(one)
        one.frames(2)
        one.ms[0] += STAYS_MS + 1000
        one.frames(2)
        assert kinds(one) == []


def test_in_the_dark_it_comes_and_goes_and_leaves_the_dark() -> None:
    staff = Staff()
    staff.there = False
    with visitor(caretaker=staff) as one:
        call(one)
        one.settle()
        assert kinds(one) == [StaffPage]
        assert pygame.surfarray.array3d(one.window.screen).mean() > 40
        touch(one, "close")
        one.settle()
        assert kinds(one) == []
        assert not pygame.surfarray.array3d(one.window.screen).any()


def test_won_and_lost_stand_below_whose_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    said: dict[str, tuple[float, float]] = {}
    say = StaffPage._say

    def seen(page: StaffPage, target: pygame.Surface, text: str, at: tuple[int, float], *rest: Any,
             **by: Any) -> None:  # fmt: skip
        said.setdefault(text, at)
        say(page, target, text, at, *rest, **by)

    monkeypatch.setattr(StaffPage, "_say", seen)
    made = StaffPage(read_language("en"), Staff(), lambda: None)
    made.lay((1920, 1080), pygame.Rect(0, 0, 1920, 980))
    made.tend(0)
    made.compose(pygame.Surface((1920, 1080), pygame.SRCALPHA, 32))
    assert said["VISITORS"][1] < said["WON"][1] == said["LOST"][1]
    assert said["VISITORS"][0] < said["WON"][0] < said["LOST"][0] < said["PLAYS"][0]


@pytest.mark.parametrize(
    "size",
    [
        (1024, 768),
        (480, 800),
        (800, 480),
        *(pytest.param(s, marks=pytest.mark.slow) for s in LARGER),
    ],
)
@pytest.mark.parametrize("code", languages())
def test_its_words_fit(code: str, size: tuple[int, int]) -> None:
    words = read_language(code)
    for quiet in (False, True):
        staff = Staff()
        staff.quiet = quiet
        made = StaffPage(words, staff, lambda: None)
        made.lay(size, pygame.Rect(0, 0, size[0], round(size[1] * 0.91)))
        made.tend(0)
        made.guard.touch("restart", 0)
        made.said = words.staff["kept"].format(name="statistics-20261124-123000.csv")
        made.compose(pygame.Surface(size, pygame.SRCALPHA, 32))
        assert made.cut == []
        _, between = made._columns()
        assert between >= 5, "no count runs into its neighbour"
        box = pygame.Rect((0, 0), size)
        assert all(box.contains(rect) and rect.height >= 40 for rect in made.rects().values())
    pad = StaffPad(words, "70407040", lambda: None)
    pad.lay(size, pygame.Rect((0, 0), size))
    assert all(pad.box.contains(rect) for rect in pad.rects().values())


class Wishes(Caretaker):
    """A caretaker whose wishes a test sets."""

    def __init__(self) -> None:
        self.there, self.loud, self.resets = True, 1.0, True
        self.told = ""
        self.changed = False
        self.did: list[str] = []

    def is_open(self) -> bool:
        return self.there

    def volume(self) -> float:
        return self.loud

    def may_reset(self, exhibit: str) -> bool:
        return self.resets

    def languages(self) -> tuple[str, ...]:
        return ("en", "fr")

    def read_words(self, code: str) -> UiText:
        told = super().read_words(code)
        return msgspec.structs.replace(told, plan={**told.plan, "title": self.told or "AS EVER"})

    def words_changed(self) -> bool:
        changed, self.changed = self.changed, False
        return changed

    def closes(self) -> None:
        self.did.append("closes")

    def opens(self) -> None:
        self.did.append("opens")


def is_dark(screen: pygame.Surface) -> bool:
    return not pygame.surfarray.array3d(screen).any()


def test_outside_the_hours_the_screen_is_dark_and_silent_and_a_touch_does_nothing() -> None:
    wishes, museum = Wishes(), FakeMuseum()
    with visitor(museum, caretaker=wishes) as one:
        window = one.window
        assert not is_dark(window.screen)
        window.show_help()
        wishes.there = False
        one.frames(3)
        assert is_dark(window.screen) and window.sounds.volume == 0
        assert wishes.did == ["closes"] and not window.overlays
        told, walked = museum.touches, len(museum.entered)
        one.press(640, 360)
        one.release(640, 360)
        one.key(pygame.K_1, "1")
        one.key(pygame.K_h, "h")
        one.frames(3)
        assert (museum.touches, len(museum.entered)) == (told, walked)
        assert museum.acts == [] and is_dark(window.screen) and not window.overlays


def test_a_museum_that_opens_at_night_is_looked_at_so_that_it_begins_its_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wishes, museum = Wishes(), FakeMuseum()
    looks: list[str] = []
    with visitor(museum, caretaker=wishes) as one:
        wishes.there = False
        one.frames(3)
        monkeypatch.setattr(museum, "view", looks.append)
        one.frames(3)
        assert len(looks) == 3


@pytest.mark.slow
def test_it_comes_back_by_itself_before_the_floor_plan() -> None:
    wishes, museum = Wishes(), FakeMuseum(("demo", "other"))
    with visitor(museum, caretaker=wishes) as one:
        wishes.there = False
        one.frames(3)
        wishes.there = True
        one.settle()
        assert not is_dark(one.window.screen) and one.window.stage is None
        assert wishes.did == ["closes", "opens"] and one.window.sounds.volume == 1
        one.key(pygame.K_1, "1")
        assert one.window.navigator.exhibit == "demo"


def test_the_key_that_closes_the_museum_works_in_the_dark() -> None:
    wishes = Wishes()
    wishes.there = False
    with visitor(caretaker=wishes) as one:
        one.key_down(pygame.K_q, "", pygame.KMOD_CTRL | pygame.KMOD_ALT)
        assert one.window.over


@pytest.mark.slow
def test_closed_hours_are_no_idle_time() -> None:
    wishes, museum = Wishes(), FakeMuseum()
    with visitor(museum, caretaker=wishes) as one:
        wishes.there = False
        one.frames(600)
        wishes.there = True
        one.frames(2)
        assert museum.idles == 0


def test_the_volume_is_the_caretakers_and_none_when_it_is_to_be_quiet() -> None:
    wishes = Wishes()
    with visitor(caretaker=wishes) as one:
        wishes.loud = 0.4
        one.frames()
        assert one.window.sounds.volume == 0.4
        wishes.quiet = True
        one.frames()
        assert one.window.sounds.volume == 0


def test_reset_is_blank_where_visitors_may_not() -> None:
    wishes, museum = Wishes(), FakeMuseum()
    with visitor(museum, caretaker=wishes) as one:
        place = one.place("rail:reset")
        wishes.resets = False
        one.frames(2)
        assert "rail:reset" not in [target.name for target in one.window.targets()]
        for _ in range(2):
            one.press(*place)
            one.release(*place)
            one.key(pygame.K_F10)
        assert museum.resets == []
        wishes.resets = True
        one.frames(2)
        one.click("rail:reset")
        one.click("rail:reset")
        assert museum.resets == ["demo"]


def test_reset_is_blank_on_the_floor_plan_which_has_no_machine() -> None:
    museum = FakeMuseum()
    with visitor(museum, caretaker=Wishes()) as one:
        place = one.place("rail:reset")
        one.key(pygame.K_F2)
        one.frames(2)
        assert one.window.stage is None
        assert "rail:reset" not in [target.name for target in one.window.targets()]
        one.press(*place)
        one.release(*place)
        one.frames(2)
        assert not one.window.bar_controller.armed(one.window.now_ms)
        one.key(pygame.K_F10)
        one.key(pygame.K_F10)
        assert museum.resets == []


@pytest.mark.slow
def test_only_the_languages_that_are_offered_can_be_reached() -> None:
    with visitor(caretaker=Wishes()) as one:
        seen = []
        for _ in range(3):
            one.window.bar_controller.press_button("language")
            while one.window.language.wanted:
                one.frames()
            seen.append(one.window.words.code)
        assert seen == ["fr", "en", "fr"]


def test_words_that_were_changed_are_told_from_then_on() -> None:
    wishes = Wishes()
    with visitor(caretaker=wishes) as one:
        assert one.window.words.plan["title"] == words().plan["title"]
        wishes.told, wishes.changed = "OUR OWN", True
        one.frames()
        assert one.window.words.plan["title"] == "OUR OWN"
