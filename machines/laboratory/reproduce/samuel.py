"""Samuel 1959, "Some Studies in Machine Learning Using the Game of Checkers", IBM Journal of
Research and Development 3(3), 210-229: the printed games, coefficient C, the ply rules, Appendix
A's times.  The two series are in :mod:`.two_series`, rote learning in :mod:`.rote`.
Facts: docs/sources/samuel.md.
"""

import contextlib
import functools
from pathlib import Path

import numpy as np

from devices.refusal import RefusedError
from machines.games.draughts import Position, legal_moves, make
from machines.games.draughts.board import SQUARES
from machines.games.draughts.notation import write_fen
from machines.laboratory.matches.book_agreement import Tally, follow_game
from machines.laboratory.reproduce.artefacts import Artefact, Effort, Line, Made, numbered, picture
from machines.laboratory.reproduce.ply_rules import Walk
from machines.laboratory.reproduce.printed_games import follow, played_game, printed_moves
from machines.laboratory.reproduce.rote import ROTE
from machines.laboratory.reproduce.rows import equal, impossible, within
from machines.laboratory.reproduce.two_series import FIRST, SECOND
from machines.laboratory.samuel.polynomials import find_polynomial
from machines.laboratory.study.intervals import NORMAL, coefficient_error
from machines.samuel import phases
from machines.samuel.lookahead import LookAhead
from machines.samuel.player import SamuelPlayer, look_to_the_end
from machines.samuel.settings import ProgramSettings
from machines.storage.program import ASSETS

PAPER = "samuel"
DECKS = ASSETS / "decks"
WHOLE_GAMES = ("g-1.txt", "g-18.txt", "g-30.txt", "g-40.txt")
SEED = 1959

# -- the printed games -----------------------------------------------------------------------------


def printed_decks() -> tuple[Path, ...]:
    """Of Appendix B's openings and whole games."""
    return (*sorted(DECKS.glob("opening-g*.txt")), *(DECKS / name for name in WHOLE_GAMES))


def games(_: Effort) -> Made:
    """Appendix B: how many of the moves are legal, one after the other."""
    rows, numbers, lines = [], [], []
    for path in printed_decks():
        moves, choices = printed_moves(path), list[float]()
        with contextlib.suppress(RefusedError):
            for _text, count in follow(moves):
                choices.append(count)
        legal = len(choices)
        number = int(path.stem.rpartition("g")[2].removeprefix("-"))
        kind = "opening" if path.stem.startswith("opening") else "whole game"
        rows.append(equal(f"G-{number}, {kind}: legal moves", "App. B", len(moves), legal))
        numbers.append((f"G-{number}", kind, len(moves), legal))
        if kind == "whole game":
            lines.append(Line(f"G-{number}", numbered(choices)))
    chart = picture("THE WHOLE GAMES OF APPENDIX B", "ply", "legal moves", *lines)
    return Made(rows, ("game", "kind", "printed", "legal"), numbers, [chart])


# -- agreement with book games ---------------------------------------------------------------------


def agreement(effort: Effort) -> Made:
    """Coefficient C of the rote program's polynomial, over the printed games.

    The paper took C over book games that it doesn't name; Appendix B's are the ones that it prints.
    """
    paths = printed_decks()
    games = [played_game(path) for path in paths]
    player = SamuelPlayer("rote", find_polynomial("standard"), ProgramSettings())
    work = functools.partial(follow_game, player=player)
    each = [Tally.of(moves) for moves in effort.results(work, list(enumerate(games)))]
    ours, error = sum(each, Tally()).coefficient, coefficient_error(each)
    row = within(
        "coefficient C of the rote program's polynomial", "book games", "about 0.6",
        (0.6 - ours) / error, -NORMAL, NORMAL,
        shown=f"{ours:.2f} +- {error:.2f} (standard error), over Appendix B's games",
        statistic="the printed number less ours, in standard errors of ours",
        why="The paper's book games aren't named, and Appendix B's are no masters' games. Over 43 "
        "games of masters C is 0.51 (docs/research/samuel.md).",
    )  # fmt: skip
    poorest = impossible(
        "coefficient C of the poorest polynomial", "book games", "0.2",
        "The paper doesn't say which polynomial it was.",
    )  # fmt: skip
    numbers = [
        (path.stem, one.lower, one.higher, one.tied, one.agreed, one.moves)
        for path, one in zip(paths, each, strict=True)
    ]
    columns = ("game", "rated below", "rated above", "tied", "agreed", "moves")
    chart = picture(
        "AGREEMENT WITH EACH PRINTED GAME",
        "",
        "C = (L - H) / (L + H)",
        Line("ours", numbered([one.coefficient for one in each])),
        names=[path.stem.rpartition("g")[2].lstrip("-0") for path in paths],
    )
    return Made([row, poorest], columns, numbers, [chart])


