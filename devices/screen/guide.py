"""The guide: the one thing that a visitor can do next, worked out from what is seen.

A room's guide is a function of the moment that is drawn (:class:`devices.screen.room.DrawContext`):
it holds no state, so it is right whatever was done before.  It answers with a :class:`NextStep`:
the prompt in the control bar, the controls that glow, and what PLAY does in the visitor's place.

    NextStep("start_reader", ("reader.start",), press("reader.start"))

PLAY (:class:`PlayDriver`) does such steps one after the other, by the machine's own controls, until
the next step is the visitor's own choice.  What only an operator would do it does whoever works the
machine (:attr:`NextStep.unasked`): no visitor's game waits for that.

What would wipe something, or end a visitor's game, is asked twice (:class:`Confirmation`).
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from devices.duration import Speed
from devices.units.card_reader import ReaderView
from devices.units.unit import Value

ASKS_MS = 10_000
"""How long the first touch holds, unless said."""


@dataclass
class Confirmation:
    """Which control was touched once, and when (display time)."""

    control: str = ""
    at_ms: int = 0
    lasts_ms: int = ASKS_MS

    def asks(self, now_ms: int) -> str:
        """The control that waits for its second touch; empty: none."""
        waits = self.control and 0 <= now_ms - self.at_ms < self.lasts_ms
        return self.control if waits else ""

    def ask(self, control: str, now_ms: int) -> None:
        """Ask at once, as after a first touch of the control."""
        self.control, self.at_ms = control, now_ms

    def forget_other(self, control: str) -> None:
        """Forget a first touch of any control but this one, which is being worked."""
        if control != self.control:
            self.control = ""

    def touch(self, control: str, now_ms: int) -> bool:
        """A touch of the control: whether it is to be done now."""
        sure = self.asks(now_ms) == control
        self.control, self.at_ms = "" if sure else control, now_ms
        return sure


BAR = "bar."
"""Before the name of a button of the control bar, among the controls of a step: ``bar.drawer``."""
PLAY = f"{BAR}play"
"""An act that a room sends where a touch is best answered by beginning a game."""
GO_ON = f"{BAR}go_on"
"""An act by which a room begins what it has put in place, by the guide's steps, and then watches
the machine play by itself."""
SPEED = f"{BAR}speed"
"""An act that sets how fast time passes; its value is a speed's name."""
RESET = f"{BAR}reset"
"""The bar's RESET, among the controls that are asked twice..."""
CARD = "card."
"""...and before the name of a card of the placard, which sets the room up."""
ENDS, ASIDE, RESETS = "ends", "aside", "resets"
"""The house's prompts that ask: whether a visitor's game may end, or be put aside for another that
is shown in its place; whether a room may be as it was made."""
PRESSED_MS = 180
"""How long PLAY holds a button."""
AGAIN_MS = 2_500
"""A step that has changed nothing is done again after this..."""
MOST_TRIES = 3
"""...and so often at most: then something else is wrong, and the prompt says what."""


@dataclass(frozen=True)
class Medium:
    """A deck or tape of the museum's, by the label of its tray; the window finds its value."""

    label: str


@dataclass(frozen=True)
class StepAct:
    """One act of a step: a control, its value, and after how many milliseconds."""

    control: str
    value: Value | Medium
    after_ms: int = 0


@dataclass(frozen=True)
class NextStep:
    """The next thing to do."""

    prompt: str
    """The name of its sentence in the room's table [prompts]."""
    controls: tuple[str, ...] = ()
    """What to touch, by event names; each of them glows, and one is enough.  Empty: the machine
    works, and there is nothing to touch."""
    acts: tuple[StepAct, ...] = ()
    """What PLAY does in the visitor's place."""
    yours: bool = False
    """Whether this is the visitor's own choice: a move.  PLAY has then done its work."""
    watch: bool = False
    """Whether the machine plays by itself: enough for whoever wanted to watch (a card), while PLAY
    goes on to the visitor's own game."""
    unasked: bool = False
    """Whether its acts are done for the visitor without being asked: what an operator would do."""
    only: bool = False
    """Whether it must be answered first: another touch of the room only points to its controls."""
    why: bool = False
    """Whether the machine has stopped for something that must be read: its reason stands below."""
    words: dict[str, str] = field(default_factory=dict)
    """What stands in braces in the sentence, by name: ``{unit}``."""


