"""An exhibit's demonstration script (assets/tours): operates it and says what it does.

A script (assets/tours/EXHIBIT.toml) is a row of scenes, each of steps.  A step says something
(a caption's name in the language file), sets a speed, works some controls one after the other as a
person would, and lasts until its condition holds::

    hands_over = true                   # at the first touch the game as it stands is the
                                        # visitor's; false: what the last visitor left comes back

    [[scenes]]
    deck = "anaconda-beatrice.txt"      # "@deck" in an act: this deck, as the hopper takes it
                                        # (programs/lamps.cbn: of another folder of the assets)

    [[scenes.steps]]
    say = "hopper"                      # the caption; left out: the last one stays
    speed = "authentic"                 # left out: as it was
    acts = [["reader.hopper", "@deck"], ["reader.start", 1]]
    seconds = 6                         # lasts at least so long (real time)
    until = "waiting"                   # and until the machine waits for the operator,
                                        # "working" until it works, "plays" until so many ...
    count = 3                           # ... plays are finished since the step began; "tally"
    tally = "beads_gained"              # until this tally of the view has grown by so many;
                                        # "total": until there are so many plays since the scene
                                        # began
    at_most = 60                        # but no longer than this

Every scene begins with the exhibit as it is when the museum starts.  The engine is a value: it is
handed the time and the view, and answers with what to do.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import msgspec

from devices.duration import Speed
from devices.refusal import RefusedError
from machines.exhibit import View

GAP_MS = 450
"""Between two acts of a step: keys are seen to move one by one."""

log = logging.getLogger(__name__)


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step; see the module."""

    say: str = ""
    speed: Speed | None = None
    acts: tuple[tuple[str, int | str], ...] = ()
    seconds: float = 0.0
    until: Literal["", "waiting", "working", "plays", "tally", "total"] = ""
    count: int = 1
    tally: str = ""
    at_most: float = 120.0


class Scene(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A few steps on a fresh exhibit, with a deck."""

    steps: tuple[Step, ...]
    deck: str = ""


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of scenes."""

    scenes: tuple[Scene, ...]
    hands_over: bool = True


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
class OperateControl:
    """Work a control."""

    control: str
    value: int | str


@dataclass(frozen=True)
class SetSpeed:
    """Let time pass so fast."""

    speed: Speed


DemoAction = ResetExhibit | OperateControl | SetSpeed


@dataclass
class DemoPlayer:
    """A script on its way through its scenes.  ``deck`` gives the value of a shipped deck by its
    file's name; it may raise RefusedError, and the scene is passed over."""

    script: Script
    deck: Callable[[str], str]
    scene: int = -1
    step: int = 0
    acted: int = 0
    began_ms: int = 0
    next_ms: int = 0
    before: int = 0  # What is counted, when the step began
    caption: str = ""  # The name of the caption that goes with what is seen now
    value: str = ""  # This scene's deck
    shown: int = 0  # Scenes that came to their end
    over: bool = False  # Whether there is nothing more to do

    def tick(self, now_ms: int, view: View) -> tuple[DemoAction, ...]:
        """What is to be done now."""
        if self.over:
            return ()
        if self.scene < 0:
            return self._open(now_ms)
        step = self.script.scenes[self.scene].steps[self.step]
        if self.acted < len(step.acts):
            return self._act(step, now_ms)
        passed = now_ms - self.began_ms
        held = passed >= step.seconds * 1_000 and self._condition_met(step, view)
        if not held and passed < step.at_most * 1_000:
            return ()
        if self.step + 1 < len(self.script.scenes[self.scene].steps):
            return self._enter(self.step + 1, now_ms, view)
        self.shown += 1
        return self._open(now_ms)

    def skip(self, now_ms: int) -> tuple[DemoAction, ...]:
        """An act was refused: this scene can't go on, the next may."""
        return self._open(now_ms)

    def _open(self, now_ms: int) -> tuple[DemoAction, ...]:
        """The next scene whose deck can be read."""
        while self.scene + 1 < len(self.script.scenes):
            self.scene += 1
            name = self.script.scenes[self.scene].deck
            try:
                self.value = self.deck(name) if name else ""
            except RefusedError as refusal:
                log.warning("the demonstration passes over a scene: %s", refusal)
                continue
            return (ResetExhibit(), *self._enter(0, now_ms))
        self.over = True
        return ()

    def _enter(self, step: int, now_ms: int, view: View | None = None) -> tuple[DemoAction, ...]:
        entered = self.script.scenes[self.scene].steps[step]
        self.step, self.acted = step, 0
        self.before = 0  # a fresh exhibit has counted nothing
        if view is not None and entered.until != "total":
            self.before = _progress(entered, view)
        self.began_ms = now_ms
        self.next_ms = now_ms + GAP_MS
        self.caption = entered.say or self.caption
        return (SetSpeed(entered.speed),) if entered.speed else ()

    def _act(self, step: Step, now_ms: int) -> tuple[DemoAction, ...]:
        if now_ms < self.next_ms:
            return ()
        control, value = step.acts[self.acted]
        self.acted += 1
        self.next_ms = now_ms + GAP_MS
        return (OperateControl(control, self.value if value == "@deck" else value),)

    def _condition_met(self, step: Step, view: View) -> bool:
        if step.until == "waiting":
            return not view.busy
        if step.until == "working":
            return view.busy
        return not step.until or _progress(step, view) - self.before >= step.count


def _progress(step: Step, view: View) -> int:
    """What the step waits for more of."""
    return view.tallies.get(step.tally, 0) if step.tally else view.plays
