"""Protocols between the window and the museum behind it.

The window shows and asks; the museum (a session with its clock, in machines/museum) answers.  The
window never touches an exhibit: acts go in through :meth:`Museum.act`, which queues them and comes
back at once, and what can be seen comes out as a view, published whole by whoever makes time pass.
Every method here is called from the window's thread, sixty times a second, and none may block.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from devices.duration import Speed
from devices.panel.view import View
from devices.units.unit import Value
from machines.laboratory.strength.today import StrengthCurve
from machines.museum.meetings import Meeting
from machines.museum.souvenirs import KeptSouvenir
from machines.storage.kernel_loader import CompileProgress

if TYPE_CHECKING:
    from devices.screen.room import Room
    from devices.screen.ui_text import UiText


@dataclass(frozen=True)
class MediaItem:
    """One labelled tray of a drawer: a deck or a tape, and the value its choice sends."""

    label: str
    value: Value
    note: str = ""  # What it holds, one line
    count: str = ""  # How much: ``47 cards``


@dataclass(frozen=True)
class MediaPicker:
    """A control that takes a medium: one tray is chosen and its value sent."""

    title: str
    trays: tuple[MediaItem, ...]


@dataclass(frozen=True)
class TextPrompt:
    """A control that takes a line of text, as a card that is punched anew."""

    title: str
    text: str = ""
    """What stands there already."""
    columns: int = 72
    allowed: str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 +-/.,=*()$@"
    """The characters that can be punched; lower case is taken as upper case."""
    hint: str = ""
    """What to do; empty: it is a card that goes back into the machine."""


Prompt = MediaPicker | TextPrompt


@dataclass(frozen=True)
class TourScene:
    """What a guided journey, or the demonstration, shows and says now."""

    exhibit: str  # Before which it stands; empty: before the floor plan
    said: str  # In the visitor's language; empty: nothing yet
    all_said: tuple[str, ...] = ()  # All that is said in this room
    chapter: str = ""
    chapters: tuple[tuple[str, float], ...] = ()  # Each with the share at which it ends
    share: float = 0.0  # How far it is, from 0 to 1
    look: str = ""
    """What the picture comes close to, as :meth:`devices.screen.framing.Framing.of` reads it."""
    ahead: str = ""
    """What it will come close to next: that is drawn meanwhile."""
    journey: bool = False  # Whether a visitor has asked for it; else it is the demonstration
    paused: bool = False


class Tours(Protocol):
    """The guided tours of a museum; without any of its own methods there are none.  No method
    blocks."""

    def offers(self, exhibit: str) -> bool:
        """Whether there is a journey through that exhibit's room."""
        return False

    def begin(self, exhibit: str) -> bool:
        """Lead the visitor, who stands there; whether that is possible now: a machine that is not
        switched on yet can't be shown."""
        return False

    def scene(self) -> TourScene | None:
        """What is shown and said now; None: nobody is led."""
        return None

    def coming(self) -> str:
        """The exhibit that a demonstration on the floor plan goes to next; empty: none.  Its room
        is drawn before it goes there."""
        return ""

    def returning(self) -> bool:
        """Whether a tour is over and the visitors' own machine is not there again yet."""
        return False

    def pause(self, paused: bool) -> None:
        """Halt machine and tour, or let them go on."""
        return

    def back(self) -> None:
        """A step back in a journey."""
        return


class NoTours(Tours):
    """A museum without tours."""


class MuseumFault(RuntimeError):
    """The museum itself has fallen: no room is at fault, and the window must not go on."""


class Museum(Protocol):
    """The museum behind the window.  No method blocks."""

    tours: Tours

    def exhibits(self) -> tuple[str, ...]:
        """Names of the exhibits on the floor, from the left."""

    def room(self, exhibit: str) -> "Room":
        """The exhibit's room, made anew; called once a window, or, as long as what comes is a room
        that is closed, each frame."""

    def is_out_of_order(self, exhibit: str) -> bool:
        """Whether a fault has closed that room; :meth:`room` makes a closed one meanwhile."""
        return False

    def room_fell(self, exhibit: str, error: Exception) -> None:
        """A fault in the picture of that room: have it closed and made anew.  A museum that can't
        do that raises the error, and the window ends."""
        raise error

    def enter(self, exhibit: str) -> None:
        """A visitor stands before this exhibit now (``""``: on the floor plan)."""

    def view(self, exhibit: str) -> View | None:
        """The newest view; None while the exhibit isn't switched on yet."""

    def shown(self) -> None:
        """The display has taken a picture; told at least once a second as long as it does.

        Raises MuseumFault where the museum has fallen: a window must not go on showing one that
        stands still."""
        return

    def act(self, exhibit: str, control: str, value: Value) -> None:
        """An operator's act: ``console.start`` 1 (pressed) and 0 (released), a key's new place, a
        medium's content.  Queued; a refusal shows as the view's reason."""

    def offer(self, exhibit: str, control: str) -> Prompt | None:
        """What a control of kind "act" wants chosen or typed; None: it is simply done (value 1)."""

    def speed(self) -> Speed:
        """How fast time passes now."""

    def set_speed(self, speed: Speed) -> None:
        """Let time pass so fast from now on."""

    def step(self) -> None:
        """At speed "step": go on by one step."""

    def caption(self, exhibit: str) -> str:
        """A caption that goes before the view's own (a demonstration's); empty: there is none."""

    def compile_progress(self) -> CompileProgress | None:
        """How it stands with kernels that the visitor waits for; None: with nothing."""

    def leads(self) -> str | None:
        """Before which exhibit a tour stands (``""``: the floor plan), and the window with it;
        None: there is none.  Asked each frame."""

    def touched(self) -> None:
        """A visitor works the museum: a tour ends."""

    def idle(self) -> None:
        """Nobody has touched anything for the set time: a demonstration may begin."""

    def reset(self, exhibit: str) -> None:
        """A visitor's reset: the exhibit as it is when the museum starts."""

    def speaks(self, words: "UiText") -> None:
        """A visitor has chosen this language: the museum remembers it, and captions come in it."""

    def strength(self) -> tuple[StrengthCurve, ...]:
        """How each learner's strength grew, and today's as far as it is measured."""

    def measure_strength(self) -> None:
        """Have today's machines measured; :meth:`strength` has each as soon as it is."""

    def meetings(self) -> tuple[Meeting, ...]:
        """The tournament table, by whose meetings."""
        return ()

    def keeps_souvenirs(self) -> bool:
        """Whether a visitor may take a game along: there is a folder for it."""

    def keep_souvenir(self, exhibit: str, files: Mapping[str, Callable[[], bytes]]) -> KeptSouvenir:
        """Have files made and written, in other threads, by the ends of their names (``.png``)."""

    def closing(self) -> None:
        """The window closes."""


class RealPanel(Protocol):
    """Panels of real lamps and switches beside the window.  No method blocks."""

    wake: Callable[[], None]  # Set by the window: called, in any thread, when a panel is touched

    def show(self, exhibit: str, brightness: npt.NDArray[np.uint8]) -> None:
        """An exhibit's lamps as this frame has them, uint8[n]: the screen's very bytes."""

    def touched(self) -> str:
        """The exhibit whose panel was touched since this was last asked (each frame); empty: none.
        The window walks up to it, as a visitor does, and then says :meth:`admit`."""

    def admit(self) -> None:
        """What was touched may have its effect."""

    def drop(self) -> None:
        """What was touched has none: a tour went on, and asks first."""

    def says(self, exhibit: str) -> str:
        """One line about the panel while a visitor stands before that exhibit (``""``: the floor
        plan); empty: there is nothing to say."""
