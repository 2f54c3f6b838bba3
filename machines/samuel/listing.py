"""What the checkers program prints on the 716: every line's text, 120 columns, the 704's graphics.

Functions here lay out; nothing decides.  Pages and tables are :mod:`devices.media.sheet`.
"""

from collections.abc import Sequence

from devices.media.sheet import Column, heads, row, wrap_lines
from machines.games.draughts.board import Move, Position
from machines.samuel.book import coefficient_text
from machines.samuel.games import Game, Play, Tally, of_side, score_words, side, tally
from machines.samuel.lookahead import FORESEEN, SCORE_UNIT, WIN, Decision, LookAhead
from machines.samuel.polynomial import PIECE_ADVANTAGE, TERMS
from machines.samuel.search_frames import POLYNOMIAL
from machines.samuel.settings import SETTINGS

HEADING = "CHECKERS PROGRAM FOR THE 704"


PLAIN = (
    Column("GAME", "", 4, gap=1),
    Column("MOVE", "", 4),
    Column("SIDE", "", 5, right=False, gap=3),
    Column("PLAYER", "", 8, right=False),
    Column("MOVE MADE", "", 17, right=False),
    Column("SCORE", "", 12),
    Column("BOARDS", "LOOKED AT", 10),
    Column("BOARDS", "EVALUATED", 10),
    Column("PLY", "DEEPEST", 7),
    Column("704 TIME", "SECONDS", 9),
    Column("TOTAL", "SECONDS", 10),
)
BOOK = (
    Column("GAME", "", 4, gap=1),
    Column("MOVE", "", 4, gap=1),
    Column("SIDE", "", 5, right=False),
    Column("BOOK", "MOVE", 11, right=False),
    Column("MACHINES", "CHOICE", 11, right=False),
    Column("SCORE", "OF CHOICE", 12, gap=1),
    Column("SCORE", "OF BOOK", 12, gap=1),
    Column("L", "", 2),
    Column("H", "", 2),
    Column("SUM", "L", 4),
    Column("SUM", "H", 4, gap=1),
    Column("C", "", 5),
    Column("BOARDS", "LOOKED AT", 9),
    Column("PLY", "", 3, gap=1),
    Column("704 TIME", "SECONDS", 8, gap=1),
)


def seconds(us: int) -> str:
    """Microseconds as seconds with one place, rounded half up: ``31.4``."""
    tenths = (us + 50_000) // 100_000
    return f"{tenths // 10}.{tenths % 10}"


def move_text(move: Move, width: int) -> str:
    """The move as on a card; a jump too long for the column loses its squares between."""
    text = move.card()
    if len(text) <= width:
        return text
    return f"{move.squares[0]}X...X{move.squares[-1]}"


def opening_lines(game: Game) -> list[str]:
    """What heads a game: who plays, and its limit."""
    lines = [
        f" GAME {game.number}     {game.title}".rstrip(),
        f"            BLACK  {game.black:<10}  WHITE  {game.white}",
    ]
    if game.limit:
        lines.append(f"            TERMINATED AFTER {game.limit} MOVES OF BOTH SIDES")
    return lines


# -- the table of moves ----------------------------------------------------------------------------


def move_number(game: Game) -> int:
    """The number of the move made last, as players count: Black's and White's share one."""
    ply = len(game.plays) - 1 + (not game.start.black_to_move)
    return ply // 2 + 1


def play_row(game: Game, follows_book: bool) -> tuple[tuple[str, ...], str]:
    """Heads and row of the table for the move made last."""
    made = game.plays[-1]
    start = [str(game.number), str(move_number(game)), side(made.black)]
    if follows_book:
        return heads(BOOK), row(BOOK, start + _book_cells(game, made))
    return heads(PLAIN), row(PLAIN, start + _plain_cells(game, made))


def _plain_cells(game: Game, made: Play) -> list[str]:
    cells = [made.player, move_text(made.move, 17)]
    if made.score is None:
        return cells
    total = sum(play.us for play in game.plays if play.black == made.black)
    return [
        *cells,
        score(made.score),
        str(made.boards),
        str(made.evaluations),
        str(made.deepest),
        seconds(made.us),
        seconds(total),
    ]


def _book_cells(game: Game, made: Play) -> list[str]:
    if made.rating is None:
        return [move_text(made.move, 11), f"({made.player})"]
    rating = made.rating
    sums = tally(of_side(game.plays, made.black))
    return [
        move_text(made.move, 11),
        move_text(rating.choice, 11),
        score(rating.choice_score),
        score(rating.book_score),
        str(rating.lower),
        str(rating.higher),
        str(sums.lower),
        str(sums.higher),
        coefficient_text(sums.lower, sums.higher),
        str(made.boards),
        str(made.deepest),
        seconds(made.us),
    ]


def score(value: int) -> str:
    """A score as the look-ahead has it, with its sign; a win or loss that it sees, in plies."""
    if abs(value) < FORESEEN:
        return f"{value:+d}"
    return f"{'WIN' if value > 0 else 'LOSS'} IN {WIN - abs(value)}"


# -- boards, lines of play -------------------------------------------------------------------------


