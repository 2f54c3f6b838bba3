"""``main.py run704 --debug``: the debugger's terminal, or its script.

Commands are read from the terminal (with the editing and history of ``readline`` where Python has
it), from ``--script FILE``, or from standard input; of the latter two each is shown before its
answer.  What is printed meanwhile comes between, unless ``--print`` gives it to a file.
"""

import argparse
import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, TypeVar

from devices.refusal import RefusedError
from machines.app.storage import files
from machines.app.unattended.operator import DeckOutputs
from machines.app.worker.interruptions import interruptions
from machines.ibm704.debugger import images
from machines.ibm704.debugger.commands import execute
from machines.ibm704.debugger.debugger import Debugger
from machines.ibm704.debugger.job import ExhibitJob
from machines.ibm704.debugger.symbols import Symbols, read_symbols

if TYPE_CHECKING:
    from machines.app.unattended.ibm704 import ProgramOperator
    from machines.app.unattended.operator import Beside

T = TypeVar("T")

PROMPT = "704> "
LISTING = ".lst"
"""The ending of the listing that is looked for beside the deck."""


# -- the job: a program with its operator ----------------------------------------------------------


class ProgramJob(ExhibitJob):
    """A program's run as :class:`ProgramOperator` has it: its slices, its cards, its time."""

    def __init__(self, operator: "ProgramOperator") -> None:
        super().__init__(operator.exhibit, operator.act)
        self.operator = operator
        self._helpers = (operator.attendant, operator._text)

    def slice_us(self) -> int:
        """As the operator's."""
        return self.operator._most_us(self.operator.slice_us)

    def over(self) -> str:
        """Why there is no time left."""
        return self.operator._over() or ""

    def advance(self, us: int) -> None:
        """Let time pass, in the session."""
        self.operator.session.advance(self.exhibit.name, us)

    def tend(self) -> None:
        """Cards in and out."""
        self.operator._tend()

    def more_image(self, earlier: object) -> object:
        """What the operator has in hand: cards that follow, how much has been shown."""
        return [images.make_image(_plain_fields(one)) for one in self._helpers]

    def put_more_back(self, image: object) -> None:
        """That again."""
        assert isinstance(image, list)
        for one, held in zip(self._helpers, image, strict=True):
            for name, value in images.put_back(held):
                setattr(one, name, value)

    def pass_over_output(self) -> None:
        """What has been printed was shown before."""
        self.operator.printed()


def _plain_fields(one: object) -> list[tuple[str, object]]:
    """The attributes of an object that are values: lists, numbers, text."""
    kinds = (*images.PLAIN, list, tuple)
    return [(name, value) for name, value in vars(one).items() if isinstance(value, kinds)]


# -- files -----------------------------------------------------------------------------------------


class TraceFile:
    """A text file that is written bit by bit."""

    def __init__(self, name: str) -> None:
        path = Path(name)
        files.check_writable(path)
        self._name = name
        self._stream: IO[str] = self._try(lambda: path.open("w", encoding="utf-8"))

    def write(self, text: str) -> None:
        """More text, on the disk when this returns.  Raises RefusedError where it is full."""
        self._try(lambda: self._stream.write(text))
        self._try(self._stream.flush)

    def close(self) -> None:
        """Nothing more comes."""
        with contextlib.suppress(OSError):  # what couldn't be written has been refused
            self._stream.close()

    def _try(self, do: Callable[[], T]) -> T:
        try:
            return do()
        except OSError as error:
            raise RefusedError(self._name, f"can't be written: {error.strerror}") from error


class DebuggerFiles:
    """The files that commands name."""

    def create(self, name: str) -> TraceFile:
        """An empty file."""
        return TraceFile(name)

    def read(self, name: str) -> Sequence[str]:
        """The lines of a text file."""
        return files.read_file(Path(name)).decode(errors="replace").splitlines()


