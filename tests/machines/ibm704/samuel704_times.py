"""What Samuel's program in 704 code takes, part by part: cycles are counted while it looks ahead,
instruction by instruction, and laid to the parts by the address of each.
"""

import bisect
from collections import Counter
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from machines.exhibit.computer import DUTY_WORDS
from machines.games.draughts.board import Position
from machines.ibm704 import registers
from machines.ibm704.loaded import FROM, TSX_C
from machines.ibm704.operations import CYCLE_US
from machines.ibm704.processor import run
from machines.laboratory.printed.samuel import TIMES
from machines.samuel.lookahead import LookAhead
from machines.samuel.polynomial import Manner, Polynomial, Weight
from machines.samuel.settings import ProgramSettings
from tests.machines.games.draughts.positions import middlegames
from tests.machines.ibm704.programs import Kernel, as_word
from tests.machines.ibm704.samuel704 import (
    FRAME,
    STORAGE,
    assembled_samuel,
    put,
    store_polynomial,
)
from tests.machines.ibm704.test_programs_samuel_rote import (
    ask,
    asked_positions,
    kernel_with_memory,
)

FOREVER = 10**18
STEPS = 400_000
"""Instructions that are counted one by one, of each look-ahead."""
SIXTEEN = (
    "MOC2 -18", "KCENT +16", "MOC4 -14", "MODE3 -13", "DEMMO -11", "MOVE +8", "ADV -8", "MODE2 -8",
    "BACK -6", "CNTR +5", "THRET +5", "MOC3 +4", "MOB +3", "EXCH +3", "FORK +2", "GAP +2",
)  # fmt: skip
"""The twelve leading terms of the paper's second series, and four of the dearest others."""
STANDARD = Polynomial.standard()
PARTS = {
    "EXITS": "all moves",
    "NEXTMV": "make",
    "LEGAL": "once",
    "COUNT": "evaluate",
    "SQOFN": "other",
    "LOOK": "once",
    "LKP": "look-ahead",
    "EXCHNG": "exchange",
    "LKNOP": "other",
    "NEARS": "evaluate",
    "SCORE": "evaluate",
    "EVSET": "once",
    "PLAN": "once",
    "SCOREG": "evaluate",
    "LNCLR": "other",
}
"""From which label on the code is of which part."""


@dataclass
class Cycles:
    """Cycles of each part, and what they were spent on."""

    of_part: Counter[str] = field(default_factory=Counter)
    boards: int = 0
    evaluations: int = 0

    @property
    def total(self) -> int:
        return self.of_part.total()


@cache
def places() -> tuple[list[int], list[str]]:
    """The addresses from which on a part stands, ascending, and the parts."""
    symbols = assembled_samuel().symbols
    found = sorted((symbols[label], part) for label, part in PARTS.items())
    return [address for address, _ in found], [part for _, part in found]


def about_to_look(
    position: Position, settings: ProgramSettings, polynomial: Polynomial = STANDARD
) -> Kernel:
    """The program with a board before it, at the call of its look-ahead."""
    kernel = Kernel(assembled_samuel(), STORAGE)
    kernel.call("TABLES")
    for address, word in settings.as_words():
        kernel.storage[address] = word
    store_polynomial(kernel, polynomial)
    for offset, word in enumerate(position.words()):
        kernel.storage[FRAME + offset] = as_word(word)
    kernel["BMOVER"], kernel["EXACT"] = int(position.black_to_move), 0
    kernel.call("LEGAL")
    kernel.storage[FROM] = TSX_C | kernel.symbols["LOOK"]
    kernel.storage[FROM + 1] = 0
    kernel.state[registers.IC] = FROM
    return kernel


def engine(position: Position, settings: ProgramSettings, polynomial: Polynomial) -> LookAhead:
    """The engine's look-ahead, finished."""
    look = LookAhead(settings, polynomial)
    look.begin(position)
    look.run(FOREVER, FOREVER)
    return look


