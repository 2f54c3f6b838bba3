"""``main.py panel test|record|replay``: a real panel on its builder's bench.

In the test every lamp is walked, every touched switch named.

One lamp after the other is lit, then all at once through the sixteen levels, then it is dark and
the switches are tried; those that are touched before are named too.  While the panel is away the
walk waits, and then goes on with the lamp at which it was.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from devices.panel.layout import Control, PanelLayout
from devices.refusal import RefusedError
from machines.laboratory.study.progress import named_progress
from machines.museum.panel.adapter import adapter_for, named, position, tell_error
from machines.museum.panel.options import PanelOptions, check_panels
from machines.museum.panel.wire_record import (
    Tap,
    format_frame,
    read_record,
    recording,
    replayed,
)
from machines.storage.telling import tell_user

LEVELS = 16
LOOK_S = 0.02
LEVEL_S = 0.25
Levels = npt.NDArray[np.uint8]


def walk(layout: PanelLayout, step_s: float) -> Iterator[tuple[str, Levels, float]]:
    """Every lamp alone, ``step_s`` each; then all, level by level; then none."""
    lamps = layout.lamps()
    for k, lamp in enumerate(lamps):
        alone = np.zeros(len(lamps), dtype=np.uint8)
        alone[k] = LEVELS - 1
        yield f"lamp {k}, {lamp.id}", alone, step_s
    for level in range(LEVELS):
        yield f"all at level {level}", np.full(len(lamps), level, dtype=np.uint8), LEVEL_S
    yield "dark", np.zeros(len(lamps), dtype=np.uint8), 0.0


def steps(layout: PanelLayout) -> int:
    """How many things :func:`walk` lights."""
    return len(layout.lamps()) + LEVELS + 1


@dataclass
class PanelTest:
    """A panel on the bench."""

    asked: PanelOptions
    tap: Tap | None = None
    name: Callable[[str], None] = lambda line: None
    """Is told each switch that is touched, in the link's thread."""
    touched: set[int] = field(default_factory=set)
    """Switches that were moved, by their order."""

    def __post_init__(self) -> None:
        self.panel = adapter_for(self.asked, self._moved, tell_error, self.tap, how="thread")

    @contextmanager
    def open(self) -> Iterator["PanelTest"]:
        """Look for the panel; at the end it goes dark."""
        self.panel.start()
        try:
            yield self
        finally:
            self.panel.darken()
            self.panel.stop()

    def find(self, wait_s: float | None) -> None:
        """Wait until the panel answers.  Raises RefusedError if it doesn't within ``wait_s``."""
        end = None if wait_s is None else time.monotonic() + wait_s
        while not self.panel.connected:
            if end is not None and time.monotonic() > end:
                raise RefusedError(self.asked.port, f"no panel answered within {wait_s:g} s")
            time.sleep(LOOK_S)

    def light(self, levels: Levels, seconds: float) -> None:
        """Show these levels for so long while the panel is there."""
        left = seconds
        while True:
            self.find(None)
            self.panel.link.show(levels)
            slept = min(left, LOOK_S)
            time.sleep(slept)
            if self.panel.connected:
                left -= slept
            if left <= 0:
                return

    def all_touched(self, seconds: float | None) -> bool:
        """Wait until every switch was touched, at most so long; whether they were."""
        end = None if seconds is None else time.monotonic() + seconds
        while len(self.touched) < len(self.panel.controls):
            if end is not None and time.monotonic() > end:
                return False
            time.sleep(LOOK_S)
        return True

    def untouched(self) -> list[str]:
        """The switches that were not, by name."""
        controls = enumerate(self.panel.controls)
        return [named(control) for k, control in controls if k not in self.touched]

    def _moved(self, exhibit: str, control: Control, down: bool) -> None:
        del exhibit
        at = self.panel.controls.index(control)
        self.touched.add(at)
        way = ("pressed" if down else "let go") if control.kind == "button" else ""
        self.name(f"switch {at}, {named(control)}: {way or position(control, down)}")


# -- the command -----------------------------------------------------------------------------------

STEP_S = 0.1
"""A lamp alone, while a wire is recorded."""


def do_panel(args: argparse.Namespace) -> int:
    """Do the act; raises RefusedError."""
    if args.act == "replay":
        return _replay(args.file, args.port)
    record = args.file if args.act == "record" else None
    (asked,) = check_panels([args.port], record)
    if args.act == "test":
        with PanelTest(asked, None, print).open() as bench:
            return _test(bench, args.wait, args.step, args.switches)
    with recording(record) as tap, PanelTest(asked, tap, print).open() as bench:
        return _record(bench, args.wait, args.seconds)


def _test(bench: PanelTest, wait: float | None, step: float, switches: float | None) -> int:
    bench.find(wait)
    layout = bench.panel.layout
    with named_progress(steps(layout)) as tell:
        for done, (what, levels, seconds) in enumerate(walk(layout, step)):
            tell(what, done)
            bench.light(levels, seconds)
    tell_user("panel: now touch every switch; Ctrl-C ends")
    try:
        if not bench.all_touched(switches) and (missing := bench.untouched()):
            print(f"not touched: {', '.join(missing)}")
    except KeyboardInterrupt:
        tell_user("")
    hello = bench.panel.link.stands().panel
    firmware = "none" if hello is None else f"{hello.major}.{hello.minor}"
    print(
        f"RESULT panel={layout.name} firmware={firmware} lamps={len(layout.lamps())} "
        f"switches={len(bench.panel.controls)} touched={len(bench.touched)}"
    )
    return 0


def _record(bench: PanelTest, wait: float | None, seconds: float | None) -> int:
    end = None if seconds is None else time.monotonic() + seconds
    if wait is not None:
        bench.find(wait)
    while True:
        for _, levels, lasts in walk(bench.panel.layout, STEP_S):
            bench.panel.link.show(levels)
            time.sleep(lasts)
            if end is not None and time.monotonic() >= end:
                return 0


def _replay(file: Path, port: str | None) -> int:
    frames = read_record(file)
    began = frames[0].at_us if frames else 0
    if port is None:
        for frame in frames:
            print(format_frame(frame, began))
        return 0
    for line in replayed(frames, port):
        print(line)
    return 0
