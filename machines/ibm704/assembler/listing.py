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

The text is a card's operation and variable field, and assembles to the same word: numbers are
decimal, as a card has them.  For people beside the lamps there is the same in octal, addresses of
five digits.  A word whose operation the table lacks is written with its prefix (PZE, MZE, MON).
"""

from collections.abc import Iterator, Mapping, Sequence

from devices.media.card import READ_COLUMNS
from devices.media.charset import char_of_bcd
from machines.ibm704.assembler.passes import PSEUDO_OPERATIONS
from machines.ibm704.assembler.words import MINUS, Assembled, Line, Passes, needs_of
from machines.ibm704.operations import (
    BY_MNEMONIC,
    CONSTANTS,
    CYCLES,
    EXTENDED,
    OPERATIONS,
    SYNONYMS,
    Operation,
    decode,
)

# -- The printed reference: every operation of the table, its other names, and the assembler's own -

_NOTES = dict(zip((cycle for cycle in CYCLES if len(CYCLES[cycle]) > 2), "abcdefg", strict=False))
"""A letter for each number of cycles that depends on the operands."""
_NAMES_A_LINE = 18


def reference_lines() -> Iterator[str]:
    """The lines of the reference."""
    yield f"The {len(OPERATIONS)} operations of the 704"
    yield ""
    yield "Type A: prefix S,1,2; decrement 3-17; tag 18-20; address 21-35.  Type B: operation"
    yield "S,1-11; tag; address.  *: the tag names the index registers that the operation works on."
    yield "T: caught in trapping mode.  Behind .. stands the part of an operation in the address."
    yield "Y: the address, less the tagged index registers; D: the decrement; AC: the accumulator."
    yield "Cycles are of 12 microseconds; d: difference of the characteristics, n: places shifted."
    section = ""
    for operation in OPERATIONS:
        if operation.section != section:
            section = operation.section
            yield ""
            yield f"{section.capitalize():<18}type  cycles"
            yield ""
        yield _operation_line(operation)
    yield ""
    yield "Cycles"
    yield ""
    for cycles, note in _NOTES.items():
        yield f"  {note}  {CYCLES[cycles]}"
    yield ""
    yield "Names for an operation with its address (i: a unit or number, put into the address)"
    yield ""
    yield from _extended_lines()
    yield ""
    yield "Prefixes, for words of address, tag and decrement"
    yield ""
    named = (f"{name} {'-' if of & 4 else '+'}{of & 3}" for name, of in CONSTANTS.items())
    yield "  " + "  ".join(named)
    yield ""
    yield "Other names for the same operation"
    yield ""
    yield "  " + "  ".join(f"{name} = {meant}" for name, meant in SYNONYMS.items())
    yield ""
    yield "Pseudo-operations of the assembler"
    yield ""
    for at in range(0, len(PSEUDO_OPERATIONS), _NAMES_A_LINE):
        yield f"  {' '.join(PSEUDO_OPERATIONS[at : at + _NAMES_A_LINE])}"


def _operation_line(operation: Operation) -> str:
    kind = {"INDEX": "B*", "E": "B"}.get(operation.kind, operation.kind)
    kind += " T" if operation.traps else ""
    cycles = _NOTES.get(operation.cycles, CYCLES[operation.cycles])
    code = f"{operation.mnemonic} {operation.octal}"
    return f"  {code:<14}  {kind:<4}  {cycles:<5} {operation.effect}"


def _extended_lines() -> Iterator[str]:
    entries = []
    for name, (operation, address, units) in EXTENDED.items():
        operand = f"{name} i" if units else name
        meant = f"{operation} {address:03o}" + (f"+i, i to {units}" if units else "")
        own = BY_MNEMONIC[operation].octal
        entries.append(f"{operand:<6} {own}  {meant:<20}")
    for at in range(0, len(entries), 2):
        yield "  " + "  ".join(entries[at : at + 2]).rstrip()


# -- listing ---------------------------------------------------------------------------------------

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


# -- From words back to symbolic text --------------------------------------------------------------

_PREFIX_NAMES = {prefix: name for name, prefix in reversed(CONSTANTS.items())}


def _extended() -> dict[tuple[int, int], tuple[str, int]]:
    """(operation, address): mnemonic and operand, for all units."""
    found: dict[tuple[int, int], tuple[str, int]] = {}
    for mnemonic, (operation, address, units) in EXTENDED.items():
        number = BY_MNEMONIC[operation].number
        for unit in range(1, units + 1) if units else (0,):
            found[number, address + unit] = (mnemonic, unit)
    return found


_EXTENDED = _extended()


def disassemble(word: int, octal: bool = False) -> str:
    """A word as text: ``"CLA 65,4"``, in octal ``"CLA 00101,4"``; ``"RTB 3"``, ``"CHS"``."""
    address, tag, decrement = word & 0o77777, word >> 15 & 7, word >> 18 & 0o77777
    operation = decode(word)
    if operation is None or not _writable(operation, address):
        return _format_line(_PREFIX_NAMES[word >> 33], address, tag, decrement, "", octal)
    if operation.kind != "A":
        decrement &= 0o77
    if tag and operation.kind == "E":  # the address, which says what it does, is lessened first
        operation = BY_MNEMONIC["MSE" if operation.code & 0o4000 else "PSE"]
    if operation.kind == "E":
        return _format_line(operation.mnemonic, 0, tag, decrement, "", octal)
    name, unit = _EXTENDED.get((operation.number, address), ("", 0))
    if name and not tag:
        return _format_line(name, unit, tag, decrement, "A" if unit else "", False)
    return _format_line(operation.mnemonic, address, tag, decrement, needs_of(operation), octal)


def _writable(operation: Operation, address: int) -> bool:
    """Whether the mnemonic can be given this address: REW, BST and WEF put a class of units in."""
    own = EXTENDED.get(operation.mnemonic, ("", 0, 0))[1]
    return address & own == own


def _format_line(
    mnemonic: str, address: int, tag: int, decrement: int, needs: str, octal: bool
) -> str:
    fields = [f"{address:05o}" if octal else str(address), str(tag)]
    fields.append(f"{decrement:05o}" if octal else str(decrement))
    last = max(("ATD".index(letter) + 1 for letter in needs), default=0)
    for count, value in enumerate((address, tag, decrement), start=1):
        last = max(last, count if value else 0)
    return f"{mnemonic} {','.join(fields[:last])}".rstrip()


# -- listings ------------------------------------------------------------------------------------


def storage_lines(words: Mapping[int, int], addresses: Sequence[int]) -> Iterator[str]:
    """A listing of these locations: octal location and word, text, the word as six characters."""
    for address in addresses:
        word = words[address]
        text = disassemble(word)
        characters = "".join(char_of_bcd(word >> at & 0o77) or "?" for at in range(30, -1, -6))
        yield f"{address:05o}  {_groups(word)}  {text:<24}  {characters}".rstrip()


def _groups(word: int) -> str:
    operation = decode(word)
    return word_groups(word, prefix_only=operation is None or operation.kind == "A")
