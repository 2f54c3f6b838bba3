"""The printed listing: each card with its location and its word in octal, then the symbols.

Columns of a line, as UA SAP 3 printed them::

    flags  location  word                card
    U      00144      0 500   4 01750    LOOP  CLA TABLE,4    TAKE THE NEXT
           00145     -3 00024 1 00144          TXL LOOP,1,20
           00146     -377777000000       MASK  OCT -377777000000

An instruction is shown by its parts: sign and prefix, then the decrement (of an operation of
eleven bits only the three digits that belong to it), tag, address; a part that has no value is
blank.  Data of DEC and OCT are a sign and twelve digits, characters twelve digits.

A card that REP repeats stands there again without its symbol.  Behind SPC 2 each card's lines are
followed by a blank one, up to the next SPC; behind SKP a line with a form feed alone begins a page.
"""

from collections.abc import Iterator, Sequence

from devices.media.card import READ_COLUMNS
from machines.ibm704.assembler.data import MINUS
from machines.ibm704.assembler.lines import Line, Passes
from machines.ibm704.assembler.words import Assembled

_SYMBOLS_A_LINE = 6
_WORD = 18


def word_groups(
    word: int, prefix_only: bool = True, decrement: bool = True, blank: str = ""
) -> str:
    """A word by its parts: ``"-3 00024 1 00144"``; ``blank`` names the parts (A T D) not shown."""
    sign, prefix = "-" if word & MINUS else " ", word >> 33 & 3
    middle = f"{word >> 18 & 0o77777:05o}"
    if not prefix_only and not word >> 18 & 0o77:
        middle = middle[:3] + "  "
    elif (prefix_only and not decrement) or "D" in blank:
        middle = " " * 5
    tag = " " if "T" in blank else f"{word >> 15 & 7:o}"
    address = " " * 5 if "A" in blank else f"{word & 0o77777:05o}"
    return f"{sign}{prefix} {middle} {tag} {address}"


def signed_octal(word: int) -> str:
    """A word as a sign and twelve digits."""
    return f"{'-' if word & MINUS else ' '}{word & (MINUS - 1):012o}"


def listing_lines(program: Passes, name: str, told: Sequence[str]) -> tuple[str, ...]:
    """All lines of the listing; ``told`` are the errors and warnings in words."""
    lines: list[str] = [name.upper()[:READ_COLUMNS], ""]
    double = False
    for line in program.lines:
        lines += _of_line(line)
        if line.kind == "SPC":
            double = line.card.variable == "2"
        if line.kind == "SKP":
            lines.append("\f")
        elif double:
            lines.append("")
    lines += ["", *_symbols(program), ""]
    lines += told or ["NO ERRORS"]
    return tuple(lines)


def _of_line(line: Line) -> Iterator[str]:
    card = line.card.text.rstrip()
    if line.is_repeated and line.kind != "remark":
        card = " " * 6 + card[6:]
    location = f"{line.location:05o}" if line.words else ""
    if line.words:
        yield _row(line.letters, location, _first_word(line), card)
        for offset, word in enumerate(line.words[1:], start=1):
            yield _row("", f"{line.location + offset:05o}", _datum(line, word), "")
        return
    shown = "" if line.shown is None else f"{line.shown:05o}".rjust(_WORD - 1)
    yield _row(line.letters, location, shown, card)


def _row(letters: str, location: str, word: str, card: str) -> str:
    return f"{letters:<6} {location:<5} {word:<{_WORD}} {card}".rstrip()


def _first_word(line: Line) -> str:
    if line.kind != "word":
        return _datum(line, line.words[0])
    if line.fields is None:
        return ""  # no such operation
    fields: Assembled = line.fields
    return word_groups(fields.word, fields.prefix_only, fields.decrement_given, fields.undefined)


def _datum(line: Line, word: int) -> str:
    return f" {word:012o}" if line.kind in ("BCI", "BCD") else signed_octal(word)


def _symbols(program: Passes) -> Iterator[str]:
    """The symbols by name; a hyphen marks those that no card refers to."""
    symbols = program.scope.symbols
    if not symbols:
        yield "NO SYMBOLS"
        return
    yield "SYMBOLS (- NOT REFERRED TO)"
    entries = [
        f"{' ' if name in program.scope.referenced else '-'}{name:<8} {value:05o}"
        for name, value in sorted(symbols.items())
    ]
    for at in range(0, len(entries), _SYMBOLS_A_LINE):
        yield "   ".join(entries[at : at + _SYMBOLS_A_LINE])
