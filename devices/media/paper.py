"""Printer paper: fanfold that lines are printed on, one after the other, and never taken back.

A line has at most 120 columns (the 716's print wheels) and a carriage act that comes before it:
``single`` moves to the next row, ``double`` leaves a row free, ``eject`` goes to the top of the
next form.  On a fresh row (new paper, or after the operator's restore) ``single`` prints where
the paper stands.  A form is 66 rows, 11 inches at six rows an inch, unless ``form`` says otherwise.

As text (docs/sources/media.md): one line a row, a form feed before a line that an eject brought to
the top of a form.  Rows that merely run over a fold get no form feed: nothing was ejected.

A line can be printed over as long as it stands under the wheels.  Characters that come to lie on
blanks join it.  Where another character lies already the paper keeps both: the later one is read
in ``text``, the earlier in ``under``.  As text such a row is written as a printer without line feed
would get it: what lies under first, a carriage return, then the row as it reads, so that whatever
shows only one of the two shows the whole row.
"""

import hashlib
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, overload

from devices.media.charset import PUNCHES
from devices.media.file_kinds import Unchanging

Carriage = Literal["single", "double", "eject"]

WIDTH = 120
"""Columns of the 716: one print wheel each."""
FORM_ROWS = 66
"""Rows from fold to fold."""
SHORTEST_FORM, LONGEST_FORM = 6, 132
"""Rows of other forms: 1 to 22 inches."""
OVER = "\r"
"""As text: between what lies on one row."""
BLOCK = 1_000
"""So many lines are put away together."""
MOST_BLOCK_BYTES = BLOCK * 1_000
MOST_UNDER = 7
"""Characters that are kept under the last one of a place, so that a block has room; of more the
ink would be black."""
MOST_BLANK_ROWS = 10_000_000
"""Between two lines: the 704 would move the paper for days without printing."""
_ACTS: dict[str, Carriage] = {"single": "single", "double": "double", "eject": "eject"}


@dataclass(frozen=True)
class PrintedLine(Unchanging):
    """One printed line: its text without blanks at the end, the carriage act before it, and its
    row counted from 0 at the top of the paper."""

    text: str
    carriage: Carriage
    row: int
    under: tuple[str, ...] | None = field(default=None, metadata={"later": True})
    """What was printed over with other characters: texts that lie under this one, the earliest
    first.  None: nothing."""

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        if self.under is not None and not 1 <= len(self.under) <= MOST_UNDER:
            raise ValueError(f"{len(self.under)} texts lie under a line, not 1 to {MOST_UNDER}")
        for text in self.under or ():
            if len(text) > WIDTH or not set(text) <= set(PUNCHES):
                raise ValueError(f"{text[:WIDTH]!r} lies under a line")

    @property
    def strikes(self) -> tuple[str, ...]:
        """All texts that lie on the row, the last is ``text``."""
        return (*(self.under or ()), self.text)

    def printed_over(self, text: str) -> "PrintedLine":
        """The line with ``text`` printed over it."""
        width = max(len(self.text), len(text))
        layers = [list(layer.ljust(width)) for layer in self.strikes]
        for column, char in enumerate(text):
            _strike(layers, column, char)
        *under, top = ("".join(layer).rstrip(" ") for layer in layers)
        return PrintedLine(top, self.carriage, self.row, tuple(under) or None)


def _strike(layers: list[list[str]], column: int, char: str) -> None:
    """``char`` comes to lie on a column of layers, of which the last is seen."""
    *under, top = layers
    seen = top[column]
    if char in (" ", seen):
        return
    top[column] = char
    if seen == " ":
        return
    free = next((layer for layer in under if layer[column] in (" ", char)), None)
    if free is None and len(under) < MOST_UNDER:
        free = [" "] * len(top)
        layers.insert(-1, free)
    if free is not None:
        free[column] = seen


