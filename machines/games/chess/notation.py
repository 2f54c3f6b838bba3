"""Chess as it is written: positions (FEN), moves (SAN) and games (PGN), read and written.

A FEN is six fields: the men by ranks from the eighth, who is to move, castling, the square behind a
pawn that has just made two steps, plies since a pawn moved or a man was taken, the move's number.
The last two may be left out (``0 1``).  What is read is a position that the rules allow as far as
they can be asked of a position alone, and it is written again letter for letter.  A move as engines
say it (``e2e4``) is ``str(move)`` and :func:`machines.games.chess.moves.find_move`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from devices.game_record import NO_DATE, GameRecord
from devices.refusal import RefusedError
from machines.games.chess import board
from machines.games.chess.game import Ending, Game
from machines.games.chess.moves import (
    broken_rule,
    find_move,
    in_check,
    legal_moves,
    make,
    taken_by,
)
from machines.games.game_files import (
    SETTLED,
    Collection,
    Draft,
    Grammar,
    filled,
    follow,
    read_games,
    tag_line,
)

START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MOST_COUNTED = 9999
"""The highest clock and number of a move that a FEN may say."""


def write_fen(position: board.Position) -> str:
    """The FEN of a position, all six fields."""
    ranks = []
    for rank in reversed(range(8)):
        letters = "".join(position.piece(8 * rank + file) or " " for file in range(8))
        ranks.append(re.sub(" +", lambda empty: str(len(empty.group())), letters))
    castling = "".join(
        letter for bit, letter in enumerate(board.CASTLING) if position.castling >> bit & 1
    )
    passing = board.SQUARE_NAMES[position.en_passant] if position.en_passant else "-"
    mover = "b" if position.black_to_move else "w"
    men = "/".join(ranks)
    return f"{men} {mover} {castling or '-'} {passing} {position.clock} {position.number}"


def read_fen(text: str, where: str = "FEN") -> board.Position:
    """The position of a FEN of six fields, or four.

    Raises RefusedError for what isn't one or can't come about in chess, saying by which rule.
    """
    fields = text.split()
    if len(fields) not in (4, 6):
        raise RefusedError(
            where,
            f"it has {len(fields)} fields; expected 6 (men, mover, castling, in passing, clock, "
            "number) or the first 4",
        )
    if fields[1] not in ("w", "b"):
        raise RefusedError(where, f"the side to move is {fields[1][:20]!r}; expected w or b")
    clock, number = fields[4:] or ("0", "1")
    position = _of_men(
        _read_men(fields[0], where),
        black_to_move=fields[1] == "b",
        castling=_read_castling(fields[2], where),
        en_passant=_read_passing(fields[3], where),
        clock=_read_count(clock, 0, "the clock of fifty moves", where),
        number=_read_count(number, 1, "the move's number", where),
    )
    wrong = broken_rule(position)
    if wrong:
        raise RefusedError(where, wrong)
    return position


def _read_men(text: str, where: str) -> list[str]:
    """64 letters from a1 to h8, a space for an empty square."""
    ranks = text.split("/")
    if len(ranks) != 8:
        raise RefusedError(where, f"the men stand on {len(ranks)} ranks; expected 8")
    men: list[str] = []
    for number, rank in zip(board.RANKS, reversed(ranks), strict=True):
        odd = re.search(r"[^pnbrqkPNBRQK1-8]", rank)
        if odd:
            raise RefusedError(
                where,
                f"rank {number} has {odd.group()!r}; expected p n b r q k, capitals for White's, "
                "and 1 to 8 for empty squares",
            )
        if re.search(r"[1-8]{2}", rank):
            raise RefusedError(where, f"rank {number} counts empty squares twice over: {rank!r}")
        letters = re.sub("[1-8]", lambda empty: " " * int(empty.group()), rank)
        if len(letters) != 8:
            raise RefusedError(where, f"rank {number} has {len(letters)} squares; expected 8")
        men += letters
    return men


def _of_men(
    men: list[str], *, black_to_move: bool, castling: int, en_passant: int, clock: int, number: int
) -> board.Position:
    """The position of 64 letters, and the rest as it is."""

    def word(letters: str) -> int:
        return sum(1 << number for number, letter in enumerate(men) if letter in letters)

    words = [word(letter + letter.upper()) for letter in board.LETTERS]
    words += [word(board.LETTERS.upper()), word(board.LETTERS)]
    return board.Position(
        **dict(zip(board.MEN, words, strict=True)),
        black_to_move=black_to_move,
        castling=castling,
        en_passant=en_passant,
        clock=clock,
        number=number,
    )


def _read_castling(text: str, where: str) -> int:
    """The castling bits of ``KQkq``, some of it in that order, or ``-``."""
    if not re.fullmatch("-|(?=.)K?Q?k?q?", text):
        raise RefusedError(
            where, f"castling is {text[:20]!r}; expected -, or some of KQkq in that order"
        )
    return sum(1 << bit for bit, letter in enumerate(board.CASTLING) if letter in text)


def _read_passing(text: str, where: str) -> int:
    """The square of ``e3``, 0 for ``-``."""
    if text == "-":
        return 0
    if text not in board.SQUARE_NAMES or text[1] not in "36":
        raise RefusedError(
            where, f"in passing there is {text[:20]!r}; expected - or a square of rank 3 or 6"
        )
    return board.square(text)


def _read_count(text: str, least: int, name: str, where: str) -> int:
    if not re.fullmatch("[0-9]{1,4}", text) or int(text) < least:
        raise RefusedError(where, f"{name} is {text[:20]!r}; expected {least} to {MOST_COUNTED}")
    return int(text)


def san(position: board.Position, move: board.Move) -> str:
    """A legal move as it is written: ``e4``, ``Nbd7``, ``exd8=Q+``, ``O-O-O#``."""
    after = make(position, move)
    check = ""
    if in_check(after):
        check = "+" if legal_moves(after) else "#"
    letter = position.piece(move.start).upper()
    if letter == "K" and abs(move.end - move.start) == 2:
        return ("O-O" if move.end > move.start else "O-O-O") + check
    takes = "x" if taken_by(position, move) else ""
    end = board.SQUARE_NAMES[move.end]
    if letter == "P":
        became = f"={move.promotion.upper()}" if move.promotion else ""
        return (board.FILES[move.start % 8] if takes else "") + takes + end + became + check
    return letter + _told_apart(position, move) + takes + end + check


