"""Commands that look: storage, drums, tapes, registers, what was executed, where time went."""

from collections import defaultdict
from collections.abc import Iterator

from devices.refusal import RefusedError
from devices.units.tape_drive import DIAL_POSITIONS
from machines.ibm704 import registers as at
from machines.ibm704.debugger import kernel, lines
from machines.ibm704.debugger.breakpoints import read_count, read_range
from machines.ibm704.debugger.changing import REGISTERS, read_register
from machines.ibm704.debugger.debugger import Debugger
from machines.ibm704.debugger.kernel import Table
from machines.ibm704.debugger.lines import FORMS, located
from machines.ibm704.debugger.symbols import FARTHEST, Symbols, read_symbols
from machines.ibm704.drums import DRUM_WORDS, DRUMS
from machines.ibm704.machine import Machine

SYMBOLS_A_LINE = 5
ROWS = 10
MOST_WORDS = 1024
"""That one ``examine`` shows."""


def examine(debugger: Debugger, words: list[str], rest: str) -> list[str]:
    """Words of storage, or a register."""
    asked = len(words) > 1
    form = words.pop().lower() if asked else "symbolic"
    if form not in (*FORMS, "symbolic") or len(words) != 1:
        forms = ", ".join((*FORMS, "symbolic"))
        raise RefusedError("examine", f"expected ADDRESS or FROM,TO and one of {forms}")
    machine = debugger.job.machine
    if (name := words[0].upper()) in REGISTERS:
        if asked and name not in ("AC", "MQ"):
            raise RefusedError(f"examine {name}", f"{form} is for words; expected none")
        shown = read_register(machine, name)
        if asked and form != "symbolic":
            accumulator = int(machine.words[at.AC])
            word = accumulator >> 2 & 1 << 35 | accumulator & (1 << 35) - 1
            shown = FORMS[form](word if name == "AC" else int(machine.words[at.MQ]))
        return [f"{name} {shown}"]
    first, last = read_range(words[0], debugger.symbols, debugger.here, debugger.size)
    if last - first >= MOST_WORDS:
        raise RefusedError(words[0], f"are more than {MOST_WORDS} words; dump shows them")
    found = []
    for address in range(first, last + 1):
        word = machine.read_storage(address)
        if form == "symbolic":
            found.append(lines.word(address, word, debugger.symbols))
        else:
            name = debugger.symbols.name(address)
            found.append(f"{address:05o} {name:<10} {FORMS[form](word)}".rstrip())
    return found


def dump(debugger: Debugger, words: list[str], rest: str) -> list[str]:
    """Storage, a drum or a tape."""
    kind = words[0].lower() if words else ""
    if kind == "drum":
        return list(_dump_drum(debugger, words[1:]))
    if kind == "tape":
        return list(_dump_tape(debugger, words[1:]))
    if len(words) != 1:
        raise RefusedError(f"dump {rest}", "expected FROM,TO, or drum N, or tape N")
    first, last = read_range(words[0], debugger.symbols, debugger.here, debugger.size)
    return list(lines.dump(debugger.job.machine.state.storage[first : last + 1], first))


def _dump_drum(debugger: Debugger, words: list[str]) -> Iterator[str]:
    _check_one_range(words, "drum", "dump drum 1 100,177")
    number = read_count(words[0] if words else "", "drum", DRUMS)
    place = words[1] if len(words) > 1 else f"0,{DRUM_WORDS - 1:o}"
    first, last = read_range(place, debugger.symbols, debugger.here, DRUM_WORDS)
    drum = debugger.job.machine.channel.state.drums[number - 1]
    return lines.dump(drum[first : last + 1], first)


def _dump_tape(debugger: Debugger, words: list[str]) -> Iterator[str]:
    _check_one_range(words, "tape", "dump tape 3 2,5")
    number = read_count(words[0] if words else "", "tape", DIAL_POSITIONS)
    drive = debugger.job.machine.channel.units.drive(number)
    if drive is None or drive.mounted is None:
        raise RefusedError(f"tape {number}", "no tape is mounted there; expected --tape N=FILE")
    count = len(drive.items)
    low, comma, high = (words[1] if len(words) > 1 else f"1,{max(count, 1)}").partition(",")
    first = read_count(low, "record", max(count, 1))
    last = read_count(high, "record", max(count, 1)) if comma else first
    if last < first:
        raise RefusedError(words[1], "ends before it begins; expected FROM,TO")
    yield f"{drive.mounted}: {count} records and marks, {drive.at} of them behind the head"
    for place in range(first, min(last, count) + 1):
        yield from lines.tape_item(place, drive.items[place - 1])


