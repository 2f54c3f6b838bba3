"""Draughts as it is written: moves, positions (FEN) and games (PDN), read and written.

A move is ``11-15``, ``15x22`` or ``6x15x22`` (``X`` on cards; the squares between may be left out).
A position is ``B:W18,24,K10:B12,K22``: who is to move, then each side's squares with K before a
king's; ``/`` may stand for ``:``, which has no punch.  A game is tags in brackets, then numbered
moves, comments in braces and a result, in which the first figure is Black's, who moves first:
``1-0`` means that Black won.

Games that others wrote are read as :mod:`machines.games.game_files` says, by PDN 3.0's reading
grammar: captures with ``:``, short or move by move, 2-0 for 0-1 (White's points first), squares
with letters where GameType is 21.  Games of other GameTypes are refused by their names.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from devices import game_record
from devices.refusal import RefusedError
from machines.games.draughts import board
from machines.games.draughts.moves import find_move, fitting_moves, legal_moves, make
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

RESULTS = (*game_record.RESULTS.values(), "*")
"""Black won, White won, a draw, not finished."""
MOST_PIECES = 12
"""A side's pieces at most."""

_PIECES = re.compile(r"(K?)([0-9]{1,3})(?:-([0-9]{1,3}))?")


def read_fen(
    text: str, where: str = "", place: Callable[[int], str] | None = None
) -> board.Position:
    """The position of ``B:W18,24,K10:B12,K22`` (``/`` is as good as ``:``, a range 1-12 too).

    Raises RefusedError for what can't be: it is said to stand at ``where``, with the column, or at
    ``place(index)`` of the character if that is given (a text joined from several cards).
    """
    at = place or (lambda index: f"{where or 'FEN'}, column {index + 1}")
    body = text.rstrip().removesuffix(".")
    fields = [
        (match.start(), match.group()) for match in re.finditer(r"(?:^|(?<=[:/]))[^:/]*", body)
    ]
    start, mover = fields[0]
    if mover.strip().upper() not in ("B", "W"):
        raise RefusedError(at(start), f"the side to move is B or W, not {mover.strip()!r}")
    sides: dict[str, tuple[int, int]] = {}
    for start, part in fields[1:]:
        start += len(part) - len(part.lstrip())
        colour = part.strip()[:1].upper()
        if colour not in ("B", "W"):
            raise RefusedError(at(start), f"a side begins with B or W, not {part.strip()!r}")
        if colour in sides:
            raise RefusedError(at(start), f"{_NAMES[colour]}'s pieces are given twice")
        others = sum(word for word, _ in sides.values())
        sides[colour] = _read_pieces(part.lstrip()[1:], start + 1, colour, others, at)
    for colour in ("W", "B"):
        if colour not in sides:
            raise RefusedError(
                at(len(body)), f"{_NAMES[colour]}'s pieces are missing: {colour} and its squares"
            )
    (black, black_kings), (white, white_kings) = sides["B"], sides["W"]
    return board.Position(black, white, black_kings | white_kings, mover.strip().upper() == "B")


_NAMES = {"B": "Black", "W": "White"}


def _read_pieces(
    text: str, start: int, colour: str, others: int, at: Callable[[int], str]
) -> tuple[int, int]:
    """A side's pieces and kings from its comma list, whose first character is number ``start``."""
    pieces = kings = 0
    last_row = board.HIGHEST_ROW if colour == "B" else board.LOWEST_ROW
    if not text.strip():
        return 0, 0
    for item in re.finditer(r"(?:^|(?<=,))[^,]*", text):
        word = item.group().strip().upper()
        here = at(start + item.start() + len(item.group()) - len(item.group().lstrip()))
        match = _PIECES.fullmatch(word)
        if not match:
            raise RefusedError(
                here, f"{word!r} is no piece: a square 1 to 32, with K before it for a king"
            )
        king, first, final = match.group(1), int(match.group(2)), int(match.group(3) or match[2])
        if first not in board.SQUARES or final not in board.SQUARES or final < first:
            raise RefusedError(here, f"there is no square {word.lstrip('K')}: they are 1 to 32")
        for square in range(first, final + 1):
            there = board.bit(square)
            if (pieces | others) & there:
                raise RefusedError(here, f"two pieces stand on square {square}")
            if not king and there & last_row:
                raise RefusedError(
                    here,
                    f"{_NAMES[colour]}'s man on square {square} stands on its king row,"
                    f" where it would be a king: K{square}",
                )
            pieces |= there
            kings |= there if king else 0
        if pieces.bit_count() > MOST_PIECES:
            raise RefusedError(
                here, f"{_NAMES[colour]} has more than {MOST_PIECES} pieces, the most a side has"
            )
    return pieces, kings


