"""``main.py run704 --debug``: the debugger's terminal, or its script.

It begins in front of the program's first instruction, where a loader of ours has loaded it;
``back`` goes back into the loader.  Elsewhere it begins before LOAD's two words.

Commands are read from the terminal (with the editing and history of ``readline`` where Python has
it), from ``--script FILE``, or from standard input; of the latter two each is shown before its
answer.  What is printed meanwhile comes between, unless ``--listing`` gives it to a file.
"""

import argparse
import contextlib
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, TypeVar

from devices.interruptions import Interrupted, interruptions
from devices.names import shown
from devices.refusal import RefusedError
from machines.ibm704.debugger import images
from machines.ibm704.debugger.commands import execute
from machines.ibm704.debugger.debugger import Debugger
from machines.ibm704.debugger.job import ExhibitJob, find_start_instruction
from machines.ibm704.debugger.observer import FOREVER
from machines.ibm704.debugger.symbols import Symbols, read_symbols
from machines.ibm704.machine import READER
from machines.storage import files
from machines.storage.option_parsing import named_again
from machines.storage.program import NAME
from machines.workshop.unattended.ibm704 import ProgramOperator
from machines.workshop.unattended.operator import DeckOutputs, PrinterText

if TYPE_CHECKING:
    from machines.workshop.unattended.operator import Beside

T = TypeVar("T")

PROMPT = "704> "
LISTING = ".lst"
"""The ending of the listing that is looked for beside the deck."""


# -- the job: a program with its operator ----------------------------------------------------------


class ProgramJob(ExhibitJob):
    """A program's run as :class:`ProgramOperator` has it: its slices, its cards, its time."""

    def __init__(self, operator: ProgramOperator) -> None:
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
        return [images.make_image(_plain_fields(helper)) for helper in self._helpers]

    def put_more_back(self, image: object) -> None:
        """That again."""
        assert isinstance(image, list)
        for helper, held in zip(self._helpers, image, strict=True):
            for name, value in images.put_back(held):
                setattr(helper, name, value)

    def pass_over_output(self) -> None:
        """What has been printed was shown before."""
        self.operator.printed()


def _plain_fields(helper: object) -> list[tuple[str, object]]:
    """The attributes of an object that are values: lists, numbers, text."""
    kinds = (*images.PLAIN, list, tuple)
    return [(name, value) for name, value in vars(helper).items() if isinstance(value, kinds)]


# -- files -----------------------------------------------------------------------------------------


class TraceFile:
    """A text file that is written bit by bit."""

    def __init__(self, name: str) -> None:
        path = Path(name)
        files.check_writable(path, usual=files.TEXT)
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
    """The files that commands name; none may be one of the run's own, and those of a script must be
    named by the command line, too."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._script, self._named = args.script, {"--trace": args.trace, "--symbols": args.symbols}
        names = ("deck", "listing", "punch", "crt", "script", "symbols", "board", "drum", "events")
        self._taken = {name: getattr(args, name) for name in names}
        self._taken |= {f"cards {name}": name for name in args.cards}
        self._taken |= {f"tape {text}": text.partition("=")[2] for text in args.tape}

    def create(self, name: str) -> TraceFile:
        """An empty file."""
        files.check_apart({"trace": name, **self._taken})
        return TraceFile(self._named_again(name, "--trace"))

    def read(self, name: str) -> Sequence[str]:
        """The lines of a text file."""
        return _lines(self._named_again(name, "--symbols"))

    def _named_again(self, name: str, option: str) -> str:
        if self._script is None:
            return name
        return named_again(name, self._named[option], self._script, option)


def _lines(name: str) -> Sequence[str]:
    text = files.read_file(Path(name)).decode(errors="replace")
    return [shown(line) for line in text.splitlines()]


def symbols_of(deck: str | None, listing: str | None) -> tuple[Symbols, str]:
    """The symbols of a listing, else of the one beside the deck, if there is one; and what there is
    to say of them.

    Raises RefusedError where ``listing`` can't be read or has none.
    """
    name = listing
    if name is None:
        if deck is None:
            return Symbols(), f"no symbols: {_GIVE_LISTING}"
        beside = Path(deck).with_suffix(LISTING)
        if not files.file_exists(beside):
            return Symbols(), f"no symbols: there is no listing {beside}; {_GIVE_LISTING}"
        name = str(beside)
    symbols = read_symbols(_lines(name), name)
    return symbols, symbols.count_text(name)


_GIVE_LISTING = (
    "--symbols FILE, or the command symbols FILE, takes one, as "
    f"{NAME} assemble PROGRAM --listing FILE writes it"
)


# -- commands --------------------------------------------------------------------------------------


Commands = Iterator[tuple[str, str]]
"""Each with the line where it stands; empty: it was typed at a terminal."""


def _commands(script: str | None) -> Commands:
    """Those of a file, of a terminal, or of the standard input.  Raises RefusedError."""
    if script is not None:
        return _scripted(_lines(script), script)
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - input() edits lines with it
        return _typed()
    return _scripted(sys.stdin.read().splitlines(), "standard input")


def _typed() -> Commands:
    """Ctrl-C gives a new line, Ctrl-D ends."""
    print("help lists the commands")
    while True:
        try:
            yield "", input(PROMPT)
        except KeyboardInterrupt:
            print()
        except EOFError:
            print()
            return


def _scripted(lines: Sequence[str], name: str) -> Commands:
    """Each is shown as it is done; ``#`` begins a remark."""
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if text and not text.startswith("#"):
            print(f"{PROMPT}{text}")
            yield f"{name}, line {number}", text


