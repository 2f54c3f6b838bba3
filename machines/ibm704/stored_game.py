"""The game of checkers that a program holds in the 704's storage, as the table shows it.

Samuel's program (assets/programs/samuel) says at 00400 where its words stand: a word of text, then
an address a word (words.sap).  Nothing but storage, sense lights and stops is read, and nothing is
written.  While the program computes, a word may be half way between two boards: what makes no
sense is left out.

Samuel's program keeps the moves of each game on drums, one word a move, and their sum in storage
(assets/programs/samuel/drumlog.sap).  Its directory (stored_game.py) says where: the first boards,
the drums, the sums.  While it writes, words may be half way between two moves, and a word on a drum
may be wrong: moves that don't lead, one legal move after the other, from the game's first board to
the board in storage are no moves.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import numpy as np

from devices.game_record import GameRecord
from machines.games.draughts import notation
from machines.games.draughts.board import SQUARE_OF_BIT, Move, Position
from machines.games.draughts.moves import legal_moves, make, unpack_move
from machines.games.draughts.scene import BoardScene, GameSummary, pdn_record
from machines.ibm704 import registers as at
from machines.ibm704.drums import DRUM_WORDS, DRUMS
from machines.ibm704.machine import Machine, Phase
from machines.ibm704.registers import WORD

SIGNATURE = 0o622144642543
"""``SAMUEL`` in the 704's characters."""
DIRECTORY = 0o400
AT_HAND, LOOKED_INTO, LAST_PLAYED, MOVE, DEPTH, SCORE, SWITCHES, ENTERED, SQUARES = range(1, 10)
"""Words of the directory, from its first on: the addresses of the game at hand, the game that is
looked into, the one of the last move, that move, the board under study (the decrement is minus
16 times its level, as the index register has it), the score of
the last look-ahead, the sense switches by card, how many squares of a jump are entered, they.
stored_moves.py has the rest."""
GAMES, GAME_WORDS, MOST_GAMES = 0o400, 16, 8
MOVER, BLACK, WHITE, PLIES, STATE, RESULT = 4, 5, 6, 8, 10, 12
"""Words of a game behind its board."""
OPEN_GAME, GAME_OVER = 1, 2
PLAYERS = {1: "OPERATOR", 2: "MACHINE", 3: "BOOK", 4: "ALPHA", 5: "BETA"}
RESULTS = dict(enumerate(notation.RESULTS[:3], 1))
RECORDS, RECORD_WORDS, TRYING, FLAGS = 0o1000, 16, 9, 13
"""Boards under study. In a record, the move being tried has the square's bit in the decrement and
the way in the address; the flags are minus if its moves are jumps."""
MOST_LEVELS = 60
WAYS = (4, 5, -4, -5)
NULL_REPLY = 4
SIGN = 1 << 35
TRANSFER = 0o002000
"""The upper half of a TRA: his program puts one to its start into location 0."""
DECREMENT, INDEX = 18, 0o7777
"""From which bit of a word the decrement stands; bits that every index register has."""
KEYS_BELOW = 0o7777
"""Of the M-Q: from-square and to-square."""

BEGINS, MOVE_MADE, REFUSED, ASKS, JUMPS, TAPE_REFUSED, FULL, DRUM_FAULT = 1, 2, 3, 4, 5, 6, 8, 9
DECK_ENDED = 0o77777
"""The addresses of its stops (HPR)."""
LARGEST_STOP = 0o100
"""The addresses of its other stops are smaller; the loader's and a program's that went astray are
not among them."""
START, HOPPER, TABLE, LOAD = "console.start", "reader.hopper", "board", "console.load_cards"
RESET = "console.reset"
NEEDS = {DECK_ENDED: HOPPER, ASKS: TABLE, FULL: RESET}
"""What goes on from a stop, where that isn't START."""
REFUSES: dict[int, Literal["", "card", "tape"]] = {REFUSED: "card", TAPE_REFUSED: "tape"}
WHY = {
    BEGINS: "the cards are read: press START to begin",
    REFUSED: "the printer says which card was refused and why; press START to go on without it",
    TAPE_REFUSED: "the printer says what is wrong with the tape; mount the right one, or press "
    "START to begin anew with this one",
    FULL: "there is no room for more moves of this game; press RESET and put other control cards "
    "in the hopper",
    DRUM_FAULT: "a word on a drum is wrong; press START to read it again",
    DECK_ENDED: "the deck has ended; put other control cards in the hopper, press START on the "
    "card reader and at the console",
}
"""Why it stands at a stop, in words."""
KEYS_HINT = "with the lever at MANUAL set the keys and press ENTER MQ, then AUTOMATIC and START"


