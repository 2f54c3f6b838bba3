"""The control cards of the checkers program: one card's text in, one command out.

Columns 1-6 hold the word, 8-72 the text; 73-80 are sequence and identification and are not read.
The colon has no punch, so ``/`` stands for it: in a board, and after the game's number of a MOVE.

    word   text                                              command
    GAME   [n] [BLACK=x] [WHITE=x] [LIMIT=n] title           GameCard    x: OPERATOR MACHINE BOOK,
                                                                          ALPHA BETA (LEARN)
    SENSE  2,5                                               SenseCard
    BOARD  B/W18,K24/B1,2                                    BoardCard   a FEN with / for the colon
    MOVE   [n/] 11-15 22-18 15X22                            MovesCard
    BOOK   [n/] 11-15 22-18 15X22                            MovesCard, book
    POLY   NAME +p   or   NAME -p                            PolyCard
    POLY   TOGETHER   or   BY TURNS                          MannerCard
    POLY   BETA                                              BetaCard    after Alpha's terms
    BREAK  NAME n                                            BreakCard   MIN QUIET JUMP AHEAD ...
    LEARN, SERIES, PUNCH                                     machines.samuel.learning_cards
    END                                                      EndCard
    blank, or * in column 1                                  RemarkCard

Reading is pure: nothing here knows what game is open or which moves are legal.  Whatever can't be
read raises RefusedError naming the card, the column and what was expected there.  LIMIT (a game is
cut after so many moves of both sides, as Samuel cut his at 70) is ours.
"""

import re
from dataclasses import dataclass

from devices.media.control_card import (
    Token,
    at_column,
    expect_no_more,
    expect_text,
    is_remark,
    remark_of,
    split_card,
)
from devices.refusal import RefusedError
from machines.games.draughts.board import SQUARES
from machines.samuel import learning_cards

GAMES = range(1, 9)
"""Up to eight games at once."""
PLAYERS = ("OPERATOR", "MACHINE", "BOOK", "ALPHA", "BETA")
POWERS = range(19)
"""A coefficient is a sign and a power of two, 0..18 (Samuel 1959, App. C)."""
SWITCHES = range(1, 7)
WORDS = (
    "GAME", "SENSE", "BOARD", "MOVE", "BOOK", "POLY", "BREAK", "LEARN", "SERIES", "RETURN", "PUNCH",
    "END",
)  # fmt: skip


@dataclass(frozen=True)
class GameCard:
    """Opens game ``number``, or selects it when the card says nothing else."""

    number: int
    black: str = ""  # OPERATOR, MACHINE, BOOK, ALPHA, BETA, or empty when left out
    white: str = ""
    title: str = ""
    limit: int = 0  # Moves of both sides after which the game is cut; 0 when left out

    @property
    def bare(self) -> bool:
        """Whether it only names a game."""
        return not (self.black or self.white or self.title or self.limit)


@dataclass(frozen=True)
class EndCard:
    """The deck ends here."""


@dataclass(frozen=True)
class RemarkCard:
    """A blank card or a comment: listed as it stands."""

    text: str


@dataclass(frozen=True)
class SenseCard:
    """The sense switches that are down."""

    switches: frozenset[int]


@dataclass(frozen=True)
class BoardCard:
    """A board, or a part of one: successive cards are joined, blanks are passed over."""

    text: str
    columns: tuple[int, ...]  # Where each of its characters stands


@dataclass(frozen=True)
class CardMove:
    """One move as punched: the squares that are named, its text and its column."""

    squares: tuple[int, ...]
    text: str
    column: int


@dataclass(frozen=True)
class MovesCard:
    """Moves of game ``number`` (None: of the last selected), by the operator or from a book."""

    book: bool
    number: int | None
    moves: tuple[CardMove, ...]


@dataclass(frozen=True)
class PolyCard:
    """A term of the scoring polynomial: its name, sign (+1 or -1) and power of two."""

    name: str
    sign: int
    power: int
    column: int  # Where the name begins