def write_fen(position: board.Position) -> str:
    """``B:W21,22,K23:B1,2``: White's pieces first, as PDN has it, squares ascending."""

    def pieces(word: int) -> str:
        return ",".join(
            f"{'K' if position.kings & board.bit(square) else ''}{square}"
            for square in board.squares_of(word)
        )

    mover = "B" if position.black_to_move else "W"
    return f"{mover}:W{pieces(position.white)}:B{pieces(position.black)}"


@dataclass(frozen=True)
class Game:
    """A game, all of whose moves are legal."""

    moves: tuple[board.Move, ...]
    tags: tuple[tuple[str, str], ...] = ()
    """Names and values in the file's order, without Result, FEN and SetUp."""
    comments: tuple[tuple[int, str], ...] = ()
    """Each with the number of moves that stand before it."""
    result: str = "*"
    """As written, Black's figure first: one of RESULTS."""
    start: board.Position = field(default_factory=board.Position.start)

    def tag(self, name: str) -> str:
        """The value of the tag ``name``, or the empty text."""
        return dict(self.tags).get(name, "")

    def positions(self) -> tuple[board.Position, ...]:
        """The start, and the position after each move: one more than there are moves."""
        reached = [self.start]
        for move in self.moves:
            reached.append(make(reached[-1], move))
        return tuple(reached)


def write_pdn(games: Iterable[Game]) -> str:
    """The games as a PDN file, with every square of a jump written out, lines to 79 columns."""
    return "\n".join(_format_game(game) for game in games)


def _format_game(game: Game) -> str:
    tags = [*game.tags, ("Result", game.result)]
    if game.start != board.Position.start():
        tags += [("SetUp", "1"), ("FEN", write_fen(game.start))]
    lines = [tag_line(name, value) for name, value in tags]
    comments: dict[int, list[str]] = {}
    for made, comment in game.comments:
        text = "{" + comment.replace("}", ")") + "}"
        comments.setdefault(made, []).extend(text.split())
    words = comments.get(0, [])
    first = 0 if game.start.black_to_move else 1
    for made, move in enumerate(game.moves):
        number, white = divmod(made + first, 2)
        if white == 0:
            words.append(f"{number + 1}. {move}")
        elif made == 0 or made in comments:
            words.append(f"{number + 1}... {move}")
        else:
            words.append(str(move))
        words += comments.get(made + 1, [])
    words.append(game.result)
    return "\n".join((*lines, *filled(words))) + "\n"


# -- Games from anywhere ---------------------------------------------------------------------------

_SQUARE, _LETTERED = "[0-9]{1,3}", "[a-hA-H][1-8]"
_PDN = Grammar(
    move=rf"{_SQUARE}(?:\s*[-xX:×–—]\s*{_SQUARE})+|[0-9]{{4}}(?![0-9.])"
    rf"|{_LETTERED}(?:(?:\s*[-xX:×–—]\s*)?{_LETTERED})+",
    result=r"1\s?-\s?0|0\s?-\s?1|1/2\s?-\s?1/2|2-0|0-2|1-1|0-0|½-½|1/2|½|\*",
    example="11-15, 15x22",
)
_RESULTS = dict.fromkeys(("1-0", "blackwins", "blackwon", "redwins", "rw", "bw", "0-2"), "1-0")
_RESULTS |= dict.fromkeys(("0-1", "whitewins", "whitewon", "ww", "2-0"), "0-1")
_RESULTS |= dict.fromkeys(("1/2-1/2", "1/2", "½-½", "½", "1-1", "draw", "drawn"), "1/2-1/2")
_RESULTS |= dict.fromkeys(("*", "0-0"), "*")
"""What stands for a result.  2-0, of international draughts, counts White's points first."""

