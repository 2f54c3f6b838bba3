"""From words back to symbolic text.

The text is a card's operation and variable field, and assembles to the same word: numbers are
decimal, as a card has them.  For people beside the lamps there is the same in octal, addresses of
five digits.  A word whose operation the table lacks is written with its prefix (PZE, MZE, MON).
"""

from collections.abc import Iterator, Mapping, Sequence

from devices.media.charset import char_of_bcd
from machines.ibm704.assembler.listing import word_groups
from machines.ibm704.assembler.words import needs_of
from machines.ibm704.operations import BY_MNEMONIC, CONSTANTS, EXTENDED, Operation, decode

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