@dataclass(frozen=True)
class Stored:
    """A program's words, by its directory."""

    machine: Machine

    def word(self, place: int, below: int = 0) -> int:
        """The word that the directory's word ``place`` points to, or so many below it."""
        return self.machine.read_storage(self.pointer(place) - below)

    def pointer(self, place: int) -> int:
        """The address in the directory's word ``place``."""
        return self.machine.read_storage(DIRECTORY + place) & 0o77777

    def of_game(self, game: int, word: int) -> int:
        """A word of a game's record."""
        return self.machine.read_storage(GAMES + GAME_WORDS * game + word)


def holds_game(machine: Machine) -> bool:
    """Whether a program that plays lies in storage."""
    return machine.read_storage(DIRECTORY) == SIGNATURE


def stored_board(machine: Machine) -> BoardScene | None:
    """The board of the game that matters now; None if no such program lies in storage."""
    if not holds_game(machine):
        return None
    stored, stop = Stored(machine), stop_number(machine)
    needs = _needs(machine, stop)
    game = _game_number(stored, stop)
    position = position_of([stored.of_game(game, word) for word in range(MOVER + 1)])
    state = stored.of_game(game, STATE)
    if position is None or not game or not state:
        return BoardScene(Position.start(), needs=needs)
    black, white = _players(stored, game)
    thinks, line = _thinks(machine, stop), _line(stored)
    over = state >= GAME_OVER
    moved = _operator_has_moved(stored, game, position, (black, white))
    return BoardScene(
        position=position,
        last=_last_move(stored, game, position),
        trying=line[0] if thinks and line else None,
        line=line if thinks else (),
        game=game,
        black=black,
        white=white,
        score=_number(stored.word(SCORE)),
        mover="" if over else _mover(position, black, white),
        partial=_partial(stored, game) if stop == ASKS else (),
        over=over,
        begins=stop == BEGINS,
        refuses=REFUSES.get(stop, ""),
        jump=_squares_in_mq(machine) if stop == JUMPS else (),
        refused=machine.lights().sense[2],
        takes_back=moved,
        at_stake=moved and not over,
        needs=needs,
        summary=_summary(stored, game) if over else None,
    )


def stop_number(machine: Machine) -> int:
    """The address of the HPR at which the program stands; 0: it runs, or stands elsewhere."""
    if machine.state.phase is not Phase.STANDING or not machine.words[at.PROGRAM_STOP]:
        return 0
    return machine.read_storage(int(machine.words[at.LOCATION])) & 0o77777


def stop_reason(machine: Machine) -> str:
    """Why a program that plays stands, in words; empty where its stop's number doesn't say it."""
    stop = stop_number(machine)
    board = stored_board(machine) if stop else None
    if board is None:
        return ""
    game, black = board.game, board.position.black_to_move
    sides = ("Black", "White") if black else ("White", "Black")
    if stop == ASKS and board.partial:
        return f"the jump goes on from {board.partial[-1]}; {KEYS_HINT}"
    if stop == ASKS:
        return f"game {game}: {sides[0]} is to move; {KEYS_HINT}"
    if stop == JUMPS:
        source, target = board.jump
        return f"the machine jumps {source} to {target}; press START for its next jump"
    if stop == MOVE_MADE and board.last is not None:
        moved = f"game {game}, {sides[1]} has played {board.last}"
        return f"sense switch 6: {moved}; press START to go on"
    return WHY.get(stop, "")


def moves_made(machine: Machine) -> int:
    """The moves of the games that a program holds."""
    if not holds_game(machine):
        return 0
    stored = Stored(machine)
    return sum(stored.of_game(game, PLIES) for game in range(1, MOST_GAMES + 1))


def _needs(machine: Machine, stop: int) -> str:
    """The control that lets the program go on; empty while it works."""
    wanted = machine.wanted
    if wanted is not None:
        return wanted.control
    if machine.running():
        return ""
    if begins_anew(machine):
        return HOPPER
    if not machine.words[at.IC] or (machine.has_stopped and not 0 < stop < LARGEST_STOP):
        return LOAD
    return NEEDS.get(stop, START)


def begins_anew(machine: Machine) -> bool:
    """Whether START would have the program read a new deck: after RESET, or at a deck's end."""
    if machine.state.phase is not Phase.STANDING or machine.state.debt_us:
        return False
    if stop_number(machine) == DECK_ENDED:
        return True
    if machine.words[at.IC] or machine.has_stopped:
        return False
    return machine.read_storage(0) >> 18 == TRANSFER


def _thinks(machine: Machine, stop: int) -> bool:
    """Whether it looks ahead; at a stop its light may still be on from a game that RESET ended."""
    return not stop and machine.lights().sense[0]


def _game_number(stored: Stored, stop: int) -> int:
    """The game that matters now: the one that waits, is looked into, or was played last."""
    places = (AT_HAND, LAST_PLAYED)
    if _thinks(stored.machine, stop):
        places = (LOOKED_INTO, AT_HAND)
    elif stop not in (ASKS, JUMPS):
        places = (LAST_PLAYED, AT_HAND)
    found = (stored.word(place) for place in places)
    return next((game for game in found if 1 <= game <= MOST_GAMES), 0)


