"""The control cards of learning: one card's text in, one command out (machines.samuel.cards).

word    text                             command
LEARN   FIRST or SECOND [SEED n]         LearnCard    Alpha and Beta are made anew
LEARN   ROTE                             LearnCard    boards are kept on the memory tape
LEARN   BOTH                             LearnCard    ... by the polynomial that Alpha has now
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
EXPECTED = "FIRST, SECOND, ROTE or BOTH"
LARGEST_SEED = 999_999
MOST_GAMES = 9_999


@dataclass(frozen=True)
class LearnCard:
    """Which series' rules, and the seed that draws its terms; or ROTE, BOTH."""

    kind: str
    seed: int = 1


@dataclass(frozen=True)
class SeriesCard:
    """So many games of Alpha against Beta."""

    games: int
    listed_every: int = 0
    """Games between two lists of the leading terms; 0: as it was."""


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
    if kind.text in ("ROTE", "BOTH"):
        expect_no_more(tokens[1:], where)
    if len(tokens) == 1:
        return LearnCard(kind.text)
    seed = _number_after("SEED", tokens[1:], LARGEST_SEED, where)
    return LearnCard(kind.text, seed)


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
