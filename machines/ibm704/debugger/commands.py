"""The debugger's commands in one table: what each takes, what it does, its help.

A command may be shortened to its first letters as long as no other begins with them.
"""

import shlex
from collections.abc import Callable
from dataclasses import dataclass

from devices.refusal import RefusedError
from machines.ibm704.debugger import changing, kernel, looking, trace
from machines.ibm704.debugger.breakpoints import MOST_COUNT, read_count
from machines.ibm704.debugger.debugger import Debugger
from machines.ibm704.operations import BY_MNEMONIC, decode

Do = Callable[[Debugger, list[str], str], list[str]]
"""Takes the debugger, the words behind the command's name, and the same as one text."""

MOST_BACK = 1_000_000_000
STEPS_SHOWN = 16


class UnknownCommandError(RefusedError):
    """There is no such command, or its letters may mean several."""


@dataclass(frozen=True)
class DebuggerCommand:
    """One command."""

    name: str
    takes: str
    """What follows its name."""
    do: Do
    brief: str
    more: str = ""


def execute(debugger: Debugger, text: str) -> list[str]:
    """Do a command; what it answers.  Raises RefusedError, with nothing changed."""
    words = split(text)
    if not words:
        return []
    rest = text.strip()[len(words[0]) :].strip()
    return find_command(words[0]).do(debugger, words[1:], rest)


def split(text: str) -> list[str]:
    """A command's words; blanks between quotation marks don't part them."""
    lexer = shlex.shlex(text, posix=True, punctuation_chars=False)
    lexer.whitespace_split = True
    lexer.commenters = ""
    try:
        return list(lexer)
    except ValueError:
        raise RefusedError(text, "a quotation mark is not closed") from None


def find_command(word: str) -> DebuggerCommand:
    """The command that a word means.  Raises UnknownCommandError."""
    name = word.lower()
    if name in COMMANDS:
        return COMMANDS[name]
    found = [command for key, command in COMMANDS.items() if key.startswith(name)]
    if len(found) == 1:
        return found[0]
    if found:
        names = " or ".join(command.name for command in found)
        raise UnknownCommandError(word, f"may be {names}; expected more letters")
    raise UnknownCommandError(word, "is no command; help lists them")


# -- running ---------------------------------------------------------------------------------------


def go(debugger: Debugger, words: list[str], rest: str) -> list[str]:
    """Run."""
    _check_none("go", rest)
    debugger.run()
    return []


def step(debugger: Debugger, words: list[str], rest: str) -> list[str]:
    """Execute instructions."""
    count = read_count(rest, "step", MOST_COUNT) if words else 1
    debugger.run(count, rows=min(count, STEPS_SHOWN))
    return []


def over(debugger: Debugger, words: list[str], rest: str) -> list[str]:
    """Execute an instruction, a TSX with all of its subroutine."""
    _check_none("over", rest)
    word = debugger.job.machine.read_storage(debugger.here)
    tag = word >> 15 & 7
    if decode(word) is not BY_MNEMONIC["TSX"] or not tag:
        return step(debugger, [], "")
    debugger.run(call=(tag, debugger.here))
    return []


def until(debugger: Debugger, words: list[str], rest: str) -> list[str]:
    """Run to an address."""
    if len(words) != 1:
        raise RefusedError(f"until {rest}".strip(), "one address was expected")
    debugger.run(until=debugger.address(words[0]))
    return []


def back(debugger: Debugger, words: list[str], rest: str) -> list[str]:
    """Go back."""
    count = read_count(rest, "back", MOST_BACK) if words else 1
    done = debugger.history.back(count, debugger.interrupted)
    if done == count:
        return debugger.where()
    if done == 0 and debugger.interrupted():
        return ["interrupted: the machine is where it was", *debugger.where()]
    return [f"back by {done:,} instructions: that is as far as is kept", *debugger.where()]


def _check_none(name: str, rest: str) -> None:
    if rest:
        raise RefusedError(f"{name} {rest}", f"{name} was expected alone")


# -- the rest --------------------------------------------------------------------------------------


def set_trace(debugger: Debugger, words: list[str], rest: str) -> list[str]:
    """Begin or end a trace."""
    running = debugger.trace is not None and not debugger.trace.ended
    if not words:
        return [f"trace: {debugger.trace.said()}" if debugger.trace else "there is no trace"]
    if [word.lower() for word in words] == ["off"]:
        if debugger.trace is None or not running:
            raise RefusedError("trace off", "there is no trace; trace FILE begins one")
        debugger.trace.close()
        debugger.observer.take_rows = None
        return [f"trace ended: {debugger.trace.said()}"]
    if running:
        raise RefusedError("trace", "one is being written; trace off ends it")
    if debugger.files is None or len(words) > 2:
        raise RefusedError(f"trace {rest}", "expected FILE, and how many lines at most")
    most = read_count(words[1], "lines", trace.MOST_LINES) if len(words) == 2 else trace.LINES
    made = trace.Trace(words[0], debugger.files.create(words[0]), debugger.symbols, most)
    debugger.trace = made
    debugger.observer.take_rows = made.take
    return [f"trace: to {words[0]}, {most:,} lines at most"]


def help_lines(debugger: Debugger, words: list[str], rest: str) -> list[str]:
    """The commands, or one of them."""
    if words:
        found = find_command(words[0])
        return [f"{found.name} {found.takes}".rstrip(), found.brief, *found.more.splitlines()]
    table = [f"  {command.name:<10} {command.brief}" for command in COMMANDS.values()]
    return [*table, "help COMMAND says more. First letters do where no other command has them."]