def _told_apart(position: board.Position, move: board.Move) -> str:
    """The file, the rank or the square that tells the man from others that could go there."""
    letter = position.piece(move.start)
    others = [
        other.start
        for other in legal_moves(position)
        if other.end == move.end
        and other.start != move.start
        and position.piece(other.start) == letter
    ]
    if not others:
        return ""
    name = board.SQUARE_NAMES[move.start]
    if all(start % 8 != move.start % 8 for start in others):
        return name[0]
    if all(start >> 3 != move.start >> 3 for start in others):
        return name[1]
    return name


def write_pgn(game: Game, tags: Mapping[str, str]) -> str:
    """A game with its tags (``Event``, ``White`` ..), moves to 79 columns and result.

    The roster's seven tags come first, those not given as ``?``; the result is the game's own if
    ``tags`` have none.
    """
    outcome = game.outcome()
    result = tags.get("Result") or (outcome.result if outcome else "*")
    start = game.positions[0]
    roster = dict.fromkeys(("Event", "Site", "Date", "Round", "White", "Black"), "?")
    roster["Date"] = "????.??.??"
    told = {**roster, **tags, "Result": result}
    if write_fen(start) != START_FEN:
        told |= {"SetUp": "1", "FEN": write_fen(start)}
    if outcome and outcome.ending is Ending.LENGTH:
        told["Termination"] = f"drawn after {game.most_plies} plies"
    head = [tag_line(name, value) for name, value in told.items()]
    return "\n".join((*head, "", *filled([*_numbered(game), result]), ""))


def _numbered(game: Game) -> list[str]:
    """The moves in SAN with their numbers."""
    words: list[str] = []
    for place, move in enumerate(game.moves):
        position = game.positions[place]
        if not position.black_to_move:
            words.append(f"{position.number}.")
        elif not words:
            words.append(f"{position.number}...")
        words.append(san(position, move))
    return words


# -- A game to be taken along


KEPT = ("[Result", "[SetUp", "[FEN")
"""Tags without which the moves can't be read."""


def pgn_record(game: Game, white: str, black: str) -> GameRecord:
    """The game of ``white`` and ``black`` as it was played."""
    tags = {"Event": "Matchbox 704", "Date": NO_DATE, "White": white, "Black": black}
    whole = write_pgn(game, tags)
    lines = whole.splitlines()
    moves = " ".join(line for line in lines if line and not line.startswith("["))
    kept = [line for line in lines if line.startswith(KEPT)]
    outcome = game.outcome()
    result = outcome.result if outcome else "*"
    short = "\n".join([*kept, "", moves, ""])
    return GameRecord(".pgn", (whole, short), moves.removesuffix(result).strip(), result)


# -- Games from anywhere ---------------------------------------------------------------------------

_MEN = "KQRBNPkqrn\u2654-\u265f"
_PROMOTION = r"(?:=?[QRBNqrbn]|[(/]=?[QRBN]\)?)"
_PGN = Grammar(
    move=r"[Oo0](?:-[Oo0]){1,2}[+\#]*"
    rf"|[{_MEN}]?[a-h]?[1-8]?[-x:×]?[a-h][1-8]{_PROMOTION}?(?:\s?e\.?p\.?)?[+\#]*",
    result=r"1-0|0-1|1/2\s?-\s?1/2|½-½|1/2|½|\*",
    example="e4, Nbd7, exd8=Q, O-O",
)
_RESULTS = {word: word for word in ("1-0", "0-1", "1/2-1/2", "*")}
_RESULTS |= dict.fromkeys(("1/2", "½-½", "½"), "1/2-1/2")
_SAN = re.compile(r"([KQRBNPkqrn]?)([a-h]?)([1-8]?)[-x:×]?([a-h][1-8])[=(/]*([QRBNqrbn]?)")
_FIGURINES = str.maketrans("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP")

