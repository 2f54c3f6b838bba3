"""What visitors' and curators' commands take, and who does them: the museum, its demonstration, its
settings, its service, how it is, its kernels.  (``main.py`` alone opens the museum.)"""

import argparse
import importlib
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from devices.refusal import RefusedError
from machines.commands._museum_window import OPENING_OPTIONS, check_opening, open_museum
from machines.storage.option_parsing import STRICT, Command, Option, flag
from machines.storage.telling import tell_user

# -- settings --------------------------------------------------------------------------------------


def _check_settings(args: argparse.Namespace) -> int:
    """Print where the file is, and on standard error what is found in it; ``--write`` makes it.

    One that is there is only read: a museum that takes it keeps the last good copy.
    """
    from machines.museum.curator.settings import BadSettingsError, read_settings
    from machines.museum.curator.settings_file import read_bytes, settings_path, template
    from machines.storage.files import file_exists, replace_file
    from machines.storage.folders import data_folder

    path: Path = settings_path(data_folder(args.data), args.settings)
    there = file_exists(path)
    if args.write and there:
        raise RefusedError("--write", f"{path} is there already; nothing was changed")
    if args.write:
        replace_file(path, template())
    print(path)
    if not (there or args.write):
        tell_user(f"{path.name}: isn't there, so all is as usual; settings --write makes it")
        return 0
    try:
        read_settings(read_bytes(path), path.name)
    except BadSettingsError as error:
        tell_user("\n".join(map(str, error.problems)))
        return 2
    tell_user(f"{path.name}: {'no mistake in it' if there else 'written'}")
    return 0


# -- status ----------------------------------------------------------------------------------------

WELL, TROUBLE, CLOSED, NOT_RUNNING = 0, 1, 3, 4


def _tell_status(args: argparse.Namespace) -> int:
    """How it is, for whoever watches over it; the exit status says it in a number.

    Nothing is changed.  Whether the disk takes anything is tried: a museum on a full one can't
    write its status.
    """
    from machines.museum.curator.status import (
        check_disk,
        find_troubles,
        is_running,
        read_status,
        status_json,
        status_lines,
        unreadable_json,
    )
    from machines.storage.folders import find_data_folder, find_set_aside

    try:
        folder = find_data_folder(args.data)
        status, aside = read_status(folder), find_set_aside(folder)
    except RefusedError as refusal:
        if args.json:
            sys.stdout.write(f"{unreadable_json(refusal)}\n")
        raise
    running = status is not None and is_running(status)
    troubles = []
    if status and running:
        try:
            check_disk(folder)
        except RefusedError as refusal:
            troubles.append(f"nothing can be written: {refusal}")
        troubles += find_troubles(status, time.time())
    told = (
        status_json(status, running, troubles, aside)
        if args.json
        else "\n".join(status_lines(status, running, troubles, aside))
    )
    sys.stdout.write(f"{told}\n")
    if status is None or not running:
        return NOT_RUNNING
    if troubles:
        return TROUBLE
    return CLOSED if status.state == "closed" else WELL


# -- the service -----------------------------------------------------------------------------------

OPENS = ("museum", "demo")


def _change_service(args: argparse.Namespace) -> int:
    """Write the unit, show it, or take it away; what is left to do goes to standard error."""
    from machines.museum.service import install_unit, remove_unit, unit_text

    if args.act == "print":
        sys.stdout.write(unit_text(service_line(args.line, args.data)))
        return 0
    if args.act == "install":
        path, left = install_unit(unit_text(service_line(args.line, args.data)))
    else:
        path, left = remove_unit()
    print(path)
    if left:
        tell_user(f"systemd was not told; type: {left}")
    return 0


def service_line(given: Sequence[str], data: str | None) -> list[str]:
    """The command line of the service: a command that opens the museum as a kiosk, on a folder that
    is named.  Raises RefusedError for one that isn't that; a wrong option is refused as ever."""
    from machines.commands import make_parser
    from machines.storage.folders import data_folder

    words = [word for word in given if word != "--"]
    if not words or words[0].startswith("-"):
        words.insert(0, OPENS[0])
    if words[0] not in OPENS:
        raise RefusedError("service", f"{words[0]}; expected museum or demo, and their options")
    if "--kiosk" not in words:
        words.append("--kiosk")
    parsed = make_parser().parse_args(words)
    check_opening(parsed)
    named = parsed.data if parsed.data is not None else data
    if parsed.data is None:
        words += ["--data", str(data_folder(named).resolve())]
    return words


# -- kernels ---------------------------------------------------------------------------------------


def warm_kernels(args: argparse.Namespace) -> int:
    """Compile the kernels ahead, with a line for each before it is compiled."""
    from machines.storage.kernel_loader import all_kernels, kernels_reached
    from machines.storage.registry import find_exhibit

    modules = [module for name in args.exhibits for module in find_exhibit(name).modules]
    for module in modules:
        importlib.import_module(module)
    kernels = kernels_reached(*modules) if modules else all_kernels()
    for number, kernel in enumerate(kernels, 1):
        print(f"{number}/{len(kernels)} {kernel.name}")
        kernel.make_ready()
    return 0


LINE = Option("line OPTION", nargs=argparse.REMAINDER)
COMMANDS = {
    "museum": Command(*OPENING_OPTIONS, does=partial(open_museum, demo=False)),
    "demo": Command(*OPENING_OPTIONS, does=partial(open_museum, demo=True)),
    "settings": Command(Option("--settings FILE"), flag("--write"), does=_check_settings),
    "status": Command(flag("--json"), does=_tell_status),
    "service": Command(
        acts={"install": Command(LINE), "print": Command(LINE), "remove": Command()},
        does=_change_service,
    ),
    "warm": Command(
        Option("exhibits EXHIBIT", nargs="*"),
        STRICT,
        does="machines.commands.museum:warm_kernels",
    ),
}
