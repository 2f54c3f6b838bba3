"""A room: which parts stand where, what each is given to draw, and what a touch of it means.

A room is a description.  It is laid out on a canvas of 1920 by 984, which is what a window of
1920 by 1080 leaves above the strip, and anew on one of 1080 by 1740 for windows that stand upright;
devices.screen.stage composes it for any window and finds what is under a finger.  An exhibit's
room.py makes one (and overrides ``acts`` only where a touch means something else than its own
control)::

    Room(
        name="ibm704",
        title="IBM 704, 1954",
        layout=layout,                      # lamps are filtered once: DrawContext.brightness
        resting=resting_view,               # what is drawn before the exhibit is switched on
        wide=Arrangement((
            PartPlacement("console", make_console, (40, 40, 940, 930)),
            PartPlacement("reader", CardReaderPart, (1010, 500, 380, 440), "711 CARD READER"),
        )),
    )

A touch of control ``start`` at place ``console`` becomes the act ``console.start``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pygame

from devices.duration import Speed
from devices.game_record import GameRecord, score_of
from devices.media.paper import PrintedLine
from devices.panel.layout import PanelLayout
from devices.panel.view import View
from devices.screen.guide import (
    CARD,
    ENDS,
    RESET,
    RESETS,
    Confirmation,
    NextStep,
    StepAct,
    Try,
)
from devices.screen.part import Part, Touch, pixels
from devices.units.unit import Value

ENDINGS = {"you_won": "won", "a_draw": "drawn", "machine_won": "lost", "ancestor_won": "lost"}
"""How a game ended for the visitor, by the sentence that says who has won."""


@dataclass(frozen=True)
class AfterGame:
    """A game that a visitor has played to its end, and what it has changed."""

    text: str
    """The name of its sentences in the room's table [after]."""
    words: dict[str, str] = field(default_factory=dict)
    """What stands in braces there, by name; a value that is a name of the table is put in its
    words (a colour, a term)."""
    number: int = 0
    """Which game it was; later ones have greater numbers."""
    title: str = ""
    """The name of the card's title there; empty: what it learned from you."""
    winner: str = ""
    """The name there, or in the house's table [after_words], of the sentence that says who has won,
    on the card, on the board and in the bar; empty: programs have met, and the title stands large.
    """

    @property
    def ending(self) -> str:
        """How it ended for the visitor, who hears it; empty: nobody's win or loss."""
        return ENDINGS.get(self.winner, "")


LEARNED = "learned"
"""The place that says in words, and by before and after, what a visitor's game has changed."""
BETWEEN = " \N{MIDDLE DOT} "
"""Between several numbers of one fact."""


@dataclass(frozen=True)
class Souvenir:
    """What a visitor may take along: a game that is over, and its board.  What its parts are given
    is picked in the window's thread."""

    record: GameRecord
    board: Callable[[int], pygame.Surface]
    """Draws the board so many pixels wide or high, whichever is more; called in any thread."""
    facts: dict[str, str] = field(default_factory=dict)
    """What is said beside the result: sentences of the house's table [souvenir_words], and what
    stands in each for ``{n}``; of several with BETWEEN between them, for ``{0}``, ``{1}``, ..."""
    listing: Callable[[], Sequence[PrintedLine]] | None = None
    """Gives what a printer has printed; None: there is no printer, or it stands empty."""
    ended: str = ""
    """How it ended, by its name in that table; empty: as the record says."""


def ending(record: GameRecord, first: str, second: str) -> str:
    """How a game ended whose record says so in figures: who wins where the first side has won, or
    the second, else that nobody does."""
    return {1: first, -1: second}.get(score_of(record.result), "draw")


CANVAS = (1920.0, 984.0)
"""The room's own canvas, in design units."""
TALL_CANVAS = (1080.0, 1740.0)
"""The same for a window that stands upright."""
UPRIGHT = 1.15
"""A picture so much higher than it is wide is composed for an upright window."""

