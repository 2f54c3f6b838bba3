"""Programs under the debugger: the shipped ones with what they read, and small ones of a test."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from devices.media.deck import Deck, read_cbn, read_text_deck
from devices.media.tape import Record, Tape, TapeMark
from machines.ibm704.assembler import assemble, deck_of
from machines.ibm704.debugger.commands import execute
from machines.ibm704.debugger.debugger import Debugger
from machines.ibm704.debugger.symbols import read_symbols
from machines.workshop.unattended.debugging import ProgramJob
from machines.workshop.unattended.ibm704 import ProgramOperator
from machines.workshop.unattended.operator import MountedTape
from tests.machines.ibm704.programs import PROGRAMS, library
from tests.make_programs import positions_deck

FOUR_K = 4096
CARDS = "".join(f"CARD {n}, {n}.5\n" for n in range(1, 7))
SECONDS = 1_000_000


def operator(
    decks: Sequence[Deck],
    switches: Sequence[int] = (),
    tapes: Mapping[str, Tape] | None = None,
    seconds: int = 300,
) -> ProgramOperator:
    """A 704 with the decks in its hopper, LOAD CARDS pressed."""
    one = ProgramOperator(lambda line: None, FOUR_K, seconds * SECONDS)
    reels = {unit: MountedTape(tape, Path(tape.name), True) for unit, tape in (tapes or {}).items()}
    one.load(list(decks), reels, switches)
    return one


def shipped(name: str) -> ProgramOperator:
    """A shipped program with something to do, by its name."""
    path = PROGRAMS / f"{name}.cbn"
    deck = read_cbn(path.read_bytes(), path.name)
    if name == "echo":
        cards = read_text_deck(CARDS, "cards.txt")
        return operator([deck, cards])
    if name == "tapecopy":
        records = [Record.of_characters(bytes([n, 2, 3, 4, 5, 6] * 24), True) for n in (1, 7)]
        reel = Tape("from.tap", (records[0], TapeMark(), records[1], TapeMark(), TapeMark()))
        return operator([deck], tapes={"tape1": reel, "tape2": Tape("to.tap", ())})
    if name == "checkers":
        return operator([deck, Deck("positions.cbn", positions_deck().cards[:1])])
    return operator([deck], seconds=15 if name == "lamps" else 300)


SUM = """
       ORG 64
START  LXA COUNT,1
       CLM
LOOP   ADD N
       STO SUM
       CLA N
       ADD ONE
       STO N
       CLA SUM
       TIX LOOP,1,1
       TSX TWICE,4
       PZE SUM
       STO SUM
       HPR 7
TWICE  CLA 1,4
       STA GET
GET    CLA **
       ALS 1
       TRA 2,4
COUNT  DEC 10
ONE    DEC 1
N      DEC 1
SUM    PZE
FIVE   EQU 5
       END START
"""


class Bench:
    """A debugger with a program, its commands one by one."""

    def __init__(self, source: str, *cards: Deck, loaded: bool = True, **more: object) -> None:
        assembly = assemble(source.strip("\n").splitlines(), "test.sap", library())
        assert not assembly.errors, assembly.errors
        self.operator = operator([deck_of(assembly), *cards], **more)  # type: ignore[arg-type]
        self.symbols = read_symbols(assembly.listing, "test.lst")
        self.job = ProgramJob(self.operator)
        self.debugger = Debugger(self.job, self.symbols)
        if loaded:
            self(f"until {assembly.start or 0:o}")

    def __call__(self, text: str) -> list[str]:
        """A command, and what it lets run, to its end."""
        answer = execute(self.debugger, text)
        while self.debugger.running:
            answer = self.debugger.proceed()
        return answer

    def word(self, symbol: str) -> int:
        """A word of storage."""
        return self.operator.machine.read_storage(self.symbols.values[symbol])
