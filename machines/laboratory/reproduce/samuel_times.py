"""Samuel 1959: the numbers that the program was built by, the time of a move, and Appendix A beside
our program in 704 code.
"""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from machines.games.draughts.board import BOARD, Position, bit
from machines.games.draughts.moves import legal_moves, make
from machines.ibm704.assembler import assemble
from machines.ibm704.loaded import LoadedProgram
from machines.ibm704.operations import CYCLE_US
from machines.laboratory.printed import samuel as printed
from machines.laboratory.printed.value import Printed
from machines.laboratory.reproduce.artefacts import (
    Accepted,
    Artefact,
    Effort,
    Line,
    Made,
    Row,
    equal,
    give_or_take,
    impossible,
    judged,
    numbered,
    picture,
    within,
)
from machines.laboratory.samuel.files import find_polynomial
from machines.laboratory.samuel.studies import play_opening
from machines.laboratory.study.intervals import mean_interval, share
from machines.samuel import phases
from machines.samuel.cards import GAMES as GAME_NUMBERS
from machines.samuel.games import Game, Play, Result
from machines.samuel.generalization.coefficients import (
    ALMOST_SURE,
    PIECES_CHANGED,
    Rules,
    divisor,
)
from machines.samuel.generalization.series import first_series
from machines.samuel.lookahead import LookAhead
from machines.samuel.parameters import material
from machines.samuel.player import look_to_the_end
from machines.samuel.polynomial import LARGEST_POWER, TERMS
from machines.samuel.rote.lookup import AGE, COLUMNS
from machines.samuel.rote.merge import join
from machines.samuel.rote.records import PLAIN_WORDS, Limits
from machines.samuel.rote.standard import standard_of
from machines.samuel.settings import ProgramSettings
from machines.storage.files import read_file
from machines.storage.program import ASSETS

PAPER = "samuel"
SEED = 1959


def random_position(number: int) -> Position:
    """A board after random moves, with a move left; the same for the same ``number``."""
    generator, position = np.random.default_rng([SEED, number]), Position.start()
    for _ in range(4 + number % 40):
        moves = legal_moves(position)
        then = make(position, moves[int(generator.integers(len(moves)))])
        if not legal_moves(then):
            break
        position = then
    return position


# -- what the program was built by -----------------------------------------------------------------

SECONDS_A_CENTURY = 100 * 365.25 * 86_400
UNDEFINED = (
    'Appendix C defines 26. The text names a 27th, "the second moment about the diagonal axis '
    "through the double corners\", and doesn't define it; ours of that name is an option "
    "(learn samuel --moment)."
)
USED = 64
"""An age to be refreshed."""


def built_by(_: Effort) -> Made:
    """The paper's numbers of the program itself, beside our program's."""
    return Made([*_board_rows(), *_memory_rows(), *_learning_rows()])


def _board_rows() -> list[Row]:
    seconds = printed.CHOICES.value / printed.CHOICES_A_MILLIMICROSECOND.value * 1e-9
    most, king, man = printed.CENTURIES.value, material(1, 1), material(1, 0)
    return [
        within("centuries that all choices of moves take", printed.CENTURIES,
               seconds / SECONDS_A_CENTURY, 0.5 * most, 1.5 * most, margin="its digits",
               shown=f"{seconds / SECONDS_A_CENTURY:.2g}"),
        equal("words of a board", printed.BOARD_WORDS, len(Position.start().words())),
        equal("squares of a word's 36 bits", printed.SQUARE_BITS, BOARD.bit_count()),
        equal("a king's worth, in men", printed.KING_TO_MAN, king / man),
        equal("games at once", printed.GAMES_AT_ONCE, len(GAME_NUMBERS)),
    ]  # fmt: skip


def _reflected(square: int, about_one: bool, about_other: bool) -> int:
    """A square reflected about one of the board's diagonals, the other, or both."""
    row, place = divmod(square - 1, 4)
    column = 2 * place + (row % 2 == 0)
    if about_one:
        row, column = column, row
    if about_other:
        row, column = 7 - column, 7 - row
    return 4 * row + column // 2 + 1


def _kings(first: int, second: int, white: int) -> Position:
    """Two kings of Black's and one of White's."""
    black, other = bit(first) | bit(second), bit(white)
    return Position(black, other, black | other, True)