ENGLISH = 21
GAME_TYPES = {
    0: "chess", 1: "Chinese chess", 20: "international draughts", ENGLISH: "English draughts",
    22: "Italian draughts", 23: "pool checkers", 24: "Spanish draughts", 25: "Russian draughts",
    26: "Brazilian draughts", 27: "Canadian draughts", 28: "Portuguese draughts",
    29: "Czech draughts", 30: "Turkish draughts", 31: "Thai draughts", 40: "Frisian draughts",
    41: "Spantsiretti draughts", 50: "Othello",
}  # fmt: skip
"""By the numbers of PDN 3.0."""
_OURS = "this museum plays English draughts (GameType 21)"

ODD_FEN = "positions (FEN) put right"
CROWNED = "men on their king row, read as kings"
WHITE_BEGINS = "games in which White moves first"
JOINED = "jumps written one by one, joined"


def read_pdn(text: str | bytes, name: str) -> tuple[Game, ...]:
    """The games of a PDN file called ``name``; what is odd in them is mended.

    Raises RefusedError, for the first game that can't be read or played, that names the game, the
    move and the line.
    """
    collection = read_collection(text, name)
    for refusal in collection.left_out:
        raise refusal
    return collection.games


def read_collection(text: str | bytes, name: str) -> Collection[Game]:
    """The games of a PDN file that can be followed, what was mended, and why others can't be."""
    return read_games(text, name, _PDN, _game_of)


def _game_of(draft: Draft) -> Game:
    is_ours = _check_game_type(draft)
    if draft.refusal:
        raise draft.refusal
    start = _read_start(draft)
    if is_ours and draft.moves and not draft.tag("FEN"):
        start = _who_begins(draft, start)
    try:
        moves, last = _play(draft, start)
    except RefusedError as refusal:
        raise (None if is_ours else _another_game(draft)) or refusal from None
    tags = tuple(
        (name, value)
        for name, value, _ in draft.tags
        if name.lower() not in ("result", "fen", "setup")
    )
    comments = tuple((min(made, len(moves)), text) for made, text in draft.comments)
    won = "" if legal_moves(last) else "0-1" if last.black_to_move else "1-0"
    return Game(moves, tags, comments, draft.settle_result(_RESULTS, won), start)


def _check_game_type(draft: Draft) -> bool:
    """Whether GameType says that it is ours.  Raises RefusedError for another game."""
    line = next((line for name, _, line in draft.tags if name.lower() == "gametype"), 0)
    number = re.match("[0-9]+", draft.tag("GameType").strip())
    if not number:
        return False
    kind = int(number.group()[:9])
    if kind != ENGLISH:
        name = GAME_TYPES.get(kind, "no game that PDN knows")
        raise RefusedError(draft.place(line), f"it is {name} (GameType {kind}); {_OURS}")
    return True


def _another_game(draft: Draft) -> RefusedError | None:
    """Why a game without GameType that can't be followed is likely another's; None: it isn't."""
    word, line = draft.moves[0]
    squares = [int(number) for word, _ in draft.moves for number in re.findall("[0-9]+", word)]
    if _is_lettered(word):
        what = f"its squares have letters ({word}), as in Russian and Brazilian draughts; {_OURS}"
        what += " and reads letters where GameType says 21"
    elif 32 < max(squares) <= 50:
        what = f"it has a square {max(squares)}: international draughts (GameType 20) or its kin; "
        what += f"{_OURS}, which has 32"
    elif squares[0] > 20 and not draft.tag("FEN"):
        what = f"White moves first ({word}), as in international and Italian draughts; {_OURS}, in "
        what += "which Black does where neither GameType 21 nor a FEN says otherwise"
    else:
        return None
    return RefusedError(draft.place(line), what)


def _is_lettered(word: str) -> bool:
    return word[0] in "abcdefghABCDEFGH"


def _read_start(draft: Draft) -> board.Position:
    """The position of the FEN tag, put right where a person would; or the usual one."""
    given = [(value, line) for name, value, line in draft.tags if name.lower() == "fen"]
    if not given:
        return board.Position.start()
    text, line = given[0]
    if any(other != text for other, _ in given):
        raise RefusedError(draft.place(given[1][1]), "a second FEN tag says another position")
    try:
        return read_fen(text, draft.place(line))
    except RefusedError:
        mended, crowned = _mend_fen(text)
        if re.search("(?<![0-9])(?:3[3-9]|4[0-9]|50)(?![0-9])", mended):
            what = "its FEN has squares above 32: international draughts (GameType 20) or its kin; "
            raise RefusedError(draft.place(line), f"{what}{_OURS}") from None
        position = read_fen(mended, place=lambda _: draft.place(line))
        draft.mends.append((CROWNED if crowned else ODD_FEN, line))
        return position


