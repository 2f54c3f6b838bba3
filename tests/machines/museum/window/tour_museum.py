"""A museum whose tours a test leads, and what is touched in one."""

from dataclasses import replace

from machines.museum.window.museum import Tours, TourScene
from machines.museum.window.subtitles import Subtitles
from machines.museum.window.tour_view import HandOver
from tests.machines.museum.window.window_driver import Visitor
from tests.machines.museum.window.window_room import FakeMuseum

CHAPTERS = (("meet", 0.1), ("play", 0.4), ("learns", 0.8), ("why", 1.0))
SCENE = TourScene(
    "demo", "It counts, one by one.", ("It counts, one by one.",), "play", CHAPTERS, 0.2
)
SIZES = [(1920, 1080), (1280, 720), (1024, 768), (1080, 1920)]


class FakeTours(Tours):
    """Tours that remember what was wanted; ``now`` is what they show."""

    def __init__(self, museum: "TourMuseum") -> None:
        self.museum = museum
        self.now: TourScene | None = None
        self.done: list[str] = []
        self.possible = True
        self.away = False
        self.next_room = ""

    def offers(self, exhibit: str) -> bool:
        return bool(exhibit)

    def begin(self, exhibit: str) -> bool:
        self.done.append(f"begin {exhibit}")
        if self.possible:
            self.show(replace(SCENE, journey=True))
        return self.possible

    def show(self, scene: TourScene | None) -> None:
        self.now = scene
        self.museum.led = scene.exhibit if scene is not None else None

    def scene(self) -> TourScene | None:
        return self.now

    def coming(self) -> str:
        return self.next_room

    def returning(self) -> bool:
        return self.away

    def pause(self, paused: bool) -> None:
        self.done.append("pause" if paused else "go on")
        if self.now is not None:
            self.now = replace(self.now, paused=paused)

    def back(self) -> None:
        self.done.append("back")


class TourMuseum(FakeMuseum):
    """A museum whose tours a test leads."""

    def __init__(self, names: tuple[str, ...] = ("demo",)) -> None:
        super().__init__(names)
        self.tours: FakeTours = FakeTours(self)

    def touched(self) -> None:
        super().touched()
        self.tours.show(None)


def subtitles(guest: Visitor) -> Subtitles:
    found = guest.window.tour_view.subtitles
    assert found is not None
    return found


def question(guest: Visitor) -> HandOver | None:
    return guest.window.tour_view.question


def answer(guest: Visitor, name: str) -> None:
    """Touch a plate of the question."""
    guest.frames(30)
    asked = question(guest)
    assert asked is not None
    x, y = asked.rects()[name].center
    guest.press(x, y)
    guest.release(x, y)
    guest.frames(2)