def quit_debugger(debugger: Debugger, words: list[str], rest: str) -> list[str]:
    """The end."""
    _check_none("quit", rest)
    debugger.ended = True
    return []


ADDRESSES = """\
ADDRESS: symbols and octal numbers with + and - between, such as LOOP+2; * is the next instruction.
A range is FROM,TO without blanks."""

_TABLE = (
    DebuggerCommand(
        "back",
        "[N]",
        back,
        "go back by N instructions (1)",
        "Storage, registers, units, time: all is as it was before them. A card that was read lies\n"
        "in the hopper again. Breakpoints stay. What was deposited later is gone.",
    ),
    DebuggerCommand(
        "break",
        "[[store] ADDRESS[,ADDRESS] | op OPERATION | unit UNIT [count N]]",
        changing.place_break,
        "stop at an address, an operation, a unit, a change of storage; list breakpoints",
        "It stops before the instruction; at a change (store), after the instruction that stored.\n"
        "op takes what a card has, such as TIX, CPY, RTB 3. A unit is reader, punch, printer,\n"
        "crt, tape N or drum N: its selects, copies, movements and hubs. With count N it stops\n"
        "at every N-th time.\n" + ADDRESSES,
    ),
    DebuggerCommand(
        "delete",
        "N | all",
        changing.delete,
        "take a breakpoint away",
    ),
    DebuggerCommand(
        "deposit",
        "ADDRESS|REGISTER [octal | float | decimal | bcd] VALUE | INSTRUCTION",
        changing.deposit,
        "put a word into storage or a register",
        "deposit SUM 77               octal\n"
        "deposit X float 3.5          deposit N decimal 17         deposit TEXT bcd 'HELLO '\n"
        "deposit LOOP+1 TIX LOOP,1,1  an instruction, as on a card: its numbers are decimal\n"
        f"Registers: {' '.join(changing.REGISTERS)}. AC is set as CLA sets it.\n"
        "IC, XA, XB and XC take an address, or decimal N.\n" + ADDRESSES,
    ),
    DebuggerCommand(
        "dump",
        "FROM,TO | drum N [FROM,TO] | tape N [FROM,TO]",
        looking.dump,
        "show storage, a drum or a tape in octal and characters",
        "Four words a line; lines that repeat are drawn together. A tape's FROM,TO are its\n"
        "records and marks, counted from 1 (decimal).\n" + ADDRESSES,
    ),
    DebuggerCommand(
        "examine",
        "ADDRESS[,ADDRESS] | REGISTER [octal | float | bcd | decimal | symbolic]",
        looking.examine,
        "show words of storage, or a register",
        f"Registers: {' '.join(changing.REGISTERS)}; a symbol of the same name is AC+0.\n"
        + ADDRESSES,
    ),
    DebuggerCommand(
        "go",
        "",
        go,
        "run to a breakpoint or a stop",
        "Where the program has stopped, START is pressed. Ctrl-C stops it.",
    ),
    DebuggerCommand("help", "[COMMAND]", help_lines, "list the commands, or explain one"),
    DebuggerCommand(
        "history",
        "[N]",
        looking.history,
        "show the last N instructions (10) and the registers after each",
        f"The last {kernel.ROWS:,} are kept, those of go as well.",
    ),
    DebuggerCommand(
        "over",
        "",
        over,
        "as step, but a TSX with the subroutine that it calls",
        "The subroutine has come back when it transfers by the index register of the TSX while\n"
        "that holds what the TSX put there, such as TRA 2,4: behind the words of the call. If it\n"
        "never comes back so, the program runs to a breakpoint, a stop, or Ctrl-C.",
    ),
    DebuggerCommand(
        "profile",
        "[FROM,TO | clear]",
        looking.show_profile,
        "show where the time went, by symbol or by location",
        "Cycles with those in which the units were waited for.",
    ),
    DebuggerCommand("quit", "", quit_debugger, "end the run; tapes and cards go to their files"),
    DebuggerCommand("registers", "", looking.registers, "show all registers"),
    DebuggerCommand(
        "step",
        "[N]",
        step,
        "execute N instructions (1)",
        f"The last {STEPS_SHOWN} of them are shown with the registers after each.\n"
        "A breakpoint stops it sooner.",
    ),
    DebuggerCommand("switch", "N up|down", changing.switch, "turn a sense switch, 1 to 6"),
    DebuggerCommand(
        "symbols", "[FILE]", looking.symbols, "list the symbols, or read them from a listing"
    ),
    DebuggerCommand(
        "trace",
        "[FILE [LINES] | off]",
        set_trace,
        "write each instruction that is executed to a file",
        "A line has the cycles before it, the instruction, and the registers after it.\n"
        f"It ends after LINES lines ({trace.LINES:,}), or when the disk is full.",
    ),
    DebuggerCommand(
        "transfers",
        "",
        looking.transfers,
        "show the last 64 transfers taken, the latest last",
        "Cycles, from where, to where; the same one again and again is one line.",
    ),
    DebuggerCommand(
        "until", "ADDRESS", until, "run until the next instruction is at ADDRESS", ADDRESSES
    ),
)

COMMANDS = {command.name: command for command in _TABLE}
