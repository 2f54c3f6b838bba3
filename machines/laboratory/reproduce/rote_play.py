"""Samuel 1959, how the program plays that has learned by rote: the openings of the book games that
it followed, and end games with a piece more.
"""

import math
from collections.abc import Sequence

from machines.games.draughts.notation import Game
from machines.laboratory.matches.book_agreement import agreement_with, follow_game
from machines.laboratory.printed import samuel as printed
from machines.laboratory.printed.value import Printed
from machines.laboratory.reproduce.artefacts import (
    CLAIM,
    Artefact,
    Effort,
    Made,
    Row,
    estimated,
    judged,
    picture,
)
from machines.laboratory.reproduce.samuel_books import book_games, coefficient_of, whose_games
from machines.laboratory.reproduce.samuel_times import USUALLY
from machines.laboratory.samuel.files import find_polynomial
from machines.laboratory.samuel.studies import RoteStudy
from machines.laboratory.study.intervals import normal_interval, share
from machines.samuel.book import Agreement, coefficients_apart
from machines.samuel.player import SamuelPlayer, settings_at
from machines.samuel.rote.control import RoteLearning
from machines.samuel.rote.records import WHOLE_TAPE, Limits
from machines.samuel.rote.tape_format import MemoryTape

PAPER = "samuel"
SEED = 1959

# -- openings --------------------------------------------------------------------------------------

OPENING, MIDDLE = slice(0, 16), slice(16, 48)
"""Plies of a game: eight moves of each side, and the sixteen behind them."""
PASSES, QUICK_PASSES = 4, 1
"""How often it follows all book games."""

Agreements = list[tuple[Agreement, Agreement]]
"""With a game's opening and with its middle."""


def openings(effort: Effort) -> Made:
    """Agreement with the moves of book games: without a memory, and after these were followed."""
    games = tuple(book_games(effort))
    study = RoteStudy.begin(SEED, settings_at(3), ("book",), find_polynomial("standard"),
                            book=games)  # fmt: skip
    before, passes = _agreements(games, None), effort.of(PASSES, QUICK_PASSES)
    for number in range(passes * len(games)):
        study.play_game()
        effort.tell((number + 1) / (passes * len(games)))
    study.learning.merge()
    tape = study.memory_tape()
    after = _agreements(games, tape)
    numbers = [
        (number, *(round(part.coefficient, 4) for pair in pairs for part in pair))
        for number, pairs in enumerate(zip(before, after, strict=True), 1)
    ]
    columns = ("game", "C of the opening before", "of the middle game", "of the opening after",
               "of the middle game")  # fmt: skip
    chart = picture(
        "AGREEMENT WITH THE BOOK GAMES THAT IT FOLLOWED", "", "C = (L - H) / (L + H)",
        *(estimated(name, ((part + at, coefficient_of([pair[part - 1] for pair in found]))
                           for part in (1, 2)))
          for at, name, found in ((0.0, "without a memory", before), (0.04, "with it", after))),
        names=("opening", "middle game"),
    )  # fmt: skip
    of = f"{whose_games(effort)}, followed {passes} times, {tape.boards:,} boards on the tape"
    return Made(_opening_rows(before, after, of), columns, numbers, [chart])


def _agreements(games: Sequence[Game], tape: MemoryTape | None) -> Agreements:
    """Of every game, with the memory of a tape or without one."""
    memory = None if tape is None else RoteLearning.of(tape, Limits(held_words=WHOLE_TAPE))
    player = SamuelPlayer("rote", find_polynomial("standard"), settings_at(3), memory)
    followed = [follow_game(task, player) for task in enumerate(games)]
    return [(agreement_with(moves[OPENING]), agreement_with(moves[MIDDLE])) for moves in followed]


def _opening_rows(before: Agreements, after: Agreements, of: str) -> list[Row]:
    """How much C rises in the opening, and that it doesn't rise as much behind it."""
    opening, error = _rise(before, after, 0)
    middle, other_error = _rise(before, after, 1)
    both = math.hypot(error, other_error)
    why = (
        "Following a book game gives its moves no weight, as in the paper: it saves its own "
        "backed-up scores of the boards. The paper's tape had more than book games on it."
    )
    return [
        _apart("rise of C with book openings by a memory of them", printed.MASTER_OPENINGS,
               opening, error, of, why),
        _apart("rise of C with book openings less that with their middle games", printed.MIDGAME,
               opening - middle, both, of, why),
    ]  # fmt: skip


def _rise(before: Agreements, after: Agreements, part: int) -> tuple[float, float]:
    """What C has risen by, and its standard error over games; of those that come so far."""
    there = [k for k, pair in enumerate(before) if pair[part].lower + pair[part].higher]
    return coefficients_apart([after[k][part] for k in there], [before[k][part] for k in there])


def _apart(
    what: str, claim: Printed[str], rise: float, error: float, of: str, why: str
) -> Row:  # fmt: skip
    """A row of a claim without a number."""
    found = normal_interval(rise, error)
    return judged(
        what, claim, CLAIM, found, kind="stand-in", digits=3, shown=f"{found:+.3f}, {of}",
        statistic="the 95% interval over games", seeds=f"one run, seed {SEED}", why=why,
    )  # fmt: skip


# -- end games -------------------------------------------------------------------------------------

END_GAMES, QUICK_END_GAMES = 1_200, 300
COUNTED = 200
"""The first and the last of them, of which the share is taken."""


def endings(effort: Effort) -> Made:
    """Two kings against one, the program against itself, learning by rote."""
    study = RoteStudy.begin(SEED, settings_at(3), ("endings",), find_polynomial("standard"))
    won, games = list[float](), effort.of(END_GAMES, QUICK_END_GAMES)
    counted = min(COUNTED, games // 2)
    for number in range(games):
        won.append(float(study.play_game().outcome == 1))
        effort.tell((number + 1) / games)
    first, last = share(won[:counted]), share(won[-counted:])
    row = judged(
        "share won with two kings against one", printed.DRIVES_ON, USUALLY, last, kind="stand-in",
        shown=f"{last:.2f} in the last {counted} of {games:,} games against itself, "
        f"{first.value:.2f} in the first", digits=1,
        seeds=f"one run, seed {SEED}",
        why="Two kings against one king stand for all end games with a piece more.",
    )  # fmt: skip
    tens = [won[k : k + TENS] for k in range(0, games, TENS)]
    points = [((k + 0.5) * TENS, share(ten)) for k, ten in enumerate(tens)]
    chart = picture("TWO KINGS AGAINST ONE, BY ROTE", "games", "share won",
                    estimated("ours, with its 95% interval", points))  # fmt: skip
    return Made([row], ("games", "share won"), [(x, won.value) for x, won in points], [chart])


TENS = 50
"""Games of a point of the picture."""

OPENINGS = Artefact(PAPER, "openings", "Rote learning: openings of book games", openings, 10.0)
ENDINGS = Artefact(PAPER, "endings", "Rote learning: end games with a piece more", endings, 30.0)
