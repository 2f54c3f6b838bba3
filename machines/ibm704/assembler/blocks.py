"""What a program has punched, in the order of its cards: blocks of words, and transfer cards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from machines.ibm704.assembler.expressions import ABSOLUTE
from machines.ibm704.assembler.lines import Form, Line


@dataclass(frozen=True)
class Block:
    """Words that follow each other in storage and on cards of one form."""

    form: Form
    address: int
    words: tuple[int, ...]
    relocation: tuple[tuple[int, int], ...]
    """Of each word's decrement and address."""


@dataclass(frozen=True)
class Transfer:
    """A card that starts the program at an address."""

    form: Form
    address: int


Punched = tuple[Block | Transfer, ...]


def blocks_of(lines: Sequence[Line]) -> Punched:
    """The blocks and transfers of a program's lines."""
    return tuple(_blocks(lines))


def _blocks(lines: Sequence[Line]) -> Iterator[Block | Transfer]:
    run: list[Line] = []
    for line in lines:
        if line.begins_card and run:
            yield _block(run)
            run = []
        if line.words:
            run.append(line)
        if line.kind in ("TCD", "END"):
            yield Transfer(line.form, line.shown or 0)
    if run:
        yield _block(run)


def _block(run: list[Line]) -> Block:
    words: list[int] = []
    relocation: list[tuple[int, int]] = []
    for line in run:
        words += line.words
        relocation += [line.relocation, *[(ABSOLUTE, ABSOLUTE)] * (len(line.words) - 1)]
    return Block(run[0].form, run[0].loads_at, tuple(words), tuple(relocation))
