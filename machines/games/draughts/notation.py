"""Draughts as it is written: moves, positions (FEN) and games (PDN), read and written.

A move is ``11-15``, ``15x22`` or ``6x15x22`` (``X`` on cards; the squares between may be left out).
A position is ``B:W18,24,K10:B12,K22``: who is to move, then each side's squares with K before a
king's; ``/`` may stand for ``:``, which has no punch.  A game is tags in brackets, then numbered
moves, comments in braces and a result, in which the first figure is Black's, who moves first:
``1-0`` means that Black won.

A file that :func:`machines.games.draughts.notation.read_pdn` reads to its end is as it reads it.
Where it refuses a game, the file is parted into games and each is read by itself.  A game begins
where a line begins with a tag after something else (so a comment or a variation that is never
closed ends with its game), and after a result.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from devices import game_record
from devices.names import shown
from devices.refusal import RefusedError
from machines.games.draughts import board
from machines.games.draughts.moves import find_move, make

RESULTS = (*game_record.RESULTS.values(), "*")
"""Black won, White won, a draw, not finished."""
MOST_PIECES = 12
"""A side's pieces at most."""

_MOVE = re.compile(r"[0-9]{1,3}(?:[-xX][0-9]{1,3})+")
_PIECES = re.compile(r"(K?)([0-9]{1,3})(?:-([0-9]{1,3}))?")
_TOKEN = re.compile(
    r"""(?P<space>\s+)
    | (?P<escape>^%[^\n]*)
    | \{(?P<comment>[^}]*)\}
    | ;(?P<remark>[^\n]*)
    | \[\s*(?P<tag>\w+)\s+"(?P<value>(?:\\.|[^"\\\n])*)"\s*\]
    | (?P<result>(?:1-0|0-1|1/2-1/2|\*)(?![-\w/]))
    | (?P<number>[0-9]+\.+)
    | (?P<move>[0-9]{1,3}(?:[-xX][0-9]{1,3})+(?!\w))
    | (?P<mark>[!?]+|\$[0-9]+)
    | (?P<variation>[()])""",
    re.VERBOSE | re.MULTILINE,
)


def read_move(text: str, where: str = "") -> tuple[int, ...]:
    """The squares of ``11-15``, ``15X22`` or ``15x22x31``, whether or not that can be played.

    Raises RefusedError if it is no such thing or has a square that isn't 1 to 32.
    """
    word = text.strip()
    if not _MOVE.fullmatch(word):
        raise RefusedError(
            where, f"{word[:40]!r} is no move: one is written 11-15, 15x22 or 6x15x22"
        )
    squares = tuple(int(number) for number in re.split("[-xX]", word))
    for square in squares:
        if square not in board.SQUARES:
            raise RefusedError(where, f"{word}: there is no square {square}: they are 1 to 32")
    return squares


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


@dataclass
class _Reading:
    """A game as far as it has been read."""

    tags: list[tuple[str, str]] = field(default_factory=list)
    moves: list[board.Move] = field(default_factory=list)
    comments: list[tuple[int, str]] = field(default_factory=list)
    start: board.Position = field(default_factory=board.Position.start)
    position: board.Position = field(default_factory=board.Position.start)
    result: str = ""

    def has_content(self) -> bool:
        """Whether anything but comments has been read."""
        return bool(self.tags or self.moves or self.result or self.start != board.Position.start())

    def take_tag(self, name: str, value: str, where: str) -> None:
        value = re.sub(r"\\(.)", r"\1", value)
        if name == "FEN":
            self.start = self.position = read_fen(value, where)
        elif name == "Result":
            if value not in RESULTS:
                raise RefusedError(where, f"{value!r} is no result: {', '.join(RESULTS)}")
            self.result = value
        elif name != "SetUp":
            self.tags.append((name, shown(value)))

    def take_move(self, text: str, where: str, line: int) -> None:
        number, white = divmod(len(self.moves) + (not self.start.black_to_move), 2)
        where += f", move {number + 1} ({'White' if white else 'Black'}), line {line}"
        move = find_move(self.position, read_move(text, where), where)
        self.moves.append(move)
        self.position = make(self.position, move)

    def game(self, result: str, where: str) -> Game:
        """The game, ended by ``result`` as it stands after the moves, or ``*``."""
        if result == "*":
            result = self.result or "*"
        elif self.result not in ("", "*", result):
            raise RefusedError(
                where, f"the game ends in {result}, but its Result tag says {self.result}"
            )
        moves, tags, comments = tuple(self.moves), tuple(self.tags), tuple(self.comments)
        return Game(moves, tags, comments, result, self.start)


