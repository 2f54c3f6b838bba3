"""The console's view of the checkers program: registers, lights, storage, on-times.

While the machine looks ahead the look-ahead shows its own words; at other times the registers stand
still.  The M-Q then holds the machine's move or what the keys entered (docs/sources/panel704.md,
"The checkers engine on this console").  Beside the look-ahead's own words, storage has each game's
board as FA, BA, FP, BP at 0400 + 020 x game (octal; ours, to look at).

Worked out from the look-ahead that has just finished: its best line, and term by term the score of
the board to which that line leads (machines.samuel.evaluation).
"""

from dataclasses import replace
from functools import lru_cache
from typing import Literal

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.exhibit import computer
from machines.exhibit.computer import Registers, register_bits
from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import legal_moves, make
from machines.games.draughts.scene import BoardScene, Expectation
from machines.samuel.evaluation import contributions
from machines.samuel.game_summary import contest_of, record_of, summary_of
from machines.samuel.games import LEARNERS, MACHINES, Game, Play, side
from machines.samuel.generalization.coefficients import end_of_line
from machines.samuel.polynomial import PIECE_ADVANTAGE, Polynomial
from machines.samuel.scores import SCORE_UNIT
from machines.samuel.search_frames import board_word
from machines.samuel.state import Phase, ProgramState, Stop
from machines.samuel.taking_back import can_take_back

# -- Why the machine has made its last move: the line that it expects, and what it likes at its
#    end -------------------------------------------------------------------------------------------

MAN = 160
"""Piece advantage, without its weight, of one man more among the 24 of the start."""


def expectation(state: ProgramState, game: Game) -> Expectation | None:
    """Of the machine's move that was made last in the game; None if its look-ahead is gone."""
    look = state.lookahead
    made = game.plays[-1] if game.plays else None
    if made is None or made.player not in MACHINES or not made.boards or state.thinking_for:
        return None
    if look.position is None or not look.finished or not _leads(look.position, made, game.position):
        return None
    decision = look.decision()
    if decision.move != made.move:
        return None
    polynomial = _polynomial_of(state, made)
    return Expectation(
        player=made.player,
        line=decision.line[1:],
        terms=_terms(polynomial, look.position, decision.line, made.black),
        score=decision.score // SCORE_UNIT,
        man=MAN * polynomial.advantage_weight,
        boards=decision.boards,
        deepest=decision.deepest,
        us=decision.us,
    )


def _leads(start: Position, made: Play, now: Position) -> bool:
    """Whether the move leads from the one board to the other."""
    if start.black_to_move != made.black or made.move not in legal_moves(start):
        return False
    return make(start, made.move) == now


def _polynomial_of(state: ProgramState, made: Play) -> Polynomial:
    """By which the move was chosen, as far as its player has not corrected it since."""
    learning = state.learning
    if made.player not in LEARNERS or not learning.there:
        return state.lookahead.polynomial
    contest = learning.contest
    return contest.alpha.polynomial if made.player == "ALPHA" else contest.beta


