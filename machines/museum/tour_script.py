"""A room's script (assets/tours): what a guided journey does there, and the demonstration's act.

A visitor asks for a journey; the demonstration (machines/museum/tours.py) is the round of
all rooms' journeys.  Both play the one script of the room, assets/tours/EXHIBIT.toml: a row of
scenes, each of steps.  A step says something (a caption's name in the language file), comes closer
to what is spoken of, sets a speed, works some controls one after the other as a person would, and
lasts until its condition holds::

    [[scenes]]
    deck = "anaconda-beatrice.txt"      # "@deck" in an act: this deck, as the hopper takes it
                                        # (programs/lamps.cbn: of another folder of the assets)
    behind = "self-play.txt"            # "@behind" in an act: cards that are put behind it

    [[scenes.steps]]
    chapter = "play"                    # "meet", "play", "learns" or "why"; left out: as before
    say = "hopper"                      # the caption; left out: the last one stays
    look = "reader"                     # the unit that the picture comes close to, by the name of
                                        # its place in the room; "reader+console": to several;
                                        # "pc.board": to a thing on it, by the name in the part's
                                        # ``details``; "": the whole room; left out: as before
    speed = "authentic"                 # left out: as it was
    acts = [["reader.hopper", "@deck"], ["reader.start", 1]]
    seconds = 6                         # lasts at least so long (real time)
    until = "waiting"                   # and until the machine waits for the operator,
                                        # "working" until it works, "plays" until so many ...
    count = 3                           # ... plays are finished since the step began; "tally"
    tally = "beads_gained"              # until this tally of the view has grown by so many;
                                        # "total": until there are so many plays since the scene
                                        # began
    at_most = 10                        # but no longer than this (with "until" only)

    hands_over = true                   # (first in the file) a visitor of the demonstration who
                                        # touches PLAY HERE goes on with the game as it stands;
                                        # false: what the last visitor left comes back

Every scene begins with the exhibit as it is when the museum starts.

Time goes before everything else.  A step without ``until`` lasts its seconds (or as long as its
acts need, ``GAP_MS`` each), one with ``until`` at most ``at_most``; from half way between the two
the machine is hurried, flat out.  When a step's time is over, the acts that are still to come are
done at once and the next step begins, whatever the machine does.  So a script's length lies between
``shortest_s`` and ``longest_s`` on any computer; tests/machines/museum/test_tour_limits.py says
what these may be.

The engine is a value: it is handed the time and the view, and answers with what to do.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from devices.duration import Speed
from devices.refusal import RefusedError
from machines.exhibit.exhibit import View

GAP_MS = 450
"""Between two acts of a step: keys are seen to move one by one."""
AGAIN_MS = 3_000
"""Back leads to the beginning of a step that is older than this, else to the one before."""

Chapter = Literal["meet", "play", "learns", "why"]

log = logging.getLogger(__name__)


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step; see the module."""

    say: str = ""
    chapter: Chapter | None = None
    look: str | None = None
    speed: Speed | None = None
    acts: tuple[tuple[str, int | str], ...] = ()
    seconds: float = 0.0
    until: Literal["", "waiting", "working", "plays", "tally", "total"] = ""
    count: int = 1
    tally: str = ""
    at_most: float = 120.0

    @property
    def shortest_s(self) -> float:
        """So long it lasts at least."""
        return max(self.seconds, len(self.acts) * GAP_MS / 1_000)

    @property
    def longest_s(self) -> float:
        """So long it lasts at most."""
        return max(self.shortest_s, self.at_most) if self.until else self.shortest_s