def run_to_end(
    debugger: Debugger,
    command: Callable[[], list[str]],
    show: Callable[[], None],
    caught: Sequence[int],
) -> list[str]:
    """What a command answers when what it lets run has come to its end, or a signal was ``caught``;
    ``show`` is called after each slice."""
    answer = command()
    while debugger.running:
        if caught:
            debugger.interrupt()
        answer = debugger.proceed()
        show()
    return answer


class _Run:
    """A debugger at work for its terminal or script."""

    def __init__(self, operator: ProgramOperator, args: argparse.Namespace) -> None:
        self.operator = operator
        self.paper = args.listing is not None
        self._caught: list[int] = []
        symbols, self._of_symbols = symbols_of(args.deck, args.symbols)
        self.debugger = Debugger(
            ProgramJob(operator), symbols, DebuggerFiles(args), lambda: bool(self._caught)
        )

    def begin(self) -> None:
        """Run to the program's first instruction, if it is known; say where it stands."""
        print(self._of_symbols)
        place = self._start_instruction()
        if place is None:
            print(
                "nothing is loaded yet: LOAD's two words come first; until ADDRESS runs to an "
                "instruction of the program"
            )
            return
        answer = self._run_to_end(lambda: self._let_run(until=place))
        if self.debugger.here == place and not self.interrupted:
            answer = self._run_to_end(lambda: self._let_run(left=1))
            self.debugger.observer.counted.profile[:] = 0
            print("the program is loaded; back goes back into its loader")
        self._show(answer)

    def _start_instruction(self) -> int | None:
        machine, reader = self.operator.machine, self.operator.exhibit.state.reader
        if machine.state.load_unit != READER:
            return None
        moving = [] if reader.moving is None else [reader.moving]
        cards = [loaded.card for loaded in (*reader.stacker, *moving, *reader.hopper)]
        return find_start_instruction(cards, len(machine.state.storage))

    def _let_run(self, left: int = FOREVER, until: int = -1) -> list[str]:
        self.debugger.run(left, until=until)
        return []

    def do(self, line: str) -> None:
        """Do one command, to the end of what it lets run, or Ctrl-C.  Raises RefusedError."""
        self._show(self._run_to_end(lambda: execute(self.debugger, line)))

    def _run_to_end(self, command: Callable[[], list[str]]) -> list[str]:
        """What a command answers, when what it lets run has come to its end, or to Ctrl-C."""
        with interruptions() as self._caught:
            answer = run_to_end(self.debugger, command, self.show_printed, self._caught)
        for number in self._caught:
            if number != signal.SIGINT:  # which ends a run only
                raise Interrupted(number)
        return answer

    def _show(self, answer: Sequence[str]) -> None:
        if self._caught:
            print("interrupted")
        for line in answer:
            print(line)

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C was pressed during the last command."""
        return bool(self._caught)

    def show_printed(self) -> None:
        """What the printer has printed since."""
        printed = self.operator.printed()
        if not self.paper:
            sys.stdout.write(printed)


def debug_deck(
    args: argparse.Namespace,
    operator: ProgramOperator,
    load: Callable[[], None],
    outlets: DeckOutputs,
    beside: "Beside | None" = None,
) -> int:
    """Load the media and do what is commanded; the exit status.

    Raises RefusedError for a command of a script that is refused, naming the line;
    KeyboardInterrupt where Ctrl-C ended a command of a script.
    """
    del beside
    commands = _commands(args.script)
    load()
    run = _Run(operator, args)
    try:
        run.begin()
        if run.interrupted and (args.script is not None or not sys.stdin.isatty()):
            raise Interrupted
        for where, line in commands:
            try:
                run.do(line)
            except RefusedError as refusal:
                if where:
                    raise RefusedError(where, str(refusal)) from refusal
                print(refusal)
            if where and run.interrupted:
                raise Interrupted
            if run.debugger.ended:
                break
    finally:
        run.debugger.close()
        operator.let_units_rest()
        operator.end_run()
        run.show_printed()
        if outlets.events is not None:
            outlets.events.close()
        if outlets.paper is not None:  # as the paper is now: lines may have been taken back
            listing = PrinterText(operator.exhibit.state.printer).more(last=True)
            files.replace_file(outlets.paper, listing.encode())
    return 0
