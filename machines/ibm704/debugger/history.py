"""What has been, kept so that the machine can go back: images of its state now and then.

A machine is a value and runs alike every time: to go back to the n-th instruction it is put into
the image that comes before it, and runs from there to where it is to stand.  An image is kept
before every command that lets the machine run or changes something by hand, and from time to time
while it runs.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from machines.ibm704.debugger.observer import Observer
from machines.ibm704.machine import Machine, Phase

SPACING = 2_000_000
"""Instructions from one image to the next while it runs ..."""
SLICES = 50
"""... or slices of time, where units take most of it."""
MOST = 128
"""Images that are kept: while it runs every other of the older ones makes room."""


class Job(Protocol):
    """A 704 at work with whoever tends it: cards that follow, time that it may take."""

    @property
    def machine(self) -> Machine:
        """The 704."""

    def proceed(self) -> str:
        """Let a slice of time pass, or less where the machine pauses; why there is no more time,
        empty while there is."""

    def operate(self, control: str, value: int) -> None:
        """An act of the operator, such as ``console.start``.  Raises RefusedError."""

    def image(self, earlier: object) -> object:
        """All of its state, as machines.ibm704.debugger.images makes it."""

    def put_back(self, image: object) -> None:
        """Take that state back."""

    def pass_over_output(self) -> None:
        """What has been printed was shown before."""


@dataclass(frozen=True)
class Checkpoint:
    """A state, and how many instructions had been begun then."""

    steps: int
    job: object
    counted: object
    fixed: bool
    """Something was changed by hand just before: nothing earlier leads here."""
    whole: bool
    """The machine stands between two instructions, or nothing has been executed."""


class History:
    """The images of one job."""

    def __init__(self, job: Job, observer: Observer) -> None:
        self.job, self.observer = job, observer
        self.kept: list[Checkpoint] = []
        self._slices = 0
        self.note(fixed=True)

    def note(self, fixed: bool = False) -> None:
        """Keep an image of now."""
        last = self.kept[-1] if self.kept else None
        self.kept.append(self._checkpoint(last, fixed))
        self._slices = 0
        if len(self.kept) > MOST:
            self._thin()

    def _checkpoint(self, last: Checkpoint | None, fixed: bool) -> Checkpoint:
        job = self.job.image(None if last is None else last.job)
        counted = self.observer.image(None if last is None else last.counted)
        state, steps = self.job.machine.state, self.observer.steps
        standing = state.phase in (Phase.RUNNING, Phase.STANDING) and not state.debt_us
        return Checkpoint(steps, job, counted, fixed, standing or not steps)

    def note_slice(self) -> None:
        """A slice has passed: keep an image if it is time for one."""
        self._slices += 1
        far = self.observer.steps - self.kept[-1].steps >= SPACING
        if far or self._slices >= SLICES:
            self.note()

    def _thin(self) -> None:
        half = len(self.kept) // 2
        old = [image for n, image in enumerate(self.kept[:half]) if image.fixed or n % 2 == 0]
        self.kept[:half] = old if len(old) < half else self.kept[1:half]

    def back(self, count: int, interrupted: Callable[[], bool]) -> int:
        """Go back by so many instructions, or as far as is kept; how many those were.

        Where ``interrupted`` says so meanwhile, the machine is where it was: 0.
        """
        observer = self.observer
        steps = observer.steps
        target = max(steps - count, self.kept[0].steps)
        now = self._checkpoint(self.kept[-1], False)
        place = max(n for n, image in enumerate(self.kept) if image.steps <= target)
        self._put_back(self.kept[place])
        take_rows, observer.take_rows = observer.take_rows, None
        if (observer.steps == target and self.kept[place].whole) or self._run(target, interrupted):
            del self.kept[place + 1 :]
        else:
            self._put_back(now)
        observer.take_rows = take_rows
        self.job.pass_over_output()
        return steps - observer.steps

    def _run(self, target: int, interrupted: Callable[[], bool]) -> bool:
        """On to the n-th instruction; whether it wasn't interrupted."""
        observer = self.observer
        observer.resume(target - observer.steps, armed=False)
        while not observer.paused and self.job.machine.running():
            if interrupted():
                return False
            if self.job.proceed():
                break
        observer.settle()
        return True

    def _put_back(self, point: Checkpoint) -> None:
        self.job.put_back(point.job)
        self.observer.put_back(point.counted)
