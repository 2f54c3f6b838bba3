"""Opening the museum's window, for the commands that do: ``museum`` and ``demo``."""

import argparse
import contextlib
import os
import re
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from devices.duration import SPEEDS
from devices.refusal import RefusedError
from machines.commands._deck_options import EVENTS, PANEL
from machines.museum.window.small_computer import (
    FRAME_RATE,
    LEAST_RATE,
    MOST_RATE,
    SIZE,
    SMALL_FRAME_RATE,
    SMALL_SIZE,
    SMALLEST,
    is_small,
    is_too_small,
)
from machines.storage.option_parsing import Either, Option, flag, whole
from machines.storage.program import AGAIN, VERSION

if TYPE_CHECKING:
    from devices.screen.ui_text import UiText
    from machines.museum.controller import Demo
    from machines.museum.curator.settings import MuseumSettings
    from machines.storage.registry import ExhibitSpec

RECORD = "MATCHBOX704_SCREEN_RECORD"
"""In the environment: the file for a scripted visitor (machines.museum.window.screen_record)."""
MOST = (7680, 4320)
CLOSING_S = 30.0
"""So long at most the last lines may take to come to a busy disk."""


WINDOW_OPTIONS = (
    Option("--size WxH"),
    Option("--speed", choices=SPEEDS),
    flag("--reduced-flicker"),
    flag("--large-text"),
    flag("--lowered"),
    Option("--exhibit NAME", old="--room", dest="room"),
    Option("--language CODE"),
)
"""What any command that draws a room takes."""
OPENING_OPTIONS = (
    *WINDOW_OPTIONS,
    flag("--fullscreen"),
    flag("--low-power"),
    Option("--fps N", whole(LEAST_RATE, MOST_RATE)),
    flag("--kiosk"),
    flag("--mute"),
    flag("--captions"),
    Option("--souvenirs FOLDER"),
    *PANEL,
    Option("--settings FILE"),
    *EVENTS,
    Either(flag("--fresh"), flag("--resume")),
)
"""What a command that opens a window takes."""


def read_size(text: str | None, otherwise: tuple[int, int] = SIZE) -> tuple[int, int]:
    """``1920x1080``, or ``otherwise`` where nothing is said.  Raises RefusedError for anything
    else."""
    if text is None:
        return otherwise
    found = re.fullmatch(r"(\d{1,5})[xX](\d{1,5})", text)
    size = (int(found[1]), int(found[2])) if found else (0, 0)
    if is_too_small(size) or size[0] > MOST[0] or size[1] > MOST[1]:
        least, most = (f"{wide}x{high}" for wide, high in (SMALLEST, MOST))
        raise RefusedError("--size", f"{text!r} is no size; expected one from {least} to {most}")
    return size


def find_room(
    name: str | None, last: str | None = None, plan: "Sequence[ExhibitSpec] | None" = None
) -> str:
    """The exhibit to begin before; empty for the floor plan.

    Without a name: ``last``, where the last visitor stood, else the exhibit if there is only one
    on the ``plan`` (all of them).
    Raises RefusedError for an unknown name.
    """
    from machines.storage.registry import EXHIBITS, find_exhibit

    if name == "plan":
        return ""
    if name is not None:
        return find_exhibit(name).name
    names = [spec.name for spec in (EXHIBITS if plan is None else plan)]
    if last is not None and last in ("", *names):
        return last
    return names[0] if len(names) == 1 else ""


def find_language(chosen: str | None, last: str = "", offered: Sequence[str] = ()) -> str:
    """The language to begin in: the one that is asked for, else the last visitor's, else the first
    of those that are ``offered`` (all of them, English first).

    Raises RefusedError for one that isn't there.
    """
    from devices.screen.ui_text import languages

    there = languages()
    if chosen is not None and chosen not in there:
        raise RefusedError("--language", f"{chosen}; there are {', '.join(there)}")
    offered = offered or there
    return chosen or (last if last in offered else offered[0])


def read_words(language: str = "en") -> "UiText":
    """The words that a visitor reads.  Raises RefusedError for a bad file, or none."""
    from devices.screen.ui_text import read_language

    return read_language(language)


def open_museum(args: argparse.Namespace, demo: bool) -> int:
    """The window until it is closed; the exit status."""
    from machines.kernels.kernel_cache import find_folder as find_kernels
    from machines.museum.supervisor import RESTART, SUPERVISED, supervise
    from machines.storage.error_log import SUPERVISOR_NAME, start_log
    from machines.storage.folders import data_folder

    size = check_opening(args)
    if args.kiosk and SUPERVISED not in os.environ:
        folder = data_folder(args.data, opens_anyway=True)
        start_log(folder, SUPERVISOR_NAME)
        find_kernels()  # where it can't be written, all its children have the same in its place
        return supervise(sys.argv[1:], _keep_fall(folder), folder)
    # Gone on with, a demonstration waits: it may be a visitor's game that comes back.
    at_once = demo and not args.resume
    status = _show(args, size, "at once" if at_once else "idle" if demo or args.kiosk else "never")
    if status == RESTART and SUPERVISED not in os.environ:
        kept = [arg for arg in sys.argv[1:] if arg not in ("--fresh", "--resume")]
        os.execv(AGAIN[0], [*AGAIN, *(kept or ["museum"]), "--resume"])
    return status


