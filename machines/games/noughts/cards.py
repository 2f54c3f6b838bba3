"""The noughts decks: one control card's text in, one command out.

The same words serve the matchboxes and the Pegasus program (docs/sources/media.md,
"Noughts-and-crosses decks"); columns are those of every control card (devices.media.control_card).
Squares are 0-8 in Michie's spiral.  The colon has no punch, so ``/`` stands for it::

    word   text                                  command
    GAME   [n] title NOUGHT=x CROSS=y            GameCard     who plays; a play begins
    MOVE   [n/] 5 3 7                            MoveCard     the operator's squares, in their order
    PLAYS  n                                     PlaysCard    that many plays of the game's sides
    BEADS  [17 ...]                              BeadsCard    what is in boxes, or what the odds are
    SAVE   [unit] [name]                         TapeCard     the beads or the odds onto tape
    LOAD   [unit] [name]                         TapeCard     and back, save=False
    END                                          EndCard
    blank, or * in column 1                      RemarkCard

PLAYS is ours: a game in which nobody moves by cards has no other card that plays.  So are the
unit's number (the address that its dial stands at, 1 when left out) and the name, which stands in
the tape's first record: a LOAD that names one takes no other.

Which players there are the machine says (:func:`read_card`'s ``players``); ``STANDARD/s`` there
stands for any standard of play, a number from 0 to 1.  Reading is pure: nothing here knows what
game is open or which squares are taken.  Whatever can't be read raises RefusedError naming the
card, the column and what was expected there.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from devices.media import control_card
from devices.media.card import Card
from devices.media.control_card import Token
from devices.media.deck import deck_of_value
from devices.refusal import RefusedError
from machines.games.noughts.board import SQUARES

# -- What cards would do before they are read: replace what a machine has learned (LOAD, in a deck
#    or typed by hand), or begin another game (GAME) -----------------------------------------------

LOAD = Card.of_text("LOAD").columns[:4]
GAME = Card.of_text("GAME").columns[:4]


def replaces_learned(control: str, value: int | str) -> bool:
    """Whether what is put in at the reader's ``hopper``, or typed for its ``correct``, holds a LOAD
    card."""
    if not isinstance(value, str):
        return False
    if control == "reader.correct":
        return value.lstrip().startswith("LOAD")
    return control == "reader.hopper" and any(map(is_load, deck_of_value(value).cards))


def is_load(card: Card) -> bool:
    """Whether it is a LOAD card."""
    return card.columns[: len(LOAD)] == LOAD


def is_game(card: Card) -> bool:
    """Whether it is a GAME card."""
    return card.columns[: len(GAME)] == GAME


# -- cards -----------------------------------------------------------------------------------------

GAMES = range(1, 1000)
MOST_PLAYS = 9999
"""Plays that one card may ask for."""
MOST_BOXES = 24
"""Numbers that one BEADS card may name."""
UNITS = range(1, 11)
"""A tape unit's dial."""
NAME_LENGTH = 18
"""Characters of a tape's name."""
STANDARD = "STANDARD/s"
"""Among a machine's players: a standard of play from 0, random, to 1, expert."""
WORDS = ("GAME", "MOVE", "PLAYS", "BEADS", "SAVE", "LOAD", "END")
SIDES = {"NOUGHT": "O", "CROSS": "X"}


@dataclass(frozen=True)
class Numbered:
    """A number as punched, and its column."""

    value: int
    column: int = field(default=control_card.TEXT_COLUMN, compare=False)


@dataclass(frozen=True)
class GameCard:
    """Opens game ``number`` between two players, named as on the card; empty when left out."""

    number: int
    nought: str = ""
    cross: str = ""
    title: str = ""
    columns: Mapping[str, int] = field(default_factory=dict, compare=False)
    """Where the players stand that were given, by ``NOUGHT`` and ``CROSS``."""

    def column(self, side: str) -> int:
        """Where that side's player stands, or else the text begins."""
        return self.columns.get(side, control_card.TEXT_COLUMN)


