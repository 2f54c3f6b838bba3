"""Samuel 1959, "Some Studies in Machine Learning Using the Game of Checkers", IBM Journal of
Research and Development 3(3), 210-229: the printed games, coefficient C, the ply rules.  The two
series are in :mod:`.two_series`, rote learning in :mod:`.rote` and :mod:`.rote_play`, Appendix
A in :mod:`.samuel_times`.  Facts: docs/sources/samuel.md.
"""

import contextlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from devices.refusal import RefusedError
from machines.games.draughts.board import SQUARES
from machines.games.draughts.notation import Game, write_fen
from machines.laboratory.matches.book_agreement import agreement_with
from machines.laboratory.printed import samuel as printed
from machines.laboratory.printed.value import Printed
from machines.laboratory.reproduce.artefacts import (
    Artefact,
    Effort,
    Line,
    Made,
    Row,
    equal,
    estimated,
    follow,
    give_or_take,
    impossible,
    judged,
    numbered,
    picture,
    played_game,
    printed_moves,
)
from machines.laboratory.reproduce.rote import ROTE
from machines.laboratory.reproduce.rote_play import ENDINGS, OPENINGS
from machines.laboratory.reproduce.samuel_books import (
    book_games,
    coefficient_of,
    printed_decks,
    rate_moves,
    whose_games,
)
from machines.laboratory.reproduce.samuel_times import CODE, NUMBERS, TIMES, random_position
from machines.laboratory.reproduce.two_series import FIRST, SECOND
from machines.samuel.book import Agreement
from machines.samuel.lookahead import LookAhead
from machines.samuel.player import look_to_the_end
from machines.samuel.settings import ProgramSettings

# -- the ply rules in plain code: a board is a dict from square to piece ---------------------------

Board = dict[int, str]
LOST, ROOM, QUIET, CALM, NO_JUMP, AHEAD = (
    "no move", "20 plies", "3: (1) (2) (3)", "4: (1) (3)", "5 to 19: no jump", "11 to 19: ahead",
)  # fmt: skip
"""Why a branch ends; each name is a line of the paper's table."""
LEAST, NEXT, LATER, FAR, MOST = 3, 4, 5, 11, 20
"""Plies at which the table's lines begin."""
TWO_KINGS = 6
"""In units of which a man counts two and a king three."""
KING = 3


class Step(NamedTuple):
    """A plain move, or one jump of a move."""

    start: int
    end: int
    taken: int
    """The square of the piece that is jumped; 0: none."""


def _place(square: int) -> tuple[int, int]:
    row, number = divmod(square - 1, 4)
    return row, 2 * number + (row % 2 == 0)


_SQUARES = {_place(square): square for square in range(1, 33)}


def _far(square: int, down: int, right: int, steps: int) -> int:
    """The square so many steps away on a diagonal; 0: there is none."""
    row, column = _place(square)
    return _SQUARES.get((row + down * steps, column + right * steps), 0)


def _ways(piece: str) -> Iterator[tuple[int, int]]:
    for down in (1, -1):
        if piece.isupper() or down == (1 if piece == "b" else -1):
            yield down, -1
            yield down, 1


def steps_of(board: Board, side: str, only: int = 0) -> list[Step]:
    """The side's jumps (of the piece on ``only`` alone, if that is given); without any its plain
    moves."""
    jumps, plain = [], []
    for square, piece in board.items():
        if piece.lower() != side or only not in (0, square):
            continue
        for down, right in _ways(piece):
            near, behind = (_far(square, down, right, steps) for steps in (1, 2))
            if near and near not in board:
                plain.append(Step(square, near, 0))
            elif near and behind and board[near].lower() != side and behind not in board:
                jumps.append(Step(square, behind, near))
    return jumps or plain


def after(board: Board, step: Step) -> Board:
    """The board after a step; a man on the last row is crowned."""
    made = {square: piece for square, piece in board.items() if square != step.taken}
    piece = made.pop(step.start)
    crowned = step.end > 28 if piece == "b" else step.end < 5
    made[step.end] = piece.upper() if crowned else piece
    return made


def _other(side: str) -> str:
    return "w" if side == "b" else "b"


def offers_exchange(board: Board, side: str) -> bool:
    """Whether there is a plain move that forces a jump, and each such jump is answered by jumping
    the piece that has jumped."""
    for move in steps_of(board, side):
        made = after(board, move)
        jumps = _jumps(made, _other(side))
        if jumps and all(
            any(answer.taken == jump.end for answer in _jumps(after(made, jump), side))
            for jump in jumps
        ):
            return True
    return False


def _jumps(board: Board, side: str) -> list[Step]:
    return [step for step in steps_of(board, side) if step.taken]


