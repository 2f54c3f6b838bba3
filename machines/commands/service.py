"""``main.py service install|print|remove``: the museum as a service of the user's systemd."""

import argparse
import sys
from collections.abc import Sequence

from devices.refusal import RefusedError
from machines.storage.option_parsing import Command, Option
from machines.storage.telling import tell_user

LINE = Option("line OPTION", nargs=argparse.REMAINDER)
COMMAND = Command(
    acts={"install": Command(LINE), "print": Command(LINE), "remove": Command()},
)
OPENS = ("museum", "demo")


def run(args: argparse.Namespace) -> int:
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
    from machines.commands._museum_window import check_opening
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
