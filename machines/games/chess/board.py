"""The chess board: a position as eight words of sixty-four bits, and a move.

Square a1 is bit 0, b1 is 1, h1 is 7, a2 is 8, h8 is 63::

    8 | 56 57 58 59 60 61 62 63
    7 | 48 49 50 51 52 53 54 55
    .   ...
    2 |  8  9 10 11 12 13 14 15
    1 |  0  1  2  3  4  5  6  7
         a  b  c  d  e  f  g  h

Six words say where the men of each kind stand, two where those of each colour.  In Python a word
is 0..2**64 - 1; the kernels hold the same 64 bits as signed int64, so that h8 is the sign
(:func:`signed`), in an array that this file lays out.
"""

from dataclasses import dataclass
from typing import Annotated, Self

import numpy as np
import numpy.typing as npt

from devices.annotations import Within
from machines.games.two_sides import TwoSides

Words = npt.NDArray[np.int64]
"""A position for kernels, int64[WORDS]: see :data:`PAWNS` to :data:`CLOCK`."""

PAWNS, KNIGHTS, BISHOPS, ROOKS, QUEENS, KINGS = range(6)
"""The words of the kinds of men."""
WHITE, BLACK = 6, 7
"""The words of the two colours."""
STATE = 8
"""Bit 0: Black is to move.  Bits 1..4: castling K, Q, k, q.  Bits 5..10: the square behind a pawn
that has just made two steps, else 0.  From bit 11: the number of the move."""
CLOCK = 9
"""Plies since a pawn moved or a man was taken."""
WORDS = 10
MEN = ("pawns", "knights", "bishops", "rooks", "queens", "kings", "white", "black")
"""The words' names before :data:`STATE`."""

BLACK_TO_MOVE = 1
CASTLING_SHIFT, EN_PASSANT_SHIFT, NUMBER_SHIFT = 1, 5, 11
CASTLING = "KQkq"
"""The letters of the four castling bits, lowest first."""

FILES, RANKS = "abcdefgh", "12345678"
SQUARE_NAMES = tuple(file + rank for rank in RANKS for file in FILES)
"""``a1`` .. ``h8`` by square number."""
LETTERS = "pnbrqk"
"""The letters of the kinds of men in the order of their words."""
WHOLE = (1 << 64) - 1
Word = Annotated[int, Within(0, WHOLE)]
MOST_NUMBER = 100_000
"""Of moves and plies in a position that is read from a file."""


def signed(word: int) -> int:
    """The 64 bits of ``word`` (0..2**64 - 1) as a kernel holds them (-2**63..2**63 - 1)."""
    return word - (1 << 64) if word >> 63 else word


def square(name: str) -> int:
    """``a1`` .. ``h8`` to 0..63; raises ValueError for anything else."""
    return SQUARE_NAMES.index(name)


def squares_of(word: int) -> tuple[int, ...]:
    """The squares in ``word``, ascending; a signed word will do."""
    return tuple(number for number in range(64) if word >> number & 1)


def mirror_ranks(word: int) -> int:
    """``word`` with the ranks in the other order: a1 goes to a8."""
    return int.from_bytes((word & WHOLE).to_bytes(8, "little"), "big")


