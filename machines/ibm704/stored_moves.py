"""The moves of a program's games, read from the 704's drums while it plays; nothing is written.

Samuel's program keeps the moves of each game on drums, one word a move, and their sum in storage
(assets/programs/samuel/drumlog.sap).  Its directory (stored_game.py) says where: the first boards,
the drums, the sums.  While it writes, words may be half way between two moves, and a word on a drum
may be wrong: moves that don't lead, one legal move after the other, from the game's first board to
the board in storage are no moves.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from devices.game_record import GameRecord
from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import legal_moves, make, unpack_move
from machines.games.draughts.record import pdn_record
from machines.games.draughts.scene import BoardScene
from machines.ibm704.drums import DRUM_WORDS, DRUMS
from machines.ibm704.machine import Machine
from machines.ibm704.registers import WORD
from machines.ibm704.stored_game import (
    DECREMENT,
    DIRECTORY,
    GAME_OVER,
    GAME_WORDS,
    GAMES,
    MOST_GAMES,
    MOVER,
    PLIES,
    RESULT,
    RESULTS,
    STATE,
    Stored,
    holds_game,
    position_of,
)

FIRST_BOARDS, LOGS, SUMS = 10, 11, 12
"""Words of the directory, behind those of stored_game.py.  The first board of game g (FA, BA, FP,
BP, who is to move) begins g times the decrement behind the address.  On a drum stand the moves of
as many games as the tag says, the first of them from the address on, each next one by the decrement
farther, which no game's moves exceed; game 1 stands on the first drum.  The sum of the words of
game g stands g words before the address."""
ADDRESS, TAG_AT, TAG = 0o77777, 15, 7
MOVE_BITS = (1 << 28) - 1
"""Of a word there: the whole move as machines/games/draughts/kernels.py packs it.  The bits above
say what the program counted at it."""
BOARD_WORDS = MOVER + 1
NOT_WON = "*"
"""The result of a game that was broken off, as PDN has it."""
HELD = 4 * MOST_GAMES
"""So many answers are kept ..."""
STEPS = 2048
"""... and so many moves, so that of a game that goes on only the newest is looked into."""


@dataclass(frozen=True)
class StoredMoves:
    """A game from its first board on."""

    first: Position
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class StoredGame:
    """A game that a program holds, and how it stands."""

    number: int
    moves: tuple[Move, ...]
    result: str
    """As PDN has it; empty while the game goes on."""


def stored_games(machine: Machine) -> Iterator[StoredGame]:
    """The games that a program in storage has opened and whose moves can be read just now."""
    if not holds_game(machine):
        return
    stored = Stored(machine)
    for number in range(1, MOST_GAMES + 1):
        state = stored.of_game(number, STATE)
        read = stored_moves(machine, number) if state else None
        if read is not None:
            result = RESULTS.get(stored.of_game(number, RESULT), NOT_WON)
            yield StoredGame(number, read.moves, result if state >= GAME_OVER else "")


def stored_moves(machine: Machine, game: int) -> StoredMoves | None:
    """The moves of a game, 1 to 8, of the program in storage; None where they don't hold together
    or the program doesn't say where they stand."""
    storage, drums = machine.state.storage, machine.state.channel.drums
    boards, logs, sums = (machine.read_storage(DIRECTORY + n) for n in (FIRST_BOARDS, LOGS, SUMS))
    on_a_drum, room = logs >> TAG_AT & TAG, logs >> DECREMENT & ADDRESS
    plies = Stored(machine).of_game(game, PLIES)
    if not on_a_drum or plies > room:
        return None
    drum, place = divmod(game - 1, on_a_drum)
    log = (logs & ADDRESS) + room * place
    first = (boards & ADDRESS) + (boards >> DECREMENT & ADDRESS) * game
    now = GAMES + GAME_WORDS * game
    if drum >= DRUMS or log + plies > DRUM_WORDS or first + BOARD_WORDS > len(storage):
        return None
    return _read(
        storage[first : first + BOARD_WORDS].tobytes(),
        drums[drum, log : log + plies].tobytes(),
        storage[now : now + BOARD_WORDS].tobytes(),
        machine.read_storage((sums & ADDRESS) - game) if plies else 0,
    )


def with_record(scene: BoardScene, machine: Machine, names: Mapping[str, str]) -> BoardScene:
    """The board with its game as text, if it has been won, lost or drawn; ``names`` says how the
    players of the scene are called there."""
    if scene.summary is None:
        return scene
    read = stored_moves(machine, scene.game)
    if read is None:
        return scene
    sides = (names.get(side, side) for side in (scene.black, scene.white))
    record: GameRecord = pdn_record(read.first, read.moves, scene.summary.result, *sides)
    return replace(scene, record=record)


@lru_cache(maxsize=HELD)
def _read(first: bytes, log: bytes, now: bytes, expected: int) -> StoredMoves | None:
    """The moves of a log between two boards, all int64 words; None where they lead elsewhere, or
    their sum isn't the expected one."""
    words = _words(log)
    begins, ends = position_of(_words(first)), position_of(_words(now))
    if begins is None or _sum(words) != expected:
        return None
    position, moves = begins, []
    for word in words:
        step = _step(position, word & MOVE_BITS)
        if step is None:
            return None
        move, position = step
        moves.append(move)
    return StoredMoves(begins, tuple(moves)) if position == ends else None


@lru_cache(maxsize=STEPS)
def _step(position: Position, packed: int) -> tuple[Move, Position] | None:
    """A move and the board after it; None where it isn't legal."""
    try:
        move = unpack_move(packed)
    except KeyError:  # it leaves the board
        return None
    return (move, make(position, move)) if move in legal_moves(position) else None


def _sum(words: list[int]) -> int:
    """The sum as ACL and CAD make it: what is carried out of the left is added at the right."""
    total = sum(words)
    while total > WORD:
        total = (total & WORD) + (total >> WORD.bit_length())
    return total


def _words(stored: bytes) -> list[int]:
    words: list[int] = np.frombuffer(stored, dtype=np.int64).tolist()
    return words
