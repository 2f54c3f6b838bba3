"""What the window asks of the museum behind it: rooms and acts, tours, real panels, the staff.

The window shows and asks; the museum (a session with its clock, in machines/museum) answers.  The
window never touches an exhibit: acts go in through :meth:`Museum.act`, which queues them and comes
back at once, and what can be seen comes out as a view, published whole by whoever makes time pass.
Every method here is called from the window's thread, sixty times a second, and none may block.

Each class here is the quietest of its kind: a museum without exhibits and tours, a panel that is
never touched, a caretaker whose museum is always open.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from devices.duration import Speed
from devices.panel.view import View
from devices.screen.room import Room
from devices.screen.ui_text import UiText, languages, read_language
from devices.units.unit import Value
from machines.laboratory.strength.today import StrengthCurve
from machines.museum.media_export import KeptSouvenir
from machines.museum.meetings import Meeting
from machines.storage.kernel_loader import CompileProgress


@dataclass(frozen=True)
class MediaItem:
    """One labelled tray of a drawer: a deck or a tape, and the value its choice sends."""

    label: str
    value: Value
    note: str = ""  # What it holds, one line
    count: str = ""  # How much: ``47 cards``
    mended: str = ""  # What the bar says as it is put in, where its file was mended as it was read


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


class Tours:
    """The guided tours of a museum; here there are none."""

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

    def back(self) -> None:
        """A step back in a journey."""


class MuseumFault(RuntimeError):
    """The museum itself has fallen: no room is at fault, and the window must not go on."""


class Museum:
    """The museum behind the window; here nothing stands in it."""

    tours = Tours()
    pace: Speed = "authentic"

    def exhibits(self) -> tuple[str, ...]:
        """Names of the exhibits on the floor, from the left."""
        return ()

    def room(self, exhibit: str) -> Room:
        """The exhibit's room, made anew; called once a window, or, as long as what comes is a room
        that is closed, each frame."""
        raise KeyError(exhibit)

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
        return None

    def shown(self) -> None:
        """The display has taken a picture; told at least once a second as long as it does.

        Raises MuseumFault where the museum has fallen: a window must not go on showing one that
        stands still."""

    def act(self, exhibit: str, control: str, value: Value) -> None:
        """An operator's act: ``console.start`` 1 (pressed) and 0 (released), a key's new place, a
        medium's content.  Queued; a refusal shows as the view's reason."""

    def offer(self, exhibit: str, control: str) -> Prompt | None:
        """What a control of kind "act" wants chosen or typed; None: it is simply done (value 1)."""
        return None

    def speed(self) -> Speed:
        """How fast time passes now."""
        return self.pace

    def set_speed(self, speed: Speed) -> None:
        """Let time pass so fast from now on."""
        self.pace = speed

    def step(self) -> None:
        """At speed "step": go on by one step."""

    def caption(self, exhibit: str) -> str:
        """A caption that goes before the view's own (a demonstration's); empty: there is none."""
        return ""

    def compile_progress(self) -> CompileProgress | None:
        """How it stands with kernels that the visitor waits for; None: with nothing."""
        return None

    def leads(self) -> str | None:
        """Before which exhibit a tour stands (``""``: the floor plan), and the window with it;
        None: there is none.  Asked each frame."""
        return None

    def touched(self) -> None:
        """A visitor works the museum: a tour ends."""

    def idle(self) -> None:
        """Nobody has touched anything for the set time: a demonstration may begin."""

    def reset(self, exhibit: str) -> None:
        """A visitor's reset: the exhibit as it is when the museum starts."""

    def speaks(self, words: UiText) -> None:
        """A visitor has chosen this language: the museum remembers it, and captions come in it."""

    def strength(self) -> tuple[StrengthCurve, ...]:
        """How each learner's strength grew, and today's as far as it is measured."""
        return ()

    def measure_strength(self) -> None:
        """Have today's machines measured; :meth:`strength` has each as soon as it is."""

    def meetings(self) -> tuple[Meeting, ...]:
        """The tournament table, by whose meetings."""
        return ()

    def keeps_souvenirs(self) -> bool:
        """Whether a visitor may take a game along: there is a folder for it."""
        return False

    def keep_souvenir(self, exhibit: str, files: Mapping[str, Callable[[], bytes]]) -> KeptSouvenir:
        """Have files made and written, in other threads, by the ends of their names (``.png``)."""
        return KeptSouvenir(failed=True)

    def closing(self) -> None:
        """The window closes."""