def press(control: str, after_ms: int = 0) -> tuple[StepAct, ...]:
    """A button that is pressed and let go."""
    return (StepAct(control, 1, after_ms), StepAct(control, 0, after_ms + PRESSED_MS))


def put(control: str, value: Value | Medium, after_ms: int = 0) -> tuple[StepAct, ...]:
    """A control that is set, or a medium that is put in."""
    return (StepAct(control, value, after_ms),)


def tray_label(name: str) -> str:
    """What the tray of a deck or tape is called: ``MEMORY 1`` for ``memory-1.tap``."""
    return name.rpartition(".")[0].replace("-", " ").replace("_", " ").upper()


def second_deck(step: NextStep, reader: ReaderView) -> NextStep:
    """The step; where a deck lies behind another, with the offer to put it in the place of that,
    which TAKE DECK OUT does."""
    if not reader.behind:
        return step
    controls = ("reader.empty_hopper", *step.controls)
    words = {"deck": tray_label(reader.behind)}
    return replace(step, prompt="second_deck", controls=controls, words=words)


@dataclass(frozen=True)
class Try:
    """Something to try (a card of the placard): the acts that set the room up, and how time passes.

    The acts follow one another slowly enough to be seen; then PLAY begins the game, if wanted.
    """

    acts: tuple[StepAct, ...] = ()
    speed: Speed | None = None
    play: bool = False
    keeps: tuple[str, ...] = ()
    """Prompts of steps that are done for the visitor as long as the machine plays by itself: what
    would stop it is put right by its own controls."""


def in_turn(*steps: tuple[StepAct, ...], gap_ms: int = 900) -> tuple[StepAct, ...]:
    """Steps one after the other, so that each is seen."""
    return tuple(
        replace(act, after_ms=act.after_ms + k * gap_ms)
        for k, step in enumerate(steps)
        for act in step
    )


Send = Callable[[StepAct], None]


@dataclass
class PlayDriver:
    """PLAY at work: begins a game by the machine's own controls, one step after the other."""

    active: bool = False
    _done: NextStep | None = None
    _at_ms: int = 0
    _tries: int = 0
    _from_ms: int = 0
    _watches: bool = False
    _keeps: tuple[str, ...] = ()

    def begin(self, from_ms: int = 0, watches: bool = False) -> None:
        """PLAY was pressed; its work begins at ``from_ms`` of the display's time.

        ``watches``: a card did it, and a machine that plays by itself is what was wanted.
        """
        self.active, self._done, self._tries, self._from_ms = True, None, 0, from_ms
        self._watches, self._keeps = watches, ()

    def keep_going(self, prompts: tuple[str, ...], from_ms: int) -> None:
        """A card has the machine play by itself: from then on do the steps of these prompts,
        whatever else is touched, until it plays so no longer."""
        self.begin(from_ms)
        self.active, self._keeps = False, prompts

    @property
    def prepares(self) -> bool:
        """Whether it has begun what leads to the visitor's own choice."""
        return self.active and not self._watches and self._done is not None

    def stop(self) -> None:
        """Somebody works the machine."""
        self.active = False

    def leave(self) -> None:
        """Another room is entered."""
        self.active, self._keeps = False, ()

    def tend(self, step: NextStep | None, now_ms: int, send: Send) -> None:
        """Do what is next; called whenever the next step has been worked out."""
        if step is None or now_ms < self._from_ms:
            return
        if step.unasked:
            self._do(step, now_ms, send)
            return
        if not self.active:
            self._keep(step, now_ms, send)
            return
        if step.yours or (self._watches and step.watch):
            self.active = False
            return
        if step.acts:  # else the machine works
            self._do(step, now_ms, send)

    def _keep(self, step: NextStep, now_ms: int, send: Send) -> None:
        """Put right what has stopped the machine that plays by itself."""
        if step.prompt in self._keeps:
            self._do(step, now_ms, send)
        elif step.watch or not step.acts:
            self._done = None
        else:
            self._keeps = ()

    def _do(self, step: NextStep, now_ms: int, send: Send) -> None:
        """Do a step; what has changed nothing is done again, and at last given up."""
        again = step == self._done
        if again and now_ms - self._at_ms < AGAIN_MS:
            return
        self._tries = self._tries + 1 if again else 1
        if self._tries > MOST_TRIES:
            self.leave()
            return
        self._done = step
        self._at_ms = now_ms + max(act.after_ms for act in step.acts)
        for act in step.acts:
            send(act)