def symbols_of(deck: str, listing: str | None) -> Symbols:
    """The symbols of a listing; else of the one beside the deck, if there is one.

    Raises RefusedError where ``listing`` can't be read or has none.
    """
    name = listing
    if name is None:
        beside = Path(deck).with_suffix(LISTING)
        if not files.file_exists(beside):
            return Symbols()
        name = str(beside)
    return read_symbols(DebuggerFiles().read(name), name)


# -- commands --------------------------------------------------------------------------------------


class Terminal:
    """Whoever types at a terminal: Ctrl-C gives a new line, Ctrl-D ends."""

    name = ""

    def __init__(self) -> None:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - input() edits lines with it

    def __iter__(self) -> Iterator[tuple[int, str]]:
        while True:
            try:
                yield 0, input(PROMPT)
            except KeyboardInterrupt:
                print()
            except EOFError:
                print()
                return


class Script:
    """Commands of a file or of standard input, each shown as it is done; ``#`` begins a remark."""

    def __init__(self, lines: Sequence[str], name: str) -> None:
        self._lines, self.name = lines, name

    def __iter__(self) -> Iterator[tuple[int, str]]:
        for number, line in enumerate(self._lines, start=1):
            text = line.strip()
            if text and not text.startswith("#"):
                print(f"{PROMPT}{text}")
                yield number, text


def _commands(script: str | None) -> Terminal | Script:
    if script is not None:
        return Script(DebuggerFiles().read(script), script)
    if sys.stdin.isatty():
        return Terminal()
    return Script(sys.stdin.read().splitlines(), "standard input")


def check_debug_options(args: argparse.Namespace) -> None:
    """Raises RefusedError for what doesn't go with ``--debug``, or only goes with it."""
    if not args.debug:
        for option in ("script", "symbols"):
            if getattr(args, option) is not None:
                raise RefusedError(f"--{option}", "is for the debugger; expected --debug with it")
        return
    if args.log is not None:
        raise RefusedError(
            "--log", "can't be repeated where words were changed by hand; expected no --debug"
        )
    if args.panel or args.panel_record is not None:
        raise RefusedError("--panel", "doesn't go with --debug; expected one of the two")


def debug_deck(
    args: argparse.Namespace,
    operator: "ProgramOperator",
    load: Callable[[], None],
    outlets: DeckOutputs,
    beside: "Beside | None" = None,
) -> int:
    """Load the media and do what is commanded; the exit status, 2 where a script has a command
    that there isn't.  Raises RefusedError, for a script naming the line."""
    del beside
    symbols = symbols_of(args.deck, args.symbols)
    commands = _commands(args.script)
    text: list[str] = []

    def show_printed() -> None:
        text.append(operator.printed())
        if outlets.paper is None:
            sys.stdout.write(text[-1])

    load()
    with interruptions() as caught:
        debugger = Debugger(
            ProgramJob(operator), symbols, DebuggerFiles(), interrupted=lambda: bool(caught)
        )
        try:
            if isinstance(commands, Terminal):
                print(f"{len(symbols.values)} symbols; help lists the commands")
            for number, line in commands:
                caught.clear()
                _do(debugger, line, show_printed, caught, where=commands.name, number=number)
                if debugger.ended:
                    break
        finally:
            debugger.close()
            operator.let_units_rest()
            operator.end_run()
            show_printed()
            if outlets.paper is not None:
                files.replace_file(outlets.paper, "".join(text).encode())
    return 0


def _do(
    debugger: Debugger,
    line: str,
    show_printed: Callable[[], None],
    caught: list[int],
    *,
    where: str,
    number: int,
) -> None:
    """Do one command, to the end of what it lets run.

    Raises RefusedError for one of a script that is refused; at a terminal that is told.
    """
    try:
        answer = execute(debugger, line)
        while debugger.running:
            if caught:
                debugger.interrupt()
            answer = debugger.proceed()
            show_printed()
        if caught:
            print("interrupted")
    except RefusedError as refusal:
        if number:
            raise RefusedError(f"{where}, line {number}", str(refusal)) from refusal
        answer = [str(refusal)]
    for one in answer:
        print(one)