@dataclass(frozen=True)
class MannerCard:
    """A polynomial begins whose terms are taken together, or by turns (as Appendix C has them)."""

    by_turns: bool


@dataclass(frozen=True)
class BetaCard:
    """The terms before it were Alpha's, those that follow are Beta's."""


@dataclass(frozen=True)
class BreakCard:
    """A break point and its value."""

    name: str
    value: int
    column: int  # Where the name begins
    value_column: int


Command = (
    GameCard | SenseCard | BoardCard | MovesCard | PolyCard | MannerCard | BetaCard | BreakCard
    | learning_cards.LearnCard | learning_cards.SeriesCard | learning_cards.ReturnCard
    | learning_cards.PunchCard | EndCard | RemarkCard
)  # fmt: skip


def read_card(card: str, where: str) -> Command:
    """The command on a card whose 80 columns read ``card`` (trailing blanks may be missing).

    ``where`` names the card.  Raises RefusedError that adds the column.
    """
    if is_remark(card):
        return RemarkCard(remark_of(card))
    word, tokens = split_card(card, WORDS, where)
    return _READERS[word](word, tokens, where)


def _read_game(word: str, tokens: list[Token], where: str) -> Command:
    number = 1
    if tokens and tokens[0].text.isdigit():
        number = _game_number(tokens[0].text, tokens[0].column, where)
        tokens = tokens[1:]
    given: dict[str, str] = {}
    while tokens and "=" in tokens[0].text:
        key, value = _setting(tokens[0], where)
        if key in given:
            raise RefusedError(
                at_column(where, tokens[0].column), f"{key} is given twice; expected once"
            )
        given[key] = value
        tokens = tokens[1:]
    title = " ".join(token.text for token in tokens)
    return GameCard(
        number, given.get("BLACK", ""), given.get("WHITE", ""), title, int(given.get("LIMIT", "0"))
    )


def _setting(token: Token, where: str) -> tuple[str, str]:
    """``BLACK=MACHINE`` taken apart and checked."""
    key, _, value = token.text.partition("=")
    at = at_column(where, token.column + len(key) + 1)
    if key in ("BLACK", "WHITE"):
        if value not in PLAYERS:
            raise RefusedError(at, f"{value or 'nothing'}; expected {', '.join(PLAYERS)}")
    elif key == "LIMIT":
        if not (value.isdigit() and int(value) > 0):
            raise RefusedError(at, f"{value or 'nothing'}; expected a number of moves, 1 or more")
    else:
        raise RefusedError(
            at_column(where, token.column), f"unknown {key}=; expected BLACK=, WHITE= or LIMIT="
        )
    return key, value


def _game_number(text: str, column: int, where: str) -> int:
    if not text.isdigit() or int(text) not in GAMES:
        raise RefusedError(at_column(where, column), f"game {text}; expected a game 1 to 8")
    return int(text)


def _read_sense(word: str, tokens: list[Token], where: str) -> Command:
    found: set[int] = set()
    for token in tokens:
        for part in re.finditer(r"[^,]+", token.text):
            if not (part.group().isdigit() and int(part.group()) in SWITCHES):
                raise RefusedError(
                    at_column(where, token.column + part.start()),
                    f"sense switch {part.group()}; expected switches 1 to 6 with commas between",
                )
            found.add(int(part.group()))
    return SenseCard(frozenset(found))


def _read_board(word: str, tokens: list[Token], where: str) -> Command:
    expect_text(tokens, word, "a board such as B/W18,K24/B1,2", where)
    columns = [token.column + k for token in tokens for k in range(len(token.text))]
    return BoardCard("".join(token.text for token in tokens), tuple(columns))