@dataclass(frozen=True)
class MoveCard:
    """The operator's moves in game ``number`` (None: of the game that is open)."""

    number: int | None
    squares: tuple[Numbered, ...]


@dataclass(frozen=True)
class PlaysCard:
    """So many plays, one after the other."""

    count: int


@dataclass(frozen=True)
class BeadsCard:
    """Boxes to be listed, or the squares of the moves to a board; none: what lies open."""

    numbers: tuple[Numbered, ...] = ()


@dataclass(frozen=True)
class TapeCard:
    """Write or read what was learned on the tape unit of that address."""

    save: bool
    unit: int = 1
    name: str = ""

    @property
    def word(self) -> str:
        """``"SAVE"`` or ``"LOAD"``."""
        return "SAVE" if self.save else "LOAD"


@dataclass(frozen=True)
class EndCard:
    """The deck ends here."""


@dataclass(frozen=True)
class RemarkCard:
    """A blank card or a comment: listed as it stands."""

    text: str


Command = GameCard | MoveCard | PlaysCard | BeadsCard | TapeCard | EndCard | RemarkCard


def card_names(names: Sequence[str]) -> tuple[str, ...]:
    """Players by name (``"standard:s"``) as cards have them."""
    return tuple(STANDARD if name == "standard:s" else on_card(name) for name in names)


def on_card(name: str) -> str:
    """A player's name as it is punched: ``"STANDARD/0.5"``."""
    return name.upper().replace(":", "/")


def off_card(text: str) -> str:
    """The same the other way round: ``"standard:0.5"``."""
    return text.lower().replace("/", ":")


# -- reading ---------------------------------------------------------------------------------------


def read_card(card: str, where: str, players: Sequence[str]) -> Command:
    """The command on a card whose 80 columns read ``card`` (trailing blanks may be missing).

    ``where`` names the card; ``players`` are those that the machine knows.  Raises RefusedError
    that adds the column.
    """
    if control_card.is_remark(card):
        return RemarkCard(control_card.remark_of(card))
    word, tokens = control_card.split_card(card, WORDS, where)
    if word == "GAME":
        return _read_game(tokens, where, players)
    return _READERS[word](word, tokens, where)


def _read_game(tokens: list[Token], where: str, players: Sequence[str]) -> Command:
    number = 1
    if tokens and tokens[0].text.isdigit():
        number = _number(tokens[0], GAMES, "game", where)
        tokens = tokens[1:]
    given: dict[str, str] = {}
    columns: dict[str, int] = {}
    title = []
    for token in tokens:
        side, sign, name = token.text.partition("=")
        if not sign:
            title.append(token.text)
            continue
        if side not in SIDES:
            at = control_card.at_column(where, token.column)
            raise RefusedError(at, f"unknown {side}=; expected NOUGHT= or CROSS=")
        if side in given:
            at = control_card.at_column(where, token.column)
            raise RefusedError(at, f"{side} is given twice; expected once")
        columns[side] = token.column + len(side) + 1
        given[side] = _player(name, players, control_card.at_column(where, columns[side]))
    return GameCard(
        number, given.get("NOUGHT", ""), given.get("CROSS", ""), " ".join(title), columns
    )


def _player(name: str, players: Sequence[str], at: str) -> str:
    """One of the machine's players.  Raises RefusedError."""
    if name in players and name != STANDARD:
        return name
    kind, stroke, standard = name.replace(":", "/").partition("/")
    if kind == "STANDARD" and STANDARD in players:
        if stroke and re.fullmatch(r"[0-9]*\.?[0-9]+", standard) and float(standard) <= 1:
            return f"{kind}/{standard}"
        raise RefusedError(
            at, f"{name}; expected a standard of play from 0 to 1, such as STANDARD/0.5"
        )
    raise RefusedError(at, f"{name or 'nothing'}; expected {', '.join(players)}")