Box = tuple[float, float, float, float]
"""Left, top, width, height."""


def is_tall(size: tuple[int, int]) -> bool:
    """Whether a picture of that size is composed for an upright window."""
    return size[1] > UPRIGHT * size[0]


@dataclass(frozen=True)
class DrawContext:
    """All that a room's parts are given to draw one frame from."""

    view: View
    brightness: npt.NDArray[np.uint8]
    """Each lamp as bright as it looks, 0 to 255 (devices.panel.lamps), in the layout's order."""
    now_ms: int
    """Display time since the window opened, milliseconds."""
    calm: bool = False
    """Reduced flicker: lamps are averaged over 0.3 s, and nothing blinks."""
    awake: bool = True
    """False while the exhibit isn't switched on yet and ``view`` is the room's resting view."""
    held: frozenset[str] = frozenset()
    """Controls under a visitor's finger now, by event name: a push button is drawn pressed."""
    pointed: str = ""
    """The control under the mouse's pointer, by event name."""

    def held_at(self, place: str) -> frozenset[str]:
        """The controls of one place that are under a finger."""
        prefix = f"{place}."
        return frozenset(name.removeprefix(prefix) for name in self.held if name.startswith(prefix))

    def number_at(self, place: str, kind: str, otherwise: int = -1) -> int:
        """The number of that kind of control of one place (``move.3``) under a finger or the
        pointer."""
        prefix = f"{place}.{kind}."
        for name in (*sorted(self.held), self.pointed):
            if name.startswith(prefix):
                return int(name.removeprefix(prefix))
        return otherwise

    def stands_at(self, place: str) -> dict[str, int]:
        """How the latching controls of one place stand."""
        prefix = f"{place}."
        return {
            name.removeprefix(prefix): at
            for name, at in self.view.controls.items()
            if name.startswith(prefix)
        }


def itself(context: DrawContext) -> DrawContext:
    """What a part is given that picks from all that is seen by itself."""
    return context


@dataclass(frozen=True)
class PartPlacement:
    """Where a part stands.

    ``rect`` is on the canvas; the part is fitted into it, its proportions kept, standing on the
    lower edge in the middle.  ``make`` makes the part: one for the room, one for the close-up, so
    that each keeps its sheets.  ``state`` picks what the part is given to paint: all that is seen,
    if nothing else is said.
    """

    name: str
    make: Callable[[], Part]
    rect: tuple[float, float, float, float]
    title: str = ""
    """Its name for visitors, for the strip and the help."""
    state: Callable[[DrawContext], Any] = itself
    legible: float = 1.75
    """Pixels a unit at which its smallest lettering can be read (12 pixels with descenders); where
    the window is too small for the whole part at that scale, one can come closer still."""
    halves: bool = False
    """Whether it is looked at closely half by half, in a window too small for all of it."""
    shadow: bool = True
    """Whether it stands on the floor and casts a shadow there."""
    foot: float = 0.0
    """Share of its height, from the lower edge, that has nothing to read or touch (a monitor's
    stand; 1.0: the whole part).  Laid low, the control bar may cover it."""
    reached: tuple[str, ...] = ("",)
    """Beginnings of the event names of what lies in the lower half where this part is laid low and
    looked at closely: all of it, if nothing else is said."""
    shows: Box | None = None
    """All that is seen of the part there, in its own units, fitted into ``rect``; None: all."""

    def event(self, control: str) -> str:
        """The name that an event gives to this part's control."""
        return control if control.startswith(f"{self.name}.") else f"{self.name}.{control}"