QUEENED = "pawns on their last rank without a man named, read as queens"


@dataclass(frozen=True)
class PgnGame:
    """A game of a PGN file, all of whose moves are legal."""

    game: Game
    """Without a limit of plies; it may go on after a draw that nobody claimed."""
    tags: Mapping[str, str]
    """In the file's order, with Result, and without FEN and SetUp: as :func:`write_pgn` takes."""

    @property
    def moves(self) -> list[board.Move]:
        """Of both sides."""
        return self.game.moves


def read_pgn(text: str | bytes, name: str) -> Collection[PgnGame]:
    """The games of a PGN file that can be followed, what was mended, and why others can't be.

    Comments, variations and annotations are read over.
    """
    return read_games(text, name, _PGN, _game_of)


def _game_of(draft: Draft) -> PgnGame:
    variant = draft.tag("Variant").strip()
    if variant.lower() not in ("", "standard", "chess", "normal", "from position"):
        what = f"it is {variant[:40]}; this museum plays chess by its usual rules"
        raise RefusedError(draft.where, what)
    if draft.refusal:
        raise draft.refusal
    fen = " ".join(draft.tag("FEN").split())
    start = read_fen(fen, f"{draft.where}, FEN") if fen else board.Position.start()
    words = [word.translate(_FIGURINES) for word, _ in draft.moves]

    def fitting(position: board.Position, number: int) -> list[tuple[board.Move, int]]:
        return [(move, 1) for move in find_san(position, words[number])]

    def explain(position: board.Position, number: int, ply: int) -> None:
        ply += 2 * start.number - 2 + start.black_to_move
        where = draft.place(draft.moves[number][1], ply, "White", "Black")
        raise RefusedError(where, _why_not(position, words[number]))

    moves, _, settled = follow(start, len(words), fitting, make, explain)
    if settled:
        draft.mends.append((SETTLED, draft.moves[0][1]))
    for (word, line), move in zip(draft.moves, moves, strict=True):
        if move.promotion == "q" and not re.search("[QqDd♕♛]", word[2:]):
            draft.mends.append((QUEENED, line))
    game = Game([start], list(moves), most_plies=0)
    for move in moves:
        game.positions.append(make(game.position, move))
    tags = {name: value for name, value, _ in draft.tags if name.lower() not in ("fen", "setup")}
    outcome = game.outcome()
    is_mate = outcome and outcome.ending in (Ending.CHECKMATE, Ending.STALEMATE)
    tags["Result"] = draft.settle_result(_RESULTS, outcome.result if outcome and is_mate else "")
    return PgnGame(game, tags)


def find_san(position: board.Position, word: str) -> list[board.Move]:
    """The legal moves that ``Nf3``, ``Ng1-f3``, ``g1f3`` or ``O-O`` can stand for."""
    castling = word.upper().replace("0", "O").rstrip("+#")
    if castling in ("O-O", "O-O-O"):
        rank = 8 if position.black_to_move else 1
        word = f"Ke{rank}{'g' if castling == 'O-O' else 'c'}{rank}"
    match = _SAN.match(word)
    if not match:
        return []
    letter, file, rank_, end, promotion = match.groups()
    letters = board.LETTERS.upper() if file and rank_ and not letter else (letter or "P").upper()
    return [
        move
        for move in legal_moves(position)
        if board.SQUARE_NAMES[move.end] == end
        and position.piece(move.start).upper() in letters
        and (file or board.FILES[move.start % 8]) == board.FILES[move.start % 8]
        and (rank_ or board.RANKS[move.start >> 3]) == board.RANKS[move.start >> 3]
        and move.promotion == (promotion.lower() or ("q" if move.promotion else ""))
    ]


def _why_not(position: board.Position, word: str) -> str:
    """Why a move as written can't be played, or which of several it may be."""
    found = find_san(position, word)
    if found:
        return f"{word} can be {' or '.join(san(position, move) for move in found)}: say which"
    given = re.fullmatch(r"[KQRBNP]?([a-h][1-8])[-x]?([a-h][1-8]).*", word)
    if given:
        try:
            find_move(position, "".join(given.groups()), "")
        except RefusedError as refusal:
            return refusal.what
    moves = [san(position, move) for move in legal_moves(position)]
    side = "Black" if position.black_to_move else "White"
    if not moves:
        return f"{word} can't be played: {side} has no move, the game is over"
    others = f" or one of {len(moves) - 8} others" if len(moves) > 8 else ""
    return f"{word} can't be played; {side} can play {', '.join(moves[:8])}{others}"