def count_cycles(kernel: Kernel, counted: Cycles) -> bool:
    """Add the cycles of the next STEPS instructions; whether the look-ahead is over."""
    starts, parts = places()
    duty = np.zeros(DUTY_WORDS, dtype=np.int64)
    state, storage = kernel.state, kernel.storage
    before = int(state[registers.CYCLES])
    over = False
    for _ in range(STEPS):
        at = int(state[registers.IC])
        if at == FROM + 1:
            over = True
            break
        run(state, storage, before + 1, duty, 0)
        after = int(state[registers.CYCLES])
        part = "once" if at == FROM else parts[bisect.bisect_right(starts, at) - 1]
        counted.of_part[part] += after - before
        before = after
    counted.boards += kernel["BOARDS"]
    counted.evaluations += kernel["EVALS"]
    return over


def four_terms() -> dict[str, Cycles]:
    """Of the first move of a game, and of six positions of random play."""
    first, middle = Cycles(), Cycles()
    count_cycles(about_to_look(Position.start(), ProgramSettings()), first)
    settings = ProgramSettings(minimum=3, quiet=4, jump=5, ahead=8, last=12)
    for position in middlegames(6):
        count_cycles(about_to_look(position, settings), middle)
    return {"the first move": first, "six positions of random play": middle}


def sixteen_terms() -> Cycles:
    """Of six positions of random play; the boards of each that it ends are the engine's."""
    weights = []
    for one in SIXTEEN:
        name, power = one.split()
        value = (1 << abs(int(power))) * (-1 if power.startswith("-") else 1)
        weights.append(Weight(name, value))
    polynomial = Polynomial(tuple(weights), Manner.BY_TURNS)
    settings = ProgramSettings(minimum=2, quiet=3, jump=4, ahead=6, last=10)
    counted = Cycles()
    for position in middlegames(6):
        kernel = about_to_look(position, settings, polynomial)
        if count_cycles(kernel, counted):
            look = engine(position, settings, polynomial)
            assert (kernel["BOARDS"], kernel["EVALS"]) == (look.boards, look.evaluations)
    return counted


def look_ups() -> dict[str, list[int]]:
    """Of one board looked up among six hundred remembered ones, their records in storage."""
    kernel, _ = kernel_with_memory()
    found: dict[str, list[int]] = {}
    for position in asked_positions():
        put(kernel, position)
        way, cycles = ask(kernel, "JLOOK")
        kings = "with kings" if position.kings else "without kings"
        found.setdefault(f"{kings}, {'found' if way == 2 else 'not found'}", []).append(cycles)
    return found


def times_table() -> str:
    """Appendix A's times beside those of our program in 704 code, for docs/samuel-704.md."""
    first, played = (
        {part: ms_of(counted, part) for part in ("all moves", "make", "evaluate")}
        for counted in four_terms().values()
    )
    sixteen, asked = sixteen_terms(), look_ups()
    exchanges = sixteen.of_part["exchange"] * CYCLE_US / 1e3 / sixteen.evaluations
    looked = {way: f"{np.mean(cycles) * CYCLE_US / 1e3:.1f}" for way, cycles in asked.items()}
    names = ("all moves of a board", "make a move", "evaluate four terms")
    rows = [
        f"| {name} | {TIMES[name]} | {first[part]:.2f} | {played[part]:.2f} |"
        for name, part in zip(names, ("all moves", "make", "evaluate"), strict=True)
    ]
    rows.append(
        f"| evaluate sixteen terms | {TIMES['evaluate sixteen terms']} | | "
        f"{ms_of(sixteen, 'evaluate'):.1f}, and EXCH {exchanges:.1f} |"
    )
    rows += [
        f"| look a board up, {kings}: not there, found | {TIMES['look a board up']} | | "
        f"{looked[f'{kings}, not found']}, {looked[f'{kings}, found']} |"
        for kings in ("without kings", "with kings")
    ]
    head = "| milliseconds | Samuel | here, a game's first move | here, played positions |"
    return "\n".join((head, "|---|--:|--:|--:|", *rows))


def ms_of(counted: Cycles, part: str) -> float:
    """What a part takes, a board or an evaluation."""
    count = counted.evaluations if part == "evaluate" else counted.boards
    return counted.of_part[part] * CYCLE_US / 1e3 / max(count, 1)
