"""The commands of main.py: what each takes and who does it, in one table.

Declaring brings in nothing heavy, so that ``--help`` answers at once; numpy, numba and pygame come
in with the command that needs them.
"""

import argparse
import contextlib
import errno
import io
import json
import os
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from devices.interruptions import endings
from devices.modules import find_ours
from devices.names import shown
from devices.refusal import RefusedError
from machines.kernels.kernel_cache import AT_FIRST_COMPILING, STRICT_FLOAT
from machines.storage.error_log import early_log
from machines.storage.option_parsing import Command, Parser, StoredOnce
from machines.storage.program import INSTALLED, NAME, VERSION
from machines.storage.telling import mend_standard_error, tell_user, write_told

NAMES = (
    "museum", "play", "replay", "show", "demo", "settings", "status", "service", "deck", "tape",
    "assemble", "menace", "pegasus", "morph", "learn", "book", "match", "engine", "strength",
    "reproduce", "run704", "panel", "firmware", "print", "perft", "warm", "desktop", "bundle",
)  # fmt: skip
"""In the order of the help."""
TABLES = {
    **dict.fromkeys(("museum", "demo", "settings", "status", "service", "warm"), "museum"),
    **dict.fromkeys(("deck", "tape"), "media"),
    **dict.fromkeys(("play", "run704", "print", "panel", "bundle", "desktop"), "workshop"),
    **dict.fromkeys(("menace", "pegasus", "morph", "book", "match", "engine"), "research"),
    **dict.fromkeys(("strength", "reproduce"), "research"),
}
"""The files of several commands, which have them as ``COMMANDS``, with who does each; others have a
file of their own, with ``COMMAND`` and ``run``."""

TOP_OPTIONS = ("-h", "--help", "--version", "--completion")
COMPILING = "Compiling kernels: a minute or so, once after each change of the program."
REFUSED = 2
FAILED = 1
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EIO)


def make_parser(names: Sequence[str] = NAMES) -> argparse.ArgumentParser:
    """The parser of the whole command line, or of these commands alone."""
    parser = Parser(
        prog=NAME,
        description="Matchbox 704: a working museum of the machines that first learned to play. "
        "Without a command the museum opens.",
        epilog=f"{NAME} COMMAND --help says what a command does and where it keeps things.",
    )
    parser.add_argument("--version", action="version", version=f"Matchbox 704 {VERSION}")
    parser.add_argument(
        "--completion",
        action=_Completion,
        choices=("bash", "zsh", "fish"),
        help="print what has this shell complete the words of the installed command, and end",
    )
    _add_data(parser, None)
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name in names:
        find_command(name).declare(subparsers, name)
    for command in subparsers.choices.values():
        if not any("--data" in action.option_strings for action in command._actions):
            _add_data(command, argparse.SUPPRESS)
    return parser


class _Completion(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *given: Any) -> None:
        from argcomplete.shell_integration import shellcode

        print(shellcode([INSTALLED], shell=given[1]))
        parser.exit()