@dataclass(repr=False)
class Listing(Sequence[PrintedLine]):
    """Printed lines from the first on; only ever grows.  While one thread appends others may read.

    Older lines are put away, compressed, a thousand at a time: in a day flat out three million are
    printed, and a machine's whole state is written down again and again.
    """

    away: list[bytes] = field(default_factory=list, metadata={"digest": False})
    """BLOCK lines each.  What zlib makes of them may be another on another computer, so they are no
    part of a state's digest; ``seal`` stands for them."""
    seal: bytes = b""
    """The SHA-256 of the seal before and the block last put away, and so of all of them."""
    held: tuple[int, list[PrintedLine]] = field(default_factory=lambda: (0, []))
    """How many lines are put away, and those after them: for other threads both change as one."""

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`: what was put away is what was sealed, and no
        larger; lines stand below each other, and not so far that their text would be nothing but
        blank rows."""
        seal, row = b"", 0
        for data in self.away:
            text = _unzipped(data)
            if len(_lines(data)) != BLOCK:
                raise ValueError(f"a block has not {BLOCK} lines")
            row = _check_rows(_lines(data), row)
            seal = hashlib.sha256(seal + text).digest()
        _check_rows(self.held[1], row)
        if seal != self.seal or self.held[0] != BLOCK * len(self.away):
            raise ValueError("what was put away is not what was sealed")

    def append(self, line: PrintedLine) -> None:
        """One more line at the end."""
        first, recent = self.held
        recent.append(line)
        if len(recent) >= 2 * BLOCK:
            text = "\n".join(
                f"{line.carriage} {line.row} {OVER.join(line.strikes)}" for line in recent[:BLOCK]
            ).encode()
            self.seal = hashlib.sha256(self.seal + text).digest()
            self.away.append(zlib.compress(text))
            self.held = first + BLOCK, recent[BLOCK:]

    def replace_last(self, line: PrintedLine) -> None:
        """``line`` in place of the last: it was printed over."""
        self.held[1][-1] = line

    def __repr__(self) -> str:
        return f"<{len(self)} lines>"

    def __len__(self) -> int:
        first, recent = self.held
        return first + len(recent)

    @overload
    def __getitem__(self, key: int) -> PrintedLine: ...

    @overload
    def __getitem__(self, key: slice) -> list[PrintedLine]: ...

    def __getitem__(self, key: int | slice) -> PrintedLine | list[PrintedLine]:
        first, recent = self.held
        places = range(first + len(recent))[key]
        if isinstance(places, int):
            if places >= first:
                return recent[places - first]
            return _lines(self.away[places // BLOCK])[places % BLOCK]
        return [self[place] for place in places]

    def __iter__(self) -> Iterator[PrintedLine]:
        first, recent = self.held
        for data in self.away[: first // BLOCK]:
            yield from _lines(data)
        yield from recent


def _check_rows(lines: Sequence[PrintedLine], row: int) -> int:
    """The row of the last line, from ``row`` before the first.  Raises ValueError for rows that go
    back or leave more than MOST_BLANK_ROWS free."""
    for line in lines:
        if not row <= line.row <= row + MOST_BLANK_ROWS:
            raise ValueError(f"a line stands on row {line.row} after row {row}")
        row = line.row
    return row


def _unzipped(data: bytes) -> bytes:
    """A block's text.  Raises ValueError for what is none, or is larger than any."""
    opened = zlib.decompressobj()
    try:
        text = opened.decompress(data, MOST_BLOCK_BYTES)
    except zlib.error as error:
        raise ValueError(f"a block can't be unpacked: {error}") from None
    if not opened.eof:
        raise ValueError(f"a block is cut short or larger than {MOST_BLOCK_BYTES} bytes")
    return text


@lru_cache(maxsize=16)
def _lines(data: bytes) -> tuple[PrintedLine, ...]:
    """The lines of a block that was put away."""
    return tuple(_line(*row.split(" ", 2)) for row in _unzipped(data).decode().split("\n"))


def _line(act: str, row: str, texts: str) -> PrintedLine:
    *under, text = texts.split(OVER)
    line = PrintedLine(text, _ACTS[act], int(row), tuple(under) or None)
    line.check_state()
    return line


def _printable(text: str) -> str:
    """``text`` without blanks at its end.  Raises ValueError for what no wheels print."""
    text = text.rstrip(" ")
    if len(text) > WIDTH:
        raise ValueError(f"{len(text)} columns: the printer has {WIDTH}")
    for char in text:
        if char not in PUNCHES:
            raise ValueError(f"no print wheel has {char!r}")
    return text


@dataclass
class Paper:
    """Fanfold in a printer: ``lines`` only ever grows, and only the last can be printed over."""

    lines: Listing = field(default_factory=Listing)
    row: int = 0  # The row under the print wheels
    fresh: bool = True  # Nothing is printed on that row yet
    skipped: bool = False  # The paper was moved to a new form since the last line
    form: int | None = field(default=None, metadata={"later": True})
    """Rows of a form; None: FORM_ROWS."""

    @property
    def form_rows(self) -> int:
        """Rows from fold to fold."""
        return FORM_ROWS if self.form is None else self.form

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`: the paper stands at its last line or below it."""
        if not SHORTEST_FORM <= self.form_rows <= LONGEST_FORM:
            raise ValueError(f"a form of {self.form_rows} rows")
        last = self.lines[-1].row if len(self.lines) else 0
        if not last <= self.row <= last + MOST_BLANK_ROWS:
            raise ValueError(f"the paper stands at row {self.row}, its last line at {last}")

    def print_line(self, text: str, carriage: Carriage = "single") -> PrintedLine:
        """Move the paper and print; ``text`` must be of the 704's characters.

        Raises ValueError for more than 120 columns, a character that no wheel has, or an unknown
        carriage act: those are the printing program's errors.
        """
        text = _printable(text)
        if carriage not in _ACTS:
            raise ValueError(f"carriage {carriage!r}: expected one of {', '.join(_ACTS)}")
        if carriage == "eject":
            self.restore()
        else:
            self.row += (0 if self.fresh else 1) + (1 if carriage == "double" else 0)
        shown: Carriage = "eject" if self.skipped else "single" if carriage == "eject" else carriage
        line = PrintedLine(text, shown, self.row)
        self.lines.append(line)
        self.fresh = self.skipped = False
        return line

    def overprint(self, text: str) -> PrintedLine:
        """Print where the paper stands, over what is printed there: wheels that set a blank leave
        what is there.

        ``text`` as for :meth:`print_line`.
        """
        if not self.line_is_open:
            self.fresh = True  # no row to move on from: it prints where it stands
            return self.print_line(text)
        line = self.lines[-1].printed_over(_printable(text))
        self.lines.replace_last(line)
        return line

    @property
    def line_is_open(self) -> bool:
        """Whether the last line stands under the wheels, so that more may be printed on its row."""
        return not self.fresh and len(self.lines) > 0 and self.lines[-1].row == self.row

    def space(self, rows: int) -> None:
        """Move on by so many rows without printing."""
        self.row += rows

    def skip(self, stops: Sequence[int]) -> None:
        """Move to the next of these rows of a form (from 0 at its top); stays where it is if that
        is one of them, with nothing printed on it."""
        form, row = divmod(self.row, self.form_rows)
        if self.fresh and row in stops:
            return
        later = [stop for stop in stops if stop > row]
        self.skipped = self.skipped or not later
        self.row = (form + (not later)) * self.form_rows + min(later or stops)
        self.fresh = True

    def restore(self) -> None:
        """Move to the top of a form; stays where it is on a form with nothing printed on it."""
        self.skip((0,))

    def text(self) -> str:
        """All that is printed, one line a row, a form feed where a form was ejected."""
        return text_of_lines(self.lines, form_rows=self.form_rows)


def text_of_lines(lines: Sequence[PrintedLine], row: int = 0, form_rows: int = FORM_ROWS) -> str:
    """Printed lines as plain text with form feeds; ``row`` is the first that has no text yet."""
    parts = []
    for line in lines:
        if line.carriage == "eject":
            # A double space after a restore leaves rows free at the top of the new form.
            row = line.row // form_rows * form_rows
            parts.append("\f")
        parts.append("\n" * (line.row - row) + OVER.join(line.strikes) + "\n")
        row = line.row + 1
    return "".join(parts)