def _check_one_range(words: list[str], unit: str, example: str) -> None:
    """Raises RefusedError for more than a number and a range."""
    if len(words) > 2:
        raise RefusedError(
            f"dump {unit} {' '.join(words)}",
            f"a range is FROM,TO without blanks; expected such as {example}",
        )


def registers(debugger: Debugger, words: list[str], rest: str) -> list[str]:
    """All registers, and the next instruction."""
    debugger.observer.settle()
    machine = debugger.job.machine
    return [debugger.where()[0], *lines.all_registers(machine, debugger.observer.steps)]


def history(debugger: Debugger, words: list[str], rest: str) -> list[str]:
    """The instructions executed last with the registers after each."""
    count = read_count(words[0], "history", kernel.ROWS) if words else ROWS
    rows = debugger.observer.last_rows(count)
    return [lines.row(row, debugger.symbols) for row in rows] or ["nothing has been executed"]


def transfers(debugger: Debugger, words: list[str], rest: str) -> list[str]:
    """The transfers taken last."""
    found = []
    for transfer in debugger.observer.last_transfers():
        source, target = (
            f"{place:05o} {debugger.symbols.name(place)}".rstrip()
            for place in (transfer.source, transfer.target)
        )
        times = f"  {transfer.times:,} times" if transfer.times > 1 else ""
        found.append(f"{transfer.cycles:>12,}  {source:<16} to {target:<16}{times}".rstrip())
    return found or ["no transfer has been taken"]


def show_profile(debugger: Debugger, words: list[str], rest: str) -> list[str]:
    """Cycles by symbol or by location."""
    debugger.observer.settle()
    table = debugger.observer.counted.profile
    if words and words[0].lower() == "clear":
        table[:] = 0
        return []
    if not words:
        return list(by_symbol(table, debugger.symbols))
    first, last = read_range(words[0], debugger.symbols, debugger.here, debugger.size)
    machine = debugger.job.machine
    return list(by_location(table, machine, first, last, debugger.symbols))


def symbols(debugger: Debugger, words: list[str], rest: str) -> list[str]:
    """The symbols; or they are read from a listing."""
    if words:
        if debugger.files is None:
            raise RefusedError(rest, "no files can be read here")
        debugger.symbols = read_symbols(debugger.files.read(rest), rest)
        return [debugger.symbols.count_text(rest)]
    entries = [f"{name:<8} {value:05o}" for name, value in sorted(debugger.symbols.values.items())]
    step = SYMBOLS_A_LINE
    found = ["   ".join(entries[n : n + step]) for n in range(0, len(entries), step)]
    if found:
        return found
    if debugger.files is None:
        return ["there are no symbols: no listings are read here"]
    return ["there are no symbols: symbols FILE takes them from the program's listing"]


# -- Where a program's time goes


HEAD = f"{'from':<6}{'to':<6}{'symbol':<11}{'cycles':>14}{'percent':>9}{'instructions':>14}"


def by_symbol(profile: Table, symbols: Symbols) -> Iterator[str]:
    """A line a region, the longest first; locations without a symbol go by 64 words.

    A region is a symbol's location and those behind it up to the next symbol.
    """
    regions: dict[tuple[int, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for address in profile[0].nonzero()[0].tolist():
        name, _, offset = symbols.name(address).partition("+")
        first = address - int(offset or "0", 8) if name else address & -FARTHEST
        held = regions[first, name]
        held[0] += int(profile[1, address])
        held[1] += int(profile[0, address])
        held[2] = max(held[2], address)
    total = sum(held[0] for held in regions.values())
    yield HEAD
    for (first, name), held in sorted(regions.items(), key=lambda item: (-item[1][0], item[0])):
        cycles, count, last = held
        share = 100 * cycles / max(total, 1)
        yield f"{first:05o} {last:05o} {name:<11}{cycles:>14,}{share:>9.1f}{count:>14,}"
    yield f"{'all':<23}{total:>14,}{100.0:>9.1f}{int(profile[0].sum()):>14,}"


def by_location(
    profile: Table, machine: Machine, first: int, last: int, symbols: Symbols
) -> Iterator[str]:
    """A line for each location that was executed."""
    total = max(int(profile[1].sum()), 1)
    yield f"{'location':<39}{'cycles':>14}{'percent':>9}{'instructions':>14}"
    for address in range(first, last + 1):
        count, cycles = int(profile[0, address]), int(profile[1, address])
        if count:
            text = located(address, machine.read_storage(address), symbols)
            yield f"{text:<39}{cycles:>14,}{100 * cycles / total:>9.1f}{count:>14,}"
