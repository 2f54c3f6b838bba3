"""The control cards of learning: one card's text in, one command out (machines.samuel.cards).

word    text                             command
LEARN   FIRST or SECOND [SEED n]         LearnCard    Alpha and Beta are made anew
LEARN   ROTE                             LearnCard    boards are kept on the memory tape
LEARN   ROTE NEW                         LearnCard    a new memory begins on a blank reel, which a
                                                      704 can't tell from a memory by itself
LEARN   BOTH A [SEED n]                  LearnCard    Alpha and Beta, and beside his learning he
                                                      looks boards up of which a part is saved
LEARN   BOTH B (or BOTH alone)           LearnCard    as ROTE, by the polynomial that Alpha has now
LEARN   BOTH B NEW                       LearnCard    as ROTE NEW, by that polynomial
LEARN   BOTH C [SEED n]                  LearnCard    as A, with a memory tape abridged at the start
SERIES  n [LIST n]                       SeriesCard   Alpha and Beta, or after LEARN ROTE alone
                                                      the machine and itself, play n games; the
                                                      leading terms are listed every so many (7)
RETURN  n                                ReturnCard   Alpha and Beta are again what they were after
                                                      game n of their series (0: at its start)
PUNCH                                    PunchCard    the polynomial is punched at the 721
"""

from collections.abc import Sequence
from dataclasses import dataclass

from devices.media.control_card import Token, at_column, expect_no_more, expect_text
from devices.refusal import RefusedError

KINDS = ("FIRST", "SECOND", "ROTE", "BOTH")
WAYS = ("A", "B", "C")
"""Of LEARN BOTH: Samuel's three proposals (docs/sources/samuel.md, item 39)."""
EXPECTED = "FIRST, SECOND, ROTE or BOTH"
LARGEST_SEED = 999_999
MOST_GAMES = 9_999


@dataclass(frozen=True)
class LearnCard:
    """Which series' rules, and the seed that draws its terms; or rote learning."""

    kind: str  # FIRST, SECOND, ROTE, BOTH A, BOTH B, BOTH C
    seed: int = 1
    new: bool = False
    """A new memory begins (ROTE, BOTH B)."""


@dataclass(frozen=True)
class SeriesCard:
    """So many games of Alpha against Beta."""

    games: int
    listed_every: int = 0  # Games between two lists of the leading terms; 0: as it was


@dataclass(frozen=True)
class ReturnCard:
    """Back to some previous condition, "by manual intervention"."""

    game: int


@dataclass(frozen=True)
class PunchCard:
    """Alpha's polynomial, or without Alpha the machine's, goes to the punch."""


def read_learn(word: str, tokens: list[Token], where: str) -> LearnCard:
    """A LEARN card.  Raises RefusedError, as the others do."""
    expect_text(tokens, word, EXPECTED, where)
    kind = tokens[0]
    if kind.text not in KINDS:
        raise RefusedError(at_column(where, kind.column), f"{kind.text}; expected {EXPECTED}")
    name, rest = kind.text, tokens[1:]
    if name == "BOTH":
        name, rest = _way(rest, where)
    if name in ("ROTE", "BOTH B"):
        new = bool(rest) and rest[0].text == "NEW"
        expect_no_more(rest[new:], where)
        return LearnCard(name, new=new)
    if not rest:
        return LearnCard(name)
    return LearnCard(name, _number_after("SEED", rest, LARGEST_SEED, where))


def _way(tokens: list[Token], where: str) -> tuple[str, list[Token]]:
    """Which of the three ways follows BOTH, (b) if none does; and what follows it."""
    if not tokens:
        return "BOTH B", []
    if tokens[0].text not in WAYS:
        at = at_column(where, tokens[0].column)
        raise RefusedError(at, f"{tokens[0].text}; expected {', '.join(WAYS)} or nothing more")
    return f"BOTH {tokens[0].text}", tokens[1:]


def read_series(word: str, tokens: list[Token], where: str) -> SeriesCard:
    """A SERIES card."""
    expect_text(tokens, word, "a number of games", where)
    games = _number(tokens[0], MOST_GAMES, where)
    if len(tokens) == 1:
        return SeriesCard(games)
    return SeriesCard(games, _number_after("LIST", tokens[1:], MOST_GAMES, where))


def read_return(word: str, tokens: list[Token], where: str) -> ReturnCard:
    """A RETURN card."""
    expect_text(tokens, word, "the number of a game", where)
    expect_no_more(tokens[1:], where)
    return ReturnCard(_number(tokens[0], MOST_GAMES, where, least=0))


def read_punch(word: str, tokens: list[Token], where: str) -> PunchCard:
    """A PUNCH card."""
    expect_no_more(tokens, where)
    return PunchCard()


def _number_after(name: str, tokens: Sequence[Token], most: int, where: str) -> int:
    """The number that follows ``name``, the last thing on its card."""
    if tokens[0].text != name:
        raise RefusedError(
            at_column(where, tokens[0].column),
            f"{tokens[0].text}; expected {name} and a number, or nothing more",
        )
    expect_text(tokens[1:], name, "a number", where, tokens[0].column + len(name) + 1)
    expect_no_more(tokens[2:], where)
    return _number(tokens[1], most, where)


def _number(token: Token, most: int, where: str, least: int = 1) -> int:
    if not token.text.isdigit() or not least <= int(token.text) <= most:
        raise RefusedError(
            at_column(where, token.column),
            f"{token.text}; expected a number from {least} to {most}",
        )
    return int(token.text)
