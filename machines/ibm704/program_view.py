"""What is seen of a program in the 704: the programmer's sheet, a page of storage disassembled."""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from devices.media.card import Card
from devices.refusal import RefusedError
from machines.ibm704 import registers as at
from machines.ibm704.assembler.listing import disassemble
from machines.ibm704.desk import AT_PLACE, Desk
from machines.ibm704.display import Tube
from machines.ibm704.machine import Machine
from machines.ibm704.scene import DeskScene, ProgramScene, StorageLine, TubePicture, page
from machines.ibm704.stored_game import stored_board, with_record


@lru_cache(maxsize=256)
def _lines(first: int, stored: bytes) -> tuple[StorageLine, ...]:
    """A page from its first address on; ``stored`` holds its words, int64."""
    words = np.frombuffer(stored, dtype=np.int64).tolist()
    return tuple(StorageLine(first + n, word, _text(word)) for n, word in enumerate(words))


@lru_cache(maxsize=64)
def is_text(card: Card) -> bool:
    """Whether every column of a card has a character, as on control cards and data."""
    try:
        card.text()
    except RefusedError:
        return False
    return True


@lru_cache(maxsize=4096)
def _text(word: int) -> str:
    return disassemble(word, octal=True)


def program_scene(machine: Machine, deck: str, names: Mapping[str, str]) -> ProgramScene:
    """The sheet now; ``deck`` names what was loaded, ``names`` who plays, in a game's record."""
    state, words = machine.state, machine.words
    board = stored_board(machine)
    location = int(words[at.IC])
    wanted = machine.wanted
    first = page(location).start
    around = _lines(first, state.storage[first : page(location).stop].tobytes())
    instruction = around[location - around[0].address]
    return ProgramScene(
        program=deck,
        waits=machine.waits,
        wanted="" if wanted is None else wanted.control,
        dial=0 if wanted is None else wanted.dial,
        halted=machine.halted,
        has_stopped=machine.has_stopped,
        location=location,
        instruction=instruction.word,
        text=instruction.text,
        registers=machine.registers(),
        cycles=int(words[at.CYCLES]),
        around=around,
        crt=_tube(state.channel.tube),
        board=None if board is None else with_record(board, machine, names),
    )


def desk_scene(desk: Desk, around: tuple[StorageLine, ...]) -> DeskScene:
    """What the debugger says, and its breakpoints on the page."""
    return DeskScene(
        said=tuple(desk.state.said),
        points=tuple(
            (stored.address, number)
            for stored in around
            for number, point in desk.state.points.items()
            if point[0] == AT_PLACE and point[1] == stored.address == point[2]
        ),
        can_back=desk.can_back,
    )


def _tube(tube: Tube) -> TubePicture | None:
    """This frame of the film, the one before as long as nothing is on it; None before the first."""
    if not tube.drawn:
        return None
    return TubePicture(tube.drawn, tube.points() if tube.count else tube.developed)
