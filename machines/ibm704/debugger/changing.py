"""Commands that change something by hand: words, registers, switches; breakpoints."""

from devices.refusal import RefusedError
from machines.ibm704 import registers as at
from machines.ibm704.debugger import lines
from machines.ibm704.debugger.breakpoints import (
    point_text,
    read_count,
    read_point,
)
from machines.ibm704.debugger.debugger import Debugger
from machines.ibm704.debugger.lines import read_word
from machines.ibm704.machine import Machine

WIDTHS = {
    "MQ": (at.MQ, 36),
    "SL": (at.SENSE_LIGHTS, 4),
    **{name: (place, 1) for name, place in lines.LIGHTS.items()},
}
ADDRESSES = {"IC": at.IC, "XA": at.XA, "XB": at.XB, "XC": at.XC}
REGISTERS = ("AC", *WIDTHS, *ADDRESSES)
"""Names that ``examine`` and ``deposit`` take for an address: accumulator, MQ, sense lights (light
1 is 10 octal), lights, instruction counter, index registers."""


def read_register(machine: Machine, name: str) -> str:
    """A register as ``examine`` shows it."""
    words = machine.words
    if name == "AC":
        return lines.accumulator(int(words[at.AC]))
    if name in ADDRESSES:
        return f"{int(words[ADDRESSES[name]]):05o}"
    place, width = WIDTHS[name]
    return f"{int(words[place]):0{-(-width // 3)}o}"


def deposit(debugger: Debugger, words: list[str], rest: str) -> list[str]:
    """A word into storage, or into a register."""
    if len(words) < 2:
        raise RefusedError("deposit", "an address or a register and a value were expected")
    debugger.check_between("deposit")
    machine, name = debugger.job.machine, words[0].upper()
    location = debugger.here if name in REGISTERS else debugger.address(words[0])
    value = rest.partition(words[0])[2].strip()
    if name in ADDRESSES:
        word = _read_address_register(debugger, name, words[1:])
    else:
        word = read_word(words[1:], value, debugger.symbols, location)
    if name in WIDTHS and word >> WIDTHS[name][1]:
        raise RefusedError(value, f"doesn't fit into {name}, which has {WIDTHS[name][1]} bits")
    debugger.history.note()
    if name not in REGISTERS:
        machine.state.storage[location] = word
        said = lines.word(location, word, debugger.symbols)
    else:
        _deposit_register(machine, name, word)
        said = f"{name} {read_register(machine, name)}"
    debugger.history.note(fixed=True)
    return [said]


def _read_address_register(debugger: Debugger, name: str, words: list[str]) -> int:
    """What goes into a register of 15 bits: an address; a number in octal or decimal.  Raises
    RefusedError."""
    form = words[0].lower() if len(words) > 1 else ""
    if form not in ("", "octal", "decimal"):
        raise RefusedError(
            f"deposit {name} {' '.join(words)}",
            f"{name} holds an address; expected one, such as LOOP+2 or 144 (octal), or decimal 100",
        )
    if form == "decimal":
        most = debugger.size - 1
        if not words[1].isdecimal() or len(words) > 2 or int(words[1]) > most:
            raise RefusedError(
                f"deposit {name} {' '.join(words)}",
                f"{name} holds an address; expected decimal 0 to decimal {most}",
            )
        return int(words[1])
    return debugger.address(" ".join(words[1:] if form else words))


def _deposit_register(machine: Machine, name: str, word: int) -> None:
    words = machine.words
    if name == "AC":  # as CLA brings it: Q and P are cleared
        words[at.AC] = word >> 35 << 37 | word & (1 << 35) - 1
    elif name in ADDRESSES:
        words[ADDRESSES[name]] = word
    else:
        words[WIDTHS[name][0]] = word


def switch(debugger: Debugger, words: list[str], rest: str) -> list[str]:
    """A sense switch down or up."""
    if len(words) != 2 or words[1].lower() not in ("up", "down"):
        raise RefusedError(f"switch {rest}".strip(), "expected such as switch 2 down")
    number = read_count(words[0], "switch", 6)
    debugger.history.note()
    debugger.job.operate(f"console.sense.{number}", int(words[1].lower() == "down"))
    debugger.history.note(fixed=True)
    return []


def place_break(debugger: Debugger, words: list[str], rest: str) -> list[str]:
    """One more breakpoint; without words: all of them."""
    points = debugger.breakpoints
    if not words:
        found = [
            f"break {number}: {point_text(point, debugger.symbols)}, met {points.hits(number):,}"
            for number, point in points.points.items()
        ]
        return found or ["there are no breakpoints"]
    point = read_point(words, debugger.symbols, debugger.here, debugger.size)
    number = points.add(point)
    debugger.place_breakpoints()
    return [f"break {number}: {point_text(point, debugger.symbols)}"]


def delete(debugger: Debugger, words: list[str], rest: str) -> list[str]:
    """Breakpoints are taken away."""
    points = debugger.breakpoints
    if [word.lower() for word in words] == ["all"]:
        points.delete_all()
    elif len(words) == 1:
        points.delete(read_count(words[0], "delete"))
    else:
        raise RefusedError(f"delete {rest}".strip(), "expected a breakpoint's number, or all")
    debugger.place_breakpoints()
    return []