def board_lines(position: Position, indent: int = 12) -> list[str]:
    """The board in letters, Black's side above: B W men, BK WK kings, and squares' numbers."""
    left = " " * indent
    lines = []
    for rank in range(8):
        squares = range(4 * rank + 1, 4 * rank + 5)
        cells = "".join(f"{_piece_text(position, square):<8}" for square in squares)
        cells = f"{'    ' if rank % 2 == 0 else ''}{cells}"
        lines.append(f"{left}{cells:<40}{squares[0]:>2} TO {squares[-1]:>2}")
    return lines


def _piece_text(position: Position, square: int) -> str:
    piece = position.piece(square)
    return "-" if not piece else piece.upper() + ("K" if piece.isupper() else "")


def placed_lines(heading: str, position: Position) -> list[str]:
    """A heading and the board under it, with who is to move."""
    return [
        f" {heading}",
        "",
        *board_lines(position),
        f"            {side(position.black_to_move)} TO MOVE",
    ]


def line_lines(line: Sequence[Move]) -> list[str]:
    """The principal line."""
    return wrap_lines(["LINE ", *(move.card() for move in line)], 12, 6)


def rated_lines(decision: Decision) -> list[str]:
    """Each legal move with its exact score and the boards looked at for it, three to a line.

    Without exact scores (alpha-beta) the boards alone.
    """
    scores = [score(value) for _, value in decision.rated] or [""] * len(decision.moves)
    cells = [
        f"{move_text(move, 11):<11}{value:>12}{boards:>8}"
        for move, value, boards in zip(decision.moves, scores, decision.boards_each, strict=True)
    ]
    return [" " * 12 + "     ".join(cells[k : k + 3]) for k in range(0, len(cells), 3)]


def settings_lines(look: LookAhead) -> list[str]:
    """The break points, switches and coefficients, each with the word that it stands in."""
    words = [
        f"{s.name:<8} {s.address:05o} {look.settings.read_word(s.address):>5}" for s in SETTINGS
    ]
    lines = [" WORDS THAT MAY BE CHANGED BY STQ AT THE CONSOLE, ADDRESSES OCTAL", ""]
    lines += [" " * 12 + "     ".join(words[k : k + 4]) for k in range(0, len(words), 4)]
    weights = [
        f"{name:<8} {POLYNOMIAL + number:05o} {value:>+7d}"
        for name, number, value in (
            ("PIECE", PIECE_ADVANTAGE.number, look.polynomial.advantage_weight),
            *((w.name, TERMS[w.name].number, w.coefficient) for w in look.polynomial.weights),
        )
    ]
    lines += [" " * 12 + "   ".join(weights[k : k + 4]) for k in range(0, len(weights), 4)]
    return [
        *lines,
        f"            SCORES ARE {SCORE_UNIT} TIMES THE POLYNOMIAL, FOR THE SIDE TO MOVE",
    ]


# -- the end of a game -----------------------------------------------------------------------------


def end_lines(game: Game) -> list[str]:
    """Result, statistics and score of a game that is over."""
    lines = [f" GAME {game.number}     {game.ending}     RESULT  {game.result.value}", ""]
    lines += statistics_lines(game)
    lines += ["", *wrap_lines(score_words(game), 12)]
    return lines


def statistics_lines(game: Game) -> list[str]:
    """The table of statistics: Black, White and both."""
    three = (tally(of_side(game.plays, True)), tally(of_side(game.plays, False)), tally(game.plays))
    rows: list[tuple[str, list[str]]] = [
        ("MOVES", [str(tally.moves) for tally in three]),
        ("MOVES LOOKED INTO", [str(tally.decisions) for tally in three]),
        ("BOARDS LOOKED AT", [str(tally.boards) for tally in three]),
        ("BOARDS EVALUATED", [str(tally.evaluations) for tally in three]),
        ("DEEPEST PLY", [str(tally.deepest) for tally in three]),
        ("704 TIME, SECONDS", [seconds(tally.us) for tally in three]),
        ("MEAN A MOVE, SECONDS", [_mean(tally) for tally in three]),
    ]
    if three[2].rated:
        rows += book_rows(three)
    return _statistics(rows)


def book_rows(three: Sequence[Tally]) -> list[tuple[str, list[str]]]:
    """The rows of a book game: how the machine's ratings agreed with the book."""
    return [
        ("BOOK MOVES", [str(tally.rated) for tally in three]),
        ("MACHINE CHOSE THE SAME", [str(tally.agreed) for tally in three]),
        ("L, MOVES RATED POORER", [str(tally.lower) for tally in three]),
        ("H, MOVES RATED BETTER", [str(tally.higher) for tally in three]),
        ("C = (L-H)/(L+H)", [coefficient_text(tally.lower, tally.higher) for tally in three]),
    ]


def all_books_lines(games: int, plays: list[Play]) -> list[str]:
    """The sums over all book games of a deck."""
    three = (tally(of_side(plays, True)), tally(of_side(plays, False)), tally(plays))
    return [f" ALL {games} BOOK GAMES", "", *_statistics(book_rows(three))]


def _statistics(rows: list[tuple[str, list[str]]]) -> list[str]:
    head = f"{'':<36}{'BLACK':>12}{'WHITE':>12}{'BOTH':>12}"
    return [
        head,
        *(f"            {name:<24}{''.join(f'{v:>12}' for v in vs)}" for name, vs in rows),
    ]


def _mean(tally: Tally) -> str:
    return seconds(tally.us // tally.decisions) if tally.decisions else ""
