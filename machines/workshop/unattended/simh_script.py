"""The words of a script for SIMH's IBM 704: its commands, its registers, its units."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from devices.media.file_kinds import Kind
from devices.refusal import RefusedError
from machines.ibm704 import registers as at
from machines.ibm704.assembler import disassemble
from machines.ibm704.operations import SIZES
from machines.ibm704.registers import Words
from machines.storage.files import read_file

# -- registers -------------------------------------------------------------------------------------


def mirrored_bits(value: int, bits: int) -> int:
    """Bit for bit from the other end: SIMH's light or switch 1 is its lowest bit."""
    return int(f"{value:0{bits}b}"[::-1], 2)


@dataclass(frozen=True)
class Register:
    """A register by SIMH's name: where it is here, its bits, whether SIMH has them mirrored."""

    place: int
    bits: int
    mirrored: bool = False

    def read(self, words: Words) -> int:
        """As SIMH shows it."""
        value = int(words[self.place])
        return mirrored_bits(value, self.bits) if self.mirrored else value

    def text(self, value: int) -> str:
        """In SIMH's octal digits."""
        return f"{value:0{-(-self.bits // 3)}o}"


REGISTERS: Mapping[str, Register] = {
    "IC": Register(at.IC, 15),
    "AC": Register(at.AC, 38),
    "MQ": Register(at.MQ, 36),
    "XR[1]": Register(at.XA, 15),
    "XR[2]": Register(at.XB, 15),
    "XR[4]": Register(at.XC, 15),
    "SL": Register(at.SENSE_LIGHTS, 4, True),
    "SW": Register(at.SENSE_SWITCHES, 6, True),
    "KEYS": Register(at.KEYS, 36),
    "TM": Register(at.TRAPPING, 1),
    "ACOVF": Register(at.AC_OVERFLOW, 1),
    "MQOVF": Register(at.MQ_OVERFLOW, 1),
    "DVC": Register(at.DIVIDE_CHECK, 1),
}
SWITCHES = {f"SW{n}": n for n in range(1, 7)}

# -- a script's lines ------------------------------------------------------------------------------

COMMANDS = (
    *("reset", "examine", "deposit", "run", "go", "step", "continue", "boot", "break", "nobreak"),
    *("attach", "detach", "load", "exit", "quit", "bye", "set", "show", "echo", "assert"),
)
"""In SIMH's order: the first that begins with what is typed is meant."""
RUNNING = ("run", "go", "step", "continue", "boot")
"""After each of these SIMH stands at a stop."""
ENDING = ("exit", "quit", "bye")


@dataclass(frozen=True)
class Line:
    """A command of a script, with the switches that stood before its words, such as ``ef``."""

    where: str
    text: str
    command: str
    switches: str
    words: tuple[str, ...]

    def refusal(self, what: str) -> RefusedError:
        """Of this line."""
        return RefusedError(self.where, f"{self.text}: {what}")


def read_script(path: Path) -> list[Line]:
    """The commands of a script.  Raises RefusedError for one that isn't known, naming its line."""
    found = []
    for number, raw in enumerate(read_file(path).decode(errors="replace").splitlines(), start=1):
        text = raw.strip()
        if not text or text[0] in ";#":
            continue
        first, *rest = text.split()
        where = f"{path.name}, line {number}"
        command = next((name for name in COMMANDS if name.startswith(first.lower())), None)
        if command is None:
            raise RefusedError(where, f"{text}: is no command here; expected {', '.join(COMMANDS)}")
        switches = "".join(word[1:].lower() for word in rest if re.fullmatch("-[a-zA-Z]+", word))
        words = tuple(word for word in rest if not re.fullmatch("-[a-zA-Z]+", word))
        found.append(Line(where, text, command, switches, words))
    return found


def storage_of(script: Iterable[Line]) -> int:
    """How many words ``set cpu`` asks for.  Raises RefusedError for a size that there isn't."""
    size = SIZES[-1]
    for line in script:
        if line.command == "set" and line.words[:1] and line.words[0].lower() == "cpu":
            for word in line.words[1:]:
                if re.fullmatch("[0-9]+k", word.lower()):
                    size = 1024 * int(word[:-1])
                    if size not in SIZES:
                        raise line.refusal("a 704 has 4k, 8k or 32k")
    return size


def attached(line: Line) -> tuple[str, Kind | None, Path]:
    """The unit, the kind of file that ``-f`` names, and the file.  Raises RefusedError."""
    words = list(line.words)
    if len(words) < 2 + ("f" in line.switches):
        raise line.refusal("expected a unit and a file")
    unit, kind = words.pop(0).lower(), None
    unit = unit[:-1] if unit in ("cdr0", "cdp0", "lp0", "dr0") else unit
    if unit not in ("cdr", "cdp", "lp", "dr") and not re.fullmatch("mt[0-9]", unit):
        raise line.refusal("expected cdr, cdp, lp, mt0 to mt9 or dr")
    if "f" in line.switches:
        form = words.pop(0).lower()
        if form not in FORMATS:
            raise line.refusal(f"{form} is no format here; expected {', '.join(FORMATS)}")
        kind = FORMATS[form]
    return unit, kind, Path(" ".join(words))


FORMATS: Mapping[str, Kind | None] = {
    "auto": None,
    "cbn": "cbn",
    "text": "text",
    "bin": "image",
    "simh": "tap",
    "p7b": "p7b",
}
"""What ``-f`` takes."""


def word_text(word: int, symbolic: bool = False) -> str:
    """``  050000000200   CLA 00200``: a word as SIMH shows it, its sign in front."""
    text = f" {'-' if word >> 35 else ' '}{word & (1 << 35) - 1:012o}"
    return f"{text}   {disassemble(word, octal=True)}" if symbolic else text