def check_opening(args: argparse.Namespace) -> tuple[int, int]:
    """The window's size; raises RefusedError for an option that is wrong."""
    from machines.museum.panel.options import check_panels
    from machines.storage.files import check_apart

    find_room(args.room)
    find_language(args.language)
    check_panels(args.panel, args.panel_record)
    check_apart({"--events": args.events, "--panel-record": args.panel_record})
    return read_size(args.size, SMALL_SIZE if is_low_power(args) else SIZE)


def is_low_power(args: argparse.Namespace) -> bool:
    """Whether the window is a small computer's: it is asked for, or this is one."""
    return bool(args.low_power) or is_small()


def frame_rate(args: argparse.Namespace) -> int:
    """Pictures a second, at most."""
    usual = SMALL_FRAME_RATE if is_low_power(args) else FRAME_RATE
    return usual if args.fps is None else int(args.fps)


def _keep_fall(folder: Path) -> Callable[[int], None]:
    """Where the supervisor tells that the museum fell: it never waits for the disk."""
    from machines.museum.curator.status import note_fall

    def note(status: int) -> None:
        with contextlib.suppress(RefusedError):  # the log has it
            note_fall(folder, status)

    return lambda status: threading.Thread(target=note, args=(status,), daemon=True).start()


def find_souvenirs(named: str | None, folder: Path, kiosk: bool) -> Path | None:
    """Where visitors' souvenirs go: the folder that is named, else one in the data folder; a
    kiosk has none but what is named."""
    from machines.museum.media_export import FOLDER

    if named:
        return Path(named)
    return None if kiosk else folder / FOLDER


def _show(args: argparse.Namespace, size: tuple[int, int], demo: "Demo") -> int:
    from machines.museum.worker.gc_policy import disable_gc

    disable_gc()
    from devices.interruptions import endings
    from machines.museum.controller import MuseumController, StartupOptions
    from machines.museum.curator.caretaker import MuseumCaretaker
    from machines.museum.panel.window_panels import panels_beside
    from machines.museum.sessions.session_store import SessionStore
    from machines.museum.supervisor import RESTART, SUPERVISED, Heartbeat, beat
    from machines.museum.window.window import Window, WindowConfig
    from machines.storage.error_log import start_log
    from machines.storage.events.follower import end_events, events_of
    from machines.storage.folders import data_folder

    folder = data_folder(args.data, opens_anyway=True)
    start_log(folder)
    caretaker = MuseumCaretaker(folder, args.settings)
    chosen = caretaker.settings
    plan = open_rooms(chosen, args.room)
    store = SessionStore(folder, VERSION, opens_anyway=True)
    last = None if args.fresh or demo == "at once" else store.visitor()
    begins = chosen.languages.first or (last.language if last else "")
    words = caretaker.read_words(find_language(args.language, begins, chosen.offered()))
    speed = args.speed or (last.speed if last else "authentic")
    named = args.souvenirs or chosen.souvenirs.folder
    startup = StartupOptions(
        args.fresh,
        speed,
        demo,
        find_souvenirs(named, folder, args.kiosk),
        chosen.demonstration.length,
        events_of(args),
    )
    tell = beat if SUPERVISED in os.environ else lambda: None
    house = MuseumController(store, startup, plan, words, Heartbeat(tell, store.beat))
    caretaker.attend(house)
    settings = WindowConfig(
        size=size,
        fullscreen=args.fullscreen or args.kiosk,
        frame_rate=frame_rate(args),
        keeps_size=is_low_power(args) and args.size is None,
        kiosk=args.kiosk,
        calm=args.reduced_flicker,
        large_text=args.large_text,
        lowered=args.lowered,
        sound=not args.mute,
        captions=args.captions,
        idle_seconds=None if demo == "never" else chosen.demonstration.idle_seconds,
        exhibit=find_room(args.room, last.exhibit if last else None, plan),
        pictures=folder,
        record=Path(os.environ[RECORD]) if os.environ.get(RECORD) else None,
    )
    caught: list[int] = []

    def end(number: int) -> None:
        """As the window's own button does."""
        caught.append(number)
        window.finish()

    house.open()
    try:
        ports = args.panel or panel_ports(chosen, plan)
        with panels_beside(house, ports, args.panel_record) as panels:
            window = Window(house, words, settings, panels, caretaker)
            house.settled, house.plan_drawn = window.settled, window.plan_drawn
            caretaker.books.panels = panels
            window.open()
            try:
                with endings(end):
                    window.run()
            finally:
                window.close()
                caretaker.close()
    finally:
        done = house.close(CLOSING_S)
        end_events(args)
    if not done:
        raise RuntimeError(f"the machines did not stop within {CLOSING_S:.0f} s")
    if caught:
        return 128 + caught[0]
    return RESTART if caretaker.restarts else 0


def open_rooms(chosen: "MuseumSettings", room: str | None) -> "tuple[ExhibitSpec, ...]":
    """The rooms that are open, in the curator's order; one that the command line names is, too."""
    from machines.storage.registry import find_exhibit

    names = [*chosen.rooms.open, *([room] if room and room != "plan" else [])]
    return tuple(find_exhibit(name) for name in dict.fromkeys(names))


def panel_ports(chosen: "MuseumSettings", plan: "Sequence[ExhibitSpec]") -> list[str]:
    """The curator's panels, without those of rooms that are not open."""
    from machines.museum.panel.options import read_panel

    there = {"", *(spec.name for spec in plan)}
    return [text for text in chosen.panels.ports if read_panel(text).exhibit in there]