@dataclass(frozen=True, eq=False)
class Arrangement:
    """How a room is arranged for one shape of window, or while a game runs in it."""

    places: tuple[PartPlacement, ...] = ()
    canvas: tuple[float, float] = CANVAS
    """What they stand on, in design units."""
    backdrop: Callable[[tuple[int, int], float], pygame.Surface] | None = None
    """Makes the wall and floor for a size in pixels and a scale; None: the museum's own hall."""
    floor: float = 0.905
    """Where the hall's wall meets its floor, as a share of the canvas's height: higher up where
    things stand one row behind another."""
    reached: tuple[str, ...] = ()
    """Beginnings of the event names of what a visitor plays by (squares, plates, TAKE BACK, WHY,
    who plays): laid low, all of that lies in the lower half of the window."""

    def moved(
        self,
        rects: Mapping[str, Box],
        own: Sequence[PartPlacement] = (),
        shows: Mapping[str, Box] | None = None,
        **looks: Any,
    ) -> "Arrangement":
        """Those of its parts that stand in ``rects``, there and in that order.  ``own``: parts that
        are there only then, or in another form; ``shows``: what is seen of each; ``looks``: its
        other fields.  Raises KeyError for a part that there isn't."""
        parts, seen = {place.name: place for place in (*self.places, *own)}, shows or {}
        places = tuple(
            replace(parts[name], rect=rect, shows=seen.get(name, parts[name].shows))
            for name, rect in rects.items()
        )
        return replace(self, places=places, **looks)


NOWHERE = Arrangement()
"""For what a room isn't arranged anew."""