# -- the ply rules and the times -------------------------------------------------------------------

WALKED = 100
TIMES_MS = (
    ("all moves of a board", phases.GENERATE, 3, 2.6), ("make a move", phases.MAKE, 3, 1.5),
    ("evaluate four terms", phases.EVALUATE, 3, 2.4), ("look a board up", phases.LOOK_UP, 3, 2.3),
    ("evaluate sixteen terms", phases.EVALUATE, 15, 7.5),
)  # fmt: skip
"""Appendix A, in milliseconds; piece advantage is one of the terms."""


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


def ply_rules(effort: Effort) -> Made:
    """The paper's ply rules, walked in plain code, and the program's look-ahead."""
    # The table alone: with few pieces the program looks deeper (docs/sources/samuel.md, item 11).
    settings, numbers, same = ProgramSettings(few_pieces=0), [], 0
    for number in range(WALKED):
        position = random_position(number)
        look = LookAhead(settings)
        look.begin(position)
        look_to_the_end(look)
        decision = look.decision()
        ours = (decision.boards, decision.evaluations, decision.deepest)
        board = {square: piece for square in SQUARES if (piece := position.piece(square))}
        walk = Walk().go(board, "b" if position.black_to_move else "w")
        walked = (walk.boards, walk.scored, walk.deepest)
        same += ours == walked
        numbers.append((write_fen(position), *walked, *ours))
        effort.tell((number + 1) / WALKED)
    where = "Ply limitations (our walk)"
    rows = [
        equal("boards with the counts and the deepest ply of a plain walk by the rules", where,
              WALKED, same),
        equal("boards visited; under 'printed' our plain walk, the paper has no count", where,
              sum(one[1] for one in numbers), sum(one[4] for one in numbers)),
    ]  # fmt: skip
    rows.append(impossible(
        "the look-ahead, the backing up of scores and the use of a saved score, drawn",
        "Figs 1, 2, 3", "no numbers",
        "These figures are drawings of the procedure. The walk above goes by it, branch by branch.",
    ))  # fmt: skip
    columns = ("board", "visited", "scored", "ply", "program visited", "program scored",
               "program ply")  # fmt: skip
    most = float(max(one[1] for one in numbers))
    chart = picture(
        "BOARDS VISITED, A HUNDRED LOOK-AHEADS",
        "by a plain walk",
        "by the program",
        Line("equal", [(0.0, 0.0), (most, most)], paper=True),
        Line("ours", sorted((float(one[1]), float(one[4])) for one in numbers)),
    )
    return Made(rows, columns, numbers, [chart])


def times(_: Effort) -> Made:
    """The times that the simulated clock is set by, as it gives them: a check of units, no test."""
    found = [(name, printed, phases.phase_us(phase, terms, phases.BACK_UP_US) / 1_000)
             for name, phase, terms, printed in TIMES_MS]  # fmt: skip
    rows = [equal(f"{name}, ms", "App. A", printed, ours) for name, printed, ours in found]
    chart = picture(
        "THE 704'S TIMES",
        "",
        "milliseconds",
        Line("Appendix A", numbered([one[1] for one in found]), paper=True),
        Line("ours", numbered([one[2] for one in found])),
        names=("all moves", "a move", "four terms", "look up", "sixteen terms"),
    )
    return Made(rows, ("step", "printed ms", "ms"), found, [chart])


ARTEFACTS = (
    Artefact(PAPER, "games", "The printed games: Appendix B", games, 1.0),
    Artefact(PAPER, "agreement", "Coefficient C: agreement with book games", agreement, 5.0),
    Artefact(PAPER, "plies", "The ply rules on a hundred boards", ply_rules, 20.0),
    Artefact(
        PAPER,
        "times",
        "The 704's times: Appendix A (its simulated clock is set by them)",
        times,
        1.0,
    ),
    FIRST,
    SECOND,
    ROTE,
)
