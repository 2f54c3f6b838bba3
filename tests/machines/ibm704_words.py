"""Words of the 704 for its tests: an instruction as one writes it down, numbers in octal."""

from machines.ibm704.operations import BY_MNEMONIC, EXTENDED


def instruction(text: str) -> int:
    """``"TIX 101,1,1"``: operation, then address, tag, decrement in octal; 36 bits."""
    mnemonic, *rest = text.split()
    fields = [int(field, 8) for field in rest[0].split(",")] if rest else []
    address, tag, decrement = (*fields, 0, 0, 0)[:3]
    if mnemonic in EXTENDED:
        mnemonic, first, _ = EXTENDED[mnemonic]
        address += first
    operation = BY_MNEMONIC[mnemonic]
    address += operation.extension or 0
    if operation.kind == "A":
        return operation.code << 33 | decrement << 18 | tag << 15 | address
    return operation.code << 24 | tag << 15 | address


def assembled(program: str) -> list[int]:
    """The words of a program, an instruction a line."""
    return [instruction(line) for line in program.strip().splitlines()]