@dataclass(frozen=True)
class Position(TwoSides):
    """The men, who is to move, and what else the next moves depend on: all that a FEN says."""

    pawns: Word
    knights: Word
    bishops: Word
    rooks: Word
    queens: Word
    kings: Word
    white: Word
    black: Word
    black_to_move: bool = False
    castling: Annotated[int, Within(0, 15)] = 0
    """Bits 0..3: :data:`CASTLING`, still allowed."""
    en_passant: Annotated[int, Within(0, 63)] = 0
    """The square behind a pawn that has just made two steps (as FEN has it, whether or not it can
    be taken), else 0."""
    clock: Annotated[int, Within(0, MOST_NUMBER)] = 0
    """Plies since a pawn moved or a man was taken."""
    number: Annotated[int, Within(1, MOST_NUMBER)] = 1
    """The number of the move: 1 at first, one more after each of Black's."""

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`; the rules are asked for by what holds positions."""
        kinds = self.men
        if sum(kinds) != self.white | self.black or self.white & self.black:
            raise ValueError("two men stand on one square, or one of no kind or colour")

    @classmethod
    def start(cls) -> Self:
        """The men as they are set up, White to move."""
        return cls(
            pawns=0x00FF00000000FF00, knights=0x4200000000000042, bishops=0x2400000000000024,
            rooks=0x8100000000000081, queens=0x0800000000000008, kings=0x1000000000000010,
            white=0x000000000000FFFF, black=0xFFFF000000000000, castling=15,
        )  # fmt: skip

    @classmethod
    def of_words(cls, words: Words) -> Self:
        """The position of a kernel's words, int64[WORDS]."""
        pawns, knights, bishops, rooks, queens, kings, white, black, state, clock = words.tolist()
        return cls(
            pawns & WHOLE,
            knights & WHOLE,
            bishops & WHOLE,
            rooks & WHOLE,
            queens & WHOLE,
            kings & WHOLE,
            white & WHOLE,
            black & WHOLE,
            bool(state & BLACK_TO_MOVE),
            state >> CASTLING_SHIFT & 15,
            state >> EN_PASSANT_SHIFT & 63,
            clock,
            state >> NUMBER_SHIFT,
        )

    @property
    def men(self) -> tuple[int, int, int, int, int, int]:
        """The words of the kinds: pawns, knights, bishops, rooks, queens, kings."""
        return self.pawns, self.knights, self.bishops, self.rooks, self.queens, self.kings

    def words(self) -> Words:
        """The position for kernels: a new array, int64[WORDS]."""
        state = (
            int(self.black_to_move)
            | self.castling << CASTLING_SHIFT
            | self.en_passant << EN_PASSANT_SHIFT
            | self.number << NUMBER_SHIFT
        )
        words = (*self.men, self.white, self.black, state, self.clock)
        return np.array(words, dtype=np.uint64).view(np.int64)

    @property
    def occupied(self) -> int:
        """The squares with men on them."""
        return self.white | self.black

    def squares(self) -> npt.NDArray[np.int8]:
        """int8[8, 8], the eighth rank in the first row: 1 to 6 White's pawn, knight, bishop, rook,
        queen, king; Black's negative.  (What else a FEN says is in the position's fields.)"""
        made = np.zeros(64, dtype=np.int8)
        for kind, word in enumerate(self.men, 1):
            for number in squares_of(word):
                made[number] = kind if self.white >> number & 1 else -kind
        return made.reshape(8, 8)[::-1].copy()

    def piece(self, number: int) -> str:
        """The letter in a FEN of what stands on square ``number`` (capitals White's), or ``""``."""
        for letter, word in zip(LETTERS, self.men, strict=True):
            if word >> number & 1:
                return letter.upper() if self.white >> number & 1 else letter
        return ""

    def mirrored(self) -> Self:
        """The ranks in the other order and the colours exchanged: the same game, other side."""
        kinds = zip(MEN, map(mirror_ranks, self.men), strict=False)
        return type(self)(
            **dict(kinds),
            white=mirror_ranks(self.black),
            black=mirror_ranks(self.white),
            black_to_move=not self.black_to_move,
            castling=(self.castling & 3) << 2 | self.castling >> 2,
            en_passant=self.en_passant ^ 56 if self.en_passant else 0,
            clock=self.clock,
            number=self.number,
        )

    def __str__(self) -> str:
        """Eight lines of letters, the eighth rank at the top, then who is to move."""
        rows = [
            " ".join(self.piece(8 * rank + file) or "." for file in range(8))
            for rank in reversed(range(8))
        ]
        return "\n".join((*rows, "Black to move" if self.black_to_move else "White to move"))


@dataclass(frozen=True, order=True)
class Move:
    """From one square to another; castling is the king's move of two squares."""

    start: Annotated[int, Within(0, 63)]  # The square that it leaves
    end: Annotated[int, Within(0, 63)]
    promotion: str = ""  # ``n``, ``b``, ``r`` or ``q`` if a pawn becomes one, else empty

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        if self.promotion not in ("", "n", "b", "r", "q"):
            raise ValueError(f"a pawn can't become {self.promotion!r}")

    @property
    def squares(self) -> tuple[int, int]:
        """Both."""
        return self.start, self.end

    def packed(self) -> int:
        """One integer: bits 0..5 the start, 6..11 the end, 12..14 the promotion (the word of its
        kind, :data:`KNIGHTS` to :data:`QUEENS`, or 0)."""
        promotion = LETTERS.index(self.promotion) if self.promotion else 0
        return self.start | self.end << 6 | promotion << 12

    def __str__(self) -> str:
        """As an engine says it over UCI: ``e2e4``, ``e1g1``, ``a7a8q``."""
        return SQUARE_NAMES[self.start] + SQUARE_NAMES[self.end] + self.promotion
