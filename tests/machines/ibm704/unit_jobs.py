"""Jobs that are all input and output, one a unit: how fast the units go, and whether exactly.

Each is a program with its cards and tapes, run as ``run704`` runs it, with nobody at
the console.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from devices.media.card import Card
from devices.media.deck import Deck
from devices.media.tape import Record, Tape, TapeMark
from machines.ibm704.assembler import Assembly, assemble, deck_of
from machines.workshop.unattended.ibm704 import ProgramOperator
from machines.workshop.unattended.operator import MountedTape
from tests.machines.ibm704.programs import assembled

STORAGE = 8192
LIMIT_US = 100_000_000_000

CARD_TO_TAPE = """
START  RCD
       LXA W24,4
READ   CPY CARD+24,4
       TRA NEXT
       HPR -1
NEXT   TIX READ,4,1
       WTB 1
       LXA W24,4
WRITE  CPY CARD+24,4
       TIX WRITE,4,1
       TRA START
"""
TAPE_TO_CARD_UNIT = """
START  RTB 1
       LXA W24,4
READ   CPY CARD+24,4
       TRA NEXT
       HPR -1
NEXT   TIX READ,4,1
       {select}
       LXA {count},4
WRITE  CPY CARD+{words},4
       TIX WRITE,4,1
       TRA START
W46    DEC 46
"""
DRUM_BLOCKS = """
START  LXA TIMES,1
BLOCK  WDR 1
       LXA W2000,4
       LDA W24
WRITE  CPY DATA+2000,4
       TIX WRITE,4,1
       RDR 1
       LXA W2000,4
       LDA W24
       STZ SUM
READ   CAD COPY+2000,4
       TIX READ,4,1
       TIX BLOCK,1,1
       HPR -1
W2000  DEC 2000
TIMES  DEC {times}
SUM    BSS 1
DATA   BSS 2000
COPY   BSS 2000
"""
POINTS = """
START  LXA COUNT,4
       WTV
DRAW   CPY POINT,4
       TIX DRAW,4,1
       CFF
       HPR -1
COUNT  DEC {times}
POINT  SYN 7000
"""
CARD = """
W24    DEC 24
CARD   BSS 48
       END START
"""


@dataclass(frozen=True)
class Job:
    """A program with what lies in its units."""

    program: Assembly
    copies: int
    """Words that it copies."""
    cards: tuple[Card, ...] = ()
    tapes: dict[str, tuple[Record | TapeMark, ...]] = field(default_factory=dict)


def _program(name: str, text: str) -> Assembly:
    made = assemble(["       ORG 64", *text.strip("\n").splitlines(), *CARD.splitlines()[1:]], name)
    assert made.errors == (), made.errors
    return made


def _cards(count: int) -> tuple[Card, ...]:
    return tuple(Card.of_text(f"CARD NUMBER {n}, +-*/().$= {n * n}") for n in range(count))


def _record(seed: int, words: int, binary: bool = True) -> Record:
    codes = (np.arange(6 * words) * 11 + seed * 7) % 63 + 1
    return Record.of_characters(bytes(codes.tolist()), binary)


def _row_records(count: int) -> tuple[Record | TapeMark, ...]:
    """The half rows of cards, a card a record, in binary."""
    records = [
        b"".join(
            bytes(word >> shift & 0x3F for shift in range(30, -1, -6)) for word in card.row_words()
        )
        for card in _cards(count)
    ]
    return (*(Record.of_characters(one, binary=True) for one in records), TapeMark())


def tape_copy(records: int, words: int) -> Job:
    """Tape 1 to tape 2, by the program of assets/programs."""
    reel: tuple[Record | TapeMark, ...] = tuple(_record(n, words) for n in range(records))
    reel += (TapeMark(), TapeMark())
    return Job(assembled("tapecopy"), 2 * records * words, tapes={"tape1": reel, "tape2": ()})


def card_to_tape(cards: int) -> Job:
    """Cards to tape 1."""
    program = _program("cardtape", CARD_TO_TAPE)
    return Job(program, 48 * cards, _cards(cards), {"tape1": ()})


def _tape_to(select: str, count: int, words: int) -> Job:
    text = TAPE_TO_CARD_UNIT.format(select=select, count=f"W{words}", words=words)
    reel = _row_records(count)
    return Job(_program("tapelist", text), (24 + words) * count, tapes={"tape1": reel})


def tape_to_printer(lines: int) -> Job:
    """Tape 1 to the printer."""
    return _tape_to("WPR", lines, 24)


def tape_to_printer_with_echo(lines: int) -> Job:
    """The same, with the echo read back."""
    return _tape_to("RPR", lines, 46)


def tape_to_punch(cards: int) -> Job:
    """Tape 1 to the punch."""
    return _tape_to("WPU", cards, 24)


def drum_blocks(times: int) -> Job:
    """2,000 words to a drum and back."""
    return Job(_program("drum", DRUM_BLOCKS.format(times=times)), 4_000 * times)


def points(count: int) -> Job:
    """Points on the 740."""
    return Job(_program("points", POINTS.format(times=count)), count)


def card_listing(cards: int) -> Job:
    """Cards to the printer, by the program of assets/programs."""
    return Job(assembled("echo"), 48 * cards, _cards(cards))


JOBS: dict[str, Callable[[int], Job]] = {
    "tape copy, records of 100 words": lambda n: tape_copy(n, 100),
    "tape copy, records of 14 words": lambda n: tape_copy(n, 14),
    "card to tape": card_to_tape,
    "card listing": card_listing,
    "tape to printer": tape_to_printer,
    "tape to printer with echo": tape_to_printer_with_echo,
    "tape to punch": tape_to_punch,
    "drum blocks": drum_blocks,
    "points": points,
}
"""By name; each is given how many records, cards, lines, blocks or points."""


def operator_of(job: Job, sink: Callable[[str], None] = lambda line: None) -> ProgramOperator:
    """Whoever runs the job: its media in the units, LOAD CARDS pressed."""
    operator = ProgramOperator(sink, STORAGE, LIMIT_US)
    decks = [deck_of(job.program), *([Deck("cards.cbn", job.cards)] if job.cards else [])]
    tapes = {
        unit: MountedTape(Tape(f"{unit}.tap", items), Path(f"{unit}.tap"), ring=True)
        for unit, items in job.tapes.items()
    }
    operator.load(decks, tapes)
    return operator
