"""What the 704 holds, as a programmer writes it down: in octal, in the groups of an instruction.

A word is prefix (bits S, 1, 2), decrement (3-17), tag (18-20) and address (21-35): one, five, one
and five octal digits.
"""

from machines.exhibit.computer import Registers
from machines.ibm704.operations import CYCLE_US
from machines.ibm704.scene import ProgramScene


def address(place: int) -> str:
    """Five digits."""
    return f"{place:05o}"


def word(bits: int) -> str:
    """``0 50000 0 01234`` for 36 bits."""
    digits = f"{bits:012o}"
    return f"{digits[0]} {digits[1:6]} {digits[6]} {digits[7:]}"


def registers(held: Registers) -> tuple[str, ...]:
    """Accumulator (its sign, Q, and P with 1 to 35), M-Q, storage register, instruction register,
    index registers A, B, C, instruction counter."""
    sign = "-" if held.accumulator >> 37 & 1 else "+"
    overflow = f"{held.accumulator >> 36 & 1}"
    instruction = f"{held.instruction:06o}"
    return (
        sign,
        overflow,
        word(held.accumulator & (1 << 36) - 1),
        word(held.mq),
        word(held.storage),
        f"{instruction[0]} {instruction[1:]}",
        *(address(index) for index in held.index),
        address(held.counter),
    )


def title(scene: ProgramScene) -> str:
    """What stands over a page of storage: the program's name, and which page it is."""
    name = scene.program.rpartition(".")[0] or scene.program
    first = scene.around[0].address if scene.around else 0
    last = scene.around[-1].address if scene.around else 0
    page = f"STORAGE {first:05o}-{last:05o}"
    return f"{name.upper()[:22]:<24}{page}"


def note(scene: ProgramScene) -> str:
    """How much has been done, and how long it took."""
    seconds, rest = divmod(scene.cycles * CYCLE_US, 1_000_000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    took = f"{hours}.{minutes:02}.{seconds:02}.{rest // 1000:03}"
    if scene.instructions:
        return f"{scene.instructions:,} INSTRUCTIONS IN {took}"
    return f"{scene.cycles:,} CYCLES OR {took}"