def _material(board: Board, side: str) -> int:
    return sum(3 if piece.isupper() else 2 for piece in board.values() if piece.lower() == side)


@dataclass
class Walk:
    """What a look-ahead from one board comes to."""

    boards: int = 0
    ends: Counter[tuple[int, str]] = field(default_factory=Counter)
    """How many branches end, by ply and by rule."""

    @property
    def scored(self) -> int:
        """Boards that are evaluated: a lost game is not."""
        return sum(count for (_, rule), count in self.ends.items() if rule != LOST)

    @property
    def deepest(self) -> int:
        """The greatest ply."""
        return max(ply for ply, _ in self.ends)

    def go(self, board: Board, side: str) -> "Walk":
        """Walk all of it."""
        self._visit(board, side, 0, jumped=False, start=True)
        return self

    def _visit(
        self, board: Board, side: str, ply: int, jumped: bool, start: bool, only: int = 0
    ) -> None:
        """A board with ``side`` to move; ``only``: the piece that goes on jumping; ``start``:
        nothing but jumps of the first move lead there."""
        self.boards += 1
        steps = steps_of(board, side, only)
        pending = bool(steps and steps[0].taken)
        rule = LOST if not steps else "" if start else self._rule(board, side, ply, pending, jumped)
        if rule:
            self.ends[ply, rule] += 1
            return
        for step in steps:
            made = after(board, step)
            on = step.taken and made[step.end] == board[step.start]
            if on and any(further.taken for further in steps_of(made, side, step.end)):
                self._null(made, side, ply + 1, start, step.end)
            else:
                self._visit(made, _other(side), ply + 1, bool(step.taken), start=False)

    def _null(self, board: Board, side: str, ply: int, start: bool, only: int) -> None:
        """Within a multiple jump of ``side``: the other side's only move, a ply, is the null
        reply."""
        self.boards += 1
        rule = "" if start else self._rule(board, _other(side), ply, pending=True, jumped=True)
        if rule:
            self.ends[ply, rule] += 1
        else:
            self._visit(board, side, ply + 1, jumped=False, start=start, only=only)

    def _rule(self, board: Board, side: str, ply: int, pending: bool, jumped: bool) -> str:
        """By which rule the branch ends here; empty: it goes on."""
        if ply >= MOST:
            return ROOM
        if ply < LEAST:
            return ""
        if ply < LATER:
            waits = pending or (ply < NEXT and jumped) or offers_exchange(board, side)
            return "" if waits else QUIET if ply < NEXT else CALM
        if not pending:
            return NO_JUMP
        ahead = abs(_material(board, "b") - _material(board, "w")) > TWO_KINGS
        return AHEAD if ply >= FAR and ahead else ""


PAPER = "samuel"

# -- the printed games -----------------------------------------------------------------------------


def games(_: Effort) -> Made:
    """Appendix B: how many of the moves are legal, one after the other: a check of our copy."""
    rows, numbers, lines = [], [], []
    for path in printed_decks():
        moves, choices = printed_moves(path), list[float]()
        with contextlib.suppress(RefusedError):
            for _text, count in follow(moves):
                choices.append(count)
        legal = len(choices)
        number = int(path.stem.rpartition("g")[2].removeprefix("-"))
        kind = "opening" if path.stem.startswith("opening") else "whole game"
        plies = printed.OPENING_PLIES if kind == "opening" else printed.GAME_PLIES[number]
        rows.append(equal(f"G-{number}, {kind}: moves of our copy that are legal", plies, legal))
        numbers.append((f"G-{number}", kind, len(moves), legal))
        if kind == "whole game":
            lines.append(Line(f"G-{number}", numbered(choices)))
    chart = picture("THE WHOLE GAMES OF APPENDIX B", "ply", "legal moves", *lines)
    return Made(rows, ("game", "kind", "printed", "legal"), numbers, [chart])


# -- agreement with book games ---------------------------------------------------------------------

HALF_A_DIGIT = 0.05
"""Of 0.6."""
NO_BOOK = "The paper doesn't name its book games. "
OTHER_C = (
    "Tried: 43 games of masters, which aren't ours to ship (reproduce --book FILE): C is 0.51 +- "
    "0.02; piece advantage alone, 0.89 there, but only because it hardly tells moves apart."
)


