"""Row-binary cards read back: what their control words say (``rows`` has the forms)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from machines.ibm704.assembler.expressions import ABSOLUTE, COMPLEMENT, DIRECT
from machines.ibm704.assembler.rows import (
    PLACE,
    RELOCATABLE,
    RELOCATABLE_WORDS,
    TRANSFER,
    WORDS_A_CARD,
    logical_sum,
)

_MINUS = 1 << 35
_DECREMENT = 0o77777
_ADDRESS = 0o77777


@dataclass(frozen=True)
class ControlCard:
    """A card with a control word in its 9 row."""

    kind: Literal["absolute", "relocatable", "transfer", "relocatable transfer", "place"]
    address: int
    words: tuple[int, ...] = ()
    relocation: tuple[tuple[int, int], ...] = ()
    """Of each word's decrement and address."""

    @property
    def is_transfer(self) -> bool:
        """Whether it starts the program."""
        return self.kind.endswith("transfer")


def read_card(rows: Sequence[int], sum_needed: bool = False) -> ControlCard | str:
    """The control card in 24 words; why it is none, in words.

    A blank check sum, or a 1 in bit 2 of a card with words, says that it isn't to be compared;
    with ``sum_needed`` it is compared all the same.
    """
    head, check, *rest = rows
    count, address = head >> 18 & _DECREMENT, head & _ADDRESS
    relocatable = bool(head & RELOCATABLE)
    most = RELOCATABLE_WORDS if relocatable else WORDS_A_CARD
    if head & _MINUS or head >> 15 & 7 or count > most or not head:
        return (
            f"its 9 row begins with {head:012o}; a row-binary card has there its word count "
            f"(to {WORDS_A_CARD}) and first address, or {TRANSFER:012o} and where to start"
        )
    used = (count + 2 * relocatable) if count else 0
    if any(rest[used:]):
        return f"it has words behind the {count} that its word count says"
    found = logical_sum((head, *rest[:used]))
    compared = sum_needed or (check and not (count and head & TRANSFER))
    if compared and found != check:
        return f"its words sum to {found:012o}, the check sum is {check:012o}"
    if not count:
        if head & PLACE == PLACE:
            return ControlCard("place", address)
        return ControlCard("relocatable transfer" if relocatable else "transfer", address)
    if not relocatable:
        words = tuple(rest[:count])
        return ControlCard("absolute", address, words, ((ABSOLUTE, ABSOLUTE),) * count)
    relocation = read_indicators(rest[0] << 36 | rest[1], count)
    return ControlCard("relocatable", address, tuple(rest[2:used]), relocation)


def read_indicators(indicators: int, count: int) -> tuple[tuple[int, int], ...]:
    """How decrement and address of each word are relocated, from the 8 row's 72 bits."""
    bits = iter(f"{indicators:072b}".ljust(4 * count, "0"))

    def field() -> int:
        if next(bits) == "0":
            return ABSOLUTE
        return COMPLEMENT if next(bits) == "1" else DIRECT

    return tuple((field(), field()) for _ in range(count))