@lru_cache(maxsize=16)
def _terms(
    polynomial: Polynomial, start: Position, line: tuple[Move, ...], black: bool
) -> tuple[tuple[str, int], ...]:
    """What each term adds to the score of the board at the end of the line, for one side; the
    largest first, those that add nothing left out."""
    end, before = end_of_line(start, line)
    names = [PIECE_ADVANTAGE.name, *(weight.name for weight in polynomial.weights)]
    sign = 1 if end.black_to_move == black else -1
    found = contributions(polynomial, end, before)
    adds = [(name, sign * value // SCORE_UNIT) for name, value in zip(names, found, strict=True)]
    return tuple(sorted((add for add in adds if add[1]), key=lambda add: -abs(add[1])))


# -- console view ----------------------------------------------------------------------------------

STORAGE_WORDS = 0o100000
LOOK_AHEAD = 0o200
GAMES = 0o400
GAMES_END = 0o1000
GAME_WORDS = 0o20
CLEAR_US = 12
"""CLEAR: one storage cycle a word."""
CLEARED_US = STORAGE_WORDS * CLEAR_US
BLINK_US = 500_000
"""Sense light 4 blinks this long on and this long off when the machine concedes."""


# -- registers -------------------------------------------------------------------------------------


def registers(state: ProgramState) -> Registers:
    """The registers now."""
    if state.phase is Phase.CLEARING:
        return Registers(counter=min(state.clear_us // CLEAR_US, STORAGE_WORDS - 1))
    found = Registers() if state.blank else state.lookahead.registers()
    if state.phase is Phase.THINKING and state.storage_word is None and not state.blank:
        return found
    found = replace(found, mq=state.mq)
    return found if state.storage_word is None else replace(found, storage=state.storage_word)


@lru_cache(maxsize=256)
def _bits(shown: Registers) -> npt.NDArray[np.int64]:
    """Every register bit in a Duty's order, int64[REGISTER_BITS] of 0 and 1."""
    return register_bits(shown).astype(np.int64)


def count_still(state: ProgramState, us: int) -> None:
    """The registers stood still for ``us``."""
    if us:
        state.duty += us * _bits(registers(state))


def count_clearing(state: ProgramState, us: int) -> None:
    """The counter went on stepping through storage for ``us``, 12 us a word."""
    first, count = computer.COUNTER
    begin, end = state.clear_us, state.clear_us + us
    for k in range(count):
        bit = count - 1 - k
        state.duty[first + k] += _lit_us(end, bit) - _lit_us(begin, bit)


def _lit_us(us: int, bit: int) -> int:
    """How long that bit of a counter that steps from 0 has been 1 after ``us``."""
    steps, rest = divmod(us, CLEAR_US)
    whole, part = divmod(steps, 2 << bit)
    ones = (whole << bit) + max(0, part - (1 << bit))
    return ones * CLEAR_US + (rest if steps >> bit & 1 else 0)


# -- storage ---------------------------------------------------------------------------------------


def read_storage(state: ProgramState, address: int) -> int:
    """The word at ``address``; zero where the program has none.

    Raises RefusedError outside storage.
    """
    if not 0 <= address < STORAGE_WORDS:
        raise RefusedError(
            f"storage {address:o}", f"there is no such word; expected 0 to {STORAGE_WORDS - 1:o}"
        )
    if state.cleared:
        return 0
    if GAMES <= address < GAMES_END:
        number, place = divmod(address - GAMES, GAME_WORDS)
        game = state.games.get(number)
        if game is None or place > 3:
            return 0
        return int(board_word(game.position.words()[place]))
    try:
        return state.lookahead.read_storage(address) if address >= LOOK_AHEAD else 0
    except RefusedError:
        return 0  # storage that this program does not use


# -- lights ----------------------------------------------------------------------------------------


def sense_lights(state: ProgramState) -> tuple[bool, bool, bool, bool]:
    """Looking ahead; operator to move; last move refused; predicts a win (blinks: concedes)."""
    if state.dark:
        return (False, False, False, False)
    waits = state.begun and not state.setting_up and state.phase in (Phase.READING, Phase.STOPPED)
    return (
        state.phase is Phase.THINKING,
        waits and state.operators_turn() is not None,
        state.move_refused,
        state.now_us // BLINK_US % 2 == 0 if state.concedes else state.predicts_win,
    )


# -- the board -------------------------------------------------------------------------------------


def shown_game(state: ProgramState) -> Game | None:
    """The game that matters now: looked into, waited for, or played last."""
    if state.thinking_for:
        return state.games[state.thinking_for]
    if not state.setting_up and state.phase in (Phase.READING, Phase.STOPPED):
        waiting = state.operators_turn()
        if waiting is not None:
            return waiting
    if not state.setting_up and state.turn in state.games:
        return state.games[state.turn]
    return state.games.get(state.current)


def scene(state: ProgramState) -> BoardScene:
    """The board of the game that matters now, and what has been learned."""
    game = shown_game(state)
    begins = state.stop is Stop.FIRST_ACT
    if game is None:
        return BoardScene(Position.start(), learned=state.learning.seen, begins=begins)
    thinking = state.thinking_for == game.number
    line = state.lookahead.line_now() if thinking else ()
    black, white = game.players(state.rule)
    return BoardScene(
        learned=state.learning.seen,
        position=_as_shown(state, game),
        last=game.last,
        trying=line[0] if line else None,
        line=line,
        game=game.number,
        black=black,
        white=white,
        title=game.title,
        score=state.last_score,
        mover=_mover_words(state, game),
        partial=state.partial if game.number == state.current else (),
        over=game.over,
        begins=begins,
        jump=(state.mq >> 6 & 63, state.mq & 63) if state.stop is Stop.SHOWING else (),
        refused=state.move_refused,
        refuses=_refuses(state),
        takes_back=can_take_back(state),
        at_stake=not game.over and any(made.player == "OPERATOR" for made in game.plays),
        expects=expectation(state, game),
        contest=contest_of(state),
        summary=summary_of(state, game),
        record=record_of(game, black, white),
    )


def _as_shown(state: ProgramState, game: Game) -> Position:
    """The board; of a move of several jumps only those that the M-Q has shown are made."""
    if state.stop is not Stop.SHOWING or not game.plays:
        return game.position
    move = game.plays[-1].move
    jumps = len(move.captured) - len(state.showing)
    shown = Move(move.squares[: jumps + 1], move.captured[:jumps])
    return make(game.board_before(len(game.plays) - 1), shown)


def _refuses(state: ProgramState) -> Literal["", "card", "tape"]:
    """What was refused: a record on tape lights TAPE CHECK, whatever it was to bring."""
    if state.stop is not Stop.REFUSED:
        return ""
    return "tape" if state.tape_check else "card"


def _mover_words(state: ProgramState, game: Game) -> str:
    if game.over:
        return game.ending.capitalize()
    player = {
        "OPERATOR": "the operator",
        "MACHINE": "the machine",
        "BOOK": "the book",
        "ALPHA": "Alpha",
        "BETA": "Beta",
    }
    return f"{side(game.black_to_move).capitalize()}, {player[game.mover(state.rule)]}"