def position_of(words: Sequence[int]) -> Position | None:
    """The board in FA, BA, FP, BP and the word of who is to move; None where they are none."""
    # A board word has square n at 2**(35 - n), a position at 2**n.
    fa, ba, fp, bp = (int(f"{word & ~SIGN:035b}"[::-1], 2) << 1 for word in words[:MOVER])
    try:
        position = Position.of_words(fa, ba, fp, bp, bool(words[MOVER]))
        position.check_state()
    except ValueError:
        return None
    return position


def _number(word: int) -> int:
    """A number in sign and magnitude."""
    return -(word & ~SIGN) if word & SIGN else word


def _players(stored: Stored, game: int) -> tuple[str, str]:
    """Who plays Black and White, as the sense switches stand, at the console or by card."""
    switches = int(stored.machine.words[at.SENSE_SWITCHES])
    for switch, player in ((3, "BOOK"), (2, "MACHINE")):
        if switches >> (6 - switch) & 1 or stored.word(SWITCHES, switch):
            return player, player
    black, white = (stored.of_game(game, side) for side in (BLACK, WHITE))
    return PLAYERS.get(black, ""), PLAYERS.get(white, "")


def _mover(position: Position, black: str, white: str) -> str:
    name = black if position.black_to_move else white
    player = {
        "OPERATOR": "the operator",
        "MACHINE": "the machine",
        "BOOK": "the book",
        "ALPHA": "Alpha",
        "BETA": "Beta",
    }.get(name, "nobody")
    return f"{'Black' if position.black_to_move else 'White'}, {player}"


def _operator_has_moved(
    stored: Stored, game: int, position: Position, players: tuple[str, str]
) -> bool:
    """Whether a move of the operator's has been made in a game."""
    plies = stored.of_game(game, PLIES)
    black_first = position.black_to_move == (plies % 2 == 0)
    first = players[0 if black_first else 1]
    return "OPERATOR" in players and plies > (first != "OPERATOR")


def _last_move(stored: Stored, game: int, position: Position) -> Move | None:
    """The move made last, if it was made in that game and hasn't been taken back."""
    word = stored.word(MOVE)
    if not word or stored.word(LAST_PLAYED) != game:
        return None
    try:
        move = unpack_move(word)
    except KeyError:  # it is no move of this board
        return None
    arrived = "W" if position.black_to_move else "B"
    return move if position.piece(move.squares[-1]).upper() == arrived else None


def _line(stored: Stored) -> tuple[Move, ...]:
    """The moves from the first board to the board under study; the last may be half made."""
    moves: list[Move] = []
    goes_on = False
    levels = (-(stored.word(DEPTH) >> DECREMENT) & INDEX) // RECORD_WORDS
    for level in range(min(levels, MOST_LEVELS)):
        record = RECORDS + RECORD_WORDS * level
        word = stored.machine.read_storage(record + TRYING)
        way, bit = word & 7, (word & ~SIGN) >> DECREMENT
        if way == NULL_REPLY:
            goes_on = True
            continue
        step = WAYS[way & 3]
        jumps = bool(stored.machine.read_storage(record + FLAGS) & SIGN)
        end = bit + step * (1 + jumps)
        if bit not in SQUARE_OF_BIT or end not in SQUARE_OF_BIT or bit + step not in SQUARE_OF_BIT:
            break
        squares: tuple[int, ...] = (SQUARE_OF_BIT[bit], SQUARE_OF_BIT[end])
        captured: tuple[int, ...] = (SQUARE_OF_BIT[bit + step],) if jumps else ()
        if goes_on and moves:
            before = moves.pop()
            squares, captured = (*before.squares, squares[1]), (*before.captured, *captured)
        moves.append(Move(squares, captured))
        goes_on = False
    return tuple(moves)


def _partial(stored: Stored, game: int) -> tuple[int, ...]:
    """Squares of a multiple jump entered so far."""
    entered = stored.word(ENTERED)
    if stored.word(AT_HAND) != game or entered > 13:
        return ()
    squares = tuple(stored.word(SQUARES, number) for number in range(1, entered + 1))
    return squares if all(1 <= square <= 32 for square in squares) else ()


def _squares_in_mq(machine: Machine) -> tuple[int, ...]:
    keys = int(machine.words[at.MQ]) & KEYS_BELOW
    return keys >> 6, keys & 63


def _summary(stored: Stored, game: int) -> GameSummary | None:
    """How the game ended; None where it was broken off."""
    result = RESULTS.get(stored.of_game(game, RESULT))
    return None if result is None else GameSummary(result)


# -- The moves of a program's games, read from the 704's drums while it plays; nothing is written --

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