def agreement(effort: Effort) -> Made:
    """Coefficient C of the rote program's polynomial, over the printed games and over a file's.

    The paper took C over book games that it doesn't name; Appendix B's are the ones that it prints.
    """
    paths = printed_decks()
    each = _agreements(effort, [played_game(path) for path in paths])
    names = [path.stem for path in paths]
    rows = [_coefficient("Appendix B's games", each, "Appendix B's are no masters' games. ")]
    if effort.book is not None:
        games = book_games(effort)
        of_book = _agreements(effort, games)
        rows.append(_coefficient(whose_games(effort), of_book, ""))
        names += [game.tag("Event") for game in games]
        each = [*each, *of_book]
    poorest = impossible(
        "coefficient C of the poorest polynomial", printed.POOREST_C,
        "The paper doesn't say which polynomial it was, nor names the book games.",
    )  # fmt: skip
    numbers = [
        (name, tally.lower, tally.higher, tally.tied, tally.agreed, tally.boards)
        for name, tally in zip(names, each, strict=True)
    ]
    columns = ("game", "rated below", "rated above", "tied", "agreed", "moves")
    printed_games = each[: len(paths)]
    chart = picture(
        "AGREEMENT WITH EACH PRINTED GAME",
        "",
        "C = (L - H) / (L + H)",
        Line("each", numbered([tally.coefficient for tally in printed_games])),
        estimated("all, with its 95% interval", [(len(paths) + 1, coefficient_of(printed_games))]),
        names=[*(path.stem.rpartition("g")[2].lstrip("-0") for path in paths), "all"],
    )
    return Made([*rows, poorest], columns, numbers, [chart])


def _agreements(effort: Effort, games: Sequence[Game]) -> list[Agreement]:
    return [agreement_with(moves) for moves in rate_moves(effort, games, ProgramSettings())]


def _coefficient(of: str, each: Sequence[Agreement], whose: str) -> Row:
    """Its row: it agrees where all of our interval rounds to what is printed."""
    return judged(
        f"coefficient C of the rote program's polynomial, over {of}", printed.ADOPTED_C,
        give_or_take(printed.ADOPTED_C, HALF_A_DIGIT, "book games", "half of its last digit"),
        coefficient_of(each), kind="stand-in", statistic="the 95% interval of our C, over games",
        why=NO_BOOK + whose + OTHER_C, digits=2,
    )  # fmt: skip


# -- the ply rules ---------------------------------------------------------------------------------

WALKED = 100


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
    columns = ("board", "visited", "scored", "ply", "program visited", "program scored",
               "program ply")  # fmt: skip
    most = float(max(row[1] for row in numbers))
    chart = picture(
        "BOARDS VISITED, A HUNDRED LOOK-AHEADS",
        "by a plain walk",
        "by the program",
        Line("equal", [(0.0, 0.0), (most, most)], paper=True),
        Line("ours", sorted((float(row[1]), float(row[4])) for row in numbers)),
    )
    visited = (sum(row[1] for row in numbers), sum(row[4] for row in numbers))
    return Made(_ply_rows(settings, same, visited), columns, numbers, [chart])


def _ply_rows(settings: ProgramSettings, same: int, visited: tuple[int, int]) -> list[Row]:
    """The break points, and our plain walk (``visited``: its boards, the program's)."""
    walks = Printed(WALKED, printed.MINIMUM_PLY.where, 0, "our plain walk by the paper's rules",
                    f"no count; a plain walk's on {WALKED} boards")  # fmt: skip
    boards = replace(walks, value=visited[0], said=f"no count; a plain walk's {visited[0]:,}")
    return [
        equal("boards with the counts and the deepest ply of a plain walk by the rules", walks,
              same, kind="twin"),
        equal("boards visited, by the plain walk and by the program", boards, visited[1],
              kind="twin"),
        equal("plies that it always looks ahead", printed.MINIMUM_PLY, settings.minimum),
        equal("ply from which the last move may be a jump", printed.QUIET_PLY, settings.quiet),
        equal("ply from which only a jump goes on", printed.JUMP_PLY, settings.jump),
        equal("ply from which a jump goes on only if neither side is far ahead",
              printed.AHEAD_PLY, settings.ahead),
        equal("kings by which a side must be ahead, and more", printed.AHEAD_KINGS,
              settings.margin // KING),
        equal("ply at which it stops", printed.LAST_PLY, settings.last),
        impossible(
            "the look-ahead, the backing up of scores and the use of a saved score, drawn",
            printed.FIGURES, "These figures are drawings of the procedure. The walk goes by it, "
            "branch by branch.", kind="constant",
        ),
    ]  # fmt: skip


ARTEFACTS = (
    Artefact(PAPER, "games", "The printed games: Appendix B", games, 1.0),
    Artefact(PAPER, "agreement", "Coefficient C: agreement with book games", agreement, 5.0),
    Artefact(PAPER, "plies", "The ply rules on a hundred boards", ply_rules, 20.0),
    NUMBERS,
    TIMES,
    CODE,
    FIRST,
    SECOND,
    OPENINGS,
    ENDINGS,
    ROTE,
)