def read_pdn(text: str, name: str, first_line: int = 1, number: int = 1) -> tuple[Game, ...]:
    """The games of a PDN file called ``name``; move numbers, marks and variations are read over.

    A piece of a file begins in its ``first_line`` with game ``number``.  Raises RefusedError that
    names the game, the move and the line of what can't be read or played.
    """
    games: list[Game] = []
    reading = _Reading()
    for match, line in _tokens(text, first_line, lambda: f"{name}, game {len(games) + number}"):
        kind = match.lastgroup
        if kind == "value" and reading.moves:
            games.append(reading.game("*", name))
            reading = _Reading()
        here = f"{name}, game {len(games) + number}"
        if kind == "value":
            reading.take_tag(match["tag"], match["value"], f"{here}, line {line}")
        elif kind == "move":
            reading.take_move(match["move"], here, line)
        elif kind == "result":
            games.append(reading.game(match["result"], f"{here}, line {line}"))
            reading = _Reading()
        else:
            comment = match["comment"] or (match["remark"] or "").replace("}", ")")
            reading.comments.append((len(reading.moves), shown(" ".join(comment.split()))))
    if reading.has_content():
        games.append(reading.game("*", name))
    elif reading.comments and games:
        late = tuple((len(games[-1].moves), text) for _, text in reading.comments)
        games[-1] = replace(games[-1], comments=games[-1].comments + late)
    return tuple(games)


def _tokens(text: str, line: int, place: Callable[[], str]) -> Iterator[tuple[re.Match[str], int]]:
    """Tags, moves, results and comments with their lines, without what is read over.

    ``place`` names the game that has been reached.
    """
    position, depth, opened = 0, 0, line
    text = text.removeprefix("\ufeff")
    while position < len(text):
        match = _TOKEN.match(text, position)
        if not match:
            raise RefusedError(f"{place()}, line {line}", _unreadable(text[position:]))
        if match["variation"] == "(":
            depth, opened = depth + 1, line if depth == 0 else opened
        elif match["variation"]:
            depth -= 1
            if depth < 0:
                raise RefusedError(f"{place()}, line {line}", "this ) closes nothing")
        elif depth == 0 and match.lastgroup in ("comment", "remark", "value", "result", "move"):
            yield match, line
        line += match.group().count("\n")
        position = match.end()
    if depth:
        raise RefusedError(
            f"{place()}, line {opened}", "the variation that opens here isn't closed"
        )


def _unreadable(rest: str) -> str:
    if rest[0] == "{":
        return "the comment that opens here isn't closed by }"
    if rest[0] == "[":
        return f'{rest.splitlines()[0][:60]!r} is no tag: one is [Name "value"]'
    return (
        f"{rest.split()[0][:40]!r} is neither a move (11-15, 15x22), a number (1.),"
        f" a comment in braces, nor a result ({', '.join(RESULTS)})"
    )


def write_pdn(games: Iterable[Game]) -> str:
    """The games as a PDN file, with every square of a jump written out, lines to 79 columns."""
    return "\n".join(_format_game(game) for game in games)


def _format_game(game: Game) -> str:
    tags = [*game.tags, ("Result", game.result)]
    if game.start != board.Position.start():
        tags += [("SetUp", "1"), ("FEN", write_fen(game.start))]
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags]
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
    return "\n".join((*lines, *_filled(words))) + "\n"


def _escaped(value: str) -> str:
    return " ".join(value.splitlines()).replace("\\", "\\\\").replace('"', '\\"')


def _filled(words: list[str], width: int = 79) -> Iterator[str]:
    """The words set in lines; a number stays with its move."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > width:
            yield line
            line = word
        else:
            line = f"{line} {word}".lstrip()
    yield line


# -- Collections of games from anywhere: the games that can be followed, and why others can't ------

_HEAD = re.compile(r"\s*\[\s*\w+\s+\"")
"""How a line of tags begins."""
_RESULT = re.compile(r"\{[^}]*\}|;[^\n]*|^\s*\[[^\n]*|(?<![^\s])(?:1-0|0-1|1/2-1/2|\*)(?!\S)", re.M)
"""A result, or what is read over in looking for one: a comment, a tag."""


@dataclass(frozen=True)
class Collection:
    """The games of a file in their order, and the refusals of those that are left out."""

    games: tuple[Game, ...]
    left_out: tuple[RefusedError, ...] = ()
    """Each with file, game, line and mostly the move."""

    @property
    def found(self) -> int:
        """The games in the file, followed or not."""
        return len(self.games) + len(self.left_out)


def read_collection(text: str, name: str) -> Collection:
    """The games of a PDN file that can be followed; refuses nothing."""
    try:
        return Collection(read_pdn(text, name))
    except RefusedError:
        pass
    games: list[Game] = []
    left_out: list[RefusedError] = []
    for line, piece in _pieces(text.removeprefix("\ufeff")):
        number = len(games) + len(left_out) + 1
        try:
            games += read_pdn(piece, name, line, number)
        except RefusedError as refusal:
            left_out.append(refusal)
    return Collection(tuple(games), tuple(left_out))


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Each game's text and its first line, from 1."""
    lines = [f"{line}\n" for line in text.split("\n")]
    begun, in_head = 0, False
    for number, line in enumerate(lines):
        head = bool(_HEAD.match(line))
        if head and not in_head:
            yield from _parted("".join(lines[begun:number]), begun + 1)
            begun = number
        if line.strip():
            in_head = head
    yield from _parted("".join(lines[begun:]), begun + 1)


def _parted(text: str, line: int) -> Iterator[tuple[int, str]]:
    """The games of one head: that with its tags, and others without, after its result."""
    begun = 0
    for match in _RESULT.finditer(text):
        if match.group() in RESULTS:
            piece = text[begun : match.end()]
            yield line, piece
            line += piece.count("\n")
            begun = match.end()
    if text[begun:].strip():
        yield line, text[begun:]
