"""What the programmer's sheet shows of a 704: the page of storage that it is in, disassembled."""

from functools import lru_cache

import numpy as np

from machines.ibm704 import processor as at
from machines.ibm704.assembler.disassembler import disassemble
from machines.ibm704.display import Tube
from machines.ibm704.machine import Machine
from machines.ibm704.scene import ProgramScene, StorageLine, TubePicture, page


@lru_cache(maxsize=256)
def _lines(first: int, stored: bytes) -> tuple[StorageLine, ...]:
    """A page from its first address on; ``stored`` holds its words, int64."""
    words = np.frombuffer(stored, dtype=np.int64).tolist()
    return tuple(StorageLine(first + n, word, _text(word)) for n, word in enumerate(words))


@lru_cache(maxsize=4096)
def _text(word: int) -> str:
    return disassemble(word, octal=True)


def program_scene(machine: Machine, deck: str) -> ProgramScene:
    """The sheet now; ``deck`` names what was loaded."""
    state, words = machine.state, machine.words
    size = len(state.storage)
    location = int(words[at.IC])
    first = page(location).start
    around = _lines(first, state.storage[first : page(location).stop].tobytes())
    instruction = around[location - around[0].address]
    return ProgramScene(
        program=deck,
        stopped=machine.reason(),
        location=location,
        instruction=instruction.word,
        text=instruction.text,
        registers=machine.registers(),
        cycles=int(words[at.CYCLES]),
        storage_size=size,
        around=around,
        crt=_tube(state.channel.tube),
    )


def _tube(tube: Tube) -> TubePicture | None:
    """This frame of the film, the one before as long as nothing is on it; None before the first."""
    if not tube.drawn:
        return None
    return TubePicture(tube.drawn, tube.points() if tube.count else tube.developed)
