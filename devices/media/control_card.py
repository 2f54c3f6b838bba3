"""Control cards of any machine: a word, a text, and columns not read.

::

    columns   1-6    7        8-72   73-80
              word   blank    text   sequence and identification, not read

A blank card, or one with ``*`` in column 1, is a remark: it is listed and does nothing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from devices.refusal import RefusedError

WORD_COLUMNS = 6
TEXT_COLUMN = 8
"""The first column of the text."""
LAST_COLUMN = 72


@dataclass(frozen=True)
class Token:
    """A word of the text and its column."""

    text: str
    column: int


def at_column(where: str, column: int) -> str:
    """``"opening.txt, card 3, column 14"``."""
    return f"{where}, column {column}"


def remark_of(card: str) -> str:
    """The columns that are read, as a remark is listed."""
    return card[:LAST_COLUMN].rstrip().upper()


def is_remark(card: str) -> bool:
    """Whether a card is blank or a comment."""
    seen = remark_of(card)
    return not seen or seen[0] == "*"


def split_card(card: str, words: Sequence[str], where: str) -> tuple[str, list[Token]]:
    """The word, one of ``words``, and the tokens of the text; the card is no remark.

    ``where`` names the card.  Raises RefusedError that adds the column.
    """
    seen = remark_of(card)
    word = seen[:WORD_COLUMNS].split(" ")[0]
    if word not in words:
        raise RefusedError(
            at_column(where, 1),
            f"{f'unknown word {word}' if word else 'no word begins here'}; "
            f"expected one of {', '.join(words)}, or * for a comment",
        )
    for column in range(len(word) + 1, TEXT_COLUMN):
        if seen[column - 1 : column].strip():
            raise RefusedError(
                at_column(where, column),
                f"the text of {word} begins in column {TEXT_COLUMN}; expected blanks before it",
            )
    return word, [
        Token(found.group(), found.start() + 1)
        for found in re.finditer(r"[^ ]+", seen)
        if found.start() + 1 >= TEXT_COLUMN
    ]


def expect_text(
    tokens: Sequence[Token], what: str, expected: str, where: str, column: int = TEXT_COLUMN
) -> None:
    """Raises RefusedError if nothing follows ``what``."""
    if not tokens:
        raise RefusedError(at_column(where, column), f"nothing follows {what}; expected {expected}")


def expect_no_more(tokens: Sequence[Token], where: str) -> None:
    """Raises RefusedError if anything is left."""
    if tokens:
        raise RefusedError(
            at_column(where, tokens[0].column),
            f"{tokens[0].text} is too much; expected nothing more on this card",
        )