@dataclass(frozen=True)
class Room:
    """An exhibit's room."""

    name: str
    title: str
    wide: Arrangement
    resting: View
    layout: PanelLayout | None = None
    drawer: str = ""
    """The control that the strip's DECKS opens (``reader.hopper``); empty: it opens nothing."""
    sounds: Mapping[str, str] = field(default_factory=dict)
    """Which tally of the view makes which sound (devices.screen.sound) each time it grows."""
    hurry: Speed = "x10"
    """How fast time passes while PLAY prepares a game."""
    out_of_order: bool = False
    """Whether it only stands in for a room that a fault has closed; the museum is asked again."""
    hums: Callable[[DrawContext], frozenset[str]] | None = None
    """Which steady sounds go on now (``tape``, ``rewind``, ``motor``)."""
    steps_at: tuple[str, ...] = ()
    """Where the three steps of HELP are done: places, beginnings of controls' event names, or
    buttons of the bar (``bar.play``)."""
    tall: Arrangement = NOWHERE
    """The same parts in an upright window."""
    low: Arrangement = NOWHERE
    """The same in a wide window in which the room is laid low: what a visitor plays by stands in
    the lower half already; where there is none, the usual places are moved down."""
    in_play: Arrangement = NOWHERE
    """What is seen in a wide window while a visitor's game runs, before a plain wall: board, reason
    and what is learned, large, and of the machine what works.  A place may show another part than
    the whole room does.  Where there is none, or the room is laid low: the whole room, as ever."""
    tall_in_play: Arrangement = NOWHERE
    """The same in an upright window, on the canvas of ``tall``."""
    takes_back: str = ""
    """The control that takes a visitor's last turn back, also once the game is over."""
    ends: Mapping[str, str] = field(default_factory=dict)
    """What takes a visitor's game off the board, by the events' names, with the prompt that asks
    before it is done: ENDS, or ASIDE where the game comes back."""
    confirmation: Confirmation = field(default_factory=Confirmation)
    """Which control was touched once and waits for its second touch."""

    @property
    def places(self) -> tuple[PartPlacement, ...]:
        """Those of the wide room."""
        return self.wide.places

    def plays(self, context: DrawContext) -> bool:
        """Whether a visitor's game runs: until it is over."""
        return self.at_stake(context)

    def acts(
        self, place: PartPlacement, touch: Touch, value: Value, context: DrawContext
    ) -> Sequence[StepAct]:
        """What a touch means.  A room overrides this where a touch works other controls (a square
        of the drawn board works the entry keys)."""
        if touch.kind == "look" or (touch.next_value and not value):
            return ()
        if touch.next_value:
            value = touch.next_value(context.view.units[place.name])
        return (StepAct(place.event(touch.control), value),)

    def put_in(self, control: str, value: Value, context: DrawContext) -> Sequence[StepAct]:
        """The acts by which a medium that was chosen, or a card that was typed, comes to where it
        is wanted.  A room overrides this where something could be lost by it."""
        return (StepAct(control, value),)

    def guide(self, context: DrawContext) -> NextStep | None:
        """The one thing that a visitor can do next; None: the room has no guide."""
        return None

    def tries(self, context: DrawContext) -> Mapping[str, Try]:
        """What the cards of its placard start, by their names."""
        return {}

    def meetings(self, context: DrawContext) -> Mapping[str, Try]:
        """What the rows of the tournament table start here, by their names: two machines meet."""
        return {}

    def at_stake(self, context: DrawContext) -> bool:
        """Whether a visitor plays a game in which he has made a move."""
        return False

    def asks(self, control: str, context: DrawContext) -> str:
        """The prompt that asks before a control does what it does: it would take a visitor's game
        off the board, or wipe what was learned; empty: it is done at once.

        ``control`` is the name of its event, RESET, or CARD and a card's name.  A room overrides
        this where more is asked.
        """
        stake = self.at_stake(context)
        if control == RESET:
            return ENDS if stake else RESETS
        if control.startswith(CARD):
            return ENDS if stake else ""
        return self.ends.get(control, "") if stake else ""

    def agrees(self, control: str, context: DrawContext) -> bool:
        """A control is touched: whether that is to be done now, which what asks is at its second
        touch only."""
        self.confirmation.forget_other(control)
        if not self.asks(control, context):
            return True
        return self.confirmation.touch(control, context.now_ms)

    def asked(self, context: DrawContext) -> NextStep | None:
        """What waits for its second touch, as the next step; None: nothing does."""
        control = self.confirmation.asks(context.now_ms)
        prompt = self.asks(control, context) if control else ""
        return NextStep(prompt, (control,), yours=True) if prompt else None

    def after_game(self, context: DrawContext) -> AfterGame | None:
        """The game that a visitor has just played to its end and what it changed; None: there is
        none, or the programs play each other."""
        return None

    def men(self, context: DrawContext) -> Mapping[str, str]:
        """What stands on each square of its board, by the square's control: a letter a kind of
        man, as the game writes it; ``""``: the square is empty."""
        return {}

    def souvenir(self, context: DrawContext) -> Souvenir | None:
        """What a visitor may take along of that game; None: there is nothing."""
        return None

    def board_picture(
        self, name: str, rect: Box, context: DrawContext, state: Any = None
    ) -> Callable[[int], pygame.Surface]:
        """For a souvenir: draws, so many pixels wide or high, whichever is more, what lies at
        ``rect`` (the part's units) of the part of that name, as it is now or given ``state``."""
        there = (*self.places, *self.in_play.places)
        place = next(place for place in there if place.name == name)
        state = place.state(context) if state is None else state

        def draw(side: int) -> pygame.Surface:
            part = place.make()
            scale = side / max(rect[2], rect[3])
            part.build(scale)
            whole = pygame.Surface(pixels((0.0, 0.0, *part.size), scale).size, 0, 32)
            whole.fill((232, 226, 210))
            part.paint(whole, (0, 0), state, context.now_ms, True)
            return whole.subsurface(pixels(rect, scale).clip(whole.get_rect())).copy()

        return draw

    def learned(self, context: DrawContext) -> Callable[[int], pygame.Surface] | None:
        """For the card after a game: draws, so many pixels wide or high, whichever is more, what
        was learned by it; called in any thread.  None: the room has no such picture."""
        for place in (*self.places, *self.in_play.places):
            if place.name == LEARNED:
                return self.board_picture(LEARNED, (0.0, 0.0, *place.make().size), context)
        return None

    def stands(self, event: str, context: DrawContext) -> int:
        """How a latching control stands now, 0 where the view doesn't say."""
        controls = context.view.controls
        return controls.get(event, controls.get(event.partition(".")[2], 0))
