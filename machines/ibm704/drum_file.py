"""What is on the eight drums, as lines of octal text: a file that is written by hand or by a run.

::

    * DRUM  ADDRESS   WORDS
         1    00000   070000000002 070000000003 050000000000 042000077777
         1    00100   000000000017

Each line has a drum (1 to 8), the address of its first word (octal, to 3777) and one or more words
of up to twelve octal digits, with blanks between; a line that begins with ``*`` is a remark.  A
word that no line gives is 0; one that two lines give has the later line's value.
"""

import numpy as np
import numpy.typing as npt

from devices.media.medium import place
from devices.names import check_name
from devices.refusal import RefusedError
from machines.ibm704.drums import DRUM_WORDS, DRUMS

WORDS_A_LINE = 8
_HEADING = "* DRUM  ADDRESS   WORDS\n"
_EXPECTED = "a drum (1 to 8), an address (octal, to 3777) and words of up to twelve octal digits"
_DRUM_NAMES = tuple(map(str, range(1, DRUMS + 1)))
_MOST = (1 << 36) - 1

Words = npt.NDArray[np.int64]


def read_drums(data: bytes, name: str) -> Words:
    """The words on all drums, int64[8, 2048], drum 1 first.

    Raises RefusedError naming the line that is wrong.
    """
    check_name(name)
    drums = np.zeros((DRUMS, DRUM_WORDS), dtype=np.int64)
    for number, line in enumerate(data.decode("latin-1").split("\n"), start=1):
        fields = line.split()
        if fields and not fields[0].startswith("*"):
            _read_line(fields, drums, place(name, f"line {number}"))
    return drums


def _read_line(fields: list[str], drums: Words, where: str) -> None:
    if len(fields) < 3:
        raise RefusedError(where, f"has {len(fields)} fields; expected {_EXPECTED}")
    if fields[0] not in _DRUM_NAMES:
        raise RefusedError(where, f"{fields[0][:20]!a} is no drum; expected {_EXPECTED}")
    drum = int(fields[0])
    first = _octal(fields[1], DRUM_WORDS - 1, where)
    words = [_octal(field, _MOST, where) for field in fields[2:]]
    if first + len(words) > DRUM_WORDS:
        raise RefusedError(
            where,
            f"{len(words)} words from address {first:05o} on; a drum ends at {DRUM_WORDS - 1:05o}",
        )
    drums[drum - 1, first : first + len(words)] = words


def _octal(field: str, most: int, where: str) -> int:
    digits = field.isascii() and not field.strip("01234567")
    if not digits or len(field) > 12 or int(field, 8) > most:
        raise RefusedError(where, f"{field[:20]!a} can't be; expected {_EXPECTED}")
    return int(field, 8)


def write_drums(drums: Words) -> bytes:
    """The file that holds these words, int64[8, 2048]: the lines of eight that aren't all 0."""
    lines = [_HEADING]
    for drum, words in enumerate(drums.tolist(), start=1):
        for first in range(0, DRUM_WORDS, WORDS_A_LINE):
            row = words[first : first + WORDS_A_LINE]
            if any(row):
                text = " ".join(f"{word:012o}" for word in row)
                lines.append(f"{drum:6}    {first:05o}   {text}\n")
    return "".join(lines).encode("ascii")
