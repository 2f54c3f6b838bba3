"""``main.py show --headless --frames N --snapshot DIR``: the rooms as picture files."""

import argparse
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from devices.refusal import RefusedError
from machines.commands._museum_window import (
    WINDOW_OPTIONS,
    find_language,
    find_room,
    read_size,
    read_words,
)
from machines.storage.files import check_writable
from machines.storage.folders import make_folder
from machines.storage.option_parsing import Command, Option, flag
from machines.storage.telling import tell_user

if TYPE_CHECKING:
    from machines.museum.headless import HeadlessMuseum
    from machines.museum.window.window import Window

SETTLING = 6
"""Frames drawn before the first that counts, in which no time passes: sheets are being made."""
PATIENCE = 60
"""So many at most."""


COMMAND = Command(
    *WINDOW_OPTIONS,
    flag("--headless"),
    Option("--frames N", type=int, default=1),
    Option("--every N", type=int, default=1),
    Option("--snapshot DIR"),
    Option("--deck FILE"),
    Option("--press ACT", action="append", default=[]),
)


LOADS_CARDS = "ibm704"
"""The exhibit whose console has that button."""


@dataclass(frozen=True)
class Pressed:
    """One act of ``--press`` or ``--deck``, before the frame of that number."""

    frame: int
    control: str
    value: int | str


def read_press(text: str) -> tuple[Pressed, ...]:
    """``console.start``, ``console.sense.5=1@30`` ...  Raises RefusedError for anything else."""
    act, _, at = text.partition("@")
    control, equals, value = act.partition("=")
    if (at and not at.isdecimal()) or "." not in control or (equals and not value.isdecimal()):
        raise RefusedError(
            "--press", f"{text!r} is no act; expected CONTROL, CONTROL=NUMBER, either with @FRAME"
        )
    frame = int(at or 0)
    if equals:
        return (Pressed(frame, control, int(value)),)
    return Pressed(frame, control, 1), Pressed(frame + 1, control, 0)


def read_acts(args: argparse.Namespace) -> list[Pressed]:
    """Everything that is to be done, in the order of its frames."""
    acts: list[Pressed] = []
    if args.deck:
        from devices.media.deck import deck_value
        from machines.storage.media_files import read_deck_file

        acts.append(Pressed(0, "reader.hopper", deck_value(read_deck_file(Path(args.deck)))))
        acts += read_press("reader.start")
        if find_room(args.room) == LOADS_CARDS:
            acts += read_press("console.load_cards@1")
    for text in args.press:
        acts += read_press(text)
    return sorted(acts, key=lambda act: act.frame)


def run(args: argparse.Namespace) -> int:
    """Draw."""
    if args.frames < 1 or args.every < 1:
        raise RefusedError("--frames", "expected at least one frame, and --every at least 1")
    rooms = _rooms(args)
    size, acts = read_size(args.size), read_acts(args)
    if acts and len(rooms) != 1:
        raise RefusedError("--press, --deck", "at which exhibit? Name it with --exhibit")
    folder = make_folder(args.snapshot) if args.snapshot else None
    if args.headless:
        os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    from machines.museum.headless import FRAMES_A_SECOND, HeadlessMuseum
    from machines.museum.window.window import Window, WindowConfig
    from machines.storage.registry import EXHIBITS

    museum = HeadlessMuseum(args.speed or "authentic", EXHIBITS)
    settings = WindowConfig(
        size=size,
        calm=args.reduced_flicker,
        large_text=args.large_text,
        lowered=args.lowered,
        sound=False,
        exhibit=rooms[0] if rooms else "",
        clock=lambda: museum.frame / FRAMES_A_SECOND,
    )
    with Window(museum, read_words(find_language(args.language)), settings) as window:
        for room in rooms or [""]:
            window.enter(room)
            _settle(window)
            _draw(window, museum, acts, args, folder)
        if folder is not None:
            window.enter("")
            _settle(window)
            check_writable(path := folder / "floor-plan.png", ".png")
            window.snapshot(path)
    for refusal in museum.refused:
        tell_user(f"refused: {refusal}")
    return 0


def _rooms(args: argparse.Namespace) -> list[str]:
    """The exhibits whose rooms are drawn; none: the floor plan's frames are.  Raises RefusedError
    for one that is not there."""
    from machines.storage.registry import EXHIBITS

    if args.room is None:
        return [spec.name for spec in EXHIBITS]
    room = find_room(args.room)
    return [room] if room else []


def _draw(
    window: "Window",
    museum: "HeadlessMuseum",
    acts: list[Pressed],
    args: argparse.Namespace,
    folder: Path | None,
) -> None:
    name = museum.entered or "plan"
    for frame in range(args.frames):
        while acts and acts[0].frame <= frame:
            act = acts.pop(0)
            if museum.entered:
                museum.act(museum.entered, act.control, act.value)
        museum.next_frame()
        window.frame()
        if folder is not None and (frame % args.every == 0 or frame == args.frames - 1):
            check_writable(path := folder / f"{name}-{frame:05d}.png", ".png")
            window.snapshot(path)


def _settle(window: "Window") -> None:
    """Draw until everything is made that is drawn from, and shows itself."""
    for frame in range(PATIENCE):
        window.frame()
        window.renderer.wait()
        if frame >= SETTLING and window.settled():
            return