def _memory_rows() -> list[Row]:
    limits, age = Limits(), np.zeros((1, COLUMNS), dtype=np.int64)
    age[0, AGE] = USED
    join(age, 0, (0, 0, 1))
    images = {
        tuple(_reflected(square, twice, turned) for square in (1, 7, 14))
        for twice in (False, True)
        for turned in (False, True)
    }
    kept = {standard_of(_kings(*image)) for image in images}
    words = (PLAIN_WORDS, PLAIN_WORDS - 1)
    return [
        equal("boards of kings alone that are kept as one", printed.REFLECTED,
              len(images) // len(kept)),
        equal("by what an age is divided when a board is referred to", printed.REFRESHED,
              USED // int(age[0, AGE])),
        equal("moves between two merges", printed.MERGE_AFTER, limits.merge_after),
        equal("terms of the rote program, piece advantage among them", printed.ROTE_TERMS,
              1 + len(find_polynomial("standard").weights)),
        equal("words of a board on tape: with kings, without (ours has one more for the score)",
              printed.TAPE_WORDS, words),
    ]  # fmt: skip


def _learning_rows() -> list[Row]:
    rules, alpha = Rules.first(), first_series(SEED).contest.alpha
    names = [*(record.name for record in alpha.active), *alpha.reserve]
    simple = sum(TERMS[name].connects is None for name in names)
    pairs = printed.SIMPLE_TERMS.value * (printed.SIMPLE_TERMS.value - 1) // 2
    divisors = (divisor(used) for used in (1, SECOND_USE, MANY_USES))
    return [
        equal("terms", printed.TERMS, len(names)),
        equal("terms in the polynomial at once", printed.ACTIVE_TERMS, len(alpha.active)),
        equal("terms in reserve", printed.RESERVE, len(alpha.reserve)),
        equal("terms that are simple", printed.SIMPLE_TERMS, simple, UNDEFINED),
        equal("connectives of all pairs of 27 simple terms, four a pair", printed.CONNECTIVES,
              4 * pairs),
        equal("low tallies that discard a term", printed.TALLIES, rules.tally_limit),
        equal("moves after which a discarded term is tried again", printed.BACK_AFTER,
              rules.tally_limit * len(alpha.reserve)),
        equal("black marks that make the leading coefficient zero", printed.BLACK_MARKS,
              rules.marks),
        *(equal(f"N after {used:,} uses", value, ours)
          for used, value, ours in zip((1, SECOND_USE, MANY_USES), DIVISORS, divisors,
                                       strict=True)),
        equal("by what a change is multiplied if the piece ratio has changed",
              printed.PIECES_CHANGED, PIECES_CHANGED),
        equal("by what it is multiplied if a win or a loss is almost sure",
              printed.ALMOST_SURE, ALMOST_SURE),
        equal("power of two of the largest coefficient", printed.TOP_POWER, LARGEST_POWER),
    ]  # fmt: skip


SECOND_USE, MANY_USES = 32, 100_000
DIVISORS = (printed.FIRST_DIVISOR, printed.SECOND_DIVISOR, printed.MOST_DIVISOR)

# -- the time of a move ----------------------------------------------------------------------------

FOUR, SIXTEEN = 3, 15
"""Terms besides piece advantage."""
PHASES = {
    "all moves of a board": (phases.GENERATE, FOUR),
    "make a move": (phases.MAKE, FOUR),
    "evaluate four terms": (phases.EVALUATE, FOUR),
    "look a board up": (phases.LOOK_UP, FOUR),
    "evaluate sixteen terms": (phases.EVALUATE, SIXTEEN),
}
TIMED_GAMES, QUICK_TIMED_GAMES = 40, 10
HALF_A_TEN = 5.0
"""Seconds: "approximately 30" has one digit that counts."""
MOST_SECONDS = printed.SECONDS_A_MOVE.value + HALF_A_TEN
USUALLY = Accepted(0.5, 1.0, '"usually": more often than not')
FOUR_OF_FIVE = 0.8
"""What "nearly all" is, at least: our choice."""


@dataclass
class TimedGame:
    """A game of the program against itself."""

    seconds: float
    """Of the 704, a move."""
    limited: float
    """Share of moves that take no more than about 30 seconds."""
    lost: bool
    """Whether it was won and lost."""
    captured: bool
    """Whether the loser has no piece left."""


def timed_game(number: int) -> TimedGame:
    """The rote program without a memory, both sides, from an opening that is drawn."""
    look, game, spent = LookAhead(ProgramSettings(), find_polynomial("standard")), Game(1), []
    game.begin(draws=True)
    play_opening(game, number, SEED)
    while not game.over:
        look.begin(game.position)
        look_to_the_end(look)
        decision = look.decision()
        spent.append(decision.us / 1e6)
        game.play(Play(decision.move, game.black_to_move, "MACHINE"), draws=True)
    lost = game.result not in (Result.DRAWN, Result.OPEN)
    mover = game.position.black if game.black_to_move else game.position.white
    limited = statistics.fmean(seconds <= MOST_SECONDS for seconds in spent)
    return TimedGame(statistics.fmean(spent), limited, lost, lost and not mover)


def times(effort: Effort) -> Made:
    """The times that the simulated clock is set by, and what a move takes by it."""
    found = [(name, value.value, _model_ms(name)) for name, value in printed.TIMES.items()]
    rows = [equal(f"{name}, ms", value, _model_ms(name)) for name, value in printed.TIMES.items()]
    games = effort.results(timed_game, [*range(effort.of(TIMED_GAMES, QUICK_TIMED_GAMES))])
    lost = [game for game in games if game.lost]
    rows += _move_rows(games)
    rows.append(_captured(lost) if len(lost) > 1 else impossible(
        "lost games that end with all pieces captured", printed.CAPTURED, "None was lost.",
        kind="stand-in",
    ))  # fmt: skip
    chart = picture(
        "THE 704'S TIMES",
        "",
        "milliseconds",
        Line("Appendix A", numbered([row[1] for row in found]), paper=True),
        Line("ours", numbered([row[2] for row in found])),
        names=("all moves", "a move", "four terms", "look up", "sixteen terms"),
    )
    return Made(rows, ("step", "printed ms", "ms"), found, [chart])


def _model_ms(name: str) -> float:
    """What the simulated clock allows for it."""
    phase, terms = PHASES[name]
    return phases.phase_us(phase, terms, phases.BACK_UP_US) / 1_000


MOVES_TAKE = (
    "The boards are counted by the paper's ply rules, the clock goes by Appendix A's times and "
    "ours for backing up. Most moves are short; those of end games with kings take minutes, where "
    'the paper says that the playing time can be set "by adjustments of the permitted ply". With '
    "few pieces the program looks deeper, as the paper says and not how much: ours is one ply "
    "below eight pieces."
)


def _move_rows(games: Sequence[TimedGame]) -> list[Row]:
    """ "Usually limited to approximately 30 seconds": as a mean, and as a limit."""
    return [
        judged(
            "seconds of a move, the rote program against itself", printed.SECONDS_A_MOVE,
            give_or_take(printed.SECONDS_A_MOVE, HALF_A_TEN,
                         said="half of the one digit that counts"),
            mean_interval([game.seconds for game in games]),
            seeds=f"{len(games)} games against itself", why=MOVES_TAKE,
        ),
        judged(
            f"share of moves that take {MOST_SECONDS:.0f} seconds at most", printed.SECONDS_A_MOVE,
            USUALLY, mean_interval([game.limited for game in games]), digits=2,
            seeds=f"{len(games)} games against itself", why=MOVES_TAKE,
        ),
    ]  # fmt: skip


def _captured(lost: Sequence[TimedGame]) -> Row:
    """How the lost ones end; people and other programs played the paper's."""
    found = share([float(game.captured) for game in lost])
    accepted = Accepted(FOUR_OF_FIVE, 1.0, f'"nearly all": at least {FOUR_OF_FIVE}')
    return judged(
        "share of lost games that end with all pieces captured", printed.CAPTURED, accepted,
        found, kind="stand-in", digits=2, seeds=f"{len(lost)} games against itself",
        why="The paper means all games of checkers, ours are the program's against itself; "
        "a side that can't move has lost with its pieces on the board.",
    )  # fmt: skip


# -- Appendix A in 704 code ------------------------------------------------------------------------

PROGRAMS = ASSETS / "programs"
TIMED_BOARDS = 100
TWICE = 2.0
"""Another programmer's code: half or twice as many words or microseconds are the same size."""
OTHER_PROGRAM = (
    "His program is lost; ours is another one, written from the paper (docs/samuel-704.md). "
)


class Code(LoadedProgram):
    """The checkers kernel in 704 code, in a storage of 4,096 words."""

    def __init__(self) -> None:
        self.source = read_file(PROGRAMS / "checkers.sap").decode().splitlines()
        routines = {
            path.stem.upper(): read_file(path).decode().splitlines()
            for path in (PROGRAMS / "library").glob("*.sap")
        }
        super().__init__(assemble(self.source, "checkers.sap", routines))
        self.call("TABLES")

    def place(self, position: Position) -> None:
        """Put a board before it: the engine's bit n is 2**n, the 704 counts from the left."""
        for name, word in zip(("FA", "BA", "FP", "BP"), position.words(), strict=True):
            self[name] = int(f"{word:036b}"[::-1], 2)

    def length(self, first: str, after: str) -> int:
        """Words from one symbol to another."""
        return self.symbols[after] - self.symbols[first]

    def make_first(self) -> int:
        """The cycles of making the first move of the words RF to RB that MOVES left."""
        way, word = next(
            (way, word) for way, name in enumerate(("RF", "LF", "LB", "RB")) if (word := self[name])
        )
        self["WAY"], self["SQUARE"] = way, word & -word
        return self.call("MAKE")

    def counts_of_bytes(self) -> int:
        """How many of the entries below ONES are the count of their number's 1s, from 0 on."""
        top = self.symbols["ONES"]
        wrong = (n for n in range(top) if int(self.storage[top - n]) != n.bit_count())
        return next(wrong, top)


def code_704(_: Effort) -> Made:
    """Appendix A's words and times beside those of our program in 704 code."""
    code = Code()
    found = _measured_ms(code)
    rows = [
        equal("instructions of the bit count", printed.COUNT_INSTRUCTIONS,
              code.length("COUNT", "MKONES")),
        equal("time of the bit count, microseconds", printed.COUNT_US,
              code.call("COUNT") * CYCLE_US),
        equal("words of the bit count's table", printed.TABLE_WORDS, code.counts_of_bytes()),
        equal("words of the maker of that table", printed.MAKER_WORDS,
              code.length("MKONES", "TURN")),
        equal("instructions for RF", printed.RF_INSTRUCTIONS, _instructions_for_rf(code)),
        equal("words of all moves", printed.MOVE_WORDS,
              sum(name in code.symbols for name in ("KIND", "RF", "LF", "LB", "RB"))),
        *(_beside(f"{name}, ms in 704 code", printed.TIMES[name], ms, TIMED)
          for name, ms in found.items()),
        *(impossible(f"{name}, ms in 704 code", printed.TIMES[name], "Timed over whole "
                     "look-aheads of our program: docs/samuel-704.md sets it beside.",
                     kind="stand-in")
          for name in printed.TIMES if name not in found),
        *_sizes(),
    ]  # fmt: skip
    columns = ("what", "Samuel", "ours")
    return Made(rows, columns, [(row.what, row.printed, row.ours) for row in rows])


TIMED = (
    "Ours rates both sides of every board, and denial of occupancy exactly; what else his times "
    "include, the paper doesn't say."
)


def _instructions_for_rf(code: Code) -> int:
    """Of the paper's example, if the kernel has it."""
    words = [line[7:].split("  ")[0].strip() for line in code.source]
    example = ["CLA EMPTY", "ALS 4", "ANA FA", "STO RF"]
    there = any(words[k : k + len(example)] == example for k in range(len(words)))
    return len(example) if there else 0


def _measured_ms(code: Code) -> dict[str, float]:
    """The mean of a hundred boards."""
    spent: dict[str, list[int]] = {name: [] for name in (*PHASES,)[:3]}
    for number in range(TIMED_BOARDS):
        code.place(random_position(number))
        for name, cycles in zip(spent, (code.call("MOVES"), code.make_first(),
                                        code.call("EVAL")), strict=True):  # fmt: skip
            spent[name].append(cycles)
    return {name: statistics.fmean(each) * CYCLE_US / 1_000 for name, each in spent.items()}


def _beside(what: str, value: Printed[Any], ours: float, why: str) -> Row:
    """Whether a size of ours is between half and twice his."""
    return within(what, value, ours, value.value / TWICE, value.value * TWICE, kind="stand-in",
                  shown=f"{ours:,.2f}" if ours % 1 else f"{ours:,.0f}",
                  margin="half to twice: another programmer's code", why=OTHER_PROGRAM + why,
                  digits=2 if value.value < TWICE * TWICE * TWICE else 0)  # fmt: skip


def _sizes() -> list[Row]:
    """The words of each part."""
    from machines.ibm704.picture.program_chart import SIZES

    work = printed.SIZES["general_work"].value + printed.SIZES["work"].value
    his = dict(printed.SIZES) | {
        "work": replace(printed.SIZES["work"], value=work, line=0, said=f"{work:,}",
                        quote="derived: 2000 words and 500 of generalization")}  # fmt: skip
    return [
        _beside(f"words of storage: {PARTS[one.name]}", his[one.name], one.ours, WORDS)
        for one in SIZES
    ]


WORDS = (
    "Much of ours checks cards and says why one is refused; it is loaded by 34 words, and his "
    "850 have table makers and dumps among them."
)
PARTS = {
    "basic": "basic program", "input": "input, verification, output",
    "ends": "start and end of games", "loaders": "loaders, table makers, dumps",
    "statistics": "statistics", "rote": "rote learning", "general": "generalization",
    "tables": "tables", "work": "work, with 500 of generalization",
}  # fmt: skip
"""Of the program, as docs/samuel-704.md has them."""

NUMBERS = Artefact(PAPER, "numbers", "The numbers that the program was built by", built_by, 1.0)
TIMES = Artefact(
    PAPER, "times", "Appendix A's times (its simulated clock is set by them), and a move's", times,
    20.0,
)  # fmt: skip
CODE = Artefact(PAPER, "code", "Appendix A beside our program in 704 code", code_704, 3.0)