def _number(token: Token, allowed: range, what: str, where: str) -> int:
    """A number of that range.  Raises RefusedError."""
    if not re.fullmatch("[0-9]+", token.text) or int(token.text) not in allowed:
        raise RefusedError(
            control_card.at_column(where, token.column),
            f"{what} {token.text}; expected a {what} from {allowed[0]} to {allowed[-1]}",
        )
    return int(token.text)


def _parts(tokens: Sequence[Token]) -> list[Token]:
    """Tokens cut at commas too."""
    return [
        Token(part.group(), token.column + part.start())
        for token in tokens
        for part in re.finditer(r"[^,]+", token.text)
    ]


def _read_move(word: str, tokens: list[Token], where: str) -> Command:
    example = "squares such as 5 3 7"
    control_card.expect_text(tokens, word, example, where)
    number, after = None, tokens[0].column
    head = re.match(r"([^/:,]*)[/:]", tokens[0].text)
    if head:
        number = _number(Token(head.group(1), after), GAMES, "game", where)
        after += head.end()
        tokens = [Token(tokens[0].text[head.end() :], after), *tokens[1:]]
    squares = tuple(_square(part, where) for part in _parts(tokens))
    if not squares:
        what = word if number is None else f"{word} {number}/"
        raise RefusedError(
            control_card.at_column(where, after), f"nothing follows {what}; expected {example}"
        )
    return MoveCard(number, squares)


def _square(token: Token, where: str) -> Numbered:
    if token.text not in map(str, SQUARES):
        raise RefusedError(
            control_card.at_column(where, token.column),
            f"{token.text} is no square; expected squares 0 to 8 with blanks between, "
            "0 the centre, 1 2 3 the top row, and on round the edge",
        )
    return Numbered(int(token.text), token.column)


def _read_plays(word: str, tokens: list[Token], where: str) -> Command:
    control_card.expect_text(tokens, word, "a number of plays", where)
    if not re.fullmatch("[0-9]+", tokens[0].text) or not 1 <= int(tokens[0].text) <= MOST_PLAYS:
        raise RefusedError(
            control_card.at_column(where, tokens[0].column),
            f"{tokens[0].text}; expected a number of plays from 1 to {MOST_PLAYS}",
        )
    control_card.expect_no_more(tokens[1:], where)
    return PlaysCard(int(tokens[0].text))


def _read_beads(word: str, tokens: list[Token], where: str) -> Command:
    parts = _parts(tokens)
    for part in parts:
        if not re.fullmatch("[0-9]{1,3}", part.text):
            raise RefusedError(
                control_card.at_column(where, part.column),
                f"{part.text}; expected numbers of boxes or squares with blanks between",
            )
    control_card.expect_no_more(parts[MOST_BOXES:], where)
    return BeadsCard(tuple(Numbered(int(part.text), part.column) for part in parts))


def _read_tape(word: str, tokens: list[Token], where: str) -> Command:
    unit, name = 1, ""
    if tokens and tokens[0].text.isdigit():
        unit = _number(tokens[0], UNITS, "tape unit", where)
        tokens = tokens[1:]
    if tokens:
        name = tokens[0].text
        if len(name) > NAME_LENGTH:
            raise RefusedError(
                control_card.at_column(where, tokens[0].column + NAME_LENGTH),
                f"{name} is too long; expected a tape's name of at most {NAME_LENGTH} characters",
            )
    control_card.expect_no_more(tokens[1:], where)
    return TapeCard(word == "SAVE", unit, name)


def _read_end(word: str, tokens: list[Token], where: str) -> Command:
    control_card.expect_no_more(tokens, where)
    return EndCard()


_READERS: dict[str, Callable[[str, list[Token], str], Command]] = {
    "MOVE": _read_move,
    "PLAYS": _read_plays,
    "BEADS": _read_beads,
    "SAVE": _read_tape,
    "LOAD": _read_tape,
    "END": _read_end,
}
