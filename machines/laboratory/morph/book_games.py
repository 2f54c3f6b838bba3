"""``main.py morph book``: games of chess that others played, rated by what Morph has learned.

Before each move Morph's value of every successor is taken, as when it plays, and its place among
them is that of the move that was played: Samuel's L, H and C (machines/samuel/book.py) for chess.
Nothing is learned.
"""

import argparse
from collections.abc import Iterator

import numpy as np

from machines.games.chess import legal_moves, san
from machines.games.chess.notation import PgnGame, read_pgn
from machines.laboratory.morph.databases import load_learner
from machines.laboratory.study.game_books import print_result, read_book
from machines.laboratory.study.outputs import print_table, write_outputs
from machines.laboratory.study.progress import progress
from machines.morph.learner import Learner
from machines.samuel.book import Agreement, coefficient_error, coefficient_text, total_of
from machines.storage.files import check_apart

COLUMNS = ("game", "ply", "side", "move", "value", "choice", "choice_value", "lower", "higher")
HEADINGS = ("game", "white", "black", "result", "moves", "L", "H", "C", "C white", "C black",
            "agreed")  # fmt: skip
NAME_WIDTH = 20
Numbers = tuple[int, int, str, str, float, str, float, int, int]


def follow_games(args: argparse.Namespace) -> int:
    """Follow them and say how Morph's values agree; raises RefusedError."""
    check_apart({"BOOK": args.book, "--csv": args.csv})
    learner = load_learner(args.database, "DATABASE")
    book = read_book(args.book, read_pgn, "PGN")
    both: list[Agreement] = []
    rows: list[Numbers] = []
    cells = []
    with progress("book games", len(book.games)) as tell:
        for number, game in enumerate(book.games, 1):
            made = list(_follow(learner, game, number))
            white, black = (_agreement(made, side) for side in ("white", "black"))
            both.append(white + black)
            cells.append(_cells(number, game, white, black))
            rows += made
            tell(number)
    title = f"{args.database} after {learner.games} games, beside the moves that were played"
    print_table(HEADINGS, cells, title)
    write_outputs(args, COLUMNS, rows)
    total = total_of(both)
    result = (
        f"RESULT c={total.coefficient:.4f} lower={total.lower} higher={total.higher} "
        f"agreed={total.agreed} moves={total.boards} games={len(both)} "
        f"se={coefficient_error(both):.4f}"
    )
    return print_result(book, result)


def _follow(learner: Learner, game: PgnGame, number: int) -> Iterator[Numbers]:
    """Every move of a game with Morph's own: its values are of the side that moves."""
    for ply, (position, move) in enumerate(zip(game.game.positions, game.moves, strict=False), 1):
        values, legal = learner.values(position), legal_moves(position)
        value, best = values[legal.index(move)], int(np.argmax(values))
        side = "black" if position.black_to_move else "white"
        choice = move if value == values[best] else legal[best]
        lower, higher = int((values < value).sum()), int((values > value).sum())
        yield (
            number, ply, side, san(position, move), float(value), san(position, choice),
            float(values[best]), lower, higher,
        )  # fmt: skip


def _agreement(rows: list[Numbers], side: str) -> Agreement:
    """The sums over one side's moves; a move that shares the best value is agreed with."""
    own = [row for row in rows if row[2] == side]
    agreed = sum(row[3] == row[5] for row in own)
    return Agreement(
        lower=sum(row[7] for row in own),
        higher=sum(row[8] for row in own),
        boards=len(own),
        agreed=agreed,
    )


def _cells(number: int, game: PgnGame, white: Agreement, black: Agreement) -> tuple[str, ...]:
    both = white + black
    return (
        str(number),
        *(game.tags.get(side, "?")[:NAME_WIDTH] for side in ("White", "Black")),
        game.tags["Result"],
        str(both.boards),
        str(both.lower),
        str(both.higher),
        *(coefficient_text(each.lower, each.higher) for each in (both, white, black)),
        str(both.agreed),
    )