class Scene(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A few steps on a fresh exhibit, with a deck."""

    steps: tuple[Step, ...]
    deck: str = ""
    behind: str = ""


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of scenes."""

    scenes: tuple[Scene, ...]
    hands_over: bool = True

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps of all scenes."""
        return tuple(step for scene in self.scenes for step in scene.steps)

    @property
    def shortest_s(self) -> float:
        """So long it lasts where everything comes at once."""
        return sum(step.shortest_s for step in self.steps)

    @property
    def longest_s(self) -> float:
        """So long it lasts where nothing comes."""
        return sum(step.longest_s for step in self.steps)

    def scaled(self, factor: float) -> "Script":
        """The same, so many times as long; the time that acts need stays."""
        if factor == 1.0:
            return self
        scenes = tuple(
            msgspec.structs.replace(
                scene,
                steps=tuple(
                    msgspec.structs.replace(
                        step, seconds=step.seconds * factor, at_most=step.at_most * factor
                    )
                    for step in scene.steps
                ),
            )
            for scene in self.scenes
        )
        return msgspec.structs.replace(self, scenes=scenes)

    def chapters(self) -> tuple[tuple[str, float], ...]:
        """Each chapter in turn, and the share of the whole at which it ends; one without a name
        where no step has any."""
        whole, passed = max(self.shortest_s, 0.001), 0.0
        ends: dict[str, float] = {}
        now = ""
        for step in self.steps:
            now = step.chapter or now
            passed += step.shortest_s
            ends[now] = passed / whole
        return tuple(ends.items())


def read_script(text: bytes, name: str) -> Script:
    """The script in a file.  Raises RefusedError naming the file and the field that is wrong."""
    try:
        script = msgspec.toml.decode(text, type=Script)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RefusedError(name, f"not a demonstration's script: {error}") from error
    if not script.scenes or not all(scene.steps for scene in script.scenes):
        raise RefusedError(name, "expected at least one scene, and a step in each")
    return script


@dataclass(frozen=True)
class ResetExhibit:
    """Put the exhibit as it is when the museum starts."""


@dataclass(frozen=True)
class KeepState:
    """Keep the machine as it is now, under this number."""

    mark: int


@dataclass(frozen=True)
class RestoreState:
    """Put the machine as it was kept under this number."""

    mark: int


@dataclass(frozen=True)
class OperateControl:
    """Work a control."""

    control: str
    value: int | str


@dataclass(frozen=True)
class SetSpeed:
    """Let time pass so fast."""

    speed: Speed


DemoAction = ResetExhibit | KeepState | RestoreState | OperateControl | SetSpeed


@dataclass(frozen=True)
class Shot:
    """What is shown and said now."""

    caption: str = ""  # The name of the caption
    chapter: str = ""
    look: str = ""  # The units that the picture is close to; empty: the whole room
    speed: Speed = "authentic"


@dataclass(frozen=True)
class Mark:
    """Where a step began, to come back to it."""

    scene: int
    step: int
    before: int  # What was counted
    shot: Shot  # What was shown before
    value: str  # The scene's deck
    behind: str = ""  # The cards behind it


@dataclass
class DemoPlayer:
    """A script on its way through its scenes.  ``deck`` gives the value of a shipped deck by its
    file's name; it may raise RefusedError, and the scene is passed over.  ``keeps``: the machine is
    kept at the beginning of each step, so that one can go back."""

    script: Script
    deck: Callable[[str], str]
    keeps: bool = False
    scene: int = -1
    step: int = 0
    acted: int = 0
    at_ms: int = 0  # Time of its own: it stands still in a pause
    seen_ms: int | None = None  # When it was last looked at, by the clock
    began_ms: int = 0
    next_ms: int = 0
    before: int = 0  # What is counted, when the step began
    shot: Shot = field(default_factory=Shot)  # Replaced whole, read by anyone
    marks: list[Mark] = field(default_factory=list)
    value: str = ""  # This scene's deck
    behind: str = ""  # The cards behind it
    failed: bool = False  # Whether an act of this scene was refused
    hurried: bool = False  # Whether the machine goes flat out to be there in time
    shown: int = 0  # Scenes that came to their end as they were written
    paused: bool = False
    over: bool = False  # Whether there is nothing more to do

    @property
    def caption(self) -> str:
        """The name of the caption that goes with what is seen now."""
        return self.shot.caption

    def share(self) -> float:
        """How far it is through the script, from 0 to 1."""
        if self.over:
            return 1.0
        number = max(0, self.scene)
        steps = [step for scene in self.script.scenes[:number] for step in scene.steps]
        here, at = self.script.scenes[number].steps, self.step  # see _go_to
        steps += here[:at]
        passed = min((self.at_ms - self.began_ms) / 1_000, here[at].shortest_s)
        done = sum(step.shortest_s for step in steps) + max(0.0, passed)
        return min(1.0, done / max(self.script.shortest_s, 0.001))

    def ahead(self) -> str:
        """What the picture will come close to next; empty: to nothing any more."""
        scenes = self.script.scenes[max(0, self.scene) :]
        steps = [step for scene in scenes for step in scene.steps][self.step + 1 :]
        return next((step.look for step in steps if step.look and step.look != self.shot.look), "")

    def tick(self, now_ms: int, view: View) -> tuple[DemoAction, ...]:
        """What is to be done now."""
        if not self.paused and self.seen_ms is not None:
            self.at_ms += now_ms - self.seen_ms
        self.seen_ms = now_ms
        if self.over or self.paused:
            return ()
        if self.scene < 0:
            return self._open()
        step = self.script.scenes[self.scene].steps[self.step]
        passed = self.at_ms - self.began_ms
        late = passed >= step.longest_s * 1_000
        if self.acted < len(step.acts):
            return self._left(step) if late else self._act(step)
        if late or (passed >= step.seconds * 1_000 and self._condition_met(step, view)):
            return self._go_on(view)
        return self._hurry(step, view, passed)

    def skip(self) -> tuple[DemoAction, ...]:
        """There is no machine for this scene: it can't go on, the next may."""
        return self._open()

    def refuse(self) -> None:
        """An act was refused: the step's others are left out."""
        self.failed = True
        self.acted = len(self.script.scenes[self.scene].steps[self.step].acts)

    def back(self) -> tuple[DemoAction, ...]:
        """To the beginning of this step, or, while it is new, of the one before."""
        if not self.marks:
            return ()
        if self.at_ms - self.began_ms < AGAIN_MS and len(self.marks) > 1:
            self.marks.pop()
        mark = self.marks.pop()
        self._go_to(mark.scene)
        self.shot = mark.shot
        self.value, self.behind = mark.value, mark.behind
        self.over = self.hurried = False
        made = self._enter(mark.step, mark.before)
        kept = RestoreState(len(self.marks) - 1)
        return (kept, *(deed for deed in made if isinstance(deed, SetSpeed)))

    def _open(self) -> tuple[DemoAction, ...]:
        """The next scene whose deck can be read."""
        while self.scene + 1 < len(self.script.scenes):
            self._go_to(self.scene + 1)
            self.failed = False
            scene = self.script.scenes[self.scene]
            try:
                self.value, self.behind = (
                    self.deck(name) if name else "" for name in (scene.deck, scene.behind)
                )
            except RefusedError as refusal:
                log.warning("the demonstration passes over a scene: %s", refusal)
                continue
            return (ResetExhibit(), *self._enter(0, 0))  # a fresh exhibit has counted nothing
        self.over = True
        return ()

    def _go_to(self, scene: int) -> None:
        """A scene's first step.  The window asks :meth:`share` from another thread: the step is
        written first, so that it is one of the scene that is found."""
        self.step = 0
        self.scene = scene

    def _go_on(self, view: View) -> tuple[DemoAction, ...]:
        """The next step, or scene."""
        steps = self.script.scenes[self.scene].steps
        if self.step + 1 < len(steps):
            entered = steps[self.step + 1]
            before = 0 if entered.until == "total" else _progress(entered, view)
            return self._enter(self.step + 1, before)
        self.shown += not self.failed
        return self._open()

    def _enter(self, step: int, before: int) -> tuple[DemoAction, ...]:
        entered = self.script.scenes[self.scene].steps[step]
        mark = Mark(self.scene, step, before, self.shot, self.value, self.behind)
        self.step, self.acted, self.before = step, 0, before
        self.began_ms = self.at_ms
        self.next_ms = self.at_ms + GAP_MS
        old = self.shot
        self.shot = Shot(
            caption=entered.say or old.caption,
            chapter=entered.chapter or old.chapter,
            look=old.look if entered.look is None else entered.look,
            speed=entered.speed or old.speed,
        )
        made: list[DemoAction] = []
        if self.keeps:
            self.marks.append(mark)
            made.append(KeepState(len(self.marks) - 1))
        if entered.speed or self.hurried:
            made.append(SetSpeed(self.shot.speed))
        self.hurried = False
        return tuple(made)

    def _act(self, step: Step) -> tuple[DemoAction, ...]:
        if self.at_ms < self.next_ms:
            return ()
        self.next_ms = self.at_ms + GAP_MS
        self.acted += 1
        return (self._deed(step, self.acted - 1),)

    def _left(self, step: Step) -> tuple[DemoAction, ...]:
        """The acts of a step whose time is over."""
        left = range(self.acted, len(step.acts))
        self.acted = len(step.acts)
        return tuple(self._deed(step, k) for k in left)

    def _deed(self, step: Step, k: int) -> OperateControl:
        control, value = step.acts[k]
        decks = {"@deck": self.value, "@behind": self.behind}
        return OperateControl(control, decks.get(str(value), value))

    def _hurry(self, step: Step, view: View, passed: int) -> tuple[DemoAction, ...]:
        """Flat out, if what the step waits for is late."""
        late = passed >= (step.shortest_s + step.longest_s) / 2 * 1_000
        if not late or self.hurried or self.shot.speed == "flat":
            return ()
        if self._condition_met(step, view):
            return ()
        self.hurried = True
        return (SetSpeed("flat"),)

    def _condition_met(self, step: Step, view: View) -> bool:
        if step.until == "waiting":
            return not view.busy
        if step.until == "working":
            return view.busy
        return not step.until or _progress(step, view) - self.before >= step.count


def _progress(step: Step, view: View) -> int:
    """What the step waits for more of."""
    return view.tallies.get(step.tally, 0) if step.tally else view.plays