def _mend_fen(text: str) -> tuple[str, bool]:
    """A FEN as it is meant, and whether men on their king row became kings.

    Pieces belong to the side's letter before them, however it is set off or said twice; R(ed) is B.
    """
    word = re.sub(":[HF][0-9]+", "", text.upper())  # counts of moves, as some sites write
    word = re.sub("BLACK|RED|R", "B", word).replace("WHITE", "W")
    word = re.sub(r"\s*[-–—]\s*", "-", word)
    parts = re.findall(r"[BW]|K?[0-9]+(?:-[0-9]+)?(?![AC-VX-Z])|[^\s:/,.;]+", word)
    sides: dict[str, list[str]] = {}
    colour, crowned = "", False
    for part in parts[1:]:
        if part in "BW":
            colour = part
            sides.setdefault(colour, [])
            continue
        if part.isdecimal() and colour and int(part[:3]) in _KING_ROWS[colour]:
            part, crowned = f"K{part}", True
        sides.setdefault(colour, []).append(part)
    body = "".join(f":{side}{','.join(dict.fromkeys(men))}" for side, men in sides.items())
    return "".join(parts[:1]) + body, crowned


_KING_ROWS = {"B": range(29, 33), "W": range(1, 5)}


def _who_begins(draft: Draft, start: board.Position) -> board.Position:
    """The usual position, with White to move where GameType says 21 and the first move is White's.

    Another game's first move is more likely where nothing says so.
    """
    word, line = draft.moves[0]
    if _is_lettered(word) or _squares(word, False)[0] not in range(21, 33):
        return start
    draft.mends.append((WHITE_BEGINS, line))
    return replace(start, black_to_move=False)


def _play(draft: Draft, start: board.Position) -> tuple[tuple[board.Move, ...], board.Position]:
    """The moves and the last position; raises RefusedError for one that can't be played."""
    words = [word for word, _ in draft.moves]
    if words and _is_lettered(words[0]) and not draft.tag("GameType"):
        raise RefusedError(draft.where, "its squares have letters")
    ways = [[_squares(word, turned) for word in words] for turned in (False, True)]
    first = next((way for way in ways if words and fitting_moves(start, way[0])), ways[0])

    def fitting(position: board.Position, number: int) -> list[tuple[board.Move, int]]:
        squares, used = first[number], 1
        while not (moves := fitting_moves(position, squares)):
            after = first[number + used] if number + used < len(first) else (0,)
            if after[0] != squares[-1] or used > MOST_PIECES:
                return []
            squares, used = (*squares, *after[1:]), used + 1
        return [(move, used) for move in moves]

    def explain(position: board.Position, number: int, ply: int) -> None:
        word, line = draft.moves[number]
        where = draft.place(line, ply + (not start.black_to_move), "Black", "White")
        find_move(position, first[number], f"{where}, {word}" if _is_lettered(word) else where)

    moves, last, settled = follow(start, len(words), fitting, make, explain)
    if settled:
        draft.mends.append((SETTLED, draft.moves[0][1]))
    if len(moves) < len(words):
        draft.mends.append((JOINED, draft.moves[0][1]))
    return moves, last


def _squares(word: str, turned: bool) -> tuple[int, ...]:
    """The squares of a move as written: 11-15, 1115, c3-d4 (``turned``: White's a1 is below)."""
    if not _is_lettered(word):
        parts = re.findall("[0-9]+", word)
        return tuple(map(int, parts if len(parts) > 1 else (word[:2], word[2:])))
    squares = []
    for letter, digit in re.findall("([a-h])([1-8])", word.lower()):
        column, row = "abcdefgh".index(letter), int(digit) - 1
        square = 4 * row + 4 - column // 2 if (column + row) % 2 == 0 else 0  # a light one: none
        squares.append(33 - square if turned else square)
    return tuple(squares)