def _add_data(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument(
        "--data",
        action=StoredOnce,
        metavar="FOLDER",
        default=default,
        help="where logs, sessions and media are kept (else MATCHBOX704_DATA, else the user's "
        "data folder)",
    )


def find_command(name: str) -> Command:
    """What a command takes."""
    module = f"machines.commands.{TABLES.get(name, name)}"
    found = find_ours(module)
    command: Command = found.COMMANDS[name] if name in TABLES else found.COMMAND
    if name not in TABLES:
        command.does = f"{module}:run"
    return command


def _with_command(arguments: Sequence[str]) -> list[str]:
    """The arguments with ``museum`` put in where no command is named."""
    at = 0
    while at < len(arguments) and arguments[at].startswith("--data"):
        at += 1 if "=" in arguments[at] else 2
    if at > len(arguments):  # --data without its folder: let the parser say so
        return list(arguments)
    rest = list(arguments[at:])
    if rest and (not rest[0].startswith("-") or rest[0].partition("=")[0] in TOP_OPTIONS):
        return list(arguments)
    return [*arguments[:at], "museum", *rest]


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; the exit status.  Without arguments: those of this process.

    0 done, 1 failed by a fault of ours, 2 refused (the reason on standard error), 130 interrupted;
    128 and the signal's number where another ended it.
    """
    if "_ARGCOMPLETE" in os.environ:  # a shell asks what could follow; nothing else is done
        import argcomplete

        argcomplete.autocomplete(make_parser())
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    _mend_streams()
    args = argparse.Namespace(command=NAME)  # refused before or while the options are read
    given = _with_command(sys.argv[1:] if arguments is None else arguments)
    try:
        for word in given:
            if shown(word) != word:
                raise RefusedError(shown(word), "a name without control characters was expected")
        make_parser(given[:1] if given[0] in NAMES else NAMES).parse_args(given, args)
        _check_environment()
        with endings(), _float_order(args), _compiling_told(), early_log(), _as_json(args):
            status = find_command(args.command).run(args)
        sys.stdout.flush()
    except RefusedError as refusal:
        tell_user(f"{args.command}: {refusal}")
        return REFUSED
    except KeyboardInterrupt as ending:
        return 128 + getattr(ending, "number", signal.SIGINT)
    except BrokenPipeError:  # whoever read our output has seen enough: nobody's fault
        _let_go_of_output()
        return 0
    except Exception as error:
        if isinstance(error, OSError) and error.errno in NO_ROOM:
            # Files are refused by name (machines.storage.files): this was the standard output.
            _let_go_of_output()
            tell_user(f"{args.command}: the output can't be written: {error.strerror}")
            return REFUSED
        if isinstance(error, OSError) and isinstance(error.filename, str | bytes):
            # What no door of ours has looked at: a name that is too long, a circle of links.
            tell_user(f"{args.command}: {os.fsdecode(error.filename)}: {error.strerror}")
            return REFUSED
        tell_user(f"{args.command}: {error!r}; more in {_note(error, args.data)}")
        return FAILED
    return status


@contextlib.contextmanager
def _compiling_told() -> Iterator[None]:
    """On a terminal, before the first kernel that has to be compiled."""
    if sys.stderr.isatty():
        AT_FIRST_COMPILING[:] = [lambda: tell_user(COMPILING)]
    try:
        yield
    finally:
        AT_FIRST_COMPILING.clear()


class _ResultTaken(io.TextIOBase):
    """Standard output while ``--json`` has it: all goes to standard error, results are kept."""

    def __init__(self) -> None:
        self.results: list[str] = []

    def write(self, text: str) -> int:
        self.results += re.findall(r"^RESULT (.+)$", text, re.MULTILINE)
        write_told(text)
        return len(text)


@contextlib.contextmanager
def _as_json(args: argparse.Namespace) -> Iterator[None]:
    """With ``--json``: the last RESULT line as one object, with the command and the version, is all
    that comes to standard output.  Numbers are numbers; all else is text."""
    if getattr(args, "result_json", None) is not True:
        yield
        return
    with contextlib.redirect_stdout(_ResultTaken()) as taken:
        yield
    for line in taken.results[-1:]:
        fields = dict(part.split("=", 1) for part in line.split(" "))
        command = " ".join(filter(None, (args.command, getattr(args, "act", None))))
        values = {
            name: json.loads(text) if re.fullmatch(r"-?(0|[1-9]\d*)(\.\d+)?", text) else text
            for name, text in fields.items()
        }
        print(json.dumps({"command": command, "version": VERSION, **values}))


@contextlib.contextmanager
def _float_order(args: argparse.Namespace) -> Iterator[None]:
    """As ``--strict-float`` asks, in child processes too; a later command here asks for itself."""
    before = os.environ.get(STRICT_FLOAT)
    if getattr(args, "strict_float", None):
        os.environ[STRICT_FLOAT] = "1"
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(STRICT_FLOAT, None)
        else:
            os.environ[STRICT_FLOAT] = before


def _check_environment() -> None:
    """Let go of what its own specification has ignored; raises RefusedError for a home that would
    be looked for where one stands, or nowhere, and for what numba would fall over."""
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"):
        if not Path(os.environ.get(name, "/")).is_absolute():
            del os.environ[name]
    try:
        home = Path.home()
    except RuntimeError:  # nor does the system know one
        home = Path()
    if not home.is_absolute():
        named = os.environ.get("HOME", "not set")
        raise RefusedError("HOME", f"is {named}; expected the whole path of a folder")
    threads = os.environ.get("NUMBA_NUM_THREADS", "1")
    if not (threads.isdecimal() and int(threads)):
        raise RefusedError("NUMBA_NUM_THREADS", f"is {threads!r}; expected a number from 1 on")


def _mend_streams() -> None:
    """Where output or errors were closed before we began, they go nowhere, and nothing comes in.

    What can't be read or written as text is shown by its number: a name may be any bytes.  Lines
    go out one by one, to a file or a pipe too: long work is watched there.
    """
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open()  # noqa: SIM115 - to the end
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115 - to the end
    mend_standard_error()
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors, line_buffering=stream is sys.stdout)


def _let_go_of_output() -> None:
    """Python would complain again when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _note(error: Exception, data: str | None) -> Path | str:
    """Write a fault's traceback to the error log; where that is."""
    from machines.storage.error_log import start_log, write
    from machines.storage.folders import data_folder

    try:
        path = start_log(data_folder(data))
        write("a command failed", type(error), error, error.__traceback__)
    except (OSError, RefusedError) as worse:
        return f"no log ({worse})"
    return path