class RealPanel:
    """Panels of real lamps and switches beside the window; here they are never touched."""

    wake: Callable[[], None]  # Set by the window: called, in any thread, when a panel is touched

    def show(self, exhibit: str, brightness: npt.NDArray[np.uint8]) -> None:
        """An exhibit's lamps as this frame has them, uint8[n]: the screen's very bytes."""

    def touched(self) -> str:
        """The exhibit whose panel was touched since this was last asked (each frame); empty: none.
        The window walks up to it, as a visitor does, and then says :meth:`admit`."""
        return ""

    def admit(self) -> None:
        """What was touched may have its effect."""

    def drop(self) -> None:
        """What was touched has none: a tour went on, and asks first."""

    def says(self, exhibit: str) -> str:
        """One line about the panel while a visitor stands before that exhibit (``""``: the floor
        plan); empty: there is nothing to say."""
        return ""


# -- the staff


OUTCOMES = ("won", "drawn", "lost", "plays", "learned")
"""The columns of its tables, as keys of the language's table [staff]."""


@dataclass(frozen=True)
class StaffRow:
    """A room's counts, in the order of :data:`OUTCOMES`."""

    title: str
    today: tuple[int, ...]
    year: tuple[int, ...]
    learned: str = ""  # What it learns by, as a key of [staff]; empty: it learns nothing here


@dataclass(frozen=True)
class StaffFact:
    """One thing of the museum's health."""

    name: str  # A key of [staff]
    value: str
    well: bool = True


@dataclass(frozen=True)
class StaffReport:
    """All that is told."""

    rows: tuple[StaffRow, ...] = ()
    health: tuple[StaffFact, ...] = ()
    problems: tuple[str, ...] = ()
    quiet: bool = False


class Caretaker:
    """Who looks after the museum; here it is always open, at full volume, in all languages, and
    every machine may be reset.  machines/museum/curator has one that follows a curator's file."""

    quiet = False
    """Whether the staff wants no sound and no demonstration until that is ended."""

    code = ""
    """The digits that the staff page asks for; empty: it asks for none."""

    def is_open(self) -> bool:
        """Whether the museum is open now; asked each frame."""
        return True

    def volume(self) -> float:
        """How loud, 0 to 1."""
        return 1.0

    def may_reset(self, exhibit: str) -> bool:
        """Whether visitors may reset that exhibit."""
        return True

    def languages(self) -> tuple[str, ...]:
        """Those that the language button steps through."""
        return languages()

    def read_words(self, code: str) -> UiText:
        """The words of a language.  Raises RefusedError for one that isn't there."""
        return read_language(code)

    def words_changed(self) -> bool:
        """Whether they are others since this was last asked."""
        return False

    def frame(self, took_s: float, moving: bool) -> None:
        """A frame is drawn; ``moving``: the loop doesn't rest before the next."""

    def game_ended(self, exhibit: str, ending: str) -> None:
        """A visitor has played a game to its end: ``won``, ``drawn``, ``lost`` or empty."""

    def report(self) -> StaffReport | None:
        """What the staff page tells; None: there is no such page."""
        return None

    def keep_quiet(self, quiet: bool) -> None:
        """No sound and no demonstration from now on, until that is ended."""
        self.quiet = quiet

    def export(self) -> str:
        """Write the statistics as a table; the file's name.  Raises RefusedError."""
        return ""

    def restart(self) -> None:
        """Start the museum again as soon as its window is closed."""

    def closes(self) -> None:
        """The museum closes for now: its machines are to rest."""

    def opens(self) -> None:
        """It opens again."""