def _read_moves(word: str, tokens: list[Token], where: str) -> Command:
    example = "moves such as 11-15 15X22"
    expect_text(tokens, word, example, where)
    number = None
    head = re.match(r"([0-9]+)(?:[/:]|$)", tokens[0].text)
    if head:
        number = _game_number(head.group(1), tokens[0].column, where)
        rest = Token(tokens[0].text[head.end() :], tokens[0].column + head.end())
        tokens = ([rest] if rest.text else []) + tokens[1:]
        expect_text(tokens, f"{word} {number}", example, where, rest.column)
    moves: list[CardMove] = []
    for token in tokens:
        for part in re.finditer(r"[^,]+", token.text):
            moves.append(_read_move(Token(part.group(), token.column + part.start()), where))
    if not moves:
        raise RefusedError(
            at_column(where, tokens[0].column), f"only commas follow {word}; expected {example}"
        )
    return MovesCard(word == "BOOK", number, tuple(moves))


def _read_move(token: Token, where: str) -> CardMove:
    """The squares of ``11-15`` or ``15X22X31``."""
    if not re.fullmatch(r"[0-9]+(-[0-9]+|(X[0-9]+)+)", token.text):
        raise RefusedError(
            at_column(where, token.column),
            f"{token.text} is not a move; expected one such as 11-15 or 15X22X31",
        )
    for number in re.finditer(r"[0-9]+", token.text):
        if int(number.group()) not in SQUARES:
            raise RefusedError(
                at_column(where, token.column + number.start()),
                f"there is no square {number.group()}; expected 1 to 32",
            )
    return CardMove(
        tuple(int(number) for number in re.findall(r"[0-9]+", token.text)), token.text, token.column
    )


def _read_poly(word: str, tokens: list[Token], where: str) -> Command:
    if tokens and tokens[0].text == "BETA":
        expect_no_more(tokens[1:], where)
        return BetaCard()
    if tokens and tokens[0].text == "TOGETHER":
        expect_no_more(tokens[1:], where)
        return MannerCard(by_turns=False)
    if tokens and tokens[0].text == "BY":
        expect_text(tokens[1:], f"{word} BY", "TURNS", where)
        if tokens[1].text != "TURNS":
            raise RefusedError(
                at_column(where, tokens[1].column), f"{tokens[1].text}; expected TURNS"
            )
        expect_no_more(tokens[2:], where)
        return MannerCard(by_turns=True)
    expect_text(tokens, word, "a term, then its sign and power such as +6", where)
    expect_text(tokens[1:], f"{word} {tokens[0].text}", "a sign and a power such as +6", where)
    weight = tokens[1]
    if not re.fullmatch(r"[+-][0-9]+", weight.text) or int(weight.text[1:]) not in POWERS:
        raise RefusedError(
            at_column(where, weight.column),
            f"{weight.text}; expected a sign and a power of two from 0 to 18, such as +6",
        )
    expect_no_more(tokens[2:], where)
    sign = -1 if weight.text[0] == "-" else 1
    return PolyCard(tokens[0].text, sign, int(weight.text[1:]), tokens[0].column)


def _read_break(word: str, tokens: list[Token], where: str) -> Command:
    expect_text(tokens, word, "a break point such as MIN, then a number", where)
    name = tokens[0]
    expect_text(tokens[1:], f"{word} {name.text}", "a number", where)
    value = tokens[1]
    if not value.text.isdigit():
        raise RefusedError(at_column(where, value.column), f"{value.text}; expected a number")
    expect_no_more(tokens[2:], where)
    return BreakCard(name.text, int(value.text), name.column, value.column)


def _read_end(word: str, tokens: list[Token], where: str) -> Command:
    expect_no_more(tokens, where)
    return EndCard()


_READERS = {
    "GAME": _read_game,
    "SENSE": _read_sense,
    "BOARD": _read_board,
    "MOVE": _read_moves,
    "BOOK": _read_moves,
    "POLY": _read_poly,
    "BREAK": _read_break,
    "LEARN": learning_cards.read_learn,
    "SERIES": learning_cards.read_series,
    "RETURN": learning_cards.read_return,
    "PUNCH": learning_cards.read_punch,
    "END": _read_end,
}
