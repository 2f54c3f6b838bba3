"""A counter, and a room of its, that fall where a test wants it."""

from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from devices.panel.layout import PanelLayout
from devices.screen.room import Arrangement, DrawContext, Room
from machines.exhibit.exhibit import Event, View
from machines.ibm704.picture.console import ConsolePart
from tests.machines import counter_room
from tests.machines.counter import Counter

ALWAYS = 1_000_000


class Faults:
    """How often something still raises, by its name."""

    left: ClassVar[dict[str, int]] = {}

    @classmethod
    def fall(cls, what: str) -> None:
        """Raise, where that is wanted."""
        if cls.left.get(what, 0) > 0:
            cls.left[what] -= 1
            raise ZeroDivisionError(f"a bug in {what}")


class FrailCounter(Counter):
    """The machine."""

    def __init__(self, layout: PanelLayout) -> None:
        Faults.fall("make")
        super().__init__(layout)

    def operate(self, event: Event) -> None:
        Faults.fall("operate")
        super().operate(event)

    def advance(self, us: int) -> None:
        Faults.fall("advance")
        super().advance(us)

    def view(self) -> View:
        Faults.fall("view")
        return super().view()


class FrailPart(ConsolePart):
    """Its picture."""

    def build(self, scale: float) -> None:
        Faults.fall("build")
        super().build(scale)

    def paint(self, *given: Any) -> Any:
        Faults.fall("paint")
        return super().paint(*given)


def frail_state(context: DrawContext) -> Any:
    """What the picture is given."""
    Faults.fall("state")
    return context


class FrailRoom(Room):
    """The room."""

    def guide(self, context: DrawContext) -> None:
        Faults.fall("guide")


def make_room(layout: PanelLayout) -> Room:
    """The counter's room."""
    Faults.fall("room")
    one = counter_room.make_room(layout)
    place = replace(one.places[0], make=partial(FrailPart, layout), state=frail_state)
    return FrailRoom(one.name, one.title, Arrangement((place,)), one.resting, one.layout)
